//! A moving sphere against a triangle: the time at which they first touch.
//!
//! Ericson, *Real-Time Collision Detection* (2005), section 5.5.6, and Fauerby, *Improved Collision Detection
//! and Response* (2003): the time at which the centre's path meets the triangle grown by the radius. The
//! grown triangle consists of a shifted face, three cylinders around the edges and three spheres around the
//! corners. The quadratics are solved from the point of closest approach (Haines et al., "Precision
//! Improvements for Ray/Sphere Intersection", *Ray Tracing Gems*, 2019), in f64.
//!
//! Beyond the sources: a sphere that touches at the start is stopped only by triangles that it moves into. So
//! a mover that was stopped can slide on, or leave, without a skin around it. The distance to a triangle is
//! convex along a line: if it does not decrease at the start, it never does. A centre that passes through the
//! triangle is never missed: if no candidate is found, which rounding can cause at tiny radii, the watertight
//! ray test decides.

use super::{
    Sphere, SphereCast, SphereCastBounds, Triangle, closest_offset, max, max_abs, ray_triangle,
    sphere_triangle,
};
use crate::arrays::MapEach;
use glam::DVec3;

/// The distance from touching that counts as touching for a sphere that starts there, relative to the largest
/// coordinate. It bounds the rounding errors of moving to a contact and sliding along it in f32.
const SLACK: f32 = 1.0 / 2_097_152.0;

/// The time in `[0, 1]` at which the sphere first touches the triangle, from either side. Contact at exactly
/// 1 counts. A sphere that touches at the start has time 0 if it moves nearer, and never touches if it does
/// not. Nearer means towards the point where they touch, or, if its centre is on the triangle, against the
/// triangle's normal. Without motion, the time is 0 for a sphere that touches.
pub fn sphere_cast_triangle(cast: &SphereCastBounds, triangle: &Triangle) -> Option<f32> {
    let bounds = triangle.bounds();
    let enter = cast.enter(&bounds, cast.grow(&bounds))?;
    let SphereCast { origin, radius, .. } = cast.cast;
    let (offset, _) = closest_offset(origin.as_dvec3(), triangle);
    let distance = offset.length();
    let slack = slack(&cast.cast, triangle);
    // The box test decides as well, and not only because squares vanish in f32: nothing touches before its
    // box is reached, for any box around it.
    let touches = enter == 0.0 && touches_at_start(cast, triangle);
    let radius = f64::from(radius);
    // A radius smaller than rounding errors cannot tell on which side of the triangle the sphere is.
    let is_thick = radius > 2.0 * slack;
    if touches || (is_thick && distance <= radius + slack) {
        if cast.length == 0.0 {
            return touches.then_some(0.0);
        }
        let inward = if distance > slack { offset / distance } else { -triangle.unit_normal() };
        let approach = inward.dot(cast.direction) * cast.length;
        let slides = approach <= cast.length * f64::from(SLACK);
        if slides || (is_thick && distance - approach >= radius - slack) {
            return None;
        }
        if touches {
            return Some(0.0);
        }
    }
    let [a, b, c] =
        [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3() - origin.as_dvec3());
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let path = Path { direction: cast.direction, radius };
    let travel = [
        path.to_face(a, ab, bc),
        path.to_edge(a, ab),
        path.to_edge(b, bc),
        path.to_edge(c, ca),
        path.to_corner(a),
        path.to_corner(b),
        path.to_corner(c),
    ];
    let travel = travel.into_iter().fold(f64::INFINITY, f64::min);
    if travel == f64::INFINITY {
        return ray_triangle(&cast.ray, triangle, 0.0, 1.0).map(|hit| hit.t);
    }
    let t = (travel / cast.length) as f32;
    (t <= 1.0).then_some(t)
}

/// The decision of [`super::sphere_triangle`]. For radii below 1e-22, whose squares vanish, it is true of all
/// triangles within about that distance.
#[inline(always)]
fn touches_at_start(cast: &SphereCastBounds, triangle: &Triangle) -> bool {
    let SphereCast { origin: center, radius, .. } = cast.cast;
    sphere_triangle(&Sphere { center, radius }, triangle)
}

/// The rounding errors of a mover's position, as a length.
#[inline(always)]
fn slack(cast: &SphereCast, triangle: &Triangle) -> f64 {
    let of_cast = max(max(max_abs(cast.origin), max_abs(cast.displacement)), cast.radius);
    let of_triangle = max(max(max_abs(triangle.a), max_abs(triangle.b)), max_abs(triangle.c));
    f64::from(max(of_cast, of_triangle) * SLACK)
}

/// The path of a sphere's centre from the origin of the coordinate system. Its methods return the distance
/// along it to each part of the triangle: infinite if it is never reached, 0 if it is already reached and
/// approached.
struct Path {
    direction: DVec3,
    radius: f64,
}

impl Path {
    /// The distance to the inside of the face that begins at corner `a` with these edges.
    #[inline(always)]
    fn to_face(&self, a: DVec3, ab: DVec3, bc: DVec3) -> f64 {
        let area = ab.cross(bc);
        let front = area / area.length();
        let height = -front.dot(a);
        let approach = if height < 0.0 { front.dot(self.direction) } else { -front.dot(self.direction) };
        let reached = ((height.abs() - self.radius) / approach).max(0.0);
        // Relative to the first corner; the centre must then be over the inner side of each edge.
        let center = self.direction * reached - a;
        let inside = area.dot(ab.cross(center)) >= 0.0
            && area.dot(bc.cross(center - ab)) >= 0.0
            && area.dot((ab + bc).cross(center)) <= 0.0;
        if approach > 0.0 && inside { reached } else { f64::INFINITY }
    }

    /// The distance to the cylinder around the edge that starts at `from`.
    #[inline(always)]
    fn to_edge(&self, from: DVec3, edge: DVec3) -> f64 {
        // Vectors across the edge, times its length.
        let across = self.direction.cross(edge);
        let from_across = from.cross(edge);
        let speed = across.length_squared();
        let middle = from_across.dot(across) / speed;
        let nearest = from_across - across * middle;
        let length = edge.length_squared();
        let depth = (self.radius * self.radius) * length - nearest.length_squared();
        let reached = (middle - (depth / speed).sqrt()).max(0.0);
        let along = (self.direction * reached - from).dot(edge);
        let hit = depth >= 0.0 && middle >= 0.0 && along >= 0.0 && along <= length;
        if hit { reached } else { f64::INFINITY }
    }

    /// The distance to the sphere around a corner.
    #[inline(always)]
    fn to_corner(&self, corner: DVec3) -> f64 {
        let middle = corner.dot(self.direction);
        let nearest = corner - self.direction * middle;
        let depth = self.radius * self.radius - nearest.length_squared();
        let reached = (middle - depth.sqrt()).max(0.0);
        if depth >= 0.0 && middle >= 0.0 { reached } else { f64::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Vec3, testing};
    use super::*;
    use proptest::prelude::*;

    const UNIT: Triangle = Triangle { a: Vec3::ZERO, b: Vec3::X, c: Vec3::Y };

    fn cast(origin: [f32; 3], radius: f32, displacement: [f32; 3], triangle: &Triangle) -> Option<f32> {
        let cast = SphereCast { origin: origin.into(), radius, displacement: displacement.into() };
        sphere_cast_triangle(&SphereCastBounds::new(&cast), triangle)
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
        assert_eq!(cast([0.25, 0.25, 3.0], 1.0, [0.0, 0.0, -2.0], &UNIT), Some(1.0));
        assert_eq!(cast([0.5, -3.0, 0.0], 1.0, [0.0, 2.0, 0.0], &UNIT), Some(1.0));
        assert_eq!(cast([-5.0, 0.0, 0.0], 2.0, [3.0, 0.0, 0.0], &UNIT), Some(1.0));
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

    proptest! {
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
            let found = sphere_cast_triangle(&SphereCastBounds::new(&cast), &triangle);
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
            let cast = SphereCastBounds::new(&SphereCast { origin, radius, displacement });
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
            let cast = SphereCastBounds::new(&SphereCast { origin, radius, displacement });
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
            let cast = SphereCastBounds::new(&SphereCast { origin, radius, displacement });
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
            for origin in [triangle.a, triangle.b, (triangle.a + triangle.b) * 0.5] {
                let origin = origin + Vec3::Z * (motion + radius);
                let cast = SphereCast { origin, radius, displacement: Vec3::Z * -motion };
                prop_assert!(sphere_cast_triangle(&SphereCastBounds::new(&cast), &triangle).is_some());
            }
        }

        #[test]
        fn box_test_decides_first(
            origin in testing::large_vector(), displacement in testing::large_vector(), radius in testing::large(),
            other in testing::large_triangle(), triangle in testing::large_triangle(),
        ) {
            let cast = SphereCastBounds::new(&SphereCast { origin, radius: radius.abs(), displacement });
            if let Some(t) = sphere_cast_triangle(&cast, &triangle) {
                let outer = triangle.bounds().union(&other.bounds());
                prop_assert!((0.0..=1.0).contains(&t));
                prop_assert!(cast.enter(&outer, cast.grow(&outer)).is_some_and(|e| e <= t));
            }
        }
    }
}
