//! What is done with the triangles that a traversal comes to.

use super::{Block, LeafTriangle};
use crate::batch::Filter;
use crate::simd::Simd;
use std::ops::ControlFlow;

/// What a traversal looks for: it is shown triangles, one by one or in lanes.
pub(crate) trait Visitor {
    /// Boxes with a larger key are skipped. Only ever shrinks.
    fn limit(&self) -> f32;

    /// Looks at a triangle that passed the filter; breaks if that was enough.
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()>;

    /// Whether all triangles of a block may be taken without looking at them, where it is wholly inside.
    const TAKES_WHOLE_BLOCKS: bool = false;

    /// Takes those triangles of a block whose bit is set in `seen`.
    #[inline(always)]
    fn whole_block<S: Simd, const VERTEX_TABLES: usize>(
        &mut self,
        _: S,
        _: impl Block<VERTEX_TABLES>,
        _: u32,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Hears that some subtree is wholly inside; breaks if that is enough.
    #[inline(always)]
    fn settle(&mut self, _: &Filter) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Looks at those triangles of a block whose bit is set in `seen`.
    #[inline(always)]
    fn block<S: Simd, const VERTEX_TABLES: usize>(
        &mut self,
        simd: S,
        block: impl Block<VERTEX_TABLES>,
        seen: u32,
    ) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        block.each(simd, seen, |_, leaf| {
            if flow.is_continue() {
                flow = self.triangle(&leaf);
            }
        });
        flow
    }
}
