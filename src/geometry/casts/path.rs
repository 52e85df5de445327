//! The path of a shape's box, for tests of other boxes.

use crate::geometry::{Aabb, LineBounds, Vec3, max, max_abs};
use glam::DVec3;

/// The path of the middle of a shape's box, time 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    /// With the box and the radius by which it grows.
    pub(crate) line: LineBounds,
    pub(crate) displacement: Vec3,
}

/// The length below which a path counts as a point in box tests, in units of the farthest coordinate of a box
/// around all.
const SHORTEST: f32 = 1.0 / (1u64 << 44) as f32;
/// The length of the path that is tested in its place: more than that, and less than the padding of boxes.
const LEAST_PATH: f32 = 1.0 / (1u64 << 40) as f32;

impl Path {
    /// The path of a sphere around each point of a box.
    pub(super) fn new(low: Vec3, high: Vec3, radius: f32, displacement: Vec3) -> Path {
        let middle = (low + high) * 0.5;
        let half = (high - middle).max(middle - low);
        // What has been rounded down goes up again.
        let half = Vec3::from_array(half.to_array().map(|x| if x > 0.0 { x.next_up() } else { 0.0 }));
        Path { line: LineBounds::new(middle, displacement, radius).with_half(half), displacement }
    }

    /// A point that stays where it is.
    pub(crate) fn at(point: Vec3) -> Path {
        Path::new(point, point, 0.0, Vec3::ZERO)
    }

    /// The path for tests of boxes within `whole`. A path that is too short for their arithmetic, if not a point, is
    /// replaced by a longer path of a shape that is larger by the same length, which never enters a box later.
    #[inline(always)]
    pub(crate) fn line_in(&self, whole: &Aabb) -> LineBounds {
        let LineBounds { origin, radius, half, .. } = self.line;
        let far = self.line.farthest(whole);
        if max_abs(self.displacement) >= far * SHORTEST || far > f32::MAX {
            return self.line;
        }
        let least = far * LEAST_PATH;
        LineBounds::new(origin, Vec3::splat(least), radius + least).with_half(half)
    }

    /// The length by which `bounds` must at least grow for [`Path::enter`]. Monotone.
    #[inline(always)]
    pub(crate) fn grow(&self, bounds: &Aabb) -> f32 {
        self.line.grow(bounds)
    }

    /// The time, from 0 to 1, at which the shape's box enters `bounds`, both grown by `grow`, if it does. Monotone
    /// in both. The padding exceeds the sum of all rounding errors, so no contact with a triangle in the box is
    /// earlier.
    #[inline(always)]
    pub(crate) fn enter(&self, bounds: &Aabb, grow: f32) -> Option<f32> {
        let (enter, leave) = self.line.interval(bounds, grow);
        (enter <= leave && enter <= 1.0 && leave >= 0.0).then_some(max(enter, 0.0))
    }

    /// Returns true if the shape may be no farther than `slack` from something in `bounds` at the start.
    #[inline(always)]
    pub(super) fn starts_near(&self, bounds: &Aabb, slack: f64) -> bool {
        let middle = self.line.origin.as_dvec3();
        let reach = self.line.half.as_dvec3() + DVec3::splat(f64::from(self.line.radius) + slack);
        let (low, high) = (bounds.min.as_dvec3() - middle, bounds.max.as_dvec3() - middle);
        low.cmple(reach).all() && high.cmpge(-reach).all()
    }
}
