//! What the surface is like where a ray hits it.

use super::RayHit;
use super::traverse::Best;
use crate::geometry::{Triangle, Vec3};
use crate::mesh::layout::Layout;
use glam::DVec3;

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
    fn new(hit: &RayHit, triangle: &Triangle, attributes: u16) -> SurfacePoint {
        let corner = |corner: Vec3| -> DVec3 { corner.as_dvec3() };
        let (a, b, c) = (corner(triangle.a), corner(triangle.b), corner(triangle.c));
        let point = a + (b - a) * f64::from(hit.u) + (c - a) * f64::from(hit.v);
        let bounds = triangle.bounds();
        let point = point.as_vec3().clamp(bounds.min, bounds.max);
        SurfacePoint { point, normal: triangle.normal(), attributes }
    }
}

/// What is asked about the nearest hit besides [`RayHit`], and what a search takes down for it.
pub(super) trait Wanted: Copy {
    /// The answer.
    type Answer;
    /// Nothing is known yet.
    const UNKNOWN: Self;

    /// Takes down where the nearest triangle so far lies.
    fn of(best: Best) -> Self;

    /// The whole answer.
    fn answer<L: Layout>(self, layout: L, hit: RayHit) -> Self::Answer;

    /// The answer where nothing is hit.
    fn nothing() -> Self::Answer;
}

/// Nothing.
impl Wanted for () {
    type Answer = RayHit;
    const UNKNOWN: () = ();

    #[inline(always)]
    fn of(_: Best) {}

    #[inline(always)]
    fn answer<L: Layout>(self, _: L, hit: RayHit) -> RayHit {
        hit
    }

    fn nothing() -> RayHit {
        RayHit::MISS
    }
}

/// The surface, for which the triangle is read once more at the end.
#[derive(Clone, Copy)]
pub(super) struct Surface(Best);

impl Wanted for Surface {
    type Answer = (RayHit, SurfacePoint);
    const UNKNOWN: Surface = Surface(Best::None);

    #[inline(always)]
    fn of(best: Best) -> Surface {
        Surface(best)
    }

    #[inline(always)]
    fn answer<L: Layout>(self, layout: L, hit: RayHit) -> (RayHit, SurfacePoint) {
        match self.0.read(layout) {
            Some(leaf) if hit.is_hit() => (hit, SurfacePoint::new(&hit, &leaf.triangle, leaf.attributes)),
            _ => (hit, SurfacePoint::MISS),
        }
    }

    fn nothing() -> (RayHit, SurfacePoint) {
        (RayHit::MISS, SurfacePoint::MISS)
    }
}
