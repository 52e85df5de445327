//! The parts of a binary tree, and their largest sizes.

use crate::geometry::Aabb;

/// The number of triangles in a chunk of a parallel pass. Chunks are merged by operations that are associative and
/// commutative, so the result does not depend on the threads.
pub(super) const CHUNK: usize = 4096;

/// Most triangles of a small set: the vertices of so many fit the bits of a [`Vertices`].
pub(super) const SMALL: usize = 40;

/// Room for a small set: a power of two, so that an index that is cut to it costs one instruction.
pub(super) const ROOM: usize = SMALL.next_power_of_two();

/// The corners of a triangle by the numbers of their vertices, below [`NUMBERS`]. Numbers mean something within
/// a small set only, and every cluster lies in one.
pub(crate) type Corners = [u8; 3];

/// More than any number of a vertex.
pub(crate) const NUMBERS: usize = u128::BITS as usize;

/// A node over `n` triangles, at least two. Nodes lie in depth-first order: the left child over
/// `left_count` triangles follows its parent, the right child lies `left_count` places behind the parent,
/// and a child over one triangle has no node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BinaryNode {
    pub(crate) bounds: Aabb,
    /// 0: the tree ends here, with a set of triangles that fits a cluster.
    pub(crate) left_count: u32,
    /// True if its triangles fit a cluster, where the layout has them.
    pub(crate) fits: bool,
}

impl BinaryNode {
    /// The content of a place without a node.
    pub(super) const NONE: BinaryNode = BinaryNode { bounds: Aabb::EMPTY, left_count: 0, fits: false };
}

/// A part of a tree: the nodes over some triangles that lie together.
pub(super) struct Part<'a> {
    pub(super) nodes: &'a mut [BinaryNode],
    pub(super) order: &'a mut [u32],
    pub(super) corners: &'a mut [Corners],
}

impl<'a> Part<'a> {
    /// The parts of the children, if so many of the triangles are the left one's.
    #[inline]
    pub(super) fn children(self, left_count: usize) -> [Part<'a>; 2] {
        let (left_nodes, right_nodes) = self.nodes[1..].split_at_mut(left_count - 1);
        let (left_order, right_order) = self.order.split_at_mut(left_count);
        let (left_corners, right_corners) = self.corners.split_at_mut(left_count);
        [
            Part { nodes: left_nodes, order: left_order, corners: left_corners },
            Part { nodes: right_nodes, order: right_order, corners: right_corners },
        ]
    }
}
