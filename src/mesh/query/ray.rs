//! The common part of all queries with rays: the checked ray, prepared for triangles, and its hit.

use super::lanes::{EdgeLanes, RayLook, RayRange, edge_lanes, ray_lanes};
use super::nearest::KeyBounds;
use super::{Batch, Filter, NO_TRIANGLE, Output, check_length};
use crate::batch::check_coordinates;
use crate::geometry::{
    Aabb, LARGEST, Ray, RayTriangleHit, SHORTEST_DIRECTION, Triangle, WatertightRay, bad_direction,
    ray_triangle,
};
use crate::mesh::tree::{AllLanes, Block, BlockLanes, RayTest, Triangles, VertexLanes};
use crate::simd::{Lanes32, Simd, opaque_ref};
use crate::{Error, Result};
use glam::Vec4;
use std::hint::black_box;

/// A hit of a ray on a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct RayHit {
    /// Ray parameter, in units of the direction's length; infinite for a miss.
    pub t: f32,
    /// Barycentric weight of the triangle's second corner.
    pub u: f32,
    /// Barycentric weight of the triangle's third corner.
    pub v: f32,
    /// The triangle, or [`NO_TRIANGLE`].
    pub triangle: u32,
}

impl RayHit {
    /// The answer of a ray that hits nothing.
    pub const MISS: RayHit = RayHit { t: f32::INFINITY, u: 0.0, v: 0.0, triangle: NO_TRIANGLE };

    /// Returns true if anything was hit.
    pub fn is_hit(&self) -> bool {
        self.triangle != NO_TRIANGLE
    }

    pub(super) fn new(hit: RayTriangleHit, triangle: u32) -> RayHit {
        RayHit { t: hit.t, u: hit.u, v: hit.v, triangle }
    }
}

/// Checks ray `i` of a batch.
#[inline(always)]
pub(super) fn check(ray: &Ray, i: usize) -> Result<()> {
    let origin = ray.origin.extend(ray.t_min).abs();
    let direction = ray.direction.extend(ray.t_max).abs();
    // The range may be infinite, but must be numbers.
    let largest = Vec4::new(LARGEST, LARGEST, LARGEST, f32::INFINITY);
    let sound = origin.cmple(largest) & direction.cmple(largest);
    let long = direction.cmpge(Vec4::splat(SHORTEST_DIRECTION)).bitmask() & 7 != 0;
    if sound.all() && long { Ok(()) } else { Err(fault(ray, i)) }
}

/// Answers one ray by a function of its own, any other number of them by another. The ray is checked; `many` checks its own.
#[inline(always)]
pub(super) fn one_or_many<A, O: Output<A> + ?Sized>(
    rays: &(impl Batch<Ray> + ?Sized),
    answers: &mut O,
    one: impl FnOnce(&Ray) -> A,
    many: impl FnOnce(&mut O) -> Result<()>,
) -> Result<()> {
    let Some([ray]) = rays.as_slice() else { return many(answers) };
    check_length(1, answers.capacity())?;
    check(ray, 0)?;
    answers.write(0, one(ray));
    Ok(())
}

/// The error of a ray.
#[cold]
fn fault(ray: &Ray, i: usize) -> Error {
    for (name, vector) in [("origin", ray.origin), ("direction", ray.direction)] {
        if let Err(error) = check_coordinates(vector, || text!("rays[{i}].{name}")) {
            return error;
        }
    }
    if ray.t_min.is_nan() || ray.t_max.is_nan() {
        let name = if ray.t_min.is_nan() { "t_min" } else { "t_max" };
        return Error::not_finite(text!("rays[{i}].{name}: NaN is not a number"));
    }
    bad_direction(&text!("rays[{i}].direction"), ray.direction)
}

/// The hits that count.
pub(super) struct Target<'a> {
    pub(super) ray: WatertightRay,
    t_min: f32,
    filter: &'a Filter,
}

impl<'a> Target<'a> {
    /// The ray in both its prepared forms.
    #[inline(always)]
    pub(super) fn new(ray: &Ray, whole: &Aabb, filter: &'a Filter) -> (Target<'a>, RayTest) {
        (Target::of_ray(ray, filter), RayTest::of_ray(ray, whole))
    }

    /// The hits of a ray.
    #[inline(always)]
    pub(super) fn of_ray(ray: &Ray, filter: &'a Filter) -> Target<'a> {
        Target::of(WatertightRay::new(ray.origin, ray.direction), ray.t_min, filter)
    }

    /// The hits of a prepared ray.
    #[inline(always)]
    pub(super) fn of(ray: WatertightRay, t_min: f32, filter: &'a Filter) -> Target<'a> {
        Target { ray, t_min, filter }
    }

    #[inline(always)]
    pub(super) fn hit(&self, triangle: &Triangle, t_max: f32) -> Option<RayTriangleHit> {
        ray_triangle(&self.ray, triangle, self.t_min, t_max).filter(|hit| self.filter.accepts_side(hit.back))
    }

    /// The time of the hit.
    #[inline(always)]
    pub(super) fn key(&self, triangle: &Triangle, t_max: f32) -> Option<f32> {
        self.hit(triangle, t_max).map(|hit| hit.t)
    }

    /// The range of hits that count.
    #[inline(always)]
    fn range(&self, t_max: f32) -> RayRange {
        RayRange { t_min: self.t_min, t_max, backfaces: self.filter.backfaces }
    }

    /// The triangles that may be hit within the range.
    #[inline(always)]
    pub(super) fn hits<S: Simd>(&self, simd: S, block: impl Block, seen: u32, t_max: f32) -> KeyBounds<S> {
        let target = self.in_memory();
        let triangles = block.triangles(simd, target.ray.axes());
        let (edges, met) = edge_lanes::<S, AllLanes>(simd, &target.ray, &triangles);
        if !S::IS_ONE_REGISTER && met & seen == 0 {
            return KeyBounds::none(simd);
        }
        target.bounds::<S, AllLanes>(simd, block, &triangles, (edges, met & seen), t_max)
    }

    /// Bounds on the hits of those triangles whose bit is set, with their edge functions.
    #[inline(always)]
    pub(super) fn bounds<S: Simd, B: BlockLanes<S>>(
        &self,
        simd: S,
        block: impl Block,
        triangles: &Triangles<S, impl VertexLanes<S>>,
        edges_met: (EdgeLanes<B::Lanes>, u32),
        t_max: f32,
    ) -> KeyBounds<B::Lanes> {
        ray_lanes::<S, B>(simd, &self.ray, block, triangles, edges_met, self.range(t_max))
    }

    /// The same target, read from memory each time. Otherwise the compiler broadcasts every number of the ray to a register before
    /// the search begins, and spills these.
    #[inline(always)]
    pub(super) fn in_memory(&self) -> &Self {
        opaque_ref(self)
    }

    /// A first look at those triangles whose bit is set in `seen`.
    #[inline(always)]
    pub(super) fn look<S: Simd, B: BlockLanes<S>>(
        &self,
        simd: S,
        block: impl Block,
        seen: u32,
        t_max: f32,
    ) -> RayLook<B::Lanes> {
        // As `in_memory`, but through memory itself: a stream does not wait for it, and takes less time so.
        let target = black_box(self);
        let triangles = block.triangles(simd, target.ray.axes());
        RayLook::new::<S, B>(simd, &target.ray, &triangles, seen, target.range(t_max))
    }

    /// The hits among what it has found.
    #[inline(always)]
    pub(super) fn hits_of<S: Lanes32>(
        &self,
        simd: S,
        block: impl Block,
        look: &RayLook<S>,
        t_max: f32,
    ) -> KeyBounds<S> {
        let target = black_box(self);
        look.bounds(simd, &target.ray, block.has_degenerate(), target.range(t_max))
    }
}
