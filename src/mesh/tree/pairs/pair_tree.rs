//! The trait of a layout for traversals of two trees at once.

use super::LeafLanes;
use crate::batch::Filter;
use crate::simd::{Simd, Simd8};

/// A tree as a traversal of two trees sees it: nodes of up to eight children with boxes in lanes, whatever
/// the layout stores.
pub(crate) trait PairTree: Copy {
    /// A reference to a node or a leaf.
    type NodeRef: Copy + PartialEq;
    /// Makes references to the children of a node.
    type Children: Copy;
    /// No children.
    const NO_CHILDREN: Self::Children;

    /// The whole tree, an inner node; `None` if there are no triangles.
    fn pair_root(self) -> Option<Self::NodeRef>;

    /// The children of an inner node.
    fn expand<S: Simd>(self, simd: S, node: &Self::NodeRef) -> Expanded<S, Self::Children>;

    /// A reference to child `i`.
    fn child(self, children: &Self::Children, i: u32) -> Self::NodeRef;

    /// The number of blocks of triangles in a leaf.
    fn block_count(self, leaf: &Self::NodeRef) -> usize;

    /// A lower bound of the indices of a leaf's triangles.
    fn least_index(self, leaf: &Self::NodeRef) -> u32;

    /// Block `i` of a leaf, with a bit for each triangle that passes the filter.
    fn leaf_lanes<S: Simd>(self, simd: S, leaf: &Self::NodeRef, i: usize, filter: &Filter) -> LeafLanes<S>;
}

/// The children of a node.
#[derive(Clone, Copy)]
pub(crate) struct Expanded<S: Simd, C> {
    /// The lower sides of their boxes along each axis, a child a lane, rounded once to nearest at most: so
    /// that every vertex, of which the coordinates are f32, is between them still.
    pub(crate) low: [<S::Lanes8 as Simd8>::F; 3],
    /// The upper sides.
    pub(crate) high: [<S::Lanes8 as Simd8>::F; 3],
    /// A bit for each child.
    pub(crate) present: u32,
    /// A bit for each that is a leaf.
    pub(crate) leaves: u32,
    /// Makes references to them.
    pub(crate) children: C,
}
