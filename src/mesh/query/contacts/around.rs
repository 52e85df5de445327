//! The triangles around one, asked for once.

use super::within::Within;
use crate::batch::Filter;
use crate::geometry::Aabb;
use crate::mesh::MeshTree;
use crate::mesh::query::lanes::touching_boxes;
use crate::mesh::tree::{AabbTest, Block, LeafTriangle, Visitor};
use crate::simd::Simd;
use arrayvec::ArrayVec;
use std::cell::OnceCell;
use std::ops::ControlFlow;

/// The room: in most meshes there are about a dozen.
const ROOM: usize = 32;

/// The triangles that share a corner with one, and itself.
type Triangles = ArrayVec<LeafTriangle, ROOM>;

/// The triangles around one, as soon as they are asked for; none if there is no room for so many.
#[derive(Default)]
pub(super) struct Around(OnceCell<Option<Triangles>>);

impl Around {
    /// Returns true if they are at hand.
    pub(super) fn are_known(&self) -> bool {
        matches!(self.0.get(), Some(Some(_)))
    }

    /// All of them, always of the same triangle; `None` if there is no room for so many.
    #[inline]
    pub(super) fn of(&self, leaf: &LeafTriangle, tree: MeshTree, filter: &Filter) -> Option<&[LeafTriangle]> {
        let all = self.0.get_or_init(|| {
            let mut triangles = Triangles::new();
            let mut gather = Gather { of: leaf, triangles: &mut triangles, are_too_many: false };
            let test = AabbTest(leaf.triangle.bounds());
            tree.run(Within { test, filter, visitor: &mut gather });
            (!gather.are_too_many).then_some(triangles)
        });
        all.as_deref()
    }
}

/// Gathers them from the triangles in the box around the one.
struct Gather<'a> {
    of: &'a LeafTriangle,
    triangles: &'a mut Triangles,
    are_too_many: bool,
}

impl Gather<'_> {
    fn shares_a_corner(&self, other: &LeafTriangle) -> bool {
        let corners = |leaf: &LeafTriangle| [leaf.triangle.a, leaf.triangle.b, leaf.triangle.c];
        let own = corners(self.of);
        corners(other).iter().any(|corner| own.contains(corner))
    }
}

impl Visitor for Gather<'_> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        0.0
    }

    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        self.are_too_many = self.shares_a_corner(leaf) && self.triangles.try_push(*leaf).is_err();
        if self.are_too_many { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let Aabb { min, max } = self.of.triangle.bounds();
        let near = seen & touching_boxes(simd, min, max, block);
        block.each_until(simd, near, |leaf| self.triangle(leaf))
    }
}
