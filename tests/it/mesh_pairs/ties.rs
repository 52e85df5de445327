//! Smallest distances that very many pairs of triangles have: plates side by side, faces that lie on each
//! other.

use super::nearest::{check_distances, nearest};
use super::{Subject, rotation, sheet, stride};
use crate::common::queries::on_every_level;
use crate::common::{TestMesh, cook_all};
use carom::geometry::{Pose, PoseMatrix, Quat, Vec3};
use carom::mesh::{Filter, MeshDistance, PosePair};

/// The order of the triangles.
#[derive(Clone, Copy)]
enum Order {
    AsMade,
    Reversed,
    Shuffled,
}

/// The same mesh with its triangles in another order, and attributes by place.
fn ordered(mesh: &TestMesh, order: Order, rng: &mut fastrand::Rng) -> TestMesh {
    let mut triangles: Vec<[u32; 3]> = mesh.indices.as_chunks().0.to_vec();
    match order {
        Order::AsMade => {}
        Order::Reversed => triangles.reverse(),
        Order::Shuffled => rng.shuffle(&mut triangles),
    }
    let mut ordered = TestMesh::new(mesh.positions.clone(), triangles.concat());
    for attributes in &mut ordered.attributes {
        *attributes = rng.u16(..);
    }
    ordered
}

/// The surface of a box from the origin, each face a grid of squares.
fn block(squares: u32, size: [f32; 3]) -> TestMesh {
    let mut mesh = TestMesh::default();
    for axis in 0..3 {
        for side in [0, 1] {
            let first = mesh.positions.len() as u32;
            for j in 0..=squares {
                for i in 0..=squares {
                    let mut p = [0.0; 3];
                    p[axis] = side as f32 * size[axis];
                    p[(axis + 1) % 3] = i as f32 / squares as f32 * size[(axis + 1) % 3];
                    p[(axis + 2) % 3] = j as f32 / squares as f32 * size[(axis + 2) % 3];
                    mesh.positions.push(p);
                }
            }
            let row = squares + 1;
            for at in (0..squares * row).filter(|at| at % row < squares).map(|at| at + first) {
                let (a, b, c, d) = (at, at + 1, at + row, at + row + 1);
                let two =
                    [[a, b, d], [a, d, c]].map(|[a, b, c]| if side == 1 { [a, b, c] } else { [a, c, b] });
                mesh.indices.extend(two.concat());
            }
        }
    }
    TestMesh::new(mesh.positions, mesh.indices)
}

fn moved(x: f32, y: f32, z: f32) -> PoseMatrix {
    Pose { translation: Vec3::new(x, y, z), ..Pose::IDENTITY }.matrix(String::new).unwrap()
}

/// On every layout and level, with and without a limit and filters.
fn check(name: &str, [a, b]: [&TestMesh; 2], poses: &[PosePair]) {
    let subjects = [Subject::new(a.clone()), Subject::new(b.clone())];
    let (first, second) = (cook_all(a), cook_all(b));
    let (all, some) = (Filter::default(), Filter { require: 1, exclude: 2, ..Filter::default() });
    for (k, poses) in poses.iter().enumerate() {
        let expected = nearest(&subjects[0], &subjects[1], poses, [&all, &all], f32::INFINITY);
        let filtered = nearest(&subjects[0], &subjects[1], poses, [&some, &all], f32::INFINITY);
        on_every_level(|level| {
            for (n, (layout, a)) in first.iter().enumerate().step_by(stride(level)) {
                let (other, b) = &second[(n + k) % second.len()];
                let name = format!("{name} {k}: {layout} with {other} on {}", level.name());
                check_distances(&name, [a, b], poses, f32::INFINITY, &expected);
                check_distances(&name, [a, b], poses, expected.distance, &expected);
                let mut found = [MeshDistance::NONE];
                a.distance(b, &[*poses], f32::INFINITY, [&some, &all], &mut found[..]).unwrap();
                assert_eq!(found[0], filtered, "{name}, filtered");
            }
        });
    }
}

#[test]
fn the_lowest_of_many_equally_near_pairs() {
    let rng = &mut fastrand::Rng::with_seed(90);
    let orders = [Order::AsMade, Order::Reversed, Order::Shuffled];
    let turn = Pose { rotation: rotation(rng), translation: Vec3::new(3.0, -7.0, 50.0), scale: 0.7 };
    let turned = turn.matrix(String::new).unwrap();
    let quarter = Pose { rotation: Quat::from_rotation_x(std::f32::consts::FRAC_PI_2), ..Pose::IDENTITY };
    let quarter = quarter.matrix(String::new).unwrap();
    for (k, order) in orders.into_iter().enumerate() {
        let a = ordered(&sheet(13, 0.75), order, rng);
        let b = ordered(&sheet(13, 0.75), orders[(k + 1) % 3], rng);
        let at =
            |x: f32, y: f32, z: f32| PosePair { a: moved(0.1, -3.0, 7.3), b: moved(x, y - 3.0, z + 7.3) };
        let plates = [
            at(0.1, 0.0, 0.5),
            at(0.1, 0.0, 1e-6),
            at(0.2, 0.3, -0.3),
            // On each other, exactly and shifted.
            at(0.1, 0.0, 0.0),
            at(0.35, 0.2, 0.0),
            PosePair { a: turned, b: turned },
            PosePair { a: quarter, b: PoseMatrix { translation: quarter.translation + Vec3::Y, ..quarter } },
        ];
        check("plates", [&a, &b], &plates);
        let a = ordered(&block(5, [2.0, 3.0, 1.0]), order, rng);
        let b = ordered(&block(4, [2.0, 1.7, 1.3]), orders[(k + 2) % 3], rng);
        let boxes = [
            PosePair { a: moved(0.3, 0.0, 0.0), b: moved(2.3, 0.4, 0.1) },
            PosePair { a: moved(0.0, 0.0, 0.0), b: moved(2.5, 0.0, 0.0) },
            PosePair { a: moved(0.0, 0.0, 0.0), b: moved(0.0, 0.0, 1.0 + 1.0 / 1024.0) },
            PosePair { a: moved(0.0, 0.0, 0.0), b: moved(2.0, 3.0, 1.0) },
        ];
        check("boxes", [&a, &b], &boxes);
    }
}
