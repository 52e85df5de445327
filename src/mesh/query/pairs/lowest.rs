//! Of all pairs of triangles at the smallest distance, the one with the lowest indices.
//!
//! Surfaces that lie on each other, or side by side, have about as many such pairs as triangles, and none but
//! one of them is wanted. So the distance is found first, whichever pair has it. Then the lowest triangle of
//! the first mesh is looked for: leaves whose lowest index is not below the best one so far are passed over,
//! and of a leaf only the triangles below it are tried, the lowest first. Then the same in the second mesh,
//! with this one triangle.

use super::decide::{bound, decide, share_a_corner};
use super::near::square_of;
use super::near_lanes::{apart_in_plane, distance_bounds};
use super::poses::PosePair;
use super::run::{MeshPair, PairQuery};
use super::touching::beside;
use crate::bits::bits;
use crate::geometry::{
    Aabb, ORIENTATION_FLOOR, ORIENTATION_ROUNDING, Triangle, distance_apart, triangles_intersect,
    triangles_intersect_exactly,
};
use crate::mesh::tree::pairs::{
    Frames, NearestVisitor, OneVisitor, PairBlock, PairMemory, PosedTree, traverse_nearest, traverse_one,
};
use crate::simd::{Kernel, LANES, Simd, about_dot, sub3};
use std::ops::ControlFlow;

/// A triangle and its index.
type Found = (u32, Triangle);

/// Returns true if two triangles are at the smallest distance of all, which is 0 if any touch.
fn is_at(limit: f32, a: &Triangle, b: &Triangle) -> bool {
    match limit {
        0.0 => triangles_intersect(a, b),
        _ => a.bounds().separation(&b.bounds()) as f32 <= limit && distance_apart(a, b).distance <= limit,
    }
}

/// Looks for the lowest triangle of the first mesh that is at the distance from any of the second.
struct LowestOfFirst {
    limit: f32,
    limit_squared: f32,
    best: Option<Found>,
}

impl LowestOfFirst {
    /// Returns true if triangle `i` of one block is at the distance from any of another.
    #[inline(always)]
    fn is_near_any<S: Simd>(&self, simd: S, a: &PairBlock, i: usize, b: &PairBlock) -> bool {
        let (low, high) = a.own_box(i);
        let near = b.within(simd, low, high, self.limit_squared);
        if near == 0 {
            return false;
        }
        if self.limit > 0.0 {
            let [p, q] = corners(simd, a, i, b);
            let bounds = distance_bounds(simd, &p, &q);
            let near = near & simd.le(bounds, simd.splat(self.limit_squared));
            let first = a.triangle(i);
            return bits(near).any(|j| is_at(self.limit, &first, &b.triangle(j as usize)));
        }
        touches_any(simd, a, i, b, near)
    }
}

/// One triangle of a block in all lanes, and those of another.
#[inline(always)]
fn corners<S: Simd>(simd: S, a: &PairBlock, i: usize, b: &PairBlock) -> [[[S::F; 3]; 3]; 2] {
    [
        [a.corner_of(simd, 0, i), a.corner_of(simd, 1, i), a.corner_of(simd, 2, i)],
        [b.corner(simd, 0), b.corner(simd, 1), b.corner(simd, 2)],
    ]
}

/// Returns true if triangle `i` of one block touches any of those of another whose bit is set. Tests planes,
/// then signs in lanes, then exactly.
#[inline(always)]
fn touches_any<S: Simd>(simd: S, a: &PairBlock, i: usize, b: &PairBlock, near: u32) -> bool {
    let mut left = near;
    let [p, q] = corners(simd, a, i, b);
    let span = (a.bounds.max.max(b.bounds.max) - a.bounds.min.min(b.bounds.min)).max_element();
    let heights = b.heights(simd, a.normal_of(simd, i), p[0]);
    let of_one = (a.edges_of(i) * span + ORIENTATION_FLOOR) * ORIENTATION_ROUNDING;
    left &= !beside(simd, heights, simd.splat(of_one));
    if left == 0 {
        return false;
    }
    let normals = b.normals(simd);
    let heights = [
        about_dot(simd, normals, sub3(simd, p[0], q[0])),
        about_dot(simd, normals, sub3(simd, p[1], q[0])),
        about_dot(simd, normals, sub3(simd, p[2], q[0])),
    ];
    left &= !beside(simd, heights, bound(simd, b.edges(simd), simd.splat(span)));
    if left == 0 {
        return false;
    }
    if share_a_corner(simd, &p, &q) & left != 0 {
        return true;
    }
    let (touching, apart) = decide(simd, &p, &q);
    if touching & left != 0 {
        return true;
    }
    left &= !apart;
    if left != 0 {
        left &= !apart_in_plane(simd, &p, &q);
    }
    let first = a.triangle(i);
    bits(left).any(|j| triangles_intersect_exactly(&first, &b.triangle(j as usize)))
}

impl NearestVisitor for LowestOfFirst {
    #[inline(always)]
    fn limit_squared(&self) -> f32 {
        self.limit_squared
    }

    #[inline(always)]
    fn is_by_distance(&self) -> bool {
        false
    }

    #[inline(always)]
    fn end(&self) -> u32 {
        self.best.map_or(u32::MAX, |(index, _)| index)
    }

    #[inline(always)]
    fn blocks<S: Simd>(&mut self, simd: S, a: &PairBlock, b: &PairBlock) {
        simd.call(Blocks { visitor: self, blocks: [a, b] });
    }
}

/// All pairs of triangles of two blocks.
struct Blocks<'a> {
    visitor: &'a mut LowestOfFirst,
    blocks: [&'a PairBlock; 2],
}

impl Kernel for Blocks<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Blocks { visitor, blocks: [a, b] } = self;
        let mut left =
            a.within(simd, b.bounds.min.to_array(), b.bounds.max.to_array(), visitor.limit_squared);
        while let Some(lane) = bits(left).min_by_key(|&lane| a.ids[lane as usize % LANES]) {
            left &= !(1 << lane);
            let lane = lane as usize % LANES;
            if a.ids[lane] >= visitor.end() {
                return;
            }
            if visitor.is_near_any(simd, a, lane, b) {
                visitor.best = Some((a.ids[lane], a.triangle(lane)));
                return;
            }
        }
    }
}

/// Looks for the lowest triangle that is at the distance from one.
struct LowestOfSecond {
    limit: f32,
    of: Triangle,
    around: Aabb,
    best: Option<Found>,
}

impl OneVisitor for LowestOfSecond {
    #[inline(always)]
    fn passes(&self, bounds: &Aabb) -> bool {
        bounds.separation(&self.around) as f32 <= self.limit
    }

    #[inline(always)]
    fn end(&self) -> u32 {
        self.best.map_or(u32::MAX, |(index, _)| index)
    }

    #[inline(always)]
    fn block(&mut self, block: &PairBlock) -> ControlFlow<()> {
        for lane in bits(block.seen) {
            let (index, triangle) = (block.ids[lane as usize % LANES], block.triangle(lane as usize));
            if index < self.end() && self.passes(&triangle.bounds()) && is_at(self.limit, &self.of, &triangle)
            {
                self.best = Some((index, triangle));
            }
        }
        ControlFlow::Continue(())
    }
}

/// Two posed trees that are so far apart.
struct LowestQuery {
    limit: f32,
}

impl PairQuery for LowestQuery {
    type Output = Option<[Found; 2]>;

    #[inline(always)]
    fn run<S: Simd, T: PairMemory>(
        self,
        simd: S,
        [a, b]: [&PosedTree<T>; 2],
        frames: &Frames,
    ) -> Option<[Found; 2]> {
        let LowestQuery { limit } = self;
        let mut first = LowestOfFirst { limit, limit_squared: square_of(limit), best: None };
        traverse_nearest(simd, [a, b], frames, &mut first);
        let (index, of) = first.best?;
        let mut second = LowestOfSecond { limit, of, around: of.bounds(), best: None };
        traverse_one(simd, b, &mut second);
        Some([(index, of), second.best?])
    }
}

impl MeshPair<'_> {
    /// The pair with the lowest indices of those at a distance, which must be the smallest of all; 0 if any
    /// touch.
    pub(super) fn lowest_at(&self, poses: &PosePair, distance: f32) -> Option<[Found; 2]> {
        self.run(poses, 0.0, LowestQuery { limit: distance }).flatten()
    }
}
