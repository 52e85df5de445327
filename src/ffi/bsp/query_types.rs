//! The inputs and answers of queries on solids.

use crate::ffi::frame::types::CaromVec3;

/// Mode of carom_bsp_overlap_sphere(): as published, the centre's distances from planes are compared with the
/// radius. No false negatives, but false positives at mitres: spheres that pass a convex edge of angle a at
/// less than radius * (1 / sin(a / 2) - 1), a cube's corner at less than 0.732 radii, and others where the
/// plane of a far face cuts a solid at a shallow angle. Which of them are reported depends on the tree.
pub const CAROM_BSP_THRESHOLD: u32 = 0;
/// Mode of carom_bsp_overlap_sphere(): exact. Edges and corners are rounded, and there are no false
/// positives.
pub const CAROM_BSP_EXACT: u32 = 1;

/// The content of a point.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromBspContent {
    /// A brush that contains the point, 0 for a surface, or CAROM_NONE. Where several brushes with the same
    /// attribute bits overlap, the tree stores one of them; of those that it stores, the lowest.
    pub brush: u32,
    /// Its attribute bits, in the lower 16; 0 where there is none.
    pub attributes: u32,
}

/// The contact of a sphere with the solid.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromBspContact {
    /// The point of the solid's surface that is nearest to the centre, which may be of another brush than the
    /// one that the centre is inside of; zero for a miss.
    pub point: CaromVec3,
    /// Penetration depth: how far the sphere must move along the normal until it only touches. The radius
    /// less the distance of the centre from the surface or, if the centre is inside, plus that distance. 0
    /// for a miss; infinite where nothing is empty.
    pub depth: f32,
    /// Unit vector out of the solid: from the point to the centre, or from the centre to the point if the
    /// centre is inside. Zero for a miss, or where nothing is empty.
    pub normal: CaromVec3,
    /// The brush that is touched, 0 for a surface, or CAROM_NONE. With the centre inside, a brush that
    /// contains it.
    pub brush: u32,
}

/// The first contact of a moving sphere or of a ray with the solid.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromBspCastHit {
    /// Time of first contact in 0..1, 0 if the sphere touches at the start; for a ray, its parameter.
    /// Infinite for a miss.
    pub t: f32,
    /// The point of the solid's surface that is touched; zero for a miss.
    pub point: CaromVec3,
    /// Unit vector out of the solid at that point, towards the sphere's centre at t, or of a face there where
    /// the two are one, as for a ray; at the start, that of carom_bsp_collide_sphere(). Zero for a miss, or
    /// where nothing is empty.
    pub normal: CaromVec3,
    /// The brush that is touched, 0 for a surface, or CAROM_NONE.
    pub brush: u32,
}
