//! Known cases, and tests that filter, exact decision and order agree on any numbers.
//! `tests/it/triangle_pairs` has the oracles.

use super::expansion::{area, volume};
use super::filter::orientation_bound;
use super::predicates::{side, turn};
use super::*;
use crate::geometry::{LARGEST, Triangle, Vec3, cross, dot, max_abs, testing};
use proptest::prelude::*;

const UNIT: Triangle = Triangle { a: Vec3::ZERO, b: Vec3::X, c: Vec3::Y };

fn triangle(corners: [[f32; 3]; 3]) -> Triangle {
    let [a, b, c] = corners.map(Vec3::from);
    Triangle::new(a, b, c)
}

fn orders(t: &Triangle) -> [Triangle; 6] {
    let Triangle { a, b, c } = *t;
    [[a, b, c], [b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]].map(|[a, b, c]| Triangle::new(a, b, c))
}

/// Bits, so that zeros of both signs differ.
fn bits(found: &Intersection) -> Vec<[u32; 3]> {
    found.points().iter().map(|v| v.to_array().map(f32::to_bits)).collect()
}

#[test]
fn touching_counts() {
    let cases = [
        // Through the face, by a corner, along an edge, at the corner, a corner beside it.
        ([[0.2, 0.2, -1.0], [0.2, 0.2, 1.0], [9.0, 9.0, 1.0]], true),
        ([[0.2, 0.2, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 1.0]], true),
        ([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], true),
        ([[-1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [-1.0, 0.0, 1.0]], true),
        ([[-1.0, 0.0, 0.0], [-1e-45, 0.0, 0.0], [-1.0, 0.0, 1.0]], false),
        ([[0.5, 0.5, 0.0], [1.0, 1.0, 1.0], [1.0, 1.0, -1.0]], true),
        ([[0.500_000_06, 0.5, 0.0], [1.0, 1.0, 1.0], [1.0, 1.0, -1.0]], false),
        // Coplanar: inside, around, overlapping, side by side, apart.
        ([[0.1, 0.1, 0.0], [0.2, 0.1, 0.0], [0.1, 0.2, 0.0]], true),
        ([[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0]], true),
        ([[0.4, -1.0, 0.0], [0.6, -1.0, 0.0], [0.5, 9.0, 0.0]], true),
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]], true),
        ([[1.0, 1e-7, 0.0], [1e-7, 1.0, 0.0], [1.0, 1.0, 0.0]], false),
        ([[0.0, 0.0, 1e-45], [1.0, 0.0, 1e-45], [0.0, 1.0, 1e-45]], false),
        // Segments and points.
        ([[0.2, 0.2, -1.0], [0.2, 0.2, 1.0], [0.2, 0.2, 0.5]], true),
        ([[0.2, 0.2, 0.1], [0.2, 0.2, 1.0], [0.2, 0.2, 0.5]], false),
        ([[0.25, 0.25, 0.0]; 3], true),
        ([[0.75, 0.75, 0.0]; 3], false),
        ([[-1.0, -0.0, 0.0], [2.0, 0.0, -0.0], [0.5, 0.0, 0.0]], true),
    ];
    for (corners, expected) in cases {
        let other = triangle(corners);
        assert_eq!(triangles_intersect(&UNIT, &other), expected, "{other:?}");
        assert_eq!(intersection(&UNIT, &other).is_some(), expected, "{other:?}");
        assert_eq!(distance_triangle_triangle(&UNIT, &other).distance == 0.0, expected, "{other:?}");
    }
}

#[test]
fn segments_and_points_meet_each_other() {
    let along = triangle([[0.0; 3], [3.0, 3.0, 3.0], [1.0, 1.0, 1.0]]);
    let touches = |corners| triangles_intersect(&along, &triangle(corners));
    assert!(touches([[2.0; 3]; 3]) && !touches([[4.0; 3]; 3]) && !touches([[2.0, 2.0, 2.1]; 3]));
    assert!(touches([[3.0; 3], [5.0; 3], [4.0; 3]]) && !touches([[3.1; 3], [5.0; 3], [4.0; 3]]));
    assert!(touches([[0.0, 2.0, 1.0], [2.0, 0.0, 1.0], [0.0, 2.0, 1.0]]));
    assert!(!touches([[0.0, 2.0, 1.0], [2.0, 0.0, 1.1], [0.0, 2.0, 1.0]]));
    let point = triangle([[2.0; 3]; 3]);
    assert!(triangles_intersect(&point, &point));
    assert_eq!(intersection(&point, &along), Some(Intersection::Segment([Vec3::splat(2.0); 2])));
}

#[test]
fn polygons_thinner_than_rounding_have_an_area() {
    let roof = triangle([[0.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.0, 2.0, 0.0]]);
    // A spike whose tip is one unit in the last place above the edge, or on it.
    let spike = |tip: f32| triangle([[1.0, tip, 0.0], [0.999_999, 0.0, 0.0], [1.000_001, 0.0, 0.0]]);
    let tip = 1.0f32.next_up();
    let ends = [Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, tip, 0.0)];
    let shared = intersection(&roof, &spike(tip)).unwrap();
    assert_eq!(shared, Intersection::Thin { ends, has_area: true });
    assert!(shared.has_area());
    let shared = intersection(&roof, &spike(1.0)).unwrap();
    assert_eq!(shared, Intersection::Thin { ends: [ends[0]; 2], has_area: false });
    // Not in one plane, and without area.
    let across = triangle([[1.0, 0.0, -1.0], [1.0, 0.0, 1.0], [1.0, tip, 0.0]]);
    assert!(!intersection(&roof, &across).unwrap().is_coplanar());
    let line = triangle([[0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [2.0, 1.0, 0.0]]);
    assert!(!intersection(&roof, &line).unwrap().is_coplanar());
}

#[test]
fn intersections() {
    let through = triangle([[0.25, -1.0, -1.0], [0.25, -1.0, 1.0], [0.25, 3.0, 0.0]]);
    let shared = intersection(&UNIT, &through).unwrap();
    assert_eq!(shared, Intersection::Segment([Vec3::new(0.25, 0.0, 0.0), Vec3::new(0.25, 0.75, 0.0)]));
    let corner = triangle([[0.25, 0.25, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 1.0]]);
    let shared = intersection(&UNIT, &corner).unwrap();
    assert_eq!(shared, Intersection::Segment([Vec3::new(0.25, 0.25, 0.0); 2]));
    let star = triangle([[0.0, 4.0, 0.0], [4.0, 4.0, 0.0], [2.0, 0.0, 0.0]]);
    let other = triangle([[0.0, 1.0, 0.0], [4.0, 1.0, 0.0], [2.0, 5.0, 0.0]]);
    assert_eq!(intersection(&star, &other).unwrap().points().len(), 6);
    // The same triangle; one with a common edge on the other side, and on the same.
    assert_eq!(intersection(&UNIT, &orders(&UNIT)[4]).unwrap().points().len(), 3);
    let beside = triangle([[0.0; 3], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]);
    let edge = Intersection::Thin { ends: [Vec3::ZERO, Vec3::X], has_area: false };
    assert_eq!(intersection(&UNIT, &beside), Some(edge));
    assert!(edge.is_coplanar() && !edge.has_area());
    let over = triangle([[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]);
    assert_eq!(intersection(&UNIT, &over).unwrap().points().len(), 3);
}

#[test]
fn distances_of_known_features() {
    let at = |z: f32, x: f32| {
        let other = triangle([[x, 0.0, z], [x + 1.0, 0.0, z], [x, 1.0, z]]);
        distance_triangle_triangle(&UNIT, &other).distance
    };
    assert_eq!((at(2.0, 0.25), at(0.0, 4.0), at(4.0, 4.0)), (2.0, 3.0, 5.0));
    let crossing = triangle([[0.5, -1.0, -2.0], [0.5, -1.0, 2.0], [0.5, -9.0, 0.0]]);
    let found = distance_triangle_triangle(&UNIT, &crossing);
    assert_eq!((found.distance, found.on_a), (1.0, Vec3::new(0.5, 0.0, 0.0)));
    assert_eq!(found.on_b, Vec3::new(0.5, -1.0, 0.0));
    let tiny = triangle([[0.0, 0.0, 1e-45], [1.0, 0.0, 1e-45], [0.0, 1.0, 1e-45]]);
    assert_eq!(distance_triangle_triangle(&UNIT, &tiny).distance, 1e-45);
}

/// The exact decision is asked for few of the pairs whose boxes touch and whose corners are on both sides of
/// both planes.
#[test]
fn the_filter_decides_nearly_all_random_pairs() {
    let rng = &mut fastrand::Rng::with_seed(14);
    for scale in [1e-9f32, 1e-3, 1.0, 1e6, 1e12] {
        let mut vector = || Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 2.0 - 1.0;
        let (mut reached, mut undecided, mut shared) = (0, 0, 0);
        while reached < 100_000 {
            let mut triangle = || {
                let at = vector();
                Triangle::new(at, at + vector(), at + vector())
            };
            let [a, b] =
                [triangle(), triangle()].map(|t| Triangle::new(t.a * scale, t.b * scale, t.c * scale));
            let sides = |t: &Triangle, p: &Triangle| {
                [p.a, p.b, p.c].map(|p| side(t.a, t.b, t.c, p)).iter().sum::<i32>()
            };
            if !a.bounds().touches(&b.bounds()) || sides(&a, &b).abs() == 3 || sides(&b, &a).abs() == 3 {
                continue;
            }
            let decided = triangles_intersect_filter(&a, &b);
            reached += 1;
            undecided += i32::from(decided.is_none());
            shared += i32::from(triangles_intersect_exactly(&a, &b));
        }
        assert!(undecided * 1000 <= reached, "{scale}: {undecided} of {reached}");
        assert!(shared > reached / 4, "{scale}: {shared} of {reached}");
    }
}

/// A corner that is nearly, or exactly, one of the other triangle's points.
fn near(t: &Triangle, weights: [f32; 2], offset: Vec3) -> Vec3 {
    t.a + (t.b - t.a) * weights[0] + (t.c - t.a) * weights[1] + offset
}

fn any_triangle() -> impl Strategy<Value = Triangle> {
    prop_oneof![testing::triangle(), testing::wild_triangle(), testing::large_triangle()]
}

fn any_pair() -> impl Strategy<Value = (Triangle, Triangle)> {
    let weight = prop::sample::select(vec![0.0f32, 0.0, 1.0, 0.5, 0.25, 0.3, -0.1]);
    let size = prop::sample::select(vec![0.0f32, 0.0, 1e-7, 1e-3, 1.0, 1e-30]);
    let mixed =
        (any_triangle(), any_triangle(), [weight.clone(), weight], testing::vector(1.0), size, 0..8usize);
    mixed.prop_map(|(a, mut b, weights, offset, size, kind)| {
        let touching = near(&a, weights, offset * size);
        match kind {
            0 => b.a = a.b,
            1 => (b.a, b.b) = (a.c, a.a),
            2..=5 => b.a = touching,
            6 => (b.a, b.b, b.c) = (touching, touching + (a.b - a.a), touching + (a.c - a.b)),
            _ => {}
        }
        (a, b)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn filter_and_exact_decision_agree((a, b) in any_pair()) {
        prop_assume!([a, b].iter().all(|t| t.a.is_finite() && t.b.is_finite() && t.c.is_finite()));
        let exact = triangles_intersect_exactly(&a, &b);
        if let Some(decided) = triangles_intersect_filter(&a, &b) {
            prop_assert_eq!(decided, exact);
        }
        prop_assert_eq!(triangles_intersect(&a, &b), exact);
        prop_assert_eq!(intersection(&a, &b).is_some(), exact);
    }

    #[test]
    fn order_does_not_matter((a, b) in any_pair()) {
        prop_assume!([a, b].iter().all(|t| t.a.is_finite() && t.b.is_finite() && t.c.is_finite()));
        let shared = intersection(&a, &b).map(|found| bits(&found));
        let apart = distance_triangle_triangle(&a, &b);
        for (a, b) in orders(&a).into_iter().zip(orders(&b).into_iter().rev()) {
            for (a, b, is_swapped) in [(a, b, false), (b, a, true)] {
                prop_assert_eq!(triangles_intersect(&a, &b), shared.is_some());
                prop_assert_eq!(&intersection(&a, &b).map(|found| bits(&found)), &shared);
                let found = distance_triangle_triangle(&a, &b);
                let (on_a, on_b) = if is_swapped { (apart.on_b, apart.on_a) } else { (apart.on_a, apart.on_b) };
                prop_assert_eq!(found, ClosestOnTriangles { on_a, on_b, ..apart });
            }
        }
    }

    /// The bound by which trees skip is below every distance's square, for any boxes around the triangles.
    #[test]
    fn boxes_are_never_farther(
        (a, b) in any_pair(), (more, most) in (testing::large_triangle(), testing::large_triangle()), grow in 0..4,
    ) {
        let within = |v: Vec3| v.clamp(Vec3::splat(-LARGEST), Vec3::splat(LARGEST));
        let [a, b] = [a, b].map(|t| Triangle::new(within(t.a), within(t.b), within(t.c)));
        let (mut around_a, mut around_b) = (a.bounds(), b.bounds());
        if grow & 1 != 0 {
            around_a = around_a.union(&more.bounds());
        }
        if grow & 2 != 0 {
            around_b = around_b.union(&most.bounds());
        }
        let distance = distance_triangle_triangle(&a, &b).distance;
        let bound = around_a.separation_squared_bound(&around_b);
        prop_assert!(bound <= distance * distance && f64::from(bound) <= f64::from(distance).powi(2), "{bound} {distance}");
        prop_assert!(around_a.separation(&around_b) as f32 <= distance);
    }

    /// No determinant in f32 is farther off than its bound.
    #[test]
    fn the_bound_holds(a in any_triangle(), p in testing::wild_vector(), weights in prop::array::uniform2(0u8..4)) {
        let on = near(&a, weights.map(|w| f32::from(w) * 0.3), Vec3::ZERO);
        for p in [p, on, on.map(f32::next_up)] {
            let (e, f, r) = (a.b - a.a, a.c - a.a, p - a.a);
            let bound = orientation_bound(max_abs(e), max_abs(f), max_abs(r));
            if bound.is_finite() && p.is_finite() {
                let off = f64::from(dot(cross(e, f), r)) - volume([a.a, a.b, a.c], p);
                prop_assert!(off.abs() <= f64::from(bound), "{off} {bound}");
            }
        }
    }

    #[test]
    fn determinants_have_exact_signs(a in testing::wild_triangle(), p in testing::wild_vector(), weights in prop::array::uniform2(0u8..4)) {
        let on = near(&a, weights.map(|w| f32::from(w) * 0.5), Vec3::ZERO);
        for p in [p, on, a.a + (a.b - a.a) * 2.0] {
            if p.is_finite() {
                prop_assert_eq!(sign(volume([a.a, a.b, a.c], p)), side(a.a, a.b, a.c, p));
                for axis in 0..3 {
                    prop_assert_eq!(sign(area(axis, [a.a, a.b], p)), turn(axis, a.a, a.b, p));
                }
            }
        }
    }
}

fn sign(value: f64) -> i32 {
    i32::from(value > 0.0) - i32::from(value < 0.0)
}
