//! The distance of two triangles, and their closest points.
//!
//! Ericson, *Real-Time Collision Detection* (2005), sections 5.1.9 and 5.1.10: the closest points of
//! triangles that do not intersect are on two edges, or at a corner of one and on the face of the other. The
//! candidates are all nine pairs of edges and six of corner and face. Each candidate is two points of the
//! triangles, so that a wrong one is never too near. Distances are computed in f64 and rounded once. An exact
//! test for intersection comes before.

use super::decide::triangles_intersect;
use super::intersection::{in_order, intersection};
use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3, closest_offset, closest_on_segments};
use glam::DVec3;

/// The result of [`distance_triangle_triangle`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestOnTriangles {
    /// The closest point on the first triangle.
    pub on_a: Vec3,
    /// The closest point on the second triangle; the same if they share one.
    pub on_b: Vec3,
    /// The distance: 0 exactly if the triangles share a point.
    pub distance: f32,
}

/// The smallest distance of two triangles, and their closest points. The bits do not depend on the order of
/// the corners; the points are swapped if the triangles are.
///
/// Before the one rounding, the error of the distance is at most half a unit in the last place of the largest
/// coordinate. It is also at most 2^-47 of that coordinate divided by the width over the length of the
/// thinner triangle. The distance is not less than [`Aabb::separation`](crate::geometry::Aabb::separation) of
/// any two boxes that contain the triangles.
pub fn distance_triangle_triangle(a: &Triangle, b: &Triangle) -> ClosestOnTriangles {
    if triangles_intersect(a, b)
        && let Some(shared) = intersection(a, b)
    {
        let point = shared.points()[0];
        return ClosestOnTriangles { on_a: point, on_b: point, distance: 0.0 };
    }
    distance_apart(a, b)
}

/// The same for triangles that are known not to share a point.
pub(crate) fn distance_apart(a: &Triangle, b: &Triangle) -> ClosestOnTriangles {
    let (first, second, swapped) = in_order(a, b);
    let (on_first, offset) = closest(&first, &second);
    let own = first.bounds().separation(&second.bounds());
    // They do not touch, so the distance is not zero, however small.
    let distance = (offset.length().max(own) as f32).max(f32::from_bits(1));
    let (on_a, on_b) = (on_first.as_vec3(), (on_first + offset).as_vec3());
    let (on_a, on_b) = if swapped { (on_b, on_a) } else { (on_a, on_b) };
    ClosestOnTriangles { on_a, on_b, distance }
}

/// The closest point of the first triangle, and the offset from it to that of the second.
fn closest(first: &Triangle, second: &Triangle) -> (DVec3, DVec3) {
    let (p, q) = ([first.a, first.b, first.c], [second.a, second.b, second.c]);
    let (p, q) = (p.map_each(|corner| corner.as_dvec3()), q.map_each(|corner| corner.as_dvec3()));
    let (mut best, mut least) = ((p[0], q[0] - p[0]), f64::INFINITY);
    let mut consider = |from: DVec3, offset: DVec3| {
        let square = offset.length_squared();
        if square < least {
            (best, least) = ((from, offset), square);
        }
    };
    for corner in p {
        consider(corner, closest_offset(corner, second).0);
    }
    for corner in q {
        let (offset, _) = closest_offset(corner, first);
        consider(corner + offset, -offset);
    }
    for i in 0..3 {
        for j in 0..3 {
            let (a, b) = (p[i], q[j]);
            let (along, other) = (p[(i + 1) % 3] - a, q[(j + 1) % 3] - b);
            let (s, _, offset) = closest_on_segments(along, other, b - a);
            consider(a + along * s, offset);
        }
    }
    best
}
