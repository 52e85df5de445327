//! Files to read: what they are, by name or by `--format`, and their bytes. `-` is standard input.

use crate::choices::FormatArg;
use crate::read::{self, Format, Treatment};
use crate::reading::bounded;
use anyhow::{Context, Result, ensure};
use std::fs::File;
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

/// The bytes of a file; errors name it. `limit` says by the first bytes how many there can be at most: at the end of a
/// device or a pipe there may be none. If it says 0, only the first bytes are returned: they tell that nothing behind
/// them is of use.
pub(crate) fn bytes(path: &Path, limit: impl FnOnce(&[u8]) -> u64) -> Result<Vec<u8>> {
    /// True once standard input is read: a second time there would be nothing.
    static TAKEN: AtomicBool = AtomicBool::new(false);
    if !is_standard(path) {
        ensure!(!path.is_dir(), "{}: is a folder", name(path));
        let mut file = File::open(path).with_context(|| name(path))?;
        return bounded(&mut file, limit).with_context(|| name(path));
    }
    ensure!(!TAKEN.swap(true, Ordering::Relaxed), "{}: can be read once only", name(path));
    bounded(&mut std::io::stdin().lock(), limit).with_context(|| name(path))
}

/// Reads a mesh; errors name the file.
pub(crate) fn mesh(path: &Path, format: Format, treatment: Treatment) -> Result<read::Source> {
    let directory = if is_standard(path) { None } else { path.parent() };
    read::read(bytes(path, |head| format.limit(head))?, format, directory.unwrap_or(Path::new("")), treatment)
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
