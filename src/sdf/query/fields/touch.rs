//! A contact between a point of one surface and the nearest of the other, both of which have been sampled.

use super::super::sampler::{Sampled, Sampler};
use super::foot::Place;
use crate::geometry::Vec3;
use glam::DVec3;

/// The largest difference, in cells, of the depth of a contact from the field's own value.
const TOLERANCE: f64 = 0.45;

/// The distance from the surface, in cells, up to which the gradient is the normal, because the way to the
/// foot is too short for one.
const SHORT: f64 = 0.125;

/// The contact of a point with a solid, in the solid's space.
#[derive(Clone, Copy)]
pub(super) struct Touch {
    /// The point of the solid's surface.
    pub(super) foot: DVec3,
    /// Out of the solid; zero if the field is flat.
    pub(super) normal: DVec3,
    /// The way from the foot back to the point, against the normal.
    pub(super) depth: f64,
}

/// The contact of a point that has been sampled, if it is in the solid or no farther from its surface than
/// `margin`.
///
/// The depth is the distance of the foot, because both ends of that way lie on surfaces. In the solid, the
/// foot may not be the nearest point. So there the depth is at most the field's own, plus nearly half a cell.
/// `cell` is the smaller of the two fields'.
pub(super) fn touch(solid: &Sampler, place: Place, margin: f64, cell: f64) -> Option<Touch> {
    let value = place.value();
    if solid.is_beyond(&place.sampled) || !(value <= margin) {
        return None;
    }
    let at = place.at.as_dvec3();
    // A solid that is cut off by the end of its grid has no surface there, and is unknown beyond.
    if solid.is_cut_off(at, value) {
        return None;
    }
    let gradient = place.gradient().normalize_or_zero();
    // Deeper than the largest stored distance.
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

/// The unit vector of a contact; zero for a zero vector.
pub(super) fn unit(v: DVec3) -> Vec3 {
    v.normalize_or_zero().as_vec3()
}
