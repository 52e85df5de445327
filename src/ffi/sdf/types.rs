//! The descriptor and the figures of a signed distance field.

use crate::ffi::frame::types::CaromVec3;
use bytemuck::Zeroable;

/// Storage of a field: every node's value as it is, 4 bytes.
pub const CAROM_SDF_DENSE: u32 = 0;
/// Storage of a field: blocks of 8 x 8 x 8 cells. Near the surface 16 bits a node, elsewhere the block's
/// corners.
pub const CAROM_SDF_BRICKS16: u32 = 1;
/// Storage of a field: the same with 8 bits a node.
pub const CAROM_SDF_BRICKS8: u32 = 2;

/// The grid of a field, the values at its nodes, and how to store them. Begin with carom_sdf_desc_init().
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromSdfDesc {
    /// sizeof(CaromSdfDesc).
    pub struct_size: u32,
    /// CAROM_SDF_DENSE, CAROM_SDF_BRICKS16 or CAROM_SDF_BRICKS8.
    pub storage: u32,
    /// The position of the first node.
    pub origin: CaromVec3,
    /// The distance of neighbouring nodes; at least 2^-60.
    pub cell: f32,
    /// The number of nodes along x, y and z; from 2 to 4194304 each, less than 2^32 in all.
    pub dims: [u32; 3],
    /// Bricks: blocks with a node nearer to the surface than this many cells are stored in full. Not
    /// negative; 0 means 4; infinity for all blocks.
    pub band: f32,
    /// Bricks: other blocks are reduced to their corners, if no node is farther from its value than this many
    /// cells. Finite, not negative; 0 means 0.5.
    pub far_error: f32,
    /// Up to where distances are known, in your units: no value is larger, and those equal to it stand for
    /// all that are. Not negative; 0 or infinity where all are known. No contact is reported from between
    /// such nodes, whatever the radius and margin.
    pub max_distance: f32,
    /// The signed distance at each node, negative inside, x fastest, then y, then z. All finite, or all
    /// positive infinity: a field without a surface, of which all is known.
    pub values: *const f32,
    /// The nearest triangle of each node, to be handed out with answers; NULL to keep none. Bricks keep those
    /// of blocks that are stored in full.
    pub triangles: *const u32,
}

/// Flag of a field: all values are infinite, there is no surface.
pub const CAROM_SDF_INFINITE: u32 = 1;
/// Flag of a field: triangles are kept.
pub const CAROM_SDF_TRIANGLES: u32 = 2;

/// The figures of a cooked field.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromSdfStats {
    /// sizeof(CaromSdfStats), set by the caller.
    pub struct_size: u32,
    /// CAROM_SDF_DENSE, CAROM_SDF_BRICKS16 or CAROM_SDF_BRICKS8.
    pub storage: u32,
    /// CAROM_SDF_INFINITE, CAROM_SDF_TRIANGLES.
    pub flags: u32,
    /// The number of nodes along x, y and z.
    pub dims: [u32; 3],
    /// The position of the first node.
    pub origin: CaromVec3,
    /// The distance of neighbouring nodes.
    pub cell: f32,
    /// Number of blocks of 8 x 8 x 8 cells in the grid.
    pub block_count: u32,
    /// Number of blocks that are stored in full; 0 for CAROM_SDF_DENSE.
    pub brick_count: u32,
    /// The largest error of a stored node, in your units: the true maximum, rounded up. 0 for
    /// CAROM_SDF_DENSE. Contacts are reported within it.
    pub error: f32,
    /// The same of blocks that are stored in full, as all are that the surface passes.
    pub near_error: f32,
    /// The same of blocks that are reduced to their corners; 0 if there are none.
    pub far_error: f32,
    /// No two points of the trilinear interpolant of the exact values differ by more than this times their
    /// distance. Of distances whose sign changes at the surface alone (closed meshes; CAROM_SDF_SIGN_UNSIGNED
    /// and CAROM_SDF_SIGN_THICKNESS always) 1 where the surface is flat, about 1.4 over ridges, and never
    /// more than the root of 3, but for roundings. Where it changes elsewhere, as across the hole of an open
    /// mesh, neighbours that are d from the surface differ by 2 d: then as many cells as that, times the root
    /// of 3, and rays march in as much shorter steps.
    pub slope: f32,
    /// Bytes of values: of nodes, bricks and corners.
    pub bytes_values: u64,
    /// Bytes of the tables of blocks.
    pub bytes_tables: u64,
    /// Bytes of triangles.
    pub bytes_triangles: u64,
    /// Bytes of header, section table and alignment.
    pub bytes_frame: u64,
    /// All of it: the size of the blob.
    pub bytes_total: u64,
    /// Up to where distances are known; infinite where all are.
    pub max_distance: f32,
    /// Zero.
    pub reserved: u32,
}
