//! Worlds: the inputs and answers of queries.

use super::types::CaromGroupFilter;
use crate::ffi::frame::types::{CaromAabb, CaromVec3};

/// A filter of objects: a query sees those that see each other with its groups, but for one. Beware of zeros,
/// which a zeroed struct has: a group or mask of 0 sees nothing.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromWorldFilter {
    /// The groups that the query is in, and those that it sees; all bits of both for all.
    pub groups: CaromGroupFilter,
    /// An object that is not seen, whatever its groups, such as the one that asks. CAROM_NO_OBJECT, or the id
    /// of an object that is gone, for none.
    pub ignore: u64,
}

/// A half-space: the points with `normal · point + offset >= 0`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromPlane {
    /// Points inwards; of any length but zero.
    pub normal: CaromVec3,
    /// Finite.
    pub offset: f32,
}

/// A view volume: six half-spaces, in any order.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromFrustum {
    /// The half-spaces.
    pub planes: [CaromPlane; 6],
}

/// A box that moves along a straight line, from t = 0 to t = 1, without turning.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromAabbCast {
    /// Its place at t = 0.
    pub bounds: CaromAabb,
    /// The way from there to its place at t = 1; may be zero.
    pub displacement: CaromVec3,
}

/// An object that a ray or a moving box meets.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromWorldHit {
    /// The object, or CAROM_NO_OBJECT for a miss.
    pub object: u64,
    /// The user of the object; 0 for a miss.
    pub user: u64,
    /// Ray parameter, or part of the way, where it is first met; infinite for a miss.
    pub t: f32,
    /// Zero.
    pub reserved: u32,
}

/// One of the nearest objects.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromNeighbor {
    /// The object, or CAROM_NO_OBJECT where there are no more.
    pub object: u64,
    /// The user of the object; 0 where there are no more.
    pub user: u64,
    /// The distance, 0 inside; infinite where there are no more.
    pub distance: f32,
    /// Zero.
    pub reserved: u32,
}
