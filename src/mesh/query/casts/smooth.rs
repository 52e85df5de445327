//! The rule for edges: a contact at an edge or a corner counts if no triangle that shares it rises above it.

use crate::batch::Filter;
use crate::geometry::{Aabb, CastPath, Vec3, rises_above, shares};
use crate::mesh::tree::{AnyOrder, Block, LeafTriangle, RayTest, TestedBy, TreePart, Visitor, traverse};
use crate::simd::Simd;
use glam::DVec3;
use std::ops::ControlFlow;

/// The triangles that are asked.
#[derive(Clone, Copy)]
pub(super) struct Smooth<'a, L> {
    pub(super) tree: L,
    pub(super) filter: &'a Filter,
    pub(super) whole: &'a Aabb,
}

impl<L: TestedBy<RayTest>> Smooth<'_, L> {
    /// Returns true if a contact with this normal counts at the corners of a part.
    pub(super) fn counts(&self, normal: DVec3, part: &[Vec3]) -> bool {
        let Smooth { filter, whole, .. } = *self;
        part.first().is_none_or(|&corner| !self.tree.apart(AnyAbove { filter, whole, normal, part, corner }))
    }
}

/// The question whether any triangle rises above a part, which has a corner.
struct AnyAbove<'a> {
    filter: &'a Filter,
    whole: &'a Aabb,
    normal: DVec3,
    part: &'a [Vec3],
    corner: Vec3,
}

impl<L: TestedBy<RayTest>> TreePart<L> for AnyAbove<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, tree: L) -> bool {
        let line = CastPath::at(self.corner).line_in(self.whole);
        let test = RayTest::new(line, self.whole, 0.0, 1.0);
        let mut above = Above { normal: self.normal, part: self.part, is_any: false };
        traverse::<AnyOrder, L, RayTest>(tree, &test, self.filter, &mut above);
        above.is_any
    }
}

/// The search for a triangle that rises above a part.
struct Above<'a> {
    normal: DVec3,
    part: &'a [Vec3],
    is_any: bool,
}

impl Visitor for Above<'_> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        1.0
    }

    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        self.is_any =
            shares(&leaf.triangle, self.part) && rises_above(&leaf.triangle, self.normal, self.part);
        if self.is_any { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        block.each_until(simd, seen, |leaf| self.triangle(leaf))
    }
}
