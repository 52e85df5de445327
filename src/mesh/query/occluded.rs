//! Rays that hit anything.

use super::engine::{Known, PacketQuery, Query};
use super::nearest::KeyBounds;
use super::ray::{Target, check, one_or_many};
use super::ray_leaves::{RayLeaves, RayVisitor};
use super::ray_setup::{self, RayQuery, RaySetup};
use super::{Batch, Filter, Output};
use crate::Result;
use crate::bits::bits;
use crate::geometry::{Aabb, Ray, Triangle, Vec3};
use crate::mesh::tree::{AnyOrder, Block, LeafTriangle, RayTest, Tree, Visitor};
use crate::mesh::{Mesh, RayTrees};
use crate::simd::{LANES, Lanes32, Simd};
use std::ops::ControlFlow;

struct FirstFound<'a> {
    target: Target<'a>,
    t_max: f32,
    found: bool,
}

impl Visitor for FirstFound<'_> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.t_max
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        self.found = self.target.hit(&leaf.triangle, self.t_max).is_some();
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        self.visit(simd, block, seen)
    }
}

impl RayVisitor for FirstFound<'_> {
    #[inline(always)]
    fn target(&self) -> &Target<'_> {
        &self.target
    }

    #[inline(always)]
    fn take<S: Lanes32>(
        &mut self,
        simd: S,
        block: impl Block,
        first: usize,
        hits: KeyBounds<S>,
    ) -> ControlFlow<()> {
        self.found =
            hits.any(simd, block, first, self.t_max, |triangle| self.target.key(triangle, self.t_max));
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The query for any hit.
struct AnyHit;

impl Query for AnyHit {
    type Input = Ray;
    type Answer = u8;

    #[inline(always)]
    fn check(ray: &Ray, i: usize) -> Result<()> {
        check(ray, i)
    }

    fn nothing(_: &Ray) -> u8 {
        0
    }

    const STREAMS_SMALL: bool = true;

    type Order = AnyOrder;
    type Test = RayTest;
    type Visitor<'a> = FirstFound<'a>;

    #[inline(always)]
    fn begin<'a>(whole: &Aabb, ray: &Ray, filter: &'a Filter) -> (RayTest, FirstFound<'a>) {
        ray_setup::begin::<Self>(whole, ray, filter)
    }

    const BEGINS_LATE: bool = true;

    #[inline(always)]
    fn begin_late<'a>(
        whole: &Aabb,
        ray: &Ray,
        filter: &'a Filter,
    ) -> (RayTest, f32, impl FnOnce() -> FirstFound<'a>) {
        ray_setup::begin_late::<Self>(whole, ray, filter)
    }

    type Setup = RaySetup;

    type Leaves = RayLeaves;

    type Found = bool;

    #[inline(always)]
    fn found(visitor: &FirstFound) -> bool {
        visitor.found
    }

    type Wanted = ();

    #[inline(always)]
    fn answer<L: Tree>(_: L, _: &Ray, &found: &bool, (): ()) -> u8 {
        found.into()
    }
}

impl RayQuery for AnyHit {
    #[inline(always)]
    fn with_target<'a>(target: Target<'a>, t_max: f32) -> FirstFound<'a> {
        FirstFound { target, t_max, found: false }
    }
}

impl PacketQuery for AnyHit {
    type Known = AnyLanes;
}

/// The present ends of sixteen rays: behind their beginning, as soon as they have hit anything.
#[derive(Clone, Copy)]
struct AnyLanes {
    t_max: [f32; LANES],
    /// A bit for each that has.
    found: u32,
}

impl AnyLanes {
    /// Takes note that the rays whose bit is set have hit something: one hit suffices.
    #[inline(always)]
    fn find(&mut self, rays: u32) {
        self.found |= rays;
        for (ray, t_max) in self.t_max.iter_mut().enumerate() {
            *t_max = if rays >> ray & 1 != 0 { f32::NEG_INFINITY } else { *t_max };
        }
    }
}

impl Known for AnyLanes {
    type Found = bool;

    #[inline(always)]
    fn new() -> AnyLanes {
        AnyLanes { t_max: [0.0; LANES], found: 0 }
    }

    #[inline(always)]
    fn begin(&mut self, t_max: [f32; LANES]) {
        *self = AnyLanes { t_max, found: 0 };
    }

    #[inline(always)]
    fn limits(&self) -> &[f32; LANES] {
        &self.t_max
    }

    #[inline(always)]
    fn note<S: Simd>(
        &mut self,
        simd: S,
        ray: usize,
        block: impl Block,
        hits: KeyBounds<S>,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) {
        if hits.any(simd, block, 0, self.t_max[ray], key) {
            self.find(1 << ray);
        }
    }

    #[inline(always)]
    fn note_triangle<S: Simd>(
        &mut self,
        simd: S,
        block: impl Block,
        lane: usize,
        _: [Vec3; 3],
        hits: KeyBounds<S>,
        key: impl Fn(usize, f32, &Triangle) -> Option<f32>,
    ) {
        let KeyBounds { mask, sure, high, .. } = hits;
        let mut found = mask & sure & simd.le(high, simd.load_array(self.t_max));
        for ray in bits(mask & !found) {
            let ray = ray as usize % LANES;
            let is_hit = key(ray, self.t_max[ray], &block.triangle(lane).triangle).is_some();
            found |= u32::from(is_hit) << ray;
        }
        self.find(found);
    }

    #[inline(always)]
    fn found(&self, ray: usize) -> bool {
        self.found >> ray & 1 != 0
    }
}

impl Mesh<'_> {
    /// Returns true if each ray hits anything within its range: 1 or 0.
    ///
    /// # Errors
    /// As for [`Mesh::raycast`].
    // A single ray's part is short; the rest is called.
    #[inline(always)]
    pub fn occluded(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        self.occluded_by(rays, filter, answers, Mesh::occluded_checked)
    }

    /// The same by a function for one ray, as [`Mesh::raycast_by`] is.
    #[inline(always)]
    pub(crate) fn occluded_by(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
        one: impl FnOnce(&Self, &Ray, &Filter) -> u8,
    ) -> Result<()> {
        let many = |answers: &mut _| self.occluded_many(rays, filter, answers);
        one_or_many(rays, answers, |ray| one(self, ray, filter), many)
    }

    /// [`Mesh::occluded`] of one ray, which has been checked.
    #[inline(always)]
    pub(crate) fn occluded_alone(&self, ray: &Ray, filter: &Filter) -> u8 {
        self.ray_trees().alone.answer_checked::<AnyHit>(ray, filter, ())
    }
}

/// Compiled with this library, once, whatever the caller's arrays are.
impl Mesh<'_> {
    /// [`Mesh::occluded_alone`].
    #[inline(never)]
    fn occluded_checked(&self, ray: &Ray, filter: &Filter) -> u8 {
        self.occluded_alone(ray, filter)
    }

    /// [`Mesh::occluded`] of any number of rays, as [`Mesh::raycast_many`] is.
    #[inline(never)]
    fn occluded_many(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        self.ray_trees().occluded(&rays, filter, &mut &mut *answers)
    }
}

impl RayTrees<'_> {
    /// [`Mesh::occluded`].
    pub(super) fn occluded(
        self,
        rays: &dyn Batch<Ray>,
        filter: &Filter,
        answers: &mut dyn Output<u8>,
    ) -> Result<()> {
        self.check_rays::<AnyHit>(rays, answers)?;
        self.answer_rays::<AnyHit>(rays, filter, (), answers);
        Ok(())
    }
}
