//! Cooked fields: saved, opened in place and as a copy, damaged, forged.

use crate::common::field::*;
use crate::common::forge::{forge, forge_many_bytes, forge_single_bytes, section};
use carom::ErrorKind;
use carom::geometry::{Capsule, PoseMatrix, Ray, Sphere, Triangle, Vec3};
use carom::sdf::*;

/// Small fields of every kind: with triangles, with bricks and without, infinite.
fn small() -> Vec<Sdf<'static>> {
    let grid = Grid::new(Vec3::ZERO, 0.25, [12, 3, 4]).unwrap();
    let field = Field::of(grid, |p| p[0] - 0.1);
    let ids: Vec<u32> = (0..144).collect();
    let mut fields = vec![
        Sdf::build(&grid, &field.values, Some(&ids), &StorageOptions::default()).unwrap(),
        Sdf::build(&grid, &[f32::INFINITY; 144], None, &StorageOptions::default()).unwrap(),
    ];
    for storage in [Storage::Bricks16, Storage::Bricks8] {
        let options = StorageOptions { storage, band: 1.0, far_error: 1.0, ..StorageOptions::default() };
        fields.push(Sdf::build(&grid, &field.values, None, &options).unwrap());
    }
    assert_eq!((fields[2].stats().brick_count, fields[2].stats().block_count), (1, 2));
    fields
}

/// Asks everything; the answers of a forged blob mean nothing, but they must come.
fn ask(sdf: &Sdf) {
    let points: Vec<Vec3> = (0..20).map(|i| Vec3::new(i as f32 * 0.2 - 0.7, 0.1, 0.3)).collect();
    let n = points.len();
    let mut samples = vec![SdfSample { distance: 0.0, gradient: Vec3::ZERO }; n];
    sdf.sample(&points, Interpolation::Linear, &mut samples[..]).unwrap();
    assert!(samples.iter().all(|sample| !sample.distance.is_nan() && sample.gradient.is_finite()));
    sdf.sample(&points, Interpolation::Cubic, &mut samples[..]).unwrap();
    let mut contacts = vec![SdfContact::MISS; n];
    sdf.collide_point(&points, 0.5, &mut contacts[..]).unwrap();
    let spheres: Vec<Sphere> = points.iter().map(|&center| Sphere { center, radius: 0.3 }).collect();
    sdf.collide_sphere(&spheres, 0.0, &mut contacts[..]).unwrap();
    let [a, b, c] = [points[0], points[9] + Vec3::Y, points[19]];
    sdf.collide_capsule(&[Capsule { a, radius: 0.1, b }], 0.0, &mut contacts[..1]).unwrap();
    sdf.collide_triangle(&[Triangle::new(a, b, c)], 0.1, &mut contacts[..1]).unwrap();
    let mut hits = [SdfRayHit::MISS; 3];
    let rays = [Vec3::X, Vec3::NEG_X, Vec3::new(1.0, 0.1, 0.2)].map(|direction| Ray::new(b, direction));
    sdf.raycast(&rays, &mut hits[..]).unwrap();
    let mut closest =
        vec![SdfClosestPoint { point: a, distance: 0.0, normal: a, triangle: 0, error: 0.0 }; n];
    sdf.closest_point(&points, &mut closest[..]).unwrap();
    sdf.inside_points(&mut [Vec3::ZERO; 5][..]);
    let slice = SdfSlice { origin: a, right: Vec3::X * 0.1, down: Vec3::Z * 0.1, width: 9, height: 9 };
    sdf.slice(&slice, &mut [0.0; 81][..]).unwrap();
    let own = sdf.collide_field(sdf, &[PoseMatrix::IDENTITY], 0.1, &mut (), &mut contacts[..]);
    assert!(own.is_ok() || sdf.grid().cell() > 1e10);
}

#[test]
fn opened_fields_are_the_same() {
    for sdf in small() {
        let mut room = vec![0; sdf.bytes().len() + 64];
        let start = room.as_ptr().align_offset(64);
        let bytes = &mut room[start..][..sdf.bytes().len()];
        bytes.copy_from_slice(sdf.bytes());
        let in_place = Sdf::open_in_place(bytes).unwrap();
        assert_eq!(in_place.stats(), sdf.stats());
        assert_eq!(in_place.bytes().as_ptr(), bytes.as_ptr());
        assert_eq!(Sdf::open_copy(bytes).unwrap().bytes(), sdf.bytes());
        ask(&in_place);
        assert!(
            matches!(Sdf::open_in_place(&room[start + 4..]), Err(error) if error.kind() == ErrorKind::Misaligned)
        );
    }
}

#[test]
fn flipped_bits_and_lost_bytes_are_errors() {
    for sdf in small() {
        for at in 0..sdf.bytes().len() {
            let mut bytes = sdf.bytes().to_vec();
            bytes[at] ^= 1 << (at % 8);
            assert!(Sdf::open_copy(&bytes).is_err(), "byte {at}");
            assert!(Sdf::open_copy(&sdf.bytes()[..at]).is_err(), "{at} bytes");
        }
    }
    let mesh = carom::blob::Blob::open_copy(small()[0].bytes(), carom::blob::BlobKind::Mesh);
    assert!(mesh.err().unwrap().to_string().contains("holds kind 3"));
}

#[test]
fn forged_bytes_are_an_error_or_harmless() {
    for sdf in small() {
        let head = 64..section(sdf.bytes(), 1).end;
        // Of sections that are long and uniform, some.
        let places = head.clone().chain((head.end..sdf.bytes().len()).step_by(5));
        let (opened, refused) = forge_single_bytes(sdf.bytes(), places, Sdf::open_copy, ask);
        assert!(opened > 20 && refused > 50, "{opened} {refused}");
    }
}

#[test]
fn forged_blobs_are_harmless_however_many_bytes_differ() {
    let rng = &mut fastrand::Rng::with_seed(5);
    for sdf in small() {
        let info = section(sdf.bytes(), 1);
        forge_many_bytes(rng, sdf.bytes(), Some(info), 1500, Sdf::open_copy, ask);
    }
}

#[test]
fn errors_name_the_fault_of_a_field() {
    let forged = |which: usize, id: u32, at: usize, value: &[u8]| {
        let mut bytes = small()[which].bytes().to_vec();
        let start = section(&bytes, id).start + at;
        bytes[start..start + value.len()].copy_from_slice(value);
        forge(&mut bytes);
        Sdf::open_copy(&bytes).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(forged(0, 1, 0, &[9]), "blob: storage 9 is unknown");
    assert!(
        forged(0, 1, 8, &[13]).contains("values: 144 of 156") || forged(0, 1, 8, &[13]).contains("ranges")
    );
    assert!(forged(0, 1, 8, &[0]).contains("grid.dims.x: 0 nodes"));
    assert!(forged(0, 2, 8, &f32::NAN.to_le_bytes()).contains("values[2]: NaN is no distance"));
    assert!(forged(2, 3, 0, &7u32.to_le_bytes()).contains("table[0]: brick 7 of 1"));
    assert!(forged(2, 4, 4, &f32::INFINITY.to_le_bytes()).contains("corners[1]: inf"));
    assert!(forged(3, 5, 0, &i32::MIN.to_le_bytes()).contains("bricks[0]: first code -2147483648"));
    assert!(forged(3, 6, 0, &f32::NAN.to_le_bytes()).contains("ranges[0]: NaN"));
    assert!(forged(2, 1, 36, &(-1.0f32).to_le_bytes()).contains("step -1 is no length"));
    assert!(forged(0, 1, 52, &f32::NAN.to_le_bytes()).contains("max_distance NaN is no length"));
}
