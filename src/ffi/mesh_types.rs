//! What is said and known about a mesh as a whole.

use super::types::{CaromAabb, CaromProgress, CaromVec3};
use bytemuck::Zeroable;
use std::ffi::c_void;

/// Layout: the library's choice, at present CAROM_LAYOUT_WIDE.
pub const CAROM_LAYOUT_DEFAULT: u32 = 0;
/// Layout: 8 bytes a node, 8 bytes a triangle, positions as they are. The only one that can be cooked with
/// CAROM_BUILD_COOKED_ORDER.
pub const CAROM_LAYOUT_COMPACT: u32 = 1;
/// Layout: eight children a node, boxes of 8-bit sides, self-contained clusters of up to sixteen triangles,
/// tested in lanes as wide as the processor has them: the fastest, and the default. Refuses
/// CAROM_BUILD_COOKED_ORDER. Its nodes and triangles take 2 GiB at most: about 130 million triangles of a closed mesh.
pub const CAROM_LAYOUT_WIDE: u32 = 3;

/// Preset of CAROM_LAYOUT_WIDE (another layout refuses all but the default): little memory and high speed.
pub const CAROM_PRESET_DEFAULT: u32 = 0;
/// Preset of CAROM_LAYOUT_WIDE (another layout refuses all but the default): the least memory; clusters of up to
/// thirty-two triangles.
pub const CAROM_PRESET_SMALL: u32 = 1;
/// Preset of CAROM_LAYOUT_WIDE (another layout refuses all but the default): the most speed; positions as plain
/// numbers.
pub const CAROM_PRESET_FAST: u32 = 2;

/// Build quality: the default, CAROM_QUALITY_MEDIUM.
pub const CAROM_QUALITY_DEFAULT: u32 = 0;
/// Build quality: builds about 1.1 times as fast as CAROM_QUALITY_MEDIUM; somewhat slower to query.
pub const CAROM_QUALITY_FAST: u32 = 1;
/// Build quality: a good tree in reasonable time.
pub const CAROM_QUALITY_MEDIUM: u32 = 2;
/// Build quality: takes about twice as long as CAROM_QUALITY_MEDIUM. Optimises its tree by reinsertion (Meister
/// and Bittner 2018): fewer visits on uneven meshes.
pub const CAROM_QUALITY_HIGH: u32 = 3;

/// Split rule: by the surface area heuristic.
pub const CAROM_SPLIT_SURFACE_AREA: u32 = 0;

/// Split rule: the longest axis, halves of similar length; for comparison only.
pub const CAROM_SPLIT_MEDIAN: u32 = 1;

/// Build flag: leave out the map to the user's triangle order, 4 bytes a triangle. Answers then name triangles
/// in cooked order; triangle_order receives the permutation. Only with CAROM_LAYOUT_COMPACT, which must be
/// named: every other layout, CAROM_LAYOUT_DEFAULT included, makes it CAROM_ERROR_INVALID_ARGUMENT.
pub const CAROM_BUILD_COOKED_ORDER: u32 = 1;

/// Build flag: keep a table of where each triangle is stored, at most 2.5 bytes a triangle and 24 more, so that
/// carom_mesh_triangle() and carom_mesh_triangles() need not search the mesh. Answers do not depend on it. With
/// CAROM_BUILD_COOKED_ORDER no table is needed, and none is kept.
pub const CAROM_BUILD_TRIANGLE_TABLE: u32 = 2;

/// What to cook and how. Fill it with carom_mesh_desc_init(), then set what you need.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromMeshDesc {
    /// sizeof(CaromMeshDesc)
    pub struct_size: u32,
    /// CAROM_LAYOUT_...
    pub layout: u32,
    /// Three f32 a vertex, each finite; aligned to 4.
    pub positions: *const f32,
    /// Three a triangle, 16 or 32 bits each.
    pub indices: *const c_void,
    /// 16 bits a triangle for filters; NULL for none.
    pub attributes: *const u16,
    /// How many vertices.
    pub vertex_count: u32,
    /// Bytes from one vertex to the next, a multiple of 4; 0 means 12.
    pub position_stride: u32,
    /// How many triangles; none make a valid mesh that nothing hits.
    pub triangle_count: u32,
    /// Bytes of an index, 2 or 4; 0 means 4.
    pub index_size: u32,
    /// CAROM_QUALITY_...
    pub quality: u32,
    /// CAROM_SPLIT_...
    pub split: u32,
    /// How many threads build, 1024 at most; 0 means one a core, and one where the platform has no threads. The
    /// result does not depend on it.
    pub thread_count: u32,
    /// CAROM_BUILD_... or 0.
    pub flags: u32,
    /// Receives triangle_count entries: the caller's index of each triangle in cooked order. NULL if not
    /// wanted.
    pub triangle_order: *mut u32,
    /// Told how far the work is; NULL if not wanted.
    pub progress: CaromProgress,
    /// Handed to progress.
    pub progress_context: *mut c_void,
    /// CAROM_PRESET_...; for CAROM_LAYOUT_WIDE.
    pub preset: u32,
    /// Zero.
    pub reserved: u32,
}

/// What is wrong with a mesh, counted. None of it keeps a mesh from being cooked. Edges and parts are
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
    /// Edges of one triangle.
    pub open_edges: u32,
    /// Edges of three or more triangles.
    pub non_manifold_edges: u32,
    /// Edges of two triangles that run along them in the same direction.
    pub inconsistent_edges: u32,
    /// Sets of triangles connected through shared vertices.
    pub parts: u32,
    /// 1 if every edge has two triangles that run along it in opposite directions, else 0.
    pub is_watertight: u32,
}

/// What is known about a cooked mesh.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromMeshStats {
    /// sizeof(CaromMeshStats), set by the caller.
    pub struct_size: u32,
    /// CAROM_LAYOUT_...
    pub layout: u32,
    /// How many triangles, degenerate ones included.
    pub triangle_count: u32,
    /// How many vertices the input had.
    pub source_vertex_count: u32,
    /// How many positions are stored.
    pub stored_vertex_count: u32,
    /// How many inner nodes.
    pub node_count: u32,
    /// How many inner nodes lie on the longest path.
    pub depth: u32,
    /// CAROM_BUILD_... it was cooked with.
    pub flags: u32,
    /// CAROM_SPLIT_... it was cooked with.
    pub split: u32,
    /// The tree's cost by the surface area heuristic: of how many nodes of the builder's binary tree a random line
    /// that meets the bounds is expected to meet the boxes. Compare it between builds of one mesh in one layout. In
    /// COMPACT these are the nodes that are stored; one of WIDE's takes the place of several.
    pub cost: f32,
    /// All attribute bits that any triangle has.
    pub attributes_any: u32,
    /// The attribute bits that all triangles have; all 16 if there are none.
    pub attributes_all: u32,
    /// The box around all triangles; zero if there are none.
    pub bounds: CaromAabb,
    /// Bytes of inner nodes.
    pub bytes_nodes: u64,
    /// Bytes of triangles: attribute bits and vertex indices.
    pub bytes_leaves: u64,
    /// Bytes of the page table.
    pub bytes_pages: u64,
    /// Bytes of vertex positions.
    pub bytes_positions: u64,
    /// Bytes of the map to the caller's triangle order, and of the table of where triangles are stored.
    pub bytes_triangle_ids: u64,
    /// Bytes of header, section table and alignment.
    pub bytes_frame: u64,
    /// All of it: the size of the blob.
    pub bytes_total: u64,
    /// CAROM_PRESET_... it was cooked with.
    pub preset: u32,
    /// Zero.
    pub reserved: u32,
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
