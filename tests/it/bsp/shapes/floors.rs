//! Brushes side by side are one floor.

use super::*;
use crate::common::bsp::build;
use glam::DQuat;

/// Boxes of a height side by side, `n` each way, of different sizes, and some that overlap others.
fn floor(rng: &mut Rng, n: usize) -> Vec<Brush> {
    let mut brushes = Vec::new();
    for i in 0..n {
        for j in 0..n {
            let (x, y) = (i as f32, j as f32);
            let bottom = -[0.5, 1.0, 4.0][rng.usize(0..3)];
            // Some overlap the next.
            let wide = [1.0, 1.0, 1.25][rng.usize(0..3)];
            brushes.push(Brush::aabb(Vec3::new(x, y, bottom), Vec3::new(x + wide, y + 1.0, 0.0)));
        }
    }
    brushes
}

#[test]
fn a_floor_of_brushes_has_one_normal() {
    let rng = &mut Rng::with_seed(51);
    let bsp = build(&World::new(floor(rng, 6)));
    for round in 0..3000 {
        // On seams, too.
        let mut place = || match rng.usize(0..3) {
            0 => rng.u32(2..5) as f32,
            1 => rng.u32(8..17) as f32 * 0.25,
            _ => 2.0 + rng.f32() * 2.0,
        };
        let at = Vec3::new(place(), place(), 0.0);
        let sunk = [0.0, 1e-6, 1e-3, 0.1][rng.usize(0..4)];
        let radius = 0.3;
        let up = |z: f32| at + Vec3::Z * (z - sunk);
        let turn = Quat::from_rotation_z(if round % 2 == 0 { 0.0 } else { rng.f32() * 6.0 });
        let sphere = Sphere { center: up(radius), radius };
        let standing = Capsule { a: up(radius), radius, b: up(1.5) };
        let lying = Capsule { a: up(radius), radius, b: up(radius) + turn * Vec3::X * 0.8 };
        let shape = OrientedBox { center: up(0.4), half_extents: Vec3::new(0.3, 0.5, 0.4), rotation: turn };
        let filter = Filter::default();
        for (name, found) in [
            ("sphere", contacts_sphere(&bsp, sphere, &filter, &smooth(0.01))),
            ("standing", contacts_capsule(&bsp, standing, &filter, &smooth(0.01))),
            ("lying", contacts_capsule(&bsp, lying, &filter, &smooth(0.01))),
            ("box", contacts_box(&bsp, shape.into(), &filter, &smooth(0.01))),
        ] {
            assert!(!found.is_empty(), "{name} at {at}");
            for contact in &found {
                assert!((contact.normal - Vec3::Z).length() < 1e-3, "{name} at {at}: {found:?}");
                assert!((contact.depth - sunk).abs() < 1e-5, "{name} at {at}, {sunk}: {found:?}");
            }
            if name == "sphere" {
                assert_eq!(found.len(), 1, "{at}: {found:?}");
            }
        }
    }
}

/// A slanted box may cover the whole top of a brush: what is farthest of that along the box's own normal is a corner that
/// others have, too.
#[test]
fn a_slanted_box_has_the_floors_normal_too() {
    let rng = &mut Rng::with_seed(52);
    let bsp = build(&World::new(floor(rng, 6)));
    for _ in 0..4000 {
        let mut number = || f64::from(rng.f32()) - 0.5;
        let turn = DVec3::new(number() * 0.1, number() * 0.1, 1.0).normalize();
        let rotation = DQuat::from_rotation_arc(DVec3::Z, turn) * DQuat::from_rotation_z(number() * 6.0);
        let half = DVec3::new(0.7 + number() * 0.9, 0.7 + number() * 0.9, 0.25);
        let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (rotation * axis).z.abs());
        let (sunk, at) = (0.02 + number() * 0.03, [3.0 + number() * 2.0, 3.0 + number() * 2.0]);
        let center = DVec3::new(at[0], at[1], half.dot(DVec3::new(x, y, z)) - sunk);
        let shape = OrientedBox {
            center: center.as_vec3(),
            half_extents: half.as_vec3(),
            rotation: rotation.as_quat(),
        };
        let found = contacts_box(&bsp, shape.into(), &Filter::default(), &smooth(0.0));
        assert!((f64::from(found[0].depth) - sunk).abs() < 1e-5, "{shape:?}, {sunk}: {found:?}");
        assert!(
            found.iter().all(|contact| (contact.normal - Vec3::Z).length() < 1e-3),
            "{shape:?}: {found:?}"
        );
    }
}

#[test]
fn what_stands_on_a_floor_slides_over_it() {
    let rng = &mut Rng::with_seed(52);
    let bsp = build(&World::new(floor(rng, 8)));
    for _ in 0..3000 {
        let mut place = || if rng.bool() { rng.u32(1..8) as f32 } else { 1.0 + rng.f32() * 6.0 };
        let (from, to) = (Vec3::new(place(), place(), 0.0), Vec3::new(place(), place(), 0.0));
        let sunk = [0.0, 1e-7, 1e-5, 1e-3][rng.usize(0..4)];
        let up = |z: f32| from + Vec3::Z * (z - sunk);
        let displacement = to - from;
        let capsule = Capsule { a: up(0.3), radius: 0.3, b: up(1.2) };
        let turn = Quat::from_rotation_z(if rng.bool() { 0.0 } else { rng.f32() * 6.0 });
        let shape = OrientedBox { center: up(0.4), half_extents: Vec3::new(0.3, 0.5, 0.4), rotation: turn };
        if displacement == Vec3::ZERO {
            continue;
        }
        let filter = Filter::default();
        let hit = cast_capsule(&bsp, CapsuleCast { capsule, displacement }, &filter, ContactEdges::Smooth);
        assert!(!hit.is_hit(), "{capsule:?} by {displacement}: {hit:?}");
        let cast = BoxCast { shape: shape.into(), displacement };
        let hit = cast_box(&bsp, cast, &filter, ContactEdges::Smooth);
        assert!(!hit.is_hit(), "{shape:?} by {displacement}: {hit:?}");
    }
}

/// A floor, and on it, from x = 4 on, a step, a wall or a ramp.
fn with(obstacle: Brush) -> Bsp<'static> {
    let floor = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
        .map(|x| Brush::aabb(Vec3::new(x, -2.0, -1.0), Vec3::new(x + 1.0, 2.0, 0.0)));
    build(&World::new([floor.to_vec(), vec![obstacle]].concat()))
}

/// A wedge that begins at a floor's height and rises along x.
fn ramp(slope: f64) -> Brush {
    let normal = DVec3::new(-slope, 0.0, 1.0).normalize();
    let mut planes = vec![(normal, normal.dot(DVec3::X * 4.0))];
    planes.push((DVec3::X, 7.0));
    planes.push((DVec3::Y, 2.0));
    planes.push((-DVec3::Y, 2.0));
    planes.push((-DVec3::Z, 0.0));
    Brush::from_planes(&planes, 0)
}

#[test]
fn obstacles_on_a_floor_stop() {
    let filter = Filter::default();
    let obstacles = [
        ("wall", Brush::aabb(Vec3::new(4.0, -2.0, 0.0), Vec3::new(5.0, 2.0, 3.0))),
        ("deep wall", Brush::aabb(Vec3::new(4.0, -2.0, -1.0), Vec3::new(5.0, 2.0, 3.0))),
        ("step", Brush::aabb(Vec3::new(4.0, -2.0, -0.5), Vec3::new(5.0, 2.0, 0.05))),
        ("steep", ramp(1.0)),
        ("ramp", ramp(0.3)),
        ("flat", ramp(0.05)),
    ];
    for (name, obstacle) in obstacles {
        let bsp = with(obstacle);
        for y in [0.0, 0.5, 1.5] {
            for sunk in [0.0, 1e-7, 1e-5, 1e-3] {
                let at = |z: f32| Vec3::new(1.5, y, z - sunk);
                let displacement = Vec3::X * 4.0;
                let capsule = Capsule { a: at(0.3), radius: 0.3, b: at(1.2) };
                let cast = CapsuleCast { capsule, displacement };
                let hit = cast_capsule(&bsp, cast, &filter, ContactEdges::Smooth);
                let x = 1.5 + hit.t * 4.0;
                assert!(hit.triangle == 7 && (3.0..4.1).contains(&x), "{name} {y} {sunk}: {hit:?} {x}");
                assert!(hit.normal.x < -0.04, "{name} {y} {sunk}: {hit:?}");
                let shape = BoxAxes {
                    center: at(0.4),
                    half_extents: Vec3::new(0.3, 0.4, 0.4),
                    axes: [Vec3::X, Vec3::Y, Vec3::Z],
                };
                let hit = cast_box(&bsp, BoxCast { shape, displacement }, &filter, ContactEdges::Smooth);
                let x = 1.5 + hit.t * 4.0 + 0.3;
                assert!(hit.triangle == 7 && (3.9..4.1).contains(&x), "{name} {y} {sunk}: {hit:?} {x}");
                assert!(hit.normal.x < -0.04, "{name} {y} {sunk}: {hit:?}");
            }
        }
    }
}

#[test]
fn corners_between_floor_and_wall_have_both_normals() {
    let bsp = with(Brush::aabb(Vec3::new(4.0, -2.0, -1.0), Vec3::new(5.0, 2.0, 3.0)));
    for sunk in [0.0, 1e-6, 1e-3, 0.05] {
        let corner = Vec3::new(4.0 + sunk, 0.5, -sunk);
        let shape = BoxAxes {
            center: corner + Vec3::new(-0.3, 0.0, 0.4),
            half_extents: Vec3::new(0.3, 0.4, 0.4),
            axes: [Vec3::X, Vec3::Y, Vec3::Z],
        };
        let a = corner + Vec3::new(-0.3, 0.0, 0.3);
        let capsule = Capsule { a, radius: 0.3, b: a + Vec3::Z };
        for found in [
            contacts_box(&bsp, shape, &Filter::default(), &smooth(0.001)),
            contacts_capsule(&bsp, capsule, &Filter::default(), &smooth(0.001)),
        ] {
            for contact in &found {
                let is_floor = (contact.normal - Vec3::Z).length() < 1e-6;
                let is_wall = (contact.normal + Vec3::X).length() < 1e-6;
                assert!(is_floor || is_wall, "{sunk}: {found:?}");
                assert!((contact.depth - sunk).abs() < 1e-5, "{sunk}: {found:?}");
            }
            let count = |normal: Vec3| found.iter().filter(|c| (c.normal - normal).length() < 1e-6).count();
            assert!(count(Vec3::Z) > 0 && count(-Vec3::X) > 0, "{sunk}: {found:?}");
        }
    }
}

#[test]
fn buried_brushes_make_no_contact_and_none_is_lost() {
    let inner = Brush::aabb(Vec3::new(1.0, 1.0, 0.2), Vec3::new(2.0, 2.0, 0.999));
    let outer = Brush::aabb(Vec3::ZERO, Vec3::new(4.0, 4.0, 1.0));
    for brushes in [[inner.clone(), outer.clone()], [outer.clone(), inner.clone()]] {
        let number = u32::from(brushes[0].bounds().0.x != 0.0);
        let bsp = build(&World::new(brushes.to_vec()));
        let sphere = Sphere { center: Vec3::new(1.5, 1.5, 1.2), radius: 0.3 };
        let found = contacts_sphere(&bsp, sphere, &Filter::default(), &smooth(0.0));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].triangle, found[0].normal), (number, Vec3::Z));
        assert_eq!(contacts_sphere(&bsp, sphere, &Filter::default(), &all(0.0)).len(), 2);
    }
    // Whatever touches has a contact, wherever brushes overlap.
    let (world, range) = crate::common::solid::random_world(55, 80);
    let bsp = build(&world);
    let rng = &mut Rng::with_seed(56);
    for _ in 0..3000 {
        let (capsule, shape) = (random_capsule(rng, range), random_box(rng, range));
        let filter = Filter::default();
        let found = contacts_capsule(&bsp, capsule, &filter, &smooth(0.0));
        assert_eq!(overlap_capsule(&bsp, capsule), !found.is_empty(), "{capsule:?} {found:?}");
        let found = contacts_box(&bsp, shape.into(), &filter, &smooth(0.0));
        assert_eq!(overlap_box(&bsp, shape), !found.is_empty(), "{shape:?} {found:?}");
    }
}
