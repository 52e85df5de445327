//! Slides over floors, and ramps and walls that stop them. `CAROM_FLOORS` says over how many floors.

use super::{capsule, cast_box, cast_capsule, turned};
use crate::common::effort::effort_named;
use crate::common::{TestMesh, cook};
use carom::geometry::{Quat, Vec3};
use carom::mesh::{ContactEdges, LayoutKind, Mesh};
use fastrand::Rng;

const SMOOTH: ContactEdges = ContactEdges::Smooth;

/// A flat floor of random triangles at a height, over 8 cells of width 1.
pub(super) fn floor(height: f32, rng: &mut Rng) -> TestMesh {
    const CELLS: u32 = 8;
    let side = CELLS + 1;
    let positions = (0..side * side)
        .map(|i| {
            let mut moved =
                |k: u32| if k == 0 || k == CELLS { k as f32 } else { k as f32 + rng.f32() * 0.4 - 0.2 };
            [moved(i % side), moved(i / side), height]
        })
        .collect();
    let mut indices = Vec::new();
    for i in (0..side * side).filter(|i| i % side < CELLS && i / side < CELLS) {
        let [a, b, c, d] = [i, i + 1, i + side, i + side + 1];
        match rng.bool() {
            true => indices.extend([a, b, d, a, d, c]),
            false => indices.extend([a, b, c, b, d, c]),
        }
    }
    TestMesh::new(positions, indices)
}

/// A strip that is flat up to x = 0, rises at a slope from there, and is as wide as it is long.
pub(super) fn ramp(rise: f32) -> Mesh<'static> {
    let positions = vec![
        [-4.0, -4.0, 0.0],
        [0.0, -4.0, 0.0],
        [4.0, -4.0, rise],
        [-4.0, 4.0, 0.0],
        [0.0, 4.0, 0.0],
        [4.0, 4.0, rise],
    ];
    let indices = vec![0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4];
    Mesh::build(&TestMesh::new(positions, indices).input(), cook(LayoutKind::Wide)).unwrap()
}

#[test]
fn shapes_slide_over_flat_floors_without_a_stop() {
    let floors = effort_named("CAROM_FLOORS", 40, 150);
    let rng = &mut Rng::with_seed(81);
    for i in 0..floors {
        let height = [0.0, 0.7, -123.456, 1000.1][i % 4];
        let mesh = floor(height, rng);
        let mesh = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        for k in 0..24 {
            let radius = [0.05, 0.3, 0.5, 1.0][k % 4];
            // Just above, as a cast leaves it, or in the floor by a little or a lot.
            let sunk = [0.0, -1.0, 1.0, 2.0, 100.0, 3000.0][k / 4 % 6] * f32::EPSILON * height.abs().max(1.0);
            let sunk = sunk.min(radius * 0.5);
            let middle = Vec3::new(1.0 + rng.f32() * 2.0, 2.0 + rng.f32() * 4.0, 0.0);
            let way = Vec3::new(3.0 + rng.f32(), rng.f32() - 0.5, 0.0);
            let up = height + radius - sunk;
            let tip = middle.with_z(up + if k % 2 == 0 { 1.0 } else { 0.0 });
            let lying =
                if k % 2 == 0 { Vec3::ZERO } else { Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, 0.0) };
            let cast = capsule(middle.with_z(up), radius, tip + lying, way);
            let hit = cast_capsule(&mesh, cast, SMOOTH);
            assert!(!hit.is_hit(), "floor {i}: {cast:?} {hit:?}");
            let rotation = if k % 3 == 0 { Quat::IDENTITY } else { Quat::from_rotation_z(rng.f32() * 3.0) };
            let shape = turned(
                middle.with_z(up),
                Vec3::new(0.5, 0.3, 1.0) * radius.min(0.9) + Vec3::Z * (radius - radius.min(0.9)),
                rotation,
            );
            let hit = cast_box(&mesh, shape, way, SMOOTH);
            assert!(!hit.is_hit(), "floor {i}: {shape:?} {way:?} {hit:?}");
            // Down is another matter.
            let down = capsule(middle.with_z(up), radius, tip + lying, Vec3::new(1.0, 0.0, -0.5));
            let hit = cast_capsule(&mesh, down, SMOOTH);
            assert!(hit.is_hit() && hit.t < 1e-2 && hit.normal.z > 0.999, "floor {i}: {down:?} {hit:?}");
        }
    }
}

/// What stands in a floor is stopped by what rises from it, however gently.
#[test]
fn ramps_and_walls_stop_what_slides() {
    for rise in [1e-3, 1e-2, 0.1, 1.0, 40.0] {
        let mesh = ramp(rise);
        let slope = Vec3::new(-rise, 0.0, 4.0).normalize();
        for depth in [0.0, 1e-6, 1e-3, 2e-2] {
            let up = 0.5 - depth;
            let from = Vec3::new(-2.0, 0.25, up);
            for tip in [from, from + Vec3::Z] {
                let hit = cast_capsule(&mesh, capsule(from, 0.5, tip, Vec3::X * 3.0), SMOOTH);
                assert!(hit.is_hit() && hit.t > 0.3, "{rise} {depth}: {hit:?}");
                assert!((hit.normal - slope).length() < 1e-3, "{rise} {depth}: {hit:?} {slope}");
            }
            let shape = turned(from, Vec3::splat(0.5), Quat::IDENTITY);
            let hit = cast_box(&mesh, shape, Vec3::X * 3.0, SMOOTH);
            assert!(hit.is_hit() && hit.t > 0.3, "{rise} {depth}: {hit:?}");
            assert!(hit.normal.x < 0.0, "{rise} {depth}: {hit:?}");
            // Down the ramp, and away from it, it is free.
            let hit = cast_capsule(&mesh, capsule(from, 0.5, from, Vec3::X * -1.0), SMOOTH);
            assert!(!hit.is_hit(), "{rise} {depth}: {hit:?}");
        }
    }
}

/// From a clear start, the rule for edges changes no time.
#[test]
fn from_a_clear_start_edges_make_no_difference() {
    let rng = &mut Rng::with_seed(82);
    for i in 0..20 {
        let mut mesh = floor(0.0, rng);
        for position in &mut mesh.positions {
            position[2] = rng.f32() * [0.0, 1e-4, 0.5][i % 3];
        }
        let mesh = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        for _ in 0..100 {
            let from = Vec3::new(rng.f32() * 8.0, rng.f32() * 8.0, 2.0);
            let way = Vec3::new(rng.f32() * 4.0 - 2.0, rng.f32() * 4.0 - 2.0, -3.0);
            let cast = capsule(from, 0.3, from + Vec3::new(rng.f32(), 0.0, rng.f32()), way);
            let [smooth, all] = [SMOOTH, ContactEdges::All].map(|edges| cast_capsule(&mesh, cast, edges));
            assert_eq!(smooth, all, "{cast:?}");
            let shape = turned(from, Vec3::splat(0.3), Quat::from_rotation_x(rng.f32()));
            let [smooth, all] = [SMOOTH, ContactEdges::All].map(|edges| cast_box(&mesh, shape, way, edges));
            assert_eq!(smooth, all, "{shape:?}");
        }
    }
}
