//! Exact signs of determinants of f32 corners: a filter in f64, and integers if the filter cannot tell. The
//! filter's bound is that of Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
//! Geometric Predicates", Discrete & Computational Geometry 18(3), 1997. In two dimensions, the crate
//! `robust` computes all.
//!
//! No product overflows or underflows in f64: all intermediate results of [`side`] are multiples of
//! (2^-149)^3 = 2^-447 and below 2^419, those of [`turn`] multiples of 2^-298.

use crate::arrays::MapEach;
use crate::geometry::Vec3;
use crate::geometry::exact::{Integer, Polynomial, difference, exact_sign};
use bnum::BInt;
use robust::Coord;

/// The side of the plane through `a`, `b`, `c` on which the point `p` lies: 1 in front (from there, they are
/// counter-clockwise), -1 behind, 0 in the plane, or if they are on one line.
pub(crate) fn side(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> i32 {
    // Shewchuk's o3derrboundA, with the rounding of the differences in it.
    const BOUND: f64 = (7.0 + 56.0 * HALF_ULP) * HALF_ULP;
    const HALF_ULP: f64 = f64::EPSILON / 2.0;
    let from = p.as_dvec3();
    let [a_from, b_from, c_from] = [a, b, c].map_each(|corner| corner.as_dvec3() - from);
    let (bc, cb) = (b_from.x * c_from.y, c_from.x * b_from.y);
    let (ca, ac) = (c_from.x * a_from.y, a_from.x * c_from.y);
    let (ab, ba) = (a_from.x * b_from.y, b_from.x * a_from.y);
    let determinant = a_from.z * (bc - cb) + b_from.z * (ca - ac) + c_from.z * (ab - ba);
    let permanent = (bc.abs() + cb.abs()) * a_from.z.abs()
        + (ca.abs() + ac.abs()) * b_from.z.abs()
        + (ab.abs() + ba.abs()) * c_from.z.abs();
    if determinant.abs() > BOUND * permanent {
        -sign(determinant)
    } else {
        -exact_sign::<Volume, 4>([a, b, c, p])
    }
}

/// Six times the volume between four points, negative where the last is in front of the others' plane.
struct Volume;

impl Polynomial<4> for Volume {
    // A product of three differences, and sums of six of them.
    const FEW: i32 = 40;
    /// 896 bits, of which 838 are needed.
    type Wide = BInt<14>;

    fn value<T: Integer>([a, b, c, p]: [[T; 3]; 4]) -> T {
        let [a, b, c] = [a, b, c].map(|corner| difference(corner, p));
        let minor = |b: [T; 3], c: [T; 3]| b[0] * c[1] - c[0] * b[1];
        a[2] * minor(b, c) - b[2] * minor(a, c) + c[2] * minor(a, b)
    }
}

/// The turn of `a`, `b`, `c`, projected along an axis: 1 to the left, -1 to the right, 0 on one line.
pub(crate) fn turn(axis: usize, a: Vec3, b: Vec3, c: Vec3) -> i32 {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let point = |v: Vec3| Coord { x: v[i], y: v[j] };
    sign(robust::orient2d(point(a), point(b), point(c)))
}

/// An axis along which `a`, `b`, `c` can be projected and still make a triangle; `None` if they lie on one
/// line. Projecting their plane along it is one to one.
pub(crate) fn projection(a: Vec3, b: Vec3, c: Vec3) -> Option<usize> {
    (0..3).find(|&axis| turn(axis, a, b, c) != 0)
}

/// Returns true if three points lie on one line.
pub(crate) fn is_on_line(a: Vec3, b: Vec3, c: Vec3) -> bool {
    projection(a, b, c).is_none()
}

/// Returns true if a point lies on a segment, both ends included.
pub(super) fn is_on_segment(p: Vec3, [from, to]: [Vec3; 2]) -> bool {
    is_between(p, from, to) && is_on_line(from, to, p)
}

/// Returns true if a point lies in the box between two corners. For a point on the line through them, this
/// means that it is on the segment.
pub(super) fn is_between(p: Vec3, from: Vec3, to: Vec3) -> bool {
    p.cmpge(from.min(to)).all() && p.cmple(from.max(to)).all()
}

fn sign(value: f64) -> i32 {
    i32::from(value > 0.0) - i32::from(value < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::exact::{parts, wide_sign};
    use fastrand::Rng;
    use num_bigint::{BigInt, Sign};

    /// The side by the definition, in integers of any size.
    fn by_definition(points: [Vec3; 4]) -> i32 {
        let integer = |x: f32| {
            let (mantissa, exponent) = parts(x);
            let size = BigInt::from(mantissa) << (exponent + 149);
            if x.is_sign_negative() { -size } else { size }
        };
        let [a, b, c, p] = points.map(|point| point.to_array().map(integer));
        let row = |q: &[BigInt; 3]| [&q[0] - &p[0], &q[1] - &p[1], &q[2] - &p[2]];
        let (a, b, c) = (row(&a), row(&b), row(&c));
        let minor = |i: usize, j: usize| &b[i] * &c[j] - &b[j] * &c[i];
        let determinant = &a[0] * minor(1, 2) + &a[1] * minor(2, 0) + &a[2] * minor(0, 1);
        match determinant.sign() {
            Sign::Minus => 1,
            Sign::NoSign => 0,
            Sign::Plus => -1,
        }
    }

    #[test]
    fn sides_are_those_of_integers_at_every_scale() {
        let rng = &mut Rng::with_seed(17);
        let mut counts = [0; 3];
        for i in 0..60_000 {
            let scale = rng.i32(-149..125);
            let spread = [0, 3, 12, 40, 200][i % 5];
            let mut number = || {
                let exponent = (scale + rng.i32(0..=spread)).clamp(-149, 125);
                let digits = [2, 12, 24][i % 3];
                let value = f64::from(rng.i32(-(1 << digits)..=1 << digits)) / f64::from(1 << digits);
                (value * 2f64.powi(exponent)) as f32
            };
            let mut point = || Vec3::new(number(), number(), number());
            let mut points = [point(), point(), point(), point()];
            // Nearly in the plane, or in it.
            if i % 4 != 0 {
                let [a, b, c, _] = points;
                points[3] = match i % 4 {
                    1 => a + ((b - a) + (c - a)) * 0.5,
                    2 => a,
                    _ => a.with_z(b.z),
                };
                if i % 8 == 5 {
                    points[3].x = points[3].x.next_up();
                }
            }
            let expected = by_definition(points);
            let [a, b, c, p] = points;
            assert_eq!(side(a, b, c, p), expected, "{points:?}");
            assert_eq!(-exact_sign::<Volume, 4>(points), expected, "{points:?}");
            assert_eq!(-wide_sign::<Volume, 4>(points), expected, "{points:?}");
            counts[(expected + 1) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 5_000), "{counts:?}");
        let nowhere = Vec3::new(1.0, f32::INFINITY, 0.0);
        assert_eq!(side(Vec3::ZERO, Vec3::X, Vec3::Y, nowhere), 0);
    }
}
