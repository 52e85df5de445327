//! Small meshes of about size 1.

use super::near::direction;
use crate::common::{TestMesh, asset, sphere};
use carom::geometry::*;

/// A grid of squares with heights.
fn terrain(squares: usize) -> TestMesh {
    let rng = &mut fastrand::Rng::with_seed(3);
    let row = squares as u32 + 1;
    let step = 1.0 / squares as f32;
    let positions = (0..row * row)
        .map(|i| [(i % row) as f32 * step, (i / row) as f32 * step, rng.f32() * step])
        .collect();
    let square = |i: u32| [i, i + 1, i + row, i + row, i + 1, i + row + 1];
    let cells = (0..row * row).filter(|i| i % row + 1 < row && i / row + 1 < row);
    TestMesh::new(positions, cells.flat_map(square).collect())
}

/// Triangles anywhere, of sizes from 1 to 2^-16.
fn soup(count: usize) -> TestMesh {
    let rng = &mut fastrand::Rng::with_seed(4);
    let positions = (0..count)
        .flat_map(|_| {
            let (at, size) = (direction(rng) * 0.5, 2f32.powi(-rng.i32(1..17)));
            [0; 3].map(|_| (at + direction(rng) * size).to_array())
        })
        .collect();
    TestMesh::new(positions, (0..3 * count as u32).collect())
}

/// Triangles up to 2^-24 as wide as they are long, and without area.
fn slivers(count: usize) -> TestMesh {
    let rng = &mut fastrand::Rng::with_seed(5);
    let positions = (0..count)
        .flat_map(|i| {
            let (a, b) = (direction(rng) * 0.5, direction(rng) * 0.5);
            let width = if i % 8 == 0 { 0.0 } else { 2f32.powi(-rng.i32(0..25)) };
            [a, b, a.lerp(b, rng.f32()) + direction(rng) * width * 0.5].map(|v| v.to_array())
        })
        .collect();
    TestMesh::new(positions, (0..3 * count as u32).collect())
}

/// Parallel triangles close behind one another, which rays from afar meet in an order that f32 hardly tells.
fn layers(count: usize) -> TestMesh {
    let rng = &mut fastrand::Rng::with_seed(6);
    let mut number = || (1.0 + rng.f32()) * 2f32.powi(-11);
    let positions = (0..count)
        .flat_map(|i| {
            let z = (i * 7 % count) as f32 * 2f32.powi(-12);
            [[-number(), -number(), z], [number(), -number(), z], [0.0, number(), z]]
        })
        .collect();
    TestMesh::new(positions, (0..3 * count as u32).collect())
}

/// A part of a scan, moved to the origin.
fn scan(count: usize) -> TestMesh {
    let whole = asset("skull");
    let part = TestMesh::new(whole.positions, whole.indices[..3 * count].to_vec());
    let Aabb { min, max } = part.bounds();
    let scale = 1.0 / (max - min).max_element();
    let place = |p: &[f32; 3]| ((Vec3::from_array(*p) - min) * scale).to_array();
    let positions = part.indices.iter().map(|&i| place(&part.positions[i as usize])).collect();
    TestMesh::new(positions, (0..part.indices.len() as u32).collect())
}

pub(super) fn meshes() -> Vec<(&'static str, TestMesh)> {
    let slanted = vec![[0.0; 3], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]];
    vec![
        ("slanted", TestMesh::new(slanted, vec![0, 1, 2])),
        ("sphere", sphere(4, 0.9)),
        ("soup", soup(50)),
        ("slivers", slivers(50)),
        ("terrain", terrain(6)),
        ("layers", layers(24)),
        ("scan", scan(100)),
    ]
}
