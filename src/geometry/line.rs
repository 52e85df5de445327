//! A line against boxes: the slab test (Kay and Kajiya 1986), padded so that it never misses. What moves
//! along the line may be a point, a sphere, or anything with a box: boxes grow by that.

use super::{Aabb, Vec3, max, max_abs, min};
use glam::Vec4;

/// The length by which a box is grown before a line is tested against it, relative to the distance from the
/// line's origin to the farthest corner: 64 units in the last place. It bounds, generously, the rounding
/// errors of the slab test and of the triangle tests that follow.
pub(crate) const PAD: f32 = 64.0 / 16_777_216.0;

/// The least length by which a box is grown, for coordinates so small that rounding errors are not relative
/// to them any more.
pub(crate) const LEAST_PAD: f32 = 1e-37;

/// No length to grow by. Unlike 0, it may be added to anything without a change, also to -0: the compiler leaves such sums
/// out.
const NONE: f32 = -0.0;

/// A line `origin + t * direction`, with a radius by which boxes grow, prepared for box tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineBounds {
    /// The point where the line starts.
    pub(crate) origin: Vec3,
    /// Reciprocal of the direction; finite and nonzero on every axis.
    pub(crate) inverse: Vec3,
    /// The length by which boxes grow: 0 for a ray, the radius for a moving sphere.
    pub(crate) radius: f32,
    /// The lengths by which they grow along the axes besides: half the size of the box around what moves.
    pub(crate) half: Vec3,
}

impl LineBounds {
    /// Components of the direction smaller than this, relative to the largest, are replaced.
    pub(crate) const FLATTEST: f32 = 1.0 / 1_099_511_627_776.0;

    /// Prepares a line. Components of `direction` that are zero or tiny beside the largest are replaced
    /// by tiny ones, which tilts the line by far less than the padding.
    #[inline(always)]
    pub(crate) fn new(origin: Vec3, direction: Vec3, radius: f32) -> LineBounds {
        // Four lanes at once, for one division.
        let along = direction.extend(1.0);
        let size = direction.abs();
        let largest = max(max(size.x, size.y), size.z);
        let floor = max(largest * LineBounds::FLATTEST, f32::MIN_POSITIVE);
        // A branch, so that the division need not wait for the floor.
        let is_flat = along.abs().cmplt(Vec4::splat(floor)).bitmask() & 7 != 0;
        let along = if is_flat { steep(along, floor) } else { along };
        LineBounds::with_reciprocal(origin, (Vec4::ONE / along).truncate(), radius)
    }

    /// A line whose reciprocals are known.
    #[inline(always)]
    fn with_reciprocal(origin: Vec3, inverse: Vec3, radius: f32) -> LineBounds {
        LineBounds { origin, inverse, radius, half: Vec3::splat(NONE) }
    }

    /// Prepares a ray.
    #[inline(always)]
    pub(crate) fn ray(origin: Vec3, direction: Vec3) -> LineBounds {
        LineBounds::new(origin, direction, NONE)
    }

    /// A ray whose reciprocals are known.
    #[inline(always)]
    pub(crate) fn ray_with_reciprocal(origin: Vec3, inverse: Vec3) -> LineBounds {
        LineBounds::with_reciprocal(origin, inverse, NONE)
    }

    /// The same line, along which the middle of a box of this half size moves.
    #[inline(always)]
    pub(crate) fn with_half(self, half: Vec3) -> LineBounds {
        LineBounds { half, ..self }
    }

    /// The largest distance, along any axis, of a point of `bounds` from the line's origin.
    #[inline(always)]
    pub(super) fn farthest(&self, bounds: &Aabb) -> f32 {
        let origin = self.origin.extend(0.0);
        let low = (bounds.min.extend(0.0) - origin).abs();
        let high = (bounds.max.extend(0.0) - origin).abs();
        low.max(high).max_element()
    }

    /// The length by which `bounds` must grow for [`LineBounds::interval`]: the radius and the padding, without the
    /// half size of a box that moves.
    /// Monotone: a box that contains another never grows by less, so the length for a whole mesh's box serves
    /// for every box in it.
    #[inline(always)]
    pub(crate) fn grow(&self, bounds: &Aabb) -> f32 {
        let far = self.farthest(bounds);
        let far = if self.half == Vec3::ZERO { far } else { far + max_abs(self.half) };
        let grow = self.radius + ((far + self.radius) * PAD + LEAST_PAD);
        if grow < f32::MAX { grow } else { f32::MAX }
    }

    /// The parameters `(enter, leave)` between which the line is inside `bounds` grown by `grow`. The line
    /// misses the box if `enter > leave`. Monotone in both the box and `grow`.
    #[inline(always)]
    pub(crate) fn interval(&self, bounds: &Aabb, grow: f32) -> (f32, f32) {
        let axis = |low: f32, high: f32, origin: f32, half: f32, inverse: f32| {
            let grow = grow + half;
            let low = ((low - origin) - grow) * inverse;
            let high = ((high - origin) + grow) * inverse;
            (min(low, high), max(low, high))
        };
        let Aabb { min: low, max: high } = *bounds;
        let x = axis(low.x, high.x, self.origin.x, self.half.x, self.inverse.x);
        let y = axis(low.y, high.y, self.origin.y, self.half.y, self.inverse.y);
        let z = axis(low.z, high.z, self.origin.z, self.half.z, self.inverse.z);
        (max(max(x.0, y.0), z.0), min(min(x.1, y.1), z.1))
    }
}

/// A direction without components smaller than a floor.
#[cold]
fn steep(direction: Vec4, floor: f32) -> Vec4 {
    direction.abs().max(Vec4::splat(floor)).copysign(direction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enters(origin: [f32; 3], direction: [f32; 3], radius: f32) -> Option<f32> {
        let line = LineBounds::new(origin.into(), direction.into(), radius);
        let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
        let (enter, leave) = line.interval(&unit, line.grow(&unit));
        (enter <= leave && leave >= 0.0).then_some(enter)
    }

    #[test]
    fn enters_at_the_expected_times() {
        let t = enters([-3.0, 0.5, 0.5], [1.0, 0.0, 0.0], 0.0).unwrap();
        assert!((t - 3.0).abs() < 1e-4);
        let t = enters([0.5, 0.5, 9.0], [0.0, 0.0, -2.0], 1.0).unwrap();
        assert!((t - 3.5).abs() < 1e-4);
        assert!(enters([-3.0, 1.5, 0.5], [1.0, 0.0, 0.0], 0.0).is_none());
        assert!(enters([-3.0, 1.5, 0.5], [1.0, 0.0, 0.0], 0.6).is_some());
    }

    #[test]
    fn lines_along_a_face_or_of_zero_length_are_inside() {
        assert!(enters([0.0, 1.0, -5.0], [0.0, 0.0, 1.0], 0.0).is_some());
        assert!(enters([1.0, 1.0, 1.0], [0.0, 0.0, 0.0], 0.0).is_some());
        assert!(enters([1.5, 1.0, 1.0], [0.0, 0.0, 0.0], 0.0).is_none());
        assert!(enters([1.5, 1.0, 1.0], [0.0, 0.0, 0.0], 0.6).is_some());
    }

    #[test]
    fn extreme_coordinates_stay_ordered() {
        let huge = Aabb::new(Vec3::splat(-f32::MAX), Vec3::splat(f32::MAX));
        let line = LineBounds::new(Vec3::splat(f32::MAX), Vec3::new(-1.0, 1e-20, 0.0), 0.0);
        let (enter, leave) = line.interval(&huge, line.grow(&huge));
        assert!(enter <= leave, "{enter} {leave}");
    }
}
