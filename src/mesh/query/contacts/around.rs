//! The triangles around one, asked for once.

use super::within::Within;
use crate::batch::Filter;
use crate::geometry::Aabb;
use crate::mesh::MeshTree;
use crate::mesh::query::lanes::touching_boxes;
use crate::mesh::tree::{AabbTest, Block, LeafTriangle, Visitor};
use crate::simd::Simd;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// The room: in most meshes there are about a dozen.
const ROOM: usize = 32;

/// The triangles that share a corner with one, and itself.
#[derive(Default)]
pub(super) struct Around {
    triangles: ArrayVec<LeafTriangle, ROOM>,
    state: State,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Unknown,
    Known,
    TooMany,
}

impl Around {
    /// All of them, always of the same triangle; `None` if there is no room for so many.
    #[inline]
    pub(super) fn of(
        &mut self,
        leaf: &LeafTriangle,
        tree: MeshTree,
        filter: &Filter,
    ) -> Option<&[LeafTriangle]> {
        if self.state == State::Unknown {
            self.state = State::Known;
            let test = AabbTest(leaf.triangle.bounds());
            tree.run(Within { test, filter, visitor: &mut Gather { of: leaf, around: self } });
        }
        (self.state == State::Known).then_some(&self.triangles[..])
    }
}

/// Gathers them from the triangles in the box around the one.
struct Gather<'a> {
    of: &'a LeafTriangle,
    around: &'a mut Around,
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
        if self.shares_a_corner(leaf) && self.around.triangles.try_push(*leaf).is_err() {
            self.around.state = State::TooMany;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let Aabb { min, max } = self.of.triangle.bounds();
        let near = seen & touching_boxes(simd, min, max, block);
        block.each_until(simd, near, |leaf| self.triangle(leaf))
    }
}
