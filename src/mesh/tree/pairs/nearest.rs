//! The traversal of two trees towards the pairs that are nearest: best first (Hjaltason and Samet, "Distance
//! Browsing in Spatial Databases", 1999), in memory of fixed size.
//!
//! As long as the heap has room, the pair of nodes with the smallest bound comes next. When it is full, pairs
//! go on a stack instead, which is emptied, the last one first, before the heap goes on. That finds the same,
//! later. Pairs whose boxes touch have to be visited in any case, and go on the stack at once: the sooner
//! leaves are reached, the fewer pairs get into the heap.

use super::frames::Frames;
use super::posed::{OpenPosed, PosedTree};
use super::traverse::{DEEPEST, Entry, LEAST_ROOM, Opened, open, single};
use super::{PairBlock, PairMemory};
use crate::bits::bits;
use crate::geometry::Aabb;
use crate::heap::{sift_down, sift_up};
use crate::simd::{LANES8, Simd};
use crate::stack::{Stack, StackEntry};
use std::ops::DerefMut;

/// The part of a query that looks at pairs of leaves.
pub(crate) trait NearestVisitor {
    /// Pairs of nodes with a larger bound on the square of their distance are skipped. Only ever shrinks.
    fn limit_squared(&self) -> f32;
    /// Returns true if nearer pairs come first; if not, the last that were found do.
    fn is_by_distance(&self) -> bool {
        true
    }
    /// Triangles of the first mesh from this index on are of no interest any more.
    fn end(&self) -> u32 {
        u32::MAX
    }
    /// Returns true if so many pairs are equally near that it is worth asking [`NearestVisitor::skips`].
    fn has_ties(&self) -> bool {
        false
    }
    /// Returns true if pairs within two posed boxes can be left out although the bound on their distance is
    /// within the limit.
    fn skips(&mut self, _boxes: [&Aabb; 2]) -> bool {
        false
    }
    /// Tests the triangles of two blocks against each other.
    fn blocks<S: Simd>(&mut self, simd: S, a: &PairBlock, b: &PairBlock);
}

/// Pairs of nodes, that with the smallest bound on top.
struct Heap<H>(H);

impl<T: Copy, H: Stack<StackEntry<T>> + DerefMut<Target = [StackEntry<T>]>> Heap<H> {
    fn len(&self) -> usize {
        Stack::len(&self.0)
    }

    #[inline(always)]
    fn push(&mut self, entry: StackEntry<T>) {
        self.0.push(entry);
        sift_up(&mut self.0, |a, b| a.key < b.key);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<StackEntry<T>> {
        let heap = &mut self.0;
        let last = heap.pop()?;
        let Some(&top) = heap.first() else { return Some(last) };
        heap[0] = last;
        sift_down(&mut *heap, 0, |a, b| a.key < b.key);
        Some(top)
    }
}

/// Shows the visitor all pairs of blocks that may be within its limit, about the nearest first.
#[inline(always)]
pub(crate) fn traverse_nearest<S: Simd, T: PairMemory>(
    simd: S,
    posed: [&PosedTree<T>; 2],
    frames: &Frames,
    visitor: &mut impl NearestVisitor,
) {
    const { assert!(T::NEAREST_ROOM >= LEAST_ROOM) };
    let [a, b] = posed;
    let (Some(a_root), Some(b_root)) = (a.tree.pair_root(), b.tree.pair_root()) else { return };
    let mut heap = Heap(T::Heap::<StackEntry<Entry<T::NodeRef>>>::default());
    let mut stack = T::NearestStack::<StackEntry<Entry<T::NodeRef>>>::default();
    stack.push(StackEntry { key: 0.0, node: Entry::whole(a_root, b_root) });
    let (mut opened_a, mut opened_b) =
        (Opened::<T, T::NearestFirst>::none(), Opened::<T, T::NearestSecond>::none());
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
        let (of_a, of_b) = (&opened_a.node, &opened_b.node);
        let mut near = Near::none();
        for i in bits(entry.a_mask.into()) {
            let is_leaf = of_a.leaves >> i & 1 != 0;
            let end = visitor.end();
            if is_leaf && end != u32::MAX && a.tree.least_index(&a.tree.child(&of_a.children, i)) >= end {
                continue;
            }
            let keys = of_a.distances(simd, frames, i as usize, of_b);
            let within = entry.open_of(i, keys.within(visitor.limit_squared()));
            near.set(i, within, keys.to_array());
        }
        if visitor.has_ties() {
            let a = simd.call(OpenPosed { posed: a, node: &entry.a });
            let b = simd.call(OpenPosed { posed: b, node: &entry.b });
            near.retain(|i, j| !visitor.skips([a.bounds(i), b.bounds(j)]));
        }
        let count = near.count();
        let to_heap = visitor.is_by_distance() && heap.len() + count <= T::HEAP;
        let mut to_stack = stack.len() + count + DEEPEST <= T::NEAREST_ROOM;
        if !to_heap && !to_stack {
            entry = single(entry, |rest| stack.push(StackEntry { key, node: rest }));
            let (i, j) = (u32::from(entry.a_mask).trailing_zeros(), u32::from(entry.b_mask).trailing_zeros());
            near.retain(|at, with| at == i && with == j);
            to_stack = true;
        }
        // On a stack, the nearest on top.
        let last = if to_heap || !visitor.is_by_distance() { None } else { near.take_nearest() };
        for (i, j, key) in near.pairs().chain(last) {
            let (a_leaf, b_leaf) = (of_a.leaves >> i & 1 != 0, of_b.leaves >> j & 1 != 0);
            let (mut node, both) =
                (Entry { a_mask: 1 << i, b_mask: 1 << j, b_done: 0, ..entry }, a_leaf && b_leaf);
            node.is_leaves = both;
            if !a_leaf {
                (node.a, node.a_mask) = (a.tree.child(&of_a.children, i), u8::MAX);
            }
            if !b_leaf {
                (node.b, node.b_mask) = (b.tree.child(&of_b.children, j), u8::MAX);
            }
            let next = StackEntry { key, node };
            if to_heap && (key > 0.0 || !to_stack) {
                heap.push(next);
            } else {
                stack.push(next);
            }
        }
    }
}

/// Pairs of children that are near, with bounds on the squares of their distances.
struct Near {
    rows: [u8; LANES8],
    keys: [[f32; LANES8]; LANES8],
}

impl Near {
    #[inline(always)]
    fn none() -> Near {
        Near { rows: [0; LANES8], keys: [[0.0; LANES8]; LANES8] }
    }

    #[inline(always)]
    fn set(&mut self, i: u32, row: u32, keys: [f32; LANES8]) {
        let i = i as usize % LANES8;
        (self.rows[i], self.keys[i]) = (row as u8, keys);
    }

    #[inline(always)]
    fn count(&self) -> usize {
        u64::from_le_bytes(self.rows).count_ones() as usize
    }

    #[cold]
    fn retain(&mut self, mut keep: impl FnMut(u32, u32) -> bool) {
        for (i, row) in self.rows.iter_mut().enumerate() {
            *row = bits((*row).into()).fold(0, |kept, j| kept | u8::from(keep(i as u32, j)) << j);
        }
    }

    /// Row by row.
    #[inline(always)]
    fn pairs(&self) -> impl Iterator<Item = (u32, u32, f32)> {
        let mut left = u64::from_le_bytes(self.rows);
        std::iter::from_fn(move || {
            let at = left.trailing_zeros();
            let is_set = left != 0;
            left &= left.wrapping_sub(1);
            let (i, j) = (at / 8 % 8, at % 8);
            is_set.then(|| (i, j, self.keys[i as usize][j as usize]))
        })
    }

    /// Takes the pair with the least bound.
    #[inline(always)]
    fn take_nearest(&mut self) -> Option<(u32, u32, f32)> {
        let nearest = self.pairs().min_by(|a, b| a.2.total_cmp(&b.2))?;
        self.rows[nearest.0 as usize % LANES8] &= !(1 << nearest.1);
        Some(nearest)
    }
}
