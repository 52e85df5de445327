//! The answers of queries with spheres and rays.

use crate::geometry::Vec3;

/// The brush of an answer that found none.
pub const NO_BRUSH: u32 = u32::MAX;

/// The contact of a sphere with the solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BspContact {
    /// The point of the solid's surface that is nearest to the centre; zero for a miss.
    pub point: Vec3,
    /// Penetration depth: the length by which the sphere must move along the normal until it only touches.
    /// The radius less the distance of the centre or, if the centre is inside, plus that distance. 0 for a
    /// miss; infinite if nothing is empty.
    pub depth: f32,
    /// Unit vector out of the solid: from the point to the centre, or from the centre to the point if the
    /// centre is inside; zero for a miss, or if nothing is empty.
    pub normal: Vec3,
    /// The brush that is touched, 0 for a surface, or [`NO_BRUSH`]. With the centre inside, a brush that
    /// contains it.
    pub brush: u32,
}

impl BspContact {
    /// The answer of a sphere that touches nothing.
    pub const MISS: BspContact =
        BspContact { point: Vec3::ZERO, depth: 0.0, normal: Vec3::ZERO, brush: NO_BRUSH };

    /// Returns true if the sphere touches.
    pub fn is_hit(&self) -> bool {
        self.brush != NO_BRUSH
    }

    /// Returns true if the centre of a sphere that touches is inside the solid.
    pub(super) fn is_inside(&self, radius: f64) -> bool {
        self.is_hit() && f64::from(self.depth) >= radius
    }
}

/// The first contact of a moving sphere or of a ray with the solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BspCastHit {
    /// Time from 0 to 1, 0 if the sphere touches at the start and moves in; for a ray, its parameter.
    /// Infinite for a miss.
    pub t: f32,
    /// The point of the solid's surface that is touched; zero for a miss.
    pub point: Vec3,
    /// Unit vector out of the solid at that point, towards the sphere's centre at `t`. If point and centre
    /// coincide, as for a ray, the normal of a face there. Zero for a miss. If the centre is inside at the
    /// start, the normal of [`BspContact`].
    pub normal: Vec3,
    /// The brush that is touched, 0 for a surface, or [`NO_BRUSH`].
    pub brush: u32,
}

impl BspCastHit {
    /// The answer of a cast that touches nothing.
    pub const MISS: BspCastHit =
        BspCastHit { t: f32::INFINITY, point: Vec3::ZERO, normal: Vec3::ZERO, brush: NO_BRUSH };

    /// The answer for a contact at the start.
    pub(super) fn at_start(t: f32, contact: &BspContact) -> BspCastHit {
        BspCastHit { t, point: contact.point, normal: contact.normal, brush: contact.brush }
    }

    /// The answer for a sphere that does not move.
    pub(super) fn of_overlap(contact: &BspContact) -> BspCastHit {
        if contact.is_hit() { BspCastHit::at_start(0.0, contact) } else { BspCastHit::MISS }
    }

    /// Returns true if anything was touched.
    pub fn is_hit(&self) -> bool {
        self.brush != NO_BRUSH
    }
}
