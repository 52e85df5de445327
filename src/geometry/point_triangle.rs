//! Closest point on a triangle.
//!
//! The regions follow Ericson, *Real-Time Collision Detection* (2005), section 5.1.5, but the answer is
//! the best of four candidates — three edges and, where the projection falls inside, the face — instead
//! of the one region that a chain of signs selects: a sliver's wrong sign then costs nothing, because
//! every candidate is a point of the triangle. Corners are returned exactly.

use super::{Triangle, Vec3, cross, dot, max3, min3};
use glam::Vec4;

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
    let corners = Lanes3::new(a, b, c);
    let edges = EdgeCandidates::new(&corners, &Lanes3::new(b, c, a), low, high);
    let [on_ab, on_bc, on_ca, _] = edges.offset.dot(&edges.offset).to_array();
    let (edge, distance_squared) = if on_bc < on_ab { (1, on_bc) } else { (0, on_ab) };
    let (edge, distance_squared) =
        if on_ca < distance_squared { (2, on_ca) } else { (edge, distance_squared) };
    let best =
        ClosestOnTriangle { offset: edges.offset.lane(edge), distance_squared, feature: edges.feature(edge) };

    let (ab, ac) = (b - a, c - a);
    // Minus the dot products of both sides with each corner: Ericson's d1, d3, d5 and d2, d4, d6.
    let along_ab = -corners.dot(&Lanes3::splat(ab)).truncate();
    let along_ac = -corners.dot(&Lanes3::splat(ac)).truncate();
    let areas = cross(along_ab, along_ac);
    let sum = (areas.x + areas.y) + areas.z;
    let weights = if sum.abs() >= SMALLEST_AREA_SQUARED && sum.abs() <= f32::MAX {
        (areas.x > 0.0 && areas.y > 0.0 && areas.z > 0.0).then(|| (areas.y / sum, areas.z / sum))
    } else {
        face_in_double_precision(along_ab, along_ac)
    };
    if let Some((v, w)) = weights {
        let offset = max3(min3((a + ab * v) + ac * w, high), low);
        let distance_squared = dot(offset, offset);
        if distance_squared < best.distance_squared {
            return ClosestOnTriangle { offset, distance_squared, feature: Feature::Face };
        }
    }
    best
}

/// Three vectors side by side, coordinate by coordinate; the fourth lane is as good as any.
struct Lanes3 {
    x: Vec4,
    y: Vec4,
    z: Vec4,
}

impl Lanes3 {
    #[inline(always)]
    fn new(a: Vec3, b: Vec3, c: Vec3) -> Lanes3 {
        Lanes3 {
            x: Vec4::new(a.x, b.x, c.x, c.x),
            y: Vec4::new(a.y, b.y, c.y, c.y),
            z: Vec4::new(a.z, b.z, c.z, c.z),
        }
    }

    #[inline(always)]
    fn splat(v: Vec3) -> Lanes3 {
        Lanes3 { x: Vec4::splat(v.x), y: Vec4::splat(v.y), z: Vec4::splat(v.z) }
    }

    #[inline(always)]
    fn lane(&self, i: usize) -> Vec3 {
        Vec3::new(self.x[i], self.y[i], self.z[i])
    }

    /// As [`dot`].
    #[inline(always)]
    fn dot(&self, other: &Lanes3) -> Vec4 {
        (self.x * other.x + self.y * other.y) + self.z * other.z
    }
}

/// The closest points of the three edges, at once and without a branch that nobody could predict.
struct EdgeCandidates {
    offset: Lanes3,
    /// Whether a point is not the edge's first corner, and if so, whether it is its second: a bit an edge.
    beyond_first: u32,
    at_second: u32,
}

impl EdgeCandidates {
    #[inline(always)]
    fn new(from: &Lanes3, to: &Lanes3, low: Vec3, high: Vec3) -> EdgeCandidates {
        let along = Lanes3 { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
        let reach = -from.dot(&along);
        let length = along.dot(&along);
        // Written so that a zero-length edge and an overflow both end at `from`.
        let beyond_first = reach.cmpgt(Vec4::ZERO) & length.cmpgt(Vec4::ZERO);
        let at_second = reach.cmpge(length);
        let factor = reach / length;
        let axis = |from: Vec4, to: Vec4, along: Vec4, low: f32, high: f32| {
            let beyond = Vec4::select(at_second, to, from + along * factor);
            let offset = Vec4::select(beyond_first, beyond, from);
            // As `min` and `max`.
            let (low, high) = (Vec4::splat(low), Vec4::splat(high));
            let offset = Vec4::select(offset.cmplt(high), offset, high);
            Vec4::select(offset.cmpgt(low), offset, low)
        };
        let offset = Lanes3 {
            x: axis(from.x, to.x, along.x, low.x, high.x),
            y: axis(from.y, to.y, along.y, low.y, high.y),
            z: axis(from.z, to.z, along.z, low.z, high.z),
        };
        EdgeCandidates { offset, beyond_first: beyond_first.bitmask(), at_second: at_second.bitmask() }
    }

    /// What holds the closest point of an edge.
    #[inline(always)]
    fn feature(&self, edge: usize) -> Feature {
        const FEATURES: [[Feature; 4]; 3] = [
            [Feature::VertexA, Feature::EdgeAb, Feature::VertexA, Feature::VertexB],
            [Feature::VertexB, Feature::EdgeBc, Feature::VertexB, Feature::VertexC],
            [Feature::VertexC, Feature::EdgeCa, Feature::VertexC, Feature::VertexA],
        ];
        FEATURES[edge][(self.beyond_first >> edge & 1 | (self.at_second >> edge & 1) << 1) as usize]
    }
}

/// Below this the fourth powers of lengths that decide about the face have lost digits to underflow.
pub(crate) const SMALLEST_AREA_SQUARED: f32 = 1e-30;

/// The weights of `b` and `c` where the projection falls inside, for triangles so small or large that
/// the fourth powers do not fit f32.
#[cold]
fn face_in_double_precision(along_ab: Vec3, along_ac: Vec3) -> Option<(f32, f32)> {
    let areas = along_ab.as_dvec3().cross(along_ac.as_dvec3());
    let sum = (areas.x + areas.y) + areas.z;
    (areas.x > 0.0 && areas.y > 0.0 && areas.z > 0.0)
        .then(|| ((areas.y / sum) as f32, (areas.z / sum) as f32))
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
