//! Lists of touching pairs, and whether any touch.

use super::{Subject, all_pairs, centred, direction, part, rotation, sheet, some_poses, stride, swapped};
use crate::common::effort::effort_named;
use crate::common::queries::{filters, on_every_level};
use crate::common::{TestMesh, asset, cook_all, sphere};
use carom::geometry::{Pose, PoseMatrix, Quat, Vec3};
use carom::mesh::{Filter, Mesh, PosePair, TrianglePair};

fn list(a: &Mesh, b: &Mesh, poses: &PosePair, filters: [&Filter; 2], room: usize) -> Vec<TrianglePair> {
    let mut pairs = vec![TrianglePair::default(); room];
    let lists = a.overlap_mesh_all(b, &[*poses], filters, &mut (), &mut pairs[..]).unwrap();
    assert_eq!(lists.written, lists.total.min(room));
    pairs.truncate(lists.written);
    pairs
}

/// Both orders of arguments, the beginning of a list, and whether any touch.
pub(super) fn check(
    name: &str,
    [a, b]: [&Mesh; 2],
    poses: &PosePair,
    filters: [&Filter; 2],
    expected: &[TrianglePair],
) {
    let found = list(a, b, poses, filters, expected.len());
    assert!(found == expected, "{name}: {} pairs, not {}: {poses:?}", found.len(), expected.len());
    let back = list(b, a, &swapped(poses), [filters[1], filters[0]], expected.len() + 3);
    let mut back: Vec<_> = back.iter().map(|pair| TrianglePair { a: pair.b, b: pair.a }).collect();
    back.sort();
    assert!(back == expected, "{name}, swapped: {} pairs, not {}: {poses:?}", back.len(), expected.len());
    let half = list(a, b, poses, filters, expected.len() / 2);
    assert_eq!(half, expected[..expected.len() / 2], "{name}");
    let mut answers = [7];
    a.overlap_mesh(b, &[*poses], filters, &mut answers[..]).unwrap();
    assert_eq!(answers[0] != 0, !expected.is_empty(), "{name}");
}

/// The factor by which there are more poses at length, unless the environment variable `CAROM_SOAK` gives another.
fn soak() -> usize {
    effort_named("CAROM_SOAK", 1, 4)
}

fn check_assets(names: [&str; 2], poses: usize, seed: u64) {
    let poses = poses * soak();
    let [a, b] = names.map(|name| Subject::new(asset(name)));
    let (first, second) = (a.cooked(), b.cooked());
    let rng = &mut fastrand::Rng::with_seed(seed);
    let all = Filter::default();
    let (mut touching, mut total) = (0, 0);
    for i in 0..poses {
        let poses = some_poses(rng, &first.bounds(), &second.bounds());
        let some = filters();
        let filters = if i % 5 == 4 { [&some[1], &some[2 % some.len()]] } else { [&all, &all] };
        let expected = all_pairs(&a, &b, &poses, filters);
        check(&format!("{names:?} {i}"), [&first, &second], &poses, filters, &expected);
        touching += usize::from(!expected.is_empty());
        total += expected.len();
    }
    println!("{names:?}: {touching} of {poses} poses touch, {total} pairs");
    assert!(touching > poses / 3);
}

#[test]
fn skulls() {
    check_assets(["skull", "skull"], 60, 1);
}

#[test]
fn ribcage_and_skull() {
    check_assets(["ribcage", "skull"], 50, 2);
}

#[test]
fn forearms() {
    check_assets(["forearm", "forearm"], 12, 3);
}

#[test]
fn every_layout_meets_every_layout_on_every_level() {
    let meshes = [
        part(&asset("skull"), 1500),
        sphere(9, 60.0),
        TestMesh::new(vec![[0.0; 3], [90.0, 1.0, 0.0], [0.0, 80.0, 7.0]], vec![0, 1, 2]),
    ];
    let subjects = meshes.map(Subject::new);
    let cooked: Vec<_> = subjects.iter().map(|subject| cook_all(&subject.mesh)).collect();
    let rng = &mut fastrand::Rng::with_seed(4);
    let (all, some) = (Filter::default(), filters());
    for (i, j) in [(0, 0), (0, 1), (1, 1), (0, 2), (2, 1), (2, 2)] {
        for k in 0..3 {
            let poses = some_poses(rng, &cooked[i][0].1.bounds(), &cooked[j][0].1.bounds());
            let filters = if k == 2 { [&some[1], &all] } else { [&all, &all] };
            let expected = all_pairs(&subjects[i], &subjects[j], &poses, filters);
            on_every_level(|level| {
                for (first, a) in cooked[i].iter().step_by(stride(level)) {
                    for (second, b) in &cooked[j] {
                        let name = format!("{first} with {second} on {}", level.name());
                        check(&name, [a, b], &poses, filters, &expected);
                    }
                }
            });
        }
    }
}

#[test]
fn coplanar_sheets_and_stacked_boxes() {
    let sheet = Subject::new(sheet(20, 1.0));
    let cooked = cook_all(&sheet.mesh);
    let turned = Quat::from_rotation_z(std::f32::consts::FRAC_PI_4);
    let moves = [
        (Quat::IDENTITY, Vec3::ZERO),
        (Quat::IDENTITY, Vec3::new(0.5, 0.25, 0.0)),
        (Quat::IDENTITY, Vec3::new(20.0, 0.0, 0.0)),
        (Quat::IDENTITY, Vec3::new(20.0f32.next_up(), 0.0, 0.0)),
        (Quat::IDENTITY, Vec3::new(3.0, 0.0, f32::from_bits(1))),
        (Quat::IDENTITY, Vec3::new(3.0, 0.0, -0.0)),
        (turned, Vec3::new(7.0, 0.0, 0.0)),
        (Quat::from_rotation_x(std::f32::consts::PI), Vec3::new(0.0, 20.0, 0.0)),
    ];
    for (i, (rotation, translation)) in moves.into_iter().enumerate() {
        let b = Pose { rotation, translation, scale: 1.0 }.matrix(String::new).unwrap();
        let poses = PosePair { a: PoseMatrix::IDENTITY, b };
        let all = Filter::default();
        let expected = all_pairs(&sheet, &sheet, &poses, [&all, &all]);
        assert_eq!(expected.is_empty(), matches!(i, 3 | 4), "{i}");
        for (name, mesh) in &cooked {
            check(&format!("{name} {i}"), [mesh, mesh], &poses, [&all, &all], &expected);
        }
    }
}

#[test]
fn extreme_sizes_and_degenerate_triangles() {
    let mut mesh = sphere(6, 1.0);
    // Segments, points, duplicates.
    for i in 0..200u32 {
        let corner = mesh.indices[(i * 7 % 100) as usize];
        let next = mesh.indices[(i * 11 % 100) as usize];
        mesh.indices.extend(if i % 2 == 0 { [corner; 3] } else { [corner, next, corner] });
    }
    let sphere = Subject::new(TestMesh::new(mesh.positions, mesh.indices));
    let cooked = cook_all(&sphere.mesh);
    let rng = &mut fastrand::Rng::with_seed(5);
    let all = Filter::default();
    // The largest and the smallest that the limits allow, together and against each other.
    for (first, second) in [(57, 57), (-120, -120), (57, 0), (-126, 20), (-126, -126), (30, -30)] {
        let scales = [first, second].map(|exponent| 2f32.powi(exponent));
        for _ in 0..4 {
            let bounds = cooked[0].1.bounds();
            let a = centred(&bounds, rotation(rng), scales[0], Vec3::ZERO);
            let offset = direction(rng) * scales[0] * rng.f32() * 1.5;
            let poses =
                PosePair { a, b: centred(&bounds, rotation(rng), scales[1], offset.clamp_length_max(1e18)) };
            let expected = all_pairs(&sphere, &sphere, &poses, [&all, &all]);
            for (name, mesh) in &cooked {
                check(&format!("{name} {first} {second}"), [mesh, mesh], &poses, [&all, &all], &expected);
            }
        }
    }
}

#[test]
fn many_triangles_against_one_and_against_none() {
    let sphere = Subject::new(sphere(128, 10.0));
    assert!(sphere.triangles.len() > 65_000);
    let one = Subject::new(TestMesh::new(
        vec![[-20.0, 0.1, 0.2], [20.0, 0.3, -0.4], [0.5, 30.0, 9.0]],
        vec![0, 1, 2],
    ));
    let none = Subject::new(TestMesh::default());
    let cooked: Vec<_> = [&sphere, &one, &none].map(|subject| cook_all(&subject.mesh)).into();
    let (poses, all) = (PosePair::default(), Filter::default());
    let expected = all_pairs(&sphere, &one, &poses, [&all, &all]);
    assert!(expected.len() > 100);
    for (i, (name, mesh)) in cooked[0].iter().enumerate() {
        check(name, [mesh, &cooked[1][i].1], &poses, [&all, &all], &expected);
        check(name, [mesh, &cooked[2][i].1], &poses, [&all, &all], &[]);
        check(name, [&cooked[2][i].1, &cooked[2][i].1], &poses, [&all, &all], &[]);
    }
}

#[test]
fn batches_have_a_list_each() {
    let (skull, rng) = (Subject::new(part(&asset("skull"), 800)), &mut fastrand::Rng::with_seed(6));
    let (mesh, all) = (skull.cooked(), Filter::default());
    let poses: Vec<_> = (0..20).map(|_| some_poses(rng, &mesh.bounds(), &mesh.bounds())).collect();
    let mut offsets = [u64::MAX; 21];
    let mut pairs = vec![TrianglePair::default(); 200_000];
    let lists = mesh.overlap_mesh_all(&mesh, &poses, [&all, &all], &mut offsets[..], &mut pairs[..]).unwrap();
    assert_eq!((offsets[0], offsets[20]), (0, lists.total as u64));
    for (i, pose) in poses.iter().enumerate() {
        let expected = all_pairs(&skull, &skull, pose, [&all, &all]);
        assert_eq!(pairs[offsets[i] as usize..offsets[i + 1] as usize], expected, "{i}");
    }
}

#[test]
fn bad_poses_are_refused_before_anything_is_written() {
    let mesh = Subject::new(sphere(3, 1.0)).cooked();
    let all = Filter::default();
    let good = PosePair::default();
    let with = |change: fn(&mut PoseMatrix)| {
        let mut bad = good;
        change(&mut bad.b);
        [good, good, bad]
    };
    let cases: [([PosePair; 3], &str); 5] = [
        (with(|pose| pose.rows[1].x = f32::NAN), "b_poses[2].rows[1].x: NaN is not finite"),
        (with(|pose| pose.rows[0].y = 0.5), "b_poses[2]: a shear"),
        (with(|pose| pose.rows[2].z = 0.0), "b_poses[2]: zero scale along axis z"),
        (with(|pose| pose.rows[2].z = -1.0), "b_poses[2]: a mirror"),
        (
            with(|pose| {
                pose.rows = pose.rows.map(|row| row * 1e18);
                pose.translation.z = 1e18;
            }),
            "b_poses[2]: z of the posed mesh reaches",
        ),
    ];
    for (poses, text) in cases {
        let (mut offsets, mut pairs, mut answers) = ([9; 4], [TrianglePair { a: 9, b: 9 }; 4], [9; 3]);
        let error =
            mesh.overlap_mesh_all(&mesh, &poses, [&all, &all], &mut offsets[..], &mut pairs[..]).unwrap_err();
        assert!(error.to_string().contains(text), "{error}");
        mesh.overlap_mesh(&mesh, &poses, [&all, &all], &mut answers[..]).unwrap_err();
        assert_eq!((offsets, answers), ([9; 4], [9; 3]));
        assert!(pairs.iter().all(|pair| pair.a == 9));
    }
}

#[test]
fn few_pairs_need_exact_arithmetic() {
    let rng = &mut fastrand::Rng::with_seed(8);
    let all = Filter::default();
    for name in ["skull", "ribcage", "forearm"] {
        let mesh = Subject::new(asset(name)).cooked();
        let (bounds, size) = (mesh.bounds(), (mesh.bounds().max - mesh.bounds().min).length());
        let (mut exact, mut last) = (0, 0);
        for _ in 0..25 {
            let offset = direction(rng) * size * 0.6 * rng.f32();
            let poses = PosePair {
                a: PoseMatrix::IDENTITY,
                b: centred(&bounds, rotation(rng), 1.0, offset + (bounds.min + bounds.max) * 0.5),
            };
            let counts = mesh.overlap_mesh_counts(&mesh, &poses, [&all, &all]).unwrap();
            (exact, last) = (exact + counts.exact, last + counts.last_stage);
        }
        println!("{name}: {exact} of {last} pairs by exact arithmetic");
        assert!(last > 5_000 && 200 * exact <= last, "{name}: {exact} of {last}");
    }
}
