//! The shapes of overlap queries, each with its box test and its triangle test.

use super::check_coordinates;
use super::distance_lanes::distance_lanes;
use super::lanes::{swept_lanes, touching_boxes};
use super::nearest::KeyBounds;
use crate::bits::bits;
use crate::geometry::{
    Aabb, BoxAxes, Brief, Capsule, CapsuleBounds, HullPose, OrientedBox, OrientedBoxBounds, PosedHull,
    Sphere, Triangle, box_triangle, capsule_triangle, distance_squared_triangle, hull_triangle,
    sphere_triangle,
};
use crate::mesh::stored::EveryLayoutTest;
use crate::mesh::tree::{AabbTest, Block, HullTest, OrientedBoxTest, RayTest, SphereTest};
use crate::simd::Simd;
use crate::{Error, Result};

/// A shape of an overlap query.
pub(super) trait Shape: Copy {
    /// The numbers that are computed once for all triangles.
    type Prepared;
    /// Its box test.
    type Test: EveryLayoutTest;

    /// The name of an array of them in errors.
    const NAME: &'static str;

    /// Checks shape `i` of a batch.
    fn check(&self, i: usize) -> Result<()>;

    /// Prepares the shape for a mesh within `whole`, with its box test and the limit of its keys.
    fn prepare(&self, whole: &Aabb) -> (Self::Prepared, Self::Test, f32);

    /// Returns true if the shape touches the triangle.
    fn touches(prepared: &Self::Prepared, triangle: &Triangle) -> bool;

    /// Returns true if the shape touches any of those triangles of a block whose bit is set in `seen`.
    #[inline(always)]
    fn touches_any<S: Simd>(prepared: &Self::Prepared, simd: S, block: impl Block, seen: u32) -> bool {
        Self::touches_lanes(prepared, simd, block, seen) != 0
    }

    /// A bit for each of those triangles that it touches.
    #[inline(always)]
    fn touches_lanes<S: Simd>(prepared: &Self::Prepared, simd: S, block: impl Block, seen: u32) -> u32 {
        let mut mask = 0;
        block.each(simd, seen, |lane, leaf| {
            mask |= u32::from(Self::touches(prepared, &leaf.triangle)) << lane;
        });
        mask
    }
}

impl Shape for Sphere {
    const NAME: &'static str = "spheres";
    type Prepared = Sphere;
    type Test = SphereTest;

    fn check(&self, i: usize) -> Result<()> {
        Sphere::check(self, || text!("{}[{i}]", Self::NAME))
    }

    fn prepare(&self, _: &Aabb) -> (Sphere, SphereTest, f32) {
        (*self, SphereTest(*self), self.radius_squared())
    }

    #[inline(always)]
    fn touches(sphere: &Sphere, triangle: &Triangle) -> bool {
        sphere_triangle(sphere, triangle)
    }

    #[inline(always)]
    fn touches_any<S: Simd>(sphere: &Sphere, simd: S, block: impl Block, seen: u32) -> bool {
        let limit = sphere.radius_squared();
        let bounds = distance_lanes(simd, sphere.center, block, seen, limit, seen);
        bounds.any(simd, block, 0, limit, |triangle| Some(distance_squared_triangle(sphere.center, triangle)))
    }

    #[inline(always)]
    fn touches_lanes<S: Simd>(sphere: &Sphere, simd: S, block: impl Block, seen: u32) -> u32 {
        let limit = sphere.radius_squared();
        let KeyBounds { mask, sure, high, .. } = distance_lanes(simd, sphere.center, block, seen, limit, 0);
        let surely = mask & sure & simd.le(high, simd.splat(limit));
        surely | lanes_that(block, mask & !surely, |triangle| sphere_triangle(sphere, triangle))
    }
}

/// Those triangles of a block, of the lanes whose bit is set, that pass a test of the reference.
#[inline(always)]
fn lanes_that(block: impl Block, lanes: u32, test: impl Fn(&Triangle) -> bool) -> u32 {
    let passes = |lane: u32| u32::from(test(&block.triangle(lane as usize).triangle));
    bits(lanes).fold(0, |passing, lane| passing | passes(lane) << lane)
}

impl Shape for Capsule {
    const NAME: &'static str = "capsules";
    type Prepared = CapsuleBounds;
    type Test = RayTest;

    fn check(&self, i: usize) -> Result<()> {
        Capsule::check(self, || text!("{}[{i}]", Self::NAME))
    }

    fn prepare(&self, whole: &Aabb) -> (CapsuleBounds, RayTest, f32) {
        let prepared = CapsuleBounds::new(self);
        (prepared, RayTest::new(prepared.line, whole, 0.0, 1.0), 1.0)
    }

    #[inline(always)]
    fn touches(capsule: &CapsuleBounds, triangle: &Triangle) -> bool {
        capsule_triangle(capsule, triangle)
    }

    #[inline(always)]
    fn touches_lanes<S: Simd>(capsule: &CapsuleBounds, simd: S, block: impl Block, seen: u32) -> u32 {
        let met = swept_lanes(simd, &capsule.line, block, seen, 1.0);
        lanes_that(block, met, |triangle| capsule_triangle(capsule, triangle))
    }
}

impl Shape for OrientedBox {
    const NAME: &'static str = "boxes";
    type Prepared = OrientedBoxBounds;
    type Test = OrientedBoxTest;

    fn check(&self, i: usize) -> Result<()> {
        self.check(|| text!("{}[{i}]", Self::NAME))
    }

    fn prepare(&self, whole: &Aabb) -> (OrientedBoxBounds, OrientedBoxTest, f32) {
        let prepared = OrientedBoxBounds::new(self);
        (prepared, OrientedBoxTest::new(prepared, whole), 0.0)
    }

    #[inline(always)]
    fn touches(shape: &OrientedBoxBounds, triangle: &Triangle) -> bool {
        box_triangle(shape, triangle)
    }
}

impl<'a> Shape for HullPose<'a> {
    const NAME: &'static str = "hulls";
    type Prepared = PosedHull<'a>;
    type Test = HullTest<'a>;

    fn check(&self, i: usize) -> Result<()> {
        let name = Self::NAME;
        HullPose::check(self, || text!("{name}[{i}].pose"))
    }

    fn prepare(&self, _: &Aabb) -> (PosedHull<'a>, HullTest<'a>, f32) {
        let prepared = PosedHull::new(self);
        (prepared, HullTest(prepared), 0.0)
    }

    #[inline(always)]
    fn touches(hull: &PosedHull<'a>, triangle: &Triangle) -> bool {
        hull_triangle(hull, triangle)
    }

    #[inline(always)]
    fn touches_any<S: Simd>(hull: &PosedHull<'a>, simd: S, block: impl Block, seen: u32) -> bool {
        let near = seen & touching_boxes(simd, hull.world().min, hull.world().max, block);
        bits(near).any(|lane| hull_triangle(hull, &block.triangle(lane as usize).triangle))
    }

    #[inline(always)]
    fn touches_lanes<S: Simd>(hull: &PosedHull<'a>, simd: S, block: impl Block, seen: u32) -> u32 {
        let near = seen & touching_boxes(simd, hull.world().min, hull.world().max, block);
        lanes_that(block, near, |triangle| hull_triangle(hull, triangle))
    }
}

impl Shape for BoxAxes {
    const NAME: &'static str = "boxes";
    type Prepared = OrientedBoxBounds;
    type Test = OrientedBoxTest;

    fn check(&self, i: usize) -> Result<()> {
        self.check(|| text!("{}[{i}]", Self::NAME))
    }

    fn prepare(&self, whole: &Aabb) -> (OrientedBoxBounds, OrientedBoxTest, f32) {
        let prepared = OrientedBoxBounds::of_axes(self);
        (prepared, OrientedBoxTest::new(prepared, whole), 0.0)
    }

    #[inline(always)]
    fn touches(shape: &OrientedBoxBounds, triangle: &Triangle) -> bool {
        box_triangle(shape, triangle)
    }

    #[inline(always)]
    fn touches_lanes<S: Simd>(shape: &OrientedBoxBounds, simd: S, block: impl Block, seen: u32) -> u32 {
        // The test begins with the box around the box.
        let near = seen & touching_boxes(simd, shape.world.min, shape.world.max, block);
        lanes_that(block, near, |triangle| box_triangle(shape, triangle))
    }
}

/// An axis-aligned box touches a triangle here if it touches the triangle's own box.
impl Shape for Aabb {
    const NAME: &'static str = "boxes";
    type Prepared = Aabb;
    type Test = AabbTest;

    fn check(&self, i: usize) -> Result<()> {
        let name = Self::NAME;
        check_coordinates(self.min, || text!("{name}[{i}].min"))?;
        check_coordinates(self.max, || text!("{name}[{i}].max"))?;
        for (k, axis) in ["x", "y", "z"].into_iter().enumerate() {
            if self.min[k] > self.max[k] {
                let (min, max) = (self.min[k], self.max[k]);
                return Err(Error::invalid_argument(text!(
                    "{name}[{i}].min.{axis}: {} exceeds max {}",
                    Brief(min),
                    Brief(max)
                )));
            }
        }
        Ok(())
    }

    fn prepare(&self, _: &Aabb) -> (Aabb, AabbTest, f32) {
        (*self, AabbTest(*self), 0.0)
    }

    #[inline(always)]
    fn touches(shape: &Aabb, triangle: &Triangle) -> bool {
        shape.touches(&triangle.bounds())
    }

    #[inline(always)]
    fn touches_lanes<S: Simd>(shape: &Aabb, simd: S, block: impl Block, seen: u32) -> u32 {
        seen & touching_boxes(simd, shape.min, shape.max, block)
    }
}
