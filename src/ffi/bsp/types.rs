//! The descriptor, the report and the figures of a BSP tree.

use crate::ffi::frame::types::{CaromAabb, CaromProgress, CaromVec3};
use bytemuck::Zeroable;
use std::ffi::c_void;

/// Input of a BSP tree: convex brushes, each given by planes.
pub const CAROM_BSP_INPUT_BRUSHES: u32 = 0;
/// Input of a BSP tree: the closed surface of a solid, given by triangles or convex polygons.
pub const CAROM_BSP_INPUT_SURFACE: u32 = 1;

/// BSP build flag: accept a surface that leaks, which is an error otherwise: it has a hole or intersects
/// itself. The report says where. Queries on such a surface measure distances to its triangles, and let the
/// tree's cells decide whether a point is inside. So a sphere in a hole touches nothing until its centre is
/// in a solid cell. CAROM_BSP_THRESHOLD uses the cells alone.
pub const CAROM_BSP_IGNORE_LEAKS: u32 = 1;

/// The input of a BSP tree, and the options of building it. Fill it with carom_bsp_desc_init(), then set the
/// input and its arrays: the counts that belong to the other input must be zero.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromBspDesc {
    /// sizeof(CaromBspDesc)
    pub struct_size: u32,
    /// CAROM_BSP_INPUT_...
    pub input: u32,
    /// Brushes: the planes of one brush after the other, four f32 each; aligned to 4. x, y, z, d stand for
    /// the points p with dot((x, y, z), p) <= d, so that normals look out of the solid. Finite; normals of
    /// any length from 1e-18 on. Brushes may overlap and touch; the solid is all of them together.
    pub planes: *const f32,
    /// Brushes: how many planes each brush has, 1 to 1024. They add up to plane_count, and bound the brush.
    pub plane_counts: *const u32,
    /// Surface: three f32 a vertex, each finite, in your units; aligned to 4.
    pub positions: *const f32,
    /// Surface: the corners of one polygon after the other, counter-clockwise seen from outside, 16 or 32
    /// bits each.
    pub indices: *const c_void,
    /// Surface: how many corners each polygon has, at least 3. They add up to index_count. Polygons are flat
    /// and convex. NULL for triangles.
    pub corner_counts: *const u32,
    /// Attribute bits for filters, 16 a brush, or 16 for a surface as a whole; NULL for none.
    pub attributes: *const u16,
    /// Written if the build succeeds; its struct_size must be set. NULL if not wanted.
    pub report: *mut CaromBspReport,
    /// Brushes: how many planes.
    pub plane_count: u32,
    /// Brushes: bytes from one plane to the next, a multiple of 4; 0 means 16.
    pub plane_stride: u32,
    /// Brushes: how many brushes; none make a valid tree that is empty everywhere.
    pub brush_count: u32,
    /// Surface: how many vertices.
    pub vertex_count: u32,
    /// Surface: bytes from one vertex to the next, a multiple of 4; 0 means 12.
    pub position_stride: u32,
    /// Surface: how many indices; without corner_counts a multiple of 3. None make a tree that is empty
    /// everywhere.
    pub index_count: u32,
    /// Surface: bytes of an index, 2 or 4; 0 means 4. Anything else is an error, whatever the input.
    pub index_size: u32,
    /// Surface: how many corner_counts; 0 for triangles.
    pub polygon_count: u32,
    /// CAROM_BSP_IGNORE_LEAKS and CAROM_BSP_INVERSE, or 0. CAROM_BSP_INVERSE is for surfaces.
    pub flags: u32,
    /// Published, for comparison only: the number of bevel planes that each convex edge of the solid gets, 16
    /// at most. They reduce the false positives of CAROM_BSP_THRESHOLD but never remove them all, and
    /// multiply the nodes. CAROM_BSP_EXACT needs none.
    pub bevels: u32,
    /// Tolerance for coplanar faces, in your units: a face is snapped to an existing plane if all its corners
    /// are within this distance of it. Brushes and polygons thinner than about twice the tolerance are left
    /// out. 0 chooses a few rounding errors of f32: s * 2^-21 for brushes and s * 2^-23 for surfaces, where s
    /// is half the longest side of the bounds or, for brushes, the largest coordinate, if that is larger.
    pub snap_distance: f32,
    /// Tolerance for the normals of coplanar faces: by how much each component of the two unit normals may
    /// differ, 0.01 at most. 0 chooses 0.00001.
    pub snap_normal: f32,
    /// Called with the progress; NULL if not wanted.
    pub progress: CaromProgress,
    /// Passed to progress.
    pub progress_context: *mut c_void,
    /// Number of threads that build what can be built in parallel, which is the mesh of a surface, 1024 at
    /// most; 0 means one a core. The result does not depend on it.
    pub thread_count: u32,
    /// Zero.
    pub reserved: u32,
}

/// No leak.
pub const CAROM_BSP_LEAK_NONE: u32 = 0;
/// A leak: part of the outside is empty and part of it solid, as around a surface with a hole.
pub const CAROM_BSP_LEAK_OUTSIDE: u32 = 1;
/// A leak: an open edge, which only one face has, or a face with solid in front or empty space behind, as
/// where a surface intersects itself.
pub const CAROM_BSP_LEAK_SURFACE: u32 = 2;

/// The findings of building a BSP tree. Only a leak is an error, unless CAROM_BSP_IGNORE_LEAKS is set.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromBspReport {
    /// sizeof(CaromBspReport), set by the caller.
    pub struct_size: u32,
    /// Brushes without volume, which were left out. The others keep their numbers.
    pub skipped_brushes: u32,
    /// The first of them, or CAROM_NONE.
    pub first_skipped: u32,
    /// Polygons without area, which were left out.
    pub degenerate_faces: u32,
    /// Faces that the tree was built on.
    pub faces: u64,
    /// Distinct planes of these faces, after snapping.
    pub planes: u64,
    /// Number of splits of brushes and faces.
    pub splits: u64,
    /// The largest distance of a face's corner from the plane that the face was snapped to, on either side,
    /// in your units: by how much faces were moved.
    pub deviation: f64,
    /// The size of the leak, relative: leaking area over checked area. CAROM_BSP_LEAK_SURFACE checks all
    /// faces, CAROM_BSP_LEAK_OUTSIDE a box around them. If only open edges were found, their length over that
    /// of all edges. 0 without a leak.
    pub leak_fraction: f64,
    /// The middle of the largest leaking area; zero without a leak.
    pub leak_position: CaromVec3,
    /// CAROM_BSP_LEAK_...
    pub leak: u32,
    /// Brushes: in how many leaves the audit of the finished tree found a fragment of a brush missing that is
    /// thicker than the slack, and added it. 0, unless the builder has a defect.
    pub repaired_leaves: u64,
}

/// The figures of a cooked BSP tree.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromBspStats {
    /// sizeof(CaromBspStats), set by the caller.
    pub struct_size: u32,
    /// CAROM_BSP_INVERSE if the inverse tree is stored; CAROM_BSP_IGNORE_LEAKS if the surface leaks.
    pub flags: u32,
    /// Number of brushes that the input had, those without volume included; 1 for a surface.
    pub brush_count: u32,
    /// Number of faces of brushes that are stored, or triangles of a surface.
    pub face_count: u32,
    /// Number of records of 8 bytes in the tree.
    pub node_count: u32,
    /// Number of planes.
    pub plane_count: u32,
    /// Number of nodes on the longest path from the root.
    pub depth: u32,
    /// The tolerance of the tree's cells, in your units: how far they may be from the solids that they
    /// represent. CAROM_BSP_THRESHOLD pads the radius by it, and by the rounding of the query itself.
    pub slack: f32,
    /// All attribute bits that any brush has.
    pub attributes_any: u32,
    /// The attribute bits that all brushes have; all 16 if there are none.
    pub attributes_all: u32,
    /// The box around all faces; zero if there are none.
    pub bounds: CaromAabb,
    /// Bytes of nodes.
    pub bytes_nodes: u64,
    /// Bytes of the plane table.
    pub bytes_planes: u64,
    /// Bytes of the solids: faces, attributes and lists of brushes; positions, triangles and lists of a
    /// surface.
    pub bytes_solids: u64,
    /// Bytes of header, section table and alignment.
    pub bytes_frame: u64,
    /// All of it: the size of the blob.
    pub bytes_total: u64,
}
