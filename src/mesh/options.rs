//! Options of cooking.

use super::builder::{Quality, SplitRule};
use super::layout::{LayoutKind, WidePreset};
use crate::progress::Progress;

/// Options of cooking. The defaults are the ones to begin with. Layout, preset, quality and split rule change memory,
/// speed and build time, never answers.
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
