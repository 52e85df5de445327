//! The table of layouts, and a tree of any of them: the layout is looked up at each call.

use super::layout::{
    Census, Compact, CompactSections, Delta, DeltaSections, DirectWideTree, EitherWide, Info, LargeWideTree,
    LayoutKind, TriangleTable, WideSections, WideTree, unknown_preset,
};
use super::stored::{EveryLayoutTest, ForLayout, Parts, Sections, StoredOrder, StoredTree};
use super::tree::pairs::{BlockCache, Expanded, LeafLanes, PairMemory, PairTree};
use super::tree::{LeafTriangle, TreeQuery};
use crate::Result;
use crate::batch::{BoxTaker, Filter};
use crate::blob::BlobView;
use crate::simd::Simd;
use crate::stack::FixedStack;

macro_rules! layouts {
    ($first:ident: $first_sections:ty => $first_tree:ident, $($layout:ident: $sections:ty => $tree:ident,)*) => {
        layouts!(@all $first: $first_sections => $first_tree, $($layout: $sections => $tree,)*);
        /// No children of the first of them.
        const NO_CHILDREN: AnyChildren = AnyChildren::$first(<$first_tree<'static> as PairTree>::NO_CHILDREN);
    };
    (@all $($layout:ident: $sections:ty => $tree:ident,)*) => {
        /// Does something for a layout.
        pub(super) fn for_layout<F: ForLayout>(kind: LayoutKind, task: F) -> F::Output {
            match kind {
                $(_ if kind == <$sections as Sections>::Parts::KIND => {
                    task.run::<<$sections as Sections>::Parts>()
                })*
                // No layout is missing in the table: a test makes sure.
                _ => unlisted(),
            }
        }

        /// The sections of a tree of some layout.
        pub(super) enum AnySections {
            $($layout($sections),)*
        }

        impl AnySections {
            /// Finds them. Their contents are not looked at.
            pub(super) fn find(blob: BlobView, info: &Info) -> Result<AnySections> {
                $(if info.layout == <$sections as Sections>::Parts::KIND
                    && <$sections>::holds(info)
                {
                    return <$sections>::find(blob, info).map(AnySections::$layout);
                })*
                Err(unknown_preset(info.preset_number()))
            }

            /// Runs a query on the tree in them. Not by way of a [`View`], which would be written to memory.
            #[inline(always)]
            pub(super) fn run<Q: TreeQuery<Test: EveryLayoutTest>>(
                &self,
                blob: BlobView,
                info: &Info,
                query: Q,
            ) -> Q::Output {
                match self {
                    $(AnySections::$layout(sections) => sections.view(blob, info).run(query),)*
                }
            }

            /// The tree in them.
            #[inline(always)]
            pub(super) fn view<'a>(&'a self, blob: BlobView<'a>, info: &Info) -> View<'a> {
                match self {
                    $(AnySections::$layout(sections) => View::$layout(sections.view(blob, info)),)*
                }
            }
        }

        /// A tree of some layout. Where it knows instruction sets, the one is still to be chosen.
        #[derive(Clone, Copy)]
        pub(crate) enum View<'a> {
            $($layout($tree<'a>),)*
        }

        impl StoredTree for View<'_> {
            fn check(self, info: &Info) -> Result<()> {
                match self { $(View::$layout(tree) => tree.check(info),)* }
            }

            fn check_table(self, table: &TriangleTable) -> Result<()> {
                match self { $(View::$layout(tree) => tree.check_table(table),)* }
            }

            fn order(self) -> StoredOrder {
                match self { $(View::$layout(tree) => tree.order(),)* }
            }

            fn find(self, table: Option<&TriangleTable>, id: u32) -> Option<LeafTriangle> {
                match self { $(View::$layout(tree) => StoredTree::find(tree, table, id),)* }
            }

            fn census(self) -> Census {
                match self { $(View::$layout(tree) => tree.census(),)* }
            }

            fn boxes(self, taker: &mut BoxTaker) {
                match self { $(View::$layout(tree) => StoredTree::boxes(tree, taker),)* }
            }

            #[inline]
            fn run<Q: TreeQuery<Test: EveryLayoutTest>>(self, query: Q) -> Q::Output {
                match self { $(View::$layout(tree) => tree.run(query),)* }
            }

            fn takes_packets(self) -> bool {
                match self { $(View::$layout(tree) => tree.takes_packets(),)* }
            }

            fn takes_batches(self, gains_on_small: bool) -> bool {
                match self { $(View::$layout(tree) => tree.takes_batches(gains_on_small),)* }
            }
        }

        /// A reference to a node of a tree of some layout.
        #[derive(Clone, Copy, PartialEq)]
        pub(crate) enum AnyRef {
            $($layout(<$tree<'static> as PairTree>::NodeRef),)*
        }

        /// The children of a node of a tree of some layout.
        #[derive(Clone, Copy)]
        pub(crate) enum AnyChildren {
            $($layout(<$tree<'static> as PairTree>::Children),)*
        }

        impl PairTree for View<'_> {
            type NodeRef = AnyRef;
            type Children = AnyChildren;
            const NO_CHILDREN: AnyChildren = NO_CHILDREN;

            fn pair_root(self) -> Option<AnyRef> {
                match self { $(View::$layout(tree) => tree.pair_root().map(AnyRef::$layout),)* }
            }

            #[inline(always)]
            fn expand<S: Simd>(self, simd: S, node: &AnyRef) -> Expanded<S, AnyChildren> {
                match (self, node) {
                    $((View::$layout(tree), AnyRef::$layout(node)) => {
                        any(tree.expand(simd, node), AnyChildren::$layout)
                    })*
                    _ => foreign(),
                }
            }

            #[inline(always)]
            fn child(self, children: &AnyChildren, i: u32) -> AnyRef {
                match (self, children) {
                    $((View::$layout(tree), AnyChildren::$layout(of)) => {
                        AnyRef::$layout(tree.child(of, i))
                    })*
                    _ => foreign(),
                }
            }

            #[inline(always)]
            fn block_count(self, leaf: &AnyRef) -> usize {
                match (self, leaf) {
                    $((View::$layout(tree), AnyRef::$layout(leaf)) => tree.block_count(leaf),)*
                    _ => foreign(),
                }
            }

            #[inline(always)]
            fn least_index(self, leaf: &AnyRef) -> u32 {
                match (self, leaf) {
                    $((View::$layout(tree), AnyRef::$layout(leaf)) => tree.least_index(leaf),)*
                    _ => foreign(),
                }
            }

            #[inline(always)]
            fn leaf_lanes<S: Simd>(self, simd: S, leaf: &AnyRef, i: usize, filter: &Filter) -> LeafLanes<S> {
                match (self, leaf) {
                    $((View::$layout(tree), AnyRef::$layout(leaf)) => tree.leaf_lanes(simd, leaf, i, filter),)*
                    _ => foreign(),
                }
            }
        }
    };
}

// A new layout is a folder in `layout/` and a line here: its name, its sections, the tree in them.
layouts! {
    Wide: WideSections<1, false> => WideTree,
    LargeWide: WideSections<2, false> => LargeWideTree,
    DirectWide: WideSections<1, true> => DirectWideTree,
    Compact: CompactSections => Compact,
    Delta: DeltaSections => Delta,
}

impl<'a> View<'a> {
    /// The tree, if it is a wide one with clusters of up to sixteen triangles.
    pub(crate) fn either_wide(self) -> Option<EitherWide<'a>> {
        match self {
            View::Wide(tree) => Some(EitherWide::Offsets(tree)),
            View::DirectWide(tree) => Some(EitherWide::Direct(tree)),
            View::LargeWide(_) | View::Compact(_) | View::Delta(_) => None,
        }
    }
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

#[cold]
fn unlisted() -> ! {
    panic!("a layout that the table does not list")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Kind;

    impl ForLayout for Kind {
        type Output = LayoutKind;

        fn run<P: Parts>(self) -> LayoutKind {
            P::KIND
        }
    }

    #[test]
    fn the_table_lists_every_layout() {
        for kind in LayoutKind::ALL {
            assert_eq!(for_layout(kind, Kind), kind);
        }
    }
}
