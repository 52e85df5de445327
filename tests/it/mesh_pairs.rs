//! Touching pairs of two posed meshes equal those of a plain loop over all pairs of triangles, for every layout, instruction set and
//! order of arguments.

use crate::common::queries::{filters, on_every_level};
use crate::common::{TestMesh, asset, cook_all, passes, sphere};
use carom::geometry::{
    Aabb, ClosestOnTriangles, Pose, PoseMatrix, Quat, Triangle, Vec3, distance_triangle_triangle,
    intersection, triangles_intersect,
};
use carom::mesh::{
    CookOptions, Filter, Mesh, MeshDistance, MeshInside, PairDistance, PairIntersection, PosePair, Share,
    TrianglePair,
};

/// A mesh with its triangles in the user's order.
struct Subject {
    mesh: TestMesh,
    triangles: Vec<Triangle>,
}

impl Subject {
    fn new(mesh: TestMesh) -> Subject {
        let triangles = mesh.triangles();
        Subject { mesh, triangles }
    }

    fn cooked(&self) -> Mesh<'static> {
        Mesh::build(&self.mesh.input(), CookOptions::default()).unwrap()
    }

    /// Posed triangles with their boxes that a filter accepts, sorted by where the boxes begin.
    fn posed(&self, pose: &PoseMatrix, filter: &Filter) -> Vec<(u32, Triangle, Aabb)> {
        let mut posed: Vec<_> = (0..self.triangles.len())
            .filter(|&i| passes(filter, self.mesh.attributes[i]))
            .map(|i| {
                let triangle = pose.triangle(&self.triangles[i]);
                (i as u32, triangle, triangle.bounds())
            })
            .collect();
        posed.sort_by(|a, b| a.2.min.x.total_cmp(&b.2.min.x));
        posed
    }
}

/// All pairs whose triangles touch, by sweeping along the first axis.
fn all_pairs(a: &Subject, b: &Subject, poses: &PosePair, filters: [&Filter; 2]) -> Vec<TrianglePair> {
    let (a, b) = (a.posed(&poses.a, filters[0]), b.posed(&poses.b, filters[1]));
    let widest = b.iter().map(|(_, _, bounds)| bounds.max.x - bounds.min.x).fold(0.0, f32::max);
    let mut pairs = Vec::new();
    for (i, first, bounds) in &a {
        let begin = b.partition_point(|(_, _, other)| {
            f64::from(other.min.x) + f64::from(widest) * 1.001 < f64::from(bounds.min.x)
        });
        for (j, second, other) in &b[begin..] {
            if other.min.x > bounds.max.x {
                break;
            }
            if bounds.touches(other) && triangles_intersect(first, second) {
                pairs.push(TrianglePair { a: *i, b: *j });
            }
        }
    }
    pairs.sort();
    pairs
}

fn list(a: &Mesh, b: &Mesh, poses: &PosePair, filters: [&Filter; 2], room: usize) -> Vec<TrianglePair> {
    let mut pairs = vec![TrianglePair::default(); room];
    let lists = a.pairs(b, &[*poses], filters, &mut (), &mut pairs[..]).unwrap();
    assert_eq!(lists.written, lists.total.min(room));
    pairs.truncate(lists.written);
    pairs
}

fn swapped(poses: &PosePair) -> PosePair {
    PosePair { a: poses.b, b: poses.a }
}

fn rotation(rng: &mut fastrand::Rng) -> Quat {
    loop {
        let q = Quat::from_xyzw(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
        if q.length() > 0.1 && q.length() < 0.5 {
            return q.normalize();
        }
    }
}

fn direction(rng: &mut fastrand::Rng) -> Vec3 {
    rotation(rng) * Vec3::X
}

/// A pose that puts the middle of `bounds` at `at`.
fn centred(bounds: &Aabb, rotation: Quat, scale: f32, at: Vec3) -> PoseMatrix {
    let middle = (bounds.min + bounds.max) * 0.5;
    let translation = at - rotation * (middle * scale);
    Pose { rotation, translation, scale }.matrix(String::new).unwrap()
}

/// Poses of two meshes from deep to apart, some scaled, some far from the origin, some of the same place.
fn some_poses(rng: &mut fastrand::Rng, a: &Aabb, b: &Aabb) -> PosePair {
    let size = (a.max - a.min).length();
    let scale = match rng.u32(0..6) {
        0 => 0.1,
        1 => 3.7,
        _ => 1.0,
    };
    let far = match rng.u32(0..6) {
        0 => direction(rng) * size * 1e4,
        1 => direction(rng) * 1e-3,
        _ => Vec3::ZERO,
    };
    // Scaled together, so that they still meet.
    let all = match rng.u32(0..8) {
        0 => 1e-9,
        1 => 1e9,
        _ => 1.0,
    };
    let apart = size * rng.f32() * 0.8;
    let first = centred(a, rotation(rng), all, far * all);
    let offset = direction(rng) * apart * all;
    match rng.u32(0..24) {
        // At the same place, and moved along an axis from there.
        0 => PosePair { a: first, b: first },
        1 => {
            let mut second = first;
            second.translation.y += size * 0.01 * all;
            PosePair { a: first, b: second }
        }
        _ => PosePair { a: first, b: centred(b, rotation(rng), scale * all, far * all + offset) },
    }
}

/// Both orders of arguments, the beginning of a list, and whether any touch.
fn check(name: &str, [a, b]: [&Mesh; 2], poses: &PosePair, filters: [&Filter; 2], expected: &[TrianglePair]) {
    let found = list(a, b, poses, filters, expected.len());
    assert!(found == expected, "{name}: {} pairs, not {}: {poses:?}", found.len(), expected.len());
    let back = list(b, a, &swapped(poses), [filters[1], filters[0]], expected.len() + 3);
    let mut back: Vec<_> = back.iter().map(|pair| TrianglePair { a: pair.b, b: pair.a }).collect();
    back.sort();
    assert!(back == expected, "{name}, swapped: {} pairs, not {}: {poses:?}", back.len(), expected.len());
    let half = list(a, b, poses, filters, expected.len() / 2);
    assert_eq!(half, expected[..expected.len() / 2], "{name}");
    let mut answers = [7];
    a.touches(b, &[*poses], filters, &mut answers[..]).unwrap();
    assert_eq!(answers[0] != 0, !expected.is_empty(), "{name}");
}

fn check_assets(names: [&str; 2], poses: usize, seed: u64) {
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
    check_assets(["skull", "skull"], 100, 1);
}

#[test]
fn ribcage_and_skull() {
    check_assets(["ribcage", "skull"], 80, 2);
}

#[test]
fn forearms() {
    check_assets(["forearm", "forearm"], 20, 3);
}

/// A part of a mesh.
fn part(mesh: &TestMesh, count: usize) -> TestMesh {
    TestMesh::new(mesh.positions.clone(), mesh.indices[..3 * count].to_vec())
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
                for (first, a) in &cooked[i] {
                    for (second, b) in &cooked[j] {
                        let name = format!("{first} with {second} on {}", level.name());
                        check(&name, [a, b], &poses, filters, &expected);
                    }
                }
            });
        }
    }
}

/// A grid of squares in the plane z = 0, two triangles each.
fn sheet(squares: usize, size: f32) -> TestMesh {
    let row = squares as u32 + 1;
    let positions = (0..row * row).map(|i| [(i % row) as f32 * size, (i / row) as f32 * size, 0.0]).collect();
    let square = |i: u32| [i, i + 1, i + row, i + row, i + 1, i + row + 1];
    let indices =
        (0..row * row).filter(|i| i % row + 1 < row && i / row + 1 < row).flat_map(square).collect();
    TestMesh::new(positions, indices)
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
    let lists = mesh.pairs(&mesh, &poses, [&all, &all], &mut offsets[..], &mut pairs[..]).unwrap();
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
        let error = mesh.pairs(&mesh, &poses, [&all, &all], &mut offsets[..], &mut pairs[..]).unwrap_err();
        assert!(error.to_string().contains(text), "{error}");
        mesh.touches(&mesh, &poses, [&all, &all], &mut answers[..]).unwrap_err();
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
        for _ in 0..60 {
            let offset = direction(rng) * size * 0.6 * rng.f32();
            let poses = PosePair {
                a: PoseMatrix::IDENTITY,
                b: centred(&bounds, rotation(rng), 1.0, offset + (bounds.min + bounds.max) * 0.5),
            };
            let counts = mesh.pair_counts(&mesh, &poses, [&all, &all]).unwrap();
            (exact, last) = (exact + counts.exact, last + counts.last_stage);
        }
        println!("{name}: {exact} of {last} pairs by exact arithmetic");
        assert!(last > 10_000 && 200 * exact <= last, "{name}: {exact} of {last}");
    }
}

/// The nearest pair, by all pairs whose boxes may be nearer.
fn nearest(
    a: &Subject,
    b: &Subject,
    poses: &PosePair,
    filters: [&Filter; 2],
    max_distance: f32,
) -> MeshDistance {
    let (a, b) = (a.posed(&poses.a, filters[0]), b.posed(&poses.b, filters[1]));
    let mut best = MeshDistance::NONE;
    for (i, first, bounds) in &a {
        for (j, second, other) in &b {
            // Monotone, and never more than the distance.
            if bounds.separation(other) > f64::from(best.distance.min(max_distance)) {
                continue;
            }
            let ClosestOnTriangles { on_a, on_b, distance } = distance_triangle_triangle(first, second);
            let is_better =
                distance < best.distance || (distance == best.distance && (*i, *j) < (best.a, best.b));
            if distance <= max_distance && is_better {
                best = MeshDistance { on_a, on_b, distance, a: *i, b: *j };
            }
        }
    }
    best
}

/// All pairs that are no farther apart than a distance.
fn pairs_within(a: &Subject, b: &Subject, poses: &PosePair, distance: f32) -> Vec<PairDistance> {
    let all = Filter::default();
    let (a, b) = (a.posed(&poses.a, &all), b.posed(&poses.b, &all));
    let mut pairs = Vec::new();
    for (i, first, bounds) in &a {
        for (j, second, other) in &b {
            if bounds.separation(other) <= f64::from(distance) {
                let found = distance_triangle_triangle(first, second).distance;
                if found <= distance {
                    pairs.push(PairDistance { pair: TrianglePair { a: *i, b: *j }, distance: found });
                }
            }
        }
    }
    pairs.sort_by_key(|found| found.pair);
    pairs
}

fn check_distances(name: &str, [a, b]: [&Mesh; 2], poses: &PosePair, limit: f32, expected: &MeshDistance) {
    let all = Filter::default();
    let mut found = [MeshDistance::NONE];
    a.distance(b, &[*poses], limit, [&all, &all], &mut found[..]).unwrap();
    assert_eq!(found[0], *expected, "{name}: {poses:?}");
    // The other way round, the same distance; which of equally near pairs is named depends on the order.
    b.distance(a, &[swapped(poses)], limit, [&all, &all], &mut found[..]).unwrap();
    assert_eq!(found[0].distance, expected.distance, "{name}, swapped: {poses:?}");
}

#[test]
fn distances_and_clearances() {
    let meshes = [part(&asset("skull"), 700), sphere(7, 40.0), sheet(9, 7.0)];
    let subjects = meshes.map(Subject::new);
    let cooked: Vec<_> = subjects.iter().map(|subject| cook_all(&subject.mesh)).collect();
    let rng = &mut fastrand::Rng::with_seed(9);
    let all = Filter::default();
    let (mut apart, mut touching) = (0, 0);
    for (i, j) in [(0, 0), (0, 1), (1, 1), (2, 2), (2, 0)] {
        for k in 0..10 {
            let (a, b) = (cooked[i][0].1.bounds(), cooked[j][0].1.bounds());
            let mut poses = some_poses(rng, &a, &b);
            if k % 2 == 0 {
                poses.b.translation += direction(rng) * (b.max - b.min).length() * rng.f32() * 1.5;
            }
            let expected = nearest(&subjects[i], &subjects[j], &poses, [&all, &all], f32::INFINITY);
            apart += usize::from(expected.distance > 0.0);
            touching += usize::from(expected.distance == 0.0);
            let clearance = expected.distance * 1.05 + (a.max - a.min).length() * 1e-3;
            let near = pairs_within(&subjects[i], &subjects[j], &poses, clearance);
            assert!(!near.is_empty());
            on_every_level(|level| {
                for (first, a) in &cooked[i] {
                    let (second, b) = &cooked[j][(k + 3) % cooked[j].len()];
                    let name = format!("{first} with {second} on {}", level.name());
                    check_distances(&name, [a, b], &poses, f32::INFINITY, &expected);
                    check_distances(&name, [a, b], &poses, expected.distance, &expected);
                    let mut found = vec![PairDistance::default(); near.len() + 1];
                    let filters = [&all, &all];
                    let lists =
                        a.pairs_within(b, &[poses], clearance, filters, &mut (), &mut found[..]).unwrap();
                    assert_eq!(lists.total, near.len(), "{name}");
                    assert_eq!(found[..near.len()], near, "{name}");
                    if expected.distance > 0.0 {
                        let below = expected.distance.next_down();
                        check_distances(&name, [a, b], &poses, below, &MeshDistance::NONE);
                    }
                }
            });
        }
    }
    assert!(apart > 15 && touching > 10, "{apart} {touching}");
}

#[test]
fn distances_of_whole_assets() {
    let rng = &mut fastrand::Rng::with_seed(10);
    let all = Filter::default();
    for (name, other) in [("skull", "skull"), ("ribcage", "skull")] {
        let [a, b] = [name, other].map(|name| Subject::new(asset(name)));
        let (first, second) = (a.cooked(), b.cooked());
        let size = (first.bounds().max - first.bounds().min).length();
        for _ in 0..4 {
            let mut poses = some_poses(rng, &first.bounds(), &second.bounds());
            poses.b.translation += direction(rng) * size * (0.6 + rng.f32());
            let expected = nearest(&a, &b, &poses, [&all, &all], f32::INFINITY);
            check_distances(name, [&first, &second], &poses, f32::INFINITY, &expected);
        }
    }
}

#[test]
fn empty_meshes_are_infinitely_far() {
    let (none, some) = (Subject::new(TestMesh::default()).cooked(), Subject::new(sphere(3, 1.0)).cooked());
    for pair in [[&none, &some], [&some, &none], [&none, &none]] {
        check_distances("empty", pair, &PosePair::default(), f32::INFINITY, &MeshDistance::NONE);
        let mut inside = [MeshInside::default()];
        pair[0].inside(pair[1], &[PosePair::default()], &mut inside[..]).unwrap();
        assert_eq!(inside[0], MeshInside::default());
    }
}

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
                for (first, a) in &a {
                    for (second, b) in &b {
                        let mut found = [MeshInside::default()];
                        a.inside(b, &[poses], &mut found[..]).unwrap();
                        assert_eq!(found[0], expected, "{i} {k}: {first}, {second}, {}", level.name());
                    }
                }
            });
        }
    }
}

#[test]
fn intersections_are_those_of_the_pairs() {
    let skull = Subject::new(part(&asset("skull"), 900));
    let sheet = Subject::new(sheet(6, 20.0));
    let rng = &mut fastrand::Rng::with_seed(12);
    let all = Filter::default();
    let mut polygons = 0;
    for (subject, count) in [(&skull, 6), (&sheet, 3)] {
        for (name, mesh) in cook_all(&subject.mesh) {
            for i in 0..count {
                let mut poses = some_poses(rng, &mesh.bounds(), &mesh.bounds());
                if i == 0 {
                    poses = PosePair::default();
                    poses.b.translation.x = 3.0;
                }
                let expected = all_pairs(subject, subject, &poses, [&all, &all]);
                let mut found = vec![PairIntersection::default(); expected.len()];
                let filters = [&all, &all];
                let lists = mesh.intersections(&mesh, &[poses], filters, &mut (), &mut found[..]).unwrap();
                assert_eq!(lists.total, expected.len(), "{name}");
                for (found, pair) in found.iter().zip(&expected) {
                    assert_eq!(found.pair, *pair, "{name}");
                    let a = poses.a.triangle(&subject.triangles[pair.a as usize]);
                    let b = poses.b.triangle(&subject.triangles[pair.b as usize]);
                    let shared = intersection(&a, &b).unwrap();
                    assert_eq!(&found.points[..found.point_count as usize], shared.points());
                    polygons += usize::from(found.point_count > 2);
                }
            }
        }
    }
    assert!(polygons > 100, "{polygons}");
}
