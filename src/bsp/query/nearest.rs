//! The triangle of a surface that is nearest to a point: by the reference arithmetic, and decided in f64.
//!
//! Beside a seam, f32 cannot tell the edge of one triangle from the face of the next, which is nearer by as little as
//! the square of how far away the edge is; the direction to the one is off by that distance. So triangles that f32
//! lets through are compared in f64.

use super::super::tree::{Side, Subtree, Tree};
use super::surface::rounding;
use super::walk::{Goal, walk};
use super::{Center, reach};
use crate::geometry::{Triangle, Vec3, closest_point_triangle};
use glam::DVec3;
use std::ops::ControlFlow;

/// A triangle, and its point that is nearest.
#[derive(Clone, Copy)]
pub(super) struct NearestTriangle {
    pub(super) triangle: Triangle,
    /// To the nearest point.
    pub(super) offset: DVec3,
}

/// Looks for the nearest triangle.
struct Closest<'a> {
    tree: &'a Tree<'a>,
    center: Center,
    exact: DVec3,
    point: Vec3,
    /// Squared distance in f32 that counts.
    limit: f32,
    reach: f32,
    best: Option<(f64, NearestTriangle)>,
}

impl Goal for Closest<'_> {
    const FACES: bool = true;

    #[inline(always)]
    fn reach(&self) -> f32 {
        self.reach
    }

    #[inline(always)]
    fn leaf(&mut self, _: Subtree, _: &[Side]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn faces(&mut self, node: usize) -> ControlFlow<()> {
        for (_, triangle) in self.tree.solids.surface.at(node) {
            if triangle.bounds().distance_squared(self.point) > self.limit
                || !(closest_point_triangle(self.point, &triangle).distance_squared <= self.limit)
            {
                continue;
            }
            let offset = nearest_offset(self.exact, &triangle);
            let square = offset.length_squared();
            if self.best.is_none_or(|best| square < best.0) {
                self.best = Some((square, NearestTriangle { triangle, offset }));
                // More than f32 can be wrong by.
                let size = crate::geometry::max_abs(self.point);
                let distance = square.sqrt() as f32 + size * (1.0 / 8_388_608.0);
                let limit = distance * distance * (1.0 + 1.0 / 262_144.0);
                self.limit = if limit < self.limit { limit } else { self.limit };
                self.reach = reach(self.tree, self.center.rounded, distance) + rounding(self.tree);
            }
        }
        ControlFlow::Continue(())
    }
}

/// The triangle nearest to `center`, among those whose squared distance in f32 is at most `limit`.
pub(super) fn nearest(tree: &Tree, center: Center, limit: f32) -> Option<NearestTriangle> {
    let exact = center.exact + tree.origin;
    let reach = reach(tree, center.rounded, limit.sqrt()) + rounding(tree);
    let mut goal = Closest { tree, center, exact, point: exact.as_vec3(), limit, reach, best: None };
    walk::<false, _>(tree, center.rounded, &mut goal);
    goal.best.map(|best| best.1)
}

/// From a point to the nearest point of a triangle, in f64: the best of its edges and, where the point is over it, of
/// its face.
fn nearest_offset(point: DVec3, triangle: &Triangle) -> DVec3 {
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| corner.as_dvec3() - point);
    let edge = |from: DVec3, to: DVec3| {
        let along = to - from;
        let (reach, square) = (-from.dot(along), along.length_squared());
        if reach > 0.0 && square > 0.0 { from + along * (reach / square).min(1.0) } else { from }
    };
    let nearer = |x: DVec3, y: DVec3| if y.length_squared() < x.length_squared() { y } else { x };
    let best = nearer(nearer(edge(a, b), edge(b, c)), edge(c, a));
    let normal = (b - a).cross(c - a);
    let over = [(a, b), (b, c), (c, a)].iter().all(|(from, to)| normal.dot(from.cross(*to)) > 0.0);
    // A point over an edge is nearest to the edge.
    let over = over && normal != DVec3::ZERO;
    if over { nearer(best, normal * (normal.dot(a) / normal.length_squared())) } else { best }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_point_is_on_the_face_or_an_edge_or_a_corner() {
        let triangle = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
        let at = |x: f64, y: f64, z: f64| {
            let point = DVec3::new(x, y, z);
            point + nearest_offset(point, &triangle)
        };
        assert_eq!(at(0.25, 0.25, 3.0), DVec3::new(0.25, 0.25, 0.0));
        assert_eq!(at(0.5, -2.0, 1.0), DVec3::new(0.5, 0.0, 0.0));
        assert_eq!(at(1.0, 1.0, -1.0), DVec3::new(0.5, 0.5, 0.0));
        assert_eq!(at(-1.0, -1.0, 1.0), DVec3::ZERO);
        assert_eq!(at(5.0, -1.0, 0.0), DVec3::X);
        let flat = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::X * 2.0);
        assert_eq!(nearest_offset(DVec3::new(1.5, 1.0, 0.0), &flat), DVec3::new(0.0, -1.0, 0.0));
    }
}
