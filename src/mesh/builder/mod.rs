//! One builder for all layouts: a binary tree over the triangles, top-down, by the surface area heuristic.

mod best;
mod count;
mod kernel;
mod lanes;
mod node;
mod pieces;
mod primitives;
mod published;
mod reinsert;
mod small;
mod split;
mod tree;
mod weld;

pub(crate) use count::CountRule;
pub(crate) use node::{BinaryNode, Corners, NUMBERS};
pub(crate) use pieces::pieces;
pub(crate) use primitives::Primitives;
pub(crate) use tree::BinaryTree;

use crate::mesh::depth::MAX_DEPTH;

/// Returns true if a set of `n` triangles that lies below `level` nodes must be halved, and so must whatever comes
/// of it, for the tree not to become too deep. That needs one level for each bit of `n` and, as representable
/// counts are not exact halves, a few more.
fn must_halve(n: usize, level: usize) -> bool {
    let halving_levels = (usize::BITS - n.leading_zeros()) as usize + 4;
    level + halving_levels >= MAX_DEPTH
}

/// The build time that is spent on a faster tree. Answers never depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// Fewer candidate planes, and no reinsertion: builds about 1.1 times as fast as the default, and is somewhat
    /// slower to query.
    Fast,
    /// The default: the binned surface area heuristic, exact sweeps for small sets of triangles, and reinsertion
    /// (Meister and Bittner 2018) among the largest nodes, where triangles are of very different sizes.
    #[default]
    Medium,
    /// The tree of the default, with reinsertion among all nodes. Takes 1.4 to 3 times as long to build, and longer where
    /// many triangles overlap; queries are up to a few percent faster. The better tree may make the second one of preset RAYS
    /// needless.
    High,
}

/// The rule by which a node's triangles are split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitRule {
    /// The candidate of least cost by the surface area heuristic (binned; Wald 2007).
    #[default]
    SurfaceArea,
    /// The published rule of layout COMPACT, for comparison: along the longest axis, where the two halves' boxes are of
    /// similar length.
    Median,
}
