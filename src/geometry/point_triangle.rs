//! Closest point on a triangle.
//!
//! The answer is the best of four candidates (the three edges and, if the point is over it, the face) instead
//! of the one region that a chain of signs selects (Ericson, *Real-Time Collision Detection* (2005), section
//! 5.1.5). A sliver's wrong sign then costs nothing, because every candidate is a point of the triangle. The
//! face's distance is taken along its normal, not between weighted corners: the error of the first grows with
//! the reciprocal of a sliver's width, that of the second with its square.
//!
//! Results are f64, rounded once. Triangles are compared by f32 for the edges, whose error is a few units in
//! the last place whatever the triangle's shape, and by f64 for the face (see `docs/exactness.md`).

use super::{Triangle, Vec3, dot, max, min};
use crate::arrays::MapEach;
use glam::DVec3;

/// The part of a triangle that holds the closest point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Feature {
    /// The inside.
    Face = 0,
    /// The edge from `a` to `b`.
    EdgeAb = 1,
    /// The edge from `b` to `c`.
    EdgeBc = 2,
    /// The edge from `c` to `a`.
    EdgeCa = 3,
    /// Corner `a`.
    VertexA = 4,
    /// Corner `b`.
    VertexB = 5,
    /// Corner `c`.
    VertexC = 6,
}

impl Feature {
    /// The numbers of its corners, in the triangle's order around it.
    pub(crate) fn corners(self) -> &'static [usize] {
        match self {
            Feature::Face => &[0, 1, 2],
            Feature::EdgeAb => &[0, 1],
            Feature::EdgeBc => &[1, 2],
            Feature::EdgeCa => &[2, 0],
            Feature::VertexA => &[0],
            Feature::VertexB => &[1],
            Feature::VertexC => &[2],
        }
    }

    /// The part with this number; of unknown ones the face.
    pub(crate) fn from_number(number: u32) -> Feature {
        match number {
            1 => Feature::EdgeAb,
            2 => Feature::EdgeBc,
            3 => Feature::EdgeCa,
            4 => Feature::VertexA,
            5 => Feature::VertexB,
            6 => Feature::VertexC,
            _ => Feature::Face,
        }
    }
}

/// The result of [`closest_point_triangle`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestOnTriangle {
    /// The offset from the query point to the closest point.
    pub offset: DVec3,
    /// The part of the triangle that holds the closest point.
    pub feature: Feature,
}

impl ClosestOnTriangle {
    /// The closest point itself. `query` is the point that [`closest_point_triangle`] was called with.
    #[inline(always)]
    pub fn point(&self, query: Vec3) -> Vec3 {
        (query.as_dvec3() + self.offset).as_vec3()
    }

    /// The distance.
    #[inline(always)]
    pub fn distance(&self) -> f32 {
        self.offset.length() as f32
    }
}

/// The closest point of the triangle to `point`.
#[inline]
pub fn closest_point_triangle(point: Vec3, triangle: &Triangle) -> ClosestOnTriangle {
    let (offset, feature) = closest_offset(point.as_dvec3(), triangle);
    ClosestOnTriangle { offset, feature }
}

/// The squared distance of the triangle, by which triangles are compared with each other and with radii.
/// Within a few units in the last place of the farthest corner's distance. Never less than
/// [`super::Aabb::distance_squared`] of any box that contains the triangle, to the bit. Not finite if it is
/// too large for f32.
#[inline]
pub fn distance_squared_triangle(point: Vec3, triangle: &Triangle) -> f32 {
    let (a, b, c) = (triangle.a - point, triangle.b - point, triangle.c - point);
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let edge = min(min(of_edge(a, ab), of_edge(b, bc)), of_edge(a, ac));
    let own = triangle.bounds().distance_squared(point);
    let nearest = match face_offset(point.as_dvec3(), triangle) {
        Some(offset) => min(offset.length_squared() as f32, edge),
        None => edge,
    };
    max(nearest, own)
}

/// The squared distance of an edge from the origin.
#[inline(always)]
fn of_edge(from: Vec3, along: Vec3) -> f32 {
    // An edge without length ends at either end.
    let factor = max(min((0.0 - dot(along, from)) / dot(along, along), 1.0), 0.0);
    let offset = from + along * factor;
    dot(offset, offset)
}

/// The offset from a point to its foot on a triangle's face, if the foot lies inside.
#[inline]
fn face_offset(point: DVec3, triangle: &Triangle) -> Option<DVec3> {
    let corners = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3() - point);
    face_offset_from(corners)
}

/// The same from the origin, for a face with these corners.
#[inline(always)]
fn face_offset_from([a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let normal = ca.cross(ab);
    let area = normal.length_squared();
    // On the inner side of each edge.
    let inside =
        normal.dot(a.cross(ab)) > 0.0 && normal.dot(b.cross(bc)) > 0.0 && normal.dot(c.cross(ca)) > 0.0;
    let has_face = area > THINNEST_SQUARED * ab.length_squared() * ca.length_squared();
    // From the nearest corner: rounding errors grow with the distance to the corner.
    (inside && has_face).then(|| normal * (normal.dot(nearest(a, b, c)) / area))
}

/// Triangles thinner than this, as the squared sine of the angle at their first corner, have no face: its
/// normal would be uncertain. An edge is as near, but for 2^-26 of the triangle's size.
pub(crate) const THINNEST_SQUARED: f64 = 1.0 / (1u64 << 52) as f64;

/// The offset from a point to the closest point of a triangle, and the part that holds it.
#[inline]
pub(crate) fn closest_offset(point: DVec3, triangle: &Triangle) -> (DVec3, Feature) {
    closest_offset_from([triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3() - point))
}

/// The same from the origin, to a triangle with these corners.
#[inline(always)]
pub(crate) fn closest_offset_from([a, b, c]: [DVec3; 3]) -> (DVec3, Feature) {
    let on_ab = on_edge(a, b, [Feature::VertexA, Feature::EdgeAb, Feature::VertexB]);
    let on_bc = on_edge(b, c, [Feature::VertexB, Feature::EdgeBc, Feature::VertexC]);
    let on_ca = on_edge(c, a, [Feature::VertexC, Feature::EdgeCa, Feature::VertexA]);
    let best = if on_bc.0 < on_ab.0 { on_bc } else { on_ab };
    let best = if on_ca.0 < best.0 { on_ca } else { best };
    match face_offset_from([a, b, c]) {
        Some(offset) if offset.length_squared() < best.0 => (offset, Feature::Face),
        _ => (best.1, best.2),
    }
}

#[inline(always)]
fn nearest(a: DVec3, b: DVec3, c: DVec3) -> DVec3 {
    let (aa, bb, cc) = (a.length_squared(), b.length_squared(), c.length_squared());
    let (ab, abab) = if bb < aa { (b, bb) } else { (a, aa) };
    if cc < abab { c } else { ab }
}

/// The squared distance of an edge, the offset to its closest point, and the part that holds it: the first
/// corner, the edge or the second one.
#[inline(always)]
fn on_edge(from: DVec3, to: DVec3, features: [Feature; 3]) -> (f64, DVec3, Feature) {
    let along = to - from;
    let (reach, length) = (-from.dot(along), along.length_squared());
    // Written so that an edge without length ends at `from`.
    let (offset, feature) = if !(reach > 0.0 && length > 0.0) {
        (from, features[0])
    } else if reach >= length {
        (to, features[2])
    } else {
        (from + along * (reach / length), features[1])
    };
    (offset.length_squared(), offset, feature)
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;
    use proptest::prelude::*;

    const UNIT: Triangle = Triangle { a: Vec3::ZERO, b: Vec3::X, c: Vec3::Y };

    #[test]
    fn every_feature_is_found() {
        let cases = [
            ([0.25, 0.25, 2.0], [0.25, 0.25, 0.0], Feature::Face),
            ([0.5, -1.0, 0.0], [0.5, 0.0, 0.0], Feature::EdgeAb),
            ([1.0, 1.0, 0.0], [0.5, 0.5, 0.0], Feature::EdgeBc),
            ([-2.0, 0.5, 1.0], [0.0, 0.5, 0.0], Feature::EdgeCa),
            ([-1.0, -1.0, 3.0], [0.0, 0.0, 0.0], Feature::VertexA),
            ([3.0, -1.0, 0.0], [1.0, 0.0, 0.0], Feature::VertexB),
            ([-0.5, 4.0, 0.0], [0.0, 1.0, 0.0], Feature::VertexC),
        ];
        for (point, expected, feature) in cases {
            let point = Vec3::from(point);
            let found = closest_point_triangle(point, &UNIT);
            assert_eq!(found.point(point), Vec3::from(expected));
            assert_eq!(found.feature, feature);
            assert_eq!(distance_squared_triangle(point, &UNIT), point.distance_squared(Vec3::from(expected)));
            assert_eq!(found.distance(), point.distance(Vec3::from(expected)));
        }
    }

    #[test]
    fn degenerate_triangles_are_segments_and_points() {
        let point = Triangle::new(Vec3::ONE, Vec3::ONE, Vec3::ONE);
        let found = closest_point_triangle(Vec3::ZERO, &point);
        assert_eq!((found.offset, found.feature), (DVec3::ONE, Feature::VertexA));
        let segment = Triangle::new(Vec3::ZERO, Vec3::X * 4.0, Vec3::X);
        let found = closest_point_triangle(Vec3::new(2.0, 3.0, 0.0), &segment);
        assert_eq!(found.distance(), 3.0);
        assert_eq!(distance_squared_triangle(Vec3::new(2.0, 3.0, 0.0), &segment), 9.0);
    }

    #[test]
    fn faces_of_any_size_are_found() {
        for exponent in -18..=18 {
            let s = 10f32.powi(exponent);
            let t = Triangle::new(UNIT.a * s, UNIT.b * s, UNIT.c * s);
            let found = closest_point_triangle(Vec3::new(0.3, 0.3, 0.01) * s, &t);
            assert_eq!(found.feature, Feature::Face, "scale {s}");
            assert!((found.distance() / s - 0.01).abs() < 1e-8, "scale {s}: {found:?}");
        }
    }

    /// A sliver whose distance in f32 alone was wrong by thirty times itself.
    #[test]
    fn a_known_sliver() {
        let at = |x: u32, y: u32, z: u32| Vec3::new(f32::from_bits(x), f32::from_bits(y), f32::from_bits(z));
        let point = at(0x3f5d_8f9a, 0xbdc8_9483, 0xbe30_da4a);
        let triangle = Triangle::new(
            at(0x3f4a_8291, 0xbe25_44b6, 0xbe85_d5af),
            at(0x3f66_4f12, 0xbd8b_c514, 0xbe07_090d),
            at(0x3f66_56fd, 0xbd8d_a0fe, 0xbe07_1cf1),
        );
        let expected = testing::distance(point.as_dvec3(), &triangle);
        let found = closest_point_triangle(point, &triangle);
        assert!((3.6e-6..3.8e-6).contains(&expected), "{expected}");
        assert!((f64::from(found.distance()) - expected).abs() < 1e-7 * expected, "{found:?} {expected}");
    }

    proptest! {
        /// Against f64 sampling of the whole triangle: never nearer than the truth (but for rounding),
        /// never farther than the best sample.
        #[test]
        fn bounded_by_samples(
            p in prop::array::uniform3(-2.0f32..2.0), a in prop::array::uniform3(-1.0f32..1.0),
            e in prop::array::uniform3(-1.0f32..1.0), f in prop::array::uniform3(-1.0f32..1.0),
            squash in prop::sample::select(vec![1.0f32, 1e-2, 1e-4, 1e-6, 0.0]),
        ) {
            let (p, a, e) = (Vec3::from(p), Vec3::from(a), Vec3::from(e));
            let b = a + e;
            let c = a + e * 0.6 + Vec3::from(f) * squash;
            let t = Triangle::new(a, b, c);
            let found = closest_point_triangle(p, &t);
            let mut best = f64::INFINITY;
            for i in 0..=60 {
                for j in 0..=60 - i {
                    let (u, v) = (i as f64 / 60.0, j as f64 / 60.0);
                    let q = a.as_dvec3() * (1.0 - u - v) + b.as_dvec3() * u + c.as_dvec3() * v;
                    best = best.min(q.distance_squared(p.as_dvec3()));
                }
            }
            let distance = f64::from(found.distance());
            prop_assert!(distance <= best.sqrt() * (1.0 + 1e-7), "{distance} {}", best.sqrt());
            prop_assert!(distance >= best.sqrt() - 0.06, "{distance} {}", best.sqrt());
            prop_assert!(distance_squared_triangle(p, &t) >= t.bounds().distance_squared(p));
        }
    }
}
