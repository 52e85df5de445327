//! Wide trees with nodes of either form, as a traversal of two trees sees them.

use super::children::Children;
use super::tree::{DirectWideTree, WideTree};
use crate::batch::Filter;
use crate::mesh::tree::pairs::{BlockCache, Expanded, LeafLanes, PairMemory, PairTree};
use crate::simd::Simd;

/// A wide tree with nodes of either form. References to its parts are as small as those of one form alone.
#[derive(Clone, Copy)]
pub(crate) enum EitherWide<'a> {
    /// Nodes of one line.
    Offsets(WideTree<'a>),
    /// Direct ones.
    Direct(DirectWideTree<'a>),
}

impl PairTree for EitherWide<'_> {
    type NodeRef = u32;
    type Children = Children;
    const NO_CHILDREN: Self::Children = Children::NONE;

    #[inline(always)]
    fn pair_root(self) -> Option<u32> {
        match self {
            EitherWide::Offsets(tree) => tree.pair_root(),
            EitherWide::Direct(tree) => tree.pair_root(),
        }
    }

    #[inline(always)]
    fn expand<S: Simd>(self, simd: S, node: &u32) -> Expanded<S, Self::Children> {
        match self {
            EitherWide::Offsets(tree) => tree.expand(simd, node),
            EitherWide::Direct(tree) => tree.expand(simd, node),
        }
    }

    #[inline(always)]
    fn child(self, children: &Self::Children, i: u32) -> u32 {
        match self {
            EitherWide::Offsets(tree) => tree.child(children, i),
            EitherWide::Direct(tree) => tree.child(children, i),
        }
    }

    #[inline(always)]
    fn block_count(self, _: &u32) -> usize {
        1
    }

    #[inline(always)]
    fn least_index(self, leaf: &u32) -> u32 {
        match self {
            EitherWide::Offsets(tree) => tree.least_index(leaf),
            EitherWide::Direct(tree) => tree.least_index(leaf),
        }
    }

    #[inline(always)]
    fn leaf_lanes<S: Simd>(self, simd: S, leaf: &u32, i: usize, filter: &Filter) -> LeafLanes<S> {
        match self {
            EitherWide::Offsets(tree) => tree.leaf_lanes(simd, leaf, i, filter),
            EitherWide::Direct(tree) => tree.leaf_lanes(simd, leaf, i, filter),
        }
    }
}

/// The room of nodes of one line, but for fewer blocks: the code of the other form takes some of the thread's stack.
impl PairMemory for EitherWide<'_> {
    type Stack<T: Copy> = <WideTree<'static> as PairMemory>::Stack<T>;
    const ROOM: usize = <WideTree as PairMemory>::ROOM;
    type NearestStack<T: Copy> = <WideTree<'static> as PairMemory>::NearestStack<T>;
    const NEAREST_ROOM: usize = <WideTree as PairMemory>::NEAREST_ROOM;
    type Heap<T: Copy> = <WideTree<'static> as PairMemory>::Heap<T>;
    const HEAP: usize = <WideTree as PairMemory>::HEAP;
    type First = BlockCache<2>;
    type Second = BlockCache<5>;
    type NearestFirst = BlockCache<3>;
    type NearestSecond = BlockCache<6>;
}
