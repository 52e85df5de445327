//! Predicates of queries: each says which volumes are answers and with what key, in f64 arithmetic that is
//! written down, and bounds the keys of whatever lies in a box.

use crate::arrays::MapEach;
use crate::geometry::{Aabb, LARGEST, PointQuery, Vec3};
use crate::world::objects::{Volume, box_distance_squared, length_squared};

/// The part of a bound that is left once the rounding of keys is taken off, which is some units of 2^-53.
const SLACK: f64 = 1.0 - 1.0 / (1u64 << 40) as f64;

/// The answers of a query.
pub(super) trait Predicate {
    /// A lower bound on the keys of all answers that lie in a box; none if nothing in it can be an answer.
    fn bound(&self, bounds: &Aabb) -> Option<f64>;
    /// The key of a volume, if it is an answer.
    fn key(&self, volume: &Volume) -> Option<f64>;
    /// A box that every answer touches.
    fn range(&self) -> Aabb;
    /// Returns true if every box that touches the range is an answer.
    fn takes_boxes(&self) -> bool {
        false
    }
}

/// No narrower range is known.
pub(super) const EVERYWHERE: Aabb =
    Aabb { min: Vec3::splat(-4.0 * LARGEST), max: Vec3::splat(4.0 * LARGEST) };

/// Volumes that touch one.
pub(super) struct Touching {
    volume: Volume,
    bounds: Aabb,
}

impl Touching {
    pub(super) fn new(volume: Volume) -> Touching {
        Touching { bounds: volume.bounds(), volume }
    }
}

impl Predicate for Touching {
    #[inline]
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        let near = match &self.volume {
            Volume::Box(_) => true,
            Volume::Sphere(sphere) => {
                let radius = f64::from(sphere.radius);
                box_distance_squared(bounds, sphere.center) * SLACK <= radius * radius
            }
        };
        (near && self.bounds.touches(bounds)).then_some(0.0)
    }

    #[inline]
    fn key(&self, volume: &Volume) -> Option<f64> {
        self.volume.touches(volume).then_some(0.0)
    }

    fn range(&self) -> Aabb {
        self.bounds
    }

    fn takes_boxes(&self) -> bool {
        matches!(self.volume, Volume::Box(_))
    }
}

/// Keys are distances.
impl Predicate for PointQuery {
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        let bound = (box_distance_squared(bounds, self.point).sqrt() * SLACK) as f32;
        let bound = f64::from(bound);
        (bound <= f64::from(self.max_distance)).then_some(bound)
    }

    fn key(&self, volume: &Volume) -> Option<f64> {
        let distance = match volume {
            Volume::Box(bounds) => box_distance_squared(bounds, self.point).sqrt(),
            Volume::Sphere(sphere) => {
                let away = length_squared(self.point.as_dvec3() - sphere.center.as_dvec3()).sqrt();
                // No nearer than its box, which structures know it by: the difference cancels where the
                // radius is large.
                let to_box = box_distance_squared(&volume.bounds(), self.point).sqrt();
                (away - f64::from(sphere.radius)).max(to_box)
            }
        };
        // As it is returned.
        let distance = distance as f32;
        (distance <= self.max_distance).then_some(distance.into())
    }

    fn range(&self) -> Aabb {
        let reach = Vec3::splat(self.max_distance.min(2.0 * LARGEST)) * (1.0 + f32::EPSILON);
        // Rounded outwards: the numbers next to the sums.
        let low = (self.point - reach).to_array().map_each(f32::next_down);
        let high = (self.point + reach).to_array().map_each(f32::next_up);
        Aabb::new(low.into(), high.into())
    }
}
