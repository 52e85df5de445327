//! Traversals of a packed tree by queries.

use super::block::Block;
use super::join::{Splat, TouchedLeaves};
use super::tree::{LEVELS, Tree};
use super::watch::Look;
use crate::batch::{Found, Gathered};
use crate::bits::bits;
use crate::geometry::{Aabb, Vec3};
use crate::simd::{Kernel, LANES, Simd};
use crate::stack::{FixedStack, Stack, StackEntry};
use crate::world::structure::{Sieve, Visitor};

/// Lists the objects whose boxes touch one; returns whether in order.
pub(super) struct ListKernel<'a, L> {
    pub(super) trees: &'a [Tree],
    pub(super) bounds: &'a Aabb,
    pub(super) seen: L,
    pub(super) sieve: Option<&'a dyn Sieve>,
    pub(super) found: &'a mut dyn Found<u32>,
}

impl<L: Look> Kernel for ListKernel<'_, L> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> bool {
        let (min, max) = (self.bounds.min, self.bounds.max);
        let bounds = Splat::<S> {
            min: [s.splat(min.x), s.splat(min.y), s.splat(min.z)],
            max: [s.splat(max.x), s.splat(max.y), s.splat(max.z)],
        };
        let mut gathered = Gathered::new(self.found);
        for tree in self.trees {
            let mut touched = TouchedLeaves::new(tree, bounds, self.seen);
            while let Some((leaf, mask)) = touched.next(s) {
                let mut slots = s.compress(mask, s.load_array_u(tree.slots()[leaf]));
                let mut count = mask.count_ones() as usize;
                if let Some(sieve) = self.sieve {
                    count = sieve.keep(&mut slots, count);
                }
                gathered.add(&slots, count);
            }
        }
        gathered.finish()
    }
}

/// A node still to be visited: a level and a block of it, and a lower bound on the keys of what is in it.
type KeyedStack = FixedStack<StackEntry<(u32, u32)>, { LEVELS * LANES + LANES }>;

/// By how much a key in f32 may be off, relative to itself: `16 u`, of which three roundings of a motion or
/// six of a square need `6 u`. Numbers that underflow are off by some 2^-150: for that the smallest normal
/// number is allowed, wherever this is.
const ROUNDING: f32 = 1.0 / (1 << 20) as f32;

/// A query along a motion or around a point: bounds the keys of objects from below by their boxes, in lanes.
pub(super) trait LowerBounds {
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
pub(super) struct Along {
    pub(super) near: Vec3,
    pub(super) far: Vec3,
    pub(super) velocity: Vec3,
    pub(super) first: f32,
    pub(super) last: f32,
}

#[derive(Clone, Copy)]
pub(super) struct AlongLanes<S: Simd> {
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
pub(super) struct Around {
    pub(super) point: Vec3,
    pub(super) max_distance: f32,
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

/// Visits objects in about the order of their keys, as long as the visitor still wants what has such.
pub(super) struct Ordered<'a, K, L> {
    pub(super) tree: &'a Tree,
    pub(super) bounds: &'a K,
    pub(super) seen: L,
    pub(super) visitor: &'a mut dyn Visitor,
}

impl<K: LowerBounds, L: Look> Kernel for Ordered<'_, K, L> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        if self.tree.height() == 0 {
            return;
        }
        let lanes = self.bounds.lanes(s);
        let mut limit = self.bounds.limit(self.visitor.limit());
        let mut stack = KeyedStack::default();
        stack.push(StackEntry { key: f32::NEG_INFINITY, node: (self.tree.height() as u32 - 1, 0) });
        while let Some(StackEntry { key, node: (level, index) }) = stack.pop() {
            if key > limit {
                continue;
            }
            let block = &self.tree.level(level as usize)[index as usize];
            let (mut mask, keys) = K::bounds(s, &lanes, block, limit);
            mask &= self.seen.among(self.tree, level as usize, index as usize);
            if mask == 0 {
                continue;
            }
            // The nearest last: the place of a child is how many others are farther.
            let count = mask.count_ones() as usize;
            let key_of = s.to_array(keys);
            let mut order = [StackEntry { key: 0.0, node: (0, 0) }; LANES];
            for lane in bits(mask) {
                let lane = lane as usize % LANES;
                let key = key_of[lane];
                let key_lanes = s.splat(key);
                let farther = s.lt(key_lanes, keys) | s.le(key_lanes, keys) & ((1 << lane) - 1);
                let place = (farther & mask).count_ones() as usize % LANES;
                order[place] =
                    StackEntry { key, node: (level.wrapping_sub(1), index * LANES as u32 + lane as u32) };
            }
            let order = &order[..count.min(LANES)];
            if level > 0 {
                order.iter().for_each(|&entry| stack.push(entry));
                continue;
            }
            for entry in order.iter().rev() {
                let slot = self.tree.slots()[index as usize][entry.node.1 as usize % LANES];
                if slot != 0 && entry.key <= limit {
                    self.visitor.object(slot);
                    limit = self.bounds.limit(self.visitor.limit());
                }
            }
        }
    }
}

/// A node that may hold an answer: how soon it should be visited, its level and its number there.
#[derive(Clone, Copy)]
struct Candidate {
    bound: f64,
    level: u32,
    index: u32,
}

/// Visits objects in about the order of their bounds, asking the visitor about every box.
pub(super) fn visit(tree: &Tree, seen: impl Look, visitor: &mut dyn Visitor) {
    if tree.height() == 0 {
        return;
    }
    let mut stack = FixedStack::<Candidate, { LEVELS * LANES + LANES }>::default();
    stack.push(Candidate { bound: f64::NEG_INFINITY, level: tree.height() as u32 - 1, index: 0 });
    while let Some(Candidate { level, index, .. }) = stack.pop() {
        let block = &tree.level(level as usize)[index as usize];
        let mut order = [Candidate { bound: 0.0, level: 0, index: 0 }; LANES];
        let mut count = 0;
        let among = seen.among(tree, level as usize, index as usize);
        for lane in 0..LANES {
            let bounds = block.bounds(lane);
            // Of those that are not there.
            if bounds.min.x > bounds.max.x || among >> lane & 1 == 0 {
                continue;
            }
            let Some(bound) = visitor.bound(&bounds) else { continue };
            let child =
                Candidate { bound, level: level.wrapping_sub(1), index: index * LANES as u32 + lane as u32 };
            let mut place = count;
            while place > 0 && order[place - 1].bound < child.bound {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = child;
            count += 1;
        }
        if level > 0 {
            order[..count].iter().for_each(|&child| stack.push(child));
            continue;
        }
        for child in order[..count].iter().rev() {
            visitor.object(tree.slots()[index as usize][child.index as usize % LANES]);
        }
    }
}
