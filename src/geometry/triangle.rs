//! The triangle itself.

use super::{Aabb, Vec3, cross, max3, min3};
use glam::DVec3;

/// Three corners, counter-clockwise seen from the front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// First corner.
    pub a: Vec3,
    /// Second corner.
    pub b: Vec3,
    /// Third corner.
    pub c: Vec3,
}

impl Triangle {
    /// A triangle from its corners.
    #[inline(always)]
    pub fn new(a: Vec3, b: Vec3, c: Vec3) -> Triangle {
        Triangle { a, b, c }
    }

    /// Its bounding box.
    #[inline(always)]
    pub fn bounds(&self) -> Aabb {
        Aabb { min: min3(min3(self.a, self.b), self.c), max: max3(max3(self.a, self.b), self.c) }
    }

    /// The cross product of its edges: twice its area long, towards its front.
    #[inline(always)]
    pub fn area_vector(&self) -> Vec3 {
        cross(self.b - self.a, self.c - self.a)
    }

    /// Unit normal towards the front; zero if the triangle is degenerate. Computed in f64, so that small and
    /// thin triangles have one too.
    pub fn normal(&self) -> Vec3 {
        self.unit_normal().as_vec3()
    }

    /// The same, not yet rounded.
    pub(crate) fn unit_normal(&self) -> DVec3 {
        self.area_vector_f64().normalize_or_zero()
    }

    /// [`Triangle::area_vector`] in f64.
    #[inline(always)]
    pub(crate) fn area_vector_f64(&self) -> DVec3 {
        let (a, b, c) = (self.a.as_dvec3(), self.b.as_dvec3(), self.c.as_dvec3());
        (b - a).cross(c - a)
    }

    /// Returns true if the corners lie on one line or point. The f64 cross product of f32 edges is exact for
    /// all but absurdly mixed magnitudes, so this needs no tolerance.
    #[inline]
    pub fn is_degenerate(&self) -> bool {
        let (a, b, c) = (self.a.as_dvec3(), self.b.as_dvec3(), self.c.as_dvec3());
        let (e, f) = (b - a, c - a);
        e.y * f.z == e.z * f.y && e.z * f.x == e.x * f.z && e.x * f.y == e.y * f.x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degenerate_means_collinear_or_smaller() {
        let p = |k: f32| Vec3::new(0.1, 0.7, -0.3) * k;
        assert!(Triangle::new(p(1.0), p(2.0), p(4.0)).is_degenerate());
        assert!(Triangle::new(p(1.0), p(1.0), Vec3::ONE).is_degenerate());
        assert!(!Triangle::new(p(1.0), p(2.0), p(4.0) + Vec3::X * 1e-6).is_degenerate());
        assert!(!Triangle::new(Vec3::ZERO, Vec3::X * 1e-30, Vec3::Y * 1e-30).is_degenerate());
        assert_eq!(Triangle::new(p(1.0), p(1.0), p(1.0)).normal(), Vec3::ZERO);
    }

    #[test]
    fn normal_points_to_the_front() {
        let t = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
        assert_eq!(t.normal(), Vec3::Z);
        assert_eq!(t.area_vector(), Vec3::Z);
    }
}
