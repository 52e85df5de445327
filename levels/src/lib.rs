//! Reads the solids of levels: convex brushes, each with 16 attribute bits for its content.
//!
//! Two formats are read: the text that editors of the Quake family write (`.map`; plain, Valve 220 and Quake
//! 3's `brushDef`), through the crate quake-map, and compiled Quake 3 levels (`.bsp`, IBSP version 46), by a
//! reader that checks every offset and count. Only parts that stand still are read: the world itself, and
//! groups of brushes that compilers make part of it. Curved patches and everything that moves are left out
//! and counted.
//!
//! Nothing here knows carom: the output has the form that `carom::bsp::BrushInput` takes.

pub mod attributes;
mod error;
mod ibsp;
mod level;
mod map;
mod patch;
mod texture;

pub use error::Error;
pub use level::{Level, Origin, Skipped};

use std::fmt;
use std::path::Path;

/// The formats of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The text that editors write.
    Map,
    /// A compiled Quake 3 level.
    Bsp,
}

impl Format {
    /// The format that a file's extension names.
    pub fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "map" => Some(Format::Map),
            "bsp" => Some(Format::Bsp),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Format::Map => "map",
            Format::Bsp => "Quake 3 bsp",
        })
    }
}

/// Reads a level. Its extension tells the format.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::File`] for its content. Both name it.
pub fn read(path: &Path) -> Result<Level, Error> {
    let wrong = |reason| Error::File { path: path.to_path_buf(), reason: Box::new(reason) };
    let format = Format::of(path).ok_or_else(|| wrong(Error::UnknownExtension))?;
    let bytes = std::fs::read(path).map_err(|reason| Error::Io { path: path.to_path_buf(), reason })?;
    match format {
        // Names of textures and messages may be in any encoding; none of them is needed to the letter.
        Format::Map => from_map(&String::from_utf8_lossy(&bytes)),
        Format::Bsp => from_bsp(&bytes),
    }
    .map_err(wrong)
}

/// Reads the text of a `.map`.
///
/// # Errors
/// [`Error::Malformed`], with the line, or with the entity, brush and plane, counted from 0.
pub fn from_map(text: &str) -> Result<Level, Error> {
    map::read(text)
}

/// Reads the bytes of a Quake 3 `.bsp`.
///
/// # Errors
/// [`Error::Malformed`], with the element and its value. Damaged bytes are an error and never more.
pub fn from_bsp(bytes: &[u8]) -> Result<Level, Error> {
    ibsp::read(bytes)
}
