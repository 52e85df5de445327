//! Mesh files in, an indexed triangle list out. Each format has its file; well-kept crates do the parsing.

mod gltf;
mod obj;
mod ply;
mod stl;
mod weld;

use anyhow::{Context, Result, anyhow, bail};
use carom::mesh::MeshInput;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// A mesh as a file has it: an indexed triangle list in the order of the file.
#[derive(Default)]
pub(crate) struct Source {
    pub(crate) positions: Vec<[f32; 3]>,
    pub(crate) indices: Vec<u32>,
    /// How many vertices the file has.
    pub(crate) file_vertices: usize,
    /// What was left out.
    pub(crate) notes: Vec<String>,
}

impl Source {
    /// As the library takes it.
    pub(crate) fn input(&self) -> MeshInput<'_> {
        MeshInput::new(&self.positions, &self.indices)
    }

    /// Adds a polygon as a fan of triangles around its first corner; returns whether it has any.
    fn push_polygon(&mut self, corners: &[u32]) -> bool {
        for i in 2..corners.len() {
            self.indices.extend([corners[0], corners[i - 1], corners[i]]);
        }
        corners.len() > 2
    }

    fn note(&mut self, count: usize, what: &str) {
        if count > 0 {
            self.notes.push(format!("{count} {what}"));
        }
    }
}

/// The formats, known by their file names' ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Obj,
    Stl,
    Ply,
    Gltf,
}

impl Format {
    /// The format of a file with this name, if it is a mesh's.
    pub(crate) fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "obj" => Some(Format::Obj),
            "stl" => Some(Format::Stl),
            "ply" => Some(Format::Ply),
            "gltf" | "glb" => Some(Format::Gltf),
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
        }
    }
}

/// Reads a mesh. Vertices at equal positions become one, unless `weld` is off; errors name the file.
pub(crate) fn read(path: &Path, weld: bool) -> Result<Source> {
    let name = || path.display().to_string();
    let Some(format) = Format::of(path) else {
        bail!(
            "{}: not a mesh or level that is known by its name: .obj, .stl, .ply, .gltf, .glb, .map or .bsp",
            name()
        );
    };
    let bytes = std::fs::read(path).with_context(name)?;
    let mut source = without_panic(format.name(), || match format {
        Format::Obj => obj::read(&bytes),
        Format::Stl => stl::read(bytes),
        Format::Ply => ply::read(&bytes),
        Format::Gltf => gltf::read(&bytes, path.parent().unwrap_or(Path::new(""))),
    })
    .with_context(name)?;
    // Before welding, so that the error counts vertices as the file does.
    source.input().validate().with_context(name)?;
    source.file_vertices = source.positions.len();
    if weld {
        weld::weld(&mut source);
    }
    Ok(source)
}

/// Turns a panic of a format's crate into an error: files come from anywhere.
pub(crate) fn without_panic<T>(format: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(AssertUnwindSafe(work));
    std::panic::set_hook(hook);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason given");
        Err(anyhow!("malformed {format}: {text}"))
    })
}

/// How many elements there are, as the 32 bits of an index, or an error.
fn index_count(count: usize, what: &str) -> Result<u32> {
    u32::try_from(count).map_err(|_| anyhow!("{what}: {count} are more than 32 bits can count"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_become_fans() {
        let mut source = Source::default();
        assert!(source.push_polygon(&[3, 4, 5, 6, 7]));
        assert!(!source.push_polygon(&[1, 2]) && !source.push_polygon(&[]));
        assert_eq!(source.indices, [3, 4, 5, 3, 5, 6, 3, 6, 7]);
    }

    #[test]
    fn panics_become_errors() {
        let error = without_panic::<()>("ply", || panic!("at byte {}", 7)).unwrap_err();
        assert_eq!(error.to_string(), "malformed ply: at byte 7");
    }

    #[test]
    fn formats_are_known_by_name() {
        assert_eq!(Format::of(Path::new("a/B.STL")), Some(Format::Stl));
        assert_eq!(Format::of(Path::new("b.glb")), Some(Format::Gltf));
        assert!(["c.carom", "obj", ".ply", "d."].iter().all(|name| Format::of(Path::new(name)).is_none()));
    }
}
