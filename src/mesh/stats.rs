//! The facts about a cooked mesh.

use super::layout::{Census, LayoutKind, WidePreset};
use super::stored::StoredOrder;
use super::{Mesh, MeshTree, SplitRule};
use crate::geometry::Aabb;

/// The bytes of each part of a cooked mesh; of preset RAYS, of both trees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SizeByPart {
    /// Inner nodes.
    pub nodes: u64,
    /// Triangles: attribute bits, vertex indices, and the headers of clusters.
    pub leaves: u64,
    /// The page table of layout COMPACT; otherwise 0.
    pub pages: u64,
    /// Vertex positions.
    pub positions: u64,
    /// The map to the user's triangle order, and the table of where triangles are stored.
    pub triangle_ids: u64,
    /// Header, section table, alignment, padding.
    pub frame: u64,
    /// All of it: the size of the blob.
    pub total: u64,
}

/// The facts about a cooked mesh. Of preset RAYS, all but [`SizeByPart`] and the pieces are about the first
/// tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshStats {
    /// The layout of the stored tree.
    pub layout: LayoutKind,
    /// The preset of layout WIDE.
    pub preset: WidePreset,
    /// The number of pieces of triangles in the second tree of preset RAYS, of which each triangle has one at least; 0 if there
    /// is none: it is left out where rays would gain too little by it.
    pub piece_count: u32,
    /// The rule by which nodes were divided.
    pub split: SplitRule,
    /// The number of triangles, degenerate ones included.
    pub triangle_count: u32,
    /// The number of vertices of the input.
    pub source_vertex_count: u32,
    /// The number of stored positions: fewer where the input repeats positions or has unused ones, more
    /// where pages share some.
    pub stored_vertex_count: u32,
    /// The number of inner nodes.
    pub node_count: u32,
    /// The number of inner nodes on the longest path: the bound of every traversal's stack.
    pub depth: u32,
    /// The box around all triangles; zero if there are none.
    pub bounds: Aabb,
    /// All attribute bits that any triangle has.
    pub attributes_any: u16,
    /// The attribute bits that all triangles have.
    pub attributes_all: u16,
    /// True if answers name triangles in cooked order, because the map to the user's was left out.
    pub cooked_order: bool,
    /// True if there is a table of where triangles are stored.
    pub triangle_table: bool,
    /// The tree's cost by the surface area heuristic: how many boxes of the builder's binary tree a random line through
    /// the bounds is expected to meet, without those of the last sets of triangles. Compare it between builds of one mesh in
    /// one layout and preset, as sets end at different sizes: COMPACT and DELTA store these boxes, WIDE merges several into
    /// one node.
    pub cost: f32,
    /// Bytes by part.
    pub size: SizeByPart,
}

impl Mesh<'_> {
    /// The facts about the mesh.
    pub fn stats(&self) -> MeshStats {
        let (info, tree) = (self.info(), self.tree());
        let Census { node_count, position_count, .. } = tree.census();
        let mut size = SizeByPart { total: self.bytes().len() as u64, ..SizeByPart::default() };
        for Census { nodes, leaves, pages, positions, triangle_ids, .. } in
            [Some(tree), self.pieces()].into_iter().flatten().map(MeshTree::census)
        {
            size.nodes += nodes;
            size.leaves += leaves;
            size.pages += pages;
            size.positions += positions;
            size.triangle_ids += triangle_ids;
        }
        size.frame = size.total - size.nodes - size.leaves - size.pages - size.positions - size.triangle_ids;
        MeshStats {
            layout: info.layout,
            preset: info.preset,
            piece_count: self.pieces().map_or(0, MeshTree::triangle_count),
            split: info.split,
            triangle_count: info.triangle_count,
            source_vertex_count: info.source_vertex_count,
            stored_vertex_count: position_count,
            node_count,
            depth: info.depth,
            bounds: info.bounds,
            attributes_any: info.attributes_any,
            attributes_all: info.attributes_all,
            cooked_order: tree.order() == StoredOrder::Cooked,
            triangle_table: tree.table().is_some(),
            cost: info.cost,
            size,
        }
    }
}
