//! Watertight ray–triangle intersection.
//!
//! Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection", JCGT 2(1), 2013: the triangle is
//! translated to the ray's origin and sheared so that the ray is the z axis; then three 2D edge
//! functions decide. Two triangles that share an edge compute the same edge function with opposite sign,
//! so no ray passes between them. Where an edge function is exactly zero, or f32 overflows or underflows,
//! the test is repeated in f64, in which products of f32 are exact.
//!
//! Beyond the source: `t` is clamped to the interval in which the ray is inside the triangle's own padded
//! box (see the module's second rule), and degenerate triangles are never hit.

use super::{LineBounds, Triangle, Vec3, max, min};

/// A ray `origin + t * direction` with `t_min <= t <= t_max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts.
    pub origin: Vec3,
    /// Smallest parameter that counts.
    pub t_min: f32,
    /// Any length; `t` is in its units. Not zero.
    pub direction: Vec3,
    /// Largest parameter that counts; may be infinite.
    pub t_max: f32,
}

impl Ray {
    /// A ray from `origin` to infinity.
    pub fn new(origin: Vec3, direction: Vec3) -> Ray {
        Ray { origin, t_min: 0.0, direction, t_max: f32::INFINITY }
    }
}

/// What [`ray_triangle`] found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayTriangleHit {
    /// Ray parameter.
    pub t: f32,
    /// Barycentric weight of `b`.
    pub u: f32,
    /// Barycentric weight of `c`.
    pub v: f32,
    /// Whether the ray came from behind the triangle (its corners are clockwise seen from the origin).
    pub back: bool,
}

/// A ray prepared for many triangles: the dominant axis and the shear of the source's section 3.
#[derive(Clone, Copy, Debug)]
pub struct WatertightRay {
    /// The same line for box tests.
    pub line: LineBounds,
    /// Indices of the axes: two lateral ones, swapped where the ray looks down the third, and the
    /// dominant one.
    pub axes: [usize; 3],
    /// Shear along the lateral axes, scale along the dominant one.
    pub shear: Vec3,
}

impl WatertightRay {
    /// Projected areas below this have lost digits to underflow, so f64 decides.
    pub(crate) const SMALLEST_AREA: f32 = 1e-30;

    /// Prepares a ray; `direction` must be finite and not zero.
    #[inline]
    pub fn new(origin: Vec3, direction: Vec3) -> WatertightRay {
        let size = direction.abs();
        let mut kz = if size.y > size.x { 1 } else { 0 };
        if size.z > size[kz] {
            kz = 2;
        }
        let (mut kx, mut ky) = ((kz + 1) % 3, (kz + 2) % 3);
        if direction[kz] < 0.0 {
            std::mem::swap(&mut kx, &mut ky);
        }
        let shear =
            Vec3::new(direction[kx] / direction[kz], direction[ky] / direction[kz], 1.0 / direction[kz]);
        WatertightRay { line: LineBounds::new(origin, direction, 0.0), axes: [kx, ky, kz], shear }
    }

    /// A corner, relative to the origin and sheared.
    #[inline(always)]
    fn transform(&self, corner: Vec3) -> Vec3 {
        let p = corner - self.line.origin;
        let [kx, ky, kz] = self.axes;
        Vec3::new(p[kx] - self.shear.x * p[kz], p[ky] - self.shear.y * p[kz], self.shear.z * p[kz])
    }
}

/// Where the whole line hits the triangle, if it does; the caller compares `t` with its range.
/// Never hits a degenerate triangle.
#[inline]
pub fn ray_triangle(ray: &WatertightRay, triangle: &Triangle) -> Option<RayTriangleHit> {
    let (a, b, c) = (ray.transform(triangle.a), ray.transform(triangle.b), ray.transform(triangle.c));
    let u = c.x * b.y - c.y * b.x;
    let v = a.x * c.y - a.y * c.x;
    let w = b.x * a.y - b.y * a.x;
    let sum = (u + v) + w;
    if (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0) {
        return None;
    }
    let t = ((u * a.z + v * b.z) + w * c.z) / sum;
    let on_edge = u == 0.0 || v == 0.0 || w == 0.0;
    let in_range = sum.abs() >= WatertightRay::SMALLEST_AREA && sum.abs() <= f32::MAX && t.abs() <= f32::MAX;
    let hit = if on_edge || !in_range {
        in_double_precision(a, b, c)?
    } else {
        RayTriangleHit { t, u: v / sum, v: w / sum, back: sum < 0.0 }
    };
    let bounds = triangle.bounds();
    let (enter, leave) = ray.line.interval(&bounds, ray.line.grow(&bounds));
    if !hit.t.is_finite() || enter > leave || triangle.is_degenerate() {
        return None;
    }
    Some(RayTriangleHit { t: max(min(hit.t, leave), enter), ..hit })
}

/// The same decision where f32 edge functions vanish, overflow or underflow.
#[cold]
fn in_double_precision(a: Vec3, b: Vec3, c: Vec3) -> Option<RayTriangleHit> {
    let (a, b, c) = (a.as_dvec3(), b.as_dvec3(), c.as_dvec3());
    let u = c.x * b.y - c.y * b.x;
    let v = a.x * c.y - a.y * c.x;
    let w = b.x * a.y - b.y * a.x;
    let sum = (u + v) + w;
    if (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0) || sum == 0.0 || !sum.is_finite() {
        return None;
    }
    let t = (((u * a.z + v * b.z) + w * c.z) / sum) as f32;
    Some(RayTriangleHit { t, u: (v / sum) as f32, v: (w / sum) as f32, back: sum < 0.0 })
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;
    use proptest::prelude::*;

    fn cast(origin: [f32; 3], direction: [f32; 3], t: &Triangle) -> Option<RayTriangleHit> {
        ray_triangle(&WatertightRay::new(origin.into(), direction.into()), t)
    }

    const UNIT: Triangle = Triangle { a: Vec3::ZERO, b: Vec3::X, c: Vec3::Y };

    #[test]
    fn hits_front_and_back_with_barycentrics() {
        let hit = cast([0.25, 0.5, 2.0], [0.0, 0.0, -2.0], &UNIT).unwrap();
        assert_eq!((hit.t, hit.u, hit.v, hit.back), (1.0, 0.25, 0.5, false));
        let hit = cast([0.25, 0.5, -2.0], [0.0, 0.0, 1.0], &UNIT).unwrap();
        assert_eq!((hit.t, hit.u, hit.v, hit.back), (2.0, 0.25, 0.5, true));
        assert!(cast([0.75, 0.5, 2.0], [0.0, 0.0, -1.0], &UNIT).is_none());
        assert_eq!(cast([0.25, 0.5, 2.0], [0.0, 0.0, 1.0], &UNIT).unwrap().t, -2.0);
    }

    #[test]
    fn sides_do_not_depend_on_the_dominant_axis() {
        for k in 0..3 {
            let turn = |v: Vec3| Vec3::new(v[(3 - k) % 3], v[(4 - k) % 3], v[(5 - k) % 3]);
            let t = Triangle::new(turn(UNIT.a), turn(UNIT.b), turn(UNIT.c));
            let from = turn(Vec3::new(0.2, 0.3, 1.0));
            let front = ray_triangle(&WatertightRay::new(from, turn(-Vec3::Z)), &t).unwrap();
            assert!(!front.back, "axis {k}");
            let from = turn(Vec3::new(0.2, 0.3, -1.0));
            assert!(ray_triangle(&WatertightRay::new(from, turn(Vec3::Z)), &t).unwrap().back, "axis {k}");
        }
    }

    #[test]
    fn corners_and_edges_belong_to_the_triangle() {
        for target in [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [0.5, 0.0]] {
            assert!(cast([target[0], target[1], 1.0], [0.0, 0.0, -1.0], &UNIT).is_some(), "{target:?}");
        }
    }

    #[test]
    fn degenerate_and_edge_on_triangles_are_not_hit() {
        let flat = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::X * 2.0);
        assert!(cast([0.5, 0.0, 1.0], [0.0, 0.0, -1.0], &flat).is_none());
        assert!(cast([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], &flat).is_none());
        assert!(cast([-1.0, 0.2, 0.0], [1.0, 0.0, 0.0], &UNIT).is_none());
    }

    #[test]
    fn tiny_and_huge_triangles_are_hit() {
        for scale in [1e-30_f32, 1e-20, 1e-3, 1e10, 1e18, 1e30] {
            let t = Triangle::new(UNIT.a * scale, UNIT.b * scale, UNIT.c * scale);
            let hit = cast([0.25 * scale, 0.25 * scale, scale], [0.0, 0.0, -1.0], &t);
            let hit = hit.unwrap_or_else(|| panic!("scale {scale}"));
            assert!((hit.t / scale - 1.0).abs() < 1e-5, "scale {scale}: {hit:?}");
        }
    }

    proptest! {
        /// A closed fan around a vertex: a ray from above hits at least one of its triangles.
        #[test]
        fn a_fan_has_no_gaps((triangles, origin, target) in testing::fan()) {
            let ray = WatertightRay::new(origin, target - origin);
            prop_assert!(triangles.iter().any(|t| ray_triangle(&ray, t).is_some()));
        }
    }
}
