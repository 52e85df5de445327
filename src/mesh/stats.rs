//! What is known about a cooked mesh.

use super::layout::{Census, LINE, LayoutKind, WidePreset, wide_census};
use super::view::View;
use super::{Mesh, SplitRule};
use crate::geometry::Aabb;

/// How many bytes each part of a cooked mesh takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SizeByPart {
    /// Inner nodes.
    pub nodes: u64,
    /// Triangles: attribute bits and vertex indices.
    pub leaves: u64,
    /// The page table.
    pub pages: u64,
    /// Vertex positions.
    pub positions: u64,
    /// The map to the user's triangle order, and the table of where triangles are stored.
    pub triangle_ids: u64,
    /// Header, section table, alignment.
    pub frame: u64,
    /// All of it: the size of the blob.
    pub total: u64,
}

impl SizeByPart {
    /// Takes the sizes of a WIDE tree; returns its numbers of nodes and positions.
    fn count(&mut self, census: Census) -> (u32, u32) {
        [self.positions, self.triangle_ids] = [census.positions, census.triangle_ids];
        [self.nodes, self.leaves] = [census.nodes * LINE as u64, census.leaves];
        (census.nodes as u32, census.vertices)
    }
}

/// What is known about a cooked mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshStats {
    /// How the tree is stored.
    pub layout: LayoutKind,
    /// What layout WIDE was made for.
    pub preset: WidePreset,
    /// How the nodes were divided.
    pub split: SplitRule,
    /// How many triangles, degenerate ones included.
    pub triangle_count: u32,
    /// How many vertices the input had.
    pub source_vertex_count: u32,
    /// How many positions are stored: fewer where the input repeats positions or has unused ones, more
    /// where pages share some.
    pub stored_vertex_count: u32,
    /// How many inner nodes.
    pub node_count: u32,
    /// How many inner nodes lie on the longest path: the bound of every traversal's stack.
    pub depth: u32,
    /// The box around all triangles; zero if there are none.
    pub bounds: Aabb,
    /// All attribute bits that any triangle has.
    pub attributes_any: u16,
    /// The attribute bits that all triangles have.
    pub attributes_all: u16,
    /// Whether answers name triangles in cooked order, because the map to the user's was left out.
    pub cooked_order: bool,
    /// Whether there is a table of where triangles are stored.
    pub triangle_table: bool,
    /// The tree's cost by the surface area heuristic: how many boxes of the builder's binary tree a random line through
    /// the bounds is expected to meet. Compare it between builds of one mesh in one layout: COMPACT and DELTA
    /// store these nodes, WIDE merges several into one.
    pub cost: f32,
    /// Bytes by part.
    pub size: SizeByPart,
}

impl Mesh<'_> {
    /// What is known about the mesh.
    pub fn stats(&self) -> MeshStats {
        let (info, tree) = (&self.parts.info, self.tree());
        let mut size = SizeByPart { total: self.bytes().len() as u64, ..SizeByPart::default() };
        let (nodes, stored_vertices) = match tree.view() {
            View::Compact(tree) => {
                size.nodes = size_of_val(tree.nodes) as u64;
                size.leaves = size_of_val(tree.leaves) as u64;
                size.pages = size_of_val(tree.pages) as u64;
                size.positions = size_of_val(tree.positions) as u64;
                size.triangle_ids = tree.ids.map_or(0, |ids| size_of_val(ids) as u64);
                (tree.nodes.len() as u32, tree.positions.len() as u32)
            }
            View::Delta(tree) => {
                size.nodes = (size_of_val(tree.sides) + size_of_val(tree.children) + tree.flags.len()) as u64;
                size.leaves = (size_of_val(tree.corners) + tree.attributes.map_or(0, size_of_val)) as u64;
                size.positions = size_of_val(tree.positions) as u64;
                (tree.flags.len() as u32, tree.positions.len() as u32)
            }
            View::Wide(tree) => size.count(wide_census(&tree)),
            View::Large(tree) => size.count(wide_census(&tree)),
        };
        size.triangle_ids += tree.table_words().map_or(0, |words| size_of_val(words) as u64);
        size.frame = size.total - size.nodes - size.leaves - size.pages - size.positions - size.triangle_ids;
        MeshStats {
            layout: LayoutKind::from_number(info.layout).unwrap_or_default(),
            preset: WidePreset::from_number(info.preset).unwrap_or_default(),
            split: if info.split_rule == 1 { SplitRule::Median } else { SplitRule::SurfaceArea },
            triangle_count: info.triangle_count,
            source_vertex_count: info.source_vertex_count,
            stored_vertex_count: stored_vertices,
            node_count: nodes,
            depth: info.depth,
            bounds: self.bounds(),
            attributes_any: info.attributes_any,
            attributes_all: info.attributes_all,
            cooked_order: matches!(tree.view(), View::Compact(tree) if tree.ids.is_none()),
            triangle_table: tree.table_words().is_some(),
            cost: info.cost,
            size,
        }
    }
}
