//! What a mesh's blob holds: its sections, and where they lie.

use super::layout::{CompactLeaf, CompactNode, CompactPage, Grid, LayoutKind, Step, WideFrame, WidePreset};
use crate::blob::{BlobView, Section};
use crate::geometry::{Aabb, Vec3};
use crate::{Error, Result};
use bytemuck::{Pod, Zeroable};

/// Section numbers of mesh blobs. Append-only.
pub(super) mod section {
    pub(in crate::mesh) const INFO: u32 = 1;
    pub(in crate::mesh) const NODES: u32 = 2;
    pub(in crate::mesh) const LEAVES: u32 = 3;
    pub(in crate::mesh) const PAGES: u32 = 4;
    pub(in crate::mesh) const POSITIONS: u32 = 5;
    pub(in crate::mesh) const TRIANGLE_IDS: u32 = 6;
    pub(in crate::mesh) const ARENA: u32 = 7;
    pub(in crate::mesh) const TRIANGLE_TABLE: u32 = 8;
    pub(in crate::mesh) const SIDES: u32 = 9;
    pub(in crate::mesh) const CHILDREN: u32 = 10;
    pub(in crate::mesh) const FLAGS: u32 = 11;
    pub(in crate::mesh) const CORNERS: u32 = 12;
    pub(in crate::mesh) const ATTRIBUTES: u32 = 13;
}

/// The INFO section.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Info {
    pub(super) layout: u32,
    pub(super) triangle_count: u32,
    pub(super) depth: u32,
    pub(super) source_vertex_count: u32,
    pub(super) attributes_any: u16,
    pub(super) attributes_all: u16,
    pub(super) split_rule: u32,
    pub(super) bounds_min: [f32; 3],
    pub(super) bounds_max: [f32; 3],
    pub(super) cost: f32,
    /// Step of the grid of layout WIDE; otherwise 0.
    pub(super) grid_step: f32,
    /// Number of the preset of layout WIDE; otherwise 0.
    pub(super) preset: u32,
    pub(super) reserved: u32,
}

impl Info {
    /// What the tree of a mesh of layout WIDE needs to know.
    pub(super) fn frame(&self, preset: WidePreset) -> WideFrame {
        let bounds = self.bounds();
        let grid = Grid { origin: bounds.min, step: Step::new(self.grid_step) };
        let &Info { triangle_count, depth, .. } = self;
        WideFrame { preset, grid, bounds, triangle_count, depth }
    }

    fn bounds(&self) -> Aabb {
        Aabb::new(Vec3::from_array(self.bounds_min), Vec3::from_array(self.bounds_max))
    }
}

/// What is known about a mesh, and where its parts lie in its blob.
pub(crate) struct MeshParts {
    pub(super) info: Info,
    pub(super) bounds: Aabb,
    pub(super) sections: Sections,
    /// The triangle table, if the mesh was cooked with one.
    pub(super) table: Option<Section>,
}

/// The sections of a tree.
pub(super) enum Sections {
    Compact(CompactSections),
    Delta(DeltaSections),
    Wide { arena: Section, frame: WideFrame },
}

pub(super) struct CompactSections {
    pub(super) nodes: Section,
    pub(super) leaves: Section,
    pub(super) pages: Section,
    pub(super) positions: Section,
    pub(super) ids: Option<Section>,
}

pub(super) struct DeltaSections {
    pub(super) sides: Section,
    pub(super) children: Section,
    pub(super) flags: Section,
    pub(super) corners: Section,
    pub(super) attributes: Option<Section>,
    pub(super) positions: Section,
}

impl MeshParts {
    /// Finds the parts of a mesh in its blob. What lies in them is not looked at.
    pub(super) fn find(blob: BlobView) -> Result<MeshParts> {
        let info = blob.view::<Info>(blob.find::<Info>(section::INFO, "info")?);
        let &[info] = info else {
            return Err(Error::invalid_blob(format!("{} info records", info.len())));
        };
        let Some(layout) = LayoutKind::from_number(info.layout) else {
            return Err(Error::invalid_blob(format!("layout {} is unknown", info.layout)));
        };
        let preset = WidePreset::from_number(info.preset)
            .filter(|&preset| preset == WidePreset::Default || layout == LayoutKind::Wide);
        let Some(preset) = preset else {
            return Err(Error::invalid_blob(format!("preset {} is unknown", info.preset)));
        };
        let sections = match layout {
            LayoutKind::Compact => Sections::Compact(CompactSections {
                nodes: blob.find::<CompactNode>(section::NODES, "nodes")?,
                leaves: blob.find::<CompactLeaf>(section::LEAVES, "leaves")?,
                pages: blob.find::<CompactPage>(section::PAGES, "pages")?,
                positions: blob.find::<[f32; 3]>(section::POSITIONS, "positions")?,
                ids: find_optional::<u32>(blob, section::TRIANGLE_IDS, "triangle ids")?,
            }),
            LayoutKind::Delta => Sections::Delta(DeltaSections {
                sides: blob.find::<[f32; 3]>(section::SIDES, "nodes' sides")?,
                children: blob.find::<[u32; 2]>(section::CHILDREN, "nodes' children")?,
                flags: blob.find::<u8>(section::FLAGS, "nodes' flags")?,
                corners: blob.find::<[u32; 3]>(section::CORNERS, "triangles")?,
                attributes: find_optional::<u16>(blob, section::ATTRIBUTES, "attributes")?,
                positions: blob.find::<[f32; 3]>(section::POSITIONS, "positions")?,
            }),
            LayoutKind::Wide => {
                Sections::Wide { arena: blob.find::<u8>(section::ARENA, "arena")?, frame: info.frame(preset) }
            }
        };
        let table = find_optional::<u32>(blob, section::TRIANGLE_TABLE, "triangle table")?;
        let (stored, what) = match &sections {
            Sections::Compact(sections) => (Some(blob.view::<CompactLeaf>(sections.leaves).len()), "leaves"),
            Sections::Delta(sections) => {
                (Some(blob.view::<[u32; 3]>(sections.corners).len()), "stored triangles")
            }
            Sections::Wide { .. } => (None, ""),
        };
        if let Some(stored) = stored.filter(|&stored| stored != info.triangle_count as usize) {
            let count = info.triangle_count;
            return Err(Error::invalid_blob(format!("{stored} {what} for {count} triangles")));
        }
        Ok(MeshParts { info, bounds: info.bounds(), sections, table })
    }
}

/// A section that may be missing.
fn find_optional<T: Pod>(blob: BlobView, number: u32, what: &str) -> Result<Option<Section>> {
    blob.has(number).then(|| blob.find::<T>(number, what)).transpose()
}
