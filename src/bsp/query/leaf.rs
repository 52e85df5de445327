//! The content of a leaf: brushes, or its own cell.

use super::super::convex::Convex;
use super::super::tree::{NodeRef, PlaneRef, Tree};
use super::hit::NO_BRUSH;
use crate::batch::Filter;
use std::ops::ControlFlow;

/// The solids of a leaf that a filter accepts, one after the other: brushes that were not visited just
/// before, or the cell itself.
pub(super) struct LeafSolids {
    /// Brushes that were visited last. Brushes lie in many leaves, and neighbours follow one another.
    seen: [u32; 8],
    next: usize,
}

impl LeafSolids {
    pub(super) fn new() -> LeafSolids {
        LeafSolids { seen: [NO_BRUSH; 8], next: 0 }
    }

    #[inline(always)]
    pub(super) fn each(
        &mut self,
        tree: &Tree,
        leaf: NodeRef,
        cell: &[PlaneRef],
        filter: &Filter,
        mut found: impl FnMut(u32, Convex) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let planes = tree.planes;
        if tree.solids.are_cells() {
            return match tree.brush_at(leaf, filter) {
                Some(brush) => found(brush, Convex::new(planes, cell)),
                None => ControlFlow::Continue(()),
            };
        }
        let Some(content) = leaf.content() else { return ControlFlow::Continue(()) };
        for brush in tree.solids.accepted(content, filter) {
            if !self.seen.contains(&brush) {
                self.seen[self.next % 8] = brush;
                self.next += 1;
                found(brush, Convex::new(planes, tree.solids.brush(brush)))?;
            }
        }
        ControlFlow::Continue(())
    }
}
