//! Opening cooked files, whatever they hold.

use crate::input::{self, Kind};
use anyhow::{Context, Result, bail};
use carom::blob::BlobKind;
use carom::bsp::Bsp;
use carom::mesh::Mesh;
use carom::sdf::Sdf;
use std::path::Path;

/// The content of a cooked file.
pub(crate) enum Cooked {
    /// A triangle mesh.
    Mesh(Mesh<'static>),
    /// Solids in a BSP tree.
    Bsp(Bsp<'static>),
    /// A signed distance field.
    Sdf(Sdf<'static>),
}

/// The bytes of a cooked file, as the frame at its beginning says; 0 if there is none.
fn limit(head: &[u8]) -> u64 {
    let size = head.get(24..32).and_then(|size| size.try_into().ok());
    BlobKind::of(head).and(size).map_or(0, u64::from_le_bytes)
}

/// The bytes of a file that may be cooked; errors name it.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    input::bytes(path, limit)
}

/// Opens a cooked file; errors name it.
pub(crate) fn open(path: &Path) -> Result<Cooked> {
    open_bytes(path, &read(path)?)
}

/// Opens the bytes of a cooked file; errors name it.
pub(crate) fn open_bytes(path: &Path, bytes: &[u8]) -> Result<Cooked> {
    let name = || input::name(path);
    match BlobKind::of(bytes) {
        Some(BlobKind::Bsp) => Bsp::open_copy(bytes).map(Cooked::Bsp).with_context(name),
        Some(BlobKind::Sdf) => Sdf::open_copy(bytes).map(Cooked::Sdf).with_context(name),
        Some(BlobKind::World) => bail!("{}: a saved world, whose objects only a program can ask", name()),
        Some(BlobKind::Hull) => bail!("{}: a convex hull, which only a program can ask", name()),
        None if input::kind(path, None) != Kind::Other => {
            bail!("{}: not a cooked file; cook it first", name())
        }
        // Any of them refuses a file that is no blob at all.
        Some(BlobKind::Mesh) | None => Mesh::open_copy(bytes).map(Cooked::Mesh).with_context(name),
    }
}
