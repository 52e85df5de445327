//! The section of a WIDE mesh: written, found and read.

use super::box_tests::WideTest;
use super::boxes::boxes;
use super::check::{census, check};
use super::encode::WideParts;
use super::run::OnWide;
use super::tree::{Wide, WideFrame};
use crate::Result;
use crate::batch::BoxTaker;
use crate::blob::{BlobView, BlobWriter, Section};
use crate::mesh::builder::{BinaryTree, CountRule, Primitives};
use crate::mesh::layout::census::Census;
use crate::mesh::layout::info::Info;
use crate::mesh::layout::kind::{LayoutKind, WidePreset};
use crate::mesh::layout::table::TriangleTable;
use crate::mesh::stored::{Parts, Sections, StoredOrder, StoredTree};
use crate::mesh::tree::{LeafTriangle, TreeQuery};
use crate::simd::dispatch;

const ARENA: u32 = 7;

/// The number of tables that the vertices of a cluster fill.
fn vertex_tables(preset: WidePreset) -> usize {
    match preset {
        WidePreset::Small => 2,
        WidePreset::Default | WidePreset::Fast | WidePreset::Rays => 1,
    }
}

impl Parts for WideParts {
    const KIND: LayoutKind = LayoutKind::Wide;
    const KEEPS: Option<&'static str> = Some("its triangle ids");

    fn has_preset(_: WidePreset) -> bool {
        true
    }

    fn check_count(triangles: usize, preset: WidePreset) -> Result<()> {
        WideParts::refuse_too_many(triangles, preset.of_tree())
    }

    fn counts(preset: WidePreset) -> CountRule {
        WideParts::clusters(preset.of_tree())
    }

    fn encode(input: Primitives, tree: &mut BinaryTree, preset: WidePreset) -> Result<WideParts> {
        WideParts::new(input, tree, preset.of_tree())
    }

    fn describe(&self, info: &mut Info) {
        (info.grid_step, info.has_direct_nodes) = (self.grid.step.size, self.is_direct);
    }

    fn table(&self, _: Option<&[u32]>, info: &Info) -> Result<Option<Vec<u32>>> {
        let (arena, frame) = (&self.arena[..], &WideFrame::new(info));
        match (vertex_tables(info.preset), info.has_direct_nodes) {
            (1, false) => Wide::<(), 1, false> { simd: (), arena, frame }.table(),
            (1, true) => Wide::<(), 1, true> { simd: (), arena, frame }.table(),
            _ => Wide::<(), 2, false> { simd: (), arena, frame }.table(),
        }
        .map(Some)
    }

    fn write<'a>(&'a self, _: Option<&'a [u32]>, writer: &mut BlobWriter<'a>) {
        writer.section(ARENA, &self.arena);
    }
}

/// The place of the section, for clusters whose vertices fill so many tables, and for direct nodes or others.
pub(crate) struct WideSections<const VERTEX_TABLES: usize, const DIRECT: bool> {
    arena: Section,
    frame: WideFrame,
}

impl<const VERTEX_TABLES: usize, const DIRECT: bool> Sections for WideSections<VERTEX_TABLES, DIRECT> {
    type Parts = WideParts;
    type Tree<'a> = Wide<'a, (), VERTEX_TABLES, DIRECT>;

    fn holds(info: &Info) -> bool {
        vertex_tables(info.preset) == VERTEX_TABLES && info.has_direct_nodes == DIRECT
    }

    fn find(blob: BlobView, info: &Info) -> Result<Self> {
        Ok(WideSections { arena: blob.find::<u8>(ARENA, "arena")?, frame: WideFrame::new(info) })
    }

    #[inline(always)]
    fn view<'a>(&'a self, blob: BlobView<'a>, _: &Info) -> Self::Tree<'a> {
        Wide { simd: (), arena: blob.view(self.arena), frame: &self.frame }
    }
}

impl<const VERTEX_TABLES: usize, const DIRECT: bool> StoredTree for Wide<'_, (), VERTEX_TABLES, DIRECT> {
    fn check(self, info: &Info) -> Result<()> {
        check(&self, info)
    }

    fn check_table(self, table: &TriangleTable) -> Result<()> {
        self.check_groups(table)
    }

    fn order(self) -> StoredOrder {
        StoredOrder::WithIds
    }

    fn find(self, table: Option<&TriangleTable>, id: u32) -> Option<LeafTriangle> {
        self.find_in_group(table?, id)
    }

    fn census(self) -> Census {
        census(&self)
    }

    fn boxes(self, taker: &mut BoxTaker) {
        boxes(self, taker);
    }

    /// On the instruction set in force.
    #[inline]
    fn run<Q: TreeQuery<Test: WideTest>>(self, query: Q) -> Q::Output {
        dispatch(OnWide { tree: self, query })
    }

    fn takes_packets(self) -> bool {
        self.is_shallow() && self.frame.triangle_count > 0
    }

    fn takes_batches(self, gains_on_small: bool) -> bool {
        self.is_shallow() && (gains_on_small || self.is_large())
    }
}
