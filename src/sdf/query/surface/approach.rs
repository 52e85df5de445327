//! Newton's method, which leads to a point of the surface.

use super::foot::ON_SURFACE;
use crate::geometry::Vec3;
use crate::sdf::query::sampler::{Sampled, Sampler};
use glam::DVec3;

/// The most steps of Newton's method by which a point is moved to the surface.
const STEPS: u32 = 8;

/// The most times that a point of the surface is moved along it before others are searched.
const TURNS: u32 = 3;

impl Sampler<'_> {
    /// A point of the surface that is near, and farther than the field's value by hardly more than `detour`
    /// cells, if one is found.
    #[inline]
    pub(super) fn approach(&self, point: Vec3, sampled: &Sampled, detour: f64) -> Option<DVec3> {
        let near = f64::from(sampled.distance).abs() + detour * f64::from(self.cell);
        let center = point.as_dvec3();
        let mut foot = self.slide(point, sampled)?;
        for _ in 0..TURNS {
            if foot.distance(center) <= near {
                break;
            }
            // From the foot on the tangent plane, which is nearer if the surface is nearly flat.
            let here = self.one(foot.as_vec3());
            let gradient = here.gradient.as_dvec3();
            let height = (f64::from(here.distance) + gradient.dot(center - foot)) / gradient.length_squared();
            let next = (center - gradient * height).as_vec3();
            if !next.is_finite() || !self.is_in_box(next.as_dvec3()) {
                break;
            }
            match self.slide(next, &self.one(next)) {
                Some(next) if next.distance(center) < foot.distance(center) => foot = next,
                _ => break,
            }
        }
        Some(foot)
    }

    /// A point of the surface to which steps of Newton's method along the gradient lead, if they do.
    fn slide(&self, point: Vec3, sampled: &Sampled) -> Option<DVec3> {
        let close = ON_SURFACE * f64::from(self.cell);
        let (mut at, mut here) = (point.as_dvec3(), *sampled);
        for _ in 0..STEPS {
            let (value, gradient) = (f64::from(here.distance), here.gradient.as_dvec3());
            let length = gradient.length();
            if value.abs() <= close * length {
                return self.is_in_box(at).then_some(at);
            }
            let step = gradient * (value / (length * length));
            if !step.is_finite() {
                return None;
            }
            at = (at - step).as_vec3().as_dvec3();
            here = self.one(at.as_vec3());
        }
        None
    }
}
