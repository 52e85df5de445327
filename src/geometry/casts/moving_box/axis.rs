//! An axis that may separate a box and a triangle, and the times that axes leave.

use crate::geometry::casts::surface::Surface;
use glam::DVec3;
use std::ops::ControlFlow;

/// A unit direction, and how far triangle and box reach along it.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    direction: DVec3,
    /// The triangle.
    low: f64,
    high: f64,
    /// The box, to either side of its center.
    reach: f64,
    /// The speed of the box.
    speed: f64,
}

impl Axis {
    /// Of a box with so much to either side along the direction, and so fast.
    #[inline]
    pub(super) fn new(surface: &Surface, direction: DVec3, reach: f64, speed: f64) -> Axis {
        Axis { direction, low: surface.lowest(direction), high: surface.highest(direction), reach, speed }
    }

    /// With both signs: the direction from the triangle to the box, and the gap along it at a time.
    #[inline(always)]
    pub(super) fn sides(&self, t: f64) -> [(DVec3, f64); 2] {
        let at = self.speed * t;
        [(self.direction, (at - self.reach) - self.high), (-self.direction, (self.low - at) - self.reach)]
    }

    /// The largest gap at the start.
    #[inline(always)]
    pub(super) fn gap(&self) -> f64 {
        (-self.reach - self.high).max(self.low - self.reach)
    }
}

/// The times at which none of the axes so far separates the two.
#[derive(Clone, Copy)]
pub(super) struct Times {
    first: f64,
    last: f64,
}

impl Times {
    pub(super) const ALL: Times = Times { first: f64::NEG_INFINITY, last: 1.0 };

    #[inline]
    pub(super) fn first(&self) -> f64 {
        self.first
    }

    #[inline]
    pub(super) fn last(&self) -> f64 {
        self.last
    }

    /// Leaves out the times at which an axis separates the two, but for an error of heights. Breaks if none is left.
    #[inline(always)]
    pub(super) fn cut(&mut self, axis: &Axis, error: f64) -> ControlFlow<()> {
        let (low, high) = (axis.low - axis.reach - error, axis.high + axis.reach + error);
        if axis.speed == 0.0 {
            return if low > 0.0 || high < 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        }
        let (one, other) = (low / axis.speed, high / axis.speed);
        self.first = self.first.max(one.min(other));
        self.last = self.last.min(one.max(other));
        if self.first <= self.last { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
