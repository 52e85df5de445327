//! Sorting by counting: the steps of radix sorts (Knuth, *The Art of Computer Programming*, volume 3, sections 5.2 and 5.2.5).

use std::ops::AddAssign;

/// A count of elements, which becomes the place of one.
pub(crate) trait Count: Copy + Default + AddAssign {
    const ONE: Self;

    /// As an index.
    fn index(self) -> usize;
}

impl Count for u32 {
    const ONE: u32 = 1;

    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }
}

impl Count for usize {
    const ONE: usize = 1;

    #[inline(always)]
    fn index(self) -> usize {
        self
    }
}

/// Makes counts, by digit, of elements the places where those of each digit begin.
#[inline(always)]
pub(crate) fn starts_of<C: Count>(counts: &mut [C]) {
    let mut sum = C::default();
    for count in counts {
        sum += std::mem::replace(count, sum);
    }
}

/// Moves elements to the places where those of their digit begin, which go on to the next: stable.
#[inline(always)]
pub(crate) fn scatter<T: Copy, C: Count>(
    from: &[T],
    into: &mut [T],
    starts: &mut [C],
    digit: impl Fn(T) -> usize,
) {
    for &element in from {
        let place = &mut starts[digit(element)];
        into[place.index()] = element;
        *place += C::ONE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_scatters_sort_by_two_digits() {
        let rng = &mut fastrand::Rng::with_seed(1);
        let mut numbers: Vec<u32> = (0..5000).map(|_| rng.u32(0..1 << 12)).collect();
        let mut expected = numbers.clone();
        expected.sort_unstable();
        let mut spare = vec![0; numbers.len()];
        for shift in [0, 6] {
            let digit = |number: u32| (number >> shift) as usize % 64;
            let mut counts = [0u32; 64];
            numbers.iter().for_each(|&number| counts[digit(number)] += 1);
            starts_of(&mut counts);
            scatter(&numbers, &mut spare, &mut counts, digit);
            std::mem::swap(&mut numbers, &mut spare);
        }
        assert_eq!(numbers, expected);
    }
}
