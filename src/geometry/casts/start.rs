//! The start: what a shape that touches or overlaps a triangle moves into.

use crate::geometry::{Triangle, Vec3, max, max_abs};
use glam::DVec3;

/// The distance from touching that counts as touching for a shape that starts there, relative to the largest
/// coordinate. It bounds the rounding errors of moving to a contact and sliding along it in f32.
const SLACK: f32 = 1.0 / 2_097_152.0;

/// The rounding errors of a mover's position, as a length; `largest` is the largest number of the cast.
#[inline(always)]
pub(super) fn slack(largest: f32, triangle: &Triangle) -> f64 {
    let of_triangle = max(max(max_abs(triangle.a), max_abs(triangle.b)), max_abs(triangle.c));
    f64::from(max(largest, of_triangle) * SLACK)
}

/// The largest number of a cast.
pub(super) fn largest(vectors: &[Vec3], length: f32) -> f32 {
    vectors.iter().fold(length, |largest, &vector| max(largest, max_abs(vector)))
}

/// The motion, as contacts look at it.
#[derive(Clone, Copy)]
pub(crate) struct Motion {
    pub(crate) displacement: DVec3,
    pub(crate) length: f64,
    pub(crate) slack: f64,
}

impl Motion {
    /// Returns true if it goes against the normal by more than rounding.
    #[inline(always)]
    pub(crate) fn goes_into(&self, normal: DVec3) -> bool {
        -normal.dot(self.displacement) > self.length * f64::from(SLACK)
    }

    /// The same for a shape that is as deep as `depth`, and `thick` enough for its depth to tell: it also gets
    /// deeper than rounding.
    #[inline(always)]
    pub(crate) fn sinks(&self, normal: DVec3, depth: f64, thick: bool) -> bool {
        let deeper = depth - normal.dot(self.displacement) > self.slack;
        self.goes_into(normal) && (!thick || deeper)
    }

    /// The same for a contact of a shape that overlaps a triangle: one that stays is stopped, too.
    pub(super) fn is_stopped(&self, normal: Vec3, depth: f32, thick: bool) -> bool {
        self.length == 0.0 || self.sinks(normal.as_dvec3(), depth.into(), thick)
    }
}
