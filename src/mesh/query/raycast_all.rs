//! All hits of a ray.

use super::list::{ListQuery, list_batch};
use super::ray::{RayHit, Target, check};
use super::{Batch, Filter, ListOutput, Lists, Output};
use crate::Result;
use crate::batch::Found;
use crate::geometry::{Aabb, Ray};
use crate::mesh::Mesh;
use crate::mesh::tree::{AnyOrder, Block, LeafTriangle, RayTest, TestedBy, Visitor, traverse};
use crate::simd::Simd;
use std::cmp::Ordering;
use std::ops::ControlFlow;

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
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let mask = self.target.hits(simd, block, seen, self.t_max).mask;
        block.each(simd, mask, |_, leaf| {
            // It never breaks.
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

    type Test = RayTest;

    #[inline(always)]
    fn list<L: TestedBy<RayTest>>(
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
        list_batch!(EveryHit: self.tree(), rays, filter, offsets, hits)
    }
}
