//! Sphere against triangle: Ericson, *Real-Time Collision Detection* (2005), section 5.2.7. They touch if the
//! triangle's closest point is no farther from the centre than the radius.

use super::limits::{check_coordinates, check_length_of};
use super::{Aabb, Triangle, Vec3, distance_squared_triangle};
use crate::Result;

/// A solid sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Its middle.
    pub center: Vec3,
    /// Not negative.
    pub radius: f32,
}

impl Sphere {
    /// A sphere.
    pub fn new(center: impl Into<Vec3>, radius: f32) -> Sphere {
        Sphere { center: center.into(), radius }
    }

    /// Checks all numbers; `name` is only called for the error text.
    pub(crate) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        check_coordinates(self.center, || text!("{}.center", name()))?;
        check_length_of(self.radius, false, || text!("{}.radius", name()))
    }

    /// The squared radius, with which squared distances are compared. Finite, so that a distance whose square
    /// overflows is never touched.
    #[inline(always)]
    pub(crate) fn radius_squared(&self) -> f32 {
        super::min(self.radius * self.radius, f32::MAX)
    }

    /// Returns true if the box and the sphere share a point, touching included: the box test of
    /// [`sphere_triangle`]. Monotone: a box that contains one that touches, touches.
    #[inline(always)]
    pub fn touches(&self, bounds: &Aabb) -> bool {
        bounds.distance_squared(self.center) <= self.radius_squared()
    }
}

/// Returns true if the sphere and the triangle share a point, touching included. Then [`Sphere::touches`] is
/// true for every box that contains the triangle, because no point of the triangle is found nearer than the
/// box.
#[inline]
pub fn sphere_triangle(sphere: &Sphere, triangle: &Triangle) -> bool {
    distance_squared_triangle(sphere.center, triangle) <= sphere.radius_squared()
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;
    use proptest::prelude::*;

    const UNIT: Triangle = Triangle { a: Vec3::ZERO, b: Vec3::X, c: Vec3::Y };

    fn touches(center: [f32; 3], radius: f32, triangle: &Triangle) -> bool {
        sphere_triangle(&Sphere { center: center.into(), radius }, triangle)
    }

    #[test]
    fn touching_counts() {
        assert!(touches([0.25, 0.25, 2.0], 2.0, &UNIT));
        assert!(!touches([0.25, 0.25, 2.0], 1.999_999_9, &UNIT));
        assert!(touches([-3.0, -4.0, 0.0], 5.0, &UNIT));
        assert!(!touches([-3.0, -4.000_001, 0.0], 5.0, &UNIT));
        assert!(touches([1.0, 0.0, 0.0], 0.0, &UNIT));
    }

    #[test]
    fn degenerate_triangles_are_segments_and_points() {
        let segment = Triangle::new(Vec3::ZERO, Vec3::X * 4.0, Vec3::X);
        assert!(touches([2.0, 3.0, 0.0], 3.0, &segment));
        assert!(!touches([7.5, 0.0, 0.0], 3.0, &segment));
        let point = Triangle::new(Vec3::ONE, Vec3::ONE, Vec3::ONE);
        assert!(touches([1.0, 1.0, 3.0], 2.0, &point));
        assert!(!touches([1.0, 1.0, 3.0], 1.5, &point));
    }

    proptest! {
        #[test]
        fn agrees_with_f64(
            center in testing::vector(2.0), radius in 0.0f32..1.5, triangle in testing::triangle(),
        ) {
            let gap = testing::distance(center.as_dvec3(), &triangle) - radius as f64;
            prop_assume!(gap.abs() > 2e-6);
            prop_assert_eq!(sphere_triangle(&Sphere { center, radius }, &triangle), gap < 0.0);
        }

        #[test]
        fn box_test_is_monotone_and_decides_first(
            center in testing::wild_vector(), radius in testing::wild(),
            (inner, outer) in testing::nested_boxes(), triangle in testing::wild_triangle(),
        ) {
            let sphere = Sphere { center, radius: radius.abs() };
            prop_assert!(!sphere.touches(&inner) || sphere.touches(&outer));
            if sphere_triangle(&sphere, &triangle) {
                prop_assert!(sphere.touches(&triangle.bounds()));
                prop_assert!(sphere.touches(&triangle.bounds().union(&inner)));
            }
        }
    }
}
