//! A tree of any layout, as a traversal of two trees sees it: the layout is looked up at each node.

use super::layout::{CompactRange, DeltaSubtree, WideChildren};
use super::tree::pairs::{BlockCache, Expanded, LeafLanes, PairMemory, PairTree};
use super::view::View;
use crate::batch::Filter;
use crate::simd::{LANES8, Simd};
use crate::stack::FixedStack;

/// A reference to a node of a tree of some layout.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum AnyRef {
    Compact(CompactRange),
    Delta(DeltaSubtree),
    Wide(u32),
}

/// The children of a node of a tree of some layout.
#[derive(Clone, Copy)]
pub(crate) enum AnyChildren {
    Compact([CompactRange; LANES8]),
    Delta([DeltaSubtree; LANES8]),
    Wide(WideChildren),
}

/// The same box and bits, with the children of some layout.
#[inline(always)]
fn any<S: Simd, C>(
    expanded: Expanded<S, C>,
    children: impl FnOnce(C) -> AnyChildren,
) -> Expanded<S, AnyChildren> {
    let Expanded { low, high, present, leaves, children: own } = expanded;
    Expanded { low, high, present, leaves, children: children(own) }
}

impl PairTree for View<'_> {
    type NodeRef = AnyRef;
    type Children = AnyChildren;
    const NO_CHILDREN: AnyChildren = AnyChildren::Wide(WideChildren::NONE);

    fn pair_root(self) -> Option<AnyRef> {
        match self {
            View::Compact(tree) => tree.pair_root().map(AnyRef::Compact),
            View::Delta(tree) => tree.pair_root().map(AnyRef::Delta),
            View::Wide(tree) => tree.pair_root().map(AnyRef::Wide),
            View::Large(tree) => tree.pair_root().map(AnyRef::Wide),
        }
    }

    #[inline(always)]
    fn expand<S: Simd>(self, simd: S, node: &AnyRef) -> Expanded<S, AnyChildren> {
        match (self, node) {
            (View::Compact(tree), AnyRef::Compact(node)) => {
                any(tree.expand(simd, node), AnyChildren::Compact)
            }
            (View::Delta(tree), AnyRef::Delta(node)) => any(tree.expand(simd, node), AnyChildren::Delta),
            (View::Wide(tree), AnyRef::Wide(node)) => any(tree.expand(simd, node), AnyChildren::Wide),
            (View::Large(tree), AnyRef::Wide(node)) => any(tree.expand(simd, node), AnyChildren::Wide),
            _ => foreign(),
        }
    }

    #[inline(always)]
    fn child(self, children: &AnyChildren, i: u32) -> AnyRef {
        match (self, children) {
            (View::Compact(tree), AnyChildren::Compact(of)) => AnyRef::Compact(tree.child(of, i)),
            (View::Delta(tree), AnyChildren::Delta(of)) => AnyRef::Delta(tree.child(of, i)),
            (View::Wide(tree), AnyChildren::Wide(of)) => AnyRef::Wide(tree.child(of, i)),
            (View::Large(tree), AnyChildren::Wide(of)) => AnyRef::Wide(tree.child(of, i)),
            _ => foreign(),
        }
    }

    #[inline(always)]
    fn block_count(self, leaf: &AnyRef) -> usize {
        match (self, leaf) {
            (View::Large(tree), AnyRef::Wide(leaf)) => tree.block_count(leaf),
            _ => 1,
        }
    }

    #[inline(always)]
    fn least_index(self, leaf: &AnyRef) -> u32 {
        match (self, leaf) {
            (View::Compact(tree), AnyRef::Compact(leaf)) => tree.least_index(leaf),
            (View::Delta(tree), AnyRef::Delta(leaf)) => tree.least_index(leaf),
            (View::Wide(tree), AnyRef::Wide(leaf)) => tree.least_index(leaf),
            (View::Large(tree), AnyRef::Wide(leaf)) => tree.least_index(leaf),
            _ => foreign(),
        }
    }

    #[inline(always)]
    fn leaf_lanes<S: Simd>(self, simd: S, leaf: &AnyRef, i: usize, filter: &Filter) -> LeafLanes<S> {
        match (self, leaf) {
            (View::Compact(tree), AnyRef::Compact(leaf)) => tree.leaf_lanes(simd, leaf, i, filter),
            (View::Delta(tree), AnyRef::Delta(leaf)) => tree.leaf_lanes(simd, leaf, i, filter),
            (View::Wide(tree), AnyRef::Wide(leaf)) => tree.leaf_lanes(simd, leaf, i, filter),
            (View::Large(tree), AnyRef::Wide(leaf)) => tree.leaf_lanes(simd, leaf, i, filter),
            _ => foreign(),
        }
    }
}

/// References with boxes are seven times as large as those of two trees of layout WIDE, so there is room for fewer.
impl PairMemory for View<'_> {
    type Stack<T: Copy> = FixedStack<T, 240>;
    const ROOM: usize = 240;
    type NearestStack<T: Copy> = FixedStack<T, 240>;
    const NEAREST_ROOM: usize = 240;
    type Heap<T: Copy> = FixedStack<T, 48>;
    const HEAP: usize = 48;
    type First = BlockCache<1>;
    type Second = BlockCache<2>;
    type NearestFirst = BlockCache<1>;
    type NearestSecond = BlockCache<4>;
}

/// References are only ever shown to the tree that made them.
#[cold]
fn foreign() -> ! {
    panic!("a reference into a tree of another layout")
}
