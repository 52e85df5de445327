//! Streams: many queries under way at once on one tree.

use super::{BoxTest, TestedBy};

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

    /// The root, whatever the query; `None` if there are no triangles.
    fn stream_root(self) -> Option<Self::NodeRef>;

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
