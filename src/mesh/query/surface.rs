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

/// The output of the surface at each hit, beside that of the hits.
#[derive(Clone, Copy)]
pub(super) struct SurfaceOutput<'a> {
    take: &'a dyn Fn(usize, SurfacePoint),
    /// The place of the first query.
    first: usize,
}

impl<'a> SurfaceOutput<'a> {
    /// Of so many places. A miss is written to each: of queries that hit nothing, nothing else is.
    pub(super) fn new(take: &'a dyn Fn(usize, SurfacePoint), count: usize) -> SurfaceOutput<'a> {
        (0..count).for_each(|i| take(i, SurfacePoint::MISS));
        SurfaceOutput { take, first: 0 }
    }

    /// The places from `first` on.
    pub(super) fn from(self, first: usize) -> SurfaceOutput<'a> {
        SurfaceOutput { first: self.first + first, ..self }
    }

    /// Writes the surface for query `i`.
    #[inline]
    pub(super) fn write(self, i: usize, point: SurfacePoint) {
        (self.take)(self.first + i, point);
    }
}
