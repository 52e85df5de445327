//! How a mesh is cooked.

use super::build::{Quality, SplitRule};
use super::layout::{LayoutKind, WidePreset};
use crate::progress::Progress;

/// What to cook and how.
#[derive(Default)]
pub struct CookOptions<'a> {
    /// How the tree is stored.
    pub layout: LayoutKind,
    /// What layout WIDE is made for; COMPACT has only the default.
    pub preset: WidePreset,
    /// How much work to spend.
    pub quality: Quality,
    /// How nodes are divided.
    pub split: SplitRule,
    /// How many threads build; 0 means one a core, and one where the platform has no threads. The bytes do not depend
    /// on it.
    pub thread_count: usize,
    /// Only for layout COMPACT, and an error with any other, the default included: leave out the map from
    /// cooked order to the user's order, 4 bytes a triangle. Answers then name
    /// triangles in cooked order, and [`crate::mesh::Mesh::build_with_order`] hands out the permutation.
    pub cooked_order: bool,
    /// Keep a table of where each triangle is stored, up to 2.5 bytes a triangle, so that [`crate::mesh::Mesh::triangle`]
    /// need not search the mesh. A mesh in cooked order needs none, and gets none.
    pub triangle_table: bool,
    /// Told how far the work is.
    pub progress: Option<Progress<'a>>,
}
