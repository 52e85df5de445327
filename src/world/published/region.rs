//! Parts of space that planes across the axes cut out, half-open: on each axis from `low`, included, to
//! `high`, excluded. Every point is in one leaf of a partition, which is how what lies in several leaves is
//! reported once.

use crate::geometry::{Aabb, Vec3};
use crate::world::structure::Visitor;

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Region {
    low: [f32; 3],
    high: [f32; 3],
}

impl Region {
    /// All of space.
    pub(super) const ALL: Region = Region { low: [f32::NEG_INFINITY; 3], high: [f32::INFINITY; 3] };

    /// The part of it below a plane, and the part from there.
    pub(super) fn halves(&self, axis: usize, at: f32) -> [Region; 2] {
        let mut halves = [*self; 2];
        halves[0].high[axis] = at;
        halves[1].low[axis] = at;
        halves
    }

    pub(super) fn contains(&self, point: Vec3) -> bool {
        (0..3).all(|k| self.low[k] <= point[k] && point[k] < self.high[k])
    }

    /// Returns true if a closed box has a point in it.
    pub(super) fn meets(&self, bounds: &Aabb) -> bool {
        (0..3).all(|k| self.low[k] <= bounds.max[k] && bounds.min[k] < self.high[k])
    }

    /// Returns true if a visitor must come here, where the objects have a box around them: it finds those
    /// here whose corners are.
    pub(super) fn is_wanted(&self, visitor: &dyn Visitor, bounds: &Aabb) -> bool {
        self.meets(&visitor.range()) && visitor.bound(bounds).is_some()
    }

    /// Returns true if this is where a pair of boxes that touch is reported.
    pub(super) fn reports(&self, a: &Aabb, b: &Aabb) -> bool {
        self.contains(a.min.max(b.min))
    }
}

/// The two halves of a region that a box meets.
pub(super) fn sides(bounds: &Aabb, axis: usize, at: f32) -> [bool; 2] {
    [bounds.min[axis] < at, bounds.max[axis] >= at]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_in_one_half() {
        for at in [-1.0, -0.0, 0.0, 3.0] {
            let halves = Region::ALL.halves(1, at);
            for y in [-2.0, -1.0, -0.0, 0.0, 2.9, 3.0, 4.0] {
                let point = Vec3::new(5.0, y, -5.0);
                assert!(halves[0].contains(point) ^ halves[1].contains(point));
                let bounds = Aabb::new(point, point + 1.0);
                assert_eq!(sides(&bounds, 1, at), halves.map(|half| half.meets(&bounds)));
            }
        }
    }
}
