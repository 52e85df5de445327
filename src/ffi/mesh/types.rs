//! The descriptor, the report and the figures of a mesh.

use crate::ffi::frame::types::{CaromAabb, CaromProgress, CaromVec3};
use bytemuck::Zeroable;
use std::ffi::c_void;

/// Layout: the library's choice, at present CAROM_LAYOUT_WIDE.
pub const CAROM_LAYOUT_DEFAULT: u32 = 0;
/// Layout: a binary tree of 8 bytes a node and 8 bytes a triangle, positions as they are. A closed mesh takes
/// about 26 bytes a triangle, 22 with CAROM_BUILD_COOKED_ORDER, which only this layout has. Slower than
/// CAROM_LAYOUT_WIDE, without its limit of 2 GiB.
pub const CAROM_LAYOUT_COMPACT: u32 = 1;
/// Layout, the default and the fastest: eight children a node with boxes of 8-bit coordinates, clusters of up
/// to sixteen triangles, both tested in SIMD lanes as wide as the processor has them. A closed mesh takes
/// about 16 bytes a triangle; a preset trades memory for speed. Nodes and clusters take 2 GiB at most, which
/// is about 130 million triangles of a closed mesh. Refuses CAROM_BUILD_COOKED_ORDER.
pub const CAROM_LAYOUT_WIDE: u32 = 3;

/// Preset of CAROM_LAYOUT_WIDE: speed in little memory, about 16 bytes a triangle of a closed mesh. Other
/// layouts have only this preset.
pub const CAROM_PRESET_DEFAULT: u32 = 0;
/// Preset of CAROM_LAYOUT_WIDE: the least memory, about 13 bytes a triangle of a closed mesh, by clusters of
/// up to thirty-two triangles. Rays take up to 1.6 times as long.
pub const CAROM_PRESET_SMALL: u32 = 1;
/// Preset of CAROM_LAYOUT_WIDE: the most speed, about 21 bytes a triangle of a closed mesh, by nodes and
/// positions that need no unpacking. Rays take about a fifth less time.
pub const CAROM_PRESET_FAST: u32 = 2;
/// Preset of CAROM_LAYOUT_WIDE: the most speed of rays, about 45 bytes a triangle of a closed mesh, by the tree
/// of CAROM_PRESET_FAST and a second one of pieces of the triangles, which nearest hits, any hits and lines of
/// sight go through. There are at most a tenth more pieces than triangles, so it pays where few triangles are
/// large, or long and slanted; the second tree is left out where rays would gain too little. Takes three to six
/// times as long to build.
pub const CAROM_PRESET_RAYS: u32 = 3;

/// Build quality: the default, CAROM_QUALITY_MEDIUM.
pub const CAROM_QUALITY_DEFAULT: u32 = 0;
/// Build quality: fewer candidate planes, and no reinsertion. Builds about 1.1 times as fast as
/// CAROM_QUALITY_MEDIUM, and is somewhat slower to query.
pub const CAROM_QUALITY_FAST: u32 = 1;
/// Build quality: the binned surface area heuristic, exact sweeps for small sets of triangles, and reinsertion
/// (Meister and Bittner 2018) among the largest nodes, where triangles are of very different sizes.
pub const CAROM_QUALITY_MEDIUM: u32 = 2;
/// Build quality: the tree of CAROM_QUALITY_MEDIUM, with reinsertion among all nodes. Takes 1.4 to 3 times as
/// long to build, and longer where many triangles overlap; queries are up to a few percent faster. The better tree
/// may make the second one of CAROM_PRESET_RAYS needless.
pub const CAROM_QUALITY_HIGH: u32 = 3;

/// Build flag: leave out the map to the user's triangle order, 4 bytes a triangle. Answers then name
/// triangles in cooked order; triangle_order receives the permutation. Only with CAROM_LAYOUT_COMPACT, which
/// must be named: every other layout, CAROM_LAYOUT_DEFAULT included, makes it CAROM_ERROR_INVALID_ARGUMENT.
pub const CAROM_BUILD_COOKED_ORDER: u32 = 1;

/// Build flag: keep a table of where each triangle is stored, at most 2.5 bytes a triangle and 24 more, so
/// that carom_mesh_triangle() and carom_mesh_triangles() need no search through the mesh. With
/// CAROM_BUILD_COOKED_ORDER or CAROM_LAYOUT_DELTA no table is needed, and none is kept.
pub const CAROM_BUILD_TRIANGLE_TABLE: u32 = 2;

/// A mesh to cook, and the options of cooking. Fill it with carom_mesh_desc_init(), then set the arrays. The
/// defaults of layout, preset, quality and split are the ones to begin with. Answers do not depend on these
/// four, only memory, speed and build time do.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromMeshDesc {
    /// sizeof(CaromMeshDesc)
    pub struct_size: u32,
    /// The layout that the tree is stored in: CAROM_LAYOUT_...
    pub layout: u32,
    /// Three f32 a vertex, each finite; aligned to 4.
    pub positions: *const f32,
    /// Three vertices a triangle, 16 or 32 bits each.
    pub indices: *const c_void,
    /// Attribute bits for filters, 16 a triangle; NULL for none.
    pub attributes: *const u16,
    /// Number of vertices.
    pub vertex_count: u32,
    /// Bytes from one vertex to the next, a multiple of 4; 0 means 12.
    pub position_stride: u32,
    /// Number of triangles; none make a valid mesh that nothing hits.
    pub triangle_count: u32,
    /// Bytes of an index, 2 or 4; 0 means 4.
    pub index_size: u32,
    /// The build time that is spent on a faster tree: CAROM_QUALITY_...
    pub quality: u32,
    /// The rule by which a node's triangles are split: CAROM_SPLIT_...
    pub split: u32,
    /// Number of threads that build, 1024 at most; 0 means one a core, and one where the platform has no
    /// threads. The result does not depend on it.
    pub thread_count: u32,
    /// CAROM_BUILD_... or 0.
    pub flags: u32,
    /// Receives triangle_count entries: the caller's index of each triangle in cooked order. NULL if not
    /// wanted.
    pub triangle_order: *mut u32,
    /// Called with the progress; NULL if not wanted.
    pub progress: CaromProgress,
    /// Passed to progress.
    pub progress_context: *mut c_void,
    /// Memory against speed, with CAROM_LAYOUT_WIDE: CAROM_PRESET_...
    pub preset: u32,
    /// Zero.
    pub reserved: u32,
}

/// The defects of a mesh, counted. None of it keeps a mesh from being cooked. Edges and parts are
/// those of the index list: vertices at equal positions count as different.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromMeshReport {
    /// sizeof(CaromMeshReport), set by the caller.
    pub struct_size: u32,
    /// Triangles.
    pub triangle_count: u32,
    /// Vertices.
    pub vertex_count: u32,
    /// Vertices that no triangle uses.
    pub unused_vertices: u32,
    /// Triangles without area. Rays never hit them; to other queries they are segments or points.
    pub degenerate_triangles: u32,
    /// Triangles whose three vertices, in any order, an earlier triangle has.
    pub duplicate_triangles: u32,
    /// Boundary edges: those of one triangle.
    pub open_edges: u32,
    /// Edges of three or more triangles.
    pub non_manifold_edges: u32,
    /// Edges of two triangles with inconsistent winding: both run along them in the same direction.
    pub inconsistent_edges: u32,
    /// Connected components: sets of triangles connected through shared vertices.
    pub parts: u32,
    /// 1 if every edge has two triangles that run along it in opposite directions, else 0.
    pub is_watertight: u32,
}

/// The figures of a cooked mesh. With CAROM_PRESET_RAYS, bytes are of both trees, the pieces of the second one, all
/// others of the first one.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromMeshStats {
    /// sizeof(CaromMeshStats), set by the caller.
    pub struct_size: u32,
    /// CAROM_LAYOUT_...
    pub layout: u32,
    /// Number of triangles, degenerate ones included.
    pub triangle_count: u32,
    /// Number of vertices that the input had.
    pub source_vertex_count: u32,
    /// Number of positions that are stored.
    pub stored_vertex_count: u32,
    /// Number of inner nodes.
    pub node_count: u32,
    /// Number of inner nodes that the longest path from the root has.
    pub depth: u32,
    /// CAROM_BUILD_... it was cooked with, but for tables that were not needed.
    pub flags: u32,
    /// CAROM_SPLIT_... it was cooked with.
    pub split: u32,
    /// The tree's cost by the surface area heuristic: how many boxes of the builder's binary tree a random
    /// line through the bounds is expected to meet, without those of the last sets of triangles. Compare it between
    /// builds of one mesh in one layout and preset, as sets end at different sizes: CAROM_LAYOUT_COMPACT and
    /// CAROM_LAYOUT_DELTA store these boxes, CAROM_LAYOUT_WIDE merges several into one node.
    pub cost: f32,
    /// All attribute bits that any triangle has.
    pub attributes_any: u32,
    /// The attribute bits that all triangles have; all 16 if there are none.
    pub attributes_all: u32,
    /// The box around all triangles; zero if there are none.
    pub bounds: CaromAabb,
    /// Bytes of inner nodes.
    pub bytes_nodes: u64,
    /// Bytes of triangles: attribute bits, vertex indices, and the headers of clusters.
    pub bytes_leaves: u64,
    /// Bytes of the page table of CAROM_LAYOUT_COMPACT; otherwise 0.
    pub bytes_pages: u64,
    /// Bytes of vertex positions.
    pub bytes_positions: u64,
    /// Bytes of the map to the caller's triangle order, and of the table of where triangles are stored.
    pub bytes_triangle_ids: u64,
    /// Bytes of header, section table, alignment and padding.
    pub bytes_frame: u64,
    /// All of it: the size of the blob.
    pub bytes_total: u64,
    /// CAROM_PRESET_... it was cooked with.
    pub preset: u32,
    /// Number of pieces of triangles in the second tree of CAROM_PRESET_RAYS, of which each triangle has one at least; 0 if
    /// there is none: it is left out where rays would gain too little by it.
    pub piece_count: u32,
}

/// A triangle as it was cooked.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromTriangle {
    /// First corner.
    pub a: CaromVec3,
    /// Second corner.
    pub b: CaromVec3,
    /// Third corner.
    pub c: CaromVec3,
    /// Its attribute bits, in the lower 16.
    pub attributes: u32,
}
