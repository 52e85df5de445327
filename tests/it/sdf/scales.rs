//! Distances at the nodes of a grid at every scale, against all triangles at every node.

use super::meshes::{grid_around, nasty};
use crate::common::TestMesh;
use crate::common::queries::on_every_level;
use carom::sdf::{DistanceMethod, Distances, GenerateOptions, Grid, SignMethod, generate};
use glam::Vec3;

fn times(x: f32, exponent: i32) -> f32 {
    (f64::from(x) * 2f64.powi(exponent)) as f32
}

/// The mesh and the grid times a power of two; `None` where that is no grid any more.
fn scaled(mesh: &TestMesh, grid: &Grid, exponent: i32) -> Option<(TestMesh, Grid)> {
    let positions = mesh.positions.iter().map(|p| p.map(|x| times(x, exponent))).collect();
    let origin = Vec3::from_array(grid.node([0; 3]).to_array().map(|x| times(x, exponent)));
    let grid = Grid::new(origin, times(grid.cell(), exponent), grid.dims()).ok()?;
    Some((TestMesh { positions, ..mesh.clone() }, grid))
}

fn distances(mesh: &TestMesh, grid: &Grid, method: DistanceMethod) -> Distances {
    let options = GenerateOptions {
        sign: SignMethod::Unsigned,
        keep_triangles: true,
        thread_count: 1,
        method,
        ..Default::default()
    };
    generate(&mesh.input(), grid, options).unwrap()
}

#[test]
fn distances_at_every_scale() {
    let mut cases = Vec::new();
    let wanted = ["one triangle", "slivers", "soup", "mixed sizes", "flat", "ball"];
    for (name, mesh) in nasty().into_iter().filter(|(name, _)| wanted.contains(name)) {
        let grid = grid_around(&mesh, [7, 6, 9]);
        // Largest coordinates, of up to 2^13.
        for exponent in (-149..=46).step_by(3) {
            let Some((mesh, grid)) = scaled(&mesh, &grid, exponent) else {
                assert!(exponent < -130, "{name}: no grid at 2^{exponent}");
                continue;
            };
            let expected = distances(&mesh, &grid, DistanceMethod::FaceByFace);
            cases.push((format!("{name} at 2^{exponent}"), mesh, grid, expected));
        }
    }
    let bits = |field: &Distances| field.values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    on_every_level(|level| {
        for (name, mesh, grid, expected) in &cases {
            let found = distances(mesh, grid, DistanceMethod::default());
            assert!(bits(&found) == bits(expected), "{name}, {}: values differ", level.name());
            assert!(found.triangles == expected.triangles, "{name}, {}: triangles differ", level.name());
        }
    });
}
