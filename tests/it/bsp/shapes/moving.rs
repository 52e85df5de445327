//! Casts: never late, hardly early; the start; the rule changes nothing from a clear start.

use super::*;
use crate::common::bsp::build;
use crate::common::solid::{random_brush, random_world};

/// The rounding of the library's planes.
const NEAR: f64 = 3e-5;

#[test]
fn capsules_touch_at_their_time_and_not_before() {
    let rng = &mut Rng::with_seed(61);
    let (mut hits, mut starts) = (0, 0);
    for _ in 0..1000 {
        let brush = random_brush(rng, 1.0);
        let bsp = build(&World::new(vec![brush.clone()]));
        for _ in 0..4 {
            let capsule = random_capsule(rng, 4.0);
            let displacement = vector(rng, 6.0).as_vec3();
            let hit = cast_capsule(
                &bsp,
                CapsuleCast { capsule, displacement },
                &Filter::default(),
                ContactEdges::All,
            );
            let gap = |t: f64| {
                let offset = displacement.as_dvec3() * t;
                let (a, b) = (capsule.a.as_dvec3() + offset, capsule.b.as_dvec3() + offset);
                distance_of_segment(&brush, a, b) - f64::from(capsule.radius)
            };
            let what = format!("{capsule:?} {displacement} {hit:?} {brush:?}");
            if gap(0.0) <= NEAR {
                starts += 1;
                continue;
            }
            // Its last time without contact.
            let end = if hit.is_hit() { f64::from(hit.t) } else { 1.0 };
            for i in 0..12 {
                let t = end * f64::from(i) / 12.0;
                assert!(gap(t) > -NEAR, "{t}: {} {what}", gap(t));
            }
            if hit.is_hit() {
                hits += 1;
                assert!(gap(end).abs() < NEAR, "{} {what}", gap(end));
                assert!(hit.normal.dot(displacement) <= 0.0 && hit.depth == 0.0, "{what}");
                assert!((hit.normal.length() - 1.0).abs() < 1e-6, "{what}");
                assert!(brush.depth(hit.point.as_dvec3()).abs() < NEAR, "{what}");
                // The point is on the capsule, along the normal.
                let at = capsule.a.as_dvec3() + displacement.as_dvec3() * end;
                let end_b = capsule.b.as_dvec3() + displacement.as_dvec3() * end;
                let way = end_b - at;
                let p = hit.point.as_dvec3() + hit.normal.as_dvec3() * f64::from(capsule.radius);
                let s = if way == DVec3::ZERO {
                    0.0
                } else {
                    ((p - at).dot(way) / way.length_squared()).clamp(0.0, 1.0)
                };
                assert!((at + way * s - p).length() < 1e-3, "{} {what}", (at + way * s - p).length());
            }
        }
    }
    assert!(hits > 250 && starts > 100, "{hits} {starts}");
}

#[test]
fn boxes_touch_at_their_time_and_not_before() {
    let rng = &mut Rng::with_seed(62);
    let mut hits = 0;
    for _ in 0..500 {
        let brush = random_brush(rng, 1.0);
        let bsp = build(&World::new(vec![brush.clone()]));
        for _ in 0..3 {
            let shape: BoxAxes = random_box(rng, 4.0).into();
            let displacement = vector(rng, 6.0).as_vec3();
            let hit = cast_box(&bsp, BoxCast { shape, displacement }, &Filter::default(), ContactEdges::All);
            let what = format!("{shape:?} {displacement} {hit:?} {brush:?}");
            let meets = |t: f64, grow: f64| {
                let center = (shape.center.as_dvec3() + displacement.as_dvec3() * t).as_vec3();
                box_meets(&brush, &BoxAxes { center, ..shape }, grow)
            };
            if meets(0.0, 1e-4) {
                continue;
            }
            let end = if hit.is_hit() { f64::from(hit.t) } else { 1.0 };
            for i in 0..15 {
                assert!(!meets(end * f64::from(i) / 15.0, -1e-4), "{i} {what}");
            }
            if hit.is_hit() {
                hits += 1;
                assert!(meets(end, 1e-4), "{what}");
                assert!(hit.normal.dot(displacement) <= 0.0 && hit.depth == 0.0, "{what}");
                assert!(brush.depth(hit.point.as_dvec3()).abs() < 1e-4, "{what}");
            }
        }
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn from_a_clear_start_the_rule_changes_nothing() {
    let (world, range) = random_world(63, 80);
    let bsp = build(&world);
    let rng = &mut Rng::with_seed(64);
    let filter = Filter::default();
    let mut clear = 0;
    for _ in 0..2000 {
        let displacement = vector(rng, range).as_vec3();
        let (capsule, shape) = (random_capsule(rng, range), random_box(rng, range));
        if !overlap_capsule(&bsp, Capsule { radius: capsule.radius + 0.01, ..capsule }) {
            clear += 1;
            let cast = CapsuleCast { capsule, displacement };
            let [one, other] = [ContactEdges::Smooth, ContactEdges::All]
                .map(|edges| cast_capsule(&bsp, cast, &filter, edges));
            assert_eq!(one, other);
        }
        let grown = OrientedBox { half_extents: shape.half_extents + 0.01, ..shape };
        if !overlap_box(&bsp, grown) {
            let cast = BoxCast { shape: shape.into(), displacement };
            let [one, other] =
                [ContactEdges::Smooth, ContactEdges::All].map(|edges| cast_box(&bsp, cast, &filter, edges));
            assert_eq!(one, other);
        }
    }
    assert!(clear > 300, "{clear}");
}

#[test]
fn the_start() {
    let bsp = build(&World::new(vec![Brush::aabb(Vec3::ZERO, Vec3::new(4.0, 4.0, 1.0))]));
    let filter = Filter::default();
    let capsule =
        |z: f32| Capsule { a: Vec3::new(2.0, 2.0, z), radius: 0.5, b: Vec3::new(2.0, 2.0, z + 1.0) };
    let shape = |z: f32| BoxAxes {
        center: Vec3::new(2.0, 2.0, z),
        half_extents: Vec3::splat(0.5),
        axes: [Vec3::X, Vec3::Y, Vec3::Z],
    };
    for edges in [ContactEdges::Smooth, ContactEdges::All] {
        for z in [1.5, 1.25] {
            for (displacement, is_stopped) in [
                (Vec3::ZERO, true),
                (-Vec3::Z, true),
                (Vec3::new(1.0, 0.0, -0.1), true),
                (Vec3::Z, false),
                (Vec3::X * 9.0, false),
                (Vec3::new(1.0, 1.0, 1.0), false),
            ] {
                for hit in [
                    cast_capsule(&bsp, CapsuleCast { capsule: capsule(z), displacement }, &filter, edges),
                    cast_box(&bsp, BoxCast { shape: shape(z), displacement }, &filter, edges),
                ] {
                    assert_eq!(hit.is_hit(), is_stopped, "{z} {displacement}: {hit:?}");
                    if is_stopped {
                        assert_eq!((hit.t, hit.depth, hit.normal), (0.0, 1.5 - z, Vec3::Z));
                        assert_eq!(hit.point.z, 1.0);
                    }
                }
            }
        }
        // Above: comes down to it, exactly at the end.
        for displacement in [-Vec3::Z, -Vec3::Z * 4.0] {
            for hit in [
                cast_capsule(&bsp, CapsuleCast { capsule: capsule(2.5), displacement }, &filter, edges),
                cast_box(&bsp, BoxCast { shape: shape(2.5), displacement }, &filter, edges),
            ] {
                let t = -1.0 / displacement.z;
                assert!(hit.t <= t && hit.t > t - 1e-6 && hit.normal == Vec3::Z, "{hit:?}");
            }
        }
    }
}

#[test]
fn overlap_is_a_cast_that_stays() {
    let (world, range) = random_world(65, 60);
    let bsp = build(&world);
    let rng = &mut Rng::with_seed(66);
    for _ in 0..3000 {
        let (capsule, shape) = (random_capsule(rng, range), random_box(rng, range));
        for edges in [ContactEdges::Smooth, ContactEdges::All] {
            let cast = CapsuleCast { capsule, displacement: Vec3::ZERO };
            let hit = cast_capsule(&bsp, cast, &Filter::default(), edges);
            assert_eq!(hit.is_hit(), overlap_capsule(&bsp, capsule), "{capsule:?} {hit:?}");
            let cast = BoxCast { shape: shape.into(), displacement: Vec3::ZERO };
            let hit = cast_box(&bsp, cast, &Filter::default(), edges);
            assert_eq!(hit.is_hit(), overlap_box(&bsp, shape), "{shape:?} {hit:?}");
        }
    }
}
