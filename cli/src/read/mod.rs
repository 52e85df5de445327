//! Mesh files in, an indexed triangle list out. Each format has its file; well-kept crates do the parsing.

mod gltf;
mod labels;
mod limit;
mod obj;
mod off;
mod panics;
mod place;
mod plain;
mod ply;
mod source;
mod stl;
mod threemf;
mod weld;

pub(crate) use labels::LabelBy;
pub(crate) use limit::text_limit;
pub(crate) use panics::without_panic;
pub(crate) use place::{Place, Up};
pub(crate) use source::Source;

use crate::misuse::ensure_use;
use anyhow::Result;
use std::path::Path;

/// The formats, known by their file names' ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Obj,
    Stl,
    Ply,
    Gltf,
    Off,
    ThreeMf,
}

impl Format {
    /// The format of a file with this name, if it is a mesh's.
    pub(crate) fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "obj" => Some(Format::Obj),
            "stl" => Some(Format::Stl),
            "ply" => Some(Format::Ply),
            "gltf" | "glb" => Some(Format::Gltf),
            "off" => Some(Format::Off),
            "3mf" => Some(Format::ThreeMf),
            _ => None,
        }
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Obj => "obj",
            Format::Stl => "stl",
            Format::Ply => "ply",
            Format::Gltf => "gltf",
            Format::Off => "off",
            Format::ThreeMf => "3mf",
        }
    }
}

/// What is made of the vertices of a file.
#[derive(Clone, Copy, Default)]
pub(crate) struct Treatment {
    pub(crate) place: Place,
    /// Vertices at equal positions become one.
    pub(crate) weld: bool,
    /// What triangles get the attributes of; none get 0.
    pub(crate) labels: Option<LabelBy>,
}

/// Reads a mesh from the bytes of a file. Further files are looked for in `directory`.
pub(crate) fn read(bytes: Vec<u8>, format: Format, directory: &Path, treatment: Treatment) -> Result<Source> {
    if let Some(by) = treatment.labels {
        let known = matches!(format, Format::Obj | Format::Gltf);
        ensure_use!(
            known,
            "--attributes {}: are read of .obj, .gltf and .glb, not of .{}",
            by.name(),
            format.name()
        );
    }
    let mut source = without_panic(format.name(), || match format {
        Format::Obj => obj::read(&bytes, treatment.labels),
        Format::Stl => stl::read(bytes),
        Format::Ply => ply::read(plain::without_mark(&bytes)),
        Format::Gltf => gltf::read(plain::without_mark(&bytes), directory, treatment.labels),
        Format::Off => off::read(&bytes),
        Format::ThreeMf => threemf::read(&bytes),
    })?;
    // Before welding, so that the error counts vertices as the file does.
    source.input().validate()?;
    if treatment.place != Place::default() {
        treatment.place.apply(&mut source.positions)?;
    }
    source.file_vertices = source.positions.len();
    if treatment.weld {
        weld::weld(&mut source);
    }
    Ok(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_name() {
        assert_eq!(Format::of(Path::new("a/B.STL")), Some(Format::Stl));
        assert_eq!(Format::of(Path::new("b.glb")), Some(Format::Gltf));
        assert!(["c.carom", "obj", ".ply", "d."].iter().all(|name| Format::of(Path::new(name)).is_none()));
    }
}
