//! Triangle against triangle: against linear programs in integers and optimality conditions in rational
//! numbers, which share no code and no idea with the reference. Pairs that touch, graze, lie in a plane or
//! are segments among them.

mod integers;
mod nearest;
mod pairs;
mod simplex;

use carom::geometry::*;
use carom::internal::{triangles_intersect_exactly, triangles_intersect_filter};
use nearest::distance_squared;
use num_rational::BigRational;
use pairs::{KINDS, pair};
use simplex::{reach, share_a_point};

/// The numbers of pairs of each kind.
const DECISIONS: usize = 7_000;
const SHARED: usize = 100;
const DISTANCES: usize = 400;

fn largest(triangles: [&Triangle; 2]) -> f32 {
    triangles.iter().flat_map(|t| [t.a, t.b, t.c]).fold(0.0, |largest, v| v.abs().max_element().max(largest))
}

/// The unit in the last place of the largest coordinate.
fn ulp(triangles: [&Triangle; 2]) -> f64 {
    let largest = largest(triangles);
    f64::from(largest.next_up()) - f64::from(largest)
}

fn rational(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}

/// A triangle's width over its length.
fn width(t: &Triangle) -> f64 {
    let [a, b, c] = [t.a, t.b, t.c].map(|v| v.as_dvec3());
    let longest = (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared());
    (b - a).cross(c - a).length() / longest
}

fn point(p: Vec3) -> Triangle {
    Triangle::new(p, p, p)
}

#[test]
fn decisions_are_exact() {
    for (kind, name) in KINDS.iter().enumerate() {
        let rng = &mut fastrand::Rng::with_seed(kind as u64);
        let (mut touching, mut undecided) = (0, 0);
        for _ in 0..DECISIONS {
            let (a, b) = pair(rng, kind);
            let expected = share_a_point(&a, &b);
            assert_eq!(triangles_intersect(&a, &b), expected, "{name}: {a:?} {b:?}");
            assert_eq!(triangles_intersect_exactly(&b, &a), expected, "{name}: {a:?} {b:?}");
            let filtered = triangles_intersect_filter(&a, &b);
            assert!(filtered.is_none_or(|filtered| filtered == expected), "{name}: {a:?} {b:?}");
            touching += usize::from(expected);
            undecided += usize::from(filtered.is_none());
        }
        println!("{name}: {touching} of {DECISIONS} touch, {undecided} undecided by the filter");
        let is_mixed = touching > DECISIONS / 50 && touching < DECISIONS - DECISIONS / 50;
        assert!(is_mixed || name.starts_with("shared"), "{name}: {touching} of {DECISIONS}");
    }
}

/// The returned points reach as far in every direction as the shared ones, and lie on both triangles.
#[test]
fn shared_points_are_all_and_true() {
    let corners = [-1, 1].map(|x| [-1, 1].map(|y| [-1, 1].map(|z| [x, y, z])));
    let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]];
    for (kind, name) in KINDS.iter().enumerate() {
        let rng = &mut fastrand::Rng::with_seed(100 + kind as u64);
        let (mut tried, mut polygons) = (0, 0);
        while tried < SHARED {
            let (a, b) = pair(rng, kind);
            let Some(found) = intersection(&a, &b) else { continue };
            tried += 1;
            let unit = ulp([&a, &b]);
            let other: [i32; 3] = std::array::from_fn(|_| rng.i32(-9..10));
            for direction in corners.iter().flatten().flatten().chain(&axes).chain([&other]) {
                let along = |p: &Vec3| {
                    let terms = (0..3).map(|k| rational(p[k].into()) * rational(direction[k].into()));
                    terms.sum::<BigRational>()
                };
                let reached = found.points().iter().map(along).max().unwrap();
                let expected = reach(&a, &b, *direction).expect("they share a point");
                let error = rational(unit * f64::from(direction.iter().map(|x| x.abs()).sum::<i32>()));
                let off = if reached > expected { reached - expected } else { expected - reached };
                assert!(off <= error, "{name}: {a:?} {b:?}: {found:?} along {direction:?}");
            }
            // To exactly its distance, a point is a triangle.
            let limit = rational(3.0 * unit * unit);
            for p in found.points().iter().take(usize::from(tried % 8 == 0) * 6) {
                let is_near = |t: &Triangle| distance_squared(&point(*p), t) <= limit;
                assert!(is_near(&a) && is_near(&b), "{name}: {a:?} {b:?}: {p:?}");
            }
            if let Intersection::Polygon { .. } = found {
                polygons += 1;
                check_polygon(found.points(), unit);
            }
        }
        println!("{name}: {polygons} polygons of {SHARED}");
        assert!(polygons > SHARED / 4 || *name != "coplanar grid");
    }
}

/// Convex and in order: seen along its area, every corner turns the same way, but for rounding.
fn check_polygon(corners: &[Vec3], unit: f64) {
    let n = corners.len();
    assert!((3..=6).contains(&n));
    let at = |i: usize| corners[i % n].as_dvec3() - corners[0].as_dvec3();
    let area = (0..n).map(|i| at(i).cross(at(i + 1))).sum::<glam::DVec3>();
    let size = (0..n).map(|i| at(i).length()).fold(0.0, f64::max);
    for i in 0..n {
        assert_ne!(corners[i], corners[(i + 1) % n]);
        for k in 0..n {
            // Each corner is on the inner side of each edge, as a distance.
            let edge = at(i + 1) - at(i);
            let height = area.normalize_or_zero().dot(edge.normalize().cross(at(k) - at(i)));
            let slack = 8.0 * unit * (1.0 + size / edge.length());
            assert!(height >= -slack, "{corners:?}");
        }
    }
}

#[test]
fn distances_are_true() {
    for (kind, name) in KINDS.iter().enumerate() {
        let rng = &mut fastrand::Rng::with_seed(200 + kind as u64);
        for _ in 0..DISTANCES {
            let (a, b) = pair(rng, kind);
            let found = distance_triangle_triangle(&a, &b);
            let expected = distance_squared(&a, &b);
            assert_eq!(found.distance == 0.0, expected == rational(0.0), "{name}: {a:?} {b:?}: {found:?}");
            let unit = ulp([&a, &b]);
            // Half a unit in its last place, and the loss of f64, which is larger beside thin triangles.
            let lost = f64::from(largest([&a, &b])) * 2f64.powi(-47) / width(&a).min(width(&b));
            let lost = lost.min(0.5 * unit);
            let half = f64::from(found.distance.next_up() - found.distance) * 0.5;
            let (low, high) =
                (f64::from(found.distance) - half - lost, f64::from(found.distance) + half + lost);
            // A distance that is not 0 is not rounded to 0.
            let low = if found.distance == f32::from_bits(1) { 0.0 } else { low };
            let is_within = rational(low.max(0.0)).pow(2) <= expected && expected <= rational(high).pow(2);
            assert!(is_within, "{name}: {a:?} {b:?}: {found:?}");
            let limit = rational(3.0 * unit * unit);
            let is_on = |p: Vec3, t: &Triangle| distance_squared(&point(p), t) <= limit;
            assert!(is_on(found.on_a, &a) && is_on(found.on_b, &b), "{name}: {a:?} {b:?}: {found:?}");
            let between = found.on_a.as_dvec3().distance(found.on_b.as_dvec3());
            assert!(
                (between - f64::from(found.distance)).abs() <= 4.0 * unit,
                "{name}: {a:?} {b:?}: {found:?}"
            );
        }
    }
}
