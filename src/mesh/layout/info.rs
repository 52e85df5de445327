//! The INFO section: what is known about a mesh, whatever its layout.

use super::kind::{LayoutKind, WidePreset};
use crate::blob::{BlobView, BlobWriter};
use crate::geometry::{Aabb, Vec3};
use crate::mesh::builder::{BinaryTree, SplitRule};
use crate::mesh::{CookOptions, MeshInput};
use crate::{Error, Result};
use bytemuck::{Pod, Zeroable};

/// Number of the section.
const INFO: u32 = 1;

/// The facts about a mesh.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Info {
    pub(crate) layout: LayoutKind,
    pub(crate) preset: WidePreset,
    pub(crate) split: SplitRule,
    pub(crate) triangle_count: u32,
    /// The number of vertices of the input.
    pub(crate) source_vertex_count: u32,
    /// The number of inner nodes on the longest path.
    pub(crate) depth: u32,
    /// The union of all triangles' attributes.
    pub(crate) attributes_any: u16,
    /// Their intersection.
    pub(crate) attributes_all: u16,
    /// The box around all triangles; zero if there are none.
    pub(crate) bounds: Aabb,
    /// The cost of the tree by the surface area heuristic.
    pub(crate) cost: f32,
    /// Step of the grid of layout WIDE; otherwise 0.
    pub(crate) grid_step: f32,
    /// True if the boxes of layout WIDE are stored as coordinates on that grid, not as offsets in nodes.
    pub(crate) has_direct_nodes: bool,
    /// The number of triangles of the mesh that a tree of pieces is for; otherwise 0.
    pub(crate) pieces_of: u32,
}

/// The mark of direct nodes in a preset's number. A reader that does not know them refuses the number.
const DIRECT_NODES: u32 = 1 << 16;

/// The section's bytes.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct InfoBytes {
    layout: u32,
    triangle_count: u32,
    depth: u32,
    source_vertex_count: u32,
    attributes_any: u16,
    attributes_all: u16,
    split_rule: u32,
    bounds_min: [f32; 3],
    bounds_max: [f32; 3],
    cost: f32,
    grid_step: f32,
    preset: u32,
    pieces_of: u32,
}

impl Info {
    /// The facts about an encoded tree.
    pub(crate) fn new(input: &MeshInput, tree: &BinaryTree, options: &CookOptions) -> Info {
        // Without attributes, all triangles have the same.
        let different = if input.attributes.is_some() { input.triangle_count() } else { 1 };
        let attributes = || (0..input.triangle_count().min(different)).map(|i| input.attributes(i));
        Info {
            layout: options.layout,
            preset: options.preset,
            split: options.split,
            triangle_count: tree.order.len() as u32,
            source_vertex_count: input.positions.len() as u32,
            depth: tree.depth,
            attributes_any: attributes().fold(0, |a, b| a | b),
            attributes_all: attributes().fold(u16::MAX, |a, b| a & b),
            bounds: if tree.order.is_empty() { Aabb::new(Vec3::ZERO, Vec3::ZERO) } else { tree.bounds },
            cost: tree.cost() as f32,
            grid_step: 0.0,
            has_direct_nodes: false,
            pieces_of: 0,
        }
    }

    /// Reads the section.
    pub(crate) fn find(blob: BlobView) -> Result<Info> {
        let &[bytes] = blob.view::<InfoBytes>(blob.find::<InfoBytes>(INFO, "info")?) else {
            let count = blob.find::<InfoBytes>(INFO, "info")?.size() / size_of::<InfoBytes>();
            return Err(Error::invalid_blob(text!("{count} info records")));
        };
        let Some(layout) = LayoutKind::from_number(bytes.layout) else {
            return Err(Error::invalid_blob(text!("layout {} is unknown", bytes.layout)));
        };
        let Some(preset) = WidePreset::from_number(bytes.preset & !DIRECT_NODES) else {
            return Err(unknown_preset(bytes.preset));
        };
        Ok(Info {
            layout,
            preset,
            split: if bytes.split_rule == 1 { SplitRule::Median } else { SplitRule::SurfaceArea },
            triangle_count: bytes.triangle_count,
            source_vertex_count: bytes.source_vertex_count,
            depth: bytes.depth,
            attributes_any: bytes.attributes_any,
            attributes_all: bytes.attributes_all,
            bounds: Aabb::new(Vec3::from_array(bytes.bounds_min), Vec3::from_array(bytes.bounds_max)),
            cost: bytes.cost,
            grid_step: bytes.grid_step,
            has_direct_nodes: bytes.preset & DIRECT_NODES != 0,
            pieces_of: bytes.pieces_of,
        })
    }

    /// The number of the preset as it is stored.
    pub(crate) fn preset_number(&self) -> u32 {
        self.preset as u32 | if self.has_direct_nodes { DIRECT_NODES } else { 0 }
    }

    /// The section's bytes.
    pub(crate) fn bytes(&self) -> InfoBytes {
        InfoBytes {
            layout: self.layout as u32,
            triangle_count: self.triangle_count,
            depth: self.depth,
            source_vertex_count: self.source_vertex_count,
            attributes_any: self.attributes_any,
            attributes_all: self.attributes_all,
            split_rule: u32::from(self.split == SplitRule::Median),
            bounds_min: self.bounds.min.to_array(),
            bounds_max: self.bounds.max.to_array(),
            cost: self.cost,
            grid_step: self.grid_step,
            preset: self.preset_number(),
            pieces_of: self.pieces_of,
        }
    }
}

impl InfoBytes {
    /// Writes the section.
    pub(crate) fn write<'a>(&'a self, writer: &mut BlobWriter<'a>) {
        writer.section(INFO, std::slice::from_ref(self));
    }
}

/// The error of a preset that the layout does not have.
pub(crate) fn unknown_preset(number: u32) -> Error {
    Error::invalid_blob(text!("preset {number} is unknown"))
}
