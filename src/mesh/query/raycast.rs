//! The nearest hit of a ray.

use super::engine::{Known, Lines, PacketQuery, Query};
use super::hit_lanes::{HitLanes, triangles, write_hits};
use super::nearest::{KeyBounds, Nearest};
use super::nearest_lanes::NearestLanes;
use super::ray::{RayHit, Target, check, one_or_many};
use super::ray_leaves::{RayLeaves, RayVisitor};
use super::ray_setup::{self, RayQuery, RaySetup};
use super::surface::{SurfaceOutput, SurfacePoint};
use super::{Batch, Filter, Output, check_length};
use crate::Result;
use crate::arrays::array_of;
use crate::geometry::{Aabb, Ray, meet};
use crate::mesh::tree::{
    Block, LeafPlace, LeafTriangle, NearestFirst, RayTest, TestedBy, Tree, TreePart, Visitor,
};
use crate::mesh::{Mesh, MeshTree, RayTrees};
use crate::simd::{LANES, Lanes32, Simd};
use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The search for the nearest hit.
struct ClosestHit<'a> {
    target: Target<'a>,
    nearest: Nearest,
}

impl Visitor for ClosestHit<'_> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.nearest.limit()
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        if let Some(hit) = self.target.hit(&leaf.triangle, self.nearest.limit()) {
            self.nearest.take(hit.t, leaf);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        self.visit(simd, block, seen)
    }
}

impl RayVisitor for ClosestHit<'_> {
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
        let limit = self.nearest.limit();
        self.nearest.note(simd, block, first, hits, |triangle| self.target.key(triangle, limit));
        ControlFlow::Continue(())
    }
}

/// The surface at the hit of ray `i`. With copies: what is passed by reference would be in memory where no surface is wanted, too.
struct SurfaceAt<'a> {
    i: usize,
    place: LeafPlace,
    hit: RayHit,
    out: SurfaceOutput<'a>,
}

impl<L: Tree> TreePart<L> for SurfaceAt<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, tree: L) {
        let SurfaceAt { i, place, hit, out } = self;
        out.write(i, SurfacePoint::new(&hit, &tree.triangle_at(place), tree.attributes_at(place)));
    }
}

/// The query for the nearest hit, and for the surface there if that is wanted.
struct NearestHit<'s>(PhantomData<&'s ()>);

impl<'s> Query for NearestHit<'s> {
    type Input = Ray;
    type Answer = RayHit;

    #[inline(always)]
    fn check(ray: &Ray, i: usize) -> Result<()> {
        check(ray, i)
    }

    fn nothing(_: &Ray) -> RayHit {
        RayHit::MISS
    }

    const STREAMS_SMALL: bool = true;

    type Order = NearestFirst;
    type Test = RayTest;
    type Visitor<'a> = ClosestHit<'a>;

    #[inline(always)]
    fn begin<'a>(whole: &Aabb, ray: &Ray, filter: &'a Filter) -> (RayTest, ClosestHit<'a>) {
        ray_setup::begin::<Self>(whole, ray, filter)
    }

    const BEGINS_LATE: bool = true;

    #[inline(always)]
    fn begin_late<'a>(
        whole: &Aabb,
        ray: &Ray,
        filter: &'a Filter,
    ) -> (RayTest, f32, impl FnOnce() -> ClosestHit<'a>) {
        ray_setup::begin_late::<Self>(whole, ray, filter)
    }

    type Setup = RaySetup;

    type Leaves = RayLeaves;

    type Found = Nearest;

    #[inline(always)]
    fn found(visitor: &ClosestHit) -> Nearest {
        visitor.nearest
    }

    /// The surface at each hit.
    type Wanted = Option<SurfaceOutput<'s>>;

    #[inline(always)]
    fn wanted_from(surface: Self::Wanted, first: usize) -> Self::Wanted {
        surface.map(|surface| surface.from(first))
    }

    #[inline(always)]
    fn write_besides<L: Tree>(tree: L, i: usize, nearest: &Nearest, &hit: &RayHit, surface: Self::Wanted) {
        if let (Some(out), Some(place)) = (surface, nearest.place()) {
            tree.apart(SurfaceAt { i, place, hit, out });
        }
    }

    #[inline(always)]
    fn answer<L: Tree>(tree: L, ray: &Ray, nearest: &Nearest, _: Self::Wanted) -> RayHit {
        let Some(triangle) = nearest.read(tree) else { return RayHit::MISS };
        let [t, u, v] = meet(&ray.origin, &ray.direction, &triangle);
        RayHit { t, u, v, triangle: nearest.index() }
    }

    const ANSWERS_TOGETHER: bool = true;

    #[inline(always)]
    fn answers<L: Tree>(
        tree: L,
        rays: &(impl Batch<Ray> + ?Sized),
        places: &[usize; LANES],
        found: &[Nearest; LANES],
        surface: Self::Wanted,
        out: &mut (impl Output<RayHit> + ?Sized),
    ) {
        write_hits(tree, rays, places, found, surface, out);
    }
}

impl RayQuery for NearestHit<'_> {
    #[inline(always)]
    fn with_target<'a>(target: Target<'a>, t_max: f32) -> ClosestHit<'a> {
        ClosestHit { target, nearest: Nearest::within(t_max) }
    }
}

/// The answers of a group of a packet.
struct GroupHits<'a, O: ?Sized> {
    first: usize,
    lines: &'a Lines,
    known: &'a mut NearestLanes,
    surface: Option<SurfaceOutput<'a>>,
    out: &'a mut O,
}

impl<L: Tree, O: Output<RayHit> + ?Sized> TreePart<L> for GroupHits<'_, O> {
    type Output = ();

    #[inline(always)]
    fn run(self, tree: L) {
        let GroupHits { first, lines, known, surface, out } = self;
        let places = array_of(|lane| first + lane);
        if triangles(known.indices()) == 0 {
            return out.write_each(&places, &[RayHit::MISS; LANES]);
        }
        known.read_corners(tree, lines.axes());
        let [origin, direction] = lines.line();
        let mut axes = [0; 3];
        for (k, axis) in lines.axes().into_iter().enumerate() {
            axes[axis % 3] = k;
        }
        let (corners, indices) = (known.corners(), known.indices());
        let lanes = HitLanes { origin, direction, corners, axes, indices };
        lanes.write(&places, surface, |lane| known.found(lane).attributes(tree), out);
    }
}

impl PacketQuery for NearestHit<'_> {
    type Known = NearestLanes;

    #[inline(always)]
    fn answer_group<L: TestedBy<RayTest>>(
        tree: L,
        _: &[Ray],
        first: usize,
        (lines, known): (&Lines, &mut NearestLanes),
        surface: Self::Wanted,
        out: &mut (impl Output<RayHit> + ?Sized),
    ) {
        tree.apart(GroupHits { first, lines, known, surface, out });
    }
}

impl Mesh<'_> {
    /// The nearest hit of each ray; among equally near ones the triangle with the lowest index.
    /// Watertight along shared edges and vertices; degenerate triangles are never hit.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a ray, before anything is
    /// written.
    // A single ray's part is short; the rest is called.
    #[inline(always)]
    pub fn raycast(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        hits: &mut (impl Output<RayHit> + ?Sized),
    ) -> Result<()> {
        self.raycast_by(rays, filter, hits, Mesh::raycast_checked)
    }

    /// The same by a function for one ray: the library's own callers take [`Mesh::raycast_alone`], without the call that keeps
    /// kernels out of other crates.
    #[inline(always)]
    pub(crate) fn raycast_by(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        hits: &mut (impl Output<RayHit> + ?Sized),
        one: impl FnOnce(&Self, &Ray, &Filter) -> RayHit,
    ) -> Result<()> {
        let many = |hits: &mut _| self.raycast_many(rays, filter, hits);
        one_or_many(rays, hits, |ray| one(self, ray, filter), many)
    }

    /// [`Mesh::raycast`] of one ray, which has been checked.
    #[inline(always)]
    pub(crate) fn raycast_alone(&self, ray: &Ray, filter: &Filter) -> RayHit {
        self.ray_trees().alone.answer_checked::<NearestHit>(ray, filter, None)
    }

    /// [`Mesh::raycast`], with the surface at each hit: its point, its normal and its attributes.
    ///
    /// # Errors
    /// As for [`Mesh::raycast`].
    pub fn raycast_surface(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        hits: &mut (impl Output<RayHit> + ?Sized),
        surface: &mut (impl Output<SurfacePoint> + ?Sized),
    ) -> Result<()> {
        check_length(rays.count(), surface.capacity())?;
        self.ray_trees().raycast(&rays, filter, Some(&mut &mut *surface), &mut &mut *hits)
    }
}

/// Compiled with this library, once, whatever the caller's arrays are.
impl Mesh<'_> {
    /// [`Mesh::raycast_alone`].
    #[inline(never)]
    fn raycast_checked(&self, ray: &Ray, filter: &Filter) -> RayHit {
        self.raycast_alone(ray, filter)
    }

    /// [`Mesh::raycast`] of any number of rays. A function of its own, so that a single ray does not wait until the references to
    /// its array have been written.
    #[inline(never)]
    fn raycast_many(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        hits: &mut (impl Output<RayHit> + ?Sized),
    ) -> Result<()> {
        self.ray_trees().raycast(&rays, filter, None, &mut &mut *hits)
    }
}

impl RayTrees<'_> {
    fn raycast(
        self,
        rays: &dyn Batch<Ray>,
        filter: &Filter,
        surface: Option<&mut dyn Output<SurfacePoint>>,
        hits: &mut dyn Output<RayHit>,
    ) -> Result<()> {
        // Nothing is written before all rays have been checked.
        self.check_rays::<NearestHit>(rays, hits)?;
        let Some(surface) = surface else {
            self.answer_rays::<NearestHit>(rays, filter, None, hits);
            return Ok(());
        };
        let surface = RefCell::new(surface);
        let take = |i, point| surface.borrow_mut().write(i, point);
        let surface = SurfaceOutput::new(&take, rays.count());
        self.answer_rays::<NearestHit>(rays, filter, Some(surface), hits);
        Ok(())
    }
}

impl MeshTree<'_> {
    /// [`Mesh::raycast`] of one ray, by itself.
    pub(crate) fn raycast_one(self, ray: &Ray, filter: &Filter) -> Result<RayHit> {
        self.answer_one::<NearestHit>(ray, filter, None)
    }
}
