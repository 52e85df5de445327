//! The descriptor and the figures of a hull.

use crate::ffi::frame::types::CaromAabb;
use bytemuck::Zeroable;

/// The points of a hull. Fill it with carom_hull_desc_init(), then set the array.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromHullDesc {
    /// sizeof(CaromHullDesc)
    pub struct_size: u32,
    /// Number of points; at least one.
    pub point_count: u32,
    /// Three f32 a point, each finite; aligned to 4.
    pub points: *const f32,
    /// Bytes from one point to the next, a multiple of 4; 0 means 12.
    pub point_stride: u32,
    /// Zero.
    pub reserved: u32,
}

/// The figures of a hull.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromHullStats {
    /// sizeof(CaromHullStats), set by the caller.
    pub struct_size: u32,
    /// 3 for a solid, 2 for a polygon, 1 for a segment, 0 for a point.
    pub dimension: u32,
    /// Number of vertices, 255 at most.
    pub vertex_count: u32,
    /// Number of faces: 2 for a polygon, 0 for a segment or a point.
    pub face_count: u32,
    /// Number of edges.
    pub edge_count: u32,
    /// Zero.
    pub reserved: u32,
    /// The box around it.
    pub bounds: CaromAabb,
    /// The volume; 0 if it is not solid.
    pub volume: f64,
    /// The size of the blob.
    pub bytes_total: u64,
}
