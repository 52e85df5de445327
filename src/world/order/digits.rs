//! Keys and their digits: the slot of an object below its place on the curve.

use crate::radix::{scatter, starts_of};

/// Bits of a key for the slot.
pub(super) const SLOT_BITS: u32 = 30;
const SLOT_MASK: u64 = (1 << SLOT_BITS) - 1;
/// Bits of a digit, and how many digits of the place there are.
const BITS: u32 = 10;
pub(super) const DIGITS: usize = 4;
/// Few objects are told apart by fewer digits.
const FEW: usize = 4096;

/// The slot of a key.
#[inline(always)]
pub(super) fn slot(key: u64) -> u32 {
    (key & SLOT_MASK) as u32
}

/// The bits of a key below a digit of the place.
#[inline(always)]
pub(super) fn shift(digit: usize) -> u32 {
    SLOT_BITS + BITS * digit as u32
}

#[inline(always)]
fn digit_of(key: u64, digit: usize) -> usize {
    (key >> shift(digit)) as usize % (1 << BITS)
}

/// The lowest digit by which so many objects are ordered.
pub(super) fn first_digit(count: usize) -> usize {
    usize::from(count < FEW)
}

/// The number of times that each digit of some keys has each value.
#[derive(Clone)]
pub(super) struct Counts([[u32; 1 << BITS]; DIGITS]);

impl Counts {
    pub(super) const NONE: Counts = Counts([[0; 1 << BITS]; DIGITS]);

    /// Counts no keys.
    pub(super) fn clear(&mut self) {
        self.0.as_flattened_mut().fill(0);
    }

    /// Counts a key.
    #[inline(always)]
    pub(super) fn add(&mut self, key: u64) {
        for (digit, counts) in self.0.iter_mut().enumerate() {
            counts[digit_of(key, digit)] += 1;
        }
    }

    /// Counts the keys that another has counted.
    pub(super) fn add_all(&mut self, other: &Counts) {
        for (sum, count) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *sum += count;
        }
    }

    /// The first digit from one on in which keys differ, all of which have been counted; none if there is
    /// none. They are then scattered by it.
    #[inline(always)]
    pub(super) fn next_digit(&mut self, first: usize, keys: &[u64]) -> Option<usize> {
        let sample = *keys.first()?;
        let differ = |digit: &usize| (self.0[*digit][digit_of(sample, *digit)] as usize) < keys.len();
        let digit = (first..DIGITS).find(differ)?;
        starts_of(&mut self.0[digit]);
        Some(digit)
    }

    /// Moves some of the keys to their places by a digit.
    #[inline(always)]
    pub(super) fn scatter(&mut self, digit: usize, from: &[u64], into: &mut [u64]) {
        scatter(from, into, &mut self.0[digit], |key| digit_of(key, digit));
    }
}
