//! Closed meshes inside of each other.

use super::{centred, rotation, stride};
use crate::common::queries::on_every_level;
use crate::common::{TestMesh, cook_all, sphere};
use carom::geometry::{Aabb, PoseMatrix, Triangle, Vec3};
use carom::internal::crossing_number;
use carom::mesh::{Interiors, MeshInside, PosePair, Share};

/// Several spheres as one mesh.
fn spheres(places: &[(Vec3, f32)]) -> TestMesh {
    let one = |&(at, radius): &(Vec3, f32)| {
        let mut mesh = sphere(8, radius);
        mesh.positions.iter_mut().for_each(|p| *p = (Vec3::from(*p) + at).to_array());
        mesh
    };
    TestMesh::together(&places.iter().map(one).collect::<Vec<_>>())
}

#[test]
fn shells_and_spheres_inside_each_other() {
    let (origin, far) = (Vec3::ZERO, Vec3::new(100.0, 3.0, 4.0));
    let shell = |flip: bool| {
        // A sphere with a hollow, whose surface is turned.
        let hollow = spheres(&[(origin, 5.0)]);
        TestMesh::together(&[spheres(&[(origin, 10.0)]), if flip { hollow.turned() } else { hollow }])
    };
    let (none, some, all) = (Share::None, Share::Some, Share::All);
    let inside = |a_in_b, b_in_a| {
        let is_apart = a_in_b == none && b_in_a == none;
        let interiors = if is_apart { Interiors::Apart } else { Interiors::Overlap };
        MeshInside { touches: false, a_in_b, b_in_a, interiors }
    };
    let touching = MeshInside { touches: true, interiors: Interiors::Overlap, ..MeshInside::default() };
    let cases = [
        (spheres(&[(origin, 10.0)]), spheres(&[(origin, 1.0)]), inside(none, all)),
        (spheres(&[(origin, 10.0)]), spheres(&[(origin, 1.0), (far, 2.0)]), inside(none, some)),
        (spheres(&[(origin, 10.0), (far, 1.0)]), spheres(&[(origin, 1.0), (far, 2.0)]), inside(some, some)),
        (spheres(&[(origin, 10.0)]), spheres(&[(far, 1.0)]), inside(none, none)),
        (spheres(&[(origin, 10.0)]), spheres(&[(origin, 10.0)]), touching),
        (spheres(&[(origin, 10.0)]), spheres(&[(Vec3::X * 9.5, 1.0)]), touching),
        (shell(true), spheres(&[(origin, 2.0)]), inside(none, none)),
        // Both surfaces are turned outward, so that a ball in the hollow is surrounded twice.
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

/// The definition: of all triangles, is the first corner in the box around the other mesh, and does its
/// surface wind around it?
fn share([mesh, other]: [&TestMesh; 2], [pose, other_pose]: [&PoseMatrix; 2]) -> Share {
    let posed = |mesh: &TestMesh, pose: &PoseMatrix| -> Vec<Triangle> {
        let point = |corner| pose.point(corner);
        mesh.triangles().iter().map(|t| Triangle::new(point(t.a), point(t.b), point(t.c))).collect()
    };
    let bounds = other_pose.bounds_of(&other.bounds());
    let other = posed(other, other_pose);
    let is_inside = |t: &Triangle| {
        let winding: i32 = other.iter().map(|of| crossing_number(t.a, of)).sum();
        winding != 0 && bounds.touches(&Aabb::new(t.a, t.a))
    };
    let mesh = posed(mesh, pose);
    let inside = mesh.iter().filter(|t| is_inside(t)).count();
    match inside {
        0 => Share::None,
        _ if inside == mesh.len() => Share::All,
        _ => Share::Some,
    }
}

/// The mesh without some of its triangles, in another order.
fn opened(mesh: &TestMesh, rng: &mut fastrand::Rng, missing: usize) -> TestMesh {
    let mut corners: Vec<[u32; 3]> = mesh.indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect();
    rng.shuffle(&mut corners);
    corners.truncate(corners.len() - missing);
    TestMesh::new(mesh.positions.clone(), corners.into_iter().flatten().collect())
}

#[test]
fn open_meshes_have_the_same_inside_in_every_layout() {
    let rng = &mut fastrand::Rng::with_seed(12);
    let far = Vec3::new(100.0, 3.0, 4.0);
    let small = || spheres(&[(Vec3::ZERO, 1.0)]);
    let several = || spheres(&[(Vec3::ZERO, 1.0), (Vec3::X * 4.0, 1.0), (Vec3::new(-20.0, 1.0, 0.5), 1.0)]);
    for round in 0..6 {
        let missing = [1, 1, 3, 20][round % 4];
        let large = opened(&spheres(&[(Vec3::ZERO, 10.0), (far, 2.0)]), rng, missing);
        let small = if round % 3 == 0 { several() } else { opened(&small(), rng, round % 2) };
        let poses: Vec<PosePair> = (0..8)
            .map(|i| {
                let about = |rng: &mut fastrand::Rng| Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 2.0 - 1.0;
                let at = about(rng) * [6.0, 9.0, 12.0, 20.0][i % 4];
                let [turn, other] = [rotation(rng), rotation(rng)];
                let centre = Aabb::new(Vec3::splat(-1.0), Vec3::splat(1.0));
                let turned = |turn, at| centred(&centre, turn, 1.0, at);
                PosePair { a: turned(turn, Vec3::ZERO), b: turned(other, at) }
            })
            .collect();
        let expected: Vec<[Share; 2]> = poses
            .iter()
            .map(|p| [share([&large, &small], [&p.a, &p.b]), share([&small, &large], [&p.b, &p.a])])
            .collect();
        let (a, b) = (cook_all(&large), cook_all(&small));
        on_every_level(|level| {
            for (n, (first, a)) in a.iter().enumerate().step_by(stride(level)) {
                let (second, b) = &b[(n + round) % b.len()];
                let mut found = vec![MeshInside::default(); poses.len()];
                a.inside(b, &poses, &mut found[..]).unwrap();
                for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
                    let shares = [found.a_in_b, found.b_in_a];
                    let name = format!("{round} {i}: {first}, {second}, {}", level.name());
                    assert!(found.touches || shares == *expected, "{name}: {found:?} {expected:?}");
                }
            }
        });
    }
}
