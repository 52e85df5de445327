//! Lower bounds, in lanes, on the keys of objects for queries that visit the nearest first.

use crate::geometry::{LARGEST, Vec3};
use crate::simd::Simd;
use crate::world::packed::block::Block;
use crate::world::structure::Motion;

/// By how much a key in f32 may be off, relative to itself: `16 u`, of which three roundings of a motion or
/// six of a square need `6 u`. Numbers that underflow are off by some 2^-150: for that the smallest normal
/// number is allowed, wherever this is.
const ROUNDING: f32 = 1.0 / (1 << 20) as f32;

/// A query along a motion or around a point: bounds the keys of objects from below by their boxes, in lanes.
pub(in crate::world::packed) trait LowerBounds {
    /// Its numbers, in all lanes.
    type Lanes<S: Simd>: Copy;

    fn lanes<S: Simd>(&self, s: S) -> Self::Lanes<S>;

    /// A bit for each child of a block that may hold keys up to a limit, and lower bounds on these.
    fn bounds<S: Simd>(s: S, lanes: &Self::Lanes<S>, block: &Block, limit: f32) -> (u32, S::F);

    /// The largest key that is wanted, where a visitor wants no more than `limit`.
    fn limit(&self, limit: f32) -> f32;
}

/// The part of a motion from `first` to `last` in which a box is met: that of a ray, whose ends are one
/// point, or of a box, the near end of which is its largest corner. Components of the velocity are 0, or
/// their reciprocals do not overflow.
pub(in crate::world::packed) struct Along {
    near: Vec3,
    far: Vec3,
    velocity: Vec3,
    first: f32,
    last: f32,
}

impl Along {
    /// That of a motion; `None` where the reciprocal of a component of the velocity overflows.
    pub(in crate::world::packed) fn new(motion: &Motion) -> Option<Along> {
        let Motion { start, velocity, times: [first, last] } = *motion;
        let is_tiny = |x: f32| x != 0.0 && x.abs() < 1.0 / LARGEST / LARGEST;
        let is_slow = velocity.to_array().into_iter().any(is_tiny);
        (!is_slow).then_some(Along { near: start.max, far: start.min, velocity, first, last })
    }
}

#[derive(Clone, Copy)]
pub(in crate::world::packed) struct AlongLanes<S: Simd> {
    near: [S::F; 3],
    far: [S::F; 3],
    inverse: [S::F; 3],
    /// True if it goes down on an axis.
    down: [bool; 3],
    first: f32,
}

impl LowerBounds for Along {
    type Lanes<S: Simd> = AlongLanes<S>;

    #[inline(always)]
    fn lanes<S: Simd>(&self, s: S) -> AlongLanes<S> {
        let inverse = self.velocity.recip();
        let down = [inverse.x < 0.0, inverse.y < 0.0, inverse.z < 0.0];
        let (mut near, mut far) = (self.near.to_array(), self.far.to_array());
        for k in 0..3 {
            if down[k] {
                (near[k], far[k]) = (far[k], near[k]);
            }
        }
        AlongLanes {
            near: [s.splat(near[0]), s.splat(near[1]), s.splat(near[2])],
            far: [s.splat(far[0]), s.splat(far[1]), s.splat(far[2])],
            inverse: [s.splat(inverse.x), s.splat(inverse.y), s.splat(inverse.z)],
            down,
            first: self.first,
        }
    }

    /// The difference, the reciprocal and the product are each rounded once. If infinity is multiplied by 0,
    /// the motion runs in a face of the box; what is no number then bounds nothing, because `min` and `max`
    /// return their second argument.
    #[inline(always)]
    fn bounds<S: Simd>(s: S, lanes: &AlongLanes<S>, block: &Block, limit: f32) -> (u32, S::F) {
        let (mut first, mut last) = (s.splat(lanes.first), s.splat(limit));
        for k in 0..3 {
            let (min, max) = (&block.min[k], &block.max[k]);
            let (near, far) = if lanes.down[k] { (max, min) } else { (min, max) };
            let near = s.mul(s.sub(s.load_array(*near), lanes.near[k]), lanes.inverse[k]);
            let far = s.mul(s.sub(s.load_array(*far), lanes.far[k]), lanes.inverse[k]);
            first = s.max(near, first);
            last = s.min(far, last);
        }
        // Monotone, so it is enough to do this once. Infinite ones, of boxes that are not there, must stay
        // so. Numbers that are too small for f32 is off by less than the smallest normal number.
        let (less, more) = (s.splat(1.0 - ROUNDING), s.splat(1.0 + ROUNDING));
        let least = s.splat(f32::MIN_POSITIVE);
        let first = s.sub(s.min(s.mul(first, less), s.mul(first, more)), least);
        let last = s.add(s.max(s.mul(last, less), s.mul(last, more)), least);
        (s.le(first, last), first)
    }

    #[inline(always)]
    fn limit(&self, limit: f32) -> f32 {
        if limit < self.last { limit } else { self.last }
    }
}

/// Around a point; keys are squared distances.
pub(in crate::world::packed) struct Around {
    point: Vec3,
    max_distance: f32,
}

impl Around {
    pub(in crate::world::packed) fn new(point: Vec3, max_distance: f32) -> Around {
        Around { point, max_distance }
    }
}

impl LowerBounds for Around {
    type Lanes<S: Simd> = [S::F; 3];

    #[inline(always)]
    fn lanes<S: Simd>(&self, s: S) -> [S::F; 3] {
        [s.splat(self.point.x), s.splat(self.point.y), s.splat(self.point.z)]
    }

    #[inline(always)]
    fn bounds<S: Simd>(s: S, point: &[S::F; 3], block: &Block, limit: f32) -> (u32, S::F) {
        let zero = s.splat(0.0);
        let mut sum = zero;
        for (k, &point) in point.iter().enumerate() {
            let below = s.sub(s.load_array(block.min[k]), point);
            let above = s.sub(point, s.load_array(block.max[k]));
            let gap = s.max(s.max(below, above), zero);
            sum = s.add(sum, s.mul(gap, gap));
        }
        let key = s.mul(sum, s.splat(1.0 - ROUNDING));
        // Boxes that are not there are infinitely far, which a limit may be.
        let there = s.lt(key, s.splat(f32::INFINITY));
        (s.le(key, s.splat(limit)) & there, key)
    }

    #[inline(always)]
    fn limit(&self, limit: f32) -> f32 {
        let limit = if limit < self.max_distance { limit } else { self.max_distance };
        limit * limit * (1.0 + ROUNDING) + f32::MIN_POSITIVE
    }
}
