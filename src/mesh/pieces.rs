//! The tree of pieces of a mesh's triangles, which the first hits of rays are found in: a blob of its own in a section.

use super::layout::{Info, LayoutKind, WidePreset};
use super::mesh_tree::{MeshParts, MeshTree};
use super::stored::find_optional;
use crate::blob::{BlobKind, BlobView, Section};
use crate::{Error, ErrorKind, Result};

/// Number of the section.
pub(super) const PIECES: u32 = 14;

/// The place of the blob in that of the mesh, and of its parts in there.
pub(super) struct Pieces {
    section: Section,
    parts: MeshParts,
}

impl Pieces {
    /// Finds them if there are any. Their contents are not looked at.
    pub(super) fn find(blob: BlobView) -> Result<Option<Pieces>> {
        let section = find_optional::<u8>(blob, PIECES, "pieces")?;
        let find = |section| Ok(Pieces { section, parts: MeshParts::find(blob.nested(section))? });
        section.map(find).transpose()
    }

    /// Finds them and checks everything that memory safety and termination depend on, for a mesh with these facts.
    pub(super) fn check(blob: BlobView, mesh: &Info) -> Result<Option<Pieces>> {
        let Some(section) = find_optional::<u8>(blob, PIECES, "pieces")? else { return Ok(None) };
        let checked = blob.check_nested(section, BlobKind::Mesh).and_then(|blob| check(blob, mesh));
        checked.map(|parts| Some(Pieces { section, parts })).map_err(|error| match error.kind() {
            ErrorKind::OutOfMemory => error,
            _ => Error::invalid_blob(text!("pieces: {error}")),
        })
    }

    /// The tree.
    #[inline(always)]
    pub(super) fn tree<'a>(&'a self, blob: BlobView<'a>) -> MeshTree<'a> {
        MeshTree::new(blob.nested(self.section), &self.parts)
    }
}

/// The trees in which the first hits of rays are found.
#[derive(Clone, Copy)]
pub(crate) struct RayTrees<'a> {
    /// That of the triangles, for coherent rays: what they share of a visit counts for more than how few visits there are.
    pub(super) coherent: MeshTree<'a>,
    /// That of the pieces where there is one, for all others.
    pub(super) alone: MeshTree<'a>,
}

/// Checks the blob of a tree of pieces.
fn check(blob: BlobView, mesh: &Info) -> Result<MeshParts> {
    let parts = MeshParts::find(blob)?;
    let &Info { layout, preset, pieces_of, .. } = parts.info();
    if pieces_of == 0 || pieces_of != mesh.triangle_count || mesh.preset != WidePreset::Rays {
        return Err(Error::invalid_blob(text!(
            "pieces of {pieces_of} triangles in a mesh of {} of preset {}",
            mesh.triangle_count,
            mesh.preset.name()
        )));
    }
    if (layout, preset) != (LayoutKind::Wide, WidePreset::Fast) {
        return Err(Error::invalid_blob(text!(
            "pieces of layout {} and preset {}",
            layout.name(),
            preset.name()
        )));
    }
    // No triangle is without a piece.
    let stored = parts.info().triangle_count;
    if stored < pieces_of {
        return Err(Error::invalid_blob(text!("{stored} pieces of {pieces_of} triangles")));
    }
    parts.check_contents(blob)?;
    Ok(parts)
}
