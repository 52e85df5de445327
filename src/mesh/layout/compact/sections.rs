//! The sections of a COMPACT mesh: written, found and read.

use super::encode::{CompactParts, encode};
use super::{Compact, Leaf, Node, Page, check, table};
use crate::Error;
use crate::Result;
use crate::batch::BoxTaker;
use crate::blob::{BlobView, BlobWriter, Section};
use crate::mesh::builder::{BinaryTree, CountRule, Primitives};
use crate::mesh::layout::binary_boxes::boxes;
use crate::mesh::layout::census::Census;
use crate::mesh::layout::info::Info;
use crate::mesh::layout::kind::{LayoutKind, WidePreset};
use crate::mesh::layout::table::TriangleTable;
use crate::mesh::stored::{
    EveryLayoutTest, Parts, Sections, StoredOrder, StoredTree, check_stored, find_optional,
};
use crate::mesh::tree::pairs::PairTree;
use crate::mesh::tree::{LeafTriangle, TreeQuery};

const NODES: u32 = 2;
const LEAVES: u32 = 3;
const PAGES: u32 = 4;
const POSITIONS: u32 = 5;
const TRIANGLE_IDS: u32 = 6;

impl Parts for CompactParts {
    const KIND: LayoutKind = LayoutKind::Compact;
    const KEEPS: Option<&'static str> = None;

    fn counts(_: WidePreset) -> CountRule {
        CountRule::Ratio256
    }

    fn encode(input: Primitives, tree: &mut BinaryTree, _: WidePreset) -> Result<CompactParts> {
        encode(input.input(), tree)
    }

    fn table(&self, ids: Option<&[u32]>, _: &Info) -> Result<Option<Vec<u32>>> {
        ids.map(table::table).transpose()
    }

    fn write<'a>(&'a self, ids: Option<&'a [u32]>, writer: &mut BlobWriter<'a>) {
        writer.section(NODES, &self.nodes);
        writer.section(LEAVES, &self.leaves);
        writer.section(PAGES, &self.pages);
        writer.section(POSITIONS, &self.positions);
        if let Some(ids) = ids {
            writer.section(TRIANGLE_IDS, ids);
        }
    }
}

/// The places of the sections.
pub(crate) struct CompactSections {
    nodes: Section,
    leaves: Section,
    pages: Section,
    positions: Section,
    ids: Option<Section>,
}

impl Sections for CompactSections {
    type Parts = CompactParts;
    type Tree<'a> = Compact<'a>;

    fn find(blob: BlobView, info: &Info) -> Result<CompactSections> {
        let sections = CompactSections {
            nodes: blob.find::<Node>(NODES, "nodes")?,
            leaves: blob.find::<Leaf>(LEAVES, "leaves")?,
            pages: blob.find::<Page>(PAGES, "pages")?,
            positions: blob.find::<[f32; 3]>(POSITIONS, "positions")?,
            ids: find_optional::<u32>(blob, TRIANGLE_IDS, "triangle ids")?,
        };
        check_stored(info, blob.view::<Leaf>(sections.leaves).len(), "leaves")?;
        Ok(sections)
    }

    #[inline(always)]
    fn view<'a>(&'a self, blob: BlobView<'a>, info: &Info) -> Compact<'a> {
        Compact {
            nodes: blob.view(self.nodes),
            leaves: blob.view(self.leaves),
            pages: blob.view(self.pages),
            positions: blob.view(self.positions),
            ids: self.ids.map(|ids| blob.view(ids)),
            bounds: info.bounds,
        }
    }
}

impl StoredTree for Compact<'_> {
    fn check(self, info: &Info) -> Result<()> {
        check::check(&self, info.depth)
    }

    fn check_table(self, table: &TriangleTable) -> Result<()> {
        match self.ids {
            Some(ids) => table::check_table(table, ids),
            None => Err(Error::invalid_blob("triangle table: of a mesh in cooked order")),
        }
    }

    fn order(self) -> StoredOrder {
        if self.ids.is_some() { StoredOrder::WithIds } else { StoredOrder::Cooked }
    }

    fn find(self, table: Option<&TriangleTable>, id: u32) -> Option<LeafTriangle> {
        match self.ids {
            Some(ids) => table::find(table?, ids, id).map(|place| self.triangle(place)),
            None => Some(self.triangle(id)),
        }
    }

    fn census(self) -> Census {
        Census {
            node_count: self.nodes.len() as u32,
            position_count: self.positions.len() as u32,
            nodes: size_of_val(self.nodes) as u64,
            leaves: size_of_val(self.leaves) as u64,
            pages: size_of_val(self.pages) as u64,
            positions: size_of_val(self.positions) as u64,
            triangle_ids: self.ids.map_or(0, |ids| size_of_val(ids) as u64),
        }
    }

    fn boxes(self, taker: &mut BoxTaker) {
        boxes(self, self.pair_root(), taker);
    }

    /// Not inlined, or queries on every layout would need its room on the thread's stack.
    #[inline(never)]
    fn run<Q: TreeQuery<Test: EveryLayoutTest>>(self, query: Q) -> Q::Output {
        query.run(self)
    }
}
