//! The nearest hit of a ray.

use super::nearest::{KeyBounds, Nearest};
use super::node_test::RayTest;
use super::packet::{PacketQuestion, get, set};
use super::question::Question;
use super::raycast::{RayHit, Target, check};
use super::surface::Wanted;
use super::traverse::{Goal, NearestFirst};
use super::{Batch, Filter, Output};
use crate::Result;
use crate::geometry::{Aabb, Ray, Triangle, meet, meet_edge, meet_plane};
use crate::mesh::layout::{Cluster, Layout, LeafTriangle};
use crate::simd::{LANES, Simd};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// Looks for the nearest hit.
pub(super) struct ClosestHit<'a> {
    target: Target<'a>,
    nearest: Nearest,
}

impl Goal for ClosestHit<'_> {
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
    fn cluster<S: Simd, const TABLES: usize>(
        &mut self,
        simd: S,
        cluster: Cluster<TABLES>,
        seen: u32,
    ) -> ControlFlow<()> {
        let limit = self.nearest.limit();
        let hits = self.target.hits(simd, cluster, seen, limit);
        self.nearest.note(simd, cluster, hits, |triangle| self.target.key(triangle, limit));
        ControlFlow::Continue(())
    }
}

/// The nearest hit, and what is wanted besides.
pub(super) struct NearestHit<W>(PhantomData<W>);

impl<W: Wanted> Question for NearestHit<W> {
    type Query = Ray;
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
    type Goal<'a> = ClosestHit<'a>;

    #[inline(always)]
    fn begin<'a>(whole: &Aabb, ray: &Ray, filter: &'a Filter) -> (RayTest, ClosestHit<'a>) {
        let (target, test) = Target::new(ray, whole, filter);
        (test, ClosestHit { target, nearest: Nearest::within(ray.t_max) })
    }

    type Found = Nearest;

    #[inline(always)]
    fn found(goal: &ClosestHit) -> Nearest {
        goal.nearest
    }

    #[inline(always)]
    fn answer<L: Layout>(layout: L, ray: &Ray, nearest: &Nearest) -> W::Answer {
        let Some(triangle) = nearest.read(layout) else { return W::NOTHING };
        let [t, u, v] = meet(ray.origin, ray.direction, &triangle);
        W::answer(layout, nearest, RayHit { t, u, v, triangle: nearest.index() }, &triangle)
    }

    const ANSWERS_TOGETHER: bool = true;

    #[inline(always)]
    fn answers<L: Layout>(
        layout: L,
        rays: &(impl Batch<Ray> + ?Sized),
        places: &[usize; LANES],
        found: &[Nearest; LANES],
        out: &mut (impl Output<W::Answer> + ?Sized),
    ) {
        // All rays and triangles first, and then, without a branch, where they meet: so that this is done in lanes.
        let mut vectors = [[[0.0; LANES]; 3]; 5];
        for (i, nearest) in found.iter().enumerate() {
            if let Some(Triangle { a, b, c }) = nearest.read(layout) {
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
                    [t, u, v] = meet_edge(get(origin, i), get(direction, i), &triangle);
                }
                answer = W::answer(layout, nearest, RayHit { t, u, v, triangle: nearest.index() }, &triangle);
            }
            out.write(places[i], answer);
        }
    }
}

impl<W: Wanted> PacketQuestion for NearestHit<W> {
    type Known = Nearest;

    #[inline(always)]
    fn unknown(t_max: f32) -> Nearest {
        Nearest::within(t_max)
    }

    #[inline(always)]
    fn note<S: Simd, const TABLES: usize>(
        known: &mut Nearest,
        simd: S,
        cluster: Cluster<TABLES>,
        hits: KeyBounds<S>,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) -> f32 {
        known.note(simd, cluster, hits, key);
        known.limit()
    }

    #[inline(always)]
    fn note_one<const TABLES: usize>(
        known: &mut Nearest,
        cluster: Cluster<TABLES>,
        lane: usize,
        bounds: [f32; 2],
        is_sure: bool,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) -> f32 {
        known.note_one(cluster, lane, bounds, is_sure, key);
        known.limit()
    }

    #[inline(always)]
    fn settled(known: &Nearest) -> Nearest {
        *known
    }
}
