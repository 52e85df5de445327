//! The nearest triangle: the one rule by which every nearest-first query chooses.
//!
//! The smallest key wins, and among equal ones the lowest triangle index. Keys are the reference's, in f64; lanes have
//! only bounds on them, in f32. Nearly always these decide: then the reference test runs once, for the winner, when the
//! search is over. Where two triangles' bounds overlap, as beside a common edge, it runs for both.

use super::NO_TRIANGLE;
use crate::bits::bits;
use crate::geometry::Triangle;
use crate::mesh::tree::{Block, LeafPlace, LeafTriangle, Tree};
use crate::simd::{LANES, Lanes32};

/// Of the lanes whose bit is set in `mask`, which is not zero, the one with the smallest key, and its key. Among equal
/// ones it is the first: triangles are in ascending order, so it has the lowest index.
#[inline(always)]
pub(super) fn nearest_lane<S: Lanes32>(simd: S, mask: u32, keys: S::F) -> (usize, f32) {
    let mut lane = mask.trailing_zeros() as usize;
    if mask & (mask - 1) != 0 {
        let nearest = simd.splat(simd.smallest(mask, keys));
        // None is equal where a key is no number, as in a damaged blob.
        lane = (mask & simd.eq(keys, nearest)).trailing_zeros() as usize % LANES;
    }
    // Of this lane, because equal zeros may differ in their sign.
    (lane, simd.extract(keys, lane))
}

/// The knowledge of lanes about the keys of a block's triangles.
#[derive(Clone, Copy)]
pub(super) struct KeyBounds<S: Lanes32> {
    /// The triangles that may be answers within the limit, a bit each.
    pub(super) mask: u32,
    /// Those of them that are, if their key is within the limit.
    pub(super) sure: u32,
    /// No key is smaller, ...
    pub(super) low: S::F,
    /// ... or larger, of those that are sure.
    pub(super) high: S::F,
}

impl<S: Lanes32> KeyBounds<S> {
    /// Of no triangles.
    #[inline(always)]
    pub(super) fn none(simd: S) -> KeyBounds<S> {
        let zero = simd.splat(0.0);
        KeyBounds { mask: 0, sure: 0, low: zero, high: zero }
    }

    /// Returns true if any of the triangles is an answer with a key of at most `limit`. `key` is the reference; `first` is the
    /// number of the first lane's triangle in the block.
    #[inline(always)]
    pub(super) fn any(
        &self,
        simd: S,
        block: impl Block,
        first: usize,
        limit: f32,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) -> bool {
        self.mask & self.sure & simd.le(self.high, simd.splat(limit)) != 0
            || bits(self.mask).any(|lane| {
                key(&block.triangle(first + lane as usize).triangle).is_some_and(|key| key <= limit)
            })
    }
}

/// The nearest triangle so far.
#[derive(Clone, Copy)]
pub(super) struct Nearest {
    /// Its key is not smaller; above `high` while there is none.
    low: f32,
    /// Its key is not larger. While there is none, the largest that counts.
    high: f32,
    index: u32,
    /// True if both are its key.
    is_exact: bool,
    place: LeafPlace,
}

impl Nearest {
    /// None yet; keys count up to `limit`.
    #[inline(always)]
    pub(super) fn within(limit: f32) -> Nearest {
        // An exact key may equal the limit: none yet is the last of all triangles.
        let (low, index, place) = (limit.next_up(), NO_TRIANGLE, LeafPlace::NONE);
        Nearest { low, high: limit, index, is_exact: false, place }
    }

    /// One whose key is within bounds.
    #[inline(always)]
    pub(super) fn from_parts([low, high]: [f32; 2], index: u32, is_exact: bool, place: LeafPlace) -> Nearest {
        Nearest { low, high, index, is_exact, place }
    }

    /// The arguments of [`Nearest::from_parts`].
    #[inline(always)]
    pub(super) fn into_parts(self) -> ([f32; 2], u32, bool, LeafPlace) {
        ([self.low, self.high], self.index, self.is_exact, self.place)
    }

    /// The largest key that counts.
    #[inline(always)]
    pub(super) fn limit(&self) -> f32 {
        self.high
    }

    /// Takes note of a triangle whose key is known.
    #[inline(always)]
    pub(super) fn take(&mut self, key: f32, leaf: &LeafTriangle) {
        if key < self.high || (key == self.high && leaf.index < self.index) {
            let &LeafTriangle { index, place, .. } = leaf;
            *self = Nearest { low: key, high: key, index, is_exact: true, place };
        }
    }

    /// Takes note of a block's triangles, of which `first` is the first lane's. `key` is the reference: the key of a triangle, if it
    /// is an answer.
    #[inline(always)]
    pub(super) fn note<S: Lanes32>(
        &mut self,
        simd: S,
        block: impl Block,
        first: usize,
        KeyBounds { mask, sure, low, high }: KeyBounds<S>,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) {
        if mask == 0 {
            return;
        }
        // Triangles are in ascending order: of those with the same key, this is the first.
        let (lane, farthest) = nearest_lane(simd, mask, high);
        let nearest = simd.splat(farthest);
        let equal = simd.eq(low, nearest) & simd.eq(high, nearest);
        let others = mask & !(1 << lane) & !equal & simd.le(low, nearest);
        let lowest = simd.extract(low, lane);
        if others != 0 || sure >> lane & 1 == 0 || !self.take_bounds(block, first + lane, [lowest, farthest])
        {
            self.decide(block, first, (mask, lane), simd.to_array(low), key);
        }
    }

    /// Takes note of an answer whose key is within bounds, if these suffice to tell whether it is nearer.
    #[inline(always)]
    fn take_bounds(&mut self, block: impl Block, lane: usize, [low, high]: [f32; 2]) -> bool {
        let is_exact = low == high;
        let index = block.id(lane);
        // Another piece of the same triangle.
        if index == self.index {
            return true;
        }
        if high < self.low || (is_exact && self.is_exact && high == self.low && index < self.index) {
            *self = Nearest { low, high, index, is_exact, place: block.place(lane) };
            return true;
        }
        // No nearer.
        is_exact && self.is_exact && high >= self.low
    }

    /// The same for one triangle, in a lane of a block.
    #[inline(always)]
    pub(super) fn note_one(
        &mut self,
        block: impl Block,
        lane: usize,
        [low, high]: [f32; 2],
        is_sure: bool,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) {
        if low <= self.high && !(is_sure && self.take_bounds(block, lane, [low, high])) {
            self.make_exact(block, &key);
            self.test(block, lane, &key);
        }
    }

    /// Decides by the reference test, first of the triangle in `lane`.
    #[cold]
    #[inline(never)]
    fn decide(
        &mut self,
        block: impl Block,
        first: usize,
        (mut mask, mut lane): (u32, usize),
        low: [f32; LANES],
        key: impl Fn(&Triangle) -> Option<f32>,
    ) {
        self.make_exact(block, &key);
        while mask != 0 {
            if low[lane % LANES] <= self.high {
                self.test(block, first + lane, &key);
            }
            mask &= !(1 << lane);
            lane = mask.trailing_zeros() as usize % LANES;
        }
    }

    /// Makes sure that the key of the nearest triangle so far is known. `block` is any of the tree's.
    #[inline]
    fn make_exact(&mut self, block: impl Block, key: impl Fn(&Triangle) -> Option<f32>) {
        if !self.is_exact && self.is_any() {
            let leaf = block.triangle_at(self.place);
            // It is an answer, or lanes would not have been sure of it.
            let key = key(&leaf.triangle).unwrap_or(self.high);
            *self = Nearest { low: key, high: key, index: leaf.index, is_exact: true, ..*self };
        }
    }

    /// The reference test of the triangle in `lane`.
    #[inline]
    fn test(&mut self, block: impl Block, lane: usize, key: impl Fn(&Triangle) -> Option<f32>) {
        let leaf = block.triangle(lane);
        if let Some(key) = key(&leaf.triangle) {
            self.take(key, &leaf);
        }
    }

    /// Returns true if there is any.
    #[inline(always)]
    fn is_any(&self) -> bool {
        self.index != NO_TRIANGLE
    }

    /// Its index; [`NO_TRIANGLE`] if there is none.
    #[inline(always)]
    pub(super) fn index(&self) -> u32 {
        self.index
    }

    /// Its place, if there is any.
    #[inline(always)]
    pub(super) fn place(&self) -> Option<LeafPlace> {
        self.is_any().then_some(self.place)
    }

    /// The triangle, if there is any.
    #[inline(always)]
    pub(super) fn read<L: Tree>(&self, tree: L) -> Option<Triangle> {
        self.place().map(|place| tree.triangle_at(place))
    }

    /// Its attribute bits.
    #[inline(always)]
    pub(super) fn attributes<L: Tree>(&self, tree: L) -> u16 {
        self.place().map_or(0, |place| tree.attributes_at(place))
    }
}
