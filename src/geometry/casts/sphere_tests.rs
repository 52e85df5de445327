//! Moving spheres against what is right in f64.

use super::{CapsuleCastBounds, SphereCast};
use crate::geometry::{Aabb, Triangle, Vec3, max_abs, testing};
use proptest::prelude::*;

const UNIT: Triangle = Triangle { a: Vec3::ZERO, b: Vec3::X, c: Vec3::Y };

fn prepare(cast: &SphereCast) -> CapsuleCastBounds {
    CapsuleCastBounds::new(&(*cast).into())
}

fn sphere_cast_triangle(cast: &CapsuleCastBounds, triangle: &Triangle) -> Option<f32> {
    cast.cast(triangle, None).hit.map(|hit| hit.t)
}

fn cast(origin: [f32; 3], radius: f32, displacement: [f32; 3], triangle: &Triangle) -> Option<f32> {
    let cast = SphereCast { origin: origin.into(), radius, displacement: displacement.into() };
    sphere_cast_triangle(&prepare(&cast), triangle)
}

#[test]
fn face_edge_and_corner_are_hit() {
    let near = |found: Option<f32>, t: f32| assert!((found.unwrap() - t).abs() < 1e-6, "{found:?} {t}");
    near(cast([0.25, 0.25, 3.0], 1.0, [0.0, 0.0, -4.0], &UNIT), 0.5);
    near(cast([0.25, 0.25, -3.0], 1.0, [0.0, 0.0, 4.0], &UNIT), 0.5);
    near(cast([0.5, -3.0, 0.0], 0.5, [0.0, 5.0, 0.0], &UNIT), 0.5);
    near(cast([-4.0, 0.0, 0.0], 0.5, [7.0, 0.0, 0.0], &UNIT), 0.5);
    near(cast([3.0, 3.0, 0.6], 1.0, [-4.0, -4.0, 0.0], &UNIT), (2.5 - 0.8 / 2f32.sqrt()) / 4.0);
    assert!(cast([0.25, 0.25, 3.0], 1.0, [0.0, 0.0, 4.0], &UNIT).is_none());
    assert!(cast([0.25, 0.25, 3.0], 1.0, [0.0, 0.0, -1.9], &UNIT).is_none());
    assert!(cast([1.9, 1.9, 3.0], 1.0, [0.0, 0.0, -9.0], &UNIT).is_none());
}

#[test]
fn start_and_end_belong_to_the_motion() {
    for motion in [[0.0, 0.0, 0.0], [0.0, 0.0, -1.0], [9e3, 0.0, -1.0], [1.0, -1.0, -1e-3]] {
        assert_eq!(cast([0.25, 0.25, 1.0], 1.0, motion, &UNIT), Some(0.0), "{motion:?}");
        assert_eq!(cast([0.25, 0.25, 0.0], 0.5, motion, &UNIT), Some(0.0), "{motion:?}");
        assert_eq!(cast([0.25, 0.25, 0.25], 0.5, motion, &UNIT), Some(0.0), "{motion:?}");
        assert_eq!(cast([0.0, 0.0, 0.0], 0.0, motion, &UNIT), Some(0.0), "{motion:?}");
    }
    assert!(cast([0.25, 0.25, 1.000_001], 1.0, [0.0; 3], &UNIT).is_none());
    // Never late, so a rounding early.
    let is_at_end = |found: Option<f32>| matches!(found, Some(t) if t <= 1.0 && t > 0.999_999_8);
    assert!(is_at_end(cast([0.25, 0.25, 3.0], 1.0, [0.0, 0.0, -2.0], &UNIT)));
    assert!(is_at_end(cast([0.5, -3.0, 0.0], 1.0, [0.0, 2.0, 0.0], &UNIT)));
    assert!(is_at_end(cast([-5.0, 0.0, 0.0], 2.0, [3.0, 0.0, 0.0], &UNIT)));
    assert!(cast([0.25, 0.25, 3.0], 1.0, [0.0, 0.0, -1.999_99], &UNIT).is_none());
}

/// A sphere that touches, one deep in the triangle, one barely apart as a cast to contact leaves it, one
/// with the centre on the triangle, and a point.
#[test]
fn spheres_that_touch_at_the_start_may_slide_and_leave_but_not_sink() {
    for (height, radius) in [(1.0, 1.0), (0.5, 1.0), (1.000_000_1, 1.0), (0.0, 1.0), (0.0, 0.0)] {
        let at = [0.25, 0.25, height];
        for motion in [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [-3.0, 2.0, 0.0], [100.0, 1.0, 1e-20]] {
            assert_eq!(cast(at, radius, motion, &UNIT), None, "{at:?} {motion:?}");
        }
        for motion in [[0.0, 0.0, -1.0], [5.0, 3.0, -1e-2]] {
            assert!(cast(at, radius, motion, &UNIT).unwrap() < 1e-3, "{at:?} {motion:?}");
        }
    }
    // From below, too; and from beside an edge, towards which the motion goes.
    assert_eq!(cast([0.25, 0.25, -0.5], 1.0, [3.0, 0.0, -1.0], &UNIT), None);
    assert_eq!(cast([0.25, 0.25, -0.5], 1.0, [0.0, 0.0, 1.0], &UNIT), Some(0.0));
    assert_eq!(cast([0.5, -0.5, 0.0], 0.5, [1.0, -1e-9, 0.0], &UNIT), None);
    assert_eq!(cast([0.5, -0.5, 0.0], 0.5, [1.0, 0.1, 0.0], &UNIT), Some(0.0));
}

#[test]
fn degenerate_triangles_are_segments_and_points() {
    let segment = Triangle::new(Vec3::ZERO, Vec3::X * 4.0, Vec3::X);
    assert!((cast([2.0, 0.0, 5.0], 1.0, [0.0, 0.0, -8.0], &segment).unwrap() - 0.5).abs() < 1e-6);
    assert!((cast([-5.0, 0.0, 0.0], 1.0, [8.0, 0.0, 0.0], &segment).unwrap() - 0.5).abs() < 1e-6);
    let point = Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
    assert!((cast([-5.0, 0.6, 0.0], 1.0, [8.4, 0.0, 0.0], &point).unwrap() - 0.5).abs() < 1e-6);
    assert!(cast([-5.0, 1.01, 0.0], 1.0, [8.4, 0.0, 0.0], &point).is_none());
}

#[test]
fn distance_and_size_do_not_matter() {
    for far in [1e2f32, 1e3, 1e4] {
        let t = cast([0.25, 0.25 - far, 1.25], 1.25, [0.0, far * 2.0, -1.0], &UNIT).unwrap();
        let expected = testing::first_contact(
            Vec3::new(0.25, 0.25 - far, 1.25),
            Vec3::new(0.0, far * 2.0, -1.0),
            1.25,
            &UNIT,
        )
        .unwrap();
        assert!((t as f64 - expected).abs() < 2e-7, "{far}: {t} {expected}");
    }
    for size in [1e-18f32, 1e-9, 1e9, 1e16, 1e18] {
        let big = Triangle::new(UNIT.a * size, UNIT.b * size, UNIT.c * size);
        let t = cast([0.5 * size, 0.75 * size, 3.0 * size], size, [0.0, 0.0, -4.0 * size], &big);
        let exact = (3.0 - (1.0f64 - 1.0 / 32.0).sqrt()) / 4.0;
        assert!((t.unwrap() as f64 - exact).abs() < 1e-6, "{size}: {t:?} {exact}");
    }
}

#[test]
fn boxes_are_told_apart_on_the_shortest_paths() {
    for scale in [1e-20, 1.0, 1e20] {
        let whole = Aabb::new(Vec3::splat(-100.0 * scale), Vec3::splat(100.0 * scale));
        for length in [0.0, f32::from_bits(1), 1e-38, 1e-25 * scale, 1e-15 * scale, 0.1 * scale] {
            let origin = Vec3::new(3.0, -50.0, 7.0) * scale;
            let cast =
                SphereCast { origin, radius: 2.0 * scale, displacement: Vec3::new(length, 0.0, -length) };
            let line = prepare(&cast).path.line_in(&whole);
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
        let cast = prepare(&SphereCast { origin, radius: radius.abs(), displacement });
        let grow = cast.path.grow(&outer);
        prop_assert!(cast.path.grow(&inner) <= grow);
        if let Some(enter) = cast.path.enter(&inner, cast.path.grow(&inner)) {
            prop_assert!((0.0..=1.0).contains(&enter));
            prop_assert!(cast.path.enter(&inner, grow).is_some_and(|e| e <= enter));
            prop_assert!(cast.path.enter(&outer, grow).is_some_and(|e| e <= enter));
        }
    }

    /// Between the times at which slightly larger and slightly smaller spheres touch.
    #[test]
    fn agrees_with_f64(
        origin in testing::vector(4.0), aside in testing::vector(1.0), reach in 0.1f32..4.0,
        miss in prop::sample::select(vec![2.0f32, 1.0, 1e-2, 1e-3]),
        radius in prop_oneof![4 => 0.01f32..2.0, 1 => Just(1e-3f32), 1 => Just(0.0)], triangle in testing::triangle(),
    ) {
        let target = (triangle.a + triangle.b + triangle.c) * (1.0 / 3.0) + aside * miss;
        let displacement = (target - origin) * reach;
        let cast = SphereCast { origin, radius, displacement };
        let found = sphere_cast_triangle(&prepare(&cast), &triangle);
        let error = 1e-5;
        let contact = |grow: f64| {
            let radius = radius as f64 + grow;
            (radius >= 0.0).then(|| testing::first_contact(origin, displacement, radius, &triangle)).flatten()
        };
        let slack = 1e-6;
        // A triangle that touches at the start is hit then or never, and never only if it comes no
        // deeper.
        let start = testing::distance(origin.as_dvec3(), &triangle);
        if start <= f64::from(radius) + error {
            let (_, nearest) = testing::nearest_on_path(origin, displacement, &triangle);
            match found {
                Some(t) => prop_assert!(nearest < start && t <= 1e-3, "{t} {start} {nearest}"),
                None => prop_assert!(
                    nearest >= start.min(f64::from(radius)) - error || start < error,
                    "{start} {nearest}"
                ),
            }
            return Ok(());
        }
        match found {
            Some(t) => {
                let earliest = contact(error);
                prop_assert!(earliest.is_some_and(|e| t as f64 >= e - slack), "{t} before {earliest:?}");
                let latest = contact(-error);
                prop_assert!(latest.is_none_or(|l| t as f64 <= l + slack), "{t} after {latest:?}");
            }
            None => prop_assert!(contact(-error).is_none(), "missed {:?}", contact(-error)),
        }
    }

    /// Within a ten-thousandth of the radius, from afar and far from the origin, but for grazing hits.
    #[test]
    fn accurate_on_ordinary_data(
        world in testing::vector(300.0), from in testing::vector(200.0), aside in testing::vector(1.0),
        corners in prop::array::uniform3(testing::vector(2.0)), radius in 0.3f32..1.0,
    ) {
        let [a, b, c] = corners.map(|v| v + world);
        let (triangle, origin) = (Triangle::new(a, b, c), world + from);
        let displacement = (world + aside - origin) * 1.2;
        let length = displacement.as_dvec3().length();
        let cast = prepare(&SphereCast { origin, radius, displacement });
        let found = sphere_cast_triangle(&cast, &triangle);
        let at = |radius: f64| testing::first_contact(origin, displacement, radius, &triangle);
        let radius = radius as f64;
        // Not grazing: a little more radius makes little difference.
        if let (Some(early), Some(late)) = (at(radius * 1.001), at(radius * 0.999))
            && (late - early) * length < radius * 0.02
        {
            let error = (found.unwrap() as f64 - at(radius).unwrap()) * length / radius;
            prop_assert!(error.abs() < 1e-4, "{error}");
            // The error is little more than that of rounding the time itself.
            prop_assert!(error.abs() * radius < length * 1e-7 + 1e-5, "{error}");
        }
    }

    /// A thin sphere on a thinner triangle.
    #[test]
    fn casts_at_slivers_are_accurate(
        a in testing::vector(3.0), b in testing::vector(3.0), c in testing::vector(3.0),
        thin in prop::sample::select(vec![1e-2f32, 1e-3, 1e-4, 1e-5, 1e-6]), origin in testing::vector(5.0),
        aside in testing::vector(1.0), radius in prop::sample::select(vec![0.02f32, 0.005, 1e-4]),
    ) {
        let triangle = Triangle::new(a, b, (a + b) * 0.5 * (1.0 - thin) + c * thin);
        // A sphere that touches at the start may be free to leave.
        prop_assume!(testing::distance(origin.as_dvec3(), &triangle) > f64::from(radius) + 1e-4);
        let target = (triangle.a + triangle.b + triangle.c) * (1.0 / 3.0) + aside * radius;
        let displacement = (target - origin) * 1.5;
        let cast = prepare(&SphereCast { origin, radius, displacement });
        let found = sphere_cast_triangle(&cast, &triangle);
        let at = |radius: f64| testing::first_contact(origin, displacement, radius, &triangle);
        if let Some(late) = at(radius as f64 - 5e-5) {
            prop_assert!(found.is_some_and(|t| t as f64 <= late + 1e-6), "{found:?} after {late}");
        }
        if let Some(t) = found {
            prop_assert!(at(radius as f64 + 1e-4).is_some_and(|early| t as f64 >= early - 1e-6), "{t} early");
        }
    }

    /// Whatever the radius, a centre that passes through a common edge or corner is stopped.
    #[test]
    fn a_fan_has_no_gaps(
        (triangles, origin, target) in testing::fan(),
        radius in prop::sample::select(vec![0.0f32, 1e-30, 1e-9, 1e-7, 1e-5, 0.1]),
    ) {
        let displacement = (target - origin) * 2.0;
        let cast = prepare(&SphereCast { origin, radius, displacement });
        prop_assert!(triangles.iter().any(|t| sphere_cast_triangle(&cast, t).is_some()));
    }

    /// A motion that ends exactly where the sphere touches.
    #[test]
    fn contact_at_the_end_counts(
        triangle in testing::triangle(), motion in 1u16..9999, radius in 1u16..9999,
    ) {
        // Numbers whose sum is exact.
        let (motion, radius) = (motion as f32 / 1024.0, radius as f32 / 1024.0);
        let flat = |v: Vec3| Vec3::new(v.x, v.y, 0.0);
        let triangle = Triangle::new(flat(triangle.a), flat(triangle.b), flat(triangle.c));
        // The middle of an edge would be rounded, and beside it.
        for origin in [triangle.a, triangle.b, triangle.c] {
            let origin = origin + Vec3::Z * (motion + radius);
            let cast = SphereCast { origin, radius, displacement: Vec3::Z * -motion };
            prop_assert!(sphere_cast_triangle(&prepare(&cast), &triangle).is_some());
        }
    }

    #[test]
    fn box_test_decides_first(
        origin in testing::large_vector(), displacement in testing::large_vector(), radius in testing::large(),
        other in testing::large_triangle(), triangle in testing::large_triangle(),
    ) {
        let cast = prepare(&SphereCast { origin, radius: radius.abs(), displacement });
        if let Some(t) = sphere_cast_triangle(&cast, &triangle) {
            let outer = triangle.bounds().union(&other.bounds());
            prop_assert!((0.0..=1.0).contains(&t));
            prop_assert!(cast.path.enter(&outer, cast.path.grow(&outer)).is_some_and(|e| e <= t));
        }
    }
}
