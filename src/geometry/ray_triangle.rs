//! Watertight ray–triangle intersection.
//!
//! Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection", JCGT 2(1), 2013: the triangle is
//! translated to the ray's origin and sheared so that the ray is the z axis; then three 2D edge functions
//! decide. Two triangles that share an edge compute the same edge function with opposite sign, so no ray
//! passes between them. If an edge function is exactly zero, or f32 overflows or underflows, the test is
//! repeated in f64, in which products of f32 are exact.
//!
//! Beyond the source: `t` and the barycentric coordinates are computed in f64 from the corners themselves
//! (Möller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", 1997). Those of the sheared f32
//! coordinates would be off by their rounding errors over the triangle's width as the ray sees it. A ray that
//! is accepted beside an edge, to be watertight, hits the nearest point of the edge. Degenerate triangles are
//! never hit.

use super::axis_order::AxisOrder;
use super::point_triangle::THINNEST_SQUARED;
use super::{Triangle, Vec3};
use crate::arrays::MapEach;
use bytemuck::{Pod, Zeroable};
use glam::{DVec2, Vec4, Vec4Swizzles};

/// A ray `origin + t * direction` with `t_min <= t <= t_max`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Ray {
    /// The point where the ray starts.
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

    /// The segment from `a`, where `t` is 0, to `b`, where `t` is 1. Its end is `b` but for the rounding of `b - a`. The two
    /// differ: a ray has a direction.
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
    /// let sight = Ray::between(Vec3::new(0.2, 0.2, 1.0), Vec3::new(0.2, 0.2, -1.0));
    /// assert!(mesh.occluded_one(&sight, &Filter::ALL)?);
    /// assert_eq!(mesh.raycast_one(&sight, &Filter::ALL)?.map(|hit| hit.t), Some(0.5));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn between(a: Vec3, b: Vec3) -> Ray {
        Ray { origin: a, t_min: 0.0, direction: b - a, t_max: 1.0 }
    }
}

/// The result of [`ray_triangle`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayTriangleHit {
    /// Ray parameter.
    pub t: f32,
    /// Barycentric weight of `b`.
    pub u: f32,
    /// Barycentric weight of `c`.
    pub v: f32,
    /// True if the ray came from behind the triangle (its corners are clockwise seen from the origin).
    pub back: bool,
}

/// A ray prepared for many triangles: the dominant axis and the shear of the source's section 3.
#[derive(Clone, Copy, Debug)]
pub struct WatertightRay {
    pub(crate) axes: AxisOrder,
    /// The point where the ray starts, with its coordinates in the order of the axes.
    pub origin: Vec3,
    /// Shear along the lateral axes, scale along the dominant one.
    pub shear: Vec3,
    /// Origin and direction as they came.
    pub line: [Vec3; 2],
}

impl WatertightRay {
    /// Projected areas below this have lost digits to underflow, so f64 decides.
    pub(crate) const SMALLEST_AREA: f32 = 1e-30;

    /// Prepares a ray; `direction` must be finite and not zero.
    #[inline(always)]
    pub fn new(origin: Vec3, direction: Vec3) -> WatertightRay {
        // In lanes, and not by the axes' indices: then the division would wait for coordinates that are looked up in memory.
        let along = direction.extend(1.0);
        let size = along.abs();
        let (x, y, z) = (size.xxxx(), size.yyyy(), size.zzzz());
        let is_y = y.cmpgt(x);
        let is_z = z.cmpgt(Vec4::select(is_y, y, x));
        let cycle = |v: Vec4| Vec4::select(is_z, v, Vec4::select(is_y, v.zxyw(), v.yzxw()));
        let along = cycle(along);
        let is_down = along.zzzz().cmplt(Vec4::ZERO);
        let swap = |v: Vec4| Vec4::select(is_down, v.yxzw(), v);
        // Four at once, for one division: the one in the last lane becomes the reciprocal.
        let shear = (swap(along) / along.zzzz()).xyw();
        let turned = swap(cycle(origin.extend(0.0))).truncate();
        let dominant = is_y.bitmask() & 1 | is_z.bitmask() << 1 & 2;
        WatertightRay {
            axes: AxisOrder::along(dominant as usize, is_down.bitmask() as usize & 1),
            origin: turned,
            shear,
            line: [origin, direction],
        }
    }

    /// Indices of the axes: two lateral ones, swapped if the ray points down the dominant axis, and the dominant one.
    #[inline(always)]
    pub fn axes(&self) -> [usize; 3] {
        self.axes.indices()
    }

    /// A corner (its coordinates in the order of the axes), relative to the origin and sheared.
    #[inline(always)]
    fn transform(&self, corner: Vec3) -> Vec3 {
        let p = corner - self.origin;
        Vec3::new(p.x - self.shear.x * p.z, p.y - self.shear.y * p.z, self.shear.z * p.z)
    }
}

/// The hit of a ray on a triangle that it is known to hit: `t` and the barycentric weights of `b` and `c`, in
/// f64 and each rounded once. By reference, as [`meet_projected`] must have them: copies for it would be made first, and read
/// again by loads across their parts.
#[inline(always)]
pub(crate) fn meet(origin: &Vec3, direction: &Vec3, triangle: &Triangle) -> [f32; 3] {
    let (met, is_inside) = meet_plane(*origin, *direction, triangle);
    if is_inside { met } else { meet_projected(origin, direction, triangle) }
}

/// The same in the triangle's plane, without a branch. Also returns true if the result is valid; otherwise
/// [`meet_projected`] must decide.
#[inline(always)]
pub(crate) fn meet_plane(origin: Vec3, direction: Vec3, triangle: &Triangle) -> ([f32; 3], bool) {
    let from = origin.as_dvec3();
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3() - from);
    let along = direction.as_dvec3();
    let (ab, ac) = (b - a, c - a);
    let across = along.cross(ac);
    let moment = ab.cross(a);
    let all = ab.dot(across);
    let scale = 1.0 / all;
    let (v, w) = (-a.dot(across), along.dot(moment));
    let u = ((all - v) - w) * scale;
    let (v, w) = (v * scale, w * scale);
    // Not valid for a thin triangle, or one that the ray sees nearly from its edge: rounding would determine
    // the weights.
    let sizes = along.length_squared() * ab.length_squared() * ac.length_squared();
    let is_seen = all * all > THINNEST_SQUARED * sizes;
    // Nor for a ray that begins at `c`: rounding would leave it before or behind the triangle. If it begins
    // at `a` or `b`, `moment` is zero.
    let begins = c.x.abs() + c.y.abs() + c.z.abs() == 0.0;
    let is_inside = (u >= 0.0) & (v >= 0.0) & (w >= 0.0) & is_seen & !begins;
    // Never -0.
    ([ac.dot(moment) * scale, v, w].map_each(|value| value as f32 + 0.0), is_inside)
}

/// The same with the triangle projected along the ray. Also valid for a ray that passes beside the triangle,
/// or in its plane. The hit is at the nearest point of an edge, unless the ray passes inside and the triangle
/// is wide enough to tell. A ray that begins at a corner hits there.
#[cold]
#[inline(never)]
pub(crate) fn meet_projected(&origin: &Vec3, &direction: &Vec3, triangle: &Triangle) -> [f32; 3] {
    let corners = [triangle.a, triangle.b, triangle.c];
    if let Some(corner) = corners.iter().position(|&corner| corner == origin) {
        return [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]][corner];
    }
    let corners = corners.map_each(|corner| corner.as_dvec3() - origin.as_dvec3());
    // The axes of [`ray_triangle`]'s decision, also if components are equally long: the bounds of `t` use
    // depths along the same axis.
    let [x, y, z] = AxisOrder::of(direction).indices();
    let direction = direction.as_dvec3();
    let shear = DVec2::new(direction[x], direction[y]) / direction[z];
    let [a, b, c] = corners.map_each(|v| DVec2::new(v[x], v[y]) - shear * v[z]);
    // The squared distance of each edge, and the nearest point's place along it.
    let on_edge = |from: DVec2, to: DVec2| {
        let along = to - from;
        let factor = -from.dot(along) / along.length_squared();
        let factor = if factor > 0.0 { factor.min(1.0) } else { 0.0 };
        ((from + along * factor).length_squared(), factor)
    };
    let (ab, bc, ca) = (on_edge(a, b), on_edge(b, c), on_edge(c, a));
    let (u, v, w) = (c.perp_dot(b), a.perp_dot(c), b.perp_dot(a));
    let is_inside = (u > 0.0 && v > 0.0 && w > 0.0) || (u < 0.0 && v < 0.0 && w < 0.0);
    // In thinner triangles, areas are rounding errors, and an edge is as near.
    let longest = (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared());
    let sum = (u + v) + w;
    let weights = if is_inside && sum * sum > THINNEST_SQUARED * (longest * longest) {
        [u / sum, v / sum, w / sum]
    } else if bc.0 < ab.0 && bc.0 < ca.0 {
        [0.0, 1.0 - bc.1, bc.1]
    } else if ca.0 < ab.0 {
        [ca.1, 0.0, 1.0 - ca.1]
    } else {
        [1.0 - ab.1, ab.1, 0.0]
    };
    let depth: f64 = weights.iter().zip(corners).map(|(weight, corner)| weight * corner[z]).sum();
    [depth / direction[z], weights[1], weights[2]].map_each(|value| value as f32 + 0.0)
}

/// The coordinates in the order of `axes`.
#[inline(always)]
fn turn(v: Vec3, axes: [usize; 3]) -> Vec3 {
    // Axes are at most 2, which the compiler cannot know.
    let v = v.extend(0.0).to_array();
    Vec3::from_array(axes.map_each(|axis| v[axis & 3]))
}

/// The hit of the ray on the triangle, if there is one with `t_min <= t <= t_max`. Never hits a degenerate
/// triangle.
#[inline]
pub fn ray_triangle(
    ray: &WatertightRay,
    triangle: &Triangle,
    t_min: f32,
    t_max: f32,
) -> Option<RayTriangleHit> {
    let corner = |corner: Vec3| ray.transform(turn(corner, ray.axes()));
    let (a, b, c) = (corner(triangle.a), corner(triangle.b), corner(triangle.c));
    let u = c.x * b.y - c.y * b.x;
    let v = a.x * c.y - a.y * c.x;
    let w = b.x * a.y - b.y * a.x;
    if (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0) {
        return None;
    }
    let sum = (u + v) + w;
    let on_edge = u == 0.0 || v == 0.0 || w == 0.0;
    let in_range = sum.abs() >= WatertightRay::SMALLEST_AREA && sum.abs() <= f32::MAX;
    let back = if on_edge || !in_range { side_in_double_precision(a, b, c)? } else { sum < 0.0 };
    let [t, u, v] = meet(&ray.line[0], &ray.line[1], triangle);
    let counts = t.is_finite() && t_min <= t && t <= t_max && !triangle.is_degenerate();
    counts.then_some(RayTriangleHit { t, u, v, back })
}

/// The same decision for f32 edge functions that vanish, overflow or underflow: true if the ray comes from
/// behind, `None` if it misses the triangle.
#[cold]
fn side_in_double_precision(a: Vec3, b: Vec3, c: Vec3) -> Option<bool> {
    let (a, b, c) = (a.as_dvec3(), b.as_dvec3(), c.as_dvec3());
    let u = c.x * b.y - c.y * b.x;
    let v = a.x * c.y - a.y * c.x;
    let w = b.x * a.y - b.y * a.x;
    let sum = (u + v) + w;
    let apart = (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0);
    (!apart && sum != 0.0 && sum.is_finite()).then_some(sum < 0.0)
}

#[cfg(test)]
mod tests {
    use super::super::{LineBounds, testing};
    use super::*;
    use proptest::prelude::*;

    fn whole_line(origin: Vec3, direction: Vec3, t: &Triangle) -> Option<RayTriangleHit> {
        ray_triangle(&WatertightRay::new(origin, direction), t, f32::NEG_INFINITY, f32::INFINITY)
    }

    fn cast(origin: [f32; 3], direction: [f32; 3], t: &Triangle) -> Option<RayTriangleHit> {
        whole_line(origin.into(), direction.into(), t)
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
            let front = whole_line(from, turn(-Vec3::Z), &t).unwrap();
            assert!(!front.back, "axis {k}");
            let from = turn(Vec3::new(0.2, 0.3, -1.0));
            assert!(whole_line(from, turn(Vec3::Z), &t).unwrap().back, "axis {k}");
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
    fn needles_seen_from_their_end_are_hit() {
        let needle = Triangle::new(Vec3::new(0.0, 12500.0, 0.0), Vec3::X, Vec3::ZERO);
        let origin = Vec3::new(0.0, 0.0, 0.25);
        let hit = whole_line(origin, Vec3::new(0.25, 6250.0, 0.0) - origin, &needle).unwrap();
        assert_eq!((hit.t, hit.u, hit.v), (1.0, 0.25, 0.25));
    }

    #[test]
    fn grazing_rays_hit_inside() {
        let floor = Triangle::new(Vec3::ZERO, Vec3::Y * 1e-3, Vec3::X);
        for slope in [1e-3f32, 1e-7, 1e-8, 1e-9] {
            let hit = cast([-1.0, 2e-4, -slope], [1.0, 0.0, slope * 0.8], &floor).unwrap();
            assert!((hit.t - 1.25).abs() < 1e-3 && (hit.v - 0.25).abs() < 1e-3, "{slope}: {hit:?}");
        }
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
            prop_assert!(triangles.iter().any(|t| ray_triangle(&ray, t, 0.0, f32::INFINITY).is_some()));
        }

        /// Whatever the numbers, a hit lies in every padded box that contains the triangle: no tree can lose
        /// it.
        #[test]
        fn hits_lie_in_their_boxes(
            origin in testing::large_vector(), direction in testing::large_vector(),
            triangle in testing::large_triangle(), other in testing::large_triangle(), aim in 0usize..5,
        ) {
            // Random rays hit nothing.
            let corners = [triangle.a, triangle.b, triangle.c];
            let target = corners[aim % 3] * 0.5 + corners[(aim + 1) % 3] * 0.25 + corners[(aim + 2) % 3] * 0.25;
            let direction = if aim < 3 { target - origin } else { direction };
            prop_assume!(direction.abs().max_element() >= 1e-28);
            let line = LineBounds::ray(origin, direction);
            let ray = WatertightRay::new(origin, direction);
            if let Some(hit) = ray_triangle(&ray, &triangle, f32::NEG_INFINITY, f32::INFINITY) {
                for bounds in [triangle.bounds(), triangle.bounds().union(&other.bounds())] {
                    let (enter, leave) = line.interval(&bounds, line.grow(&bounds));
                    prop_assert!(enter <= hit.t && hit.t <= leave, "{enter} {hit:?} {leave}");
                }
            }
        }
    }
}
