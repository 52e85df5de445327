//! What is said and known about a BSP tree as a whole.

use super::types::{CaromAabb, CaromProgress, CaromVec3};
use bytemuck::Zeroable;
use std::ffi::c_void;

/// Input of a BSP tree: convex brushes, each given by planes.
pub const CAROM_BSP_INPUT_BRUSHES: u32 = 0;
/// Input of a BSP tree: the closed surface of a solid, given by triangles or convex polygons.
pub const CAROM_BSP_INPUT_SURFACE: u32 = 1;

/// BSP build flag: accept a surface that is open or crosses itself, which is an error otherwise. The report says where
/// it leaks. The tree then decides whether a centre is inside, and the triangles how far away the surface is: a sphere
/// in a hole touches nothing until its centre is inside. CAROM_BSP_THRESHOLD uses the tree alone.
pub const CAROM_BSP_IGNORE_LEAKS: u32 = 1;

/// BSP build flag: store the inverse tree of a surface, the literal published form: all faces are turned around, and
/// spheres are checked by AND over both children and the answer inverted. For reference: the answers are the same.
pub const CAROM_BSP_INVERSE: u32 = 2;

/// What a BSP tree is built from and how. Fill it with carom_bsp_desc_init(), then set the input and its arrays: the
/// counts that belong to the other input must be zero.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromBspDesc {
    /// sizeof(CaromBspDesc)
    pub struct_size: u32,
    /// CAROM_BSP_INPUT_...
    pub input: u32,
    /// Brushes: the planes of one brush after the other, four f32 each; aligned to 4. x, y, z, d stand for the points
    /// p with dot((x, y, z), p) <= d, so that normals look out of the solid. Finite; normals of any length from 1e-18
    /// on. Brushes may overlap and touch; the solid is all of them together.
    pub planes: *const f32,
    /// Brushes: how many planes each brush has, 1 to 1024. They add up to plane_count, and bound the brush.
    pub plane_counts: *const u32,
    /// Surface: three f32 a vertex, each finite, in your units; aligned to 4.
    pub positions: *const f32,
    /// Surface: the corners of one polygon after the other, counter-clockwise seen from outside, 16 or 32 bits each.
    pub indices: *const c_void,
    /// Surface: how many corners each polygon has, at least 3. They add up to index_count. Polygons are flat and
    /// convex. NULL for triangles.
    pub corner_counts: *const u32,
    /// 16 bits for filters: one entry a brush, or one entry for all of a surface; NULL for none.
    pub attributes: *const u16,
    /// Receives what the build met with, if it succeeds; its struct_size must be set. NULL if not wanted.
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
    /// Surface: how many indices; without corner_counts a multiple of 3. None make a tree that is empty everywhere.
    pub index_count: u32,
    /// Surface: bytes of an index, 2 or 4; 0 means 4. Anything else is an error, whatever the input.
    pub index_size: u32,
    /// Surface: how many corner_counts; 0 for triangles.
    pub polygon_count: u32,
    /// CAROM_BSP_IGNORE_LEAKS and CAROM_BSP_INVERSE, or 0. CAROM_BSP_INVERSE is for surfaces.
    pub flags: u32,
    /// How many bevel planes each convex edge of the solid gets, 16 at most. They make the false positives of
    /// CAROM_BSP_THRESHOLD fewer, never none, at many times the nodes. For comparison: CAROM_BSP_EXACT needs none.
    pub bevels: u32,
    /// Tolerance for planes that are taken for one, in your units: a face is put into a plane that exists already if
    /// its corners are no farther from it than this. 0 chooses s * 2^-21 for brushes and s * 2^-23 for surfaces,
    /// where s is half the longest side of the bounds or, for brushes, the largest coordinate, if that is more.
    /// Brushes and faces thinner than about twice the tolerance are left out: too large a tolerance leaves nothing.
    pub snap_distance: f32,
    /// The same for normals: by how much a component of the face's unit normal may differ from the plane's, 0.01 at
    /// most. 0 chooses 0.00001.
    pub snap_normal: f32,
    /// Told how far the work is, on the calling thread; NULL if not wanted.
    pub progress: CaromProgress,
    /// Handed to progress.
    pub progress_context: *mut c_void,
    /// How many threads build what can be built in parallel, which is the mesh of a surface, 1024 at most; 0 means one
    /// a core. The result does not depend on it.
    pub thread_count: u32,
    /// Zero.
    pub reserved: u32,
}

/// No leak.
pub const CAROM_BSP_LEAK_NONE: u32 = 0;
/// A leak: the outside is not all empty or all solid, as with a surface that has a hole.
pub const CAROM_BSP_LEAK_OUTSIDE: u32 = 1;
/// A leak: an edge with no face on its other side, or a face with solid in front or nothing behind, as with a surface
/// that crosses itself.
pub const CAROM_BSP_LEAK_SURFACE: u32 = 2;

/// What the build of a BSP tree met with. None of it keeps a tree from being built, but for a leak, which needs
/// CAROM_BSP_IGNORE_LEAKS.
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
    /// Planes that they came to lie in.
    pub planes: u64,
    /// How often a brush or face was cut in two.
    pub splits: u64,
    /// How far corners are beyond the planes that faces were put into, at most, in your units.
    pub deviation: f64,
    /// How large the leak is: leaking area divided by all area that was checked, which is that of the faces or, for
    /// CAROM_BSP_LEAK_OUTSIDE, of a box around everything. If only edges are open, it is the length of open edges
    /// divided by that of all edges. 0 without a leak.
    pub leak_fraction: f64,
    /// The middle of the largest leaking area; zero without a leak.
    pub leak_position: CaromVec3,
    /// CAROM_BSP_LEAK_...
    pub leak: u32,
    /// Brushes: in how many leaves a part of a brush that is thicker than the slack was missing when the finished
    /// tree was looked through, and was put in. 0, unless the builder has a fault.
    pub mended_leaves: u64,
}

/// What is known about a cooked BSP tree.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromBspStats {
    /// sizeof(CaromBspStats), set by the caller.
    pub struct_size: u32,
    /// CAROM_BSP_INVERSE if the inverse tree is stored; CAROM_BSP_IGNORE_LEAKS if the surface leaks.
    pub flags: u32,
    /// How many brushes the input had, those without volume included; 1 for a surface.
    pub brush_count: u32,
    /// How many faces of brushes are stored, or triangles of a surface.
    pub face_count: u32,
    /// How many records of 8 bytes the tree has.
    pub node_count: u32,
    /// How many planes.
    pub plane_count: u32,
    /// How many nodes lie on the longest path.
    pub depth: u32,
    /// By how much CAROM_BSP_THRESHOLD pads the radius beyond the rounding of the query itself, in your units: how far
    /// cells may be from what they stand for.
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
    /// Bytes of the solids: faces, attributes and lists of brushes; positions, triangles and lists of a surface.
    pub bytes_solids: u64,
    /// Bytes of header, section table and alignment.
    pub bytes_frame: u64,
    /// All of it: the size of the blob.
    pub bytes_total: u64,
}
