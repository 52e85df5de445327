//! Surfaces that are not as they should be: open, degenerate, without a tree.

use crate::common::bsp::{cast, collide, contains, exact, threshold};
use crate::common::{CUBE_FACES, TestMesh, asset, sphere};
use carom::bsp::*;
use fastrand::Rng;
use glam::DVec3;

const CORNERS: [[f32; 3]; 8] = [
    [0., 0., 0.],
    [1., 0., 0.],
    [0., 1., 0.],
    [1., 1., 0.],
    [0., 0., 1.],
    [1., 0., 1.],
    [0., 1., 1.],
    [1., 1., 1.],
];

fn build(positions: &[[f32; 3]], indices: &[u32]) -> Result<(Bsp<'static>, BspReport), String> {
    let input = BspInput::Surface(SurfaceInput::triangles(positions, indices));
    Bsp::build_with_report(&input, &BspOptions::default()).map_err(|error| error.to_string())
}

#[test]
fn a_missing_triangle_is_an_error_wherever_it_was() {
    let torus_like = sphere(9, 2.0);
    let cube = TestMesh::new(CORNERS.to_vec(), CUBE_FACES.to_vec());
    for mesh in [cube, torus_like] {
        assert!(build(&mesh.positions, &mesh.indices).is_ok());
        for hole in 0..mesh.indices.len() / 3 {
            let mut indices = mesh.indices.clone();
            indices.drain(3 * hole..3 * hole + 3);
            let error = build(&mesh.positions, &indices).err().unwrap();
            assert!(error.starts_with("surface: open"), "{hole}: {error}");
            let input = BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &indices));
            let options = BspOptions { ignore_leaks: true, ..BspOptions::default() };
            let (bsp, report) = Bsp::build_with_report(&input, &options).unwrap();
            assert!(bsp.stats().leaks && report.leak.is_some(), "{hole}");
        }
    }
}

/// A face in two beside one in one piece: no edge is open, though no two edges are the same.
#[test]
fn edges_in_parts_are_closed() {
    let mut positions = CORNERS.to_vec();
    positions.extend([[0.5, 0.0, 0.0], [0.25, 0.0, 0.0], [0.5, 0.0, 0.0]]);
    let mut indices = CUBE_FACES[6..].to_vec();
    // The face z = 0 by the corners at 0.5 and 0.25 of its edge y = 0, which the face y = 0 does not have.
    for triangle in [[0, 2, 9], [9, 2, 8], [8, 2, 3], [10, 3, 1]] {
        indices.extend(triangle);
    }
    let (bsp, _) = build(&positions, &indices).unwrap();
    assert!(exact(&bsp, DVec3::splat(0.5), 0.1) && !exact(&bsp, DVec3::splat(1.5), 0.1));
    // A third of that edge is open.
    indices.truncate(indices.len() - 3);
    let error = build(&positions, &indices).err().unwrap();
    assert!(error.starts_with("surface: open"), "{error}");
}

#[test]
fn touching_solids_in_one_surface_are_closed() {
    let mut positions = CORNERS.to_vec();
    positions.extend(CORNERS.map(|[x, y, z]| [x + 3.0, y, z]));
    let indices: Vec<u32> =
        CUBE_FACES.iter().copied().chain(CUBE_FACES.iter().map(|index| index + 8)).collect();
    let (bsp, _) = build(&positions, &indices).unwrap();
    for (x, solid) in [(0.5, true), (2.0, false), (3.5, true)] {
        assert_eq!(exact(&bsp, DVec3::new(x, 0.5, 0.5), 0.1), solid);
    }
}

#[test]
fn triangles_without_area_are_nowhere() {
    let mut positions = CORNERS.to_vec();
    positions.extend([[0.5; 3], [0.6, 0.5, 0.5], [0.7, 0.5, 0.5]]);
    let indices: Vec<u32> = CUBE_FACES.iter().copied().chain([8, 9, 10]).collect();
    let (bsp, report) = build(&positions, &indices).unwrap();
    assert_eq!((report.degenerate_faces, bsp.stats().face_count), (1, 12));
    let contact = collide(&bsp, DVec3::new(0.55, 0.55, 0.5), 0.01, &Filter::default());
    assert!((contact.depth - 0.46).abs() < 1e-5, "{contact:?}");
    let (nothing, report) = build(&positions[8..], &[0, 1, 2]).unwrap();
    assert_eq!((report.degenerate_faces, nothing.stats().node_count), (1, 0));
    let near = DVec3::new(0.55, 0.5, 0.5);
    assert!(!exact(&nothing, near, 0.3) && !threshold(&nothing, near, 0.3));
    assert!(!collide(&nothing, near, 0.3, &Filter::default()).is_hit());
}

/// All queries agree about a place, even on trees of triangles that enclose nothing.
#[test]
fn trees_of_soups_agree_with_themselves() {
    let rng = &mut Rng::with_seed(12);
    for _ in 0..300 {
        let count = rng.usize(1..4);
        let positions: Vec<[f32; 3]> =
            (0..3 * count).map(|_| [(); 3].map(|()| rng.f32() * 2.0 - 1.0)).collect();
        let indices: Vec<u32> = (0..3 * count as u32).collect();
        let input = BspInput::Surface(SurfaceInput::triangles(&positions, &indices));
        let options = BspOptions { ignore_leaks: true, ..BspOptions::default() };
        let bsp = Bsp::build(&input, &options).unwrap();
        for _ in 0..20 {
            let p = DVec3::from([(); 3].map(|()| rng.f64() * 6.0 - 3.0)).as_vec3();
            let solid = exact(&bsp, p.as_dvec3(), 0.0);
            let filter = Filter::default();
            assert_eq!(contains(&bsp, p.as_dvec3(), &filter).is_solid(), solid);
            assert_eq!(collide(&bsp, p.as_dvec3(), 0.0, &filter).is_hit(), solid);
            assert_eq!(cast(&bsp, p, 0.0, carom::geometry::Vec3::ZERO).t == 0.0, solid);
        }
    }
}

#[test]
fn the_surface_belongs_to_the_solid() {
    let mesh = asset("ribcage");
    let input = BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &mesh.indices));
    let options = BspOptions { ignore_leaks: true, ..BspOptions::default() };
    let bsp = Bsp::build(&input, &options).unwrap();
    for corner in mesh.positions.iter().step_by(7) {
        let p = DVec3::from(corner.map(f64::from));
        assert!(contains(&bsp, p, &Filter::default()).is_solid() && exact(&bsp, p, 0.0), "{p}");
    }
}
