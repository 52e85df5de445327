//! A point of the surface.

use glam::DVec3;

/// The distance from a zero, in cells, up to which points count as on the surface, by the gradient there.
pub(super) const ON_SURFACE: f64 = 1.0 / (1 << 14) as f64;

/// A point of the surface.
#[derive(Clone, Copy, Debug)]
pub(in crate::sdf::query) struct Foot {
    pub(in crate::sdf::query) point: DVec3,
    /// The error of its distance: no other point of the surface is nearer by more than this.
    pub(in crate::sdf::query) error: f64,
}
