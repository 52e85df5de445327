//! The nearest hit of a ray.

use super::engine::{Known, PacketQuery, Query};
use super::nearest::{KeyBounds, Nearest};
use super::ray::{RayHit, Target, check};
use super::ray_columns::{get, set};
use super::ray_leaves::{RayLeaves, RayVisitor};
use super::ray_setup::{RayQuery, RaySetup};
use super::surface::SurfacePoint;
use super::{Batch, Filter, Output, check_length};
use crate::Result;
use crate::geometry::{Aabb, Ray, Triangle, meet, meet_plane, meet_projected};
use crate::mesh::tree::{Block, LeafTriangle, NearestFirst, RayTest, Tree, Visitor};
use crate::mesh::{Mesh, MeshTree};
use crate::simd::{LANES, Simd};
use arrayvec::ArrayVec;
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
    fn take<S: Simd>(&mut self, simd: S, block: impl Block, hits: KeyBounds<S>) -> ControlFlow<()> {
        let limit = self.nearest.limit();
        self.nearest.note(simd, block, hits, |triangle| self.target.key(triangle, limit));
        ControlFlow::Continue(())
    }
}

/// The answer where nothing is hit.
const MISS: (RayHit, Option<SurfacePoint>) = (RayHit::MISS, None);

/// The outputs of hits, and of the surface there if that is wanted.
struct Hits<'a, 'o> {
    hits: &'a mut (dyn Output<RayHit> + 'o),
    surface: Option<&'a mut (dyn Output<SurfacePoint> + 'o)>,
}

impl Output<(RayHit, Option<SurfacePoint>)> for Hits<'_, '_> {
    fn capacity(&self) -> usize {
        self.hits.capacity()
    }

    #[inline(always)]
    fn write(&mut self, i: usize, (hit, point): (RayHit, Option<SurfacePoint>)) {
        self.hits.write(i, hit);
        if let Some(surface) = &mut self.surface {
            surface.write(i, point.unwrap_or(SurfacePoint::MISS));
        }
    }

    fn write_each(&mut self, places: &[usize], values: &[(RayHit, Option<SurfacePoint>)]) {
        for (places, values) in places.chunks(LANES).zip(values.chunks(LANES)) {
            let hits: ArrayVec<RayHit, LANES> = values.iter().map(|(hit, _)| *hit).collect();
            self.hits.write_each(places, &hits);
            if let Some(surface) = &mut self.surface {
                let points = values.iter().map(|(_, point)| point.unwrap_or(SurfacePoint::MISS));
                surface.write_each(places, &points.collect::<ArrayVec<_, LANES>>());
            }
        }
    }
}

/// The query for the nearest hit, and for the surface there if that is wanted.
struct NearestHit;

impl Query for NearestHit {
    type Input = Ray;
    type Answer = (RayHit, Option<SurfacePoint>);

    #[inline(always)]
    fn check(ray: &Ray, i: usize) -> Result<()> {
        check(ray, i)
    }

    fn nothing(_: &Ray) -> Self::Answer {
        MISS
    }

    const STREAMS_SMALL: bool = true;

    type Order = NearestFirst;
    type Test = RayTest;
    type Visitor<'a> = ClosestHit<'a>;

    #[inline(always)]
    fn begin<'a>(whole: &Aabb, ray: &Ray, filter: &'a Filter) -> (RayTest, ClosestHit<'a>) {
        let (target, test) = Target::new(ray, whole, filter);
        (test, NearestHit::with_target(target, ray.t_max))
    }

    type Setup = RaySetup;

    type Leaves = RayLeaves;

    type Found = Nearest;

    #[inline(always)]
    fn found(visitor: &ClosestHit) -> Nearest {
        visitor.nearest
    }

    /// True if the surface is.
    type Wanted = bool;

    #[inline(always)]
    fn answer<L: Tree>(tree: L, ray: &Ray, nearest: &Nearest, surface: bool) -> Self::Answer {
        let Some(triangle) = nearest.read(tree) else { return MISS };
        let [t, u, v] = meet(ray.origin, ray.direction, &triangle);
        let hit = RayHit { t, u, v, triangle: nearest.index() };
        (hit, surface_at(tree, nearest, &hit, &triangle, surface))
    }

    const ANSWERS_TOGETHER: bool = true;

    #[inline(always)]
    fn answers<L: Tree>(
        tree: L,
        rays: &(impl Batch<Ray> + ?Sized),
        places: &[usize; LANES],
        found: &[Nearest; LANES],
        surface: bool,
        out: &mut (impl Output<Self::Answer> + ?Sized),
    ) {
        // Gathers all rays and triangles first and intersects them without branches, so that the compiler uses lanes.
        let mut vectors = [[[0.0; LANES]; 3]; 5];
        for (i, nearest) in found.iter().enumerate() {
            if let Some(Triangle { a, b, c }) = nearest.read(tree) {
                let Ray { origin, direction, .. } = rays.query(places[i]);
                for (vectors, vector) in vectors.iter_mut().zip([origin, direction, a, b, c]) {
                    set(vectors, i, vector);
                }
            }
        }
        let [origin, direction, a, b, c] = &vectors;
        let (mut met, mut is_inside) = ([[0.0; LANES]; 3], [false; LANES]);
        for i in 0..LANES {
            let triangle = Triangle { a: get(a, i), b: get(b, i), c: get(c, i) };
            let [t, u, v];
            ([t, u, v], is_inside[i]) = meet_plane(get(origin, i), get(direction, i), &triangle);
            (met[0][i], met[1][i], met[2][i]) = (t, u, v);
        }
        let mut answers = [MISS; LANES];
        for (i, (nearest, answer)) in found.iter().zip(&mut answers).enumerate() {
            if nearest.is_any() {
                let triangle = Triangle { a: get(a, i), b: get(b, i), c: get(c, i) };
                let [mut t, mut u, mut v] = [met[0][i], met[1][i], met[2][i]];
                if !is_inside[i] {
                    [t, u, v] = meet_projected(get(origin, i), get(direction, i), &triangle);
                }
                let hit = RayHit { t, u, v, triangle: nearest.index() };
                *answer = (hit, surface_at(tree, nearest, &hit, &triangle, surface));
            }
        }
        out.write_each(places, &answers);
    }
}

/// The surface at a hit, if it is wanted.
#[inline(always)]
fn surface_at<L: Tree>(
    tree: L,
    nearest: &Nearest,
    hit: &RayHit,
    triangle: &Triangle,
    is_wanted: bool,
) -> Option<SurfacePoint> {
    if is_wanted { Some(SurfacePoint::new(hit, triangle, nearest.attributes(tree))) } else { None }
}

impl RayQuery for NearestHit {
    #[inline(always)]
    fn with_target<'a>(target: Target<'a>, t_max: f32) -> ClosestHit<'a> {
        ClosestHit { target, nearest: Nearest::within(t_max) }
    }
}

impl PacketQuery for NearestHit {
    type Known = Nearest;

    #[inline(always)]
    fn settled(known: &Nearest) -> Nearest {
        *known
    }
}

impl Known for Nearest {
    #[inline(always)]
    fn nothing(t_max: f32) -> Nearest {
        Nearest::within(t_max)
    }

    #[inline(always)]
    fn note<S: Simd>(
        &mut self,
        simd: S,
        block: impl Block,
        hits: KeyBounds<S>,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) -> f32 {
        Nearest::note(self, simd, block, hits, key);
        self.limit()
    }

    #[inline(always)]
    fn note_one(
        &mut self,
        block: impl Block,
        lane: usize,
        bounds: [f32; 2],
        is_sure: bool,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) -> f32 {
        Nearest::note_one(self, block, lane, bounds, is_sure, key);
        self.limit()
    }
}

impl Mesh<'_> {
    /// The nearest hit of each ray; among equally near ones the triangle with the lowest index.
    /// Watertight along shared edges and vertices; degenerate triangles are never hit.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a ray, before anything is
    /// written.
    pub fn raycast(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        hits: &mut (impl Output<RayHit> + ?Sized),
    ) -> Result<()> {
        if rays.count() == 1 {
            check_length(1, hits.capacity())?;
            hits.write(0, self.ray_tree().raycast_one(&rays.query(0), filter)?);
            return Ok(());
        }
        self.ray_tree().raycast(&rays, filter, &mut Hits { hits: &mut &mut *hits, surface: None })
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
        let mut out = Hits { hits: &mut &mut *hits, surface: Some(&mut &mut *surface) };
        self.ray_tree().raycast(&rays, filter, &mut out)
    }
}

/// Compiled with this library, once, whatever the caller's arrays are.
impl MeshTree<'_> {
    fn raycast(self, rays: &dyn Batch<Ray>, filter: &Filter, out: &mut Hits) -> Result<()> {
        let is_wanted = out.surface.is_some();
        self.answer_rays::<NearestHit>(rays, filter, is_wanted, out)
    }

    /// [`Mesh::raycast`] of one ray, by itself.
    pub(crate) fn raycast_one(self, ray: &Ray, filter: &Filter) -> Result<RayHit> {
        Ok(self.answer_one::<NearestHit>(ray, filter, false)?.0)
    }
}
