//! The best of many divisions.

use crate::bits::bits;
use crate::simd::{LANES, Simd};

/// The cheapest division so far; among equally cheap ones the most balanced, so that piles of equal
/// triangles do not become chains.
pub(super) struct Best<P> {
    pub(super) cost: f32,
    pub(super) left_count: usize,
    imbalance: usize,
    pub(super) place: Option<P>,
}

impl<P> Default for Best<P> {
    fn default() -> Best<P> {
        Best { cost: f32::INFINITY, left_count: 0, imbalance: usize::MAX, place: None }
    }
}

impl<P> Best<P> {
    #[inline(always)]
    pub(super) fn offer(&mut self, cost: f32, n: usize, left_count: usize, place: P) {
        if cost <= self.cost {
            let imbalance = left_count.abs_diff(n - left_count);
            if cost < self.cost || imbalance < self.imbalance {
                *self = Best { cost, left_count, imbalance, place: Some(place) };
            }
        }
    }

    /// Offers the divisions at all places where the cost is finite. The number of places is a multiple of sixteen.
    #[inline(always)]
    pub(super) fn offer_all<S: Simd>(
        &mut self,
        simd: S,
        costs: &[f32],
        n: usize,
        left_count: impl Fn(usize) -> usize,
        place: impl Fn(usize) -> P,
    ) {
        let costs = costs.as_chunks::<LANES>().0;
        // As integers, numbers that are not negative have the same order, and a minimum without branches.
        let integer = |cost: &f32| cost.to_bits() as i32;
        let least = costs.as_flattened().iter().fold(i32::MAX, |least, cost| least.min(integer(cost)));
        let least = f32::from_bits(least as u32);
        if !(least <= self.cost && least < f32::INFINITY) {
            return;
        }
        for (i, costs) in costs.iter().enumerate() {
            for lane in bits(simd.le(simd.load_array(*costs), simd.splat(least))) {
                let i = LANES * i + lane as usize;
                self.offer(least, n, left_count(i), place(i));
            }
        }
    }
}
