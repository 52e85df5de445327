//! Reads the solids of levels: convex brushes, each with 16 attribute bits that say what it is.
//!
//! Two formats are read: the text that editors of the Quake family write (`.map`; plain, Valve 220 and Quake 3's
//! `brushDef`), through the crate quake-map, and compiled Quake 3 levels (`.bsp`, IBSP version 46), by a reader that
//! checks every offset and count. Only what stands still is read: the world itself, and groups of brushes that
//! compilers make part of it. Curved patches and everything that moves are left out and counted.
//!
//! Nothing here knows carom: the output is what `carom::bsp::BrushInput` takes.

pub mod attributes;
mod ibsp;
mod map;
mod patch;
mod texture;

use std::fmt;
use std::path::{Path, PathBuf};

/// Convex brushes, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// `[x, y, z, d]` stands for the half-space `x, y, z . p <= d`: unit normals that look out of the brush, in the
    /// units of the file.
    pub planes: Vec<[f32; 4]>,
    /// How many planes each brush has.
    pub plane_counts: Vec<u32>,
    /// What each brush is: see [`attributes`].
    pub attributes: Vec<u16>,
    /// Where each brush stands in the file.
    pub origins: Vec<Origin>,
    /// What was left out.
    pub skipped: Skipped,
}

/// Where a brush stands in its file, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The entity of a `.map`; 0, the world, in a `.bsp`.
    pub entity: u32,
    /// The brush of that entity, patches counted too.
    pub brush: u32,
}

/// What was left out of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Curved patches.
    pub patches: u32,
    /// Brushes of the world that nothing collides with: hints, triggers, area portals and the like.
    pub brushes: u32,
    /// Brushes of entities that move or only detect: doors, platforms, triggers. Not known for a `.bsp`.
    pub entity_brushes: u32,
    /// How many such entities there are; in a `.bsp`, models other than the world.
    pub entities: u32,
}

impl Skipped {
    /// One line for each kind of what was left out; none if nothing was.
    pub fn notes(&self) -> Vec<String> {
        let counted = |count: u32, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one} left out")),
            _ => Some(format!("{count} {many} left out")),
        };
        let brushes = match self.entity_brushes {
            0 => String::new(),
            1 => ", with 1 brush,".into(),
            count => format!(", with {count} brushes,"),
        };
        [
            counted(self.patches, "curved patch", "curved patches"),
            counted(self.brushes, "brush that nothing collides with", "brushes that nothing collides with"),
            counted(
                self.entities,
                &format!("entity that is not part of the world{brushes}"),
                &format!("entities that are not part of the world{brushes}"),
            ),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

impl Level {
    /// How many brushes there are.
    pub fn brush_count(&self) -> usize {
        self.plane_counts.len()
    }

    /// Adds a brush.
    fn push(&mut self, planes: &[[f32; 4]], attributes: u16, origin: Origin) {
        self.planes.extend_from_slice(planes);
        self.plane_counts.push(planes.len() as u32);
        self.attributes.push(attributes);
        self.origins.push(origin);
    }
}

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

/// What is wrong with a level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read.
    #[error("{}: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: std::io::Error,
    },
    /// A file that holds no level, or a damaged one.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: Box<Error>,
    },
    /// The extension is neither `.map` nor `.bsp`.
    #[error("not a .map or .bsp")]
    UnknownExtension,
    /// Text that is no `.map`, or bytes that are no Quake 3 `.bsp`; the message names the element and the value.
    #[error("{0}")]
    Malformed(String),
}

impl Error {
    fn malformed(message: impl Into<String>) -> Error {
        Error::Malformed(message.into())
    }
}

/// Reads a level; its extension says what it is.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::File`] for what it holds. Both name it.
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
