//! Signs: closed meshes by whole winding numbers, others by generalised ones, as summing up solid angles has
//! them.

use super::meshes::{cuboid, grid_around, nasty, nodes, soup, sphere, winding_number};
use crate::common::effort::effort;
use crate::common::{ASSETS, TestMesh, asset};
use carom::geometry::Vec3;
use carom::mesh::NO_TRIANGLE;
use carom::sdf::{Distances, GenerateOptions, Grid, InsideRule, SignMethod, generate};

fn field(mesh: &TestMesh, grid: &Grid, sign: SignMethod, inside: InsideRule) -> Distances {
    let options = GenerateOptions { sign, inside, thread_count: 1, ..Default::default() };
    let found = generate(&mesh.input(), grid, options).unwrap();
    let threaded = GenerateOptions { sign, inside, thread_count: 3, ..Default::default() };
    let again = generate(&mesh.input(), grid, threaded).unwrap();
    assert!(found.values == again.values && found.sign == again.sign);
    let inside = found.values.iter().filter(|&&value| value < 0.0).count() as u64;
    assert_eq!(inside, found.sign.inside_count);
    assert!(found.values.iter().all(|value| value.to_bits() != (-0.0_f32).to_bits()));
    found
}

/// Compares the signs of some nodes with the sum of solid angles. Returns the number of those that are
/// inside.
fn check(name: &str, mesh: &TestMesh, grid: &Grid, sign: SignMethod, count: usize) -> usize {
    let triangles = mesh.triangles();
    let positions: Vec<Vec3> = nodes(grid).collect();
    let mut rng = fastrand::Rng::with_seed(11);
    let some: Vec<usize> = match count < positions.len() {
        true => (0..count).map(|_| rng.usize(..positions.len())).collect(),
        false => (0..positions.len()).collect(),
    };
    let numbers: Vec<f64> = some.iter().map(|&i| winding_number(positions[i], &triangles)).collect();
    let mut inside = 0;
    for rule in [InsideRule::Positive, InsideRule::NonZero] {
        let found = field(mesh, grid, sign, rule);
        for (&i, &number) in some.iter().zip(&numbers) {
            let number = if rule == InsideRule::NonZero { number.abs() } else { number };
            if found.values[i] == 0.0 || (number - 0.5).abs() < 1e-9 {
                continue;
            }
            let is_inside = found.values[i] < 0.0;
            assert_eq!(is_inside, number > 0.5, "{name}, {rule:?}: node {i} at {}: {number}", positions[i]);
            inside += usize::from(is_inside);
        }
    }
    inside
}

#[test]
fn values_beyond_a_band_keep_their_sign() {
    let nested =
        TestMesh::together(&[sphere([0.25, 0.5, -0.125], 3.0, 12), sphere([0.25, 0.5, -0.125], 1.5, 9)]);
    let grid = grid_around(&nested, [19, 18, 17]);
    let methods = [
        SignMethod::Auto,
        SignMethod::Crossings,
        SignMethod::WindingNumber,
        SignMethod::Pseudonormal,
        SignMethod::Parity,
    ];
    for sign in methods {
        let options = || GenerateOptions { sign, keep_triangles: true, ..Default::default() };
        let whole = generate(&nested.input(), &grid, options()).unwrap();
        assert!(whole.sign.inside_count > 0);
        for cells in [0.3, 1.5, 4.0] {
            let band = cells * grid.cell();
            let found =
                generate(&nested.input(), &grid, GenerateOptions { max_distance: Some(band), ..options() });
            let found = found.unwrap();
            assert_eq!((found.max_distance, &found.sign), (band, &whole.sign), "{sign:?}");
            let kept = |of: &Distances, i: usize| of.triangles.as_ref().unwrap()[i];
            for (i, (&value, &expected)) in found.values.iter().zip(&whole.values).enumerate() {
                assert_eq!(value, expected.clamp(-band, band), "{sign:?} {cells} {i}");
                let triangle = if expected.abs() > band { NO_TRIANGLE } else { kept(&whole, i) };
                assert_eq!(kept(&found, i), triangle, "{sign:?} {cells} {i}");
            }
        }
    }
}

/// Every third triangle turned.
fn partly_turned(mesh: &TestMesh) -> TestMesh {
    let mut mesh = mesh.clone();
    mesh.indices.chunks_exact_mut(3).step_by(3).for_each(|triangle| triangle.swap(1, 2));
    mesh
}

/// Without every seventh triangle.
fn with_holes(mesh: &TestMesh) -> TestMesh {
    let kept = mesh.indices.chunks_exact(3).enumerate().filter(|(i, _)| i % 7 != 0);
    TestMesh::new(mesh.positions.clone(), kept.flat_map(|(_, triangle)| triangle).copied().collect())
}

#[test]
fn closed_meshes_have_whole_winding_numbers() {
    let whole = Grid::new(Vec3::splat(-5.0), 1.0, [11; 3]).unwrap();
    let halves = Grid::new(Vec3::splat(-5.0), 0.5, [21; 3]).unwrap();
    let cube = |size: f32, inside_out| cuboid([-size; 3], [size; 3], inside_out);
    let crossing =
        TestMesh::together(&[cuboid([-4.0; 3], [1.0; 3], false), cuboid([-1.0; 3], [4.0; 3], false)]);
    let meshes = [
        ("cube", cube(3.0, false)),
        ("inside out", cube(3.0, true)),
        ("nested", TestMesh::together(&[cube(4.0, false), cube(2.0, false)])),
        ("hollow", TestMesh::together(&[cube(4.0, false), cube(2.0, true)])),
        ("crossing", crossing),
        ("twice", TestMesh::together(&[cube(3.0, false), cube(3.0, false)])),
        ("cancelled", TestMesh::together(&[cube(3.0, false), cube(3.0, true)])),
        ("sphere", sphere([0.0; 3], 4.0, 8)),
        ("spheres", TestMesh::together(&[sphere([-1.0, 0.0, 0.0], 3.0, 9), sphere([1.0, 0.5, 0.0], 3.0, 7)])),
    ];
    for (name, mesh) in meshes {
        for grid in [whole, halves, grid_around(&mesh, [17, 16, 15])] {
            let found = field(&mesh, &grid, SignMethod::Auto, InsideRule::Positive);
            assert_eq!(found.sign.method, SignMethod::Crossings, "{name}");
            assert_eq!(found.sign.reason(), "crossings: every edge is met in both directions equally often");
            check(name, &mesh, &grid, SignMethod::Auto, usize::MAX);
            check(name, &mesh, &grid, SignMethod::WindingNumber, usize::MAX);
        }
    }
}

#[test]
fn vertices_at_equal_positions_are_one() {
    let mesh = cuboid([-1.0; 3], [1.0; 3], false);
    let positions =
        mesh.indices.iter().map(|&i| mesh.positions[i as usize].map(|x| if x == 0.0 { -x } else { x }));
    let unwelded = TestMesh::new(positions.collect(), (0..36).collect());
    let found = field(&unwelded, &grid_around(&mesh, [6; 3]), SignMethod::Auto, InsideRule::Positive);
    assert_eq!((found.sign.method, found.sign.unbalanced_edges), (SignMethod::Crossings, 0));
}

#[test]
fn open_and_turned_meshes_are_as_solid_angles_have_them() {
    let whole = Grid::new(Vec3::splat(-5.0), 1.0, [11; 3]).unwrap();
    let cube = cuboid([-3.0; 3], [3.0; 3], false);
    let open = TestMesh::new(cube.positions, cube.indices[..30].to_vec());
    let ball = sphere([0.0; 3], 4.0, 9);
    let meshes = [
        ("open cube", open),
        ("partly turned", partly_turned(&ball)),
        ("with holes", with_holes(&ball)),
        ("both", with_holes(&partly_turned(&ball))),
        ("soup", soup(150, 0.5, 3)),
    ];
    for (name, mesh) in meshes {
        for grid in [whole, grid_around(&mesh, [17, 16, 15])] {
            let found = field(&mesh, &grid, SignMethod::Auto, InsideRule::Positive);
            assert_eq!(found.sign.method, SignMethod::WindingNumber, "{name}");
            assert!(found.sign.unbalanced_edges > 0 && found.sign.cap_triangles > 0);
            check(name, &mesh, &grid, SignMethod::Auto, usize::MAX);
        }
    }
    for (name, mesh) in nasty() {
        // Sums of solid angles in f64 lose the smallest.
        if !["hardly numbers", "denormal", "slivers"].contains(&name) {
            check(name, &mesh, &grid_around(&mesh, [9, 8, 7]), SignMethod::Auto, usize::MAX);
        }
    }
}

#[test]
fn nodes_on_missing_triangles_have_the_signs_of_winding_numbers() {
    // Nodes lie on the triangles that are missing, on their edges and corners.
    let whole = cuboid([-1.0; 3], [1.0; 3], false);
    let count = whole.indices.len() / 3;
    // The others end on a side of the cube, where the last node of a line is the only one of its stretch.
    let around = Grid::new([-1.5; 3].into(), 0.25, [13; 3]).unwrap();
    let [lower, upper] = [-5.0, -3.0].map(|x| Grid::new([x, -1.5, -1.5].into(), 0.25, [17, 13, 13]).unwrap());
    for first in 0..count {
        for second in first..count {
            let left = (0..count).filter(|&i| i != first && i != second);
            let indices = left.flat_map(|i| whole.indices[3 * i..3 * i + 3].to_vec()).collect();
            let mesh = TestMesh::new(whole.positions.clone(), indices);
            for grid in [&around, &lower, &upper] {
                check(&format!("{first} {second}"), &mesh, grid, SignMethod::Auto, usize::MAX);
            }
        }
    }
}

#[test]
fn flat_openings_are_outside() {
    let whole = cuboid([-1.0; 3], [1.0; 3], false);
    let is_kept = |triangle: &&[u32]| triangle.iter().any(|&i| whole.positions[i as usize][0] < 1.0);
    let kept = whole.indices.chunks_exact(3).filter(is_kept).flatten().copied().collect();
    let mesh = TestMesh::new(whole.positions.clone(), kept);
    let grid = Grid::around(&mesh.bounds(), 16, 2).unwrap();
    for rule in [InsideRule::Positive, InsideRule::NonZero] {
        let found = field(&mesh, &grid, SignMethod::Auto, rule);
        let values = |is_wanted: &dyn Fn(Vec3) -> bool| -> Vec<f32> {
            nodes(&grid)
                .zip(&found.values)
                .filter(|&(at, _)| is_wanted(at))
                .map(|(_, &value)| value)
                .collect()
        };
        let on_opening = values(&|at| at.x == 1.0);
        assert!(on_opening.len() > 200 && on_opening.iter().all(|&value| value >= 0.0));
        let behind = values(&|at| at.x == 0.875 && at.y.abs().max(at.z.abs()) < 0.9);
        assert!(behind.len() > 100 && behind.iter().all(|&value| value < 0.0));
    }
}

#[test]
fn scans_are_as_solid_angles_have_them() {
    for name in ASSETS {
        let mesh = asset(name);
        let grid = grid_around(&mesh, effort([24, 25, 26], [40, 41, 42]));
        assert!(check(name, &mesh, &grid, SignMethod::Auto, 400) > 0);
        let damaged = with_holes(&partly_turned(&mesh));
        check(name, &damaged, &grid_around(&mesh, effort([10, 9, 8], [16, 15, 14])), SignMethod::Auto, 100);
    }
}

#[test]
fn other_methods_agree_on_meshes_made_for_them() {
    let ball = sphere([0.25, 0.5, -0.125], 3.0, 12);
    let grid = grid_around(&ball, [19, 18, 17]);
    let expected = field(&ball, &grid, SignMethod::Auto, InsideRule::Positive);
    for method in [SignMethod::Pseudonormal, SignMethod::Parity, SignMethod::Crossings] {
        let found = field(&ball, &grid, method, InsideRule::Positive);
        assert!(found.values == expected.values, "{method:?}");
        assert_eq!(found.sign.method, method);
    }
    let unsigned = field(&ball, &grid, SignMethod::Unsigned, InsideRule::Positive);
    assert!(unsigned.values.iter().zip(&expected.values).all(|(a, b)| *a == b.abs()));
    let sheet = field(&ball, &grid, SignMethod::Thickness(0.5), InsideRule::Positive);
    assert!(sheet.values.iter().zip(&unsigned.values).all(|(a, b)| *a == b - 0.5));
    let nested = TestMesh::together(&[ball, sphere([0.25, 0.5, -0.125], 1.5, 9)]);
    let parity = field(&nested, &grid, SignMethod::Parity, InsideRule::Positive);
    let nearest = grid.index([9, 9, 8]);
    assert!(parity.values[nearest] > 0.0, "between two surfaces is outside by parity");
}
