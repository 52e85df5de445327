//! Powers of two from the bits of numbers: exact, while logarithms are rounded differently from platform to
//! platform.

/// The bits of an exponent.
const EXPONENT: u64 = 0x7ff << 52;

/// The largest power of two that is not above a positive, normal number.
pub(crate) fn power_of_two_below(number: f64) -> f64 {
    f64::from_bits(number.to_bits() & EXPONENT)
}

/// The smallest power of two that is not below a positive, normal number of at most 2^1023.
pub(crate) fn power_of_two_above(number: f64) -> f64 {
    let below = power_of_two_below(number);
    if below == number { number } else { below * 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_the_nearest_ones() {
        for exponent in -1022..1023 {
            let power = 2f64.powi(exponent);
            assert_eq!([power_of_two_below(power), power_of_two_above(power)], [power; 2]);
            let more = power.next_up();
            assert_eq!([power_of_two_below(more), power_of_two_above(more)], [power, power * 2.0]);
            let less = (power * 2.0).next_down();
            assert_eq!([power_of_two_below(less), power_of_two_above(less)], [power, power * 2.0]);
        }
    }
}
