//! The nearest hit of a ray.

use super::lanes::{RayLanes, nearest_lane};
use super::node_test::RayTest;
use super::packet::PacketQuestion;
use super::question::Question;
use super::raycast::{RayHit, Target, check};
use super::surface::Wanted;
use super::traverse::{Best, Goal, NearestFirst};
use super::{Filter, NO_TRIANGLE};
use crate::Result;
use crate::geometry::{Aabb, Ray, WatertightRay, ray_triangle};
use crate::mesh::layout::{Cluster, Layout, LeafTriangle, Wide};
use crate::simd::Simd;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The nearest hit so far.
#[derive(Clone, Copy)]
pub(super) struct Nearest<W> {
    /// Where; before there is any, where the ray ends.
    t: f32,
    triangle: u32,
    best: BestHit,
    wanted: W,
}

/// How the barycentric coordinates of the nearest hit so far are found at the end.
#[derive(Clone, Copy)]
enum BestHit {
    /// By the reference.
    Read(Best),
    /// From the edge functions opposite the second and third corners and the sum of all three, as the
    /// reference does.
    Edges(f32, f32, f32),
}

impl<W: Wanted> Nearest<W> {
    /// None yet.
    fn none(t_max: f32) -> Nearest<W> {
        Nearest { t: t_max, triangle: NO_TRIANGLE, best: BestHit::Read(Best::None), wanted: W::UNKNOWN }
    }

    /// Takes note of hits of a cluster's triangles, none of them farther.
    #[inline(always)]
    fn note<S: Simd, const TABLES: usize>(&mut self, simd: S, cluster: Cluster<TABLES>, hits: &RayLanes<S>) {
        if hits.mask == 0 {
            return;
        }
        let (lane, nearest) = nearest_lane(simd, hits.mask, hits.t);
        let best = if hits.by_reference {
            None
        } else {
            let (v, w) = (simd.extract(hits.v, lane), simd.extract(hits.w, lane));
            Some((v, w, simd.extract(hits.sum, lane)))
        };
        self.take(nearest, cluster, lane, best);
    }

    /// Takes note of a hit that is no farther, of the triangle in a lane. The edge functions are those that its barycentric
    /// coordinates come from; without them, the reference finds them.
    #[inline(always)]
    pub(super) fn take<const TABLES: usize>(
        &mut self,
        nearest: f32,
        cluster: Cluster<TABLES>,
        lane: usize,
        edges: Option<(f32, f32, f32)>,
    ) {
        if nearest < self.t || cluster.id(lane) < self.triangle {
            self.t = nearest;
            self.triangle = cluster.id(lane);
            let (reference, place) = (cluster.reference(), cluster.place(lane));
            self.wanted = W::at(reference, place);
            self.best = match edges {
                Some((v, w, sum)) => BestHit::Edges(v, w, sum),
                None => BestHit::Read(Best::Lane(reference, place)),
            };
        }
    }

    /// The hit in full, and what is wanted besides.
    #[inline(always)]
    fn answer<L: Layout>(&self, layout: L, ray: &Ray) -> W::Answer {
        let leaf = match self.best {
            BestHit::Edges(v, w, sum) => {
                let hit = RayHit { t: self.t, u: v / sum, v: w / sum, triangle: self.triangle };
                return self.wanted.answer(layout, hit, None);
            }
            BestHit::Read(best) => best.read(layout),
        };
        let Some(leaf) = leaf else { return W::nothing() };
        let prepared = WatertightRay::new(ray.origin, ray.direction);
        match ray_triangle(&prepared, &leaf.triangle, ray.t_min, ray.t_max) {
            Some(hit) => self.wanted.answer(layout, RayHit::new(hit, leaf.index), Some(&leaf)),
            None => W::nothing(),
        }
    }
}

/// Looks for the nearest hit.
pub(super) struct ClosestHit<'a, W> {
    target: Target<'a>,
    nearest: Nearest<W>,
}

impl<W: Wanted> Goal for ClosestHit<'_, W> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.nearest.t
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        let nearest = &mut self.nearest;
        if let Some(hit) = self.target.hit(leaf, nearest.t)
            && (hit.t < nearest.t || leaf.index < nearest.triangle)
        {
            let best = BestHit::Read(Best::Triangle(*leaf));
            *nearest = Nearest { t: hit.t, triangle: leaf.index, best, wanted: W::UNKNOWN };
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
        let hits = self.target.hits(simd, cluster, seen, self.nearest.t);
        self.nearest.note(simd, cluster, &hits);
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
        W::nothing()
    }

    type Order = NearestFirst;
    type Test = RayTest;
    type Goal<'a> = ClosestHit<'a, W>;

    #[inline(always)]
    fn begin<'a>(whole: &Aabb, ray: &Ray, filter: &'a Filter) -> (RayTest, ClosestHit<'a, W>) {
        let (target, test) = Target::new(ray, whole, filter);
        (test, ClosestHit { target, nearest: Nearest::none(ray.t_max) })
    }

    #[inline(always)]
    fn end<L: Layout>(layout: L, ray: &Ray, goal: &ClosestHit<W>) -> W::Answer {
        goal.nearest.answer(layout, ray)
    }
}

impl<W: Wanted> PacketQuestion for NearestHit<W> {
    type Known = Nearest<W>;

    #[inline(always)]
    fn unknown(t_max: f32) -> Nearest<W> {
        Nearest::none(t_max)
    }

    #[inline(always)]
    fn note<S: Simd, const TABLES: usize>(
        known: &mut Nearest<W>,
        simd: S,
        cluster: Cluster<TABLES>,
        hits: &RayLanes<S>,
    ) -> f32 {
        known.note(simd, cluster, hits);
        known.t
    }

    #[inline(always)]
    fn take<const TABLES: usize>(
        known: &mut Nearest<W>,
        t: f32,
        cluster: Cluster<TABLES>,
        lane: usize,
        edges: Option<(f32, f32, f32)>,
    ) -> f32 {
        known.take(t, cluster, lane, edges);
        known.t
    }

    #[inline(always)]
    fn answer<S: Simd, const TABLES: usize>(
        known: &Nearest<W>,
        tree: Wide<S, TABLES>,
        ray: &Ray,
    ) -> W::Answer {
        known.answer(tree, ray)
    }
}
