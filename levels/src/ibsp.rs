//! Compiled Quake 3 levels: IBSP, version 46. Seventeen tables, of which six are read; every offset, count
//! and index is checked. All numbers are little-endian.

use crate::attributes::{self, OF_INTEREST};
use crate::{Error, Level, Origin};
use std::ops::Range;

const VERSION: u32 = 46;

/// A table of the file: its number, its name for messages, and the size of its records.
struct Table {
    number: usize,
    name: &'static str,
    size: usize,
}

/// 64 bytes of name, surface flags, contents.
const TEXTURES: Table = Table { number: 1, name: "textures", size: 72 };
/// Normal and distance.
const PLANES: Table = Table { number: 2, name: "planes", size: 16 };
/// Bounds, first face and count, first brush and count. The first model is the world.
const MODELS: Table = Table { number: 7, name: "models", size: 40 };
/// First side, count, texture.
const BRUSHES: Table = Table { number: 8, name: "brushes", size: 12 };
/// Plane, texture.
const SIDES: Table = Table { number: 9, name: "brush sides", size: 8 };
/// Texture, effect, type, and data for drawing.
const FACES: Table = Table { number: 13, name: "faces", size: 104 };

/// The type of a face that is a curved patch.
const PATCH: u32 = 2;

/// Reads a level.
pub(crate) fn read(bytes: &[u8]) -> Result<Level, Error> {
    let header =
        bytes.get(..8).ok_or_else(|| Error::malformed(format!("{} bytes are no bsp", bytes.len())))?;
    if &header[..4] != b"IBSP" {
        return Err(Error::malformed("does not begin with IBSP"));
    }
    let version = u32_at(header, 4);
    if version != VERSION {
        return Err(Error::malformed(format!("version {version} is not {VERSION}, Quake 3's")));
    }
    let textures = Records::new(bytes, &TEXTURES)?;
    let planes = Records::new(bytes, &PLANES)?;
    let models = Records::new(bytes, &MODELS)?;
    let brushes = Records::new(bytes, &BRUSHES)?;
    let sides = Records::new(bytes, &SIDES)?;
    let faces = Records::new(bytes, &FACES)?;

    let world = models.get(0).ok_or_else(|| Error::malformed("there are no models, not even the world"))?;
    let mut level = Level::default();
    level.skipped.entities = models.count() as u32 - 1;
    let world_faces = faces.range(world, 24, "models[0]")?;
    level.skipped.patches = world_faces.filter(|&i| faces.u32(i, 8) == PATCH).count() as u32;

    for (number, i) in brushes.range(world, 32, "models[0]")?.enumerate() {
        let name = || format!("brushes[{i}]");
        let brush = brushes.record(i);
        let texture = textures.index(u32_at(brush, 8), name)?;
        let mut bits = attributes::of_contents(textures.u32(texture, 68));
        let its_sides = sides.range(brush, 0, &name())?;
        if bits & OF_INTEREST == 0 {
            level.skipped.brushes += 1;
            continue;
        }
        let mut its_planes = Vec::with_capacity(its_sides.len());
        for j in its_sides {
            let name = || format!("brush sides[{j}]");
            let plane = planes.index(sides.u32(j, 0), name)?;
            let texture = textures.index(sides.u32(j, 4), name)?;
            bits |= attributes::of_surface(textures.u32(texture, 64));
            its_planes.push(unit_plane(planes.record(plane), plane)?);
        }
        level.push(&its_planes, bits, Origin { entity: 0, brush: number as u32 });
    }
    Ok(level)
}

/// A plane whose normal has unit length, as far as f32 can say.
fn unit_plane(record: &[u8], index: usize) -> Result<[f32; 4], Error> {
    let plane = [0, 4, 8, 12].map(|at| f32::from_bits(u32_at(record, at)));
    let length = plane[..3].iter().map(|&x| f64::from(x).powi(2)).sum::<f64>().sqrt();
    // Compilers write unit normals; anything else is damage.
    if !((length - 1.0).abs() < 1e-2 && plane[3].is_finite()) {
        return Err(Error::malformed(format!(
            "planes[{index}]: {plane:?} has no unit normal or no distance"
        )));
    }
    if (length - 1.0).abs() < 1e-6 {
        return Ok(plane);
    }
    Ok(plane.map(|x| (f64::from(x) / length) as f32))
}

/// The records of a table.
struct Records<'a> {
    bytes: &'a [u8],
    table: &'static Table,
}

impl<'a> Records<'a> {
    fn new(file: &'a [u8], table: &'static Table) -> Result<Records<'a>, Error> {
        let Table { number, name, size } = *table;
        let entry = 8 + number * 8;
        let entry = file
            .get(entry..entry + 8)
            .ok_or_else(|| Error::malformed(format!("{name}: the file ends in its directory")))?;
        let (offset, length) = (u32_at(entry, 0) as usize, u32_at(entry, 4) as usize);
        let bytes = offset.checked_add(length).and_then(|end| file.get(offset..end)).ok_or_else(|| {
            let available = file.len();
            Error::malformed(format!("{name}: {length} bytes at {offset}, but the file has {available}"))
        })?;
        if !length.is_multiple_of(size) {
            return Err(Error::malformed(format!("{name}: {length} bytes are no multiple of {size}")));
        }
        Ok(Records { bytes, table })
    }

    fn count(&self) -> usize {
        self.bytes.len() / self.table.size
    }

    fn get(&self, index: usize) -> Option<&'a [u8]> {
        self.bytes.chunks_exact(self.table.size).nth(index)
    }

    /// A record that is known to be there.
    fn record(&self, index: usize) -> &'a [u8] {
        let start = index * self.table.size;
        &self.bytes[start..start + self.table.size]
    }

    /// A number of a record that is known to be there.
    fn u32(&self, index: usize, at: usize) -> u32 {
        u32_at(self.record(index), at)
    }

    /// An index into this table that `of` holds, checked.
    fn index(&self, index: u32, of: impl Fn() -> String) -> Result<usize, Error> {
        let (count, name) = (self.count(), self.table.name);
        if index as usize >= count {
            return Err(Error::malformed(format!("{}: {name} {index} is not below {count}", of())));
        }
        Ok(index as usize)
    }

    /// The records of this table that another record names at `at`, by the first and their number. Checked.
    fn range(&self, record: &[u8], at: usize, of: &str) -> Result<Range<usize>, Error> {
        let (first, count) = (u32_at(record, at) as usize, u32_at(record, at + 4) as usize);
        match first.checked_add(count) {
            Some(end) if end <= self.count() => Ok(first..end),
            _ => {
                let (name, available) = (self.table.name, self.count());
                Err(Error::malformed(format!("{of}: {count} {name} from {first}, but there are {available}")))
            }
        }
    }
}

/// A number of a record; records are long enough for all that are asked for.
fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte))
}
