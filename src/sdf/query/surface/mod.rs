//! The surface of a field, the zero set of its trilinear interpolant, and the point of it that is nearest to
//! another.
//!
//! Steps of Newton's method lead to a point of it. If the value is so large that, by the slope, nothing is
//! nearer by more than a tolerance, that point is the answer. Otherwise branch and bound searches boxes.

mod approach;
mod foot;
mod search;

pub(super) use foot::Foot;

use super::sampler::{Sampled, Sampler};
use crate::geometry::Vec3;
use crate::sdf::sections::View;
use glam::DVec3;
use search::search;

/// The length, in cells, by which a point may be moved farther than its distance to the surface for a
/// contact.
const DETOUR: f64 = 1.0 / 8.0;

/// The same for a nearest point, before others are searched.
const NEARLY: f64 = 1.0 / 64.0;

impl Sampler<'_> {
    /// The nearest point of the surface; `None` if the field has none.
    pub(super) fn nearest(&self, point: Vec3, sampled: &Sampled) -> Option<Foot> {
        if !self.has_surface {
            return None;
        }
        let start = self.approach(point, sampled, NEARLY);
        self.search(point, sampled, start)
    }

    /// A point of the surface that is about as far as the field's value, or else the nearest; `None` if the
    /// field has no surface.
    pub(super) fn foot(&self, point: Vec3, sampled: &Sampled) -> Option<DVec3> {
        if !self.has_surface {
            return None;
        }
        let start = self.approach(point, sampled, DETOUR);
        let near = f64::from(sampled.distance).abs() + DETOUR * f64::from(self.cell);
        if start.is_some_and(|start| start.distance(point.as_dvec3()) <= near) {
            return start;
        }
        self.search(point, sampled, start).map(|foot| foot.point)
    }

    /// The nearest point of the surface, from any point of it.
    #[inline(never)]
    fn search(&self, point: Vec3, sampled: &Sampled, start: Option<DVec3>) -> Option<Foot> {
        match self.view {
            View::Infinite => None,
            View::Dense(nodes) => search(self, nodes, point, sampled, start),
            View::Bricks16(nodes) => search(self, nodes, point, sampled, start),
            View::Bricks8(nodes) => search(self, nodes, point, sampled, start),
        }
    }
}
