//! Triangles that may have a contact, as far as there is room for them on the stack.

use super::super::shape::Shape;
use crate::mesh::tree::{Block, LeafTriangle, Visitor};
use crate::simd::Simd;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// The room.
pub(super) const ROOM: usize = 96;

/// Triangles within reach.
pub(super) struct Candidates<'a, R: Shape> {
    triangles: ArrayVec<LeafTriangle, ROOM>,
    /// True if there were more.
    pub(super) are_many: bool,
    reach: &'a R::Prepared,
    limit: f32,
}

impl<R: Shape> Candidates<'_, R> {
    pub(super) fn new(reach: &R::Prepared, limit: f32) -> Candidates<'_, R> {
        Candidates { triangles: ArrayVec::new(), are_many: false, reach, limit }
    }

    fn add(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        self.are_many = self.triangles.try_push(*leaf).is_err();
        if self.are_many { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// All of them, the lowest first.
    pub(super) fn sorted(&mut self) -> &[LeafTriangle] {
        self.triangles.sort_unstable_by_key(|leaf| leaf.index);
        &self.triangles
    }
}

impl<R: Shape> Visitor for Candidates<'_, R> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        if R::touches(self.reach, &leaf.triangle) { self.add(leaf) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let near = R::touches_lanes(self.reach, simd, block, seen);
        block.each_until(simd, near, |leaf| self.add(leaf))
    }
}
