//! Closed meshes inside of each other.

use super::{centred, rotation, stride};
use crate::common::queries::on_every_level;
use crate::common::{TestMesh, cook_all, sphere};
use carom::geometry::{PoseMatrix, Vec3};
use carom::mesh::{MeshInside, PosePair, Share};

/// Several spheres as one mesh.
fn spheres(places: &[(Vec3, f32)]) -> TestMesh {
    let mut mesh = TestMesh::default();
    for &(at, radius) in places {
        let one = sphere(8, radius);
        let first = mesh.positions.len() as u32;
        mesh.positions.extend(one.positions.iter().map(|&p| (Vec3::from(p) + at).to_array()));
        mesh.indices.extend(one.indices.iter().map(|i| i + first));
    }
    TestMesh::new(mesh.positions, mesh.indices)
}

#[test]
fn what_is_inside_of_what() {
    let (origin, far) = (Vec3::ZERO, Vec3::new(100.0, 3.0, 4.0));
    let shell = |flip: bool| {
        // A sphere with a hollow, whose surface is turned.
        let mut mesh = spheres(&[(origin, 10.0), (origin, 5.0)]);
        let half = mesh.indices.len() / 2;
        if flip {
            mesh.indices[half..].chunks_exact_mut(3).for_each(|t| t.swap(1, 2));
        }
        mesh
    };
    let (none, some, all) = (Share::None, Share::Some, Share::All);
    let inside = |a_in_b, b_in_a| MeshInside { touches: false, a_in_b, b_in_a };
    let touching = MeshInside { touches: true, ..MeshInside::default() };
    let cases = [
        (spheres(&[(origin, 10.0)]), spheres(&[(origin, 1.0)]), inside(none, all)),
        (spheres(&[(origin, 10.0)]), spheres(&[(origin, 1.0), (far, 2.0)]), inside(none, some)),
        (spheres(&[(origin, 10.0), (far, 1.0)]), spheres(&[(origin, 1.0), (far, 2.0)]), inside(some, some)),
        (spheres(&[(origin, 10.0)]), spheres(&[(far, 1.0)]), inside(none, none)),
        (spheres(&[(origin, 10.0)]), spheres(&[(origin, 10.0)]), touching),
        (spheres(&[(origin, 10.0)]), spheres(&[(Vec3::X * 9.5, 1.0)]), touching),
        (shell(true), spheres(&[(origin, 2.0)]), inside(none, none)),
        // Both surfaces turned outward: what is in the hollow is surrounded twice.
        (shell(false), spheres(&[(origin, 2.0)]), inside(none, all)),
        (shell(true), spheres(&[(Vec3::Y * 7.5, 1.0), (Vec3::X * -2.0, 1.0)]), inside(none, some)),
    ];
    let rng = &mut fastrand::Rng::with_seed(11);
    for (i, (a, b, expected)) in cases.into_iter().enumerate() {
        let (a, b) = (cook_all(&a), cook_all(&b));
        for k in 0..3 {
            let pose = if k == 0 {
                PoseMatrix::IDENTITY
            } else {
                centred(&a[0].1.bounds(), rotation(rng), 0.3, far)
            };
            let poses = PosePair { a: pose, b: pose };
            on_every_level(|level| {
                for (n, (first, a)) in a.iter().enumerate().step_by(stride(level)) {
                    let (second, b) = &b[(n + i + k) % b.len()];
                    let mut found = [MeshInside::default()];
                    a.inside(b, &[poses], &mut found[..]).unwrap();
                    assert_eq!(found[0], expected, "{i} {k}: {first}, {second}, {}", level.name());
                }
            });
        }
    }
}
