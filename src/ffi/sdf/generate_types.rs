//! The descriptor and the report of generating a signed distance field from a mesh.

use crate::ffi::frame::types::{CaromProgress, CaromVec3};
use bytemuck::Zeroable;
use std::ffi::c_void;

/// Sign of a field: CAROM_SDF_SIGN_CROSSINGS where the mesh is closed, in that each edge is met in both
/// directions equally often, else CAROM_SDF_SIGN_WINDING_NUMBER. The report says which.
pub const CAROM_SDF_SIGN_AUTO: u32 = 0;
/// Sign of a field: the winding number, from signed crossings of lines with the triangles. Exact for closed
/// meshes, also where parts cross, contain or repeat each other; on meshes with holes it is wrong behind
/// these.
pub const CAROM_SDF_SIGN_CROSSINGS: u32 = 1;
/// Sign of a field: the generalised winding number, for meshes with holes and turned triangles.
pub const CAROM_SDF_SIGN_WINDING_NUMBER: u32 = 2;
/// Sign of a field: the angle-weighted pseudonormal of the nearest feature. Right on closed manifold meshes
/// that do not cross themselves, and a guess elsewhere.
pub const CAROM_SDF_SIGN_PSEUDONORMAL: u32 = 3;
/// Sign of a field: inside where a line along x crosses an odd number of triangles.
pub const CAROM_SDF_SIGN_PARITY: u32 = 4;
/// Sign of a field: none, distances alone.
pub const CAROM_SDF_SIGN_UNSIGNED: u32 = 5;
/// Sign of a field: distances less the thickness; what is nearer than that is inside.
pub const CAROM_SDF_SIGN_THICKNESS: u32 = 6;

/// Inside of a field: where the winding number is positive, above one half on meshes that are not closed.
pub const CAROM_SDF_INSIDE_POSITIVE: u32 = 0;
/// Inside of a field: where it is not 0, beyond one half on meshes that are not closed. Parts that are turned
/// inside out count as solid.
pub const CAROM_SDF_INSIDE_NON_ZERO: u32 = 1;

/// Flag of generation: keep the nearest triangle of each node.
pub const CAROM_SDF_KEEP_TRIANGLES: u32 = 1;

/// The findings of generation about the mesh.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromSdfReport {
    /// sizeof(CaromSdfReport), set by the caller.
    pub struct_size: u32,
    /// The CAROM_SDF_SIGN_... that was used; never CAROM_SDF_SIGN_AUTO.
    pub sign: u32,
    /// Directed edges that are not met as often in the other direction. With CAROM_SDF_SIGN_AUTO and
    /// CAROM_SDF_SIGN_WINDING_NUMBER, 0 means that the mesh is closed; with any other sign they are not
    /// counted, and 0.
    pub unbalanced_edges: u64,
    /// Triangles that were added to close the mesh, for its generalised winding number.
    pub cap_triangles: u64,
    /// Number of nodes that are inside.
    pub inside_count: u64,
    /// Triangles that the field hardly shows: more than half of each, by up to 256 points of it that are
    /// within the grid, lies in cells of which no node is inside. A flat wall that is thicker than 1.1 cells
    /// has some along sharp edges at most; thinner ones may lie between nodes, in part or as a whole. All of
    /// them where a mesh is inside out. 0 for CAROM_SDF_SIGN_UNSIGNED, which has no inside.
    pub thin_triangles: u64,
}

/// The options of generating a field from a mesh, and of storing it. Begin with
/// carom_sdf_generate_desc_init().
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromSdfGenerateDesc {
    /// sizeof(CaromSdfGenerateDesc).
    pub struct_size: u32,
    /// Cells along the longest side of the mesh's box, if the grid is to be laid around it; then origin, cell
    /// and dims are zero. 0 to give these instead.
    pub resolution: u32,
    /// With a resolution: how many cells more on every side.
    pub padding: u32,
    /// The position of the first node.
    pub origin: CaromVec3,
    /// The distance of neighbouring nodes; at least 2^-60.
    pub cell: f32,
    /// The number of nodes along x, y and z; from 2 to 4194304 each, less than 2^32 in all.
    pub dims: [u32; 3],
    /// CAROM_SDF_DENSE, CAROM_SDF_BRICKS16 or CAROM_SDF_BRICKS8.
    pub storage: u32,
    /// Bricks: as CaromSdfDesc::band, in cells; 0 means 4.
    pub band: f32,
    /// Bricks: as CaromSdfDesc::far_error, in cells; 0 means 0.5.
    pub far_error: f32,
    /// A CAROM_SDF_SIGN_...
    pub sign: u32,
    /// A CAROM_SDF_INSIDE_...
    pub inside: u32,
    /// With CAROM_SDF_SIGN_THICKNESS, in your units; not negative. Otherwise zero.
    pub thickness: f32,
    /// Only distances up to this one are found, in your units; farther nodes get it, with their sign. Finite,
    /// not negative; 0 for all distances. As CaromSdfDesc::max_distance, which is this one, less the
    /// thickness if there is one.
    pub max_distance: f32,
    /// CAROM_SDF_METHOD_BLOCKS, or a published method: CAROM_SDF_METHOD_...
    pub method: u32,
    /// CAROM_SDF_KEEP_TRIANGLES.
    pub flags: u32,
    /// Number of threads; 0 means one a core. Answers do not depend on it.
    pub thread_count: u32,
    /// Receives what was found out, its struct_size set by the caller; NULL if not wanted.
    pub report: *mut CaromSdfReport,
    /// Called with the progress; NULL if not wanted.
    pub progress: CaromProgress,
    /// Passed to progress.
    pub progress_context: *mut c_void,
}
