//! Capsule against triangle: the squared distance between a segment and a triangle (Ericson, *Real-Time
//! Collision Detection* (2005), section 5.1.10) against the squared radius.
//!
//! The closest points of a segment and a triangle lie on an end of the segment, on an edge of the triangle,
//! or where the segment crosses the face. The crossing is decided by the watertight ray test, which leaves no
//! gap where triangles meet, even for a capsule of radius 0. The end points and the edges catch segments that
//! are coplanar, triangles that are degenerate, and segments a rounding error short of crossing.

use super::limits::{check_coordinates, check_length_of};
use super::{
    Aabb, LineBounds, Sphere, Triangle, Vec3, WatertightRay, distance_squared_triangle, max3, min3,
    ray_triangle, segment_segment,
};
use crate::Result;

/// All points within `radius` of the segment from `a` to `b`. A sphere where they coincide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// One end of the segment.
    pub a: Vec3,
    /// Not negative.
    pub radius: f32,
    /// The other end.
    pub b: Vec3,
}

impl Capsule {
    /// A capsule by the ends of its segment.
    pub fn new(a: impl Into<Vec3>, b: impl Into<Vec3>, radius: f32) -> Capsule {
        Capsule { a: a.into(), radius, b: b.into() }
    }

    /// Checks all numbers; `name` is only called for the error text.
    pub(crate) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        check_coordinates(self.a, || text!("{}.a", name()))?;
        check_length_of(self.radius, false, || text!("{}.radius", name()))?;
        check_coordinates(self.b, || text!("{}.b", name()))
    }
}

/// A capsule prepared for many boxes and triangles.
#[derive(Clone, Copy, Debug)]
pub struct CapsuleBounds {
    /// The capsule itself.
    pub(crate) capsule: Capsule,
    /// The line from `a` (at 0) to `b` (at 1) with the radius, for box tests.
    pub(crate) line: LineBounds,
    /// The same line without the radius, for the crossing.
    pub(crate) ray: WatertightRay,
}

impl CapsuleBounds {
    /// Prepares a capsule.
    pub fn new(capsule: &Capsule) -> CapsuleBounds {
        // Clamped, because the difference of two huge numbers can be infinite.
        let along = max3(min3(capsule.b - capsule.a, Vec3::MAX), Vec3::MIN);
        CapsuleBounds {
            capsule: *capsule,
            line: LineBounds::new(capsule.a, along, capsule.radius),
            ray: WatertightRay::new(capsule.a, along),
        }
    }

    /// The length by which `bounds` must at least grow for [`CapsuleBounds::touches`]. Monotone.
    #[inline(always)]
    pub(crate) fn grow(&self, bounds: &Aabb) -> f32 {
        self.line.grow(bounds)
    }

    /// Returns true if the segment meets `bounds` grown by `grow`. [`capsule_triangle`] uses this box test
    /// with the triangle's own box and growth. Monotone in both. The grown box has corners where the capsule
    /// is round, so this may hold for boxes a little apart.
    #[inline(always)]
    pub(crate) fn touches(&self, bounds: &Aabb, grow: f32) -> bool {
        let (enter, leave) = self.line.interval(bounds, grow);
        enter <= leave && enter <= 1.0 && leave >= 0.0
    }
}

/// Returns true if the capsule and the triangle share a point, touching included.
pub fn capsule_triangle(bounds: &CapsuleBounds, triangle: &Triangle) -> bool {
    let own = triangle.bounds();
    if !bounds.touches(&own, bounds.grow(&own)) {
        return false;
    }
    let Capsule { a, radius, b } = bounds.capsule;
    let Triangle { a: p, b: q, c: r } = *triangle;
    let limit = Sphere { center: a, radius }.radius_squared();
    // Edges cost less than faces.
    segment_segment(a, b, p, q).distance_squared <= limit
        || segment_segment(a, b, q, r).distance_squared <= limit
        || segment_segment(a, b, r, p).distance_squared <= limit
        || distance_squared_triangle(a, triangle) <= limit
        || distance_squared_triangle(b, triangle) <= limit
        || ray_triangle(&bounds.ray, triangle, 0.0, 1.0).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;
    use proptest::prelude::*;

    const UNIT: Triangle = Triangle { a: Vec3::ZERO, b: Vec3::X, c: Vec3::Y };

    fn touches(a: [f32; 3], b: [f32; 3], radius: f32, triangle: &Triangle) -> bool {
        capsule_triangle(&CapsuleBounds::new(&Capsule { a: a.into(), radius, b: b.into() }), triangle)
    }

    #[test]
    fn touching_counts() {
        // An end, the side on an edge, the side on a corner, a capsule parallel to the face.
        assert!(touches([0.25, 0.25, 2.0], [0.25, 0.25, 9.0], 2.0, &UNIT));
        assert!(!touches([0.25, 0.25, 2.001], [0.25, 0.25, 9.0], 2.0, &UNIT));
        assert!(touches([0.5, -2.0, -3.0], [0.5, -2.0, 3.0], 2.0, &UNIT));
        assert!(!touches([0.5, -2.001, -3.0], [0.5, -2.001, 3.0], 2.0, &UNIT));
        assert!(touches([-3.0, -4.0, -3.0], [-3.0, -4.0, 3.0], 5.0, &UNIT));
        assert!(!touches([-3.0, -4.001, -3.0], [-3.0, -4.001, 3.0], 5.0, &UNIT));
        for turned in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
            let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
            let [a, b, c] = turned.map(|i| corners[i]);
            assert!(touches([0.5, -2.0, -3.0], [0.5, -2.0, 3.0], 2.0, &Triangle::new(a, b, c)));
        }
        assert!(touches([-9.0, 0.25, 1.0], [9.0, 0.25, 1.0], 1.0, &UNIT));
        assert!(!touches([-9.0, 0.25, 1.001], [9.0, 0.25, 1.001], 1.0, &UNIT));
    }

    #[test]
    fn crossing_needs_no_radius() {
        assert!(touches([0.25, 0.25, 1.0], [0.25, 0.25, -1.0], 0.0, &UNIT));
        assert!(touches([0.25, 0.25, -1.0], [0.3, 0.4, 0.0], 0.0, &UNIT));
        assert!(!touches([0.25, 0.25, 1.0], [0.25, 0.25, 0.5], 0.0, &UNIT));
        assert!(!touches([0.75, 0.75, 1.0], [0.75, 0.75, -1.0], 0.0, &UNIT));
        // In the plane, across the whole triangle.
        assert!(touches([-1.0, 0.25, 0.0], [2.0, 0.25, 0.0], 0.0, &UNIT));
    }

    #[test]
    fn a_capsule_of_no_length_is_a_sphere() {
        assert!(touches([0.25, 0.25, 2.0], [0.25, 0.25, 2.0], 2.0, &UNIT));
        assert!(!touches([0.25, 0.25, 2.01], [0.25, 0.25, 2.01], 2.0, &UNIT));
        assert!(touches([1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.0, &UNIT));
    }

    #[test]
    fn degenerate_triangles_are_segments_and_points() {
        let segment = Triangle::new(Vec3::ZERO, Vec3::X * 4.0, Vec3::X);
        assert!(touches([2.0, 1.0, -1.0], [2.0, 1.0, 1.0], 1.0, &segment));
        assert!(!touches([2.0, 1.1, -1.0], [2.0, 1.1, 1.0], 1.0, &segment));
        let point = Triangle::new(Vec3::ONE, Vec3::ONE, Vec3::ONE);
        assert!(touches([1.0, 0.0, 0.0], [1.0, 0.0, 3.0], 1.0, &point));
        assert!(!touches([1.0, 0.0, 0.0], [1.0, 0.0, 3.0], 0.99, &point));
    }

    proptest! {
        #[test]
        fn agrees_with_f64(
            a in testing::vector(2.0), along in testing::vector(3.0), triangle in testing::triangle(),
            length in prop::sample::select(vec![1.0f32, 1.0, 1e-2, 1e-4, 0.0]),
            factor in prop::sample::select(vec![0.0f32, 0.5, 0.99, 0.9999, 1.0001, 1.01, 2.0]),
        ) {
            let b = a + along * length;
            let (_, gap) = testing::nearest_on_path(a, b - a, &triangle);
            // Crossing is found at any radius; short of it, the radius decides.
            let radius = gap as f32 * factor;
            prop_assume!(gap < 1e-12 || (gap - radius as f64).abs() > 3e-6);
            let found = capsule_triangle(&CapsuleBounds::new(&Capsule { a, radius, b }), &triangle);
            if gap > 1e-12 {
                prop_assert_eq!(found, factor > 1.0, "{} {}", gap, radius);
            } else if !triangle.is_degenerate() {
                // A capsule that crosses within a rounding error of an edge is found with a rounding error of
                // radius.
                let thick = Capsule { a, radius: 3e-6, b };
                prop_assert!(found || capsule_triangle(&CapsuleBounds::new(&thick), &triangle));
            }
        }

        /// Segments through a common edge or corner of a fan touch at least one of its triangles.
        #[test]
        fn a_fan_has_no_gaps(
            (triangles, a, target) in testing::fan(),
        ) {
            let b = a + (target - a) * 2.0;
            let capsule = CapsuleBounds::new(&Capsule { a, radius: 0.0, b });
            prop_assert!(triangles.iter().any(|t| capsule_triangle(&capsule, t)));
        }

        #[test]
        fn box_test_is_monotone_and_decides_first(
            a in testing::wild_vector(), b in testing::wild_vector(), radius in testing::wild(),
            (inner, outer) in testing::nested_boxes(), triangle in testing::wild_triangle(),
        ) {
            let capsule = CapsuleBounds::new(&Capsule { a, radius: radius.abs(), b });
            let grow = capsule.grow(&outer);
            prop_assert!(capsule.grow(&inner) <= grow);
            if capsule.touches(&inner, capsule.grow(&inner)) {
                prop_assert!(capsule.touches(&inner, grow) && capsule.touches(&outer, grow));
            }
            if capsule_triangle(&capsule, &triangle) {
                let outer = triangle.bounds().union(&outer);
                prop_assert!(capsule.touches(&outer, capsule.grow(&outer)));
            }
        }
    }
}
