//! The traversal of two trees: all pairs of leaves whose boxes touch. Iterative, the last pair of nodes first.
//!
//! An entry of the stack is a pair of nodes with a mask of the children of each that are still to be compared. So "these leaves
//! of the one, and the children of that node of the other" is an entry like any other.

use super::frames::{Frame, Frames};
use super::node::PairNode;
use super::{PairBlock, PairTree};
use crate::batch::Filter;
use crate::geometry::PoseMatrix;
use crate::mesh::depth::MAX_DEPTH;
use crate::simd::{Kernel, LANES8, Simd};
use crate::stack::{Slots, Stack};
use std::ops::ControlFlow;

/// What a query does with pairs of leaves.
pub(crate) trait PairVisitor {
    /// Tests the triangles of two blocks against each other; breaks to end the traversal.
    fn blocks<S: Simd>(&mut self, simd: S, a: &PairBlock, b: &PairBlock) -> ControlFlow<()>;
}

/// One of two meshes.
#[derive(Clone, Copy)]
pub(crate) struct PosedTree<'a, T> {
    pub(crate) tree: T,
    pub(crate) pose: &'a PoseMatrix,
    pub(crate) filter: &'a Filter,
}

/// A pair of nodes, and which of their children are to be compared.
#[derive(Clone, Copy)]
pub(super) struct Entry<R> {
    pub(super) a: R,
    pub(super) b: R,
    pub(super) a_mask: u8,
    pub(super) b_mask: u8,
    /// Whether the two children, one of each, are leaves whose triangles come next.
    pub(super) is_leaves: bool,
}

impl<R> Entry<R> {
    /// All children of two nodes.
    #[inline(always)]
    pub(super) fn whole(a: R, b: R) -> Entry<R> {
        Entry { a, b, a_mask: u8::MAX, b_mask: u8::MAX, is_leaves: false }
    }
}

/// Most entries that a pair of nodes leads to: each with each, and leaves of one with nodes of the other.
pub(super) const MOST: usize = LANES8 * LANES8 + 2 * LANES8;
/// Entries for what comes below a pair, where single children are compared: see [`traverse_pairs`].
const DEEPEST: usize = 3 * 2 * (MAX_DEPTH + 1);
/// The fewest entries that a stack must have room for.
pub(super) const LEAST_ROOM: usize = MOST + DEEPEST;
/// Some more.
pub(crate) const PAIR_ROOM: usize = LEAST_ROOM + 2 * MOST;

/// Two blocks for each child.
const BLOCKS: usize = 2 * LANES8;

/// A node that has been opened, and its leaves as far as they have been needed.
pub(super) struct Opened<T: PairTree> {
    reference: Option<T::NodeRef>,
    pub(super) node: PairNode<T>,
    blocks: Slots<PairBlock, BLOCKS>,
}

impl<T: PairTree> Opened<T> {
    #[inline(always)]
    pub(super) fn none() -> Opened<T> {
        Opened { reference: None, node: PairNode::NONE, blocks: Slots::new() }
    }

    /// Makes block `i` of child `child`, which is a leaf, unless it is there.
    #[inline(always)]
    pub(super) fn block<S: Simd>(&mut self, simd: S, posed: &PosedTree<T>, child: u32, i: usize) {
        let place = child as usize + i * LANES8;
        if !self.blocks.has(place) {
            let leaf = posed.tree.child(&self.node.children, child);
            simd.call(PosedBlock { posed, leaf, i, slots: &mut self.blocks, place });
        }
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

/// Shows the visitor all pairs of blocks whose leaves may touch; returns how many pairs of nodes were visited.
///
/// The stack is bounded. As long as there is room for all that a pair of nodes leads to, all of it is pushed. Where there is not,
/// a single child of each is compared and the others are left for later, which takes three entries a level.
#[inline(always)]
pub(crate) fn traverse_pairs<S: Simd, T: PairTree>(
    simd: S,
    posed: [&PosedTree<T>; 2],
    frames: &Frames,
    visitor: &mut impl PairVisitor,
) -> u64 {
    let [a, b] = posed;
    let (Some(a_root), Some(b_root)) = (a.tree.pair_root(), b.tree.pair_root()) else { return 0 };
    let mut stack = T::Stack::<Entry<T::NodeRef>>::default();
    stack.push(Entry::whole(a_root, b_root));
    let (mut opened_a, mut opened_b) = (Opened::<T>::none(), Opened::<T>::none());
    let mut visits = 0;
    while let Some(mut entry) = stack.pop() {
        visits += 1;
        open(simd, a, &frames.a, &entry.a, &mut opened_a);
        open(simd, b, &frames.b, &entry.b, &mut opened_b);
        entry.a_mask &= opened_a.node.present as u8;
        entry.b_mask &= opened_b.node.present as u8;
        if stack.len() + LEAST_ROOM > T::ROOM {
            entry = single(entry, |rest| stack.push(rest));
        }
        let leaves = compare(simd, [a.tree, b.tree], &entry, [&opened_a.node, &opened_b.node], &mut stack);
        for i in bits(leaves.a) {
            let with = leaves.rows[i as usize % LANES8];
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

/// Makes block `i` of a leaf, where it is wanted.
pub(crate) struct PosedBlock<'a, T: PairTree, const N: usize> {
    pub(crate) posed: &'a PosedTree<'a, T>,
    pub(crate) leaf: T::NodeRef,
    pub(crate) i: usize,
    pub(crate) slots: &'a mut Slots<PairBlock, N>,
    pub(crate) place: usize,
}

impl<T: PairTree, const N: usize> Kernel for PosedBlock<'_, T, N> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let lanes = self.posed.tree.leaf_lanes(simd, &self.leaf, self.i, self.posed.filter);
        self.slots.put(self.place, PairBlock::new(simd, self.posed.pose, &lanes));
    }
}

#[inline(always)]
pub(super) fn open<S: Simd, T: PairTree>(
    simd: S,
    posed: &PosedTree<T>,
    frame: &Frame,
    reference: &T::NodeRef,
    opened: &mut Opened<T>,
) {
    if opened.reference != Some(*reference) {
        simd.call(OpenNode { tree: posed.tree, frame, reference, opened });
    }
}

/// Opens another node.
struct OpenNode<'a, T: PairTree> {
    tree: T,
    frame: &'a Frame,
    reference: &'a T::NodeRef,
    opened: &'a mut Opened<T>,
}

impl<T: PairTree> Kernel for OpenNode<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let OpenNode { tree, frame, reference, opened } = self;
        opened.node = PairNode::new(simd, frame, &tree.expand(simd, reference));
        opened.reference = Some(*reference);
        opened.blocks.clear();
    }
}

/// Leaves the pair of the first children, and pushes the rest.
#[cold]
pub(super) fn single<R: Copy>(entry: Entry<R>, mut push: impl FnMut(Entry<R>)) -> Entry<R> {
    let lowest = |mask: u8| mask & mask.wrapping_neg();
    let (a, b) = (lowest(entry.a_mask), lowest(entry.b_mask));
    if entry.a_mask != a {
        push(Entry { a_mask: entry.a_mask & !a, ..entry });
    }
    if entry.b_mask != b {
        push(Entry { a_mask: a, b_mask: entry.b_mask & !b, ..entry });
    }
    Entry { a_mask: a, b_mask: b, ..entry }
}

/// Leaves that may touch.
struct Leaves {
    /// Leaves of the one, a bit each.
    a: u32,
    /// And for each of its children, those of the other.
    rows: [u32; LANES8],
}

/// Compares the children of two nodes, and pushes what is to be compared next.
#[inline(always)]
fn compare<S: Simd, T: PairTree>(
    simd: S,
    [a_tree, b_tree]: [T; 2],
    entry: &Entry<T::NodeRef>,
    [a, b]: [&PairNode<T>; 2],
    stack: &mut impl Stack<Entry<T::NodeRef>>,
) -> Leaves {
    let (mut leaves, mut rows, mut columns) = (0, [0; LANES8], [0u8; LANES8]);
    for i in bits(entry.a_mask.into()) {
        let row = a.touching(simd, i as usize, b) & u32::from(entry.b_mask);
        let (inner, outer) = (row & !b.leaves, row & b.leaves);
        if a.leaves >> i & 1 != 0 {
            for j in bits(inner) {
                columns[j as usize % LANES8] |= 1 << i;
            }
            rows[i as usize % LANES8] = outer;
            leaves |= u32::from(outer != 0) << i;
            continue;
        }
        let child = a_tree.child(&a.children, i);
        for j in bits(inner) {
            let with = b_tree.child(&b.children, j);
            stack.push(Entry::whole(child, with));
        }
        if outer != 0 {
            stack.push(Entry { b_mask: outer as u8, ..Entry::whole(child, entry.b) });
        }
    }
    for j in bits(u32::from(entry.b_mask) & !b.leaves) {
        let column = columns[j as usize % LANES8];
        if column != 0 {
            let child = b_tree.child(&b.children, j);
            stack.push(Entry { a_mask: column, ..Entry::whole(entry.a, child) });
        }
    }
    Leaves { a: leaves, rows }
}

/// The numbers of the bits that are set.
#[inline(always)]
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = mask.trailing_zeros();
        let is_set = mask != 0;
        mask &= mask.wrapping_sub(1);
        is_set.then_some(lowest)
    })
}
