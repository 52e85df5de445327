//! Two meshes at every scale: of their coordinates, or of the poses that bring them there.

use super::nearest::{check_distances, nearest, pairs_within};
use super::{Subject, all_pairs, centred, direction, rotation, sheet, touching};
use crate::common::queries::on_every_level;
use crate::common::{TestMesh, VARIANTS, sphere};
use carom::SimdLevel;
use carom::geometry::{PoseMatrix, Quat, Vec3};
use carom::mesh::{Filter, LayoutKind, Mesh, MeshDistance, PairDistance, PosePair};

fn scaled(mesh: &TestMesh, exponent: i32) -> TestMesh {
    let scale = 2f64.powi(exponent);
    let positions = mesh.positions.iter().map(|p| p.map(|x| (f64::from(x) * scale) as f32)).collect();
    TestMesh { positions, ..mesh.clone() }
}

/// Poses of meshes of size 1 times 2^`exponent`, whose own coordinates are such times 2^`of_mesh`.
fn poses(
    rng: &mut fastrand::Rng,
    bounds: [&carom::geometry::Aabb; 2],
    exponent: i32,
    of_mesh: i32,
) -> PosePair {
    let scale = 2f32.powi(exponent - of_mesh);
    let at = |v: Vec3| Vec3::from_array(v.to_array().map(|x| (f64::from(x) * 2f64.powi(exponent)) as f32));
    let offset = direction(rng) * [0.0, 0.7, 1.6, 2.2][rng.usize(0..4)];
    let turn = |rng: &mut fastrand::Rng| if rng.bool() { rotation(rng) } else { Quat::IDENTITY };
    let [a, b] = [turn(rng), turn(rng)];
    PosePair { a: centred(bounds[0], a, scale, Vec3::ZERO), b: centred(bounds[1], b, scale, at(offset)) }
}

fn list_within(a: &Mesh, b: &Mesh, poses: &PosePair, distance: f32, room: usize) -> Vec<PairDistance> {
    let all = Filter::default();
    let mut found = vec![PairDistance::default(); room];
    let lists = a.within(b, &[*poses], distance, [&all, &all], &mut (), &mut found[..]).unwrap();
    assert_eq!(lists.total, room);
    found
}

#[test]
fn answers_at_every_scale() {
    let meshes = [sphere(3, 0.9), sheet(4, 0.3)];
    let rng = &mut fastrand::Rng::with_seed(31);
    let all = Filter::default();
    let wanted = ["wide", "wide small", "wide fast", "compact", "delta"];
    let mut cases = Vec::new();
    for step in 0..=41 {
        let exponent = (step * 5 - 149).min(57);
        // Small meshes and large ones, where they are; or of size 1, posed by a scale.
        for of_mesh in [exponent, 0] {
            if exponent - of_mesh < -126 {
                continue;
            }
            let pair = [&meshes[step as usize % 2], &meshes[step as usize / 2 % 2]];
            let [a, b] = pair.map(|mesh| Subject::new(scaled(mesh, of_mesh)));
            let poses = poses(rng, [&a.mesh.bounds(), &b.mesh.bounds()], exponent, of_mesh);
            let touching = all_pairs(&a, &b, &poses, [&all, &all]);
            let first = nearest(&a, &b, &poses, [&all, &all], f32::INFINITY);
            assert_eq!(touching.is_empty(), first.distance > 0.0);
            let clearance = first.distance + 2f32.powi(exponent) * 0.1;
            let near = pairs_within(&a, &b, &poses, clearance);
            let cooked = [&a, &b].map(|subject| {
                let variants = VARIANTS.iter().filter(|variant| wanted.contains(&variant.name));
                let build = |options| Mesh::build(&subject.mesh.input(), options).unwrap();
                variants.map(|variant| (variant.name, build((variant.options)()))).collect::<Vec<_>>()
            });
            cases.push((
                format!("2^{exponent} of 2^{of_mesh}"),
                cooked,
                poses,
                touching,
                first,
                clearance,
                near,
            ));
        }
    }
    on_every_level(|level| {
        for (name, [first, second], poses, touching, nearest, clearance, near) in &cases {
            for ((layout, a), (_, b)) in first.iter().zip(second) {
                if level != SimdLevel::Portable && a.stats().layout != LayoutKind::Wide {
                    continue;
                }
                let name = format!("{name}, {layout}, {}", level.name());
                touching::check(&name, [a, b], poses, [&all, &all], touching);
                for limit in [f32::INFINITY, nearest.distance, nearest.distance.next_up()] {
                    check_distances(&name, [a, b], poses, limit, nearest);
                }
                if nearest.distance > 0.0 {
                    let below = nearest.distance.next_down();
                    check_distances(&name, [a, b], poses, below, &MeshDistance::NONE);
                }
                assert_eq!(list_within(a, b, poses, *clearance, near.len()), *near, "{name}");
            }
        }
    });
}

/// The largest corners that meshes have are farther apart than the largest coordinate: no distance is too
/// large to be asked for.
#[test]
fn distances_beyond_the_largest_coordinate() {
    let corner = |s: f32| {
        let far = s * carom::geometry::LARGEST;
        TestMesh::new(vec![[far; 3], [far, far, far * 0.5], [far * 0.5, far, far]], vec![0, 1, 2])
    };
    let [a, b] = [1.0, -1.0].map(|s| Subject::new(corner(s)));
    let (first, second) = (a.cooked(), b.cooked());
    let poses = PosePair { a: PoseMatrix::IDENTITY, b: PoseMatrix::IDENTITY };
    let expected = pairs_within(&a, &b, &poses, f32::INFINITY);
    assert!(expected.len() == 1 && expected[0].distance > 2.0 * carom::geometry::LARGEST);
    for distance in [f32::INFINITY, f32::MAX, expected[0].distance] {
        assert_eq!(list_within(&first, &second, &poses, distance, 1), expected, "{distance}");
    }
    assert!(list_within(&first, &second, &poses, expected[0].distance.next_down(), 0).is_empty());
}
