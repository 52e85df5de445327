//! The normal of a contact.

use crate::geometry::Feature;
use glam::DVec3;

/// A direction out of a triangle.
#[derive(Clone, Copy)]
pub(super) struct Normal {
    /// Unit.
    pub(super) direction: DVec3,
    /// The part that lies farthest along it.
    pub(super) part: Feature,
}
