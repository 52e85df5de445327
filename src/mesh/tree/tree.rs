//! The interface that a layout implements, and parts of queries that run on it.

use super::{BoxTest, LeafPlace, LeafTriangle, Visitor};
use crate::batch::Filter;
use crate::geometry::Triangle;
use crate::stack::{Stack, StackEntry};
use std::ops::ControlFlow;

/// A tree of triangles, whatever its layout.
pub(crate) trait Tree: Copy {
    /// A reference to a node, with what its parents tell about it, such as its box.
    type NodeRef: Copy;

    /// Returns true if the node is a leaf.
    fn is_leaf(self, node: &Self::NodeRef) -> bool;

    /// Prefetches a node that will be visited soon.
    fn prefetch(self, node: &Self::NodeRef);

    /// Prefetches the children of an inner node, one of which will be visited next.
    fn prefetch_children(self, node: &Self::NodeRef);

    /// Prefetches the rest of a leaf, some time after [`Tree::prefetch`].
    fn prefetch_leaf(self, leaf: &Self::NodeRef);

    /// Passes those triangles of a leaf that the filter accepts to the visitor, until it breaks.
    fn visit<G: Visitor>(self, leaf: &Self::NodeRef, filter: &Filter, visitor: &mut G) -> ControlFlow<()>;

    /// The triangle at a place.
    fn triangle_at(self, place: LeafPlace) -> Triangle;

    /// Its attribute bits.
    fn attributes_at(self, place: LeafPlace) -> u16;

    /// Does a part of a query as a function of its own, which all kernels share that need it.
    fn apart<P: TreePart<Self>>(self, part: P) -> P::Output;

    /// Visits all triangles in cooked order.
    fn for_each(self, visit: impl FnMut(LeafTriangle) -> ControlFlow<()>);

    /// A traversal's stack, with room for the deepest tree of this layout.
    type Stack<T: Copy>: Stack<T>;

    /// The children of an inner node after a test.
    type Tested: Copy;

    /// Returns true if any child passes.
    fn has_any(self, tested: &Self::Tested) -> bool;

    /// Returns true if any child is wholly inside the query's shape, as far as the test can tell.
    fn has_inside(self, tested: &Self::Tested) -> bool;

    /// Of the children that pass, returns the one with the smallest key, and puts the others on the stack
    /// with their keys, the largest first.
    fn nearest_first(
        self,
        tested: &Self::Tested,
        stack: &mut impl Stack<StackEntry<Self::NodeRef>>,
    ) -> Option<Self::NodeRef>;
}

/// A part of a query on a tree. `run` must be `#[inline(always)]`, and so must all lane code that it calls.
pub(crate) trait TreePart<L: Tree> {
    /// The result.
    type Output;
    /// Does it.
    fn run(self, tree: L) -> Self::Output;
}

/// A tree whose boxes can be tested so. The form of a test on an instruction set is the layout's own.
pub(crate) trait TestedBy<T: BoxTest>: Tree {
    /// The test as this layout needs it.
    type Prepared;

    /// The whole tree; `None` if there are no triangles, and perhaps if its box fails the test.
    fn root(self, test: &T, limit: f32) -> Option<Self::NodeRef>;

    /// Prepares a test.
    fn prepare(self, test: &T) -> Self::Prepared;

    /// Tests the children of an inner node: those pass whose box passes `test` with a key of at most `limit`. Without a
    /// branch, so that the queries of a stream overlap their latencies.
    fn test(self, node: &Self::NodeRef, test: &Self::Prepared, limit: f32) -> Self::Tested;

    /// Of the children that pass, returns the most promising one and puts the others on the stack.
    fn any_order(self, tested: &Self::Tested, stack: &mut impl Stack<Self::NodeRef>)
    -> Option<Self::NodeRef>;
}
