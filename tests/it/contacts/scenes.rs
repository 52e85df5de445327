//! Surfaces to touch.

use crate::common::TestMesh;
use fastrand::Rng;

/// A flat floor of random triangles at a height: cells cut along either diagonal, with corners moved within
/// the plane.
pub(super) fn floor(cells: u32, height: f32, rng: &mut Rng) -> TestMesh {
    let side = cells + 1;
    let positions = (0..side * side)
        .map(|i| {
            let mut moved =
                |k: u32| if k == 0 || k == cells { k as f32 } else { k as f32 + rng.f32() * 0.4 - 0.2 };
            [moved(i % side), moved(i / side), height]
        })
        .collect();
    let mut indices = Vec::new();
    for i in (0..side * side).filter(|i| i % side < cells && i / side < cells) {
        let [a, b, c, d] = [i, i + 1, i + side, i + side + 1];
        match rng.bool() {
            true => indices.extend([a, b, d, a, d, c]),
            false => indices.extend([a, b, c, b, d, c]),
        }
    }
    TestMesh::new(positions, indices)
}

/// A cone of triangles around one corner.
pub(super) fn fan(count: u32) -> TestMesh {
    let mut positions = vec![[0.0, 0.0, 0.25]];
    for i in 0..count {
        let angle = i as f32 / count as f32 * std::f32::consts::TAU;
        positions.push([angle.cos(), angle.sin(), 0.0]);
    }
    let indices = (0..count).flat_map(|i| [0, 1 + i, 1 + (i + 1) % count]);
    TestMesh::new(positions, indices.collect())
}

/// Triangles at corners of a coarse lattice: duplicates, degenerate ones, edges of many triangles.
pub(super) fn soup(count: usize) -> TestMesh {
    let mut rng = Rng::with_seed(45);
    let positions: Vec<[f32; 3]> =
        (0..27).map(|i| [i % 3, i / 3 % 3, i / 9].map(|x| x as f32 * 0.5)).collect();
    let indices = (0..3 * count).map(|_| rng.u32(0..27)).collect();
    TestMesh::new(positions, indices)
}
