//! Distances: every method, number of threads and instruction set gives the same bits, and these are brute
//! force's.

use super::meshes::{cuboid, distance, grid_around, nasty, nodes, sphere};
use crate::common::queries::on_every_level;
use crate::common::{ASSETS, TestMesh, asset};
use carom::ErrorKind;
use carom::mesh::NO_TRIANGLE;
use carom::sdf::{DistanceMethod, Distances, GenerateOptions, Grid, SignMethod, generate};

fn options() -> GenerateOptions<'static> {
    GenerateOptions {
        sign: SignMethod::Unsigned,
        keep_triangles: true,
        thread_count: 1,
        ..Default::default()
    }
}

fn field(mesh: &TestMesh, grid: &Grid, options: GenerateOptions) -> Distances {
    generate(&mesh.input(), grid, options).unwrap()
}

fn assert_same(name: &str, a: &Distances, b: &Distances) {
    let bits = |field: &Distances| field.values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert!(bits(a) == bits(b), "{name}: values differ");
    assert!(a.triangles == b.triangles, "{name}: triangles differ");
}

/// On every instruction set, and with threads.
fn assert_all_same(
    name: &str,
    mesh: &TestMesh,
    grid: &Grid,
    band: Option<f32>,
    methods: &[DistanceMethod],
) -> Distances {
    let expected = field(mesh, grid, GenerateOptions { max_distance: band, ..options() });
    on_every_level(|level| {
        let found = field(mesh, grid, GenerateOptions { max_distance: band, ..options() });
        assert_same(&format!("{name}, {}", level.name()), &found, &expected);
    });
    for thread_count in [2, 5] {
        let found = field(mesh, grid, GenerateOptions { max_distance: band, thread_count, ..options() });
        assert_same(&format!("{name}, {thread_count} threads"), &found, &expected);
    }
    for &method in methods {
        let found = field(mesh, grid, GenerateOptions { max_distance: band, method, ..options() });
        assert_same(&format!("{name}, {method:?}"), &found, &expected);
    }
    expected
}

const ALL: [DistanceMethod; 2] = [DistanceMethod::KdTree, DistanceMethod::FaceByFace];

#[test]
fn nasty_meshes_are_as_brute_force_has_them() {
    for (name, mesh) in nasty() {
        for dims in [[13, 10, 11], [2, 5, 4]] {
            let grid = grid_around(&mesh, dims);
            let found = assert_all_same(name, &mesh, &grid, None, &ALL);
            let triangles = mesh.triangles();
            // The error of a triangle 2^-26 times as wide as long, and the loss when f64 numbers this small
            // are squared.
            let size = f64::from((mesh.bounds().max - mesh.bounds().min).max_element()) * 4.0;
            for (i, node) in nodes(&grid).enumerate() {
                let expected = triangles.iter().map(|t| distance(node, t)).fold(f64::INFINITY, f64::min);
                let value = found.values[i];
                let error = (f64::from(value) - expected).abs();
                let ulp = f64::from(value.next_up()) - f64::from(value);
                assert!(
                    error <= ulp || error <= size * 2e-8 && name == "slivers",
                    "{name}: node {i}: {value:e} is not {expected:e}"
                );
                let own = distance(node, &triangles[found.triangles.as_ref().unwrap()[i] as usize]);
                assert!(
                    own <= expected * (1.0 + 1e-9) + size * 2e-8,
                    "{name}: node {i}: {own:e} {expected:e}"
                );
            }
        }
    }
}

#[test]
fn scans_are_as_brute_force_has_them() {
    for name in ASSETS {
        let mesh = asset(name);
        let grid = grid_around(&mesh, [32, 33, 34]);
        let found = field(&mesh, &grid, options());
        let triangles = mesh.triangles();
        let positions: Vec<_> = nodes(&grid).collect();
        let mut rng = fastrand::Rng::with_seed(8);
        for _ in 0..400 {
            let i = rng.usize(..positions.len());
            let expected = triangles.iter().map(|t| distance(positions[i], t)).fold(f64::INFINITY, f64::min);
            let value = found.values[i];
            let ulp = f64::from(value.next_up()) - f64::from(value);
            assert!(
                (f64::from(value) - expected).abs() <= ulp,
                "{name}: node {i}: {value:e} is not {expected:e}"
            );
        }
    }
}

#[test]
fn scans_are_the_same_by_every_method() {
    for name in ASSETS {
        let mesh = asset(name);
        let grid = grid_around(&mesh, [21, 24, 26]);
        assert_all_same(name, &mesh, &grid, None, &[DistanceMethod::KdTree]);
    }
}

#[test]
fn coordinates_far_from_the_origin_are_as_exact() {
    // Cells of a few units in the last place of the coordinates. Numbers relative to boxes must be computed
    // from the stored boxes.
    let rng = &mut fastrand::Rng::with_seed(11);
    for ulps in [2.0, 24.0, 300.0, 1500.0] {
        for round in 0..150 {
            let far = [1500.0f32, 1e6][round % 2];
            let cell = ulps * (far.next_up() - far);
            let mut at = |spread: f32| [(); 3].map(|()| (rng.f32() - 0.5) * spread);
            let center = at(2.0 * far);
            let corners = |_| at(20.0 * cell);
            let offsets: Vec<[f32; 3]> = (0..[3, 3, 24][round % 3]).map(corners).collect();
            let positions: Vec<[f32; 3]> =
                offsets.iter().map(|p| [0, 1, 2].map(|axis| center[axis] + p[axis])).collect();
            let indices = (0..positions.len() as u32).collect();
            let mesh = TestMesh::new(positions, indices);
            let origin = center.map(|x| x - 8.0 * cell);
            let grid = Grid::new(origin.into(), cell, [17; 3]).unwrap();
            let band = [None, Some(2.53 * cell)][round / 2 % 2];
            let of =
                |method| field(&mesh, &grid, GenerateOptions { max_distance: band, method, ..options() });
            let name = format!("{ulps} {round}");
            assert_same(&name, &of(DistanceMethod::Blocks), &of(DistanceMethod::FaceByFace));
        }
    }
}

#[test]
fn bands_are_exact_within_and_constant_beyond() {
    let skull = asset("skull");
    let mut meshes = nasty();
    meshes.retain(|(_, mesh)| mesh.bounds().max != mesh.bounds().min);
    meshes.push(("skull", skull));
    for (name, mesh) in meshes {
        let grid = grid_around(&mesh, [16, 15, 14]);
        let whole = field(&mesh, &grid, options());
        for band in [grid.cell() * 0.3, grid.cell() * 2.5] {
            let methods: &[DistanceMethod] = if name == "skull" { &ALL[..1] } else { &ALL };
            let found = assert_all_same(name, &mesh, &grid, Some(band), methods);
            assert_eq!(found.max_distance, band);
            for (i, (&value, &in_band)) in whole.values.iter().zip(&found.values).enumerate() {
                let triangle = found.triangles.as_ref().unwrap()[i];
                if value <= band {
                    assert_eq!(
                        (value.to_bits(), whole.triangles.as_ref().unwrap()[i]),
                        (in_band.to_bits(), triangle)
                    );
                } else {
                    assert_eq!((band, NO_TRIANGLE), (in_band, triangle), "{name}: node {i}: {value}");
                }
            }
        }
    }
}

#[test]
fn no_triangles_are_infinitely_far() {
    let grid = grid_around(&cuboid([0.0; 3], [1.0; 3], false), [5, 4, 3]);
    for method in [DistanceMethod::Blocks, ALL[0], ALL[1]] {
        let options = GenerateOptions { method, keep_triangles: true, ..Default::default() };
        let found = field(&TestMesh::default(), &grid, options);
        assert!(found.values.iter().all(|&value| value == f32::INFINITY));
        assert!(found.triangles.unwrap().iter().all(|&triangle| triangle == NO_TRIANGLE));
        assert_eq!((found.sign.method, found.sign.inside_count), (SignMethod::Crossings, 0));
    }
}

#[test]
fn triangles_are_kept_only_if_asked_for() {
    let mesh = cuboid([0.0; 3], [1.0; 3], false);
    let found = field(&mesh, &grid_around(&mesh, [4; 3]), GenerateOptions::default());
    assert!(found.triangles.is_none());
}

#[test]
fn a_cooked_mesh_gives_the_same() {
    use carom::mesh::{CookOptions, Mesh};
    let mesh = asset("forearm");
    let grid = grid_around(&mesh, [18, 17, 16]);
    let cooked = Mesh::build(&mesh.input(), CookOptions::default()).unwrap();
    let options = || GenerateOptions { keep_triangles: true, ..Default::default() };
    let found = carom::sdf::generate_from_mesh(&cooked, &grid, options()).unwrap();
    let expected = field(&mesh, &grid, options());
    assert_same("cooked", &found, &expected);
    assert_eq!(found.sign, expected.sign);
}

#[test]
fn progress_rises_and_cancels() {
    let mesh = sphere([0.0; 3], 1.0, 40);
    let grid = grid_around(&mesh, [40; 3]);
    for (method, thread_count) in
        [(DistanceMethod::Blocks, 1), (DistanceMethod::Blocks, 2), (DistanceMethod::KdTree, 2)]
    {
        let mut reported = Vec::new();
        let mut progress = |fraction: f32| {
            reported.push(fraction);
            true
        };
        let options =
            GenerateOptions { method, thread_count, progress: Some(&mut progress), ..Default::default() };
        generate(&mesh.input(), &grid, options).unwrap();
        assert!(reported.is_sorted() && reported.last() == Some(&1.0), "{reported:?}");
        let mut cancel = |_: f32| false;
        let options =
            GenerateOptions { method, thread_count, progress: Some(&mut cancel), ..Default::default() };
        let error = generate(&mesh.input(), &grid, options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Cancelled);
        assert_eq!(error.to_string(), "generate: cancelled by the progress callback");
    }
}

#[test]
fn bad_input_is_refused_in_words() {
    let mesh = cuboid([0.0; 3], [1.0; 3], false);
    let grid = grid_around(&mesh, [4; 3]);
    let text = |options| generate(&mesh.input(), &grid, options).unwrap_err().to_string();
    let band = |band| GenerateOptions { max_distance: Some(band), ..Default::default() };
    assert_eq!(text(band(0.0)), "options.max_distance: 0 holds no node");
    assert_eq!(text(band(-1.0)), "options.max_distance: -1 is negative");
    assert!(text(band(f32::NAN)).starts_with("options.max_distance: NaN"));
    let thickness = |t| GenerateOptions { sign: SignMethod::Thickness(t), ..Default::default() };
    assert_eq!(text(thickness(-1.0)), "options.thickness: -1 is negative");
    let thin = GenerateOptions { max_distance: Some(0.5), ..thickness(0.5) };
    assert_eq!(text(thin), "options.max_distance: 0.5 is no more than options.thickness, 0.5");
    let mut bad = mesh.clone();
    bad.positions[3][1] = f32::NAN;
    let error = generate(&bad.input(), &grid, GenerateOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "positions[3].y: NaN is not finite");
}
