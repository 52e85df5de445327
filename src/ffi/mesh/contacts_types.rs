//! Contacts and their options.

use crate::ffi::frame::types::CaromVec3;
use bytemuck::Zeroable;

/// Contacts of the surface: at an edge or a corner, one where no triangle that shares it comes nearer.
pub const CAROM_CONTACT_EDGES_SMOOTH: u32 = 0;
/// Contacts of each triangle by itself.
pub const CAROM_CONTACT_EDGES_ALL: u32 = 1;

/// Options of contact queries; all zero but for the size, the defaults.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromContactOptions {
    /// sizeof(CaromContactOptions)
    pub struct_size: u32,
    /// Gaps up to this are reported too, with a negative depth; finite, not negative.
    pub max_distance: f32,
    /// CAROM_CONTACT_EDGES_...
    pub edges: u32,
    /// The most contacts of a manifold: 1 to 4, or 0 for all.
    pub max_points: u32,
    /// The cosine of the angle up to which a normal belongs to the manifold of a deeper contact: -1 to 1; 0
    /// for 0.999.
    pub merge_cos: f32,
}

/// A contact of a shape with a triangle.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromContact {
    /// On the triangle.
    pub point: CaromVec3,
    /// The depth of the overlap along the normal; negative for a gap.
    pub depth: f32,
    /// Unit, from the surface to the shape.
    pub normal: CaromVec3,
    /// The triangle.
    pub triangle: u32,
    /// The part of the triangle that is touched, CAROM_FEATURE_..., in bits 0 to 7; the part of the shape in
    /// the others: 0 for a sphere.
    pub feature: u32,
    /// The number of its manifold in the list: of contacts with nearly one normal.
    pub manifold: u32,
    /// The triangle's attribute bits, in the lower 16.
    pub attributes: u32,
    /// Zero.
    pub reserved: u32,
}
