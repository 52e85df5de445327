//! What the surface is like where a ray hits it.

use super::RayHit;
use crate::geometry::{Triangle, Vec3};
use crate::mesh::layout::{Layout, LeafTriangle};

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
    /// What there is to say of a miss.
    pub const MISS: SurfacePoint = SurfacePoint { point: Vec3::ZERO, normal: Vec3::ZERO, attributes: 0 };

    /// Where `hit` lies on its triangle. In f64, so that only the weights' own rounding counts, and not outside of the
    /// triangle's box.
    #[inline]
    fn new(hit: &RayHit, triangle: &Triangle, attributes: u16) -> SurfacePoint {
        let &Triangle { a, b, c } = triangle;
        let (start, u, v) = (a.as_dvec3(), f64::from(hit.u), f64::from(hit.v));
        let point = start + (b.as_dvec3() - start) * u + (c.as_dvec3() - start) * v;
        // In fours, which is less than one by one.
        let [a, b, c] = [a, b, c].map(|corner| corner.extend(0.0));
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let point = point.as_vec3().extend(0.0).max(low).min(high).truncate();
        SurfacePoint { point, normal: triangle.normal(), attributes }
    }
}

/// What is asked about the nearest hit besides [`RayHit`], and what a search takes down for it.
pub(super) trait Wanted: Copy {
    /// The answer.
    type Answer;
    /// Nothing is known yet.
    const UNKNOWN: Self;

    /// Takes down where the nearest triangle so far lies: a reference to a cluster, and the place in it.
    fn at(reference: u32, place: usize) -> Self;

    /// The whole answer to a ray that hits a triangle; it is read now, if the hit did not need it.
    fn answer<L: Layout>(self, layout: L, hit: RayHit, triangle: Option<&LeafTriangle>) -> Self::Answer;

    /// The answer where nothing is hit.
    fn nothing() -> Self::Answer;
}

/// Nothing.
impl Wanted for () {
    type Answer = RayHit;
    const UNKNOWN: () = ();

    #[inline(always)]
    fn at(_: u32, _: usize) {}

    #[inline(always)]
    fn answer<L: Layout>(self, _: L, hit: RayHit, _: Option<&LeafTriangle>) -> RayHit {
        hit
    }

    fn nothing() -> RayHit {
        RayHit::MISS
    }
}

/// The surface.
#[derive(Clone, Copy)]
pub(super) struct Surface {
    reference: u32,
    place: u32,
}

impl Wanted for Surface {
    type Answer = (RayHit, SurfacePoint);
    const UNKNOWN: Surface = Surface { reference: 0, place: 0 };

    #[inline(always)]
    fn at(reference: u32, place: usize) -> Surface {
        Surface { reference, place: place as u32 }
    }

    #[inline(always)]
    fn answer<L: Layout>(
        self,
        layout: L,
        hit: RayHit,
        triangle: Option<&LeafTriangle>,
    ) -> (RayHit, SurfacePoint) {
        let read = || layout.triangle_in(self.reference, self.place as usize);
        let LeafTriangle { triangle, attributes, .. } = triangle.copied().unwrap_or_else(read);
        (hit, SurfacePoint::new(&hit, &triangle, attributes))
    }

    fn nothing() -> (RayHit, SurfacePoint) {
        (RayHit::MISS, SurfacePoint::MISS)
    }
}
