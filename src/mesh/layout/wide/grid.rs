//! The integer grid on which a wide tree's boxes lie.

use crate::arrays::MapEach;
use crate::geometry::{Aabb, Vec3, power_of_two_above};

/// A box in grid coordinates: its lower and its upper side along each axis.
pub(super) type GridBox = [[i32; 2]; 3];

/// A grid over a mesh's bounds: a power of two as step, and less than 2^23 of them along each axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    /// Grid coordinate 0.
    pub(super) origin: Vec3,
    /// The distance between grid coordinates.
    pub(super) step: Step,
}

/// The step of a grid, a power of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    /// The distance between grid coordinates.
    pub(super) size: f32,
    pub(super) reciprocal: f32,
    /// From squared grid units to the user's, rounded down.
    pub(super) square: f32,
}

impl Step {
    pub(super) fn new(size: f32) -> Step {
        let square = f64::from(size) * f64::from(size) * 0.9999;
        let square =
            if square < f64::from(f32::MIN_POSITIVE) { 0.0 } else { square.min(f32::MAX.into()) as f32 };
        Step { size, reciprocal: 1.0 / size, square }
    }
}

/// The smallest step: 2^-120.
const SMALLEST_STEP: f64 = 1.0 / (1u128 << 120) as f64;

/// No grid has more steps.
const MOST: i32 = 1 << 23;

impl Grid {
    /// The finest grid that covers `bounds` with coordinates of at most `largest`.
    pub(super) fn new(bounds: &Aabb, largest: i32) -> Grid {
        let extent = (bounds.max.as_dvec3() - bounds.min.as_dvec3()).max_element();
        let least = extent / f64::from(largest - 1);
        // The step must be a normal f32 whose reciprocal is one too. Around nothing, any will do.
        let step = match least >= 0.0 {
            true => power_of_two_above(least.clamp(SMALLEST_STEP, 1.0 / SMALLEST_STEP)),
            false => 1.0,
        };
        Grid { origin: bounds.min, step: Step::new(step as f32) }
    }

    /// The cells that contain a box within the bounds: its lower sides rounded down, its upper ones up,
    /// exactly. No coordinate is beyond `largest`.
    pub(super) fn cover(&self, bounds: &Aabb, largest: i32) -> GridBox {
        // Exact, as the step is a power of two.
        let per_step = 1.0 / f64::from(self.step.size);
        [0, 1, 2].map_each(|k| {
            let at = |side: f32| (f64::from(side) - f64::from(self.origin[k])) * per_step;
            // Between zero and the largest, truncating is rounding down. The difference of two f32 is
            // rounded in f64 only where they differ by more than 2^29, and then by less than the slack of
            // one step that covers it here.
            let low = (at(bounds.min[k]) - 1e-6).clamp(0.0, f64::from(largest)) as i32;
            let high = (at(bounds.max[k]) + 1e-6).clamp(0.0, f64::from(largest));
            [low, high as i32 + i32::from(f64::from(high as i32) < high)]
        })
    }

    /// The grid coordinates between which any box lies, rounded outward; beyond the grid, just beyond it.
    #[inline(always)]
    pub(super) fn reach(&self, bounds: &Aabb) -> GridBox {
        [0, 1, 2].map_each(|k| {
            let at = |side: f32| (f64::from(side) - f64::from(self.origin[k])) / f64::from(self.step.size);
            let beyond = f64::from(2 * MOST);
            // One step more than needed covers the rounding of the difference.
            let low = (at(bounds.min[k]).floor() - 1.0).clamp(-beyond, beyond) as i32;
            let high = (at(bounds.max[k]).ceil() + 1.0).clamp(-beyond, beyond) as i32;
            [low, high]
        })
    }

    /// The grid coordinates between which everything lies within a box, rounded inward.
    #[inline(always)]
    pub(super) fn interior(&self, bounds: &Aabb) -> GridBox {
        // As far inside the sides as the outer ones are outside.
        self.reach(bounds).map_each(|[low, high]| [low + 3, high - 3])
    }
}
