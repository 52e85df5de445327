//! Samples beyond the grid's box: the distance to the box is added to the value at its nearest point. The
//! gradient is that of this sum.

use crate::geometry::{Vec3, dot, max_abs, unit_scale};

/// The value and the gradient at a point that is `beyond` the box, from those at the box's nearest point.
/// `beyond` is 0 along the axes on which the point is not outside.
#[inline(always)]
pub(super) fn add_outside(distance: f32, gradient: Vec3, beyond: Vec3) -> (f32, Vec3) {
    let largest = max_abs(beyond);
    if largest == 0.0 {
        return (distance, gradient);
    }
    // Scaled by a power of two to about 1, so that squares neither overflow nor underflow.
    let scale = unit_scale(largest);
    let scaled = beyond * scale;
    let outside = dot(scaled, scaled).sqrt();
    let away = scaled / outside;
    let along = |axis: usize| if beyond[axis] == 0.0 { gradient[axis] } else { away[axis] };
    let gradient = Vec3::new(along(0), along(1), along(2));
    (distance + outside / scale, gradient)
}
