//! The inputs and answers of queries on fields.

use crate::ffi::frame::types::CaromVec3;
use bytemuck::AnyBitPattern;

/// Interpolation between nodes: trilinear, of eight nodes. The gradient jumps between cells.
pub const CAROM_SDF_LINEAR: u32 = 0;
/// Interpolation between nodes: tricubic (Catmull-Rom), of 64 nodes. The gradient is continuous, and the
/// error on smooth surfaces far smaller; edges overshoot a little.
pub const CAROM_SDF_CUBIC: u32 = 1;

/// The field at a point.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromSdfSample {
    /// The distance, negative inside. Outside of the grid's box, that of the box's nearest point plus the
    /// distance to it. Infinite if the field is.
    pub distance: f32,
    /// The gradient of that interpolant: about a unit vector away from the surface. Zero if the field is
    /// infinite.
    pub gradient: CaromVec3,
}

/// The point of a field's surface that is nearest to another.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromSdfClosestPoint {
    /// On the surface, where the trilinear interpolant is zero, within 2^-14 of a cell and rounding. About
    /// where it comes nearest to zero if it never is, see error; the query point itself where the field is
    /// infinite or flat, or its distance is beyond max_distance.
    pub point: CaromVec3,
    /// The field at the query point: the signed distance. Infinite if the field is.
    pub distance: f32,
    /// Unit vector out of the solid: the gradient at the query point; zero where that is.
    pub normal: CaromVec3,
    /// The triangle that is kept for the grid's node nearest to the query point, or CAROM_NONE.
    pub triangle: u32,
    /// No point of the interpolant's surface is nearer than `point` by more than this: 1/16 of a cell, more
    /// where the surface is about as near in very many places, as from the centre of a ball. Infinite where
    /// nothing is known: the field has no surface, or the distance is beyond max_distance.
    pub error: f32,
}

/// The contact of a shape with the solid of a field, which it touches or nearly does.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromSdfContact {
    /// A point of the solid's surface, where the trilinear interpolant is zero within 2^-14 of a cell and
    /// rounding: no farther from the shape's deepest point than the field there says, or by an eighth of a
    /// cell, or else the nearest. The deepest point moved along the normal where the field has no surface.
    /// Zero for a miss.
    pub point: CaromVec3,
    /// Penetration depth: how far the shape must move along the normal until it only touches. Negative where
    /// it does not touch but is nearer than the margin, or may be because of the storage's error; minus
    /// infinity for a miss. Deeper inside than the field's max_distance, the least that it may be.
    pub depth: f32,
    /// Unit vector out of the solid; zero for a miss, and where the field is flat, as in the middle of a
    /// solid.
    pub normal: CaromVec3,
    /// The triangle that is kept for the grid's node nearest to the shape's deepest point, or CAROM_NONE.
    pub triangle: u32,
    /// The shape's deepest point: where the field is least on a triangle or a capsule's segment; a sphere's
    /// centre. Zero for a miss.
    pub deepest: CaromVec3,
}

/// A triangle by its corners.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromSdfTriangle {
    /// First corner; finite.
    pub a: CaromVec3,
    /// Second corner; finite.
    pub b: CaromVec3,
    /// Third corner; finite.
    pub c: CaromVec3,
}

/// The hit of a ray that enters the solid of a field.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromSdfRayHit {
    /// The ray's parameter; infinite for a miss.
    pub t: f32,
    /// The point at that parameter; zero for a miss.
    pub point: CaromVec3,
    /// Unit vector out of the solid: the gradient there; zero for a miss, and where the field is flat.
    pub normal: CaromVec3,
    /// The triangle that is kept for the grid's node nearest to that point, or CAROM_NONE.
    pub triangle: u32,
}

/// The pixels of an image in space. Pixel (x, y) is the point (origin + right * x) + down * y, in f32.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromSdfSlice {
    /// The middle of the first pixel; finite.
    pub origin: CaromVec3,
    /// Pixels of a row.
    pub width: u32,
    /// From a pixel to the next of its row; finite.
    pub right: CaromVec3,
    /// Rows.
    pub height: u32,
    /// From a pixel to the one below; finite.
    pub down: CaromVec3,
    /// Zero.
    pub reserved: u32,
}
