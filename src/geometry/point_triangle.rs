//! Closest point on a triangle.
//!
//! The regions follow Ericson, *Real-Time Collision Detection* (2005), section 5.1.5, but the answer is
//! the best of four candidates — three edges and, where the projection falls inside, the face — instead
//! of the one region that a chain of signs selects: a sliver's wrong sign then costs nothing, because
//! every candidate is a point of the triangle. Corners are returned exactly.

use super::{Triangle, Vec3, dot, max3, min3};

/// Which part of the triangle is closest.
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

/// What [`closest_point_triangle`] found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestOnTriangle {
    /// From the query point to the closest point.
    pub offset: Vec3,
    /// Its squared length: `dot(offset, offset)`. Not finite where the distance is too large for f32.
    pub distance_squared: f32,
    /// The part of the triangle that holds the closest point.
    pub feature: Feature,
}

/// The closest point of the triangle to `point`. Never nearer than [`super::Aabb::distance_squared`] of
/// any box that contains the triangle, to the bit.
#[inline]
pub fn closest_point_triangle(point: Vec3, triangle: &Triangle) -> ClosestOnTriangle {
    let (a, b, c) = (triangle.a - point, triangle.b - point, triangle.c - point);
    let low = min3(min3(a, b), c);
    let high = max3(max3(a, b), c);
    let candidate = |offset: Vec3, feature: Feature| {
        let offset = max3(min3(offset, high), low);
        ClosestOnTriangle { offset, distance_squared: dot(offset, offset), feature }
    };
    let edge = |from: Vec3, to: Vec3, on_edge: Feature, at_from: Feature, at_to: Feature| {
        let along = to - from;
        let reach = -dot(from, along);
        let length = dot(along, along);
        // Written so that a zero-length edge and an overflow both end at `from`.
        if !(reach > 0.0 && length > 0.0) {
            candidate(from, at_from)
        } else if reach >= length {
            candidate(to, at_to)
        } else {
            candidate(from + along * (reach / length), on_edge)
        }
    };
    let mut best = edge(a, b, Feature::EdgeAb, Feature::VertexA, Feature::VertexB);
    let bc = edge(b, c, Feature::EdgeBc, Feature::VertexB, Feature::VertexC);
    if bc.distance_squared < best.distance_squared {
        best = bc;
    }
    let ca = edge(c, a, Feature::EdgeCa, Feature::VertexC, Feature::VertexA);
    if ca.distance_squared < best.distance_squared {
        best = ca;
    }
    let (ab, ac) = (b - a, c - a);
    let (d1, d2) = (-dot(ab, a), -dot(ac, a));
    let (d3, d4) = (-dot(ab, b), -dot(ac, b));
    let (d5, d6) = (-dot(ab, c), -dot(ac, c));
    let va = d3 * d6 - d5 * d4;
    let vb = d5 * d2 - d1 * d6;
    let vc = d1 * d4 - d3 * d2;
    let sum = (va + vb) + vc;
    let weights = if sum.abs() >= SMALLEST_AREA_SQUARED && sum.abs() <= f32::MAX {
        (va > 0.0 && vb > 0.0 && vc > 0.0).then(|| (vb / sum, vc / sum))
    } else {
        face_in_double_precision([d1, d2, d3, d4, d5, d6])
    };
    if let Some((v, w)) = weights {
        let face = candidate((a + ab * v) + ac * w, Feature::Face);
        if face.distance_squared < best.distance_squared {
            best = face;
        }
    }
    best
}

/// Below this the fourth powers of lengths that decide about the face have lost digits to underflow.
pub(crate) const SMALLEST_AREA_SQUARED: f32 = 1e-30;

/// The weights of `b` and `c` where the projection falls inside, for triangles so small or large that
/// the fourth powers do not fit f32.
#[cold]
fn face_in_double_precision(d: [f32; 6]) -> Option<(f32, f32)> {
    let [d1, d2, d3, d4, d5, d6] = d.map(f64::from);
    let va = d3 * d6 - d5 * d4;
    let vb = d5 * d2 - d1 * d6;
    let vc = d1 * d4 - d3 * d2;
    let sum = (va + vb) + vc;
    (va > 0.0 && vb > 0.0 && vc > 0.0).then(|| ((vb / sum) as f32, (vc / sum) as f32))
}

#[cfg(test)]
mod tests {
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
            assert_eq!(point + found.offset, Vec3::from(expected));
            assert_eq!(found.feature, feature);
            assert_eq!(found.distance_squared, point.distance_squared(Vec3::from(expected)));
        }
    }

    #[test]
    fn degenerate_triangles_are_segments_and_points() {
        let point = Triangle::new(Vec3::ONE, Vec3::ONE, Vec3::ONE);
        let found = closest_point_triangle(Vec3::ZERO, &point);
        assert_eq!((found.offset, found.feature), (Vec3::ONE, Feature::VertexA));
        let segment = Triangle::new(Vec3::ZERO, Vec3::X * 4.0, Vec3::X);
        let found = closest_point_triangle(Vec3::new(2.0, 3.0, 0.0), &segment);
        assert_eq!(found.distance_squared, 9.0);
    }

    #[test]
    fn faces_of_any_size_are_found() {
        for exponent in -18..=18 {
            let s = 10f32.powi(exponent);
            let t = Triangle::new(UNIT.a * s, UNIT.b * s, UNIT.c * s);
            let found = closest_point_triangle(Vec3::new(0.3, 0.3, 0.01) * s, &t);
            assert_eq!(found.feature, Feature::Face, "scale {s}");
            assert!((found.distance_squared.sqrt() / s - 0.01).abs() < 1e-6, "scale {s}: {found:?}");
        }
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
            let distance = (found.distance_squared as f64).sqrt();
            prop_assert!(distance <= best.sqrt() + 1e-5, "{distance} {}", best.sqrt());
            prop_assert!(distance >= best.sqrt() - 0.06, "{distance} {}", best.sqrt());
            prop_assert!(found.distance_squared >= t.bounds().distance_squared(p));
        }
    }
}
