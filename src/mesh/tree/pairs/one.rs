//! One posed tree: the leaves of which the boxes pass.

use super::posed::{OpenPosed, PosedTree};
use super::{PairBlock, PairTree};
use crate::bits::bits;
use crate::geometry::Aabb;
use crate::mesh::depth::MAX_DEPTH;
use crate::simd::{LANES8, Simd};
use crate::stack::{FixedStack, Stack};
use std::ops::ControlFlow;

/// Nodes of a tree that are still to be opened, each with a bit for every child that is of interest.
///
/// Bounded: where there is no room for all children of a node, the first is opened and the others are left
/// for later, which takes an entry a level.
pub(crate) struct NodeStack<R>(FixedStack<(R, u8), NODES>);

const NODES: usize = MAX_DEPTH + 2 + 3 * LANES8;

impl<R: Copy> Default for NodeStack<R> {
    #[inline(always)]
    fn default() -> NodeStack<R> {
        NodeStack(FixedStack::default())
    }
}

impl<R: Copy> NodeStack<R> {
    /// Adds a node with all its children.
    #[inline(always)]
    pub(crate) fn push(&mut self, node: R) {
        self.0.push((node, u8::MAX));
    }

    /// The next node.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<(R, u8)> {
        self.0.pop()
    }

    /// The children of a node to open now; there is room for all of them then.
    #[inline(always)]
    pub(crate) fn choose(&mut self, node: R, mask: u8) -> u32 {
        if Stack::len(&self.0) + LANES8 + MAX_DEPTH + 2 <= NODES {
            return mask.into();
        }
        let first = mask & mask.wrapping_neg();
        if mask != first {
            self.0.push((node, mask & !first));
        }
        first.into()
    }
}

/// The part of a query that looks at the leaves of one posed tree.
pub(crate) trait OneVisitor {
    /// Returns true if triangles in a posed box may be of interest.
    fn passes(&self, bounds: &Aabb) -> bool;
    /// Triangles from this index on are of no interest any more.
    fn end(&self) -> u32 {
        u32::MAX
    }
    /// Looks at triangles; breaks to end the traversal.
    fn block(&mut self, block: &PairBlock) -> ControlFlow<()>;
}

/// Shows the visitor the blocks of all leaves whose boxes pass.
pub(crate) fn traverse_one<S: Simd, T: PairTree>(
    simd: S,
    posed: &PosedTree<T>,
    visitor: &mut impl OneVisitor,
) {
    let mut stack = NodeStack::<T::NodeRef>::default();
    posed.tree.pair_root().into_iter().for_each(|root| stack.push(root));
    while let Some((reference, mask)) = stack.pop() {
        let node = simd.call(OpenPosed { posed, node: &reference });
        for i in bits(stack.choose(reference, mask & node.present)) {
            if !visitor.passes(node.bounds(i)) {
                continue;
            }
            let child = node.child(posed.tree, i);
            if !node.is_leaf(i) {
                stack.push(child);
            } else if posed.tree.least_index(&child) < visitor.end()
                && posed.blocks(simd, &child, |block| visitor.block(block)).is_break()
            {
                return;
            }
        }
    }
}
