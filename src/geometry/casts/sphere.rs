//! The moving sphere.

use crate::Result;
use crate::geometry::{Sphere, Vec3, check_coordinates, check_length_of};

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

impl SphereCast {
    /// A sphere and its whole motion.
    pub fn new(sphere: Sphere, displacement: impl Into<Vec3>) -> SphereCast {
        SphereCast { origin: sphere.center, radius: sphere.radius, displacement: displacement.into() }
    }

    /// Checks all numbers; `name` is only called for the error text.
    pub(crate) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        check_coordinates(self.origin, || text!("{}.origin", name()))?;
        check_length_of(self.radius, false, || text!("{}.radius", name()))?;
        check_coordinates(self.displacement, || text!("{}.displacement", name()))
    }
}
