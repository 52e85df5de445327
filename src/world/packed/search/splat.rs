//! A box in all lanes.

use crate::geometry::Aabb;
use crate::simd::{LANES, Simd};
use crate::world::packed::block::{Block, union};

/// A box in all lanes, to be compared with the sixteen of a block.
#[derive(Clone, Copy)]
pub(in crate::world::packed) struct Splat<S: Simd> {
    min: [S::F; 3],
    max: [S::F; 3],
}

impl<S: Simd> Splat<S> {
    #[inline(always)]
    fn new(s: S, [min, max]: [[f32; 3]; 2]) -> Splat<S> {
        Splat {
            min: [s.splat(min[0]), s.splat(min[1]), s.splat(min[2])],
            max: [s.splat(max[0]), s.splat(max[1]), s.splat(max[2])],
        }
    }

    /// A box.
    #[inline(always)]
    pub(super) fn of(s: S, bounds: &Aabb) -> Splat<S> {
        Splat::new(s, [bounds.min.to_array(), bounds.max.to_array()])
    }

    /// That of a child of a block; only the lowest bits of the lane count.
    #[inline(always)]
    pub(in crate::world::packed) fn child(s: S, block: &Block, lane: usize) -> Splat<S> {
        let lane = lane % LANES;
        Splat {
            min: [s.splat(block.min[0][lane]), s.splat(block.min[1][lane]), s.splat(block.min[2][lane])],
            max: [s.splat(block.max[0][lane]), s.splat(block.max[1][lane]), s.splat(block.max[2][lane])],
        }
    }

    /// The box around all children of a block.
    #[inline(always)]
    pub(in crate::world::packed) fn around(s: S, block: &Block) -> Splat<S> {
        Splat::new(s, union(s, block))
    }

    /// A bit for each child of a block whose box touches this one.
    #[inline(always)]
    pub(in crate::world::packed) fn touching(&self, s: S, block: &Block) -> u32 {
        let min = [s.load_array(block.min[0]), s.load_array(block.min[1]), s.load_array(block.min[2])];
        let max = [s.load_array(block.max[0]), s.load_array(block.max[1]), s.load_array(block.max[2])];
        s.boxes_touch([min, max], [self.min, self.max])
    }
}
