//! The traversal of two trees: all pairs of leaves whose boxes touch. Iterative, the last pair of nodes
//! first.
//!
//! An entry of the stack is a pair of nodes with a mask of the children of each that are still to be
//! compared. So "these leaves of the one, and the children of that node of the other" is an entry like any
//! other.

use super::blocks::Blocks;
use super::frames::{Frame, Frames};
use super::node::PairNode;
use super::posed::PosedTree;
use super::{PairBlock, PairMemory, PairTree};
use crate::bits::bits;
use crate::mesh::depth::MAX_DEPTH;
use crate::simd::{Kernel, LANES8, Simd};
use crate::stack::Stack;
use std::ops::ControlFlow;

/// The part of a query that looks at pairs of leaves.
pub(crate) trait PairVisitor {
    /// Tests the triangles of two blocks against each other; breaks to end the traversal.
    fn blocks<S: Simd>(&mut self, simd: S, a: &PairBlock, b: &PairBlock) -> ControlFlow<()>;
}

/// A pair of nodes, and which of their children are to be compared.
#[derive(Clone, Copy)]
pub(super) struct Entry<R> {
    pub(super) a: R,
    pub(super) b: R,
    pub(super) a_mask: u8,
    pub(super) b_mask: u8,
    /// Those of `b_mask` that the lowest of `a_mask` has been compared with before.
    pub(super) b_done: u8,
    /// True if the two children, one of each, are leaves whose triangles come next.
    pub(super) is_leaves: bool,
}

impl<R> Entry<R> {
    /// Those of some children of `b` with which child `i` of `a` is still to be compared.
    #[inline(always)]
    pub(super) fn open_of(&self, i: u32, some: u32) -> u32 {
        let done = if u32::from(self.a_mask).trailing_zeros() == i { self.b_done } else { 0 };
        some & u32::from(self.b_mask & !done)
    }

    /// All children of two nodes.
    #[inline(always)]
    pub(super) fn whole(a: R, b: R) -> Entry<R> {
        Entry { a, b, a_mask: u8::MAX, b_mask: u8::MAX, b_done: 0, is_leaves: false }
    }
}

/// Room that is left for what comes below a pair, where single children are compared: an entry a step, and
/// each step goes down in one tree at least. See [`traverse_pairs`].
pub(super) const DEEPEST: usize = 2 * (MAX_DEPTH + 1) + 2;
/// The fewest entries that a stack must have room for: so that not every pair is a single one.
pub(super) const LEAST_ROOM: usize = DEEPEST + 16;

/// A node that has been opened, and its leaves as far as they have been needed.
pub(super) struct Opened<T: PairTree, B> {
    reference: Option<T::NodeRef>,
    pub(super) node: PairNode<T>,
    blocks: B,
}

impl<T: PairTree, B: Blocks> Opened<T, B> {
    #[inline(always)]
    pub(super) fn none() -> Opened<T, B> {
        Opened { reference: None, node: PairNode::NONE, blocks: B::new() }
    }

    /// Makes block `i` of child `child`, which is a leaf, unless it is there.
    #[inline(always)]
    pub(super) fn block<S: Simd>(&mut self, simd: S, posed: &PosedTree<T>, child: u32, i: usize) {
        let children = &self.node.children;
        let leaf = || posed.tree.child(children, child);
        self.blocks.make(simd, posed, leaf, i, child as usize + i * LANES8);
    }

    /// The same, which must have been made.
    #[inline(always)]
    pub(super) fn get(&self, child: u32, i: usize) -> &PairBlock {
        self.blocks.get(child as usize + i * LANES8)
    }

    #[inline(always)]
    pub(super) fn block_count(&self, posed: &PosedTree<T>, child: u32) -> usize {
        posed.tree.block_count(&posed.tree.child(&self.node.children, child))
    }
}

/// Shows the visitor all pairs of blocks whose leaves may touch; returns how many pairs of nodes were
/// visited.
///
/// The stack is bounded. As long as there is room for all that a pair of nodes leads to, all of it is pushed.
/// Where there is not, a single child of each is compared and the others are left for later, which takes an
/// entry a step.
#[inline(always)]
pub(crate) fn traverse_pairs<S: Simd, T: PairMemory>(
    simd: S,
    posed: [&PosedTree<T>; 2],
    frames: &Frames,
    visitor: &mut impl PairVisitor,
) -> u64 {
    const { assert!(T::ROOM >= LEAST_ROOM) };
    let [a, b] = posed;
    let (Some(a_root), Some(b_root)) = (a.tree.pair_root(), b.tree.pair_root()) else { return 0 };
    let mut stack = T::Stack::<Entry<T::NodeRef>>::default();
    stack.push(Entry::whole(a_root, b_root));
    let (mut opened_a, mut opened_b) = (Opened::<T, T::First>::none(), Opened::<T, T::Second>::none());
    let mut visits = 0;
    while let Some(mut entry) = stack.pop() {
        visits += 1;
        open(simd, a, &frames.a, &entry.a, &mut opened_a);
        open(simd, b, &frames.b, &entry.b, &mut opened_b);
        entry.a_mask &= opened_a.node.present as u8;
        entry.b_mask &= opened_b.node.present as u8;
        let nodes = [&opened_a.node, &opened_b.node];
        let mut leaves = compare(simd, &entry, nodes);
        if stack.len() + leaves.entry_count() + DEEPEST > T::ROOM {
            entry = single(entry, |rest| stack.push(rest));
            leaves = compare(simd, &entry, nodes);
        }
        leaves.push_entries([a.tree, b.tree], &entry, nodes, &mut stack);
        for i in bits(u32::from(entry.a_mask) & opened_a.node.leaves) {
            let with = leaves.outer[i as usize % LANES8];
            for part in 0..opened_a.block_count(a, i) {
                opened_a.block(simd, a, i, part);
                for j in bits(with) {
                    for other in 0..opened_b.block_count(b, j) {
                        opened_b.block(simd, b, j, other);
                        let (block, with) = (opened_a.get(i, part), opened_b.get(j, other));
                        if visitor.blocks(simd, block, with).is_break() {
                            return visits;
                        }
                    }
                }
            }
        }
    }
    visits
}

#[inline(always)]
pub(super) fn open<S: Simd, T: PairTree, B: Blocks>(
    simd: S,
    posed: &PosedTree<T>,
    frame: &Frame,
    reference: &T::NodeRef,
    opened: &mut Opened<T, B>,
) {
    if opened.reference != Some(*reference) {
        simd.call(OpenNode { tree: posed.tree, frame, reference, opened });
    }
}

/// Opens another node.
struct OpenNode<'a, T: PairTree, B> {
    tree: T,
    frame: &'a Frame,
    reference: &'a T::NodeRef,
    opened: &'a mut Opened<T, B>,
}

impl<T: PairTree, B: Blocks> Kernel for OpenNode<'_, T, B> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let OpenNode { tree, frame, reference, opened } = self;
        opened.node = PairNode::new(simd, frame, &tree.expand(simd, reference));
        opened.reference = Some(*reference);
        opened.blocks.clear();
    }
}

/// Leaves the pair of the first children, and pushes the rest, which is an entry.
#[cold]
pub(super) fn single<R: Copy>(entry: Entry<R>, mut push: impl FnMut(Entry<R>)) -> Entry<R> {
    let lowest = |mask: u8| mask & mask.wrapping_neg();
    let (a, b) = (lowest(entry.a_mask), lowest(entry.b_mask & !entry.b_done));
    let b_done = entry.b_done | b;
    if entry.b_mask & !b_done != 0 {
        push(Entry { b_done, ..entry });
    } else if entry.a_mask != a {
        push(Entry { a_mask: entry.a_mask & !a, b_done: 0, ..entry });
    }
    Entry { a_mask: a, b_mask: b, b_done: 0, ..entry }
}

/// Children of two nodes that may touch.
struct Touching {
    /// For each child of the one, the inner nodes of the other; only where it is one, too.
    inner: [u8; LANES8],
    /// For each child of the one, the leaves of the other.
    outer: [u32; LANES8],
    /// For each inner node of the other, the leaves of the one.
    columns: [u8; LANES8],
}

/// Compares the children of two nodes.
#[inline(always)]
fn compare<S: Simd, T: PairTree>(simd: S, entry: &Entry<T::NodeRef>, [a, b]: [&PairNode<T>; 2]) -> Touching {
    let mut found = Touching { inner: [0; LANES8], outer: [0; LANES8], columns: [0; LANES8] };
    for i in bits(entry.a_mask.into()) {
        let row = entry.open_of(i, a.touching(simd, i as usize, b));
        let place = i as usize % LANES8;
        found.outer[place] = row & b.leaves;
        let inner = row & !b.leaves;
        if a.leaves >> i & 1 == 0 {
            found.inner[place] = inner as u8;
            continue;
        }
        for j in bits(inner) {
            found.columns[j as usize % LANES8] |= 1 << i;
        }
    }
    found
}

impl Touching {
    /// At least as many entries as [`Touching::push_entries`] pushes.
    #[inline(always)]
    fn entry_count(&self) -> usize {
        let pairs = u64::from_le_bytes(self.inner).count_ones() as usize;
        let rows = self.outer.iter().filter(|&&outer| outer != 0).count();
        pairs + rows + self.columns.iter().filter(|&&column| column != 0).count()
    }

    /// Pushes what is to be compared next: all but pairs of leaves.
    #[inline(always)]
    fn push_entries<T: PairTree>(
        &self,
        [a_tree, b_tree]: [T; 2],
        entry: &Entry<T::NodeRef>,
        [a, b]: [&PairNode<T>; 2],
        stack: &mut impl Stack<Entry<T::NodeRef>>,
    ) {
        for i in bits(u32::from(entry.a_mask) & !a.leaves) {
            let (inner, outer) = (self.inner[i as usize % LANES8], self.outer[i as usize % LANES8]);
            if inner == 0 && outer == 0 {
                continue;
            }
            let child = a_tree.child(&a.children, i);
            for j in bits(inner.into()) {
                stack.push(Entry::whole(child, b_tree.child(&b.children, j)));
            }
            if outer != 0 {
                stack.push(Entry { b_mask: outer as u8, ..Entry::whole(child, entry.b) });
            }
        }
        for j in bits(u32::from(entry.b_mask) & !b.leaves) {
            let column = self.columns[j as usize % LANES8];
            if column != 0 {
                let child = b_tree.child(&b.children, j);
                stack.push(Entry { a_mask: column, ..Entry::whole(entry.a, child) });
            }
        }
    }
}
