//! The order of a packed tree grows worse as objects move: when it is to be sorted again.

use super::block::Block;
use crate::arrays::MapEach;
use crate::simd::LANES;

/// By how many powers of two groups may grow before they are sorted again: by this much already before their
/// boxes are fitted, or by twice as much after.
const LOOSER: f32 = 0.12;

/// The quality of the order, by the looseness of a tree: the size of the boxes of its leaves.
#[derive(Default)]
pub(super) struct Quality {
    /// The looseness after sorting, and when it was last measured.
    sorted: f32,
    now: f32,
    /// The number of boxes that have been fitted one by one since then.
    fitted: usize,
    /// The number of times in a row that fitting was in vain, because the order was bad then, and of times
    /// that it will be skipped.
    vain: u32,
    skipped: u32,
}

impl Quality {
    /// Fitting has not been in vain yet.
    pub(super) fn reset(&mut self) {
        (self.vain, self.skipped) = (0, 0);
    }

    /// The looseness of a tree that has just been sorted.
    pub(super) fn set_sorted(&mut self, looseness: f32) {
        self.set(looseness);
        self.sorted = looseness;
    }

    /// The looseness of a tree whose boxes have all been fitted.
    pub(super) fn set(&mut self, looseness: f32) {
        (self.now, self.fitted) = (looseness, 0);
    }

    /// Returns true if all boxes are to be fitted, and not sorted at once.
    pub(super) fn is_worth_fitting(&mut self) -> bool {
        if self.now > self.sorted + LOOSER {
            return false;
        }
        // If much jumps each frame, the order is bad each frame.
        let is_worth_it = self.skipped == 0;
        self.skipped = self.skipped.saturating_sub(1);
        is_worth_it
    }

    /// Returns true if the order is still good once all boxes have been fitted.
    pub(super) fn judge(&mut self) -> bool {
        let is_good = self.is_good();
        self.vain = if is_good { 0 } else { (self.vain + 1).min(5) };
        self.skipped = (1 << self.vain) - 1;
        is_good
    }

    /// Returns true if the order was still good when it was last measured.
    pub(super) fn is_good(&self) -> bool {
        self.now <= self.sorted + 2.0 * LOOSER
    }

    /// Notes that so many boxes have been fitted one by one; returns whether the looseness is to be measured
    /// again, of a tree with so many places.
    pub(super) fn note_fitted(&mut self, count: usize, places: usize) -> bool {
        self.fitted += count;
        self.fitted >= places
    }
}

/// The size of the boxes of so many leaves, which their parents hold: the mean of the logarithms, to the base 2, of
/// their areas. Not the logarithm of the mean, which a few large boxes decide.
#[inline]
pub(super) fn looseness(parents: &[Block], leaves: usize) -> f32 {
    let mut sum = 0u64;
    for block in parents {
        for lane in 0..LANES {
            let [x, y, z] = [0, 1, 2].map_each(|k| block.max[k][lane] - block.min[k][lane]);
            // The bits of a number are about its logarithm. Those that are not there count as nothing.
            let area = (x * y + y * z) + z * x;
            let area = if x >= 0.0 { area.max(f32::MIN_POSITIVE) } else { 0.0 };
            sum += u64::from(area.to_bits() >> 8);
        }
    }
    (sum as f64 / f64::from(1 << 15) / leaves as f64) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitting_in_vain_is_tried_ever_more_rarely() {
        let mut quality = Quality::default();
        quality.set_sorted(1.0);
        let mut tries = Vec::new();
        for frame in 0..70 {
            if quality.is_worth_fitting() {
                tries.push(frame);
                quality.set(1.0 + 3.0 * LOOSER);
                assert!(!quality.judge());
            }
            quality.set_sorted(1.0);
        }
        assert_eq!(tries, [0, 2, 6, 14, 30, 62]);
        quality.set(1.0 + LOOSER);
        assert!(quality.judge() && quality.is_worth_fitting());
    }
}
