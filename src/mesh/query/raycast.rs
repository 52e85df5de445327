//! Rays: the nearest hit, any hit, all hits.

use super::answer::{ListQuery, Query};
use super::box_test::RayTest;
use super::lanes::{RayRange, edge_lanes, ray_lanes};
use super::nearest::KeyBounds;
use super::nearest_hit::NearestHit;
use super::packet::PacketQuery;
use super::surface::{Surface, SurfacePoint};
use super::traverse::{AnyOrder, Visitor, traverse};
use super::{Batch, Filter, ListOutput, Lists, NO_TRIANGLE, Output, check_length};
use crate::batch::{Both, Found, check_coordinates};
use crate::geometry::{
    Aabb, LARGEST, LineBounds, Ray, RayTriangleHit, Triangle, WatertightRay, ray_triangle,
};
use crate::mesh::Mesh;
use crate::mesh::layout::{Cluster, LeafTriangle, Tree};
use crate::simd::Simd;
use crate::{Error, Result};
use glam::Vec4;
use std::cmp::Ordering;
use std::hint::black_box;
use std::ops::ControlFlow;

/// Rays whose direction has no component of this size are refused: its reciprocal would overflow.
const SMALLEST_DIRECTION: f32 = 1e-28;

/// Where a ray hit a mesh.
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

    /// Whether anything was hit.
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
    let long = direction.cmpge(Vec4::splat(SMALLEST_DIRECTION)).bitmask() & 7 != 0;
    if sound.all() && long { Ok(()) } else { Err(fault(ray, i)) }
}

/// What is wrong with a ray.
#[cold]
fn fault(ray: &Ray, i: usize) -> Error {
    for (name, vector) in [("origin", ray.origin), ("direction", ray.direction)] {
        if let Err(error) = check_coordinates(vector, || format!("rays[{i}].{name}")) {
            return error;
        }
    }
    if ray.t_min.is_nan() || ray.t_max.is_nan() {
        let name = if ray.t_min.is_nan() { "t_min" } else { "t_max" };
        return Error::NotFinite(format!("rays[{i}].{name}: NaN is not a number"));
    }
    let direction = ray.direction.to_array();
    Error::InvalidArgument(format!(
        "rays[{i}].direction: no component of {direction:?} reaches {SMALLEST_DIRECTION:e}"
    ))
}

/// What counts as a hit.
pub(super) struct Target<'a> {
    pub(super) ray: WatertightRay,
    t_min: f32,
    filter: &'a Filter,
}

impl<'a> Target<'a> {
    /// The ray in both its prepared forms.
    #[inline(always)]
    pub(super) fn new(ray: &Ray, whole: &Aabb, filter: &'a Filter) -> (Target<'a>, RayTest) {
        let line = LineBounds::new(ray.origin, ray.direction, 0.0);
        let test = RayTest::new(line, whole, ray.t_min, ray.t_max);
        let prepared = WatertightRay::new(ray.origin, ray.direction);
        (Target { ray: prepared, t_min: ray.t_min, filter }, test)
    }

    #[inline(always)]
    pub(super) fn hit(&self, triangle: &Triangle, t_max: f32) -> Option<RayTriangleHit> {
        ray_triangle(&self.ray, triangle, self.t_min, t_max).filter(|hit| self.filter.accepts_side(hit.back))
    }

    /// Where it is hit.
    #[inline(always)]
    pub(super) fn key(&self, triangle: &Triangle, t_max: f32) -> Option<f32> {
        self.hit(triangle, t_max).map(|hit| hit.t)
    }

    /// What may be hit within the range.
    #[inline(always)]
    pub(super) fn hits<S: Simd, const VERTEX_TABLES: usize>(
        &self,
        simd: S,
        cluster: Cluster<VERTEX_TABLES>,
        seen: u32,
        t_max: f32,
    ) -> KeyBounds<S> {
        // Read from memory each time: the compiler would otherwise spread every number of the ray over a register before
        // the search begins, only to store and load that again.
        let Target { ray, t_min, filter } = black_box(self);
        let range = RayRange { t_min: *t_min, t_max, backfaces: filter.backfaces };
        let triangles = cluster.triangles(simd, ray.axes);
        let (edges, met) = edge_lanes(simd, ray, &triangles);
        if !S::IS_ONE_REGISTER && met & seen == 0 {
            let none = simd.splat(0.0);
            return KeyBounds { mask: 0, sure: 0, low: none, high: none };
        }
        ray_lanes(simd, ray, cluster, &triangles, (edges, met & seen), range)
    }
}

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
    fn cluster<S: Simd, const VERTEX_TABLES: usize>(
        &mut self,
        simd: S,
        cluster: Cluster<VERTEX_TABLES>,
        seen: u32,
    ) -> ControlFlow<()> {
        let hits = self.target.hits(simd, cluster, seen, self.t_max);
        self.found = hits.any(simd, cluster, self.t_max, |triangle| self.target.key(triangle, self.t_max));
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Whether there is a hit.
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

    type Order = AnyOrder;
    type Test = RayTest;
    type Visitor<'a> = FirstFound<'a>;

    #[inline(always)]
    fn begin<'a>(whole: &Aabb, ray: &Ray, filter: &'a Filter) -> (RayTest, FirstFound<'a>) {
        let (target, test) = Target::new(ray, whole, filter);
        (test, FirstFound { target, t_max: ray.t_max, found: false })
    }

    type Found = bool;

    #[inline(always)]
    fn found(visitor: &FirstFound) -> bool {
        visitor.found
    }

    #[inline(always)]
    fn answer<L: Tree>(_: L, _: &Ray, &found: &bool) -> u8 {
        found.into()
    }
}

impl PacketQuery for AnyHit {
    type Known = (f32, bool);

    #[inline(always)]
    fn unknown(t_max: f32) -> (f32, bool) {
        (t_max, false)
    }

    #[inline(always)]
    fn note<S: Simd, const VERTEX_TABLES: usize>(
        known: &mut (f32, bool),
        simd: S,
        cluster: Cluster<VERTEX_TABLES>,
        hits: KeyBounds<S>,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) -> f32 {
        if hits.any(simd, cluster, known.0, key) {
            // It has enough.
            *known = (f32::NEG_INFINITY, true);
        }
        known.0
    }

    #[inline(always)]
    fn note_one<const VERTEX_TABLES: usize>(
        known: &mut (f32, bool),
        cluster: Cluster<VERTEX_TABLES>,
        lane: usize,
        [_, high]: [f32; 2],
        is_sure: bool,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) -> f32 {
        if (is_sure && high <= known.0) || key(&cluster.triangle(lane).triangle).is_some() {
            *known = (f32::NEG_INFINITY, true);
        }
        known.0
    }

    #[inline(always)]
    fn settled(&(_, found): &(f32, bool)) -> bool {
        found
    }
}

struct EveryFound<'a, F> {
    target: Target<'a>,
    t_max: f32,
    found: &'a mut F,
}

impl<F: Found<RayHit>> Visitor for EveryFound<'_, F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.t_max
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        if let Some(hit) = self.target.hit(&leaf.triangle, self.t_max) {
            self.found.push(RayHit::new(hit, leaf.index));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn cluster<S: Simd, const VERTEX_TABLES: usize>(
        &mut self,
        simd: S,
        cluster: Cluster<VERTEX_TABLES>,
        seen: u32,
    ) -> ControlFlow<()> {
        let mask = self.target.hits(simd, cluster, seen, self.t_max).mask;
        cluster.each(simd, mask, |_, leaf| {
            // In full, and for good.
            let _ = self.triangle(&leaf);
        });
        ControlFlow::Continue(())
    }
}

/// All hits.
struct EveryHit;

impl ListQuery for EveryHit {
    type Input = Ray;
    type Item = RayHit;

    #[inline(always)]
    fn check(ray: &Ray, i: usize) -> Result<()> {
        check(ray, i)
    }

    fn order(a: &RayHit, b: &RayHit) -> Ordering {
        // Both are numbers; plain comparison, so that -0 and 0 are equal.
        a.t.partial_cmp(&b.t).unwrap_or(Ordering::Equal).then(a.triangle.cmp(&b.triangle))
    }

    #[inline(always)]
    fn list<L: Tree>(
        tree: L,
        whole: &Aabb,
        ray: &Ray,
        filter: &Filter,
        found: &mut impl Found<RayHit>,
    ) -> bool {
        let (target, test) = Target::new(ray, whole, filter);
        let mut visitor = EveryFound { target, t_max: ray.t_max, found };
        traverse::<AnyOrder, L, RayTest>(tree, &test, filter, &mut visitor);
        false
    }
}

impl Mesh<'_> {
    /// The nearest hit of each ray; among equally near ones the triangle with the lowest index.
    /// Watertight along shared edges and vertices; degenerate triangles are never hit.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::InvalidArgument`] for a ray, before anything is written.
    pub fn raycast(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        hits: &mut (impl Output<RayHit> + ?Sized),
    ) -> Result<()> {
        self.answer_rays::<NearestHit<()>>(rays, filter, hits)
    }

    /// [`Mesh::raycast`], and what the surface is like at each hit: its point, its normal and its attributes.
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
        self.answer_rays::<NearestHit<Surface>>(rays, filter, &mut Both(hits, surface))
    }

    /// Whether each ray hits anything within its range: 1 or 0.
    ///
    /// # Errors
    /// As for [`Mesh::raycast`].
    pub fn occluded(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        self.answer_rays::<AnyHit>(rays, filter, answers)
    }

    /// Every hit of each ray, sorted by `t`, equal ones by triangle. List `i` is
    /// `hits[offsets[i]..offsets[i + 1]]`; `offsets` may be `()`.
    ///
    /// # Errors
    /// As for [`Mesh::raycast`]. Too little room is no error: see [`Lists`].
    pub fn raycast_all(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        hits: &mut (impl ListOutput<RayHit> + ?Sized),
    ) -> Result<Lists> {
        self.list::<EveryHit>(rays, filter, offsets, hits)
    }
}
