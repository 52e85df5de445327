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
    Wide { arena: Section, frame: WideFrame },
}

pub(super) struct CompactSections {
    pub(super) nodes: Section,
    pub(super) leaves: Section,
    pub(super) pages: Section,
    pub(super) positions: Section,
    pub(super) ids: Option<Section>,
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
            LayoutKind::Compact => {
                let has_ids = blob.has(section::TRIANGLE_IDS);
                Sections::Compact(CompactSections {
                    nodes: blob.find::<CompactNode>(section::NODES, "nodes")?,
                    leaves: blob.find::<CompactLeaf>(section::LEAVES, "leaves")?,
                    pages: blob.find::<CompactPage>(section::PAGES, "pages")?,
                    positions: blob.find::<[f32; 3]>(section::POSITIONS, "positions")?,
                    ids: match has_ids {
                        true => Some(blob.find::<u32>(section::TRIANGLE_IDS, "triangle ids")?),
                        false => None,
                    },
                })
            }
            LayoutKind::Wide => {
                Sections::Wide { arena: blob.find::<u8>(section::ARENA, "arena")?, frame: info.frame(preset) }
            }
        };
        let table = match blob.has(section::TRIANGLE_TABLE) {
            true => Some(blob.find::<u32>(section::TRIANGLE_TABLE, "triangle table")?),
            false => None,
        };
        if let Sections::Compact(sections) = &sections
            && blob.view::<CompactLeaf>(sections.leaves).len() != info.triangle_count as usize
        {
            let (leaves, count) = (blob.view::<CompactLeaf>(sections.leaves).len(), info.triangle_count);
            return Err(Error::invalid_blob(format!("{leaves} leaves for {count} triangles")));
        }
        Ok(MeshParts { info, bounds: info.bounds(), sections, table })
    }
}
