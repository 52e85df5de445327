//! Text that editors write: the parts that are read, and damage, which is an error and never more.

use carom_levels::attributes::*;
use carom_levels::{Error, Format, Level, Origin, from_map, read};
use std::path::{Path, PathBuf};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(fixture(name)).unwrap()
}

/// The first brush that a point is inside of, or on.
fn at(level: &Level, p: [f32; 3]) -> Option<u16> {
    let mut rest = &level.planes[..];
    level.plane_counts.iter().zip(&level.attributes).find_map(|(&count, &attributes)| {
        let (planes, after) = rest.split_at(count as usize);
        rest = after;
        let inside = |&[x, y, z, d]: &[f32; 4]| x * p[0] + y * p[1] + z * p[2] <= d + 1e-3;
        planes.iter().all(inside).then_some(attributes)
    })
}

/// Every brush of the fixtures has a point inside: its normals look out of it.
fn assert_bounded(level: &Level) {
    let mut rest = &level.planes[..];
    for &count in &level.plane_counts {
        let (planes, after) = rest.split_at(count as usize);
        rest = after;
        let sum: [f32; 3] = std::array::from_fn(|k| planes.iter().map(|plane| plane[k]).sum());
        assert!(planes.len() >= 4 && sum.iter().all(|x| x.abs() < 2.0), "{planes:?}");
        for [x, y, z, _] in planes {
            assert!(((x * x + y * y + z * z).sqrt() - 1.0).abs() < 1e-6);
        }
    }
}

#[test]
fn a_room() {
    let level = read(&fixture("room.map")).unwrap();
    assert_bounded(&level);
    assert_eq!(level.brush_count(), 20);
    let skipped = level.skipped;
    assert_eq!((skipped.patches, skipped.brushes, skipped.entities, skipped.entity_brushes), (0, 1, 1, 1));
    assert_eq!(at(&level, [64.0, 64.0, -8.0]), Some(SOLID), "floor");
    assert_eq!(at(&level, [64.0, 64.0, 8.0]), None, "room");
    assert_eq!(at(&level, [180.0, 100.0, -20.0]), Some(WATER), "pool");
    assert_eq!(at(&level, [300.0, 220.0, 100.0]), Some(SOLID), "pillar");
    assert_eq!(at(&level, [328.0, 216.0, 100.0]), Some(SOLID), "pillar");
    assert_eq!(at(&level, [330.0, 250.0, 100.0]), None, "corner of the pillar");
    assert_eq!(at(&level, [420.0, 80.0, 45.0]), Some(SOLID | DETAIL), "under the ramp");
    assert_eq!(at(&level, [420.0, 80.0, 55.0]), None, "above the ramp");
    assert_eq!(at(&level, [244.0, 350.0, 50.0]), Some(PLAYER_CLIP | MONSTER_CLIP), "clip");
    assert_eq!(at(&level, [256.0, 200.0, 200.0]), Some(SOLID | SKY), "ceiling");
    assert_eq!(at(&level, [388.0, 350.0, 50.0]), None, "the door moves");
    // The last of the world, the hint, is left out; then come the player's start and the pillar.
    assert_eq!(level.origins[17], Origin { entity: 2, brush: 0 });
}

#[test]
fn valve_textures() {
    let level = read(&fixture("crystals.map")).unwrap();
    assert_bounded(&level);
    assert_eq!(level.brush_count(), 9);
    assert_eq!(level.skipped.brushes, 1);
    assert_eq!(at(&level, [-120.0, -100.0, 50.0]), Some(SOLID), "crystal");
    assert_eq!(at(&level, [-120.0, -100.0, 120.0]), None, "above it");
    assert_eq!(at(&level, [200.0, 70.0, 20.0]), Some(LAVA));
    assert_eq!(at(&level, [-250.0, 0.0, 100.0]), Some(SOLID | SKY));
}

#[test]
fn quake_3() {
    let level = read(&fixture("arch.map")).unwrap();
    assert_bounded(&level);
    assert_eq!(level.brush_count(), 6);
    assert_eq!(level.skipped.patches, 1);
    assert_eq!(level.skipped.notes(), ["1 curved patch left out"]);
    assert_eq!(at(&level, [16.0, -8.0, 50.0]), Some(SOLID | DETAIL), "a leg of the arch");
    assert_eq!(at(&level, [130.0, 32.0, 16.0]), Some(WATER));
    assert_eq!(at(&level, [-60.0, 0.0, 16.0]), Some(PLAYER_CLIP));
    assert_eq!(at(&level, [0.0, 188.0, 16.0]), Some(SOLID));
    assert_eq!(level.origins[1], Origin { entity: 0, brush: 2 });
}

#[test]
fn errors_name_the_file_and_the_element() {
    let error = read(&fixture("broken.map")).unwrap_err().to_string();
    let path = fixture("broken.map").display().to_string();
    assert_eq!(error, format!("{path}: entity 0, brush 1, plane 2: its three points lie on a line"));
    let error = |text: &str| from_map(text).unwrap_err().to_string();
    assert_eq!(error("{\n\"a\" \"b\"\n{\n( 0 0 0 ) ( 1 x 0 )"), "line 4: Expected number, got `x`");
    assert_eq!(error("{"), "unexpected end-of-file");
    let side = |point: &str| format!("{{ {{ ( {point} ) ( 0 1 0 ) ( 0 0 1 ) wall 0 0 0 1 1 }} }} ");
    let far = "entity 0, brush 0, plane 0: inf is not a coordinate from -1e9 to 1e9";
    assert_eq!(error(&side("1e999 0 0")), far);
    assert_eq!(
        error(&side("0 nan 0")),
        "entity 0, brush 0, plane 0: NaN is not a coordinate from -1e9 to 1e9"
    );

    let missing = read(Path::new("nowhere/x.map")).unwrap_err();
    assert!(matches!(missing, Error::Io { .. }) && missing.to_string().starts_with("nowhere/x.map: "));
    assert_eq!(read(Path::new("x.wad")).unwrap_err().to_string(), "x.wad: not a .map or .bsp");
    assert_eq!(Format::of(Path::new("A.MAP")), Some(Format::Map));
}

#[test]
fn nothing_is_a_level_too() {
    assert_eq!(from_map("").unwrap(), Level::default());
    assert_eq!(from_map("// nothing\n{ \"classname\" \"worldspawn\" }\n").unwrap(), Level::default());
}

#[test]
fn damage_is_an_error_and_never_more() {
    for name in ["room.map", "crystals.map", "arch.map"] {
        let whole = text(name);
        for end in (0..whole.len()).step_by(7) {
            let _ = from_map(&whole[..end]);
        }
        let mut rng = fastrand::Rng::with_seed(1);
        let pieces =
            ["{", "}", "(", ")", "\"", "brushDef", "patchDef2", "-", "nan", "é", "//", "\r", "[", "\0", ""];
        for _ in 0..2000 {
            let mut damaged = whole.clone();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(..damaged.len());
                let end = (at + rng.usize(0..3)).min(damaged.len());
                if damaged.is_char_boundary(at) && damaged.is_char_boundary(end) {
                    damaged.replace_range(at..end, pieces[rng.usize(..pieces.len())]);
                }
            }
            let _ = from_map(&damaged);
        }
    }
}

#[test]
fn a_mark_of_the_byte_order_is_no_text() {
    let marked = from_map(&format!("\u{feff}{}", text("room.map"))).unwrap();
    assert_eq!(marked.planes, from_map(&text("room.map")).unwrap().planes);
}
