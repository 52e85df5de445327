//! Files to read: what they are, by name or by `--format`, and their bytes. `-` is standard input.

use crate::choices::FormatArg;
use crate::read::{self, Format, Treatment};
use anyhow::{Context, Result, bail};
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The content of a file, as its name or `--format` tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Mesh(Format),
    Level(carom_levels::Format),
    /// None of them: a cooked file, or nothing that is known.
    Other,
}

/// The kind of a file. `format` goes before its name.
pub(crate) fn kind(path: &Path, format: Option<FormatArg>) -> Kind {
    let mesh = match format {
        None => {
            let level = || carom_levels::Format::of(path).map(Kind::Level);
            return Format::of(path).map(Kind::Mesh).or_else(level).unwrap_or(Kind::Other);
        }
        Some(FormatArg::Map) => return Kind::Level(carom_levels::Format::Map),
        Some(FormatArg::Bsp) => return Kind::Level(carom_levels::Format::Bsp),
        Some(FormatArg::Obj) => Format::Obj,
        Some(FormatArg::Stl) => Format::Stl,
        Some(FormatArg::Ply) => Format::Ply,
        Some(FormatArg::Gltf) => Format::Gltf,
        Some(FormatArg::Off) => Format::Off,
        Some(FormatArg::ThreeMf) => Format::ThreeMf,
    };
    Kind::Mesh(mesh)
}

/// Returns true for the name of standard input and output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a file that is read, for messages.
pub(crate) fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".into() } else { path.display().to_string() }
}

/// The bytes of a file; errors name it.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>> {
    /// True once standard input is read: a second time there would be nothing.
    static TAKEN: AtomicBool = AtomicBool::new(false);
    if !is_standard(path) {
        return std::fs::read(path).with_context(|| name(path));
    }
    if TAKEN.swap(true, Ordering::Relaxed) {
        bail!("{}: can be read once only", name(path));
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).with_context(|| name(path))?;
    Ok(bytes)
}

/// Reads a mesh; errors name the file.
pub(crate) fn mesh(path: &Path, format: Format, treatment: Treatment) -> Result<read::Source> {
    let directory = if is_standard(path) { None } else { path.parent() };
    read::read(bytes(path)?, format, directory.unwrap_or(Path::new("")), treatment)
        .with_context(|| name(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_goes_before_a_name() {
        let of = |name: &str, format| kind(Path::new(name), format);
        assert_eq!(of("a.obj", None), Kind::Mesh(Format::Obj));
        assert_eq!(of("a.map", None), Kind::Level(carom_levels::Format::Map));
        assert_eq!(of("a.obj", Some(FormatArg::Stl)), Kind::Mesh(Format::Stl));
        assert_eq!(of("-", Some(FormatArg::Bsp)), Kind::Level(carom_levels::Format::Bsp));
        assert_eq!((of("-", None), of("a.carom", None)), (Kind::Other, Kind::Other));
    }
}
