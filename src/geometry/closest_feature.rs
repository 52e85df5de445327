//! The part of a triangle that holds its closest point, exactly: the Voronoi region of its corners, edges and
//! face that a point is in (Ericson, *Real-Time Collision Detection* (2005), section 5.1.5). The signs that
//! decide are of polynomials of degree two and four: f64 where it is certain, else integers.

use super::exact::{Integer, Polynomial, difference, exact_sign, product};
use super::{Feature, Triangle, Vec3};
use bnum::BInt;
use glam::DVec3;

/// The dot product of `b - a` and `p - a`.
struct Along;

impl Polynomial<3> for Along {
    // Two differences and their products: 2 * (60 + 1) + 2.
    const FEW: i32 = 60;
    type Wide = BInt<9>;

    fn value<T: Integer>([p, a, b]: [[T; 3]; 3]) -> T {
        product(difference(b, a), difference(p, a))
    }
}

/// The weight of `c` in the foot of `p` on the plane of `a`, `b`, `c`, times a positive number: negative or
/// zero where the foot is not on its side of `ab`.
struct Weight;

impl Polynomial<4> for Weight {
    // Products of two dot products: 4 * (29 + 1) + 2 * 2 + 1.
    const FEW: i32 = 29;
    /// 1152 bits, of which 1117 are needed.
    type Wide = BInt<18>;

    fn value<T: Integer>([p, a, b, c]: [[T; 3]; 4]) -> T {
        let (ab, ac, ap, bp) = (difference(b, a), difference(c, a), difference(p, a), difference(p, b));
        product(ab, ap) * product(ac, bp) - product(ab, bp) * product(ac, ap)
    }
}

/// A dot product in f64, and the sum of its terms' magnitudes.
#[derive(Clone, Copy)]
struct Dot {
    value: f64,
    size: f64,
}

impl Dot {
    #[inline(always)]
    fn new(a: DVec3, b: DVec3) -> Dot {
        let terms = a * b;
        Dot { value: terms.element_sum(), size: terms.abs().element_sum() }
    }
}

/// The sign of a value whose error is less than `bound`, or what is exact.
#[inline(always)]
fn sign_or(value: f64, bound: f64, exact: impl FnOnce() -> i32) -> i32 {
    if value > bound {
        1
    } else if value < -bound {
        -1
    } else {
        exact()
    }
}

/// Differences, products and sums: five roundings of 2^-53 of a term, fewer than eight with those of the sum
/// of magnitudes.
const DOT_ROUNDING: f64 = 8.0 / (1u64 << 53) as f64;
/// Those of two dot products, of their products and the difference: twelve, fewer than sixteen with those of
/// the magnitudes.
const WEIGHT_ROUNDING: f64 = 16.0 / (1u64 << 53) as f64;

/// A corner and what leads from it: to both others and to the point.
#[derive(Clone, Copy)]
struct Corner {
    at: Vec3,
    to_point: DVec3,
}

/// The part of a triangle that is closest to a point. Decided exactly, for finite numbers of any size: for
/// points that are on the border of two regions, the corner before the edge before the face. Degenerate
/// triangles are closest at a corner or an edge; of edges on each other, at the shorter one, so that the
/// order of the corners makes no difference.
pub fn closest_feature(point: Vec3, triangle: &Triangle) -> Feature {
    let from = point.as_dvec3();
    let corner = |at: Vec3| Corner { at, to_point: from - at.as_dvec3() };
    let [a, b, c] = [corner(triangle.a), corner(triangle.b), corner(triangle.c)];
    let along = |u: Corner, v: Corner| Dot::new(v.at.as_dvec3() - u.at.as_dvec3(), u.to_point);
    let ahead = |u: Corner, v: Corner| {
        let dot = along(u, v);
        sign_or(dot.value, dot.size * DOT_ROUNDING, || exact_sign::<Along, 3>([point, u.at, v.at]))
    };
    let (ab, ac) = (ahead(a, b), ahead(a, c));
    if ab <= 0 && ac <= 0 {
        return Feature::VertexA;
    }
    let (ba, bc) = (ahead(b, a), ahead(b, c));
    if ba <= 0 && bc <= 0 {
        return Feature::VertexB;
    }
    let (ca, cb) = (ahead(c, a), ahead(c, b));
    if ca <= 0 && cb <= 0 {
        return Feature::VertexC;
    }
    // True if the foot is beyond an edge, seen from the third corner.
    let is_beyond = |u: Corner, v: Corner, w: Corner| {
        let (along, across) = (v.at.as_dvec3() - u.at.as_dvec3(), w.at.as_dvec3() - u.at.as_dvec3());
        let [first, second] = [Dot::new(along, u.to_point), Dot::new(across, v.to_point)];
        let [third, fourth] = [Dot::new(along, v.to_point), Dot::new(across, u.to_point)];
        let value = first.value * second.value - third.value * fourth.value;
        let bound = (first.size * second.size + third.size * fourth.size) * WEIGHT_ROUNDING;
        sign_or(value, bound, || exact_sign::<Weight, 4>([point, u.at, v.at, w.at])) <= 0
    };
    let is_edge = |u: Corner, v: Corner, w: Corner, signs: [i32; 2]| {
        u.at != v.at && signs[0] >= 0 && signs[1] >= 0 && is_beyond(u, v, w)
    };
    let edges = [
        (Feature::EdgeAb, [a, b], is_edge(a, b, c, [ab, ba])),
        (Feature::EdgeBc, [b, c], is_edge(b, c, a, [bc, cb])),
        (Feature::EdgeCa, [c, a], is_edge(c, a, b, [ca, ac])),
    ];
    let mut closest = edges.iter().filter(|(.., is_closest)| *is_closest);
    match (closest.next(), closest.next()) {
        (None, _) => Feature::Face,
        (Some((edge, ..)), None) => *edge,
        // Of a segment, the edge between two corners on whose line the third lies.
        (Some((edge, ends, _)), Some((other, ..))) => {
            let is_before = |u: Corner, v: Corner| u.at.to_array() < v.at.to_array();
            let is_between = |corner: Corner| {
                let [u, v] = *ends;
                is_before(u, corner) != is_before(v, corner) && corner.at != u.at && corner.at != v.at
            };
            if [a, b, c].into_iter().any(is_between) { *other } else { *edge }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::closest_point_triangle;
    use super::*;
    use fastrand::Rng;
    use num_rational::BigRational;

    type Point = [BigRational; 3];

    fn integer(n: i32) -> BigRational {
        BigRational::from_integer(n.into())
    }

    fn rational(v: Vec3) -> Point {
        v.to_array().map(|x| BigRational::from_float(x).unwrap())
    }

    fn minus(a: &Point, b: &Point) -> Point {
        [0, 1, 2].map(|k| &a[k] - &b[k])
    }

    fn times(a: &Point, b: &Point) -> BigRational {
        &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
    }

    /// The squared distance of each part from the definition: of the corners, of the lines through the edges
    /// where the foot is between both ends, and of the plane where the foot has no negative weight. In the
    /// order of [`Feature`].
    fn distances(p: Vec3, t: &Triangle) -> [Option<BigRational>; 7] {
        let p = rational(p);
        let corners = [t.a, t.b, t.c].map(rational);
        let to = corners.each_ref().map(|corner| minus(&p, corner));
        let of_corner = |k: usize| Some(times(&to[k], &to[k]));
        let of_edge = |i: usize, j: usize| {
            let along = minus(&corners[j], &corners[i]);
            let length = times(&along, &along);
            let part = times(&along, &to[i]);
            let is_between = length > integer(0) && part > integer(0) && part < length;
            is_between.then(|| times(&to[i], &to[i]) - &part * &part / &length)
        };
        let (e, f) = (minus(&corners[1], &corners[0]), minus(&corners[2], &corners[0]));
        let (ee, ef, ff) = (times(&e, &e), times(&e, &f), times(&f, &f));
        let area = &ee * &ff - &ef * &ef;
        let face = (area > integer(0)).then(|| {
            let (pe, pf) = (times(&to[0], &e), times(&to[0], &f));
            let v = (&ff * &pe - &ef * &pf) / &area;
            let w = (&ee * &pf - &ef * &pe) / &area;
            let u = integer(1) - &v - &w;
            let foot = [0, 1, 2].map(|k| &to[0][k] - &e[k] * &v - &f[k] * &w);
            [u, v, w].iter().all(|weight| *weight > integer(0)).then(|| times(&foot, &foot))
        });
        [
            face.flatten(),
            of_edge(0, 1),
            of_edge(1, 2),
            of_edge(2, 0),
            of_corner(0),
            of_corner(1),
            of_corner(2),
        ]
    }

    fn check(p: Vec3, t: &Triangle) -> Feature {
        let distances = distances(p, t);
        let least = distances.iter().flatten().min().unwrap();
        let found = closest_feature(p, t);
        assert_eq!(distances[found as usize].as_ref(), Some(least), "{p:?} {t:?}: {found:?}");
        found
    }

    #[test]
    fn regions_are_those_of_rationals_at_every_scale() {
        let rng = &mut Rng::with_seed(31);
        let mut counts = [0; 7];
        for i in 0..20_000 {
            let scale = rng.i32(-149..59);
            let spread = [0, 3, 12, 40][i % 4];
            let digits = [2, 3, 12, 24][i / 4 % 4];
            let mut number = || {
                let exponent = (scale + rng.i32(0..=spread)).clamp(-149, 59);
                let value = f64::from(rng.i32(-(1 << digits)..=1 << digits)) / f64::from(1 << digits);
                (value * 2f64.powi(exponent)) as f32
            };
            let mut point = || Vec3::new(number(), number(), number());
            let [a, b, p] = [point(), point(), point()];
            // Slivers, segments and points, too.
            let c = match i % 5 {
                0 => a,
                1 => a + (b - a) * 0.5,
                2 => a + (b - a) * 3.0,
                _ => point(),
            };
            let p = if i % 7 == 0 { c } else { p };
            counts[check(p, &Triangle::new(a, b, c)) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }

    #[test]
    fn lattices_have_every_tie() {
        let number = |i: usize| (i % 3) as f32 - 1.0;
        let point = |i: usize| Vec3::new(number(i), number(i / 3), number(i / 9));
        for i in 0..27 * 27 * 27 {
            let t = Triangle::new(Vec3::ZERO, point(i), point(i / 27));
            check(point(i / 729), &t);
        }
    }

    #[test]
    fn segments_are_closest_at_the_same_edge_in_every_order_of_corners() {
        let corners = [Vec3::new(1.0, 2.0, 0.0), Vec3::new(3.0, 2.0, -1.0), Vec3::new(7.0, 2.0, -3.0)];
        for along in [1.25f32, 2.0, 2.75, 3.25, 5.0, 6.5] {
            let p = Vec3::new(along, 5.0, (1.0 - along) * 0.5);
            let expected = if along < 3.0 { [corners[0], corners[1]] } else { [corners[1], corners[2]] };
            for [i, j, k] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let t = Triangle::new(corners[i], corners[j], corners[k]);
                let part = super::super::part_corners(&t, closest_feature(p, &t));
                assert!(part.len() == 2 && expected.iter().all(|end| part.contains(end)), "{along} {t:?}");
            }
        }
    }

    #[test]
    fn the_closest_point_is_of_the_same_part_but_at_borders() {
        let rng = &mut Rng::with_seed(32);
        let mut point = || Vec3::new(rng.f32(), rng.f32(), rng.f32());
        for _ in 0..10_000 {
            let (p, t) = (point(), Triangle::new(point(), point(), point()));
            assert_eq!(closest_feature(p, &t), closest_point_triangle(p, &t).feature);
        }
    }
}
