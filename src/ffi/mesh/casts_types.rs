//! Moving shapes and their contacts.

use super::query_types::CaromBoxAxes;
use crate::ffi::frame::types::{CaromCapsule, CaromVec3};
use bytemuck::AnyBitPattern;

/// A capsule that moves along a straight line without turning, from t = 0 to t = 1.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromCapsuleCast {
    /// The capsule at t = 0.
    pub capsule: CaromCapsule,
    /// From there to where it is at t = 1; finite; may be zero.
    pub displacement: CaromVec3,
    /// Zero.
    pub reserved: u32,
}

/// A box that moves along a straight line without turning, from t = 0 to t = 1.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromBoxCast {
    /// The box at t = 0.
    pub shape: CaromBoxAxes,
    /// From there to where it is at t = 1; finite; may be zero.
    pub displacement: CaromVec3,
}

/// A contact of a moving shape with a triangle.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromShapeHit {
    /// Time of contact in 0..1, never late: 0 if the shape touches at the start and moves nearer; infinite for a
    /// miss.
    pub t: f32,
    /// The depth of the overlap along the normal, if t is 0; else 0.
    pub depth: f32,
    /// The point of the surface that is touched; zero for a miss.
    pub point: CaromVec3,
    /// Unit, from the surface to the shape; zero for a miss.
    pub normal: CaromVec3,
    /// The triangle, or CAROM_NONE.
    pub triangle: u32,
    /// The part of the triangle that is touched, CAROM_FEATURE_..., in bits 0 to 7.
    pub feature: u32,
    /// The triangle's attribute bits, in the lower 16.
    pub attributes: u32,
    /// Zero.
    pub reserved: u32,
}
