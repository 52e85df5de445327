//! Closest point on the surface.

use super::distance_lanes::distance_lanes;
use super::engine::{OneByOne, Query, answer_batch};
use super::nearest::Nearest;
use super::{Batch, Filter, NO_TRIANGLE, Output};
use crate::Result;
use crate::geometry::{Aabb, Feature, PointQuery, Vec3, closest_point_triangle, distance_squared_triangle};
use crate::mesh::Mesh;
use crate::mesh::tree::{Block, LeafTriangle, NearestFirst, PointTest, Tree, Visitor};
use crate::simd::Simd;
use std::ops::ControlFlow;

/// The closest point of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoint {
    /// On the surface; the query point itself where nothing was found.
    pub point: Vec3,
    /// From the query point; infinite where nothing was found.
    pub distance: f32,
    /// The triangle, or [`NO_TRIANGLE`].
    pub triangle: u32,
    /// The part of that triangle that is closest.
    pub feature: Feature,
}

impl ClosestPoint {
    /// Nothing, to begin with.
    pub const NONE: ClosestPoint = ClosestPoint {
        point: Vec3::ZERO,
        distance: f32::INFINITY,
        triangle: NO_TRIANGLE,
        feature: Feature::Face,
    };
}

struct ClosestTriangle {
    point: Vec3,
    nearest: Nearest,
}

impl Visitor for ClosestTriangle {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.nearest.limit()
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        if leaf.triangle.bounds().distance_squared(self.point) <= self.nearest.limit() {
            let key = distance_squared_triangle(self.point, &leaf.triangle);
            self.nearest.take(key, leaf);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let point = self.point;
        let bounds = distance_lanes(simd, point, block, seen, self.nearest.limit(), 0);
        let key = |triangle: &_| Some(distance_squared_triangle(point, triangle));
        self.nearest.note(simd, block, 0, bounds, key);
        ControlFlow::Continue(())
    }
}

/// The closest point.
struct Closest;

impl Query for Closest {
    type Input = PointQuery;
    type Answer = ClosestPoint;

    fn check(query: &PointQuery, i: usize) -> Result<()> {
        query.check(|| text!("queries[{i}]"))
    }

    fn nothing(query: &PointQuery) -> ClosestPoint {
        ClosestPoint {
            point: query.point,
            distance: f32::INFINITY,
            triangle: NO_TRIANGLE,
            feature: Feature::Face,
        }
    }

    const STREAMS_SMALL: bool = true;

    type Order = NearestFirst;
    type Test = PointTest;
    type Visitor<'a> = ClosestTriangle;

    #[inline(always)]
    fn begin(_: &Aabb, query: &PointQuery, _: &Filter) -> (PointTest, ClosestTriangle) {
        let limit = (query.max_distance * query.max_distance).min(f32::MAX);
        (PointTest(query.point), ClosestTriangle { point: query.point, nearest: Nearest::within(limit) })
    }

    type Setup = OneByOne;

    type Leaves = OneByOne;

    type Found = Nearest;

    #[inline(always)]
    fn found(visitor: &ClosestTriangle) -> Nearest {
        visitor.nearest
    }

    type Wanted = ();

    #[inline(always)]
    fn answer<L: Tree>(tree: L, query: &PointQuery, nearest: &Nearest, (): ()) -> ClosestPoint {
        let Some(triangle) = nearest.read(tree) else { return Closest::nothing(query) };
        let found = closest_point_triangle(query.point, &triangle);
        ClosestPoint {
            point: found.point(query.point),
            // The two may be rounded differently.
            distance: found.distance().min(query.max_distance),
            triangle: nearest.index(),
            feature: found.feature,
        }
    }
}

impl Mesh<'_> {
    /// The closest point of the surface to each query point, no farther than its `max_distance`; among
    /// equally near triangles the one with the lowest index. Distances below 1e-22 count as 0; the one that is written is the
    /// point's, or `max_distance` if that is less.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a query, before anything
    /// is written.
    pub fn closest_point(
        &self,
        queries: &(impl Batch<PointQuery> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<ClosestPoint> + ?Sized),
    ) -> Result<()> {
        answer_batch!(Closest: self.tree(), queries, filter, (), answers)
    }
}
