//! Closest point on the surface, decided in f64 among the triangles that f32 cannot tell apart.
//!
//! Beside a seam, f32 does not know the edge of one triangle from the face of the next, which is nearer by as little as
//! the square of how far away the edge is; the direction to the one is off by that distance. For a distance that makes
//! no difference, for the normal of a contact it does.

use super::distance_lanes::distance_lanes;
use super::nearest::{KeyBounds, nearest_lane};
use super::search::Query;
use super::{Filter, check_length_of};
use crate::Result;
use crate::geometry::{Aabb, Triangle, Vec3, closest_offset, distance_squared_triangle, max_abs};
use crate::mesh::MeshTree;
use crate::mesh::tree::{Block, LeafTriangle, NearestFirst, PointTest, Tree, Visitor};
use crate::simd::Simd;
use glam::DVec3;
use std::ops::ControlFlow;

/// A point whose closest triangle is searched.
#[derive(Clone, Copy)]
pub(crate) struct ExactPoint {
    pub(crate) point: DVec3,
    /// Triangles count whose squared distance from the point in f32, by the reference arithmetic, is at most this.
    pub(crate) limit: f32,
}

/// The closest triangle, and its point that is closest.
#[derive(Clone, Copy)]
pub(crate) struct ExactClosest {
    pub(crate) triangle: Triangle,
    /// From the query point.
    pub(crate) offset: DVec3,
}

struct ExactGoal {
    exact: DVec3,
    point: Vec3,
    /// Squared distance in f32 that counts.
    limit: f32,
    best: Option<(f64, ExactClosest)>,
}

impl ExactGoal {
    /// Not inlined: it is not lane code, and rare.
    #[inline(never)]
    fn take(&mut self, triangle: &Triangle) {
        let (offset, _) = closest_offset(self.exact, triangle);
        let square = offset.length_squared();
        if self.best.is_none_or(|best| square < best.0) {
            self.best = Some((square, ExactClosest { triangle: *triangle, offset }));
            // More than f32 can be wrong by.
            let distance = square.sqrt() as f32 + max_abs(self.point) * (1.0 / 8_388_608.0);
            let limit = distance * distance * (1.0 + 1.0 / 262_144.0);
            self.limit = if limit < self.limit { limit } else { self.limit };
        }
    }
}

impl Visitor for ExactGoal {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        if distance_squared_triangle(self.point, &leaf.triangle) <= self.limit {
            self.take(&leaf.triangle);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let KeyBounds { mut mask, low, high, .. } =
            distance_lanes(simd, self.point, block, seen, self.limit, 0);
        while mask != 0 {
            let (lane, _) = nearest_lane(simd, mask, high);
            mask &= !(1 << lane);
            if simd.extract(low, lane) <= self.limit {
                let _ = self.triangle(&block.triangle(lane));
            }
        }
        ControlFlow::Continue(())
    }
}

/// The closest triangle in f64.
struct ClosestExactly;

impl Query for ClosestExactly {
    type Input = ExactPoint;
    type Answer = Option<ExactClosest>;

    fn check(query: &ExactPoint, i: usize) -> Result<()> {
        check_length_of(query.limit, true, || format!("queries[{i}].limit"))
    }

    fn nothing(_: &ExactPoint) -> Option<ExactClosest> {
        None
    }

    type Order = NearestFirst;
    type Test = PointTest;
    type Visitor<'a> = ExactGoal;

    #[inline(always)]
    fn begin(_: &Aabb, query: &ExactPoint, _: &Filter) -> (PointTest, ExactGoal) {
        let point = query.point.as_vec3();
        (PointTest(point), ExactGoal { exact: query.point, point, limit: query.limit, best: None })
    }

    type Found = Option<ExactClosest>;

    #[inline(always)]
    fn found(visitor: &ExactGoal) -> Option<ExactClosest> {
        visitor.best.map(|best| best.1)
    }

    type Wanted = ();

    #[inline(always)]
    fn answer<L: Tree>(_: L, _: &ExactPoint, found: &Option<ExactClosest>, (): ()) -> Option<ExactClosest> {
        *found
    }
}

impl MeshTree<'_> {
    /// The closest triangle that the filter sees: the nearest in f64 of those whose distance in f32 counts.
    pub(crate) fn closest_exactly(self, query: ExactPoint, filter: &Filter) -> Option<ExactClosest> {
        // A limit that is no length has no triangle within it.
        self.answer_one::<ClosestExactly>(&query, filter, ()).unwrap_or(None)
    }
}
