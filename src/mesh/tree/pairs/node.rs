//! The children of a node in both frames, and eight of them against one of the other tree.

use super::frames::{Frame, Frames};
use super::{Expanded, PairTree};
use crate::geometry::SQUARE_AFTER_ROUNDING;
use crate::simd::{LANES8, Simd, Simd8};

/// Boxes in lanes: the lower sides along each axis, then the upper ones.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Boxes([[f32; LANES8]; 6]);

/// The children of a node: in the frame of their own mesh, and in that of the other.
#[derive(Clone, Copy)]
pub(super) struct PairNode<T: PairTree> {
    own: Boxes,
    other: Boxes,
    pub(super) present: u32,
    pub(super) leaves: u32,
    pub(super) children: T::Children,
}

impl<T: PairTree> PairNode<T> {
    pub(super) const NONE: PairNode<T> = PairNode {
        own: Boxes([[0.0; LANES8]; 6]),
        other: Boxes([[0.0; LANES8]; 6]),
        present: 0,
        leaves: 0,
        children: T::NO_CHILDREN,
    };

    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, frame: &Frame, expanded: &Expanded<S, T::Children>) -> PairNode<T> {
        let s = simd.lanes8();
        let (unit, half) = (splat(s, frame.unit), splat(s, 0.5));
        let Expanded { low, high, present, leaves, children } = *expanded;
        let low = [s.mul(low[0], unit), s.mul(low[1], unit), s.mul(low[2], unit)];
        let high = [s.mul(high[0], unit), s.mul(high[1], unit), s.mul(high[2], unit)];
        let center = [
            s.mul(s.add(low[0], high[0]), half),
            s.mul(s.add(low[1], high[1]), half),
            s.mul(s.add(low[2], high[2]), half),
        ];
        let size = [
            s.mul(s.sub(high[0], low[0]), half),
            s.mul(s.sub(high[1], low[1]), half),
            s.mul(s.sub(high[2], low[2]), half),
        ];
        let (mut own, mut other) = (Boxes([[0.0; LANES8]; 6]), Boxes([[0.0; LANES8]; 6]));
        let pad = splat(s, frame.pad);
        for k in 0..3 {
            own.0[k] = s.to_array(low[k]);
            own.0[k + 3] = s.to_array(high[k]);
            let [x, y, z] = frame.rows[k];
            let middle = s.about_mul_add(splat(s, x), center[0], splat(s, frame.translation[k]));
            let middle = s.about_mul_add(splat(s, y), center[1], middle);
            let middle = s.about_mul_add(splat(s, z), center[2], middle);
            let reach = s.about_mul_add(splat(s, x.abs()), size[0], pad);
            let reach = s.about_mul_add(splat(s, y.abs()), size[1], reach);
            let reach = s.about_mul_add(splat(s, z.abs()), size[2], reach);
            other.0[k] = s.to_array(s.sub(middle, reach));
            other.0[k + 3] = s.to_array(s.add(middle, reach));
        }
        PairNode { own, other, present, leaves, children }
    }

    /// The children of `other` that child `i` may touch; also bits of absent children.
    #[inline(always)]
    pub(super) fn touching<S: Simd>(&self, simd: S, i: usize, other: &PairNode<T>) -> u32 {
        let s = simd.lanes8();
        // In the frame of the one, and in that of the other.
        let gap = s.max(gap(s, &self.own, i, &other.other), gap(s, &self.other, i, &other.own));
        s.le(gap, splat(s, 0.0))
    }

    /// Lower bounds of the squared distances, posed, of child `i` from those of `other`.
    #[inline(always)]
    pub(super) fn distances<S: Simd>(
        &self,
        simd: S,
        frames: &Frames,
        i: usize,
        other: &PairNode<T>,
    ) -> Keys<S> {
        let s = simd.lanes8();
        let in_a = squared_gap(s, &self.own, i, &other.other);
        let in_b = squared_gap(s, &self.other, i, &other.own);
        let in_a = s.mul(in_a, splat(s, frames.a.stretch_squared));
        let in_b = s.mul(in_b, splat(s, frames.b.stretch_squared));
        Keys { simd: s, keys: s.max(in_a, in_b) }
    }
}

/// Bounds on squared distances, a child a lane.
pub(super) struct Keys<S: Simd> {
    simd: S::Lanes8,
    keys: <S::Lanes8 as Simd8>::F,
}

impl<S: Simd> Keys<S> {
    /// The lanes that are within a limit.
    #[inline(always)]
    pub(super) fn within(&self, limit: f32) -> u32 {
        self.simd.le(self.keys, splat(self.simd, limit))
    }

    #[inline(always)]
    pub(super) fn to_array(&self) -> [f32; LANES8] {
        self.simd.to_array(self.keys)
    }
}

/// Lower bounds of the squared distances of eight boxes from box `i`, in their frame.
#[inline(always)]
fn squared_gap<S: Simd8>(s: S, one: &Boxes, i: usize, eight: &Boxes) -> S::F {
    let i = i % LANES8;
    let mut sum = splat(s, 0.0);
    for k in 0..3 {
        let (low, high) = (splat(s, one.0[k][i]), splat(s, one.0[k + 3][i]));
        let (before, after) =
            (s.sub(s.load_array(&eight.0[k]), high), s.sub(low, s.load_array(&eight.0[k + 3])));
        let gap = s.max(s.max(before, after), splat(s, 0.0));
        sum = s.about_mul_add(gap, gap, sum);
    }
    s.max(s.sub(s.mul(sum, splat(s, SQUARE_AFTER_ROUNDING)), splat(s, f32::MIN_POSITIVE)), splat(s, 0.0))
}

/// By how much eight boxes are apart from box `i` along some axis; 0 if they touch.
#[inline(always)]
fn gap<S: Simd8>(s: S, one: &Boxes, i: usize, eight: &Boxes) -> S::F {
    let i = i % LANES8;
    let mut gap = splat(s, 0.0);
    for k in 0..3 {
        let (low, high) = (splat(s, one.0[k][i]), splat(s, one.0[k + 3][i]));
        let (before, after) =
            (s.sub(s.load_array(&eight.0[k]), high), s.sub(low, s.load_array(&eight.0[k + 3])));
        gap = s.max(gap, s.max(before, after));
    }
    gap
}

#[inline(always)]
fn splat<S: Simd8>(s: S, value: f32) -> S::F {
    s.splat(s.uniform(value))
}
