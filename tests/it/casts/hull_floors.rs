//! Hulls slide over floors as boxes do. `CAROM_FLOORS` says over how many floors.

use super::floors::{floor, ramp};
use super::hull_meshes::cast_hull;
use super::hulls::pose;
use super::single::vector;
use crate::common::cook;
use crate::common::effort::effort_named;
use carom::geometry::{Quat, Vec3};
use carom::hull::Hull;
use carom::mesh::{ContactEdges, LayoutKind, Mesh};
use fastrand::Rng;

const SMOOTH: ContactEdges = ContactEdges::Smooth;

/// Hulls whose lowest point, edge or face is at the height 0: a rock on a tip, a roof on its ridge, prisms, a wedge.
fn standing(rng: &mut Rng) -> Vec<Hull<'static>> {
    let mut hulls: Vec<Vec<Vec3>> = vec![
        [[0.0, 0.0, 0.0], [1.0, 1.0, 2.0], [1.0, -1.0, 2.0], [-1.0, -1.0, 2.0], [-1.0, 1.0, 2.0]]
            .map(Vec3::from)
            .to_vec(),
        [
            [-1.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [1.0, 1.0, 1.0],
            [1.0, -1.0, 1.0],
            [-1.0, 1.0, 1.0],
            [-1.0, -1.0, 1.0],
        ]
        .map(Vec3::from)
        .to_vec(),
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from).to_vec(),
    ];
    for corners in [3, 6, 12] {
        let ring = (0..corners).map(|i| {
            let angle = i as f32 * std::f32::consts::TAU / corners as f32;
            Vec3::new(angle.cos(), angle.sin(), 0.0)
        });
        hulls.push(ring.flat_map(|v| [v, v * 0.75 + Vec3::Z]).collect());
    }
    let mut rock: Vec<Vec3> = (0..12).map(|_| vector(rng, 1.0)).collect();
    let low = rock.iter().map(|v| v.z).fold(f32::INFINITY, f32::min);
    rock.iter_mut().for_each(|v| v.z -= low);
    hulls.push(rock);
    hulls.iter().map(|points| Hull::build(points).unwrap()).collect()
}

#[test]
fn hulls_slide_over_flat_floors_without_a_stop() {
    let floors = effort_named("CAROM_FLOORS", 40, 150);
    let rng = &mut Rng::with_seed(108);
    for i in 0..floors {
        let height = [0.0, 0.7, -123.456, 1000.1][i % 4];
        let mesh = floor(height, rng);
        let mesh = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        let hulls = standing(rng);
        for k in 0..42 {
            let scale = [0.05, 0.3, 0.5, 0.9][k % 4];
            // On it, or in the floor by a little or a lot.
            let sunk = [0.0, -1.0, 1.0, 2.0, 100.0, 3000.0][k / 7] * f32::EPSILON * height.abs().max(1.0);
            let at = Vec3::new(1.5 + rng.f32() * 1.5, 2.0 + rng.f32() * 4.0, height - sunk.min(scale * 0.25));
            let way = Vec3::new(3.0 + rng.f32(), rng.f32() - 0.5, 0.0);
            let rotation = if k % 3 == 0 { Quat::IDENTITY } else { Quat::from_rotation_z(rng.f32() * 3.0) };
            let shape = hulls[k % 7].at(pose(rotation, at, scale));
            let hit = cast_hull(&mesh, shape, way, SMOOTH);
            assert!(!hit.is_hit(), "floor {i}: {k} {:?} {way:?} {hit:?}", shape.pose);
            // Down is another matter.
            let hit = cast_hull(&mesh, shape, Vec3::new(1.0, 0.0, -0.5), SMOOTH);
            assert!(hit.is_hit() && hit.t < 1e-2 && hit.normal.z > 0.999, "floor {i}: {k} {hit:?}");
        }
    }
}

/// What stands in a floor is stopped by what rises from it, however gently.
#[test]
fn ramps_and_walls_stop_hulls() {
    let rng = &mut Rng::with_seed(109);
    for rise in [1e-3, 1e-2, 0.1, 1.0, 40.0] {
        let mesh = ramp(rise);
        for depth in [0.0, 1e-6, 1e-3, 2e-2] {
            for (k, hull) in standing(rng).iter().enumerate() {
                let shape = hull.at(pose(Quat::IDENTITY, Vec3::new(-2.0, 0.25, -depth), 0.5));
                let hit = cast_hull(&mesh, shape, Vec3::X * 3.0, SMOOTH);
                assert!(hit.is_hit() && hit.t > 0.3, "{rise} {depth} {k}: {hit:?}");
                assert!(hit.normal.x < 0.0, "{rise} {depth} {k}: {hit:?}");
                // Away from it, it is free.
                let hit = cast_hull(&mesh, shape, Vec3::X * -1.0, SMOOTH);
                assert!(!hit.is_hit(), "{rise} {depth} {k}: {hit:?}");
            }
        }
    }
}

/// From a clear start, the rule for edges changes no time.
#[test]
fn from_a_clear_start_edges_make_no_difference_to_hulls() {
    let rng = &mut Rng::with_seed(110);
    for i in 0..20 {
        let mut mesh = floor(0.0, rng);
        for position in &mut mesh.positions {
            position[2] = rng.f32() * [0.0, 1e-4, 0.5][i % 3];
        }
        let mesh = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        let hulls = standing(rng);
        for k in 0..100 {
            let from = Vec3::new(rng.f32() * 8.0, rng.f32() * 8.0, 2.0);
            let way = Vec3::new(rng.f32() * 4.0 - 2.0, rng.f32() * 4.0 - 2.0, -3.0);
            let shape = hulls[k % 7].at(pose(Quat::from_rotation_x(rng.f32()), from, 0.3));
            let [smooth, all] = super::SMOOTH_AND_ALL.map(|edges| cast_hull(&mesh, shape, way, edges));
            assert_eq!(smooth, all, "{:?}", shape.pose);
        }
    }
}
