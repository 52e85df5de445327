//! Crossings of a ray with a surface of triangles: decides exactly which triangles are crossed.
//!
//! A ray through an edge or a corner touches all triangles there, but passes through the surface once or not
//! at all. So the ray is moved by (e, e², e³), with an e smaller than any number. The moved ray meets no
//! edge, unless the edge is parallel to it, and ends on no triangle (Edelsbrunner and Mücke, "Simulation of
//! Simplicity: A Technique to Cope with Degenerate Cases in Geometric Algorithms", ACM Transactions on
//! Graphics 9(1), 1990). All rays and triangles are moved alike. So of the triangles around a corner, the ray
//! crosses those that it should, and an end on a closed surface is inside or outside whatever the ray. The
//! rule agrees with [`super::crossing_number`].
//!
//! Numbers are f32 taken as real numbers, `t_min` and `t_max` too. Signs are those of f64 if that is certain,
//! else exact. For `P` and `Q` the ends of an edge, `O` the origin, `D` the direction, `N` the cross product
//! of two edges from `A`:
//!
//! - The side on which the ray passes an edge is the sign of `D · (P - O) × (Q - O)`. If that is 0, the moved
//!   ray's sign is that of the first component of `D × (Q - P)` that is not 0.
//! - `t` is `N · (A - O)` over `N · D`. For the moved ray, it is less by `N · (e, e², e³)` over `N · D`.

use super::triangle_triangle::{Expansion, side, turn};
use super::{Ray, Triangle, Vec3};
use crate::arrays::MapEach;
use glam::DVec3;
use std::cmp::Ordering;

/// A crossing of a ray and a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCrossing {
    /// The exact ray parameter, rounded once; the largest f32 if it is larger.
    pub t: f32,
    /// Barycentric weight of `b`, from 0 to 1.
    pub u: f32,
    /// Barycentric weight of `c`, from 0 to 1.
    pub v: f32,
    /// True if the ray comes from behind the triangle: out of the inside of a closed surface.
    pub leaves: bool,
}

/// The crossing of a ray and a triangle, if there is one between `t_min` and `t_max`. Triangles that are
/// parallel to the ray or degenerate are never crossed. Coordinates are at most [`super::LARGEST`]; `t_min`
/// and `t_max` may be infinite.
pub fn ray_crossing(ray: &Ray, triangle: &Triangle) -> Option<RayCrossing> {
    let crossing = Crossing::new(ray, triangle)?;
    crossing.is_in_range().then(|| {
        let [u, v] = crossing.weights();
        RayCrossing { t: crossing.t(), u, v, leaves: crossing.side > 0 }
    })
}

/// Compares two crossings by the order in which the moved ray comes to them. Equal if they lie in one plane.
pub fn compare_crossings(ray: &Ray, first: &Triangle, second: &Triangle) -> Ordering {
    let about = [first, second].map_each(|triangle| {
        let (height, slope) = (height(ray, triangle), slope(ray, triangle));
        let t = height.value / slope.value;
        // Nothing is certain if the slope may be zero.
        (t, if slope.is_close(CLOSE) { error_of_t(t, height, slope) } else { f64::INFINITY })
    });
    let [(t, error), (other, other_error)] = about;
    if t + error < other - other_error {
        Ordering::Less
    } else if other + other_error < t - error {
        Ordering::Greater
    } else {
        compare_exactly(ray, [first, second])
    }
}

/// Returns true if two triangles that have an area lie in one plane.
fn is_one_plane(first: &Triangle, second: &Triangle) -> bool {
    let Triangle { a, b, c } = *first;
    // Equal corners are in the plane, and cheap to find; there may be many copies.
    let is_corner = |corner: Vec3| corner == a || corner == b || corner == c;
    [second.a, second.b, second.c].into_iter().all(|corner| is_corner(corner) || side(a, b, c, corner) == 0)
}

/// A number in f64, and a bound on its error.
#[derive(Clone, Copy)]
struct About {
    value: f64,
    error: f64,
}

/// Bounds the error of a triple product of rounded differences, relative to the sum of the magnitudes of its
/// products: each is rounded at most eight times, and the sum a few times more.
const ROUNDING: f64 = 1.0 / (1u64 << 49) as f64;

/// A slope whose relative error is below this needs no exact arithmetic.
const CLOSE: f64 = 1.0 / (1u64 << 36) as f64;

/// The same for areas, of which weights are made.
const CLOSE_FOR_WEIGHTS: f64 = 1.0 / (1u64 << 30) as f64;

impl About {
    /// `a · b × c`. Products of three f32 do not leave f64.
    fn triple(a: DVec3, b: DVec3, c: DVec3) -> About {
        let value = a.dot(b.cross(c));
        let [a, b, c] = [a, b, c].map_each(DVec3::abs);
        let sizes = DVec3::new(b.y * c.z + b.z * c.y, b.z * c.x + b.x * c.z, b.x * c.y + b.y * c.x);
        About { value, error: a.dot(sizes) * ROUNDING }
    }

    /// An exact sum as f64, with the error of rounding it.
    fn exact<const N: usize>(sum: &Expansion<N>) -> About {
        let value = sum.value();
        About { value, error: value.abs() * (CLOSE / 256.0) }
    }

    /// The sign, if it is certain.
    fn sign(self) -> Option<i32> {
        (self.value.abs() > self.error).then_some(if self.value > 0.0 { 1 } else { -1 })
    }

    fn is_close(self, enough: f64) -> bool {
        self.value.abs() * enough > self.error
    }
}

/// `D · (P - O) × (Q - O)`.
fn passing(ray: &Ray, from: Vec3, to: Vec3) -> About {
    // The shorter the vectors, the smaller the errors.
    let edge = to.as_dvec3() - from.as_dvec3();
    About::triple(ray.direction.as_dvec3(), from.as_dvec3() - ray.origin.as_dvec3(), edge)
}

/// [`passing`] in exact arithmetic, and its sign for the moved ray: 0 only for edges parallel to it.
#[cold]
fn passing_exactly(ray: &Ray, from: Vec3, to: Vec3) -> (About, i32) {
    let Ray { origin, direction, .. } = *ray;
    let mut sum = Expansion::<36>::new();
    for pair in [[from, to], [to, origin], [origin, from]] {
        add_triple(&mut sum, 1.0, direction, pair);
    }
    let mut sign = sum.sign();
    for k in 0..3 {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        if sign == 0 {
            let mut component = Expansion::<4>::new();
            let [along, across] = [i, j].map_each(|axis| f64::from(direction[axis]));
            component.add(along * f64::from(to[j]));
            component.add(-along * f64::from(from[j]));
            component.add(-across * f64::from(to[i]));
            component.add(across * f64::from(from[i]));
            sign = component.sign();
        }
    }
    (About::exact(&sum), sign)
}

/// `N · D`.
fn slope(ray: &Ray, triangle: &Triangle) -> About {
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
    About::triple(ray.direction.as_dvec3(), b - a, c - a)
}

/// `N · (A - O)`.
fn height(ray: &Ray, triangle: &Triangle) -> About {
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
    About::triple(a - ray.origin.as_dvec3(), b - a, c - a)
}

/// Bounds the error of the quotient of both, if the slope is close.
fn error_of_t(t: f64, height: About, slope: About) -> f64 {
    height.error / slope.value.abs() * 1.01 + t.abs() * (CLOSE * 2.0)
}

/// Adds `factor` times `N · v`; the factor times a coordinate must be exact in f64.
fn add_along<const N: usize>(sum: &mut Expansion<N>, factor: f64, triangle: &Triangle, v: Vec3) {
    let Triangle { a, b, c } = *triangle;
    for pair in [[a, b], [b, c], [c, a]] {
        add_triple(sum, factor, v, pair);
    }
}

/// Adds `factor` times `u · v × w`.
fn add_triple<const N: usize>(sum: &mut Expansion<N>, factor: f64, u: Vec3, [v, w]: [Vec3; 2]) {
    let [u, v, w] = [u, v, w].map_each(|vector| vector.as_dvec3());
    for k in 0..3 {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        sum.add_exact_product(v[i] * w[j], factor * u[k]);
        sum.add_exact_product(v[j] * w[i], -factor * u[k]);
    }
}

/// Adds `N · (A - O)`: 24 products.
fn add_height<const N: usize>(sum: &mut Expansion<N>, ray: &Ray, triangle: &Triangle) {
    add_triple(sum, 1.0, triangle.a, [triangle.b, triangle.c]);
    add_along(sum, -1.0, triangle, ray.origin);
}

/// A triangle that the line of a ray crosses.
struct Crossing<'a> {
    ray: &'a Ray,
    triangle: &'a Triangle,
    /// The sign of `N · D`.
    side: i32,
    /// Edge functions: twice the areas opposite each corner, as the ray sees them, times the length of its
    /// direction.
    areas: [f64; 3],
    slope: About,
    height: About,
}

impl<'a> Crossing<'a> {
    #[inline]
    fn new(ray: &'a Ray, triangle: &'a Triangle) -> Option<Crossing<'a>> {
        let Triangle { a, b, c } = *triangle;
        let edges = [[b, c], [c, a], [a, b]];
        let about = edges.map_each(|[from, to]| passing(ray, from, to));
        let signs = about.map_each(About::sign);
        if signs.contains(&Some(1)) && signs.contains(&Some(-1)) {
            return None;
        }
        let (mut areas, mut side) = ([0.0; 3], None);
        for k in 0..3 {
            let (area, sign) = match signs[k] {
                Some(sign) if about[k].is_close(CLOSE_FOR_WEIGHTS) => (about[k], sign),
                _ => passing_exactly(ray, edges[k][0], edges[k][1]),
            };
            // If all signs are equal, the projected triangle has an area. Otherwise the ray does not cross
            // it.
            if sign == 0 || side.is_some_and(|side| side != sign) {
                return None;
            }
            (areas[k], side) = (area.value, Some(sign));
        }
        let mut slope = slope(ray, triangle);
        if !slope.is_close(CLOSE) {
            let mut sum = Expansion::<36>::new();
            add_along(&mut sum, 1.0, triangle, ray.direction);
            slope = About::exact(&sum);
        }
        let height = height(ray, triangle);
        Some(Crossing { ray, triangle, side: side?, areas, slope, height })
    }

    /// `t` compared with a number that is 0 or has at most 25 digits, exactly.
    fn compare(&self, number: f64) -> Ordering {
        let (height, reach) = (self.height.value, number * self.slope.value);
        let difference = height - reach;
        let error = self.height.error + (height.abs() + reach.abs()) * (CLOSE * 2.0);
        let sign = if difference.abs() > error {
            if difference > 0.0 { 1 } else { -1 }
        } else {
            self.compare_exactly(number)
        };
        (sign * self.side).cmp(&0)
    }

    /// The sign of `N · (A - O)` less the number times `N · D`.
    #[cold]
    fn compare_exactly(&self, number: f64) -> i32 {
        let mut sum = Expansion::<84>::new();
        add_height(&mut sum, self.ray, self.triangle);
        if number != 0.0 {
            add_along(&mut sum, -number, self.triangle, self.ray.direction);
        }
        sum.sign()
    }

    /// Returns true if the moved ray crosses the triangle after a parameter.
    fn is_after(&self, parameter: f32) -> bool {
        if parameter.is_infinite() {
            return parameter < 0.0;
        }
        match self.compare(f64::from(parameter)) {
            Ordering::Less => false,
            Ordering::Greater => true,
            Ordering::Equal => {
                let Triangle { a, b, c } = *self.triangle;
                let normal = (0..3).map(|axis| turn(axis, a, b, c)).find(|&sign| sign != 0);
                // A ray that is moved along the normal comes to the plane the sooner.
                normal.unwrap_or(0) != self.side
            }
        }
    }

    fn is_in_range(&self) -> bool {
        self.is_after(self.ray.t_min) && !self.is_after(self.ray.t_max)
    }

    /// The weights of `b` and `c`.
    fn weights(&self) -> [f32; 2] {
        let [a, b, c] = self.areas;
        let sum = (a + b) + c;
        // Never -0.
        [b, c].map_each(|area| (area / sum) as f32 + 0.0)
    }

    /// The exact parameter, rounded to the nearest f32, ties to even; no farther than the largest.
    fn t(&self) -> f32 {
        let t = self.height.value / self.slope.value;
        let error = error_of_t(t, self.height, self.slope);
        let [low, high] = [t - error, t + error].map_each(|end| end as f32);
        if low == high { finite(low) } else { self.exact_t() }
    }

    #[cold]
    fn exact_t(&self) -> f32 {
        let mut sum = Expansion::<48>::new();
        add_height(&mut sum, self.ray, self.triangle);
        let t = sum.value() / self.slope.value;
        let error = t.abs() * (CLOSE * 2.0);
        // Equal, or neighbouring numbers.
        let [low, high] = [t - error, t + error].map_each(|end| end as f32);
        if low == high || low.is_infinite() || high.is_infinite() {
            return finite(t as f32);
        }
        match self.compare((f64::from(low) + f64::from(high)) * 0.5) {
            Ordering::Less => finite(low),
            Ordering::Greater => finite(high),
            Ordering::Equal => finite(if low.to_bits() & 1 == 0 { low } else { high }),
        }
    }
}

/// Clamps to finite numbers, and never returns -0.
fn finite(t: f32) -> f32 {
    t.clamp(-f32::MAX, f32::MAX) + 0.0
}

/// [`compare_crossings`] in exact arithmetic.
#[cold]
#[inline(never)]
fn compare_exactly(ray: &Ray, triangles: [&Triangle; 2]) -> Ordering {
    // In one plane, all differences below are zero, and take long to compute.
    if is_one_plane(triangles[0], triangles[1]) {
        return Ordering::Equal;
    }
    let [heights, slopes] = [true, false].map_each(|is_height| {
        triangles.map_each(|triangle| {
            let mut sum = Expansion::<48>::new();
            if is_height {
                add_height(&mut sum, ray, triangle);
            } else {
                add_along(&mut sum, 1.0, triangle, ray.direction);
            }
            sum.compressed()
        })
    });
    let sides = slopes[0].sign() * slopes[1].sign();
    let mut sign = difference(&heights, &slopes);
    for axis in 0..3 {
        if sign == 0 {
            let normals = triangles.map_each(|triangle| {
                let Triangle { a, b, c } = *triangle;
                let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
                let mut component = Expansion::<48>::new();
                for (p, q) in [(a, b), (b, c), (c, a)] {
                    component.add(f64::from(p[i]) * f64::from(q[j]));
                    component.add(-f64::from(p[j]) * f64::from(q[i]));
                }
                component.compressed()
            });
            sign = -difference(&normals, &slopes);
        }
    }
    (sign * sides).cmp(&0)
}

/// The sign of the difference of two quotients, but for the signs of the divisors. Compressed sums of
/// products of three f32 have at most seventeen parts, which are 52 binary places apart, between 2^-447 and
/// 2^387, for any f32.
fn difference(dividends: &[Expansion<48>; 2], divisors: &[Expansion<48>; 2]) -> i32 {
    let mut sum = Expansion::<1280>::new();
    sum.add_product_of(&dividends[0], &divisors[1], 1.0);
    sum.add_product_of(&dividends[1], &divisors[0], -1.0);
    sum.sign()
}
