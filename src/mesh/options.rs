//! Options of cooking.

use super::builder::{Quality, SplitRule};
use super::layout::{LayoutKind, WidePreset};
use crate::progress::Progress;
use std::fmt;

/// Options of cooking. The defaults are the ones to begin with. Layout, preset, quality and split rule change memory,
/// speed and build time, never answers.
///
/// ```
/// use carom::prelude::*;
///
/// let options =
///     CookOptions { preset: WidePreset::Fast, quality: Quality::High, ..CookOptions::default() };
/// let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let mesh = Mesh::build(&MeshInput::new(&positions, &[[0, 1, 2]]), options)?;
/// assert_eq!(mesh.triangle_count(), 1);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Default)]
pub struct CookOptions<'a> {
    /// The layout of the stored tree.
    pub layout: LayoutKind,
    /// Memory against speed, with layout WIDE; the others have only the default.
    pub preset: WidePreset,
    /// The build time that is spent on a faster tree.
    pub quality: Quality,
    /// The rule by which a node's triangles are split.
    pub split: SplitRule,
    /// The number of threads that build; 0 means one a core, and one where the platform has no threads. The bytes do not depend
    /// on it.
    pub thread_count: usize,
    /// Leave out the map from cooked order to the user's order, 4 bytes a triangle. Answers then name triangles in
    /// cooked order, and [`crate::mesh::Mesh::build_with_order`] returns the permutation. Only for layout COMPACT, and
    /// an error with any other, the default included.
    pub cooked_order: bool,
    /// Keep a table of where each triangle is stored, up to 2.5 bytes a triangle, so that
    /// [`crate::mesh::Mesh::triangle`] needs no search through the mesh. A mesh in cooked order or of layout
    /// DELTA needs no table, and gets none.
    pub triangle_table: bool,
    /// Called with the progress.
    pub progress: Option<Progress<'a>>,
}

/// All but the callback.
impl fmt::Debug for CookOptions<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("CookOptions")
            .field("layout", &self.layout)
            .field("preset", &self.preset)
            .field("quality", &self.quality)
            .field("split", &self.split)
            .field("thread_count", &self.thread_count)
            .field("cooked_order", &self.cooked_order)
            .field("triangle_table", &self.triangle_table)
            .finish_non_exhaustive()
    }
}
