//! Shapes that touch or overlap at the start.

use super::{capsule, cast_box, cast_capsule, plate, turned};
use crate::common::{TestMesh, cook};
use carom::geometry::{Capsule, CapsuleBounds, Quat, Vec3, capsule_triangle};
use carom::mesh::{ContactEdges, LayoutKind, Mesh};
use fastrand::Rng;

const SMOOTH: ContactEdges = ContactEdges::Smooth;
const ALL: ContactEdges = ContactEdges::All;

#[test]
fn in_is_a_hit_with_a_depth_and_out_is_free() {
    let mesh = plate();
    for edges in [SMOOTH, ALL] {
        for (height, depth) in [(0.5, 0.0), (0.25, 0.25), (0.125, 0.375)] {
            let at = Vec3::new(1.0, 0.25, height);
            let lying = at + Vec3::X;
            for way in [Vec3::Z * -1.0, Vec3::new(5.0, 3.0, -1e-2)] {
                let hit = cast_capsule(&mesh, capsule(at, 0.5, lying, way), edges);
                assert_eq!((hit.t, hit.normal, hit.point.z), (0.0, Vec3::Z, 0.0), "{hit:?}");
                assert!((hit.depth - depth).abs() < 1e-6, "{hit:?}");
                let shape = turned(at, Vec3::splat(0.5), Quat::from_rotation_z(0.3));
                let hit = cast_box(&mesh, shape, way, edges);
                assert_eq!((hit.t, hit.normal, hit.point.z), (0.0, Vec3::Z, 0.0), "{hit:?}");
                assert!((hit.depth - depth).abs() < 1e-6, "{hit:?}");
            }
            // Triangles by themselves have edges that are in the way.
            let ways = [Vec3::Z, Vec3::X, Vec3::new(-1.0, 1.0, 1e-3)];
            for way in ways.into_iter().filter(|&way| edges == SMOOTH || way == Vec3::Z) {
                let hit = cast_capsule(&mesh, capsule(at, 0.5, lying, way), edges);
                assert!(!hit.is_hit(), "{edges:?} {height} {way}: {hit:?}");
                let shape = turned(at, Vec3::splat(0.5), Quat::from_rotation_z(0.3));
                let hit = cast_box(&mesh, shape, way, edges);
                assert!(!hit.is_hit(), "{edges:?} {height} {way}: {hit:?}");
            }
        }
        // A capsule that sticks through it, mostly above: out is up, where edges do not count.
        if edges == ALL {
            continue;
        }
        let (a, b) = (Vec3::new(0.5, 0.25, -0.25), Vec3::new(0.5, 0.25, 2.0));
        let hit = cast_capsule(&mesh, capsule(a, 0.5, b, Vec3::Z * -1.0), edges);
        assert_eq!((hit.t, hit.depth, hit.normal), (0.0, 0.75, Vec3::Z), "{hit:?}");
        assert_eq!(hit.point, Vec3::new(0.5, 0.25, 0.0));
        assert!(!cast_capsule(&mesh, capsule(a, 0.5, b, Vec3::Z), edges).is_hit());
    }
}

/// A box whose corner alone is through a face is as deep as the corner.
#[test]
fn a_corner_is_as_deep_as_it_is() {
    let mesh = plate();
    let upright = Quat::from_rotation_arc(Vec3::ONE.normalize(), Vec3::Z);
    for depth in [0.0625f32, 0.25, 0.5] {
        let center = Vec3::new(1.5, -1.25, 3f32.sqrt() * 0.5 - depth);
        let shape = turned(center, Vec3::splat(0.5), upright);
        for edges in [SMOOTH, ALL] {
            let hit = cast_box(&mesh, shape, Vec3::NEG_Z, edges);
            assert!(hit.t == 0.0 && (hit.depth - depth).abs() < 1e-6 && hit.normal == Vec3::Z, "{hit:?}");
        }
    }
}

#[test]
fn without_motion_casts_are_overlaps() {
    let rng = &mut Rng::with_seed(91);
    let positions = (0..90).map(|_| [rng.f32(), rng.f32(), rng.f32()]).collect();
    let mesh = TestMesh::new(positions, (0..90).collect());
    let triangles = mesh.triangles();
    let mesh = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    let capsules: Vec<Capsule> = (0..2000)
        .map(|_| {
            let mut point = || Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 2.0 - 0.5;
            let a = point();
            Capsule { a, b: a + point() * 0.2, radius: 0.1 * a.x.abs() }
        })
        .collect();
    for moving in &capsules {
        let Capsule { a, radius, b } = *moving;
        let prepared = CapsuleBounds::new(moving);
        let overlaps = triangles.iter().any(|triangle| capsule_triangle(&prepared, triangle));
        for edges in [SMOOTH, ALL] {
            let hit = cast_capsule(&mesh, capsule(a, radius, b, Vec3::ZERO), edges);
            assert_eq!(hit.is_hit(), overlaps, "{moving:?} {hit:?}");
            assert!(!hit.is_hit() || (hit.t == 0.0 && (hit.normal.length() - 1.0).abs() < 1e-6), "{hit:?}");
        }
    }
}

/// Go to `t`, take off the motion against the normal, go on: it ends at rest, and never deeper than rounding.
#[test]
fn a_mover_never_sinks() {
    let mesh = plate();
    let rng = &mut Rng::with_seed(92);
    for i in 0..300 {
        let radius = [0.5, 0.1][i % 2];
        let mut at = Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, 1.5 + rng.f32());
        for _ in 0..8 {
            let way = Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, -rng.f32());
            let hit = cast_capsule(&mesh, capsule(at, radius, at + Vec3::Z, way), SMOOTH);
            if !hit.is_hit() {
                at += way;
                continue;
            }
            at += way * hit.t;
            let along = way - hit.normal * hit.normal.dot(way);
            let next = cast_capsule(&mesh, capsule(at, radius, at + Vec3::Z, along), SMOOTH);
            assert!(!next.is_hit(), "{at} {along} {next:?}");
            at += along;
            assert!(at.z >= radius - 1e-6, "{at}");
        }
    }
}
