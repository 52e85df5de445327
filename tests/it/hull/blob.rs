//! Bytes of hulls: saved, opened, damaged, forged.

use super::{corners, hull};
use crate::common::forge::{forge, forge_many_bytes, forge_single_bytes, section};
use carom::ErrorKind;
use carom::blob::{Blob, BlobKind};
use carom::geometry::PoseMatrix;
use carom::hull::Hull;
use fastrand::Rng;

fn some() -> Vec<Hull<'static>> {
    let rock: Vec<[f32; 3]> = {
        let mut rng = Rng::with_seed(5);
        (0..40).map(|_| [(); 3].map(|()| rng.f32())).collect()
    };
    vec![
        hull(&[[1.0, 2.0, 3.0]]),
        hull(&[[1.0, 2.0, 3.0], [0.0; 3]]),
        hull(&[[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]),
        hull(&corners([-1.0; 3], [2.0; 3])),
        hull(&rock),
    ]
}

#[test]
fn opened_hulls_are_the_same() {
    for hull in some() {
        let copy = Hull::open_copy(hull.bytes()).unwrap();
        let in_place = Hull::open_in_place(hull.bytes()).unwrap();
        assert!(
            copy.bytes() == hull.bytes() && copy.stats() == hull.stats() && in_place.stats() == hull.stats()
        );
        assert_eq!(BlobKind::of(hull.bytes()), Some(BlobKind::Hull));
        assert!(Blob::open_copy(hull.bytes(), BlobKind::Mesh).is_err());
        let shifted = [&[0u8; 1][..], hull.bytes()].concat();
        let start = shifted.as_ptr().align_offset(64);
        if start != 1 {
            let error = Hull::open_in_place(&shifted[1..]).err().unwrap();
            assert!(matches!(error.kind(), ErrorKind::Misaligned | ErrorKind::InvalidBlob));
        }
    }
}

#[test]
fn every_flipped_bit_is_an_error() {
    for hull in some() {
        for at in 0..hull.bytes().len() {
            let mut bytes = hull.bytes().to_vec();
            bytes[at] ^= 1 << (at % 8);
            assert!(Hull::open_copy(&bytes).is_err(), "byte {at}");
        }
        for len in 0..hull.bytes().len() {
            assert!(Hull::open_copy(&hull.bytes()[..len]).is_err(), "{len} bytes");
        }
    }
}

/// Asks what can be asked.
fn ask(hull: &Hull) {
    assert!(hull.stats().vertex_count > 0);
    let shape = hull.at(PoseMatrix::IDENTITY);
    assert!(shape.check(|| "pose".into()).is_ok());
}

#[test]
fn forged_bytes_are_refused_or_harmless() {
    let rng = &mut Rng::with_seed(6);
    for hull in some() {
        let open = |bytes: &[u8]| Hull::open_copy(bytes);
        let places = (12..hull.bytes().len()).filter(|at| *at < 200 || at % 3 == 0);
        let (_, refused) = forge_single_bytes(hull.bytes(), places, open, ask);
        assert!(refused > 100);
        for id in 1..=5 {
            let often = section(hull.bytes(), id);
            forge_many_bytes(
                rng,
                hull.bytes(),
                Some(often).filter(|range| !range.is_empty()),
                300,
                open,
                ask,
            );
        }
    }
}

#[test]
fn parts_that_are_not_those_of_the_hull_are_named() {
    let cube = hull(&corners([-1.0; 3], [2.0; 3]));
    let refused = |id: u32, change: &dyn Fn(&mut [u8])| {
        let mut bytes = cube.bytes().to_vec();
        let range = section(&bytes, id);
        change(&mut bytes[range]);
        forge(&mut bytes);
        Hull::open_copy(&bytes).err().unwrap().to_string()
    };
    let swap = |part: &mut [u8]| part.swap(1, 2);
    assert!(refused(3, &swap).contains("loops are not those"), "{}", refused(3, &swap));
    assert!(refused(5, &|part| part[0] ^= 1).contains("planes are not those"));
    let nan = |part: &mut [u8]| part[..4].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(refused(1, &nan).contains("vertices[0].x: NaN is not finite"), "{}", refused(1, &nan));
    let inside = |part: &mut [u8]| part[..12].copy_from_slice(&[0; 12]);
    assert!(refused(1, &inside).contains("not those of the vertices' hull"), "{}", refused(1, &inside));
}
