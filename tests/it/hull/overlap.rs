//! Triangles of meshes that posed hulls touch, on every layout against a loop.

use super::pose::any;
use super::{corners as box_corners, hull};
use crate::common::effort::effort;
use crate::common::queries::on_every_level;
use crate::common::{TestMesh, asset, cook_all, passes, sphere};
use carom::geometry::{HullPose, LARGEST, PoseMatrix, PosedHull, Vec3, hull_triangle};
use carom::hull::Hull;
use carom::mesh::{Filter, Lists, Mesh};
use carom::{ErrorKind, SimdLevel};
use fastrand::Rng;

/// Hulls about as large as a mesh, or a tenth of it: rocks, boxes, frusta, flat ones.
fn hulls(mesh: &TestMesh, rng: &mut Rng) -> Vec<Hull<'static>> {
    let bounds = mesh.bounds();
    let size = (bounds.max - bounds.min).max_element();
    let mut point = |size: f32| Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5) * size;
    let mut rock =
        |count: usize, size: f32| Hull::build(&(0..count).map(|_| point(size)).collect::<Vec<_>>()).unwrap();
    vec![
        rock(12, size * 0.3),
        rock(200, size * 0.4),
        hull(&box_corners([-0.1 * size; 3], [0.1 * size, 0.2 * size, 0.15 * size])),
        hull(
            &[
                [-0.01, -0.01, 0.0],
                [0.01, -0.01, 0.0],
                [0.01, 0.01, 0.0],
                [-0.01, 0.01, 0.0],
                [-0.3, -0.2, 0.7],
                [0.3, -0.2, 0.7],
                [0.3, 0.2, 0.7],
                [-0.3, 0.2, 0.7],
            ]
            .map(|v| v.map(|x| x * size)),
        ),
        rock(3, size * 0.3),
        rock(2, size * 0.5),
        hull(&[mesh.positions[0]]),
        hull(&box_corners([-2.0 * size; 3], [2.0 * size; 3])),
    ]
}

fn lists(mesh: &Mesh, shapes: &[HullPose], filter: &Filter) -> Vec<Vec<u32>> {
    let mut offsets = vec![0u64; shapes.len() + 1];
    let total = mesh.overlap_hull_all(shapes, filter, &mut (), &mut [0u32; 0][..]).unwrap().total;
    let mut all = vec![0u32; total];
    let lists = mesh.overlap_hull_all(shapes, filter, &mut offsets[..], &mut all[..]).unwrap();
    assert_eq!(lists, Lists { written: total, total });
    offsets.windows(2).map(|ends| all[ends[0] as usize..ends[1] as usize].to_vec()).collect()
}

#[test]
fn lists_equal_a_loop_on_every_layout() {
    let rng = &mut Rng::with_seed(13);
    for (name, mesh) in [("skull", asset("skull")), ("sphere", sphere(12, 1.0))] {
        let hulls = hulls(&mesh, rng);
        let bounds = mesh.bounds();
        let mut shapes = Vec::new();
        let rounds = effort(4, 6);
        for round in 0..rounds {
            for hull in &hulls {
                let scale = 0.5 + rng.f32();
                let mut pose = any(rng, scale, 0.0);
                let at = mesh.positions[rng.usize(0..mesh.positions.len())];
                pose.translation =
                    if round % 2 == 0 { Vec3::from(at) } else { (bounds.min + bounds.max) * 0.5 };
                shapes.push(hull.at(if round + 1 == rounds { PoseMatrix::IDENTITY } else { pose }));
            }
        }
        let filter = Filter { exclude: 8, ..Filter::default() };
        let triangles = mesh.triangles();
        let expected: Vec<Vec<u32>> = shapes
            .iter()
            .map(|shape| {
                let posed = PosedHull::new(shape);
                let seen = (0..triangles.len()).filter(|&i| passes(&filter, mesh.attributes[i]));
                seen.filter(|&i| hull_triangle(&posed, &triangles[i])).map(|i| i as u32).collect()
            })
            .collect();
        assert!(expected.iter().filter(|list| !list.is_empty()).count() > shapes.len() / 2);
        let some: Vec<u8> = expected.iter().map(|list| u8::from(!list.is_empty())).collect();
        let cooked = cook_all(&mesh);
        on_every_level(|level| {
            // Others than WIDE know no instruction sets.
            let on_level = |name: &str| level == SimdLevel::Portable || name.starts_with("wide");
            for (layout, cooked) in cooked.iter().filter(|(name, _)| on_level(name)) {
                let name = format!("{name} {layout} {}", level.name());
                assert!(lists(cooked, &shapes, &filter) == expected, "{name}");
                let mut answers = vec![7u8; shapes.len()];
                cooked.overlap_hull(&shapes, &filter, &mut answers[..]).unwrap();
                assert_eq!(answers, some, "{name}");
                for (shape, expected) in shapes.iter().zip(&expected) {
                    let mut one = [0u32; 3];
                    let lists = cooked.overlap_hull_all(&[*shape], &filter, &mut (), &mut one[..]).unwrap();
                    assert_eq!((lists.total, lists.written), (expected.len(), expected.len().min(3)));
                    assert_eq!(one[..lists.written], expected[..lists.written]);
                }
            }
        });
    }
}

#[test]
fn a_box_that_stands_on_a_floor_touches_it() {
    let mut mesh = TestMesh::default();
    for (x, z) in (0..20).flat_map(|x| (0..20).map(move |z| (x, z))) {
        let first = mesh.positions.len() as u32;
        mesh.positions.extend([[0, 0], [1, 0], [0, 1]].map(|[i, j]| [(x + i) as f32, 0.0, (z + j) as f32]));
        mesh.indices.extend([first, first + 2, first + 1]);
    }
    let mesh = TestMesh::new(mesh.positions, mesh.indices);
    let cube = hull(&box_corners([4.0, 0.0, 4.0], [6.0, 1.0, 6.0]));
    let cooked = Mesh::build(&mesh.input(), Default::default()).unwrap();
    // The box stands on the floor: what its face touches, with its edges and corners. Each triangle has its right angle
    // at (x, z), and its other corners at (x + 1, z) and (x, z + 1).
    let found = &lists(&cooked, &[cube.at(PoseMatrix::IDENTITY)], &Filter::default())[0];
    let expected = (0..400u32).filter(|i| {
        let (x, z) = (i / 20, i % 20);
        (3..=6).contains(&x) && (3..=6).contains(&z) && (x, z) != (3, 3)
    });
    assert_eq!(*found, expected.collect::<Vec<_>>());
    // Lifted by the least number, it touches nothing.
    let lifted = PoseMatrix { translation: Vec3::Y * f32::from_bits(1), ..PoseMatrix::IDENTITY };
    assert!(lists(&cooked, &[cube.at(lifted)], &Filter::default())[0].is_empty());
}

#[test]
fn bad_poses_are_named() {
    let mesh = Mesh::build(&sphere(4, 1.0).input(), Default::default()).unwrap();
    let cube = hull(&box_corners([-1.0; 3], [1.0; 3]));
    let good = cube.at(PoseMatrix::IDENTITY);
    let refused = |pose: PoseMatrix| {
        let mut answers = [7u8; 2];
        let error =
            mesh.overlap_hull(&[good, cube.at(pose)], &Filter::default(), &mut answers[..]).unwrap_err();
        assert_eq!(answers, [7; 2]);
        let again =
            mesh.overlap_hull_all(&[good, cube.at(pose)], &Filter::default(), &mut (), &mut [0u32; 9][..]);
        assert_eq!(again.unwrap_err().to_string(), error.to_string());
        (error.kind(), error.to_string())
    };
    let moved = |translation: Vec3| PoseMatrix { translation, ..PoseMatrix::IDENTITY };
    let (kind, text) = refused(moved(Vec3::X * f32::NAN));
    assert_eq!(
        (kind, text.as_str()),
        (ErrorKind::NotFinite, "hulls[1].pose.translation.x: NaN is not finite")
    );
    let rows = [Vec3::X, Vec3::Z, Vec3::Y];
    let (kind, text) = refused(PoseMatrix { rows, translation: Vec3::ZERO });
    assert!(kind == ErrorKind::InvalidArgument && text.starts_with("hulls[1].pose: a mirror"), "{text}");
    let rows = [Vec3::X * LARGEST, Vec3::Y * LARGEST, Vec3::Z * LARGEST];
    let (_, text) = refused(PoseMatrix { rows, translation: Vec3::ONE * LARGEST });
    assert!(text.starts_with("hulls[1].pose: x of the posed hull reaches"), "{text}");
}
