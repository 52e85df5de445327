//! Rounding that is to one side, or taken off.

/// The part of a squared distance that remains once its rounding is taken off, 1 - 2^-20, which is `16 u`: `6 u`
/// for three differences, their squares and the sum of these, and more for what it is compared with. Products that underflow are
/// not covered.
pub(crate) const SQUARE_AFTER_ROUNDING: f32 = 1.0 - 1.0 / 1_048_576.0;

/// The greatest f32 that is not greater.
#[inline(always)]
pub(crate) fn round_down(value: f64) -> f32 {
    let rounded = value as f32;
    if f64::from(rounded) > value { rounded.next_down() } else { rounded }
}

/// The smallest f32 that is not less.
#[inline(always)]
pub(crate) fn round_up(value: f64) -> f32 {
    let rounded = value as f32;
    if f64::from(rounded) < value { rounded.next_up() } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lie_between_their_neighbours() {
        for value in [0.1, 0.3, -0.3, 1e-60, -1e-60, 3.5e38, -3.5e38, 16_777_217.0, 1e300, -1e300] {
            let (low, high) = (round_down(value), round_up(value));
            assert!(f64::from(low) < value && value < f64::from(high), "{value}: {low} {high}");
            assert_eq!(low.next_up(), high, "{value}");
        }
        for value in [0.0, 0.5, -2.0, f64::INFINITY, f64::NEG_INFINITY, f32::MAX.into()] {
            assert_eq!([round_down(value), round_up(value)], [value as f32; 2]);
        }
    }
}
