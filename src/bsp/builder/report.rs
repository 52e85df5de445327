//! The report of a build.

use crate::geometry::Vec3;

/// The report of a build.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BspReport {
    /// Faces that the tree was built on.
    pub faces: u64,
    /// Distinct planes of these faces, after snapping.
    pub planes: u64,
    /// Brushes without volume, which were left out.
    pub skipped_brushes: u32,
    /// The first of them.
    pub first_skipped: Option<u32>,
    /// Polygons without area, which were left out.
    pub degenerate_faces: u32,
    /// The number of splits of brushes or faces.
    pub splits: u64,
    /// The largest distance of a face's corner from the plane that the face was snapped to, on either side:
    /// the length by which faces were moved.
    pub deviation: f64,
    /// The place where a surface leaks, with [`BspOptions::ignore_leaks`](super::BspOptions::ignore_leaks).
    pub leak: Option<Leak>,
    /// The number of leaves in which the audit of the finished tree found a part of a brush missing that is
    /// thicker than the slack, and added it. 0, unless the builder has a defect.
    pub repaired_leaves: u64,
}

/// A place where a surface does not separate inside from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leak {
    /// The middle of the largest leaking area.
    pub position: Vec3,
    /// The size of the leak, relative: leaking area over checked area or, if only open edges were found,
    /// their length over that of all edges.
    pub fraction: f64,
    /// True if it was found on the box around everything: the outside is partly solid, partly empty.
    pub outside: bool,
}
