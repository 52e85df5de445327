//! The tree of a mesh as queries read it, and the choice of layout and instruction set.

use super::layout::{Compact, Delta, LargeWide, Wide, WidePreset, WideTest};
use super::sections::{MeshParts, Sections};
use super::tree::{AabbTest, LeafTriangle, TestedBy, TreeQuery};
use crate::batch::Filter;
use crate::blob::BlobView;
use crate::geometry::Aabb;
use std::ops::ControlFlow;

/// A cooked mesh's tree, in a blob of its own or in one that lies in another.
#[derive(Clone, Copy)]
pub(crate) struct MeshTree<'a> {
    pub(super) blob: BlobView<'a>,
    pub(super) parts: &'a MeshParts,
}

/// The typed view of a mesh's tree.
#[derive(Clone, Copy)]
pub(crate) enum View<'a> {
    Compact(Compact<'a>),
    Delta(Delta<'a>),
    /// Its instruction set still to be chosen.
    Wide(Wide<'a, ()>),
    Large(LargeWide<'a, ()>),
}

/// A box test that every layout knows.
pub(crate) trait EveryLayoutTest: WideTest {}

impl<T: WideTest> EveryLayoutTest for T {}

/// Shows all triangles in cooked order.
struct EachTriangle<'a>(&'a mut dyn FnMut(LeafTriangle) -> ControlFlow<()>);

impl TreeQuery for EachTriangle<'_> {
    /// Any would do.
    type Test = AabbTest;
    type Output = ();

    #[inline(always)]
    fn run<L: TestedBy<AabbTest>>(self, tree: L) {
        tree.for_each(self.0);
    }
}

impl<'a> MeshTree<'a> {
    /// The parts must have been found in this blob.
    pub(crate) fn new(blob: BlobView<'a>, parts: &'a MeshParts) -> MeshTree<'a> {
        MeshTree { blob, parts }
    }

    /// How many triangles.
    pub(crate) fn triangle_count(self) -> u32 {
        self.parts.info.triangle_count
    }

    /// The box around all triangles; zero if there are none.
    pub(crate) fn whole(self) -> &'a Aabb {
        &self.parts.bounds
    }

    /// The words of the triangle table.
    pub(super) fn table_words(self) -> Option<&'a [u32]> {
        self.parts.table.map(|table| self.blob.view(table))
    }

    #[inline(always)]
    pub(crate) fn view(self) -> View<'a> {
        match &self.parts.sections {
            Sections::Compact(sections) => View::Compact(Compact {
                nodes: self.blob.view(sections.nodes),
                leaves: self.blob.view(sections.leaves),
                pages: self.blob.view(sections.pages),
                positions: self.blob.view(sections.positions),
                ids: sections.ids.map(|ids| self.blob.view(ids)),
                bounds: self.parts.bounds,
            }),
            Sections::Delta(sections) => View::Delta(Delta {
                sides: self.blob.view(sections.sides),
                children: self.blob.view(sections.children),
                flags: self.blob.view(sections.flags),
                corners: self.blob.view(sections.corners),
                attributes: sections.attributes.map(|attributes| self.blob.view(attributes)),
                positions: self.blob.view(sections.positions),
                bounds: self.parts.bounds,
            }),
            Sections::Wide { arena, frame } => {
                let tree = Wide { simd: (), arena: self.blob.view(*arena), frame };
                match frame.preset {
                    WidePreset::Small => View::Large(tree.with(())),
                    WidePreset::Default | WidePreset::Fast => View::Wide(tree),
                }
            }
        }
    }

    /// Runs a query on the tree, whatever its layout.
    #[inline]
    pub(crate) fn run<Q: TreeQuery<Test: EveryLayoutTest>>(self, query: Q) -> Q::Output {
        match self.view() {
            View::Compact(tree) => tree.run(query),
            View::Delta(tree) => tree.run(query),
            View::Wide(tree) => tree.run(query),
            View::Large(tree) => tree.run(query),
        }
    }

    /// Shows all triangles in cooked order, until the visitor has enough.
    pub(super) fn for_each(self, mut visit: impl FnMut(LeafTriangle) -> ControlFlow<()>) {
        self.run(EachTriangle(&mut visit));
    }

    /// Whether rays may go in packets.
    pub(crate) fn takes_packets(self) -> bool {
        match self.view() {
            View::Compact(_) | View::Delta(_) => false,
            View::Wide(tree) => tree.is_shallow(),
            View::Large(tree) => tree.is_shallow(),
        }
    }

    /// Whether several queries of a batch should be under way at once.
    pub(crate) fn interleaves(self, gains_on_small: bool) -> bool {
        match self.view() {
            View::Compact(_) | View::Delta(_) => false,
            View::Wide(tree) => tree.interleaves(gains_on_small),
            View::Large(tree) => tree.interleaves(gains_on_small),
        }
    }

    /// Whether any triangle may pass the filter.
    pub(crate) fn may_accept(self, filter: &Filter) -> bool {
        filter.may_accept(self.parts.info.attributes_any, self.parts.info.attributes_all)
    }
}
