//! Closest points of two segments.
//!
//! Ericson, *Real-Time Collision Detection* (2005), section 5.1.9. Beyond the source, the parameter of the
//! infinite lines' closest approach is taken from cross products instead of `a * e - b * b`: that difference
//! of squares loses half of the digits, the cross product none but those of the input. All is f64, rounded
//! once. Whatever the error of that first parameter, the two projections that follow find points of the
//! segments, so an answer is never too near. Parallel and zero-length segments need no case of their own.

use super::Vec3;
use crate::arrays::MapEach;
use glam::DVec3;

/// The result of [`segment_segment`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ClosestOnSegments {
    /// Parameter of the closest point on the first segment, from 0 at its start to 1 at its end.
    pub(crate) s: f32,
    /// The same on the second.
    pub(crate) t: f32,
    /// Squared distance between the two points. Not finite if it is too large for f32.
    pub(crate) distance_squared: f32,
}

/// The closest points of the segments from `a0` to `a1` and from `b0` to `b1`. Either may be a point.
#[inline]
pub(crate) fn segment_segment(a0: Vec3, a1: Vec3, b0: Vec3, b1: Vec3) -> ClosestOnSegments {
    let [a0, a1, b0, b1] = [a0, a1, b0, b1].map_each(|v| v.as_dvec3());
    let (s, t, offset) = closest_on_segments(a1 - a0, b1 - b0, b0 - a0);
    ClosestOnSegments { s: s as f32, t: t as f32, distance_squared: offset.length_squared() as f32 }
}

/// The parameters of the closest points of two segments, and the offset from the first point to the second.
/// `d` and `e` are the vectors along the segments, and `r` is the offset from the start of the first to that
/// of the second.
#[inline(always)]
pub(crate) fn closest_on_segments(d: DVec3, e: DVec3, r: DVec3) -> (f64, f64, DVec3) {
    let normal = d.cross(e);
    let s = clamp_to_unit(r.cross(e).dot(normal) / normal.length_squared());
    let t = clamp_to_unit((d * s - r).dot(e) / e.length_squared());
    let s = clamp_to_unit((e * t + r).dot(d) / d.length_squared());
    (s, t, (r + e * t) - d * s)
}

/// Clamps to `[0, 1]`; NaN becomes 0.
#[inline(always)]
fn clamp_to_unit(value: f64) -> f64 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::{Triangle, testing};
    use super::*;
    use proptest::prelude::*;

    fn closest(a0: [f32; 3], a1: [f32; 3], b0: [f32; 3], b1: [f32; 3]) -> (f32, f32, f32) {
        let found = segment_segment(a0.into(), a1.into(), b0.into(), b1.into());
        (found.s, found.t, found.distance_squared)
    }

    #[test]
    fn crossing_skew_and_parallel() {
        let found = closest([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, -1.0, 2.0], [0.0, 3.0, 2.0]);
        assert_eq!(found, (0.5, 0.25, 4.0));
        let found = closest([0.0; 3], [1.0, 0.0, 0.0], [3.0, 0.0, 4.0], [9.0, 0.0, 4.0]);
        assert_eq!(found, (1.0, 0.0, 20.0));
        let (_, _, parallel) = closest([0.0; 3], [4.0, 0.0, 0.0], [3.0, 2.0, 0.0], [1.0, 2.0, 0.0]);
        assert_eq!(parallel, 4.0);
        let (_, _, overlapping) = closest([0.0; 3], [4.0, 0.0, 0.0], [3.0, 0.0, 0.0], [9.0, 0.0, 0.0]);
        assert_eq!(overlapping, 0.0);
    }

    #[test]
    fn points_are_segments_too() {
        assert_eq!(closest([1.0, 2.0, 0.0], [1.0, 2.0, 0.0], [0.0; 3], [4.0, 0.0, 0.0]), (0.0, 0.25, 4.0));
        assert_eq!(closest([0.0; 3], [4.0, 0.0, 0.0], [1.0, 2.0, 0.0], [1.0, 2.0, 0.0]), (0.25, 0.0, 4.0));
        assert_eq!(closest([3.0, 0.0, 4.0], [3.0, 0.0, 4.0], [0.0; 3], [0.0; 3]), (0.0, 0.0, 25.0));
    }

    #[test]
    fn size_does_not_matter() {
        for scale in [1e-18f32, 1e-9, 1e9, 1e18] {
            let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z) * scale;
            let (a0, a1) = (at(-1.0, 0.0, 0.0), at(1.0, 0.0, 0.0));
            let found = segment_segment(a0, a1, at(0.0, -1.0, 2.0), at(0.0, 3.0, 2.0));
            assert!((found.s - 0.5).abs() + (found.t - 0.25).abs() < 1e-6, "{scale}: {found:?}");
        }
    }

    proptest! {
        /// Against f64, where one segment is a degenerate triangle and the other a path.
        #[test]
        fn agrees_with_f64(
            a0 in testing::vector(2.0), d in testing::vector(2.0), b0 in testing::vector(2.0),
            e in testing::vector(2.0), mix in prop::sample::select(vec![0.0f32, 1.0, 0.999, 0.999_99]),
            lengths in prop::sample::select(vec![(1.0f32, 1.0f32), (1.0, 1e-3), (0.0, 1.0), (30.0, 1.0)]),
        ) {
            let (d, e) = (d * lengths.0, (d * mix + e * (1.0 - mix)) * lengths.1);
            let (a1, b1) = (a0 + d, b0 + e);
            let found = segment_segment(a0, a1, b0, b1);
            let (_, expected) = testing::nearest_on_path(a0, a1 - a0, &Triangle::new(b0, b1, b1));
            let distance = (found.distance_squared as f64).sqrt();
            let tolerance = 2e-6 * (1.0 + lengths.0 as f64);
            prop_assert!((distance - expected).abs() < tolerance, "{distance} {expected}");
            prop_assert!((0.0..=1.0).contains(&found.s) && (0.0..=1.0).contains(&found.t));
        }

        #[test]
        fn never_leaves_the_segments(
            a0 in testing::wild_vector(), a1 in testing::wild_vector(),
            b0 in testing::wild_vector(), b1 in testing::wild_vector(),
        ) {
            let found = segment_segment(a0, a1, b0, b1);
            prop_assert!((0.0..=1.0).contains(&found.s) && (0.0..=1.0).contains(&found.t));
        }
    }
}
