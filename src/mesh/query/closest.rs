//! Closest point on the surface.

use super::distance_lanes::distance_lanes;
use super::lanes::nearest_lane;
use super::node_test::PointTest;
use super::question::Question;
use super::traverse::{Best, Goal, NearestFirst};
use super::{Batch, Filter, NO_TRIANGLE, Output, check_finite, check_length_of};
use crate::Result;
use crate::geometry::{Aabb, Feature, Vec3, closest_point_triangle};
use crate::mesh::Mesh;
use crate::mesh::layout::{Cluster, Layout, LeafTriangle};
use crate::simd::Simd;
use std::ops::ControlFlow;

/// A point to which the surface's closest point is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointQuery {
    /// The point.
    pub point: Vec3,
    /// Nothing farther than this is found; may be infinite. Not negative.
    pub max_distance: f32,
}

/// The closest point of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoint {
    /// On the surface; the query point itself where nothing was found.
    pub point: Vec3,
    /// From the query point; infinite where nothing was found.
    pub distance: f32,
    /// The triangle, or [`NO_TRIANGLE`].
    pub triangle: u32,
    /// Which part of that triangle is closest.
    pub feature: Feature,
}

struct ClosestTriangle {
    point: Vec3,
    limit: f32,
    index: u32,
    /// The triangle itself, or where it lies in the arena, to be read once at the end.
    best: Best,
}

impl Goal for ClosestTriangle {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        let found = closest_point_triangle(self.point, &leaf.triangle);
        let nearer = found.distance_squared < self.limit;
        if nearer || (found.distance_squared == self.limit && leaf.index < self.index) {
            self.limit = found.distance_squared;
            self.index = leaf.index;
            self.best = Best::Triangle(*leaf);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn cluster<S: Simd, const TABLES: usize>(
        &mut self,
        simd: S,
        cluster: Cluster<TABLES>,
        seen: u32,
    ) -> ControlFlow<()> {
        let distances = distance_lanes(simd, self.point, cluster, self.limit, 0);
        let mask = seen & simd.le(distances, simd.splat(self.limit));
        if mask != 0 {
            let (lane, nearest) = nearest_lane(simd, mask, distances);
            let index = cluster.id(lane);
            if nearest < self.limit || index < self.index {
                self.limit = nearest;
                self.index = index;
                self.best = Best::Lane(cluster.reference(), cluster.place(lane));
            }
        }
        ControlFlow::Continue(())
    }
}

/// The closest point.
struct Closest;

impl Question for Closest {
    type Query = PointQuery;
    type Answer = ClosestPoint;

    fn check(query: &PointQuery, i: usize) -> Result<()> {
        check_finite(query.point, || format!("queries[{i}].point"))?;
        check_length_of(query.max_distance, true, || format!("queries[{i}].max_distance"))
    }

    fn nothing(query: &PointQuery) -> ClosestPoint {
        ClosestPoint {
            point: query.point,
            distance: f32::INFINITY,
            triangle: NO_TRIANGLE,
            feature: Feature::Face,
        }
    }

    type Order = NearestFirst;
    type Test = PointTest;
    type Goal<'a> = ClosestTriangle;

    #[inline(always)]
    fn begin(_: &Aabb, query: &PointQuery, _: &Filter) -> (PointTest, ClosestTriangle) {
        let limit = (query.max_distance * query.max_distance).min(f32::MAX);
        let goal = ClosestTriangle { point: query.point, limit, index: NO_TRIANGLE, best: Best::None };
        (PointTest(query.point), goal)
    }

    #[inline(always)]
    fn end<L: Layout>(layout: L, query: &PointQuery, goal: &ClosestTriangle) -> ClosestPoint {
        let Some(leaf) = goal.best.read(layout) else { return Closest::nothing(query) };
        let found = closest_point_triangle(query.point, &leaf.triangle);
        ClosestPoint {
            point: query.point + found.offset,
            distance: found.distance_squared.sqrt(),
            triangle: leaf.index,
            feature: found.feature,
        }
    }
}

impl Mesh<'_> {
    /// The closest point of the surface to each query point, no farther than its `max_distance`; among
    /// equally near triangles the one with the lowest index. Distances whose square overflows f32
    /// (from 1.8e19 on) are not found.
    ///
    /// # Errors
    /// [`crate::Error::NotFinite`] or [`crate::Error::InvalidArgument`] for a query, before anything is
    /// written.
    pub fn closest_point(
        &self,
        queries: &(impl Batch<PointQuery> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<ClosestPoint> + ?Sized),
    ) -> Result<()> {
        self.answer::<Closest>(queries, filter, answers)
    }
}
