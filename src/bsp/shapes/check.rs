//! The check that a tree has brushes.

use crate::bsp::tree::Tree;
use crate::{Error, Result};

/// An error for the tree of a surface.
pub(super) fn check_brushes(tree: &Tree) -> Result<()> {
    if tree.solids.are_cells() {
        let what = "is of a surface; capsules, boxes and contacts ask brushes, or the surface as a mesh";
        return Err(Error::invalid_argument(what.into()).at("bsp"));
    }
    Ok(())
}
