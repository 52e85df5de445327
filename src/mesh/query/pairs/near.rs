//! Pairs of triangles that are near: boxes, then bounds in lanes, then the distance itself for what is left.

use super::axis::Axis;
use super::near_lanes::distance_bounds;
use super::packed::PackedPairs;
use crate::bits::bits;
use crate::geometry::{Aabb, ClosestOnTriangles, Triangle, distance_triangle_triangle};
use crate::mesh::tree::pairs::{NearestVisitor, PairBlock, PairVisitor};
use crate::simd::{Kernel, LANES, Simd};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Receives pairs with their distances.
pub(super) trait NearSink {
    /// Pairs that are farther apart are not wanted. Only ever shrinks.
    fn limit(&self) -> f32;
    /// The distance of two triangles that may be a pair.
    fn distance(&self, a: &Triangle, b: &Triangle) -> ClosestOnTriangles {
        distance_triangle_triangle(a, b)
    }
    /// Along what most of the other pairs are farther apart than the limit, if that is known.
    fn axis(&self) -> Option<Axis> {
        None
    }
    /// The smallest distance so far, if that is all that is wanted; infinite if not.
    fn best(&self) -> f32 {
        f32::INFINITY
    }
    /// Says that pairs at such a distance have been left out, which is no less than the smallest so far.
    fn leave_out(&mut self, _distance: f32) {}
    /// Adds a pair that is no farther apart.
    fn add(&mut self, ids: [u32; 2], closest: &ClosestOnTriangles);
}

/// Passes the pairs of triangles that are near to a sink.
pub(super) struct Near<'a> {
    sink: &'a mut dyn NearSink,
    limit: f32,
    limit_squared: f32,
    axis: Option<Axis>,
    packed: PackedPairs,
    /// The number of pairs that were just as near as the nearest one.
    ties: u32,
}

/// With so many ties, exact boxes are compared before triangles are. Where two corners are nearest, there are
/// as many as pairs of triangles around them: some dozens, which are no reason yet.
const MANY_TIES: u32 = 128;

/// At least the square.
pub(super) fn square_of(limit: f32) -> f32 {
    (limit * limit).next_up().max(f32::MIN_POSITIVE)
}

impl<'a> Near<'a> {
    pub(super) fn new(sink: &'a mut dyn NearSink) -> Near<'a> {
        let limit = sink.limit();
        let axis = sink.axis();
        Near { sink, limit, limit_squared: square_of(limit), axis, packed: PackedPairs::new(), ties: 0 }
    }

    #[inline(always)]
    fn compare<S: Simd>(&mut self, simd: S, a: &PairBlock, b: &PairBlock) {
        if self.has_ties() && self.skips([&a.bounds, &b.bounds]) {
            return;
        }
        let mut some = a.within(simd, b.bounds.min.to_array(), b.bounds.max.to_array(), self.limit_squared);
        let (mut ends, mut starts) = ([f32::INFINITY; LANES], simd.splat(f32::NEG_INFINITY));
        if let Some(axis) = self.axis {
            let end = simd.add(axis.most(simd, a), simd.splat(axis.margin(self.limit, [a, b])));
            starts = axis.least(simd, b);
            some &= simd.le(simd.splat(simd.smallest(b.seen, starts)), end);
            ends = simd.to_array(end);
        }
        for i in bits(some) {
            let i = i as usize % LANES;
            let (low, high) = a.own_box(i);
            let near = b.within(simd, low, high, self.limit_squared);
            let others = near & simd.le(starts, simd.splat(ends[i]));
            if others == 0 {
                continue;
            }
            let first = a.triangle(i);
            for j in bits(others) {
                let j = j as usize % LANES;
                if self.packed.push([a.ids[i], b.ids[j]], &first, &b.triangle(j)) {
                    self.finish(simd);
                }
            }
        }
        // Not left for the next blocks: the limit may shrink.
        self.finish(simd);
    }

    /// Computes the distances of the pairs that wait, as far as their bounds are within the limit.
    #[inline(always)]
    fn finish<S: Simd>(&mut self, simd: S) {
        match self.packed.take() {
            0 => {}
            mask => simd.call(Packed { visitor: self, mask }),
        }
    }

    #[inline(always)]
    fn measure_packed<S: Simd>(&mut self, simd: S, mask: u32) {
        let mut left = mask;
        let [p, q] = self.packed.lanes(simd);
        let bounds = distance_bounds(simd, &p, &q);
        left &= simd.le(bounds, simd.splat(self.limit_squared));
        let bounds = simd.to_array(bounds);
        // The nearest first.
        while let Some(lane) = bits(left).min_by(|&j, &k| bounds[j as usize].total_cmp(&bounds[k as usize])) {
            left &= !(1 << lane);
            let lane = lane as usize % LANES;
            if bounds[lane] > self.limit_squared {
                return;
            }
            let [first, second] = self.packed.pair(lane);
            if self.has_ties() && self.skips([&first.bounds(), &second.bounds()]) {
                continue;
            }
            let closest = self.sink.distance(&first, &second);
            match closest.distance.total_cmp(&self.sink.best()) {
                Ordering::Less => self.ties = 0,
                Ordering::Equal => self.ties += 1,
                Ordering::Greater => {}
            }
            if closest.distance <= self.limit {
                self.sink.add(self.packed.ids(lane), &closest);
                self.limit = self.sink.limit();
                self.limit_squared = square_of(self.limit);
                self.axis = self.sink.axis();
            }
        }
    }
}

/// The pairs that wait.
struct Packed<'a, 'b> {
    visitor: &'a mut Near<'b>,
    mask: u32,
}

impl Kernel for Packed<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        self.visitor.measure_packed(simd, self.mask);
    }
}

/// All pairs of triangles of two blocks.
struct Blocks<'a, 'b> {
    visitor: &'a mut Near<'b>,
    blocks: [&'a PairBlock; 2],
}

impl Kernel for Blocks<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let [a, b] = self.blocks;
        self.visitor.compare(simd, a, b);
    }
}

impl PairVisitor for Near<'_> {
    #[inline(always)]
    fn blocks<S: Simd>(&mut self, simd: S, a: &PairBlock, b: &PairBlock) -> ControlFlow<()> {
        simd.call(Blocks { visitor: self, blocks: [a, b] });
        ControlFlow::Continue(())
    }
}

impl NearestVisitor for Near<'_> {
    #[inline(always)]
    fn limit_squared(&self) -> f32 {
        self.limit_squared
    }

    #[inline(always)]
    fn has_ties(&self) -> bool {
        self.ties >= MANY_TIES
    }

    #[inline(always)]
    fn skips(&mut self, [a, b]: [&Aabb; 2]) -> bool {
        // As a distance is rounded, and never more than any.
        let apart = a.separation(b) as f32;
        let skips = apart >= self.sink.best();
        if skips {
            self.sink.leave_out(apart);
        }
        skips
    }

    #[inline(always)]
    fn blocks<S: Simd>(&mut self, simd: S, a: &PairBlock, b: &PairBlock) {
        simd.call(Blocks { visitor: self, blocks: [a, b] });
    }
}
