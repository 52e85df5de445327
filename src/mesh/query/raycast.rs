//! The nearest hit of a ray.

use super::nearest::{KeyBounds, Nearest};
use super::packet::{Known, PacketQuery, get, set};
use super::ray::{RayHit, Target, check};
use super::search::Query;
use super::surface::{Surface, SurfacePoint, Wanted};
use super::{Batch, Filter, Output, check_length};
use crate::Result;
use crate::batch::Both;
use crate::geometry::{Aabb, Ray, Triangle, meet, meet_plane, meet_projected};
use crate::mesh::tree::{Block, LeafTriangle, NearestFirst, RayTest, Tree, Visitor};
use crate::mesh::{Mesh, MeshTree};
use crate::simd::{LANES, Simd};
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
        let limit = self.nearest.limit();
        let hits = self.target.hits(simd, block, seen, limit);
        self.nearest.note(simd, block, hits, |triangle| self.target.key(triangle, limit));
        ControlFlow::Continue(())
    }
}

/// The query for the nearest hit, and for `W` besides.
struct NearestHit<W>(PhantomData<W>);

impl<W: Wanted> Query for NearestHit<W> {
    type Input = Ray;
    type Answer = W::Answer;

    #[inline(always)]
    fn check(ray: &Ray, i: usize) -> Result<()> {
        check(ray, i)
    }

    fn nothing(_: &Ray) -> W::Answer {
        W::NOTHING
    }

    type Order = NearestFirst;
    type Test = RayTest;
    type Visitor<'a> = ClosestHit<'a>;

    #[inline(always)]
    fn begin<'a>(whole: &Aabb, ray: &Ray, filter: &'a Filter) -> (RayTest, ClosestHit<'a>) {
        let (target, test) = Target::new(ray, whole, filter);
        (test, ClosestHit { target, nearest: Nearest::within(ray.t_max) })
    }

    type Found = Nearest;

    #[inline(always)]
    fn found(visitor: &ClosestHit) -> Nearest {
        visitor.nearest
    }

    #[inline(always)]
    fn answer<L: Tree>(tree: L, ray: &Ray, nearest: &Nearest) -> W::Answer {
        let Some(triangle) = nearest.read(tree) else { return W::NOTHING };
        let [t, u, v] = meet(ray.origin, ray.direction, &triangle);
        W::answer(tree, nearest, RayHit { t, u, v, triangle: nearest.index() }, &triangle)
    }

    const ANSWERS_TOGETHER: bool = true;

    #[inline(always)]
    fn answers<L: Tree>(
        tree: L,
        rays: &(impl Batch<Ray> + ?Sized),
        places: &[usize; LANES],
        found: &[Nearest; LANES],
        out: &mut (impl Output<W::Answer> + ?Sized),
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
        for (i, nearest) in found.iter().enumerate() {
            let mut answer = W::NOTHING;
            if nearest.is_any() {
                let triangle = Triangle { a: get(a, i), b: get(b, i), c: get(c, i) };
                let [mut t, mut u, mut v] = [met[0][i], met[1][i], met[2][i]];
                if !is_inside[i] {
                    [t, u, v] = meet_projected(get(origin, i), get(direction, i), &triangle);
                }
                answer = W::answer(tree, nearest, RayHit { t, u, v, triangle: nearest.index() }, &triangle);
            }
            out.write(places[i], answer);
        }
    }
}

impl<W: Wanted> PacketQuery for NearestHit<W> {
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
    /// [`crate::Error::NotFinite`] or [`crate::Error::InvalidArgument`] for a ray, before anything is written.
    pub fn raycast(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        hits: &mut (impl Output<RayHit> + ?Sized),
    ) -> Result<()> {
        self.tree().answer_rays::<NearestHit<()>>(rays, filter, hits)
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
        self.tree().answer_rays::<NearestHit<Surface>>(rays, filter, &mut Both(hits, surface))
    }
}

impl MeshTree<'_> {
    /// [`Mesh::raycast`] of one ray, by itself.
    pub(crate) fn raycast_one(self, ray: &Ray, filter: &Filter) -> Result<RayHit> {
        self.answer_one::<NearestHit<()>>(ray, filter)
    }
}
