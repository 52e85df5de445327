//! Checks everything in a mesh's blob that memory safety and termination depend on.

use super::layout::{check_compact, check_delta, check_wide};
use super::sections::MeshParts;
use super::view::{MeshTree, View};
use crate::blob::BlobView;
use crate::{Error, Result};

/// The parts of a mesh whose blob's frame has been checked: finds and checks them all.
pub(crate) fn check_mesh(blob: BlobView) -> Result<MeshParts> {
    let parts = MeshParts::find(blob)?;
    let tree = MeshTree::new(blob, &parts);
    if !(parts.bounds.min.is_finite() && parts.bounds.max.is_finite()) {
        return Err(Error::invalid_blob("bounds are not finite"));
    }
    match tree.view() {
        View::Compact(tree) => check_compact(&tree, parts.info.depth)?,
        View::Delta(tree) => check_delta(&tree, parts.info.depth)?,
        View::Wide(tree) => check_wide(&tree, parts.info.depth)?,
        View::Large(tree) => check_wide(&tree, parts.info.depth)?,
    }
    tree.check_table()?;
    Ok(parts)
}
