//! The inputs and answers of queries on meshes.

use crate::ffi::frame::types::CaromVec3;
use bytemuck::AnyBitPattern;

/// The hit of a ray.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromRayHit {
    /// Ray parameter; infinite for a miss.
    pub t: f32,
    /// Barycentric weight of the triangle's second corner.
    pub u: f32,
    /// Barycentric weight of the triangle's third corner.
    pub v: f32,
    /// The triangle, or CAROM_NONE.
    pub triangle: u32,
}

/// A place where a ray crosses the surface.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromCrossing {
    /// The exact ray parameter, rounded once.
    pub t: f32,
    /// Barycentric weight of the triangle's second corner.
    pub u: f32,
    /// Barycentric weight of the triangle's third corner.
    pub v: f32,
    /// The triangle.
    pub triangle: u32,
    /// 1 where the ray leaves what a closed surface surrounds, through the triangle's back; -1 where it
    /// enters, through its front.
    pub sign: i32,
}

/// The surface where a ray hit it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromSurfacePoint {
    /// On the triangle: what the hit's barycentric weights say. Zero for a miss.
    pub point: CaromVec3,
    /// The triangle's unit normal, towards its front whichever side was hit. Zero for a miss.
    pub normal: CaromVec3,
    /// The triangle's attribute bits, in the lower 16. Zero for a miss.
    pub attributes: u32,
}

/// An oriented box.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromBox {
    /// Centre; finite.
    pub center: CaromVec3,
    /// Half its size along its own axes; finite, not negative.
    pub half_extents: CaromVec3,
    /// Unit quaternion x, y, z, w from the box's axes to the world's; its length may be off by 0.001. A
    /// length that is infinite, also by overflow, or NaN is CAROM_ERROR_NOT_FINITE, any other
    /// CAROM_ERROR_INVALID_ARGUMENT.
    pub rotation: [f32; 4],
}

/// An oriented box given by its axes, for contacts and casts: so that it is the same box to the last bit for
/// everybody. carom_box_axes_from_box() makes one.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromBoxAxes {
    /// Centre; finite.
    pub center: CaromVec3,
    /// Half its size along its own axes; finite, not negative.
    pub half_extents: CaromVec3,
    /// Its own x, y and z axis in the world. Lengths may be off from 1, and cosines between them from 0, by
    /// 2^-20; right- or left-handed.
    pub axes: [[f32; 3]; 3],
}

/// Feature of a closest point: the inside of the triangle.
pub const CAROM_FEATURE_FACE: u32 = 0;

/// Feature of a closest point: the edge from a to b.
pub const CAROM_FEATURE_EDGE_AB: u32 = 1;
/// Feature of a closest point: the edge from b to c.
pub const CAROM_FEATURE_EDGE_BC: u32 = 2;
/// Feature of a closest point: the edge from c to a.
pub const CAROM_FEATURE_EDGE_CA: u32 = 3;

/// Feature of a closest point: corner a.
pub const CAROM_FEATURE_VERTEX_A: u32 = 4;
/// Feature of a closest point: corner b.
pub const CAROM_FEATURE_VERTEX_B: u32 = 5;
/// Feature of a closest point: corner c.
pub const CAROM_FEATURE_VERTEX_C: u32 = 6;

/// The closest point of a surface.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromClosestPoint {
    /// On the surface; the query point itself where nothing was found.
    pub point: CaromVec3,
    /// From the query point; infinite where nothing was found.
    pub distance: f32,
    /// The triangle, or CAROM_NONE.
    pub triangle: u32,
    /// The part of the triangle that is closest: CAROM_FEATURE_...
    pub feature: u32,
}
