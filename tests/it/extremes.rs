//! Every number of every query at zeros of both signs, at denormals, at the largest numbers and, where that
//! may be, at infinity: on every layout and level as the plain loop answers.

use crate::common::effort::effort;
use crate::common::queries::{Counts, Queries, check_these, filters};
use crate::common::{TestMesh, sphere};
use carom::geometry::{LARGEST, Ray, Vec3};

/// Many large triangles above one another, so that a ray meets most children of every node.
fn stack(count: usize, offset: f32) -> TestMesh {
    let corners = |i: usize| {
        let z = 1.0 + (i % 7) as f32 + 0.1 * i as f32 + offset;
        [[-50.0, -50.0, z - 20.0], [50.0, -50.0, z - 20.0], [0.0, 60.0, z + 40.0]]
    };
    TestMesh::new((0..count).flat_map(corners).collect(), (0..3 * count as u32).collect())
}

fn check(mesh: &TestMesh, seed: u64, counts: Counts) {
    let counts = effort(Counts { rays: counts.rays / 2, others: counts.others / 2 }, counts);
    check_these(mesh, &Queries::extreme(mesh, seed, counts), &filters()[..2]);
}

const COUNTS: Counts = Counts { rays: 24, others: 12 };

#[test]
fn a_stack_of_triangles() {
    check(&stack(17, 0.0), 1, COUNTS);
    check(&stack(effort(80, 200), -12.0), 2, COUNTS);
}

#[test]
fn a_sphere() {
    check(&sphere(12, 1.0), 3, COUNTS);
}

#[test]
fn a_mesh_of_extremes() {
    let mut mesh = sphere(4, 1.0);
    for (i, position) in mesh.positions.iter_mut().enumerate() {
        position[i % 3] = [0.0, -0.0, 1e-45, -1e-45, 1e-40, f32::MIN_POSITIVE][i % 6];
    }
    check(&mesh, 4, COUNTS);
    for (i, position) in mesh.positions.iter_mut().enumerate() {
        position[i % 3] = [LARGEST, -LARGEST, 1e18, -1e12][i % 4];
    }
    check(&mesh, 5, COUNTS);
}

/// Rays that begin before, in and behind the mesh, with ranges that begin behind their origin.
#[test]
fn rays_that_begin_behind_their_origin() {
    let mesh = stack(200, -12.0);
    let begins = [
        -0.0,
        -f32::from_bits(1),
        -f32::from_bits(7),
        -f32::from_bits(8),
        -1e-40,
        -0.5,
        -3.0,
        -1e20,
        f32::MIN,
        f32::NEG_INFINITY,
    ];
    let rng = &mut fastrand::Rng::with_seed(6);
    let mut rays =
        vec![Ray { origin: Vec3::new(0.0, 0.0, 30.0), t_min: -0.0, direction: -Vec3::Z, t_max: 100.0 }];
    for i in 0..4000 {
        let aside = |rng: &mut fastrand::Rng| Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
        // In tens, rays run alike.
        let direction = if i / 400 % 2 == 0 { Vec3::new(0.1, 0.05, -1.0) } else { aside(rng) * 4.0 };
        let origin = aside(rng) * 60.0 + Vec3::new(0.0, 0.0, if i % 3 == 0 { 0.0 } else { 20.0 });
        let t_max = [0.0, -0.0, 40.0, f32::INFINITY, -1.0][rng.usize(0..5)];
        let t_min = begins[i % begins.len()];
        // Some boxes begin exactly where the ray does.
        let origin = if i % 5 == 0 { Vec3::from_array(mesh.positions[rng.usize(0..600)]) } else { origin };
        rays.push(Ray { origin, t_min, direction, t_max });
    }
    check_these(&mesh, &Queries { rays, ..Queries::default() }, &filters()[..3]);
}
