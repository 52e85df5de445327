//! The work of a query on the triangles that a traversal reaches.

use super::{Block, LeafTriangle};
use crate::batch::Filter;
use crate::simd::Simd;
use std::ops::ControlFlow;

/// The triangle test of a query. It gets triangles one by one or in lanes, as the layout has them: as a block, a leaf of
/// one triangle would be tested in sixteen lanes, or every visitor would ask how many there are.
pub(crate) trait Visitor {
    /// Boxes with a larger key are skipped. Only ever shrinks.
    fn limit(&self) -> f32;

    /// Tests a triangle that passed the filter; breaks to end the traversal.
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()>;

    /// True if triangles of a block that is wholly inside the query's shape may be taken without a test.
    const TAKES_WHOLE_BLOCKS: bool = false;

    /// Takes those triangles of a block whose bit is set in `seen`.
    #[inline(always)]
    fn whole_block<S: Simd>(&mut self, _: S, _: impl Block, _: u32) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called if some subtree is wholly inside the query's shape; breaks to end the traversal.
    #[inline(always)]
    fn settle(&mut self, _: &Filter) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Tests those triangles of a block whose bit is set in `seen`.
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()>;
}
