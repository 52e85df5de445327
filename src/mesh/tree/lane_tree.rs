//! Trees whose leaves are tested in lanes.

use super::{BlockPart, Tree};
use crate::batch::Filter;
use crate::simd::Simd;

/// A tree whose leaves are lanes.
pub(crate) trait LaneTree<S: Simd>: Tree {
    /// The instruction set in force.
    fn simd(self) -> S;

    /// True if each leaf is one block.
    const HAS_ONE_BLOCK: bool;

    /// True if the vertices of leaves lie there as they are computed with: then the triangles are most of the work.
    const HAS_PLAIN_VERTICES: bool;

    /// Returns true if a leaf has no more than eight triangles.
    fn is_small(self, leaf: &Self::NodeRef) -> bool;

    /// Returns true if it is so large that queries wait for memory.
    fn waits_for_memory(self) -> bool;

    /// Works on the block of a leaf; on the first one, if there are more.
    fn on_block<P: BlockPart<S>>(self, leaf: &Self::NodeRef, filter: &Filter, part: P) -> P::Output;
}
