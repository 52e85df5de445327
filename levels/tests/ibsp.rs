//! Compiled levels: the parts that are read, and damage, which is an error and never more.

mod common;

use carom_levels::attributes::*;
use carom_levels::{Origin, from_bsp};
use common::Assembly;

fn error(level: &Assembly) -> String {
    from_bsp(&level.bytes()).unwrap_err().to_string()
}

#[test]
fn the_world_is_read() {
    let sample = Assembly::sample();
    let level = from_bsp(&sample.bytes()).unwrap();
    assert_eq!(level.plane_counts, [6, 6, 6]);
    assert_eq!(level.attributes, [SOLID, SOLID | DETAIL | SLICK, WATER | TRANSLUCENT]);
    assert_eq!(level.planes, sample.planes[..18]);
    assert_eq!(level.origins[2], Origin { entity: 0, brush: 2 });
    let skipped = level.skipped;
    assert_eq!((skipped.patches, skipped.brushes, skipped.entities), (2, 1, 1));
    assert_eq!(
        skipped.notes(),
        [
            "2 curved patches left out",
            "1 brush that nothing collides with left out",
            "1 entity that is not part of the world left out"
        ]
    );
}

#[test]
fn errors_name_the_element() {
    let wrong = |change: fn(&mut Assembly)| {
        let mut level = Assembly::sample();
        change(&mut level);
        error(&level)
    };
    assert_eq!(wrong(|l| l.brushes[1][0] = 30), "brushes[1]: 6 brush sides from 30, but there are 30");
    assert_eq!(wrong(|l| l.brushes[0][2] = 5), "brushes[0]: textures 5 is not below 5");
    assert_eq!(wrong(|l| l.sides[7][0] = 99), "brush sides[7]: planes 99 is not below 30");
    assert_eq!(wrong(|l| l.sides[7][1] = 99), "brush sides[7]: textures 99 is not below 5");
    assert_eq!(wrong(|l| l.models[0][3] = u32::MAX), "models[0]: 4294967295 brushes from 0, but there are 5");
    assert_eq!(wrong(|l| l.models.clear()), "there are no models, not even the world");
    assert_eq!(
        wrong(|l| l.planes[3] = [0.0, f32::NAN, 0.0, 1.0]),
        "planes[3]: [0.0, NaN, 0.0, 1.0] has no unit normal or no distance"
    );
    assert_eq!(from_bsp(b"").unwrap_err().to_string(), "0 bytes are no bsp");
    assert_eq!(from_bsp(b"PK\x03\x04....").unwrap_err().to_string(), "does not begin with IBSP");
    let mut quake_live = Assembly::sample().bytes();
    quake_live[4] = 47;
    assert_eq!(from_bsp(&quake_live).unwrap_err().to_string(), "version 47 is not 46, Quake 3's");
}

#[test]
fn normals_have_unit_length() {
    let mut level = Assembly::sample();
    level.planes[0] = [-1.001, 0.0, 0.0, 64.064];
    assert_eq!(from_bsp(&level.bytes()).unwrap().planes[0], [-1.0, 0.0, 0.0, 64.0]);
}

#[test]
fn damage_is_an_error_and_never_more() {
    let whole = Assembly::sample().bytes();
    for end in 0..whole.len() {
        // The bytes behind the last table that is read may be missing.
        assert!(from_bsp(&whole[..end]).is_err(), "{end} bytes");
    }
    let mut bytes = whole.clone();
    for i in 0..whole.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff, whole[i] ^ 0x10, whole[i].wrapping_add(1)] {
            bytes[i] = value;
            if let Ok(level) = from_bsp(&bytes) {
                let count: u64 = level.plane_counts.iter().map(|&count| u64::from(count)).sum();
                assert_eq!(count, level.planes.len() as u64);
                assert_eq!(level.attributes.len(), level.brush_count());
                assert!(level.planes.iter().flatten().all(|x| x.is_finite()));
            }
        }
        bytes[i] = whole[i];
    }
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..20_000 {
        let mut bytes = whole.clone();
        for _ in 0..rng.usize(1..8) {
            let at = rng.usize(..bytes.len());
            bytes[at] = rng.u8(..);
        }
        let _ = from_bsp(&bytes);
    }
}
