//! A moving sphere against a triangle: when they first touch.
//!
//! Ericson, *Real-Time Collision Detection* (2005), section 5.5.6, and Fauerby, *Improved Collision
//! Detection and Response* (2003): the centre's path first meets the triangle swollen by the radius, which
//! is made of a shifted face, three cylinders around the edges and three spheres around the corners. The
//! quadratics are solved from the point of closest approach (Haines et al., "Precision Improvements for
//! Ray/Sphere Intersection", *Ray Tracing Gems*, 2019).
//!
//! Beyond the sources: the path starts where it enters the triangle's own padded box (which also keeps
//! the module's second rule), and the way there is subtracted without rounding, so that a long one costs
//! no precision. Lengths are scaled by a power of two. Every candidate is a point of the triangle, so
//! none is too early and the earliest is right. A centre that passes through the triangle is never lost:
//! where no candidate is found, which rounding can cause at tiny radii, the watertight ray test decides.

use super::{
    LineBounds, SphereCastBounds, Triangle, Vec3, closest_point_triangle, cross, dot, leading, max, max_abs,
    min, ray_triangle, unit_scale,
};

/// The time in `[0, 1]` at which the sphere first touches the triangle, from either side; 0 if it does
/// at the start. Contact at exactly 1 counts.
#[inline]
pub fn sphere_cast_triangle(cast: &SphereCastBounds, triangle: &Triangle) -> Option<f32> {
    let bounds = triangle.bounds();
    let grow = cast.grow(&bounds);
    let start = cast.enter(&bounds, grow)?;
    let LineBounds { origin, radius, .. } = cast.line;
    if closest_point_triangle(origin, triangle).distance_squared <= radius * radius {
        return Some(start);
    }
    // From here on relative to the centre at `begin`, in units of 1 / `scale`.
    let begin = leading(start);
    let relative = |corner: Vec3| {
        let far = corner - origin;
        let virtual_origin = corner - far;
        let lost = (corner - (far + virtual_origin)) + (virtual_origin - origin);
        ((far - cast.coarse * begin) - cast.fine * begin) + lost
    };
    let (a, b, c) = (relative(triangle.a), relative(triangle.b), relative(triangle.c));
    let scale = unit_scale(max(max(max_abs(a), max_abs(b)), max(max_abs(c), radius)));
    let (a, b, c) = (a * scale, b * scale, c * scale);
    let ab = (triangle.b - triangle.a) * scale;
    let bc = (triangle.c - triangle.b) * scale;
    let ca = (triangle.a - triangle.c) * scale;
    let path = Path { direction: cast.direction, radius: radius * scale };
    let mut travel = path.to_face(a, b, c, ab, bc);
    travel = min(path.to_edge(a, ab), travel);
    travel = min(path.to_edge(b, bc), travel);
    travel = min(path.to_edge(c, ca), travel);
    travel = min(path.to_corner(a), travel);
    travel = min(path.to_corner(b), travel);
    travel = min(path.to_corner(c), travel);
    let mut t = max(begin + (travel / scale) * cast.inverse_length, start);
    if travel == f32::INFINITY {
        let hit = ray_triangle(&cast.ray, triangle, 0.0, f32::INFINITY)?;
        t = max(hit.t, start);
    }
    // A sixteenth of the box's padding is a bound on the rounding errors above.
    let slack = ((grow - radius) * (1.0 / 16.0)) * cast.inverse_length;
    (t <= 1.0 + slack).then_some(min(t, 1.0))
}

/// The path of a sphere's centre from the origin of the coordinate system. How far it is to each part
/// of the triangle: infinite if never, 0 if already there and approaching.
struct Path {
    direction: Vec3,
    radius: f32,
}

impl Path {
    /// To the inside of the face with the given corners and two of its edges.
    #[inline(always)]
    fn to_face(&self, a: Vec3, b: Vec3, c: Vec3, ab: Vec3, bc: Vec3) -> f32 {
        let area = cross(ab, bc);
        let front = area / dot(area, area).sqrt();
        let height = -dot(front, a);
        let normal = if height < 0.0 { -front } else { front };
        let approach = -dot(normal, self.direction);
        // Whether the foot of the centre on the plane is inside, and the centre's height above it. As the
        // foot is interpolated between the corners, it is on the triangle even where the normal is poor.
        let above = |reached: f32| {
            let step = self.direction * reached;
            let (a, b, c) = (a - step, b - step, c - step);
            let down = normal * dot(normal, a);
            let (fa, fb, fc) = (a - down, b - down, c - down);
            let u = dot(front, cross(fb, fc));
            let v = dot(front, cross(fc, fa));
            let w = dot(front, cross(fa, fb));
            let foot = ((a * u + b * v) + c * w) / ((u + v) + w);
            (u >= 0.0 && v >= 0.0 && w >= 0.0, -dot(normal, foot))
        };
        // Once by the plane alone, once more from the foot, and a look at where that led.
        let reached = max((height.abs() - self.radius) / approach, 0.0);
        let reached = max(reached + (above(reached).1 - self.radius) / approach, 0.0);
        let (inside, height) = above(reached);
        let touches = inside && height - self.radius <= 1e-5;
        if approach > 0.0 && touches { reached } else { f32::INFINITY }
    }

    /// To the cylinder around the edge that starts at `from`.
    #[inline(always)]
    fn to_edge(&self, from: Vec3, edge: Vec3) -> f32 {
        // Everything across the edge, times its length.
        let across = cross(self.direction, edge);
        let from_across = cross(from, edge);
        let speed = dot(across, across);
        let middle = dot(from_across, across) / speed;
        let nearest = from_across - across * middle;
        let length = dot(edge, edge);
        let depth = (self.radius * self.radius) * length - dot(nearest, nearest);
        let reached = max(middle - (depth / speed).sqrt(), 0.0);
        let along = dot(self.direction * reached - from, edge);
        let hit = depth >= 0.0 && middle >= 0.0 && along >= 0.0 && along <= length;
        if hit { reached } else { f32::INFINITY }
    }

    /// To the sphere around a corner.
    #[inline(always)]
    fn to_corner(&self, corner: Vec3) -> f32 {
        let middle = dot(corner, self.direction);
        let nearest = corner - self.direction * middle;
        let depth = self.radius * self.radius - dot(nearest, nearest);
        let reached = max(middle - depth.sqrt(), 0.0);
        if depth >= 0.0 && middle >= 0.0 { reached } else { f32::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SphereCast, testing};
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
        for motion in [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [1e-30, 0.0, 0.0], [9e9, 0.0, 0.0]]
        {
            assert_eq!(cast([0.25, 0.25, 1.0], 1.0, motion, &UNIT), Some(0.0), "{motion:?}");
            assert_eq!(cast([0.25, 0.25, 0.0], 0.5, motion, &UNIT), Some(0.0), "{motion:?}");
            assert_eq!(cast([0.0, 0.0, 0.0], 0.0, motion, &UNIT), Some(0.0), "{motion:?}");
        }
        assert!(cast([0.25, 0.25, 1.000_001], 1.0, [0.0; 3], &UNIT).is_none());
        assert_eq!(cast([0.25, 0.25, 3.0], 1.0, [0.0, 0.0, -2.0], &UNIT), Some(1.0));
        assert_eq!(cast([0.5, -3.0, 0.0], 1.0, [0.0, 2.0, 0.0], &UNIT), Some(1.0));
        assert_eq!(cast([-5.0, 0.0, 0.0], 2.0, [3.0, 0.0, 0.0], &UNIT), Some(1.0));
        assert!(cast([0.25, 0.25, 3.0], 1.0, [0.0, 0.0, -1.999_99], &UNIT).is_none());
    }

    #[test]
    fn a_resting_sphere_may_slide_and_leave_but_not_sink() {
        // Barely apart, as a cast to contact leaves it.
        let at = [-0.25, 0.25, 1.000_000_1];
        assert!(cast(at, 1.0, [0.0, 0.0, 1.0], &UNIT).is_none());
        assert!(cast([0.25, 0.25, at[2]], 1.0, [0.0, 0.0, 1.0], &UNIT).is_none());
        assert!(cast([0.25, 0.25, at[2]], 1.0, [0.0, 0.0, -1.0], &UNIT).unwrap() < 1e-6);
        assert!(cast([0.25, 0.25, at[2]], 1.0, [5.0, 3.0, -1e-2], &UNIT).unwrap() < 1e-3);
        for motion in [[1.0, 0.0, 0.0], [-3.0, 2.0, 0.0], [100.0, 1.0, 0.0]] {
            assert!(cast([0.25, 0.25, 1.000_01], 1.0, motion, &UNIT).is_none(), "{motion:?}");
            assert!(cast([-5.0, 0.25, 1.000_01], 1.0, motion, &UNIT).is_none(), "{motion:?}");
        }
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
            // Grazing: where a little more radius would make much of a difference.
            if let (Some(early), Some(late)) = (at(radius * 1.001), at(radius * 0.999))
                && (late - early) * length < radius * 0.02
            {
                let error = (found.unwrap() as f64 - at(radius).unwrap()) * length / radius;
                prop_assert!(error.abs() < 1e-4, "{error}");
                // Little more than what rounding the time itself costs.
                prop_assert!(error.abs() * radius < length * 1e-7 + 1e-5, "{error}");
            }
        }

        /// A thin sphere on a thinner triangle.
        #[test]
        fn slivers_are_hit_where_they_are(
            a in testing::vector(3.0), b in testing::vector(3.0), c in testing::vector(3.0),
            thin in prop::sample::select(vec![1e-2f32, 1e-3, 1e-4, 1e-5, 1e-6]), origin in testing::vector(5.0),
            aside in testing::vector(1.0), radius in prop::sample::select(vec![0.02f32, 0.005, 1e-4]),
        ) {
            let triangle = Triangle::new(a, b, (a + b) * 0.5 * (1.0 - thin) + c * thin);
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
            origin in testing::wild_vector(), displacement in testing::wild_vector(), radius in testing::wild(),
            other in testing::wild_triangle(), triangle in testing::wild_triangle(),
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
