//! Coherent rays, which go through a tree together: each is answered as if it were alone.

use crate::common::effort::effort;
use crate::common::queries::{Queries, check_these, filters};
use crate::common::{TestMesh, sphere};
use carom::geometry::{Ray, Vec3};

/// The rays of a camera, which looks in a direction of length 1, in tiles of four by four, as many as are asked for.
fn camera(eye: Vec3, forward: Vec3, width: f32, count: usize) -> Vec<Ray> {
    let right = forward.any_orthonormal_vector();
    let up = right.cross(forward);
    let columns = (count as f32).sqrt().ceil().max(4.0) as usize / 4 * 4;
    let pixel = |i: usize| {
        let (tile, inner) = (i / 16, i % 16);
        let (column, row) = (tile % (columns / 4) * 4 + inner % 4, tile / (columns / 4) * 4 + inner / 4);
        let at = |x: usize| width * ((x as f32 + 0.5) / columns as f32 - 0.5);
        Ray::new(eye, forward + right * at(column) + up * at(row))
    };
    (0..count).map(pixel).collect()
}

/// Directions to look in: along axes, so that signs differ within an image, along diagonals, where the dominant axis does, and
/// between these.
const VIEWS: [Vec3; 6] = [
    Vec3::new(0.0, 0.0, -1.0),
    Vec3::new(1.0, 1.0, 0.02),
    Vec3::new(-1.0, 1.0, 1.0),
    Vec3::new(0.3, -0.9, 0.2),
    Vec3::new(-0.8, 0.1, 0.5),
    Vec3::new(0.01, 1.0, -0.02),
];

/// Small triangles on a sphere, and large ones through it.
fn mixed(scale: f32) -> TestMesh {
    let mut mesh = sphere(9, 1.0);
    let rng = &mut fastrand::Rng::with_seed(17);
    let first = mesh.positions.len() as u32;
    mesh.positions.extend((0..30).map(|_| [0; 3].map(|_| 2.4 * rng.f32() - 1.2)));
    mesh.indices.extend(first..first + 30);
    // Some of them twice.
    mesh.indices.extend(first..first + 9);
    let positions = mesh.positions.iter().map(|p| p.map(|x| x * scale)).collect();
    TestMesh::new(positions, mesh.indices)
}

fn check(mesh: &TestMesh, rays: Vec<Ray>) {
    check_these(mesh, &Queries { rays, ..Queries::default() }, &filters()[..effort(1, 3)]);
}

#[test]
fn cameras_at_every_scale_and_of_every_size() {
    for (i, power) in (-84..=58).step_by(effort(13, 3)).enumerate() {
        let scale = 2f32.powi(power);
        let view = VIEWS[i % VIEWS.len()].normalize();
        // Of whole packets, of half ones, and with rays left over.
        for (count, width) in [(64, 0.6), (37, 0.2), (128, 2.0), (17, 0.01)] {
            check(&mixed(scale), camera(-view * (2.5 * scale), view, width, count));
        }
    }
}

#[test]
fn rays_of_a_packet_begin_and_end_anywhere() {
    let (mesh, rng) = (mixed(1.0), &mut fastrand::Rng::with_seed(3));
    for view in VIEWS {
        let view = view.normalize();
        let mut rays = camera(view * -2.0, view, 0.7, 160);
        for ray in &mut rays {
            let ends = [f32::NEG_INFINITY, -1.0, -0.0, 0.0, 1.0, 1.0 + rng.f32(), 2.0, 3.0, f32::INFINITY];
            (ray.t_min, ray.t_max) = (ends[rng.usize(0..ends.len())], ends[rng.usize(0..ends.len())]);
            // Some begin inside.
            ray.origin += ray.direction * (rng.f32() * f32::from(rng.u8(0..3)));
        }
        check(&mesh, rays);
    }
}

#[test]
fn rays_through_edges_and_vertices_of_a_lattice() {
    // A plane of squares, twice, seen along an axis: every ray meets an edge or a vertex, at the same distance.
    let mut positions = Vec::new();
    for i in 0..17 * 17 {
        positions.push([(i % 17) as f32, (i / 17) as f32, 0.0]);
    }
    let mut indices: Vec<u32> = Vec::new();
    for i in (0..16 * 17).filter(|i| i % 17 < 16) {
        indices.extend([i, i + 1, i + 17, i + 1, i + 18, i + 17]);
    }
    indices.extend_from_within(..);
    let mesh = TestMesh::new(positions, indices);
    for (dx, dy) in [(0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.25, 0.25), (-0.5, 0.0)] {
        let ray = |i: usize| {
            let (x, y) = ((i % 4 + i / 16 % 4 * 4) as f32 + dx, (i % 16 / 4 + i / 64 * 4) as f32 + dy);
            Ray::new(Vec3::new(x, y, 3.0), Vec3::new(0.0, 0.0, -2.0))
        };
        check(&mesh, (0..256).map(ray).collect());
    }
}

#[test]
fn parallel_rays_from_everywhere() {
    // They look coherent, and share nothing.
    let (mesh, rng) = (sphere(effort(24, 60), 1.0), &mut fastrand::Rng::with_seed(8));
    for direction in [Vec3::new(0.5, -0.7, 0.2), Vec3::new(0.0, 0.0, 1.0)] {
        let ray = |_| Ray::new(Vec3::from([0; 3].map(|_| 3.0 * rng.f32() - 1.5)) - direction, direction);
        check(&mesh, (0..effort(300, 3000)).map(ray).collect());
    }
}
