//! Tests of a query against a node's box: conservative, because monotone, so that a box that fails holds no answer.

use crate::geometry::{
    Aabb, BoxPlace, CastPath, LineBounds, OrientedBoxBounds, PosedHull, Ray, Sphere, Vec3, max, min,
};

/// A test against a node's box. Layouts that test several boxes at once have kernels of their own for each.
pub(crate) trait BoxTest: Copy {
    /// A lower bound on the key of every answer inside the box; NaN where there can be none.
    fn key(&self, bounds: &Aabb) -> f32;

    /// True if the test may also find that a box is wholly inside the query's shape: all triangles in it are answers
    /// then.
    const CONTAINS: bool = false;

    /// True if the nearest of the children that pass is visited first, even where the order does not matter.
    const NEAREST: bool = false;
}

/// A ray or moving shape against boxes; the key is the parameter where it enters.
#[derive(Clone, Copy)]
pub(crate) struct RayTest {
    pub(crate) line: LineBounds,
    /// By how much boxes grow.
    pub(crate) grow: f32,
    pub(crate) t_min: f32,
    t_max: f32,
}

impl RayTest {
    /// `whole` is the box around everything, which gives the padding.
    #[inline(always)]
    pub(crate) fn new(line: LineBounds, whole: &Aabb, t_min: f32, t_max: f32) -> RayTest {
        RayTest::with_grow(line, line.grow(whole), t_min, t_max)
    }

    /// That of a ray.
    #[inline(always)]
    pub(crate) fn of_ray(ray: &Ray, whole: &Aabb) -> RayTest {
        RayTest::new(LineBounds::ray(ray.origin, ray.direction), whole, ray.t_min, ray.t_max)
    }

    /// That of a moving shape, whose path takes a time from 0 to 1.
    #[inline(always)]
    pub(crate) fn of_path(path: &CastPath, whole: &Aabb) -> RayTest {
        RayTest::new(path.line_in(whole), whole, 0.0, 1.0)
    }

    /// [`RayTest::new`] if it is known by how much boxes grow.
    #[inline(always)]
    pub(crate) fn with_grow(line: LineBounds, grow: f32, t_min: f32, t_max: f32) -> RayTest {
        RayTest { line, grow, t_min, t_max }
    }
}

impl BoxTest for RayTest {
    #[inline(always)]
    fn key(&self, bounds: &Aabb) -> f32 {
        let (enter, leave) = self.line.interval(bounds, self.grow);
        let enter = max(enter, self.t_min);
        if enter <= min(leave, self.t_max) { enter } else { f32::NAN }
    }
}

/// A point against boxes; the key is the squared distance.
#[derive(Clone, Copy)]
pub(crate) struct PointTest(pub(crate) Vec3);

impl BoxTest for PointTest {
    #[inline(always)]
    fn key(&self, bounds: &Aabb) -> f32 {
        bounds.distance_squared(self.0)
    }
}

/// A sphere against boxes; the key is the squared distance of its centre.
#[derive(Clone, Copy)]
pub(crate) struct SphereTest(pub(crate) Sphere);

impl BoxTest for SphereTest {
    #[inline(always)]
    fn key(&self, bounds: &Aabb) -> f32 {
        bounds.distance_squared(self.0.center)
    }

    /// No triangle is farther than the far corner of a box around it: rounding is monotone.
    const CONTAINS: bool = true;

    const NEAREST: bool = true;
}

/// An axis-aligned box against boxes; the key is 0.
#[derive(Clone, Copy)]
pub(crate) struct AabbTest(pub(crate) Aabb);

impl BoxTest for AabbTest {
    #[inline(always)]
    fn key(&self, bounds: &Aabb) -> f32 {
        if self.0.touches(bounds) { 0.0 } else { f32::NAN }
    }

    const CONTAINS: bool = true;
}

/// A rotated box against boxes; the key is 0.
#[derive(Clone, Copy)]
pub(crate) struct OrientedBoxTest {
    shape: OrientedBoxBounds,
    grow: f32,
}

impl OrientedBoxTest {
    /// `whole` is the box around everything, which gives the padding.
    pub(crate) fn new(shape: OrientedBoxBounds, whole: &Aabb) -> OrientedBoxTest {
        OrientedBoxTest { shape, grow: shape.grow(whole) }
    }
}

impl BoxTest for OrientedBoxTest {
    #[inline(always)]
    fn key(&self, bounds: &Aabb) -> f32 {
        if self.shape.touches(bounds, self.grow) { 0.0 } else { f32::NAN }
    }
}

/// A posed hull against boxes; the key is 0.
#[derive(Clone, Copy)]
pub(crate) struct HullTest<'a>(pub(crate) PosedHull<'a>);

impl BoxTest for HullTest<'_> {
    #[inline(always)]
    fn key(&self, bounds: &Aabb) -> f32 {
        if self.0.place(bounds) == BoxPlace::Outside { f32::NAN } else { 0.0 }
    }

    const CONTAINS: bool = true;
}
