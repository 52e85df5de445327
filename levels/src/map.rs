//! The text of a `.map`: parsed by the crate quake-map, made into planes here.

use crate::attributes::{self, DETAIL};
use crate::{Error, Level, Origin, patch, texture};
use quake_map::{Brush, Entity, Surface};

/// Reads a level.
pub(crate) fn read(text: &str) -> Result<Level, Error> {
    // Some editors begin with a mark of the byte order.
    let text = patch::plain(text.strip_prefix('\u{feff}').unwrap_or(text));
    let map = quake_map::parse(&mut text.as_bytes())
        .map_err(|error| Error::malformed(lower_first(&error.to_string())))?;
    let mut level = Level::default();
    for (i, entity) in map.entities.iter().enumerate() {
        let Some(bits) = part_of_world(entity, i) else {
            if !entity.brushes.is_empty() {
                level.skipped.entities += 1;
                level.skipped.entity_brushes += entity.brushes.len() as u32;
            }
            continue;
        };
        for (j, brush) in entity.brushes.iter().enumerate() {
            if brush.is_empty() {
                level.skipped.patches += 1;
                continue;
            }
            let sides = brush.iter().map(|side| texture::content(&side.texture.to_string_lossy()));
            let Some(content) = texture::of_brush(sides) else {
                level.skipped.brushes += 1;
                continue;
            };
            let origin = Origin { entity: i as u32, brush: j as u32 };
            let planes = planes(brush)
                .map_err(|(k, what)| Error::malformed(format!("entity {i}, brush {j}, plane {k}: {what}")))?;
            level.push(&planes, bits | with_flags(content, brush), origin);
        }
    }
    Ok(level)
}

/// The bits that all brushes of an entity have, if compilers make it part of the world.
fn part_of_world(entity: &Entity, index: usize) -> Option<u16> {
    let name = entity.edict.iter().rev().find(|(key, _)| key.as_bytes() == b"classname");
    match name.map(|(_, value)| value.as_bytes()) {
        Some(b"worldspawn" | b"func_group") => Some(0),
        Some(b"func_detail" | b"func_detail_wall" | b"func_detail_fence") => Some(DETAIL),
        Some(_) => None,
        // The first entity is the world even if it does not say so.
        None => (index == 0).then_some(0),
    }
}

/// Adds the flags behind the names of textures to the content that the names say.
fn with_flags(content: u16, brush: &Brush) -> u16 {
    let flags = brush.iter().fold(0, |flags, side| flags | side.q2ext.content_flags as u32);
    let bits = attributes::of_map_contents(flags);
    match bits & attributes::OF_INTEREST {
        // The flags say the content of the brush. It is then not solid merely because its texture is not
        // known.
        1.. => (content & !attributes::SOLID) | bits,
        0 => content | bits,
    }
}

/// The planes of a brush; an error with the plane at fault.
fn planes(brush: &Brush) -> Result<Vec<[f32; 4]>, (usize, String)> {
    brush.iter().enumerate().map(|(k, side)| plane(side).map_err(|what| (k, what))).collect()
}

/// The plane through three points, which lie clockwise as seen from outside.
fn plane(side: &Surface) -> Result<[f32; 4], String> {
    let [a, b, c] = side.half_space;
    // Beyond this, products of coordinates exceed the range of the numbers below.
    const FARTHEST: f64 = 1e9;
    if let Some(x) = [a, b, c].into_iter().flatten().find(|x| !(x.abs() <= FARTHEST)) {
        return Err(format!("{x} is not a coordinate from {:e} to {FARTHEST:e}", -FARTHEST));
    }
    let (u, v) = (sub(a, b), sub(c, b));
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let (area, sides) = (dot(normal, normal).sqrt(), (dot(u, u) * dot(v, v)).sqrt());
    // Below this, the direction is that of rounding.
    if !(area > sides * 1e-12) {
        return Err("its three points lie on a line".into());
    }
    let [x, y, z] = normal.map(|n| (n / area) as f32);
    // The rounded normal goes through the middle of the points as exactly as it can.
    let rounded = [x, y, z].map(f64::from);
    let d = (dot(rounded, a) + dot(rounded, b) + dot(rounded, c)) / 3.0;
    // No negative zeros.
    Ok([x + 0.0, y + 0.0, z + 0.0, d as f32 + 0.0])
}

fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| a[k] - b[k])
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn lower_first(message: &str) -> String {
    let mut chars = message.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}
