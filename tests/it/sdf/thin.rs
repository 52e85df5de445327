//! Triangles that a field does not show, because the solid that they bound lies between nodes.

use super::meshes::{cuboid, sphere};
use crate::common::TestMesh;
use crate::common::solid::{direction, vector};
use carom::geometry::Vec3;
use carom::sdf::{
    GenerateOptions, Grid, Interpolation, SdfSample, SignMethod, Storage, StorageOptions, generate,
};
use fastrand::Rng;
use glam::{DQuat, DVec3};

fn thin(mesh: &TestMesh, grid: &Grid, sign: SignMethod) -> u64 {
    generate(&mesh.input(), grid, GenerateOptions { sign, ..Default::default() }).unwrap().sign.thin_triangles
}

/// A plate of 24 by 20 cells, turned and moved.
fn plate(thickness: f64, rng: &mut Rng) -> TestMesh {
    let half = [12.0, 10.0, (thickness / 2.0) as f32];
    let mut plate = cuboid(half.map(|x| -x), half, false);
    let turn = DQuat::from_axis_angle(direction(rng), rng.f64() * 6.0);
    let at = DVec3::splat(20.0) + vector(rng, 0.5);
    for position in &mut plate.positions {
        let turned = turn * DVec3::from(position.map(f64::from)) + at;
        *position = turned.as_vec3().to_array();
    }
    plate
}

fn unit_grid() -> Grid {
    Grid::new(Vec3::ZERO, 1.0, [41; 3]).unwrap()
}

/// The four triangles of a plate's large faces show where it is thicker than a cell and a sixteenth, however
/// it lies; of a thin one, none does, but that a node may happen to lie in it.
#[test]
fn plates_show_if_they_are_thicker_than_a_cell() {
    let (rng, mut all) = (&mut Rng::with_seed(7), 0);
    for _ in 0..60 {
        let thick = thin(&plate(1.07 + rng.f64(), rng), &unit_grid(), SignMethod::Auto);
        assert!(thick <= 8, "{thick}");
        let found = thin(&plate(0.005, rng), &unit_grid(), SignMethod::Auto);
        assert!(found >= 8, "{found}");
        all += found;
    }
    assert!(all > 660, "{all}");
}

/// Nodes that lie on faces are not inside.
#[test]
fn faces_on_nodes() {
    let grid = unit_grid();
    for (low, high, expected) in [
        (10.0, 11.0, 12),
        (10.0, 10.5, 12),
        (10.5, 11.0, 12),
        (10.25, 10.75, 12),
        (10.0, 11.5, 0),
        (10.0, 12.0, 0),
        (9.5, 10.5, 0),
    ] {
        let plate = cuboid([4.0, 5.0, low], [30.0, 20.0, high], false);
        assert_eq!(thin(&plate, &grid, SignMethod::Auto), expected, "{low} {high}");
        assert_eq!(thin(&plate, &grid, SignMethod::Unsigned), 0);
        assert_eq!(thin(&plate, &grid, SignMethod::Thickness(1.0)), 0);
        assert_eq!(thin(&plate, &grid, SignMethod::Pseudonormal), expected);
        let inside_out = cuboid([4.0, 5.0, low], [30.0, 20.0, high], true);
        assert_eq!(thin(&inside_out, &grid, SignMethod::Auto), 12);
    }
    // A sheet, thinner than it is kept apart from nodes.
    let sheet = cuboid([4.0, 5.0, 10.4], [30.0, 20.0, 10.5], false);
    assert_eq!(thin(&sheet, &grid, SignMethod::Thickness(0.05)), 12);
    assert_eq!(thin(&sheet, &grid, SignMethod::Thickness(0.6)), 0);
}

/// Triangles of every size; those beyond the grid are not asked about.
#[test]
fn balls_show() {
    for rings in [5, 20, 80] {
        let ball = sphere([20.0, 20.5, 19.75], 12.0, rings);
        assert_eq!(thin(&ball, &unit_grid(), SignMethod::Auto), 0, "{rings}");
        let shell = TestMesh::together(&[ball, sphere([20.0, 20.5, 19.75], 11.995, rings).turned()]);
        let found = thin(&shell, &unit_grid(), SignMethod::Auto);
        // A fifth of the triangles of the coarsest ball are points at its poles.
        assert!(found * 10 > shell.indices.len() as u64 / 3 * 7, "{rings}: {found}");
    }
    let far = cuboid([100.0; 3], [200.0; 3], false);
    assert_eq!(thin(&far, &unit_grid(), SignMethod::Auto), 0);
    let huge = cuboid([-1e18; 3], [20.5, 1e18, 1e18], false);
    assert_eq!(thin(&huge, &unit_grid(), SignMethod::Auto), 0);
}

/// The slope bounds the interpolant for every kind of sign, and is that of a distance where signs change at
/// the surface alone.
#[test]
fn slopes_of_closed_and_open_meshes() {
    let ball = sphere([20.0, 20.5, 19.75], 12.0, 24);
    let at = |&corner: &u32| ball.positions[corner as usize][2];
    let is_below = |corners: &&[u32]| corners.iter().all(|corner| at(corner) < 19.76);
    let bowl = ball.indices.chunks_exact(3).filter(is_below).flatten().copied().collect();
    let bowl = TestMesh::new(ball.positions.clone(), bowl);
    let root_of_3 = 3f32.sqrt() * (1.0 + 1e-5);
    for (mesh, sign, least, most) in [
        (&ball, SignMethod::Auto, 1.0, root_of_3),
        (&ball, SignMethod::WindingNumber, 1.0, root_of_3),
        (&bowl, SignMethod::Unsigned, 1.0, root_of_3),
        (&bowl, SignMethod::Thickness(0.75), 1.0, root_of_3),
        // Across the opening, nodes 12 cells from the bowl have different signs.
        (&bowl, SignMethod::Auto, 20.0, 24.0 * root_of_3),
        (&bowl, SignMethod::Parity, 10.0, 24.0 * root_of_3),
    ] {
        let options = GenerateOptions { sign, ..Default::default() };
        let field = generate(&mesh.input(), &unit_grid(), options).unwrap();
        let sdf = field.store(&StorageOptions { storage: Storage::Dense, ..Default::default() }).unwrap();
        let slope = sdf.stats().slope;
        assert!(slope >= least && slope <= most, "{sign:?}: {slope}");
        let mut rng = Rng::with_seed(9);
        let points: Vec<Vec3> =
            (0..4000).map(|_| Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 40.0).collect();
        let near: Vec<Vec3> = points
            .iter()
            .map(|&p| (p + vector(&mut rng, 1.5).as_vec3()).clamp(Vec3::ZERO, Vec3::splat(40.0)))
            .collect();
        let values = |points: &[Vec3]| {
            let mut samples = vec![SdfSample { distance: 0.0, gradient: Vec3::ZERO }; points.len()];
            sdf.sample(points, Interpolation::Linear, &mut samples[..]).unwrap();
            samples.into_iter().map(|sample| f64::from(sample.distance)).collect::<Vec<_>>()
        };
        for ((a, b), (p, q)) in values(&points).into_iter().zip(values(&near)).zip(points.iter().zip(&near)) {
            let way = (p.as_dvec3() - q.as_dvec3()).length();
            assert!((a - b).abs() <= f64::from(slope) * way + 1e-4, "{sign:?}: {p} {q}: {a} {b}");
        }
    }
}
