//! The surface where a ray hits it.

use super::ray::RayHit;
use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3};

/// The surface where a ray hit it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// On the triangle, from the hit's barycentric weights; zero for a miss.
    pub point: Vec3,
    /// The triangle's unit normal, towards its front whichever side was hit; zero for a miss.
    pub normal: Vec3,
    /// The triangle's attribute bits; none for a miss.
    pub attributes: u16,
}

impl SurfacePoint {
    /// The surface of a miss.
    pub const MISS: SurfacePoint = SurfacePoint { point: Vec3::ZERO, normal: Vec3::ZERO, attributes: 0 };

    /// The point of `hit` on its triangle. In f64, so that only the weights' own rounding counts, and not outside of the
    /// triangle's box.
    #[inline]
    pub(super) fn new(hit: &RayHit, triangle: &Triangle, attributes: u16) -> SurfacePoint {
        let &Triangle { a, b, c } = triangle;
        let (start, u, v) = (a.as_dvec3(), f64::from(hit.u), f64::from(hit.v));
        let point = start + (b.as_dvec3() - start) * u + (c.as_dvec3() - start) * v;
        // In fours, which is less than one by one.
        let [a, b, c] = [a, b, c].map_each(|corner| corner.extend(0.0));
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let point = point.as_vec3().extend(0.0).max(low).min(high).truncate();
        SurfacePoint { point, normal: triangle.normal(), attributes }
    }
}
