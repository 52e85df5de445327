//! Types that all systems share: numbers, points, shapes, filters. The structs of the ABI have fixed-width
//! fields, explicit padding and an alignment of at most 8.

use bytemuck::{AnyBitPattern, Zeroable};
use std::ffi::c_void;

/// The triangle or brush of an answer that found none.
pub const CAROM_NONE: u32 = u32::MAX;

/// A point or a direction.
#[derive(AnyBitPattern, Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct CaromVec3 {
    /// First coordinate.
    pub x: f32,
    /// Second coordinate.
    pub y: f32,
    /// Third coordinate.
    pub z: f32,
}

/// An axis-aligned box, both ends included.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromAabb {
    /// Smallest corner; finite.
    pub min: CaromVec3,
    /// Largest corner; finite, nowhere below the smallest.
    pub max: CaromVec3,
}

/// A box of the tree of a mesh or of a solid, for drawing.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromTreeBox {
    /// The box itself. The triangles or brushes below it in the tree lie inside.
    pub bounds: CaromAabb,
    /// 0 at the root.
    pub depth: u32,
    /// Number of triangles, or of brushes, that lie directly in it; 0 for an inner node.
    pub count: u32,
}

/// A ray `origin + t * direction` with `t_min <= t <= t_max`.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromRay {
    /// The start; finite.
    pub origin: CaromVec3,
    /// Smallest t that counts; not NaN. Above t_max nothing counts.
    pub t_min: f32,
    /// Of any length, which is the unit of t; its largest component is from 1e-28 to 2^60 in magnitude.
    pub direction: CaromVec3,
    /// Largest t that counts; may be infinite, not NaN. Beware of 0, which a zeroed struct has.
    pub t_max: f32,
}

/// A solid sphere.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromSphere {
    /// Centre; finite.
    pub center: CaromVec3,
    /// Radius; finite, not negative.
    pub radius: f32,
}

/// A capsule: all points within a radius of a segment.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromCapsule {
    /// One end of the segment; finite.
    pub a: CaromVec3,
    /// Radius; finite, not negative.
    pub radius: f32,
    /// The other end; finite; may equal the first.
    pub b: CaromVec3,
    /// Zero.
    pub reserved: u32,
}

/// A sphere that moves along a straight line, from t = 0 to t = 1.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromSphereCast {
    /// Centre at t = 0; finite.
    pub origin: CaromVec3,
    /// Radius; finite, not negative.
    pub radius: f32,
    /// From the centre at t = 0 to the centre at t = 1; finite; may be zero.
    pub displacement: CaromVec3,
    /// Zero.
    pub reserved: u32,
}

/// A point that the closest point of a surface, or the nearest objects, are searched for.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromPointQuery {
    /// The point; finite.
    pub point: CaromVec3,
    /// The largest distance that counts; may be infinite; not negative, not NaN.
    pub max_distance: f32,
}

/// Backface mode: rays hit both sides.
pub const CAROM_BACKFACES_HIT: u32 = 0;
/// Backface mode: rays hit only the front.
pub const CAROM_BACKFACES_CULL: u32 = 1;
/// Backface mode: rays hit only the back.
pub const CAROM_BACKFACES_ONLY: u32 = 2;

/// Attribute bit by convention: the triangle is not drawn. Means nothing to carom itself.
pub const CAROM_ATTRIBUTE_HIDDEN: u32 = 1;
/// Attribute bit by convention: the triangle can be picked. Means nothing to carom itself.
pub const CAROM_ATTRIBUTE_PICK: u32 = 2;

/// A filter of triangles or brushes: a query sees those that meet all conditions. NULL instead of a filter,
/// or one that is zero but for its size, accepts all.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromFilter {
    /// sizeof(CaromFilter)
    pub struct_size: u32,
    /// Attribute bits, 16 at most, that a triangle or brush must all have.
    pub require: u32,
    /// Attribute bits, 16 at most, of which it must have none.
    pub exclude: u32,
    /// CAROM_BACKFACES_...; makes a difference to rays on meshes and contacts with them only.
    pub backfaces: u32,
    /// Attribute bits, 16 at most, of which it must have at least one; 0 for no such condition.
    pub any_of: u32,
}

/// Progress callback: called from time to time during a build, on the thread that called the build, with the
/// fraction done in 0..1. Any return value but 0 cancels the build; it is not called again then. No exception
/// may leave it.
pub type CaromProgress = Option<unsafe extern "C" fn(context: *mut c_void, fraction: f32) -> u32>;

/// The alignment, in bytes, of a blob that is opened in place.
pub const CAROM_BLOB_ALIGNMENT: u32 = 64;

/// Open flag: copy the bytes, which may lie anywhere and be freed afterwards.
pub const CAROM_OPEN_COPY: u32 = 0;
/// Open flag: read the bytes where they are, at a multiple of CAROM_BLOB_ALIGNMENT (a file mapping is);
/// they must outlive the handle and stay as they are.
pub const CAROM_OPEN_BORROW: u32 = 1;
