//! Cooked bytes: saved, opened in place and as a copy, damaged, forged.

use crate::common::forge::{forge, forge_many_bytes, forge_single_bytes, section};
use crate::common::queries::{Counts, Expected, Queries};
use crate::common::{TestMesh, asset, brute::Brute, cook, cook_all, sphere};
use carom::blob::Blob;
use carom::geometry::{Ray, Vec3};
use carom::mesh::*;
use carom::{ErrorKind, geometry};

/// Bytes at an address that is a multiple of 64, plus `shift`.
fn aligned(bytes: &[u8], shift: usize) -> (Vec<u8>, std::ops::Range<usize>) {
    let mut room = vec![0u8; bytes.len() + 128];
    let start = room.as_ptr().align_offset(64) + shift;
    room[start..start + bytes.len()].copy_from_slice(bytes);
    (room, start..start + bytes.len())
}

#[test]
fn opened_blobs_answer_the_same() {
    let mesh = asset("skull");
    let brute = Brute::new(&mesh);
    let queries = Queries::random(&mesh, 1, Counts { rays: 200, others: 20 });
    let expected = Expected::new(&brute, &queries, &Filter::default());
    for (name, cooked) in cook_all(&mesh) {
        let (room, range) = aligned(cooked.bytes(), 0);
        let in_place = Mesh::open_in_place(&room[range.clone()]).unwrap();
        let copy = Mesh::open_copy(&room[range]).unwrap();
        assert_eq!(in_place.stats(), cooked.stats());
        for mesh in [&cooked, &in_place, &copy] {
            expected.check(name, mesh, &queries, &Filter::default());
        }
        assert!(copy.bytes() == cooked.bytes());
    }
}

#[test]
fn misaligned_bytes_are_not_borrowed() {
    let cooked = Mesh::build(&sphere(4, 1.0).input(), CookOptions::default()).unwrap();
    for shift in [1, 4, 32] {
        let (room, range) = aligned(cooked.bytes(), shift);
        assert!(
            matches!(Mesh::open_in_place(&room[range.clone()]), Err(error) if error.kind() == ErrorKind::Misaligned)
        );
        assert!(Mesh::open_copy(&room[range]).is_ok());
    }
}

/// Asks everything; the answers of a forged blob mean nothing, but they must come.
fn ask(mesh: &Mesh, queries: &Queries) {
    let filter = Filter::default();
    let n = queries.rays.len();
    let mut hits = vec![RayHit::MISS; n];
    mesh.raycast(&queries.rays, &filter, &mut hits[..]).unwrap();
    assert!(hits.iter().all(|hit| !hit.is_hit() || hit.triangle < mesh.triangle_count()));
    mesh.raycast_all(&queries.rays, &filter, &mut (), &mut hits[..]).unwrap();
    let mut answers = vec![0u8; n];
    mesh.occluded(&queries.rays, &filter, &mut answers[..]).unwrap();
    mesh.overlap_capsule(&queries.capsules, &filter, &mut answers[..]).unwrap();
    mesh.overlap_box(&queries.boxes, &filter, &mut answers[..]).unwrap();
    let mut list = [0u32; 10];
    mesh.candidates_aabb(&queries.aabbs, &filter, &mut (), &mut list[..]).unwrap();
    mesh.overlap_sphere_all(&queries.spheres, &filter, &mut (), &mut list[..]).unwrap();
    let none =
        ClosestPoint { point: Vec3::ZERO, distance: 0.0, triangle: 0, feature: geometry::Feature::Face };
    mesh.closest_point(&queries.points, &filter, &mut vec![none; n][..]).unwrap();
    mesh.cast_sphere(&queries.casts, &filter, ContactEdges::Smooth, &mut vec![ShapeHit::MISS; n][..])
        .unwrap();
    mesh.triangles(0, &mut vec![(geometry::Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO), 0); 3][..])
        .unwrap();
}

/// A small mesh with everything in it: attributes, shared vertices, a degenerate triangle.
fn small() -> TestMesh {
    let mut mesh = sphere(3, 1.0);
    mesh.indices.extend([0, 0, 1]);
    TestMesh::new(mesh.positions, mesh.indices)
}

#[test]
fn every_flipped_bit_is_an_error() {
    let mesh = small();
    for (name, cooked) in cook_all(&mesh) {
        for at in 0..cooked.bytes().len() {
            for bit in 0..8 {
                let mut bytes = cooked.bytes().to_vec();
                bytes[at] ^= 1 << bit;
                assert!(Mesh::open_copy(&bytes).is_err(), "{name}: byte {at} bit {bit}");
            }
        }
    }
}

#[test]
fn forged_bytes_are_an_error_or_harmless() {
    let mesh = small();
    let queries = Queries::random(&mesh, 1, Counts { rays: 12, others: 12 });
    for (name, cooked) in cook_all(&mesh) {
        let ask = |mesh: &Mesh| ask(mesh, &queries);
        let places = 64..cooked.bytes().len();
        let (opened, refused) = forge_single_bytes(cooked.bytes(), places, Mesh::open_copy, ask);
        assert!(opened > 100 && refused > 100, "{name}: {opened} {refused}");
    }
}

#[test]
fn forged_sections_are_an_error_or_harmless() {
    let mesh = small();
    let queries = Queries::random(&mesh, 2, Counts { rays: 6, others: 6 });
    let rng = &mut fastrand::Rng::with_seed(5);
    for (_, cooked) in cook_all(&mesh) {
        forge_many_bytes(rng, cooked.bytes(), None, 3000, Mesh::open_copy, |mesh| ask(mesh, &queries));
    }
}

#[test]
fn bounds_and_costs_that_no_mesh_has_are_refused() {
    // Offsets in the section of facts: the boxes' corners, the cost.
    const MIN: usize = 24;
    const MAX: usize = 36;
    const COST: usize = 48;
    let opened = |at: usize, value: f32| {
        let mut blob = Mesh::build(&small().input(), CookOptions::default()).unwrap().bytes().to_vec();
        let start = section(&blob, 1).start + at;
        blob[start..start + 4].copy_from_slice(&value.to_le_bytes());
        forge(&mut blob);
        Mesh::open_copy(&blob).map(|mesh| mesh.stats())
    };
    assert_eq!(opened(MIN, -100.0).unwrap().bounds.min.x, -100.0);
    assert_eq!(opened(COST, 3.0).unwrap().cost, 3.0);
    assert_eq!(opened(COST, -0.0).unwrap().cost, 0.0);
    for (at, value) in [
        (MIN + 4, 100.0),
        (MAX + 8, -100.0),
        (MAX, f32::NAN),
        (COST, f32::NAN),
        (COST, f32::INFINITY),
        (COST, -1.0),
    ] {
        let error = opened(at, value).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidBlob, "{at} {value}: {error}");
    }
}

#[test]
fn one_triangle_costs_nothing() {
    let positions = [Vec3::ZERO, Vec3::X, Vec3::Y];
    for layout in LayoutKind::ALL {
        let cooked = Mesh::build(&MeshInput::new(&positions, &[[0, 1, 2]]), cook(layout)).unwrap();
        assert_eq!(cooked.stats().cost.to_bits(), 0, "{layout:?}");
    }
}

#[test]
fn the_longest_path_fits_the_stack() {
    // 97 times the same triangle in a tree that peels off one at a time: 96 inner nodes on one path.
    for left_is_large in [true, false] {
        let mesh = TestMesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [0, 1, 2].repeat(97));
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Compact)).unwrap();
        let mut bytes = cooked.bytes().to_vec();
        let nodes = section(&bytes, 2);
        for (k, node) in bytes[nodes].chunks_exact_mut(8).enumerate() {
            let n = 97 - k;
            let left = if left_is_large { n - 1 } else { 1 };
            node.fill(0);
            node[1] = ((left - 1) * 256).div_ceil(n) as u8;
        }
        let depth = section(&bytes, 1).start + 8;
        bytes[depth] = 96;
        forge(&mut bytes);
        let forged = Mesh::open_copy(&bytes).unwrap();
        let queries = Queries::random(&mesh, 3, Counts { rays: 100, others: 50 });
        Expected::new(&Brute::new(&mesh), &queries, &Filter::default()).check(
            "chain",
            &forged,
            &queries,
            &Filter::default(),
        );
        bytes[depth] = 95;
        forge(&mut bytes);
        assert!(
            matches!(Mesh::open_copy(&bytes), Err(error) if error.kind() == ErrorKind::InvalidBlob && error.to_string().contains("exceeds the depth 95"))
        );
        bytes[depth] = 97;
        forge(&mut bytes);
        assert!(
            matches!(Mesh::open_copy(&bytes), Err(error) if error.kind() == ErrorKind::InvalidBlob && error.to_string().contains("exceeds 96"))
        );
    }
}

#[test]
fn foreign_and_truncated_bytes_are_refused() {
    for (name, cooked) in cook_all(&small()) {
        for len in 0..cooked.bytes().len() {
            let opened = Mesh::open_copy(&cooked.bytes()[..len]);
            assert!(
                matches!(opened, Err(error) if error.kind() == ErrorKind::InvalidBlob),
                "{name}: {len} bytes"
            );
        }
    }
    let cooked = Mesh::build(&small().input(), CookOptions::default()).unwrap();
    assert!(matches!(Mesh::open_copy(b"solid this is an STL file, surely longer than sixty-four bytes..."),
        Err(error) if error.kind() == ErrorKind::InvalidBlob && error.to_string().contains("not a cooked file")));
    let mut older = cooked.bytes().to_vec();
    older[8] = 0;
    assert!(matches!(Mesh::open_copy(&older), Err(error) if error.kind() == ErrorKind::UnsupportedVersion));
    assert!(Blob::open_copy(cooked.bytes(), carom::blob::BlobKind::Mesh).is_ok());
}

#[test]
fn bad_queries_are_errors_that_name_the_element() {
    let mesh = Mesh::build(&small().input(), CookOptions::default()).unwrap();
    let ray = Ray::new(Vec3::ZERO, Vec3::X);
    let untouched = RayHit { t: 7.0, u: 7.0, v: 7.0, triangle: 7 };
    let cases = [
        (Ray { origin: Vec3::new(0.0, f32::NAN, 0.0), ..ray }, "rays[1].origin.y: NaN is not finite"),
        (
            Ray { direction: Vec3::new(f32::INFINITY, 0.0, 0.0), ..ray },
            "rays[1].direction.x: inf is not finite",
        ),
        (
            Ray { direction: Vec3::ZERO, ..ray },
            "rays[1].direction: no component of [0.0, 0.0, 0.0] reaches 1e-28",
        ),
        (Ray { t_max: f32::NAN, ..ray }, "rays[1].t_max: NaN is not a number"),
    ];
    for (bad, message) in cases {
        let mut hits = [untouched; 2];
        let error = mesh.raycast(&[ray, bad], &Filter::default(), &mut hits[..]).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(hits, [untouched; 2]);
    }
    let sphere = geometry::Sphere { center: Vec3::ZERO, radius: -1.0 };
    let error = mesh.overlap_sphere(&[sphere], &Filter::default(), &mut [0u8][..]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert_eq!(error.to_string(), "spheres[0].radius: -1 is negative");
    let shape = geometry::OrientedBox {
        center: Vec3::ZERO,
        half_extents: Vec3::ONE,
        rotation: geometry::Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
    };
    let error = mesh.overlap_box(&[shape], &Filter::default(), &mut [0u8][..]).unwrap_err();
    assert_eq!(error.to_string(), "boxes[0].rotation: [0.0, 0.0, 0.0, 0.0] has length 0, not 1");
}
