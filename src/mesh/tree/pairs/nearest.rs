//! The traversal of two trees towards the pairs that are nearest: best first (Hjaltason and Samet, "Distance Browsing in
//! Spatial Databases", 1999), in memory of fixed size.
//!
//! As long as the heap has room, the pair of nodes with the smallest bound comes next. When it is full, pairs go on a stack instead, which
//! is emptied, the last one first, before the heap goes on. That finds the same, later. Pairs whose boxes touch have to be visited in any
//! case, and go on the stack at once: the sooner leaves are reached, the fewer pairs get into the heap.

use super::frames::Frames;
use super::traverse::{Entry, LEAST_ROOM, MOST, Opened, PosedTree, open, single};
use super::{PairBlock, PairTree, bits};
use crate::simd::{LANES8, Simd};
use crate::stack::{FixedStack, Stack, StackEntry};

/// What a query does with pairs of leaves.
pub(crate) trait NearestVisitor {
    /// Pairs of nodes with a larger bound on the square of their distance are skipped. Only ever shrinks.
    fn limit_squared(&self) -> f32;
    /// Tests the triangles of two blocks against each other.
    fn blocks<S: Simd>(&mut self, simd: S, a: &PairBlock, b: &PairBlock);
}

/// Entries of the heap.
const HEAP: usize = 1024;

/// Pairs of nodes, that with the smallest bound on top.
struct Heap<T>(FixedStack<StackEntry<T>, HEAP>);

impl<T: Copy> Heap<T> {
    fn has_room(&self) -> bool {
        self.0.len() + MOST <= HEAP
    }

    #[inline(always)]
    fn push(&mut self, entry: StackEntry<T>) {
        let heap = &mut self.0;
        let mut at = heap.len();
        heap.push(entry);
        while at > 0 {
            let parent = (at - 1) / 2;
            if heap[parent].key <= entry.key {
                break;
            }
            heap.swap(parent, at);
            at = parent;
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<StackEntry<T>> {
        let heap = &mut self.0;
        let last = heap.pop()?;
        let Some(&top) = heap.first() else { return Some(last) };
        let mut at = 0;
        loop {
            let mut child = 2 * at + 1;
            if child >= heap.len() {
                break;
            }
            if child + 1 < heap.len() && heap[child + 1].key < heap[child].key {
                child += 1;
            }
            if last.key <= heap[child].key {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
        Some(top)
    }
}

/// Shows the visitor all pairs of blocks that may be within its limit, about the nearest first.
#[inline(always)]
pub(crate) fn traverse_nearest<S: Simd, T: PairTree>(
    simd: S,
    posed: [&PosedTree<T>; 2],
    frames: &Frames,
    visitor: &mut impl NearestVisitor,
) {
    let [a, b] = posed;
    let (Some(a_root), Some(b_root)) = (a.tree.pair_root(), b.tree.pair_root()) else { return };
    let mut heap = Heap::<Entry<T::NodeRef>>(FixedStack::default());
    let mut stack = T::Stack::<StackEntry<Entry<T::NodeRef>>>::default();
    heap.push(StackEntry { key: 0.0, node: Entry::whole(a_root, b_root) });
    let (mut opened_a, mut opened_b) = (Opened::<T>::none(), Opened::<T>::none());
    loop {
        let (from_stack, next) = match stack.pop() {
            Some(next) => (true, next),
            None => match heap.pop() {
                Some(next) => (false, next),
                None => return,
            },
        };
        let StackEntry { key, node: mut entry } = next;
        if key > visitor.limit_squared() {
            if from_stack {
                continue;
            }
            // None of the others is nearer.
            return;
        }
        open(simd, a, &frames.a, &entry.a, &mut opened_a);
        open(simd, b, &frames.b, &entry.b, &mut opened_b);
        entry.a_mask &= opened_a.node.present as u8;
        entry.b_mask &= opened_b.node.present as u8;
        if entry.is_leaves {
            let (i, j) = (u32::from(entry.a_mask).trailing_zeros(), u32::from(entry.b_mask).trailing_zeros());
            for part in 0..opened_a.block_count(a, i) {
                opened_a.block(simd, a, i, part);
                for other in 0..opened_b.block_count(b, j) {
                    opened_b.block(simd, b, j, other);
                    visitor.blocks(simd, opened_a.get(i, part), opened_b.get(j, other));
                }
            }
            continue;
        }
        let to_heap = heap.has_room();
        if !to_heap && stack.len() + LEAST_ROOM > T::ROOM {
            entry = single(entry, |rest| stack.push(StackEntry { key, node: rest }));
        }
        for i in bits(entry.a_mask.into()) {
            let keys = opened_a.node.distances(simd, frames, i as usize, &opened_b.node);
            let near = keys.within(visitor.limit_squared()) & u32::from(entry.b_mask);
            let keys = keys.to_array();
            for j in bits(near) {
                let key = keys[j as usize % LANES8];
                let (a_leaf, b_leaf) =
                    (opened_a.node.leaves >> i & 1 != 0, opened_b.node.leaves >> j & 1 != 0);
                let (mut node, both) = (Entry { a_mask: 1 << i, b_mask: 1 << j, ..entry }, a_leaf && b_leaf);
                node.is_leaves = both;
                if !a_leaf {
                    (node.a, node.a_mask) = (a.tree.child(&opened_a.node.children, i), u8::MAX);
                }
                if !b_leaf {
                    (node.b, node.b_mask) = (b.tree.child(&opened_b.node.children, j), u8::MAX);
                }
                let next = StackEntry { key, node };
                if to_heap && (key > 0.0 || stack.len() + LEAST_ROOM > T::ROOM) {
                    heap.push(next);
                } else {
                    stack.push(next);
                }
            }
        }
    }
}
