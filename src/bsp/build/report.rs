//! What a build found.

use crate::geometry::Vec3;

/// What a build found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BspReport {
    /// Faces that the tree was built on.
    pub faces: u64,
    /// Planes that they were snapped to.
    pub planes: u64,
    /// Brushes without volume, which were left out.
    pub skipped_brushes: u32,
    /// The first of them.
    pub first_skipped: Option<u32>,
    /// Polygons without area, which were left out.
    pub degenerate_faces: u32,
    /// How often a brush or face was split.
    pub splits: u64,
    /// How far corners are beyond the planes that faces were snapped to, at most.
    pub deviation: f64,
    /// Where a surface leaks, with [`BspOptions::ignore_leaks`](super::BspOptions::ignore_leaks).
    pub leak: Option<Leak>,
    /// In how many leaves the audit of the finished tree found a part of a brush missing that is thicker than the
    /// slack, and added it. 0, unless the builder has a fault.
    pub mended_leaves: u64,
}

/// Where a surface does not tell inside from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leak {
    /// The middle of the largest area at fault.
    pub position: Vec3,
    /// The area at fault, relative to all area that was tested; where only edges are open, their length, relative to
    /// that of all edges.
    pub fraction: f64,
    /// Whether it was found on the box around everything: the outside is partly solid, partly empty.
    pub outside: bool,
}
