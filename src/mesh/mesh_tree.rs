//! The tree of a mesh as queries read it, whatever its layout.

use super::layout::{Census, Info, TRIANGLE_TABLE, TriangleTable};
use super::stored::{EveryLayoutTest, StoredOrder, StoredTree, find_optional};
use super::tree::{AabbTest, LeafTriangle, TestedBy, TreeQuery};
use super::view::{AnySections, View};
use crate::batch::{BoxTaker, Filter};
use crate::blob::{BlobView, Section};
use crate::geometry::Aabb;
use crate::{Error, Result};
use std::ops::ControlFlow;

/// The facts about a mesh, and the places of its parts in its blob.
pub(crate) struct MeshParts {
    info: Info,
    sections: AnySections,
    /// The triangle table, if the mesh was cooked with one.
    table: Option<Section>,
}

impl MeshParts {
    /// Finds the parts of a mesh in its blob, of which the frame has been checked. Their contents are not looked at.
    pub(super) fn find(blob: BlobView) -> Result<MeshParts> {
        let info = Info::find(blob)?;
        let sections = AnySections::find(blob, &info)?;
        let table = find_optional::<u32>(blob, TRIANGLE_TABLE, "triangle table")?;
        Ok(MeshParts { info, sections, table })
    }

    /// Finds the parts and checks everything that memory safety and termination depend on.
    pub(crate) fn check(blob: BlobView) -> Result<MeshParts> {
        let parts = MeshParts::find(blob)?;
        if parts.info.pieces_of != 0 {
            let count = parts.info.pieces_of;
            return Err(Error::invalid_blob(text!(
                "a tree of pieces of {count} triangles, which is no mesh by itself"
            )));
        }
        parts.check_contents(blob)?;
        Ok(parts)
    }

    /// Checks what is in the parts.
    pub(super) fn check_contents(&self, blob: BlobView) -> Result<()> {
        let Aabb { min, max } = self.info.bounds;
        if !(min.is_finite() && max.is_finite()) {
            return Err(Error::invalid_blob("bounds are not finite"));
        }
        if !min.cmple(max).all() {
            return Err(Error::invalid_blob(text!("bounds from {min:?} to {max:?} are reversed")));
        }
        let cost = self.info.cost;
        if !(cost.is_finite() && cost >= 0.0) {
            return Err(Error::invalid_blob(text!("a tree's cost is {cost}")));
        }
        let tree = MeshTree::new(blob, self);
        tree.view().check(&self.info)?;
        if let Some(words) = tree.table_words() {
            tree.view().check_table(&TriangleTable::new(words, tree.triangle_count())?)?;
        }
        Ok(())
    }

    /// The facts about the mesh.
    pub(super) fn info(&self) -> &Info {
        &self.info
    }
}

/// A cooked mesh's tree, in a blob of its own or in one that lies in another.
#[derive(Clone, Copy)]
pub(crate) struct MeshTree<'a> {
    blob: BlobView<'a>,
    parts: &'a MeshParts,
}

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

    /// The number of triangles.
    pub(crate) fn triangle_count(self) -> u32 {
        self.parts.info.triangle_count
    }

    /// The box around all triangles; zero if there are none.
    pub(crate) fn whole(self) -> &'a Aabb {
        &self.parts.info.bounds
    }

    /// The words of the triangle table.
    fn table_words(self) -> Option<&'a [u32]> {
        self.parts.table.map(|table| self.blob.view(table))
    }

    /// The triangle table, if the mesh was cooked with one; it was checked when the mesh was opened.
    pub(super) fn table(self) -> Option<TriangleTable<'a>> {
        TriangleTable::new(self.table_words()?, self.triangle_count()).ok()
    }

    #[inline(always)]
    pub(crate) fn view(self) -> View<'a> {
        self.parts.sections.view(self.blob, &self.parts.info)
    }

    /// The order of the stored triangles.
    pub(super) fn order(self) -> StoredOrder {
        self.view().order()
    }

    /// Counts what is stored.
    pub(super) fn census(self) -> Census {
        let mut census = self.view().census();
        census.triangle_ids += self.table_words().map_or(0, |words| size_of_val(words) as u64);
        census
    }

    /// Hands out its boxes, depth first.
    pub(crate) fn boxes(self, taker: &mut BoxTaker) {
        self.view().boxes(taker);
    }

    /// Runs a query on the tree, whatever its layout.
    #[inline(always)]
    pub(crate) fn run<Q: TreeQuery<Test: EveryLayoutTest>>(self, query: Q) -> Q::Output {
        self.parts.sections.run(self.blob, &self.parts.info, query)
    }

    /// Shows all triangles in cooked order, until the visitor has enough.
    pub(crate) fn for_each(self, mut visit: impl FnMut(LeafTriangle) -> ControlFlow<()>) {
        self.run(EachTriangle(&mut visit));
    }

    /// Returns true if rays may go in packets.
    pub(crate) fn takes_packets(self) -> bool {
        self.view().takes_packets()
    }

    /// Returns true if queries gain from being handed over as a batch.
    pub(crate) fn takes_batches(self, gains_on_small: bool) -> bool {
        self.view().takes_batches(gains_on_small)
    }

    /// Returns true if any triangle may pass the filter.
    pub(crate) fn may_accept(self, filter: &Filter) -> bool {
        filter.may_accept(self.parts.info.attributes_any, self.parts.info.attributes_all)
    }
}
