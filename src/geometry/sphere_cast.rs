//! The moving sphere itself, prepared for boxes and triangles, and the contact of a hit.

use super::{Aabb, LineBounds, Triangle, Vec3, WatertightRay, closest_offset, max, max_abs};
use glam::DVec3;

/// A sphere that moves along a straight line, its centre from `origin` to `origin + displacement`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereCast {
    /// The centre at time 0.
    pub origin: Vec3,
    /// Not negative; 0 casts a segment.
    pub radius: f32,
    /// The whole motion; zero tests for overlap.
    pub displacement: Vec3,
}

/// A sphere cast prepared for many boxes and triangles.
#[derive(Clone, Copy, Debug)]
pub struct SphereCastBounds {
    /// The cast itself.
    pub(crate) cast: SphereCast,
    /// The centre's path (time 0 to 1) with the radius, for box tests.
    pub(crate) line: LineBounds,
    /// The same path without the radius, for a centre that passes through.
    pub(crate) ray: WatertightRay,
    /// The unit direction of the displacement; NaN if there is no motion.
    pub(super) direction: DVec3,
    /// The length of the displacement.
    pub(super) length: f64,
}

/// The length below which a path counts as a point in box tests, in units of the farthest coordinate of a box
/// around all.
const SHORTEST: f32 = 1.0 / (1u64 << 44) as f32;
/// The length of the path that is tested in its place: more than that, and less than the padding of boxes.
const LEAST_PATH: f32 = 1.0 / (1u64 << 40) as f32;

impl SphereCastBounds {
    /// Prepares a sphere cast.
    pub fn new(cast: &SphereCast) -> SphereCastBounds {
        let displacement = cast.displacement.as_dvec3();
        let length = displacement.length();
        SphereCastBounds {
            cast: *cast,
            line: LineBounds::new(cast.origin, cast.displacement, cast.radius),
            ray: WatertightRay::new(cast.origin, cast.displacement),
            direction: displacement / length,
            length,
        }
    }

    /// The path for tests of boxes within `whole`. A path that is too short for their arithmetic, if not a
    /// point, is replaced by a longer path of a sphere that is larger by the same length, which never enters
    /// a box later.
    #[inline(always)]
    pub(crate) fn line_in(&self, whole: &Aabb) -> LineBounds {
        let SphereCast { origin, radius, displacement } = self.cast;
        let far = self.line.farthest(whole);
        if max_abs(displacement) >= far * SHORTEST || far > f32::MAX {
            return self.line;
        }
        let least = far * LEAST_PATH;
        LineBounds::new(origin, Vec3::splat(least), radius + least)
    }

    /// The length by which `bounds` must at least grow for [`SphereCastBounds::enter`]. Monotone.
    #[inline(always)]
    pub(crate) fn grow(&self, bounds: &Aabb) -> f32 {
        self.line.grow(bounds)
    }

    /// The time, from 0 to 1, at which the centre enters `bounds` grown by `grow`, if it does. Monotone in
    /// both. The padding exceeds the sum of all rounding errors, so no contact with a triangle in the box is
    /// earlier.
    #[inline(always)]
    pub(crate) fn enter(&self, bounds: &Aabb, grow: f32) -> Option<f32> {
        let (enter, leave) = self.line.interval(bounds, grow);
        (enter <= leave && enter <= 1.0 && leave >= 0.0).then_some(max(enter, 0.0))
    }
}

/// Contact point and unit normal of a hit at time `t`: the triangle's closest point to the centre at that
/// time, and the direction from it to the centre. If these coincide, but for the rounding of `t`, the normal
/// is the triangle's, against the motion. For a degenerate triangle it is then the opposite of the motion's
/// direction; without motion, zero.
pub fn sphere_cast_contact(cast: &SphereCast, t: f32, triangle: &Triangle) -> (Vec3, Vec3) {
    let displacement = cast.displacement.as_dvec3();
    let center = cast.origin.as_dvec3() + displacement * f64::from(t);
    let (offset, _) = closest_offset(center, triangle);
    let point = (center + offset).as_vec3();
    let distance = offset.length();
    if cast.radius > 0.0 && distance > displacement.length() * (1.0 / 4_194_304.0) {
        return (point, (offset / -distance).as_vec3());
    }
    let normal = triangle.unit_normal();
    if normal == DVec3::ZERO {
        return (point, (-displacement).normalize_or_zero().as_vec3());
    }
    (point, if normal.dot(displacement) > 0.0 { -normal } else { normal }.as_vec3())
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;
    use proptest::prelude::*;

    const UNIT: Triangle = Triangle { a: Vec3::ZERO, b: Vec3::X, c: Vec3::Y };

    #[test]
    fn contacts_point_at_the_center() {
        let at = |origin: [f32; 3], radius: f32, displacement: [f32; 3], t: f32, triangle: &Triangle| {
            let cast = SphereCast { origin: origin.into(), radius, displacement: displacement.into() };
            sphere_cast_contact(&cast, t, triangle)
        };
        let (point, normal) = at([0.25, 0.25, 3.0], 1.0, [0.0, 0.0, -4.0], 0.5, &UNIT);
        assert_eq!((point, normal), (Vec3::new(0.25, 0.25, 0.0), Vec3::Z));
        let (point, normal) = at([0.25, 0.25, -3.0], 0.0, [0.0, 0.0, 4.0], 0.75, &UNIT);
        assert_eq!((point, normal), (Vec3::new(0.25, 0.25, 0.0), -Vec3::Z));
        let (point, normal) = at([-0.3, -0.4, 0.0], 0.5, [0.0; 3], 0.0, &UNIT);
        assert!(point == Vec3::ZERO && normal.distance(Vec3::new(-0.6, -0.8, 0.0)) < 1e-6);
        let dot = Triangle::new(Vec3::X, Vec3::X, Vec3::X);
        assert_eq!(at([0.0; 3], 0.0, [1.0, 0.0, 0.0], 1.0, &dot), (Vec3::X, -Vec3::X));
        assert_eq!(at([1.0, 0.0, 0.0], 1.0, [0.0; 3], 0.0, &dot), (Vec3::X, Vec3::ZERO));
    }

    #[test]
    fn boxes_are_told_apart_on_the_shortest_paths() {
        for scale in [1e-20, 1.0, 1e20] {
            let whole = Aabb::new(Vec3::splat(-100.0 * scale), Vec3::splat(100.0 * scale));
            for length in [0.0, f32::from_bits(1), 1e-38, 1e-25 * scale, 1e-15 * scale, 0.1 * scale] {
                let origin = Vec3::new(3.0, -50.0, 7.0) * scale;
                let cast =
                    SphereCast { origin, radius: 2.0 * scale, displacement: Vec3::new(length, 0.0, -length) };
                let line = SphereCastBounds::new(&cast).line_in(&whole);
                let grow = line.grow(&whole);
                let enters = |center: Vec3| {
                    let half = Vec3::splat(0.5 * scale);
                    let (enter, leave) = line.interval(&Aabb::new(center - half, center + half), grow);
                    enter <= leave.min(1.0) && leave >= 0.0
                };
                assert!(enters(origin) && enters(origin + Vec3::X * 2.4 * scale), "{scale} {length}");
                for direction in [Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z] {
                    assert!(!enters(origin + direction * 2.8 * scale), "{scale} {length} {direction}");
                }
                // The product in the box test in lanes does not overflow.
                assert!(max_abs(line.inverse) * 200.0 * scale < 1e28, "{scale} {length}");
            }
        }
    }

    proptest! {
        #[test]
        fn box_test_is_monotone(
            origin in testing::wild_vector(), displacement in testing::wild_vector(), radius in testing::wild(),
            (inner, outer) in testing::nested_boxes(),
        ) {
            let cast = SphereCastBounds::new(&SphereCast { origin, radius: radius.abs(), displacement });
            let grow = cast.grow(&outer);
            prop_assert!(cast.grow(&inner) <= grow);
            if let Some(enter) = cast.enter(&inner, cast.grow(&inner)) {
                prop_assert!((0.0..=1.0).contains(&enter));
                prop_assert!(cast.enter(&inner, grow).is_some_and(|e| e <= enter));
                prop_assert!(cast.enter(&outer, grow).is_some_and(|e| e <= enter));
            }
        }

        #[test]
        fn normals_are_unit_vectors_from_the_triangle(
            origin in testing::vector(4.0), displacement in testing::vector(4.0), radius in 0.0f32..2.0,
            t in 0.0f32..1.0, triangle in testing::triangle(),
        ) {
            let cast = SphereCast { origin, radius, displacement };
            let (point, normal) = sphere_cast_contact(&cast, t, &triangle);
            let center = origin + displacement * t;
            prop_assert!((normal.length() - 1.0).abs() < 1e-6);
            prop_assert!(testing::distance(point.as_dvec3(), &triangle) < 1e-6);
            prop_assert!(normal.dot(center - point) > -1e-6);
        }
    }
}
