//! Axis-aligned bounding boxes.

use super::limits::check_coordinates;
use super::rounding::{SQUARE_AFTER_ROUNDING, round_down, round_up};
use super::{Vec3, dot, max, max3, min3};
use crate::arrays::MapEach;
use crate::{Error, Result};
use glam::DVec3;

/// An axis-aligned box, both ends included. A box with any `min > max` is empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Smallest corner.
    pub min: Vec3,
    /// Largest corner.
    pub max: Vec3,
}

impl Aabb {
    /// The box that contains nothing and grows by [`Aabb::union`].
    pub const EMPTY: Aabb = Aabb { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// A box from its corners.
    pub fn new(min: Vec3, max: Vec3) -> Aabb {
        Aabb { min, max }
    }

    /// The smallest box of f32 around one of f64.
    pub(crate) fn outward(min: DVec3, max: DVec3) -> Aabb {
        Aabb {
            min: Vec3::from_array(min.to_array().map_each(round_down)),
            max: Vec3::from_array(max.to_array().map_each(round_up)),
        }
    }

    /// Checks that it is finite, not too large and not inverted; `name` is only called for the error text.
    #[inline]
    pub(crate) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        check_coordinates(self.min, || text!("{}.min", name()))?;
        check_coordinates(self.max, || text!("{}.max", name()))?;
        if self.min.cmple(self.max).all() { Ok(()) } else { Err(inverted(self, &name())) }
    }

    /// The smallest box around both.
    #[inline(always)]
    pub fn union(&self, other: &Aabb) -> Aabb {
        Aabb { min: min3(self.min, other.min), max: max3(self.max, other.max) }
    }

    /// Returns true if `other` lies inside this box, touching allowed.
    #[inline(always)]
    pub fn contains(&self, other: &Aabb) -> bool {
        self.min.cmple(other.min).all() && self.max.cmpge(other.max).all()
    }

    /// Returns true if the two boxes share a point, touching included. Monotone: growing either never turns
    /// `true` into `false`.
    #[inline(always)]
    pub fn touches(&self, other: &Aabb) -> bool {
        self.min.cmple(other.max).all() && self.max.cmpge(other.min).all()
    }

    /// Squared distance from `point` to the box; 0 inside. Monotone: a box that contains another is
    /// never farther, to the bit, and no point of a box is nearer when its distance is computed as
    /// `dot(q, q)` with `q` the rounded difference to `point`.
    #[inline(always)]
    pub fn distance_squared(&self, point: Vec3) -> f32 {
        let below = self.min - point;
        let above = point - self.max;
        let gap = Vec3::new(
            max(max(below.x, above.x), 0.0),
            max(max(below.y, above.y), 0.0),
            max(max(below.z, above.z), 0.0),
        );
        dot(gap, gap)
    }

    /// Distance from `point` to the farthest corner, but for rounding.
    #[inline]
    pub(crate) fn farthest(&self, point: Vec3) -> f32 {
        max3((self.min - point).abs(), (self.max - point).abs()).length()
    }

    /// Distance to another box in f64; 0 where they touch. Monotone: boxes that contain others are never
    /// farther apart, to the bit.
    #[inline]
    #[doc(hidden)]
    pub fn separation(&self, other: &Aabb) -> f64 {
        let (min, max) = (self.min.as_dvec3(), self.max.as_dvec3());
        let (other_min, other_max) = (other.min.as_dvec3(), other.max.as_dvec3());
        let gap = (other_min - max).max(min - other_max).max(DVec3::ZERO);
        ((gap.x * gap.x + gap.y * gap.y) + gap.z * gap.z).sqrt()
    }

    /// A lower bound, in f32, of the squared distance between contents of this box and of the other: no
    /// triangles in them have a [`super::distance_triangle_triangle`] whose square, exact or rounded to f32,
    /// is less.
    #[inline(always)]
    #[doc(hidden)]
    pub fn separation_squared_bound(&self, other: &Aabb) -> f32 {
        let (before, after) = (other.min - self.max, self.min - other.max);
        let gap = max3(max3(before, after), Vec3::ZERO);
        max(dot(gap, gap) * SQUARE_AFTER_ROUNDING - f32::MIN_POSITIVE, 0.0)
    }

    /// Half the surface area in f64, the measure of the surface area heuristic; 0 for an empty box.
    #[doc(hidden)]
    pub fn half_area(&self) -> f64 {
        let size = self.max.as_dvec3() - self.min.as_dvec3();
        if size.x < 0.0 {
            return 0.0;
        }
        size.x * size.y + size.y * size.z + size.z * size.x
    }
}

#[cold]
fn inverted(bounds: &Aabb, name: &str) -> Error {
    let axis = (0..3).find(|&k| bounds.min[k] > bounds.max[k]).unwrap_or(0);
    let (min, max) = (bounds.min[axis], bounds.max[axis]);
    let axis = ["x", "y", "z"][axis];
    Error::invalid_argument(text!("{min} is more than"))
        .at(text!("{name}.min.{axis}"))
        .against(text!("{name}.max.{axis}"), max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_is_zero_inside_and_euclidean_outside() {
        let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
        assert_eq!(unit.distance_squared(Vec3::splat(0.5)), 0.0);
        assert_eq!(unit.distance_squared(Vec3::new(4.0, 5.0, 1.0)), 25.0);
        assert_eq!(unit.distance_squared(Vec3::new(-1.0, 0.5, 3.0)), 5.0);
    }

    #[test]
    fn separation_is_zero_where_boxes_touch_and_euclidean_elsewhere() {
        let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
        let beside = |x: f32, y: f32, z: f32| Aabb::new(Vec3::new(x, y, z), Vec3::new(x, y, z) + Vec3::ONE);
        for (other, distance) in
            [(beside(1.0, 0.5, -1.0), 0.0), (beside(4.0, -5.0, 0.0), 5.0), (beside(0.1, 3.0, 0.2), 2.0)]
        {
            for (a, b) in [(unit, other), (other, unit)] {
                assert_eq!(a.separation(&b), distance);
                let bound = f64::from(a.separation_squared_bound(&b));
                assert!(bound <= distance * distance && bound >= distance * distance * 0.999);
            }
        }
    }

    #[test]
    fn touching_boxes_touch_and_empty_ones_do_not() {
        let a = Aabb::new(Vec3::ZERO, Vec3::ONE);
        let b = Aabb::new(Vec3::ONE, Vec3::splat(2.0));
        assert!(a.touches(&b) && b.touches(&a));
        assert!(!a.touches(&Aabb::EMPTY));
        assert_eq!(Aabb::EMPTY.union(&a), a);
        assert_eq!(Aabb::EMPTY.half_area(), 0.0);
        assert_eq!(a.half_area(), 3.0);
    }
}
