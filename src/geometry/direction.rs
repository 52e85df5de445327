//! Directions that are given exactly, by f32 points: whether one point is farther along than another is the
//! sign of a polynomial of a degree of at most 5 ([`sign_of`]).
//!
//! These are the directions along which a convex shape and a triangle are closest, or can be separated: from
//! point to point, from a line to a point, and the cross products of two edges (Gottschalk, Lin, Manocha,
//! "OBBTree", 1996).

use super::exact::{Integer, Polynomial, difference, product, sign_of};
use super::sphere_contact::face_normal;
use super::{Feature, Triangle, Vec3};
use bnum::BInt;
use glam::DVec3;

/// A direction, by f32 points.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Direction {
    /// From one point to another.
    Between { from: Vec3, to: Vec3 },
    /// The cross product of two edges, times a sign.
    Cross { sign: i32, first: [Vec3; 2], second: [Vec3; 2] },
    /// From a line's closest point to a point, times a sign.
    Across { sign: i32, line: [Vec3; 2], point: Vec3 },
    /// The cross product of an edge and an axis of a frame, in that frame, times a sign: given by the two
    /// other axes, the one before first.
    InFrame { sign: i32, edge: [Vec3; 2], axes: [Vec3; 2] },
}

/// The sine of the angle up to which a direction that is known by f64 alone is taken to be that of a face or an
/// edge: 2^-20.
const LEVEL: f64 = 1.0 / (1u64 << 20) as f64;

impl Direction {
    /// A unit vector that leads away from a triangle, as f64 knows it: exactly across the face or the edge that is
    /// farthest along it, if rounding may be all that it is off by.
    pub(crate) fn away_from(triangle: &Triangle, unit: DVec3) -> Direction {
        let face = face_normal(triangle).map(|face| face.normal);
        if let Some(face) = face.filter(|face| face.cross(unit).length_squared() < LEVEL * LEVEL) {
            return Direction::normal(triangle, if face.dot(unit) < 0.0 { -1 } else { 1 });
        }
        for (_, [u, v, third]) in edges(triangle) {
            let (edge, from) = ((v.as_dvec3() - u.as_dvec3()), u.as_dvec3());
            let is_across = edge.dot(unit).abs() < LEVEL * edge.length();
            if is_across && edge != DVec3::ZERO && unit.dot(third.as_dvec3() - from) < 0.0 {
                let beside = unit.cross(edge).normalize().as_vec3();
                return Direction::Cross { sign: 1, first: [u, v], second: [Vec3::ZERO, beside] };
            }
        }
        Direction::Between { from: Vec3::ZERO, to: unit.as_vec3() }
    }

    /// [`Direction::rise`] of a direction of which f64 knows the unit vector, but for a sine of 2^-18: that decides
    /// where it can.
    #[inline]
    pub(crate) fn rise_near(&self, unit: DVec3, from: Vec3, to: Vec3) -> i32 {
        let way = to.as_dvec3() - from.as_dvec3();
        let (along, bound) = (unit.dot(way), way.abs().element_sum() * (4.0 * LEVEL));
        if along > bound {
            1
        } else if along < -bound {
            -1
        } else {
            self.rise(from, to)
        }
    }

    /// The part of a triangle that is farthest along a direction whose unit vector is known likewise.
    pub(crate) fn farthest_part(&self, unit: DVec3, triangle: &Triangle) -> Feature {
        let Triangle { a, b, c } = *triangle;
        let rise = |from, to| self.rise_near(unit, from, to);
        let (ab, bc, ca) = (rise(a, b), rise(b, c), rise(c, a));
        match (ab, bc, ca) {
            (0, 0, 0) => Feature::Face,
            (0, _, 1) => Feature::EdgeAb,
            (_, 0, _) if ab > 0 => Feature::EdgeBc,
            (_, _, 0) if bc > 0 => Feature::EdgeCa,
            _ if ab <= 0 && ca >= 0 => Feature::VertexA,
            _ if bc <= 0 && ab >= 0 => Feature::VertexB,
            _ => Feature::VertexC,
        }
    }

    /// The normal of a triangle, times a sign.
    pub(crate) fn normal(triangle: &Triangle, sign: i32) -> Direction {
        let Triangle { a, b, c } = *triangle;
        Direction::Cross { sign, first: [a, b], second: [a, c] }
    }

    /// 1 if the second point is farther along, -1 if the first is, 0 if both are equally far.
    pub(crate) fn rise(&self, from: Vec3, to: Vec3) -> i32 {
        if self.is_across([from, to]) {
            return 0;
        }
        match *self {
            Direction::Between { from: start, to: end } => sign_of::<Dot, 4>([start, end, from, to]),
            Direction::Cross { sign, first: [a, b], second: [c, d] } => {
                sign * sign_of::<Triple, 6>([a, b, c, d, from, to])
            }
            Direction::Across { sign, line: [a, b], point } => {
                sign * sign_of::<Rejection, 5>([a, b, point, from, to])
            }
            Direction::InFrame { sign, edge: [u, v], axes: [k, l] } => {
                sign * sign_of::<DoubleCross, 7>([Vec3::ZERO, k, l, u, v, from, to])
            }
        }
    }

    /// Returns true if it is made of an edge, or of two with the same beginning, and these are ends of them: what
    /// needs no arithmetic, which would be the exact one.
    #[inline]
    fn is_across(&self, [from, to]: [Vec3; 2]) -> bool {
        let [u, v, w] = match *self {
            Direction::Between { .. } => return false,
            Direction::Cross { first: [a, b], second: [c, d], .. } => [a, b, if a == c { d } else { a }],
            Direction::Across { line: [a, b], .. } | Direction::InFrame { edge: [a, b], .. } => [a, b, a],
        };
        (from == u || from == v || from == w) && (to == u || to == v || to == w)
    }

    /// The sign of its dot product with a triangle's normal.
    pub(crate) fn along_normal(&self, triangle: &Triangle) -> i32 {
        let Triangle { a, b, c } = *triangle;
        match *self {
            Direction::Between { from, to } => sign_of::<Triple, 6>([a, b, a, c, from, to]),
            Direction::Cross { sign, first: [p, q], second: [r, s] } => {
                sign * sign_of::<DoubleCross, 7>([a, b, c, p, q, r, s])
            }
            Direction::Across { sign, line: [p, q], point } => {
                sign * sign_of::<NormalRejection, 6>([a, b, c, p, q, point])
            }
            Direction::InFrame { sign, edge: [u, v], axes: [k, l] } => {
                sign * sign_of::<NormalInFrame, 7>([a, b, c, u, v, k, l])
            }
        }
    }

    /// Returns true if it leads away from a triangle's back.
    pub(crate) fn is_back(&self, triangle: &Triangle) -> bool {
        self.along_normal(triangle) < 0
    }

    /// Returns true if two edges are parallel.
    pub(crate) fn are_parallel([a, b]: [Vec3; 2], [c, d]: [Vec3; 2]) -> bool {
        let points = [a, b, c, d];
        sign_of::<Minor<0>, 4>(points) == 0
            && sign_of::<Minor<1>, 4>(points) == 0
            && sign_of::<Minor<2>, 4>(points) == 0
    }
}

/// The corners of an edge and the one across, in the triangle's order.
pub(crate) fn edges(triangle: &Triangle) -> [(Feature, [Vec3; 3]); 3] {
    let Triangle { a, b, c } = *triangle;
    [(Feature::EdgeAb, [a, b, c]), (Feature::EdgeBc, [b, c, a]), (Feature::EdgeCa, [c, a, b])]
}

/// The corners, each with both others, in the triangle's order.
pub(crate) fn corners(triangle: &Triangle) -> [(Feature, [Vec3; 3]); 3] {
    let Triangle { a, b, c } = *triangle;
    [(Feature::VertexA, [a, b, c]), (Feature::VertexB, [b, c, a]), (Feature::VertexC, [c, a, b])]
}

/// The dot product of two differences: `b - a` and `q - p`.
pub(super) struct Dot;

impl Polynomial<4> for Dot {
    // Two differences and their products: 2 * (60 + 1) + 2.
    const FEW: i32 = 60;
    type Wide = BInt<9>;

    #[inline(always)]
    fn value<T: Integer>([a, b, p, q]: [[T; 3]; 4]) -> T {
        product(difference(b, a), difference(q, p))
    }
}

/// A component of the cross product of `b - a` and `d - c`.
struct Minor<const AXIS: usize>;

impl<const AXIS: usize> Polynomial<4> for Minor<AXIS> {
    const FEW: i32 = 60;
    type Wide = BInt<9>;

    #[inline(always)]
    fn value<T: Integer>([a, b, c, d]: [[T; 3]; 4]) -> T {
        let (e, f) = (difference(b, a), difference(d, c));
        let (i, j) = ((AXIS + 1) % 3, (AXIS + 2) % 3);
        e[i] * f[j] - e[j] * f[i]
    }
}

/// The determinant of `b - a`, `d - c` and `q - p`.
struct Triple;

impl Polynomial<6> for Triple {
    // Three differences, their products, and sums of six: 3 * (39 + 1) + 3.
    const FEW: i32 = 39;
    type Wide = BInt<14>;

    #[inline(always)]
    fn value<T: Integer>([a, b, c, d, p, q]: [[T; 3]; 6]) -> T {
        let (e, f, g) = (difference(b, a), difference(d, c), difference(q, p));
        product(cross(e, f), g)
    }
}

/// The part of `point - a` that is at right angles to `b - a`, times the square of the latter's length, along
/// `q - p`.
struct Rejection;

impl Polynomial<5> for Rejection {
    // Products of two dot products: 4 * (29 + 1) + 2 * 2 + 1.
    const FEW: i32 = 29;
    /// 1152 bits, of which 1117 are needed for a degree of 5.
    type Wide = BInt<18>;

    #[inline(always)]
    fn value<T: Integer>([a, b, point, p, q]: [[T; 3]; 5]) -> T {
        let (e, to, g) = (difference(b, a), difference(point, a), difference(q, p));
        product(to, g) * product(e, e) - product(to, e) * product(e, g)
    }
}

/// The dot product of the cross products of `b - a` and `c - a`, and of `q - p` and `s - r`.
struct DoubleCross;

impl Polynomial<7> for DoubleCross {
    // As above: Lagrange's identity.
    const FEW: i32 = 29;
    type Wide = BInt<18>;

    #[inline(always)]
    fn value<T: Integer>([a, b, c, p, q, r, s]: [[T; 3]; 7]) -> T {
        let (e, f) = (difference(b, a), difference(c, a));
        let (g, h) = (difference(q, p), difference(s, r));
        product(e, g) * product(f, h) - product(e, h) * product(f, g)
    }
}

/// [`Rejection`] along the normal of `a`, `b`, `c`.
struct NormalRejection;

impl Polynomial<6> for NormalRejection {
    // Five differences, and sums of 18 products, twice: 5 * (23 + 1) + 6.
    const FEW: i32 = 23;
    type Wide = BInt<18>;

    #[inline(always)]
    fn value<T: Integer>([a, b, c, p, q, point]: [[T; 3]; 6]) -> T {
        let normal = cross(difference(b, a), difference(c, a));
        let (e, to) = (difference(q, p), difference(point, p));
        product(normal, to) * product(e, e) - product(to, e) * product(normal, e)
    }
}

/// The cross product of an edge and an axis in a frame, along the normal of `a`, `b`, `c`.
struct NormalInFrame;

impl Polynomial<7> for NormalInFrame {
    // As above.
    const FEW: i32 = 23;
    type Wide = BInt<18>;

    #[inline(always)]
    fn value<T: Integer>([a, b, c, u, v, k, l]: [[T; 3]; 7]) -> T {
        let normal = cross(difference(b, a), difference(c, a));
        let edge = difference(v, u);
        product(k, edge) * product(normal, l) - product(l, edge) * product(normal, k)
    }
}

#[inline(always)]
fn cross<T: Integer>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use num_rational::BigRational;

    type Point = [BigRational; 3];

    fn minus(a: Vec3, b: Vec3) -> Point {
        let exact = |x: f32| BigRational::from_float(x).unwrap();
        [0, 1, 2].map(|k| exact(a[k]) - exact(b[k]))
    }

    fn times(a: &Point, b: &Point) -> BigRational {
        &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
    }

    fn cross(a: &Point, b: &Point) -> Point {
        [0, 1, 2].map(|k| &a[(k + 1) % 3] * &b[(k + 2) % 3] - &a[(k + 2) % 3] * &b[(k + 1) % 3])
    }

    fn sign(value: &BigRational) -> i32 {
        let zero = BigRational::from_integer(0.into());
        i32::from(*value > zero) - i32::from(*value < zero)
    }

    /// The vector, times a positive number.
    fn vector(direction: &Direction) -> Point {
        let times_sign = |v: Point, sign: i32| v.map(|x| x * BigRational::from_integer(sign.into()));
        match *direction {
            Direction::Between { from, to } => minus(to, from),
            Direction::Cross { sign, first, second } => {
                times_sign(cross(&minus(first[1], first[0]), &minus(second[1], second[0])), sign)
            }
            Direction::Across { sign, line, point } => {
                let (e, to) = (minus(line[1], line[0]), minus(point, line[0]));
                let (length, part) = (times(&e, &e), times(&e, &to));
                times_sign([0, 1, 2].map(|k| &to[k] * &length - &e[k] * &part), sign)
            }
            Direction::InFrame { sign, edge, axes } => {
                let e = minus(edge[1], edge[0]);
                let [k, l] = axes.map(|axis| minus(axis, Vec3::ZERO));
                let (of_k, of_l) = (times(&k, &e), times(&l, &e));
                times_sign([0, 1, 2].map(|i| &l[i] * &of_k - &k[i] * &of_l), sign)
            }
        }
    }

    #[test]
    fn signs_are_those_of_rationals_at_every_scale() {
        let rng = &mut Rng::with_seed(62);
        let mut counts = [0; 3];
        for i in 0..12_000 {
            let scale = rng.i32(-149..59);
            let spread = [0, 3, 12, 40][i % 4];
            let digits = [1, 2, 12, 24][i / 4 % 4];
            let mut number = || {
                let exponent = (scale + rng.i32(0..=spread)).clamp(-149, 59);
                let value = f64::from(rng.i32(-(1 << digits)..=1 << digits)) / f64::from(1 << digits);
                (value * 2f64.powi(exponent)) as f32
            };
            let mut point = || Vec3::new(number(), number(), number());
            let [a, b, c, d, from, to] = [(); 6].map(|()| point());
            let t = Triangle::new(a, b, c);
            let sign_of_it = [1, -1][i / 16 % 2];
            let direction = match i / 32 % 5 {
                0 => Direction::Between { from: a, to: d },
                1 => Direction::Cross { sign: sign_of_it, first: [a, b], second: [d, from] },
                2 => Direction::Across { sign: sign_of_it, line: [a, d], point: b },
                3 => Direction::InFrame { sign: sign_of_it, edge: [a, b], axes: [d, from] },
                _ => Direction::normal(&t, sign_of_it),
            };
            let exact = vector(&direction);
            let rise = sign(&times(&exact, &minus(to, from)));
            assert_eq!(direction.rise(from, to), rise, "{direction:?} {from} {to}");
            let normal = cross(&minus(b, a), &minus(c, a));
            assert_eq!(direction.along_normal(&t), sign(&times(&exact, &normal)), "{direction:?} {t:?}");
            counts[(rise + 1) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    }
}
