//! The contact of a shape with the solid.

use super::sampler::{Sampled, Sampler};
use crate::geometry::Vec3;
use crate::mesh::NO_TRIANGLE;

/// A contact of a shape that touches the solid of a field, or nearly does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdfContact {
    /// A point of the solid's surface, where the interpolant is zero within 2^-14 of a cell and rounding. Its
    /// distance from the shape's deepest point is at most the field's value there plus an eighth of a cell;
    /// if no such point is found, it is the nearest. If the field has no surface, the deepest point moved
    /// along the normal. Zero for a miss.
    pub point: Vec3,
    /// Penetration depth: the length by which the shape must move along the normal until it only touches.
    /// Negative if it does not touch but is nearer than the margin, or may be because of the storage's error;
    /// minus infinity for a miss.
    pub depth: f32,
    /// Unit vector out of the solid; zero for a miss, and if the field is flat, as in the middle of a solid.
    pub normal: Vec3,
    /// The triangle that is nearest to the grid's node nearest to the shape's deepest point, if triangles are
    /// kept, else [`NO_TRIANGLE`].
    pub triangle: u32,
    /// The shape's deepest point: the point of a triangle or of a capsule's segment where the field is least;
    /// a sphere's centre. Zero for a miss.
    pub deepest: Vec3,
}

impl SdfContact {
    /// The answer of a shape that is not near.
    pub const MISS: SdfContact = SdfContact {
        point: Vec3::ZERO,
        depth: f32::NEG_INFINITY,
        normal: Vec3::ZERO,
        triangle: NO_TRIANGLE,
        deepest: Vec3::ZERO,
    };

    /// Returns true if there is a contact.
    pub fn is_hit(&self) -> bool {
        self.depth > f32::NEG_INFINITY
    }
}

/// The contact of a ball whose centre was sampled, if it is nearer than the margin, or may be.
#[inline(always)]
pub(super) fn contact(
    sampler: &Sampler,
    center: Vec3,
    radius: f32,
    margin: f32,
    sampled: Sampled,
) -> SdfContact {
    if sampler.is_beyond(&sampled) {
        return SdfContact::MISS;
    }
    let Sampled { distance, gradient, error } = sampled;
    let (distance, reach) = (f64::from(distance), f64::from(radius) + f64::from(margin));
    if !(distance - f64::from(error) <= reach) {
        return SdfContact::MISS;
    }
    let normal = gradient.as_dvec3().normalize_or_zero();
    let foot = sampler.foot(center, &sampled).unwrap_or(center.as_dvec3() - normal * distance);
    SdfContact {
        point: foot.as_vec3(),
        depth: (f64::from(radius) - distance) as f32,
        normal: normal.as_vec3(),
        triangle: sampler.triangle(center),
        deepest: center,
    }
}
