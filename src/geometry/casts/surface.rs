//! A triangle as a moving shape sees it: in f64, from a point of the shape.

use crate::arrays::MapEach;
use crate::geometry::{Feature, THINNEST_SQUARED, Triangle, Vec3};
use glam::DVec3;

/// A triangle relative to a point. Coordinates are exact but for a rounding of f64.
pub(super) struct Surface {
    pub(super) corners: [DVec3; 3],
    /// From `a` to `b`, `b` to `c`, `c` to `a`.
    pub(super) edges: [DVec3; 3],
    /// Unit; none if the triangle is so thin that it has no face.
    pub(super) normal: Option<DVec3>,
    /// The largest coordinate.
    pub(super) size: f64,
}

/// The difference of heights, relative to the largest coordinate, up to which corners are of one part: 2^-40.
const LEVEL: f64 = 1.0 / (1u64 << 40) as f64;

impl Surface {
    #[inline(always)]
    pub(super) fn new(triangle: &Triangle, origin: Vec3) -> Surface {
        let [a, b, c] = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
        let (ab, ca) = (b - a, a - c);
        let area = ca.cross(ab);
        let squared = area.length_squared();
        let has_face = squared > THINNEST_SQUARED * ab.length_squared() * ca.length_squared();
        let corners = [a, b, c].map_each(|corner| corner - origin.as_dvec3());
        let size = corners[0].abs().max(corners[1].abs()).max(corners[2].abs()).max_element();
        Surface { corners, edges: [ab, c - b, ca], normal: has_face.then(|| area / squared.sqrt()), size }
    }

    /// How far it reaches along a direction.
    #[inline(always)]
    pub(super) fn highest(&self, direction: DVec3) -> f64 {
        let [a, b, c] = self.corners.map_each(|corner| direction.dot(corner));
        a.max(b).max(c)
    }

    /// How far it reaches against a direction, negative.
    #[inline(always)]
    pub(super) fn lowest(&self, direction: DVec3) -> f64 {
        let [a, b, c] = self.corners.map_each(|corner| direction.dot(corner));
        a.min(b).min(c)
    }

    /// The part that lies farthest along a unit direction.
    pub(super) fn part(&self, direction: DVec3) -> Feature {
        let level = self.highest(direction) - self.size * LEVEL;
        match self.corners.map_each(|corner| direction.dot(corner) >= level) {
            [true, true, false] => Feature::EdgeAb,
            [false, true, true] => Feature::EdgeBc,
            [true, false, true] => Feature::EdgeCa,
            [true, false, false] => Feature::VertexA,
            [false, true, false] => Feature::VertexB,
            [false, false, true] => Feature::VertexC,
            _ => Feature::Face,
        }
    }
}
