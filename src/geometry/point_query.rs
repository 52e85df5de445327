//! A point that the nearest of something is searched for.

use super::limits::{check_coordinates, check_length_of};
use crate::Result;
use glam::Vec3;

/// A point whose nearest neighbours are searched: the closest point of a surface, or the nearest objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointQuery {
    /// The point.
    pub point: Vec3,
    /// The largest distance that counts; may be infinite. Not negative.
    pub max_distance: f32,
}

/// Any distance counts.
impl<P: Into<Vec3>> From<P> for PointQuery {
    fn from(point: P) -> PointQuery {
        PointQuery { point: point.into(), max_distance: f32::INFINITY }
    }
}

impl PointQuery {
    /// Checks that it is finite and not too far away; `name` is what it is called in an error.
    #[inline(always)]
    pub(crate) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        check_coordinates(self.point, || text!("{}.point", name()))?;
        check_length_of(self.max_distance, true, || text!("{}.max_distance", name()))
    }
}
