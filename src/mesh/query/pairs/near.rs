//! Pairs of triangles that are near: boxes, then bounds in lanes, then the distance itself for what is left.

use super::near_lanes::distance_bounds;
use crate::geometry::{ClosestOnTriangles, distance_triangle_triangle};
use crate::mesh::tree::pairs::{NearestVisitor, PairBlock, PairVisitor, bits};
use crate::simd::{LANES, Simd};
use std::ops::ControlFlow;

/// Receives pairs with their distances.
pub(super) trait NearSink {
    /// Pairs that are farther apart are not wanted. Only ever shrinks.
    fn limit(&self) -> f32;
    /// Adds a pair that is no farther apart.
    fn add(&mut self, ids: [u32; 2], closest: &ClosestOnTriangles);
}

/// Passes the pairs of triangles that are near to a sink.
pub(super) struct Near<'a> {
    sink: &'a mut dyn NearSink,
    limit: f32,
    limit_squared: f32,
}

/// At least the square.
fn square_of(limit: f32) -> f32 {
    (limit * limit).next_up().max(f32::MIN_POSITIVE)
}

impl<'a> Near<'a> {
    pub(super) fn new(sink: &'a mut dyn NearSink) -> Near<'a> {
        let limit = sink.limit();
        Near { sink, limit, limit_squared: square_of(limit) }
    }

    #[inline(always)]
    fn compare<S: Simd>(&mut self, simd: S, a: &PairBlock, b: &PairBlock) {
        let some = a.within(simd, b.bounds.min.to_array(), b.bounds.max.to_array(), self.limit_squared);
        let q = [b.corner(simd, 0), b.corner(simd, 1), b.corner(simd, 2)];
        for i in bits(some) {
            let i = i as usize % LANES;
            let (low, high) = a.own_box(i);
            let mut left = b.within(simd, low, high, self.limit_squared);
            if left == 0 {
                continue;
            }
            let p = [a.corner_of(simd, 0, i), a.corner_of(simd, 1, i), a.corner_of(simd, 2, i)];
            let bounds = distance_bounds(simd, &p, &q);
            left &= simd.le(bounds, simd.splat(self.limit_squared));
            let bounds = simd.to_array(bounds);
            // The nearest first: the limit may shrink.
            while let Some(j) = bits(left).min_by(|&j, &k| bounds[j as usize].total_cmp(&bounds[k as usize]))
            {
                left &= !(1 << j);
                let j = j as usize % LANES;
                if bounds[j] > self.limit_squared {
                    break;
                }
                let closest = distance_triangle_triangle(&a.triangle(i), &b.triangle(j));
                if closest.distance <= self.limit {
                    self.sink.add([a.ids[i], b.ids[j]], &closest);
                    self.limit = self.sink.limit();
                    self.limit_squared = square_of(self.limit);
                }
            }
        }
    }
}

impl PairVisitor for Near<'_> {
    #[inline(always)]
    fn blocks<S: Simd>(&mut self, simd: S, a: &PairBlock, b: &PairBlock) -> ControlFlow<()> {
        self.compare(simd, a, b);
        ControlFlow::Continue(())
    }
}

impl NearestVisitor for Near<'_> {
    #[inline(always)]
    fn limit_squared(&self) -> f32 {
        self.limit_squared
    }

    #[inline(always)]
    fn blocks<S: Simd>(&mut self, simd: S, a: &PairBlock, b: &PairBlock) {
        self.compare(simd, a, b);
    }
}
