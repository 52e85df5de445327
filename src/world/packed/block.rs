//! The boxes of sixteen children of a node, side by side in lanes.

use crate::arrays::lane_of;
use crate::geometry::Aabb;
use crate::simd::{Kernel, LANES, Simd};
use bytemuck::{Pod, Zeroable};

/// The boxes of sixteen children; those that are not there are empty.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Block {
    pub(super) min: [[f32; LANES]; 3],
    pub(super) max: [[f32; LANES]; 3],
}

impl Block {
    pub(super) const EMPTY: Block =
        Block { min: [[f32::INFINITY; LANES]; 3], max: [[f32::NEG_INFINITY; LANES]; 3] };

    /// The box of a child.
    #[inline(always)]
    pub(super) fn bounds(&self, lane: usize) -> Aabb {
        let lane = lane % LANES;
        Aabb::new(lane_of(&self.min, lane).into(), lane_of(&self.max, lane).into())
    }

    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, min: [f32; 3], max: [f32; 3]) {
        let lane = lane % LANES;
        for k in 0..3 {
            (self.min[k][lane], self.max[k][lane]) = (min[k], max[k]);
        }
    }
}

/// [`union`] as a kernel.
pub(super) struct Union<'a> {
    pub(super) block: &'a Block,
}

impl Kernel for Union<'_> {
    type Output = [[f32; 3]; 2];

    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> [[f32; 3]; 2] {
        union(s, self.block)
    }
}

/// The box around the children of a block.
#[inline(always)]
pub(super) fn union<S: Simd>(s: S, block: &Block) -> [[f32; 3]; 2] {
    let min = [s.load_array(block.min[0]), s.load_array(block.min[1]), s.load_array(block.min[2])];
    let max = [s.load_array(block.max[0]), s.load_array(block.max[1]), s.load_array(block.max[2])];
    union_of(s, min, max)
}

#[inline(always)]
pub(super) fn union_of<S: Simd>(s: S, min: [S::F; 3], max: [S::F; 3]) -> [[f32; 3]; 2] {
    let zero = s.splat(0.0);
    let [a, b, c, d] = s.smallest_of_each([min[0], min[1], min[2], s.sub(zero, max[0])]);
    let [e, f, ..] = s.smallest_of_each([s.sub(zero, max[1]), s.sub(zero, max[2]), zero, zero]);
    [[a, b, c], [-d, -e, -f]]
}
