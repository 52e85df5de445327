//! Fits the boxes of a packed tree to objects, from below.

use super::block::{Block, union, union_of};
use crate::arrays::zip_each;
use crate::simd::{Kernel, LANES, Simd};
use crate::world::objects::Row;

/// Fits leaves to their objects, and what their parents know of them. Without parents, there is one leaf.
pub(super) struct FitLeaves<'a> {
    pub(super) rows: &'a [Row],
    pub(super) slots: &'a [[u32; LANES]],
    pub(super) leaves: &'a mut [Block],
    pub(super) parents: &'a mut [Block],
}

impl Kernel for FitLeaves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        for (i, (slots, leaf)) in zip_each(self.slots, self.leaves).enumerate() {
            let mut lanes = [[0.0; 8]; LANES];
            for (lane, &slot) in zip_each(&mut lanes, slots) {
                *lane = bytemuck::cast(self.rows[slot as usize]);
            }
            let [x, y, z, _, max_x, max_y, max_z, _] = s.transpose(&lanes);
            let (min, max) = ([x, y, z], [max_x, max_y, max_z]);
            for k in 0..3 {
                (leaf.min[k], leaf.max[k]) = (s.to_array(min[k]), s.to_array(max[k]));
            }
            if let Some(parent) = self.parents.get_mut(i / LANES) {
                let [min, max] = union_of(s, min, max);
                parent.set(i, min, max);
            }
        }
    }
}

/// Fits all levels above the leaves' parents.
pub(super) struct FitUpper<'a> {
    pub(super) levels: &'a mut [Vec<Block>],
}

impl Kernel for FitUpper<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        for level in 1..self.levels.len().saturating_sub(1) {
            let (lower, upper) = self.levels.split_at_mut(level + 1);
            for (i, block) in lower[level].iter().enumerate() {
                let [min, max] = union(s, block);
                upper[0][i / LANES].set(i, min, max);
            }
        }
    }
}
