//! Unit vectors at right angles to a segment.

use crate::geometry::contact_normal::PARALLEL_SQUARED;
use glam::DVec3;

/// The unit cross product of two edges, unless they are nearly parallel.
#[inline]
pub(super) fn unit_cross(e: DVec3, d: DVec3) -> Option<DVec3> {
    let cross = e.cross(d);
    let square = cross.length_squared();
    let is_sure = square > PARALLEL_SQUARED * e.length_squared() * d.length_squared();
    is_sure.then(|| cross / square.sqrt())
}

/// A unit vector at right angles to another, and the axis that it is the cross product with.
#[inline]
pub(super) fn at_right_angles(d: DVec3) -> (DVec3, usize) {
    let size = d.abs();
    let least = size.min_element();
    let axis = (0..3).find(|&k| size[k] == least).unwrap_or(0);
    let across = d.cross(DVec3::AXES[axis]);
    (if across == DVec3::ZERO { DVec3::Z } else { across.normalize() }, axis)
}
