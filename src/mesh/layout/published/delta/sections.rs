//! The sections of a DELTA mesh: written, found and read.

use super::encode::{DeltaParts, encode};
use super::{Delta, check};
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

const POSITIONS: u32 = 5;
const SIDES: u32 = 9;
const CHILDREN: u32 = 10;
const FLAGS: u32 = 11;
const CORNERS: u32 = 12;
const ATTRIBUTES: u32 = 13;

impl Parts for DeltaParts {
    const KIND: LayoutKind = LayoutKind::Delta;
    const KEEPS: Option<&'static str> = Some("the caller's order");

    fn counts(_: WidePreset) -> CountRule {
        CountRule::Any
    }

    fn encode(input: Primitives, tree: &mut BinaryTree, _: WidePreset) -> Result<DeltaParts> {
        let parts = encode(input.input(), tree)?;
        // The triangles stay where they were.
        (0..).zip(&mut tree.order).for_each(|(i, place)| *place = i);
        Ok(parts)
    }

    fn table(&self, _: Option<&[u32]>, _: &Info) -> Result<Option<Vec<u32>>> {
        Ok(None)
    }

    fn write<'a>(&'a self, _: Option<&'a [u32]>, writer: &mut BlobWriter<'a>) {
        writer.section(SIDES, &self.sides);
        writer.section(CHILDREN, &self.children);
        writer.section(FLAGS, &self.flags);
        writer.section(CORNERS, &self.corners);
        writer.section(POSITIONS, &self.positions);
        if let Some(attributes) = &self.attributes {
            writer.section(ATTRIBUTES, attributes);
        }
    }
}

/// The places of the sections.
pub(crate) struct DeltaSections {
    sides: Section,
    children: Section,
    flags: Section,
    corners: Section,
    attributes: Option<Section>,
    positions: Section,
}

impl Sections for DeltaSections {
    type Parts = DeltaParts;
    type Tree<'a> = Delta<'a>;

    fn find(blob: BlobView, info: &Info) -> Result<DeltaSections> {
        let sections = DeltaSections {
            sides: blob.find::<[f32; 3]>(SIDES, "nodes' sides")?,
            children: blob.find::<[u32; 2]>(CHILDREN, "nodes' children")?,
            flags: blob.find::<u8>(FLAGS, "nodes' flags")?,
            corners: blob.find::<[u32; 3]>(CORNERS, "triangles")?,
            attributes: find_optional::<u16>(blob, ATTRIBUTES, "attributes")?,
            positions: blob.find::<[f32; 3]>(POSITIONS, "positions")?,
        };
        check_stored(info, blob.view::<[u32; 3]>(sections.corners).len(), "stored triangles")?;
        Ok(sections)
    }

    #[inline(always)]
    fn view<'a>(&'a self, blob: BlobView<'a>, info: &Info) -> Delta<'a> {
        Delta {
            sides: blob.view(self.sides),
            children: blob.view(self.children),
            flags: blob.view(self.flags),
            corners: blob.view(self.corners),
            attributes: self.attributes.map(|attributes| blob.view(attributes)),
            positions: blob.view(self.positions),
            bounds: info.bounds,
        }
    }
}

impl StoredTree for Delta<'_> {
    fn check(self, info: &Info) -> Result<()> {
        check::check(&self, info.depth)
    }

    fn check_table(self, _: &TriangleTable) -> Result<()> {
        Err(Error::invalid_blob("triangle table: of a mesh of layout DELTA"))
    }

    fn order(self) -> StoredOrder {
        StoredOrder::Input
    }

    fn find(self, _: Option<&TriangleTable>, id: u32) -> Option<LeafTriangle> {
        Some(self.triangle(id))
    }

    fn census(self) -> Census {
        Census {
            node_count: self.flags.len() as u32,
            position_count: self.positions.len() as u32,
            nodes: (size_of_val(self.sides) + size_of_val(self.children) + self.flags.len()) as u64,
            leaves: (size_of_val(self.corners) + self.attributes.map_or(0, size_of_val)) as u64,
            positions: size_of_val(self.positions) as u64,
            ..Census::default()
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
