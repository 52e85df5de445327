//! The moving sphere.

use crate::geometry::Vec3;

/// A sphere that moves along a straight line, its centre from `origin` to `origin + displacement`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereCast {
    /// The centre at time 0.
    pub origin: Vec3,
    /// Not negative; 0 casts a segment.
    pub radius: f32,
    /// The whole motion; zero tests for overlap.
    pub displacement: Vec3,
}
