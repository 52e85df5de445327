//! Closest point on the surface.

use super::node_test::PointTest;
use super::traverse::{self, Nearest};
use super::{Batch, Filter, NO_TRIANGLE, Output, check_finite, check_length, check_length_of};
use crate::Result;
use crate::geometry::{ClosestOnTriangle, Feature, Vec3, closest_point_triangle};
use crate::mesh::Mesh;
use crate::mesh::cooked::with_layout;
use crate::mesh::layout::LeafTriangle;

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
    triangle: u32,
    best: Option<ClosestOnTriangle>,
}

impl Nearest for ClosestTriangle {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn visit(&mut self, leaf: &LeafTriangle) {
        let found = closest_point_triangle(self.point, &leaf.triangle);
        let nearer = found.distance_squared < self.limit;
        if nearer || (found.distance_squared == self.limit && leaf.index < self.triangle) {
            self.limit = found.distance_squared;
            self.triangle = leaf.index;
            self.best = Some(found);
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
        check_length(queries.count(), answers.capacity())?;
        for i in 0..queries.count() {
            let query = queries.query(i);
            check_finite(query.point, || format!("queries[{i}].point"))?;
            check_length_of(query.max_distance, true, || format!("queries[{i}].max_distance"))?;
        }
        let may_hit = self.may_accept(filter);
        with_layout!(self, layout => for i in 0..queries.count() {
            let query = queries.query(i);
            let limit = (query.max_distance * query.max_distance).min(f32::MAX);
            let mut nearest =
                ClosestTriangle { point: query.point, limit, triangle: NO_TRIANGLE, best: None };
            if may_hit {
                traverse::nearest_first(layout, &PointTest(query.point), filter, &mut nearest);
            }
            answers.write(i, match nearest.best {
                Some(best) => ClosestPoint {
                    point: query.point + best.offset,
                    distance: best.distance_squared.sqrt(),
                    triangle: nearest.triangle,
                    feature: best.feature,
                },
                None => ClosestPoint {
                    point: query.point,
                    distance: f32::INFINITY,
                    triangle: NO_TRIANGLE,
                    feature: Feature::Face,
                },
            });
        });
        Ok(())
    }
}
