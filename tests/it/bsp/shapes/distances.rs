//! What touches, by distances in f64.

use super::*;
use crate::common::bsp::build;
use crate::common::effort::effort;
use crate::common::solid::{random_brush, random_world};

#[test]
fn capsules_touch_as_they_are_near() {
    let (world, range) = random_world(11, 60);
    let bsp = build(&world);
    let rng = &mut Rng::with_seed(12);
    let mut touching = 0;
    let count = effort(500, 1500);
    for _ in 0..count {
        let capsule = random_capsule(rng, range);
        let (a, b) = (capsule.a.as_dvec3(), capsule.b.as_dvec3());
        let gap = world
            .brushes
            .iter()
            .map(|brush| distance_of_segment(brush, a, b) - f64::from(capsule.radius))
            .fold(f64::INFINITY, f64::min);
        let answer = overlap_capsule(&bsp, capsule);
        touching += usize::from(answer);
        // The library's planes are rounded.
        if gap.abs() > 2e-5 {
            assert_eq!(answer, gap < 0.0, "{capsule:?}: {gap}");
        }
    }
    assert!((count / 8..count * 7 / 8).contains(&touching), "{touching}");
}

#[test]
fn capsules_of_no_length_are_spheres() {
    let (world, range) = random_world(13, 60);
    let bsp = build(&world);
    let rng = &mut Rng::with_seed(14);
    for _ in 0..5000 {
        let Capsule { a, radius, .. } = random_capsule(rng, range);
        let mut answer = [9];
        let sphere = Sphere { center: a, radius };
        bsp.overlap_sphere(&[sphere], SphereMode::Exact, &Filter::default(), &mut answer[..]).unwrap();
        assert_eq!(overlap_capsule(&bsp, Capsule { a, radius, b: a }), answer[0] == 1, "{sphere:?}");
    }
}

#[test]
fn boxes_touch_as_they_have_points_in_common() {
    let rng = &mut Rng::with_seed(15);
    let (mut touching, mut decided) = (0, 0);
    for _ in 0..1500 {
        let brush = random_brush(rng, 1.5);
        let bsp = build(&World::new(vec![brush.clone()]));
        for _ in 0..3 {
            let shape = random_box(rng, 2.5);
            let answer = overlap_box(&bsp, shape);
            touching += usize::from(answer);
            let axes: BoxAxes = shape.into();
            // Flat boxes cannot shrink: they are grown, and must then be apart or not.
            let surely = box_meets(&brush, &axes, -2e-5);
            let maybe = box_meets(&brush, &axes, 2e-5);
            if surely || !maybe {
                decided += 1;
                assert_eq!(answer, surely, "{shape:?} {brush:?}");
            }
        }
    }
    assert!(touching > 500 && decided > 3000, "{touching} {decided}");
}

#[test]
fn what_only_touches_counts() {
    let bsp = build(&World::new(vec![Brush::aabb(Vec3::ZERO, Vec3::splat(2.0))]));
    let stand = |z: f32| Capsule { a: Vec3::new(1.0, 1.0, z), radius: 0.5, b: Vec3::new(1.0, 1.0, z + 1.0) };
    assert!(overlap_capsule(&bsp, stand(2.5)));
    assert!(!overlap_capsule(&bsp, stand(2.5f32.next_up())));
    // Beside an edge, at 3, 4, 5; and beside a corner, at 2, 3, 6, 7.
    let along = |radius: f32| Capsule { a: Vec3::new(0.0, 5.0, 6.0), radius, b: Vec3::new(2.0, 5.0, 6.0) };
    assert!(overlap_capsule(&bsp, along(5.0)));
    assert!(!overlap_capsule(&bsp, along(5.0f32.next_down())));
    let corner = |radius: f32| Capsule { a: Vec3::new(4.0, 5.0, 8.0), radius, b: Vec3::splat(9.0) };
    assert!(overlap_capsule(&bsp, corner(7.0)));
    assert!(!overlap_capsule(&bsp, corner(7.0f32.next_down())));
    let cube = |z: f32| OrientedBox {
        center: Vec3::new(1.0, 1.0, z),
        half_extents: Vec3::splat(0.5),
        rotation: Quat::IDENTITY,
    };
    assert!(overlap_box(&bsp, cube(2.5)));
    assert!(!overlap_box(&bsp, cube(2.5f32.next_up())));
    // A point, a segment and a plate are boxes, too.
    for half in [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0)] {
        let at = |z: f32| OrientedBox { half_extents: half, ..cube(z) };
        assert!(overlap_box(&bsp, at(2.0)) && !overlap_box(&bsp, at(2.0f32.next_up())), "{half}");
        assert!(overlap_box(&bsp, at(1.0)), "{half}");
    }
}

/// More faces than are kept on the stack.
#[test]
fn brushes_of_many_faces_are_no_different() {
    let rng = &mut Rng::with_seed(16);
    for count in [30, 34, 90] {
        let planes: Vec<(DVec3, f64)> =
            (0..count).map(|_| (direction(rng), 1.0 + 0.05 * rng.f64())).collect();
        let brush = Brush::from_planes(&planes, 0);
        let bsp = build(&World::new(vec![brush.clone()]));
        for _ in 0..40 {
            let capsule = random_capsule(rng, 1.5);
            let (a, b) = (capsule.a.as_dvec3(), capsule.b.as_dvec3());
            let gap = distance_of_segment(&brush, a, b) - f64::from(capsule.radius);
            if gap.abs() > 2e-5 {
                assert_eq!(overlap_capsule(&bsp, capsule), gap < 0.0, "{capsule:?}: {gap}");
            }
            let found = contacts_capsule(&bsp, capsule, &Filter::default(), &all(5.0));
            if distance_of_segment(&brush, a, b) > 1e-3 {
                assert!((f64::from(found[0].depth) + gap).abs() < 3e-5, "{capsule:?}: {gap} {found:?}");
            }
        }
    }
}
