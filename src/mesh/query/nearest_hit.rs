//! The nearest hit of a ray.

use super::Filter;
use super::nearest::{KeyBounds, Nearest};
use super::node_test::RayTest;
use super::packet::{PacketQuestion, three};
use super::question::Question;
use super::raycast::{RayHit, Target, check};
use super::surface::Wanted;
use super::traverse::{Best, Goal, NearestFirst};
use crate::Result;
use crate::geometry::{Aabb, Ray, Triangle, meet, meet_edge, meet_plane};
use crate::mesh::layout::{Cluster, Layout, LeafTriangle, Wide};
use crate::simd::{LANES, Simd};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The nearest hit in full, and what is wanted besides.
#[inline(always)]
fn answer<W: Wanted, L: Layout>(nearest: &Nearest, layout: L, ray: &Ray) -> W::Answer {
    let Some(triangle) = nearest.read(layout) else { return W::NOTHING };
    let [t, u, v] = meet(ray.origin, ray.direction, &triangle);
    W::answer(layout, nearest, RayHit { t, u, v, triangle: nearest.index() }, &triangle)
}

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
            self.nearest.take(hit.t, leaf.index, Best::Triangle(*leaf));
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

    #[inline(always)]
    fn end<L: Layout>(layout: L, ray: &Ray, goal: &ClosestHit) -> W::Answer {
        answer::<W, L>(&goal.nearest, layout, ray)
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
    fn answers<S: Simd, const TABLES: usize>(
        known: &[Nearest; LANES],
        tree: Wide<S, TABLES>,
        [origin, direction]: &[[[f32; LANES]; 3]; 2],
    ) -> [W::Answer; LANES] {
        // All triangles first, and then, without a branch, where they are met: so that this is done in lanes.
        let mut corners = [[[0.0; LANES]; 3]; 3];
        for (lane, nearest) in known.iter().enumerate() {
            if let Some(Triangle { a, b, c }) = nearest.read(tree) {
                for (corner, at) in corners.iter_mut().zip([a, b, c]) {
                    (corner[0][lane], corner[1][lane], corner[2][lane]) = (at.x, at.y, at.z);
                }
            }
        }
        let triangle = |i: usize| Triangle {
            a: three(&corners[0], i),
            b: three(&corners[1], i),
            c: three(&corners[2], i),
        };
        let (mut met, mut inside) = ([[0.0; LANES]; 3], [false; LANES]);
        for i in 0..LANES {
            let [t, u, v];
            ([t, u, v], inside[i]) = meet_plane(three(origin, i), three(direction, i), &triangle(i));
            (met[0][i], met[1][i], met[2][i]) = (t, u, v);
        }
        let mut answers = [const { W::NOTHING }; LANES];
        for (i, answer) in answers.iter_mut().enumerate() {
            if known[i].is_any() {
                let [t, u, v] = match inside[i] {
                    true => [met[0][i], met[1][i], met[2][i]],
                    false => meet_edge(three(origin, i), three(direction, i), &triangle(i)),
                };
                let hit = RayHit { t, u, v, triangle: known[i].index() };
                *answer = W::answer(tree, &known[i], hit, &triangle(i));
            }
        }
        answers
    }
}
