//! Streams: many queries under way at once on one tree.

use super::{BlockPart, BoxTest, TestedBy, Tree};
use crate::batch::Filter;
use crate::simd::Simd;

/// The largest number of queries under way at once: a bit each.
pub(crate) const STREAM: usize = 32;

/// The kinds of references, a bit each: the others name nodes.
#[derive(Clone, Copy)]
pub(crate) struct Kinds {
    pub(crate) leaves: u32,
    /// Those behind the last pending subtree.
    pub(crate) ends: u32,
}

/// A tree on which queries can be under way together, each with its own pending subtrees. Nothing here has a branch that
/// depends on how many children pass, or on where a query goes next: nobody could predict it.
pub(crate) trait StreamTree<T: BoxTest>: TestedBy<T> {
    /// The subtrees that a query has still to visit; none by default.
    type Pending: Default;

    /// The whole tree, whatever the query; `None` if there are no triangles.
    fn whole(self) -> Option<Self::NodeRef>;

    /// Forgets all of these.
    fn clear(pending: &mut Self::Pending);

    /// Returns true if there may be no room for the children of another node.
    fn is_full(pending: &Self::Pending) -> bool;

    /// [`TestedBy::test`], done before whatever follows.
    fn test_now(self, node: &Self::NodeRef, test: &Self::Prepared, limit: f32) -> Self::Tested;

    /// Adds the children that pass, with their keys, in about the order of these.
    fn push_nearest_first(self, tested: &Self::Tested, pending: &mut Self::Pending);

    /// Tells what references are.
    fn kinds(self, nodes: &[Self::NodeRef; STREAM]) -> Kinds;

    /// Takes the last one whose key is within a limit, and all after it.
    fn pop_within(self, pending: &mut Self::Pending, limit: f32) -> Self::NodeRef;

    /// Adds the children that pass, without keys.
    fn push_any_order(self, tested: &Self::Tested, pending: &mut Self::Pending);

    /// Takes the last one.
    fn pop(self, pending: &mut Self::Pending) -> Self::NodeRef;
}

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
