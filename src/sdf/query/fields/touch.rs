//! A contact between a point of one surface and the nearest of the other, both of which have been sampled.

use super::super::sampler::{Sampled, Sampler};
use super::foot::Place;
use crate::geometry::Vec3;
use glam::DVec3;

/// How many cells the depth of a contact may be from the field's own value.
const TOLERANCE: f64 = 0.45;

/// Nearer to the surface than this part of a cell, the gradient is the normal, because the way to the foot is too short for
/// one.
const SHORT: f64 = 0.125;

/// Where a point touches a solid, in the solid's space.
#[derive(Clone, Copy)]
pub(super) struct Touch {
    /// The point of the solid's surface.
    pub(super) foot: DVec3,
    /// Out of the solid; zero where the field is flat.
    pub(super) normal: DVec3,
    /// The way from the foot back to the point, against the normal.
    pub(super) depth: f64,
}

/// The contact of a point that has been sampled, if it is in the solid or no farther from its surface than `margin`.
///
/// The depth is how far the foot is, because both ends of that way lie on surfaces. In the solid, where the foot is
/// the nearest only as far as it is found, the depth is no more than the field's own and most of half a cell. `cell` is the smaller
/// of the two fields'.
pub(super) fn touch(solid: &Sampler, place: Place, margin: f64, cell: f64) -> Option<Touch> {
    let value = place.value();
    if solid.is_beyond(&place.sampled) || !(value <= margin) {
        return None;
    }
    let at = place.at.as_dvec3();
    // A solid that is cut off by the end of its grid has no surface there, and nothing is known of it beyond.
    if solid.is_cut_off(at, value) {
        return None;
    }
    let gradient = place.gradient().normalize_or_zero();
    // Deeper than a band knows.
    let depth = Sampled { distance: -place.sampled.distance, ..place.sampled };
    if gradient == DVec3::ZERO && solid.is_beyond(&depth) {
        return Some(Touch { foot: at, normal: gradient, depth: -value });
    }
    let foot = solid.foot(place.at, &place.sampled)?;
    let (way, length) = (foot - at, (foot - at).length());
    let (inside, depth) =
        if value < 0.0 { (1.0, length.min(TOLERANCE * cell - value)) } else { (-1.0, -length) };
    let is_short = length <= SHORT * cell;
    let normal =
        if is_short && gradient != DVec3::ZERO { gradient } else { (way * inside).normalize_or_zero() };
    (depth >= -margin).then_some(Touch { foot, normal, depth })
}

/// A vector as contacts have it.
pub(super) fn unit(v: DVec3) -> Vec3 {
    v.normalize_or_zero().as_vec3()
}
