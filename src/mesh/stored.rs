//! The interface of a layout's folder, through which a mesh is cooked and opened: [`Parts`] are written, [`Sections`]
//! found, a [`StoredTree`] is checked and read.

use super::CookOptions;
use super::builder::{BinaryTree, CountRule, Primitives};
use super::layout::{Census, Info, LayoutKind, TriangleTable, WidePreset, WideTest};
use super::tree::{LeafTriangle, TreeQuery};
use crate::batch::BoxTaker;
use crate::blob::{BlobView, BlobWriter, Section};
use crate::{Error, Result};
use bytemuck::Pod;

/// A box test that every layout knows.
pub(crate) trait EveryLayoutTest: WideTest {}

impl<T: WideTest> EveryLayoutTest for T {}

/// A tree in its layout, as it is written.
pub(crate) trait Parts: Sized + Send {
    /// The layout.
    const KIND: LayoutKind;
    /// The order of triangles that the layout keeps, as an error says it; none if it can have cooked order instead.
    const KEEPS: Option<&'static str>;

    /// Returns true if the layout has a preset.
    fn has_preset(preset: WidePreset) -> bool {
        preset == WidePreset::Default
    }

    /// Refuses more triangles than there is ever room for, before anything is done for them.
    fn check_count(triangles: usize, preset: WidePreset) -> Result<()> {
        let _ = (triangles, preset);
        Ok(())
    }

    /// The rule that the tree must be built with.
    fn counts(preset: WidePreset) -> CountRule;

    /// Encodes a tree that was built with [`Parts::counts`]. Its order and depth become those of what is stored.
    fn encode(input: Primitives, tree: &mut BinaryTree, preset: WidePreset) -> Result<Self>;

    /// Adds to what is known about the mesh what only the layout knows.
    fn describe(&self, _: &mut Info) {}

    /// The triangle table, for triangles with these ids; none where they lie in the order of their ids.
    fn table(&self, ids: Option<&[u32]>, info: &Info) -> Result<Option<Vec<u32>>>;

    /// Writes the sections, for triangles with these ids; none if answers are to name them in cooked order.
    fn write<'a>(&'a self, ids: Option<&'a [u32]>, writer: &mut BlobWriter<'a>);

    /// Refuses options that the layout does not have.
    fn check_options(options: &CookOptions) -> Result<()> {
        if let (true, Some(keeps)) = (options.cooked_order, Self::KEEPS) {
            let name = Self::KIND.name().to_uppercase();
            let text = text!("is only for layout COMPACT, which must be chosen; {name} keeps {keeps}");
            return Err(Error::invalid_argument(text).of("options", "cooked_order"));
        }
        if !Self::has_preset(options.preset) {
            let name = options.preset.name().to_uppercase();
            let error = Error::invalid_argument(text!("{name} is for layout WIDE"));
            return Err(error.of("options", "preset"));
        }
        Ok(())
    }
}

/// Something to be done for a layout: what a generic closure would be.
pub(crate) trait ForLayout {
    /// The result.
    type Output;
    /// Does it.
    fn run<P: Parts>(self) -> Self::Output;
}

/// The sections of a tree, where they lie in a blob.
pub(crate) trait Sections: Sized {
    /// Those that are written.
    type Parts: Parts;
    /// The tree in them.
    type Tree<'a>: StoredTree
    where
        Self: 'a;

    /// Returns true if they hold such a tree, which is of their layout.
    fn holds(info: &Info) -> bool {
        Self::Parts::has_preset(info.preset) && !info.has_direct_nodes
    }

    /// Finds them. Their contents are not looked at.
    fn find(blob: BlobView, info: &Info) -> Result<Self>;

    /// The tree, of which nothing is checked.
    fn view<'a>(&'a self, blob: BlobView<'a>, info: &Info) -> Self::Tree<'a>;
}

/// The order of a tree's triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredOrder {
    /// In the order of the user's input.
    Input,
    /// In cooked order, by which answers name them.
    Cooked,
    /// In cooked order, with their ids.
    WithIds,
}

/// A tree as it lies in a blob. But for [`StoredTree::check`], everything relies on what that checks.
pub(crate) trait StoredTree: Copy {
    /// Checks everything that memory safety and termination depend on.
    fn check(self, info: &Info) -> Result<()>;

    /// Makes sure that a table leads to every triangle.
    fn check_table(self, table: &TriangleTable) -> Result<()>;

    /// The order of its triangles.
    fn order(self) -> StoredOrder;

    /// The triangle with an id; none if that needs a table and there is none.
    fn find(self, table: Option<&TriangleTable>, id: u32) -> Option<LeafTriangle>;

    /// Counts what is stored.
    fn census(self) -> Census;

    /// Hands out its boxes, depth first.
    fn boxes(self, taker: &mut BoxTaker);

    /// Runs a query.
    fn run<Q: TreeQuery<Test: EveryLayoutTest>>(self, query: Q) -> Q::Output;

    /// Returns true if rays may go in packets.
    fn takes_packets(self) -> bool {
        false
    }

    /// Returns true if queries gain from being handed over as a batch; on small trees, only some do.
    fn takes_batches(self, gains_on_small: bool) -> bool {
        let _ = gains_on_small;
        true
    }
}

/// A section that may be missing.
pub(crate) fn find_optional<T: Pod>(blob: BlobView, number: u32, what: &str) -> Result<Option<Section>> {
    blob.has(number).then(|| blob.find::<T>(number, what)).transpose()
}

/// Makes sure that as many triangles are stored as INFO says.
pub(crate) fn check_stored(info: &Info, stored: usize, what: &str) -> Result<()> {
    match stored == info.triangle_count as usize {
        true => Ok(()),
        false => Err(Error::invalid_blob(text!("{stored} {what} for {} triangles", info.triangle_count))),
    }
}
