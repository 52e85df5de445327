//! One posed tree: the leaves of which the boxes pass.

use super::frames::Frame;
use super::nearest::PosedBoxes;
use super::posed::{PosedBlock, PosedTree};
use super::{PairBlock, PairTree, bits};
use crate::geometry::Aabb;
use crate::mesh::depth::MAX_DEPTH;
use crate::simd::{LANES8, Simd};
use crate::stack::{FixedStack, Slots, Stack};

/// Nodes of a tree that are still to be opened, each with a bit for every child that is of interest.
///
/// Bounded: where there is no room for all children of a node, the first is opened and the others are left for later, which takes an
/// entry a level.
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

    /// Which of the children of a node to open now; there is room for all of them then.
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

/// What a query does with the leaves of one posed tree.
pub(crate) trait OneVisitor {
    /// Whether what is in a posed box may be of interest.
    fn passes(&self, bounds: &Aabb) -> bool;
    /// Triangles from this index on are of no interest any more.
    fn end(&self) -> u32;
    /// Looks at triangles.
    fn block<S: Simd>(&mut self, simd: S, block: &PairBlock);
}

/// Shows the visitor the blocks of all leaves whose boxes pass.
#[inline(always)]
pub(crate) fn traverse_one<S: Simd, T: PairTree>(
    simd: S,
    posed: &PosedTree<T>,
    frame: &Frame,
    visitor: &mut impl OneVisitor,
) {
    let mut stack = NodeStack::<T::NodeRef>::default();
    let slots = &mut Slots::<PairBlock, 1>::new();
    posed.tree.pair_root().into_iter().for_each(|root| stack.push(root));
    while let Some((node, mask)) = stack.pop() {
        let boxes = simd.call(PosedBoxes { posed, whole: &frame.whole, node: &node });
        let expanded = posed.tree.expand(simd, &node);
        for i in bits(stack.choose(node, mask & expanded.present as u8)) {
            if !visitor.passes(&boxes[i as usize % LANES8]) {
                continue;
            }
            let child = posed.tree.child(&expanded.children, i);
            if expanded.leaves >> i & 1 == 0 {
                stack.push(child);
            } else if posed.tree.least_index(&child) < visitor.end() {
                for part in 0..posed.tree.block_count(&child) {
                    simd.call(PosedBlock { posed, leaf: child, i: part, slots: &mut *slots, place: 0 });
                    visitor.block(simd, slots.get(0));
                }
            }
        }
    }
}
