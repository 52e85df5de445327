//! Meshes that distance fields stumble over, grids around them, and helpers for both.

use crate::common::TestMesh;
use carom::geometry::{Triangle, Vec3};
use carom::sdf::Grid;
use glam::DVec3;

/// A grid of so many nodes, a little larger than the mesh, with cells as wide as they need be.
pub(super) fn grid_around(mesh: &TestMesh, dims: [u32; 3]) -> Grid {
    let bounds = mesh.bounds();
    let (size, middle) = (bounds.max - bounds.min, bounds.min * 0.5 + bounds.max * 0.5);
    let least = 1e-5 * middle.abs().max_element().max(1e-30);
    let cells = dims.map(|nodes| (nodes - 1) as f32);
    let cell = (0..3).map(|axis| size[axis] * 1.3 / cells[axis]).fold(least, f32::max);
    Grid::new(middle - Vec3::from(cells) * (cell * 0.5), cell, dims).unwrap()
}

/// All nodes of a grid.
pub(super) fn nodes(grid: &Grid) -> impl Iterator<Item = Vec3> {
    let [x, y, z] = grid.dims();
    (0..z).flat_map(move |k| (0..y).flat_map(move |j| (0..x).map(move |i| grid.node([i, j, k]))))
}

/// The distance of a triangle from the definition: the least over its points, which is on the face if the
/// point's foot is, else on an edge.
pub(super) fn distance(point: Vec3, triangle: &Triangle) -> f64 {
    let p = point.as_dvec3();
    let corners = [triangle.a, triangle.b, triangle.c].map(|corner| corner.as_dvec3());
    let mut least = f64::INFINITY;
    for i in 0..3 {
        let (a, b) = (corners[i], corners[(i + 1) % 3]);
        let along = b - a;
        let share = ((p - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        let nearest = if share.is_finite() { a + along * share } else { a };
        least = least.min((p - nearest).length());
    }
    let (u, v, w) = (corners[1] - corners[0], corners[2] - corners[0], p - corners[0]);
    let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
    let area = u.cross(v).length_squared();
    if area > 1e-14 * uu * vv {
        let (s, t) = ((vv * uw - uv * vw) / area, (uu * vw - uv * uw) / area);
        if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
            least = least.min((w.dot(u.cross(v)) / area.sqrt()).abs());
        }
    }
    least
}

/// The winding number of some triangles around a point: the sum of solid angles.
pub(super) fn winding_number(point: Vec3, triangles: &[Triangle]) -> f64 {
    let angle = |t: &Triangle| {
        let [a, b, c] = [t.a, t.b, t.c].map(|corner| corner.as_dvec3() - point.as_dvec3());
        let (x, y, z) = (a.length(), b.length(), c.length());
        let divisor = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
        2.0 * a.dot(b.cross(c)).atan2(divisor)
    };
    triangles.iter().map(angle).sum::<f64>() / (4.0 * std::f64::consts::PI)
}

/// A sphere of rings and sectors.
pub(super) fn sphere(center: [f32; 3], radius: f32, rings: usize) -> TestMesh {
    let center = DVec3::from(center.map(f64::from));
    let (mut positions, mut indices) = (Vec::new(), Vec::new());
    let sectors = 2 * rings;
    for ring in 0..=rings {
        for sector in 0..sectors {
            let (up, around) = (
                std::f64::consts::PI * ring as f64 / rings as f64,
                std::f64::consts::TAU * sector as f64 / sectors as f64,
            );
            // Poles of the same bits whatever the sector.
            let across = if ring == 0 || ring == rings { 0.0 } else { up.sin() };
            let at = DVec3::new(across * around.cos(), across * around.sin(), up.cos());
            positions.push((center + at * f64::from(radius)).as_vec3().to_array());
            let corner = |ring: usize, sector: usize| (ring * sectors + sector % sectors) as u32;
            if ring < rings {
                let [a, b] = [corner(ring, sector), corner(ring, sector + 1)];
                let [c, d] = [corner(ring + 1, sector), corner(ring + 1, sector + 1)];
                indices.extend([a, c, d, a, d, b]);
            }
        }
    }
    TestMesh::new(positions, indices)
}

/// A box of twelve triangles, turned inside out if asked for.
pub(super) fn cuboid(min: [f32; 3], max: [f32; 3], inside_out: bool) -> TestMesh {
    let corner = |k: usize| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { min[axis] } else { max[axis] });
    let mut indices = crate::common::CUBE_FACES.to_vec();
    if inside_out {
        indices.chunks_exact_mut(3).for_each(|triangle| triangle.swap(1, 2));
    }
    TestMesh::new((0..8).map(corner).collect(), indices)
}

fn scaled(mesh: &TestMesh, scale: f32, offset: [f32; 3]) -> TestMesh {
    let moved = mesh.positions.iter().map(|p| [0, 1, 2].map(|axis| p[axis] * scale + offset[axis]));
    TestMesh::new(moved.collect(), mesh.indices.clone())
}

/// Separate triangles of random corners.
pub(super) fn soup(count: usize, spread: f32, seed: u64) -> TestMesh {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut positions = Vec::new();
    for _ in 0..count {
        let middle = [(); 3].map(|()| rng.f32() - 0.5);
        positions.extend([(); 3].map(|()| middle.map(|x| x + spread * (rng.f32() - 0.5))));
    }
    let indices = (0..positions.len() as u32).collect();
    TestMesh::new(positions, indices)
}

/// Meshes by name.
pub(super) fn nasty() -> Vec<(&'static str, TestMesh)> {
    let triangle = |a, b, c| TestMesh::new(vec![a, b, c], vec![0, 1, 2]);
    let ball = sphere([0.1, -0.2, 0.3], 1.0, 9);
    let mut rng = fastrand::Rng::with_seed(3);
    let mut slivers = Vec::new();
    for _ in 0..60 {
        let (a, b) = ([(); 3].map(|()| rng.f32()), [(); 3].map(|()| rng.f32()));
        let thin = 10_f32.powi(-rng.i32(1..9));
        let along = rng.f32() * 1.2 - 0.1;
        let third = [0, 1, 2].map(|k| a[k] + (b[k] - a[k]) * along + thin * (rng.f32() - 0.5));
        slivers.extend([a, b, third]);
    }
    let count = slivers.len() as u32;
    let slivers = TestMesh::new(slivers, (0..count).collect());
    let mut twice = ball.indices.repeat(2);
    twice.extend_from_within(..600);
    let doubled = TestMesh::new(ball.positions.clone(), twice);
    let many = TestMesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]], [0, 1, 2].repeat(300));
    let flat = TestMesh::new(
        (0..400).map(|_| [rng.f32(), rng.f32(), 0.25]).collect(),
        (0..399).map(|i| i / 3 + i % 3 * 131).collect(),
    );
    let line = triangle([-0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.25, 0.25, 0.25]);
    let zero_area = TestMesh::new(
        vec![[0.0; 3], [1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.5, 0.5, 0.5], [1.0, 0.0, 0.0]],
        vec![0, 1, 2, 3, 3, 3, 1, 4, 1, 0, 4, 3],
    );
    let tiny = scaled(&ball, 1e-38, [0.0; 3]);
    let mixed = TestMesh::together(&[
        soup(30, 1e-6, 1),
        soup(30, 1.0, 2),
        triangle([-2e3, -2e3, 0.1], [2e3, -2e3, 0.1], [0.0, 3e3, 0.1]),
    ]);
    vec![
        ("one triangle", triangle([0.3, -0.1, 0.2], [1.0, 0.0, 0.7], [0.0, 1.0, -0.4])),
        ("a segment", line),
        ("a point", triangle([1.5, -2.0, 0.25], [1.5, -2.0, 0.25], [1.5, -2.0, 0.25])),
        ("zero area", zero_area),
        ("slivers", slivers),
        ("doubled", doubled),
        ("a triangle 300 times", many),
        ("flat", flat),
        ("soup", soup(200, 0.3, 7)),
        ("mixed sizes", mixed),
        ("a cube on whole numbers", cuboid([-1.0; 3], [2.0, 1.0, 3.0], false)),
        ("at a million", scaled(&ball, 3.0, [1e6, -1e6, 1e6])),
        ("millimetres", scaled(&ball, 1e-3, [0.0; 3])),
        ("millimetres far away", scaled(&ball, 1e-3, [10.0, 20.0, -7.0])),
        ("hardly numbers", tiny),
        ("denormal", scaled(&ball, 1e-42, [0.0; 3])),
        ("huge", scaled(&ball, 2e17, [0.0; 3])),
        ("ball", ball),
    ]
}
