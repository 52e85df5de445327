//! Rays and points in the units of a wide node's grid, before an instruction set prepares them further.
//!
//! A node's children are stored as offsets of 8 bits on an integer grid of 23 bits. The grid coordinate of
//! a side is `g + q * 2^e`; as the mantissa bits of an f32 near 2^23 it needs no conversion.

use super::{LANES, Simd};
use crate::geometry::{Aabb, LineBounds, PAD, Vec3, max};

/// 2^23: where the mantissa of an f32 counts in ones.
pub(super) const BIG: f32 = 8_388_608.0;
/// The bits of [`BIG`].
pub(super) const BIG_BITS: u32 = 0x4B00_0000;
/// The exponent bits of an f32.
pub(super) const EXPONENT: u32 = 0x7F80_0000;
/// The mantissa bits of an f32.
pub(super) const MANTISSA: u32 = 0x007F_FFFF;

/// How much farther than the reference's padding node tests reach, in grid steps: a bound on their own
/// rounding, which is at most a few steps and a few units in the last place of the distance.
pub(super) const STEPS: f32 = 16.0;

/// Numbers beyond this make the node test give up and let everything through.
pub(super) const SANE: f32 = 1e30;

/// Points beyond this grid coordinate are clamped to it.
const FARTHEST: f32 = 1e15;

/// A ray or moving sphere in grid units: the distance along it to grid coordinate `x` is
/// `(x + BIG) * inverse - near` where it enters and `... - far` where it leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayNode {
    pub(super) inverse: [f32; 3],
    pub(super) near: [f32; 3],
    pub(super) far: [f32; 3],
    /// Whether the ray runs towards smaller coordinates.
    pub(super) negative: [bool; 3],
    pub(super) t_min: f32,
}

impl RayNode {
    /// `whole` is the box around everything, `origin` and `step` are the grid's.
    #[inline(always)]
    pub(crate) fn new(line: &LineBounds, whole: &Aabb, origin: Vec3, step: f32, t_min: f32) -> RayNode {
        // Twice the padding of the reference, and the radius.
        let grow = line.grow(whole);
        // The step is a power of two, so its reciprocal is exact.
        let per_step = 1.0 / step;
        let pad = ((grow - line.radius) + grow) * per_step + STEPS;
        let inverse = line.inverse * step;
        let at = (line.origin - origin) * per_step;
        let signed = Vec3::splat(pad).copysign(inverse);
        let near = (at + signed + BIG) * inverse;
        let far = (at - signed + BIG) * inverse;
        let largest = at.abs().max(inverse.abs()).max(near.abs()).max(far.abs());
        // Comparisons that are false for what is no number.
        let sane = pad < SANE
            && largest.cmplt(Vec3::splat(SANE)).all()
            && at.is_finite()
            && inverse.abs().cmpgt(Vec3::splat(1.0 / SANE)).all();
        let negative = inverse.cmplt(Vec3::ZERO);
        if !sane {
            return RayNode::everything(t_min);
        }
        RayNode {
            inverse: inverse.to_array(),
            near: near.to_array(),
            far: far.to_array(),
            negative: [negative.test(0), negative.test(1), negative.test(2)],
            t_min,
        }
    }

    /// Enters every box at `t_min`.
    #[cold]
    fn everything(t_min: f32) -> RayNode {
        let (inverse, negative) = ([0.0; 3], [false; 3]);
        RayNode { inverse, near: [f32::MAX; 3], far: [-f32::MAX; 3], negative, t_min }
    }
}

/// A point in grid units, with its padding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointNode {
    /// The point, moved down and up by the padding.
    pub(super) low: [f32; 3],
    pub(super) high: [f32; 3],
    /// From squared grid units to the user's, rounded down.
    pub(super) scale: f32,
}

/// Grid coordinates plus 2^23 of the sides of a node's children along an axis, whose bytes they are: whole numbers below
/// 2^24, and so exact.
#[inline(always)]
pub(super) fn sides<S: Simd>(simd: S, node: &[u8; 64], axis: usize, bytes: &[u8; LANES]) -> S::F {
    let at = 48 + 4 * axis;
    let header = u32::from_le_bytes([node[at], node[at + 1], node[at + 2], node[at + 3]]);
    let unit = simd.splat(f32::from_bits(header & EXPONENT));
    simd.add(simd.mul(simd.numbers(bytes), unit), simd.splat(f32::from_bits(BIG_BITS | header & MANTISSA)))
}

/// `first` in the lower eight lanes, `second` in the others.
#[inline(always)]
pub(super) fn halves<S: Simd>(simd: S, first: f32, second: f32) -> S::F {
    simd.select(0xff, simd.splat(first), simd.splat(second))
}

impl PointNode {
    /// Whether the point has not been clamped.
    #[inline(always)]
    pub(super) fn is_exact(&self) -> bool {
        let inside = |v: &[f32; 3]| v[0].abs().max(v[1].abs()).max(v[2].abs()) < FARTHEST;
        inside(&self.low) && inside(&self.high)
    }

    /// As for [`RayNode::new`].
    #[inline(always)]
    pub(crate) fn new(point: Vec3, whole: &Aabb, origin: Vec3, step: f32) -> PointNode {
        let (low, high) = ((whole.min - point).abs(), (whole.max - point).abs());
        let far = max(low.max_element(), high.max_element());
        let pad = far * PAD / step + STEPS;
        let mut node = PointNode { low: [0.0; 3], high: [0.0; 3], scale: 0.0 };
        for k in 0..3 {
            let at = (point[k] - origin[k]) / step;
            // Clamped towards the grid, which only makes distances smaller; a padding that is no number
            // lets everything through.
            node.low[k] = super::portable::clamp(at - pad, -FARTHEST, FARTHEST);
            node.high[k] = super::portable::clamp(at + pad, -FARTHEST, FARTHEST);
            if !(pad < FARTHEST) {
                (node.low[k], node.high[k]) = (-FARTHEST, FARTHEST);
            }
        }
        let scale = f64::from(step) * f64::from(step) * 0.9999;
        node.scale =
            if scale < f64::from(f32::MIN_POSITIVE) { 0.0 } else { scale.min(f64::from(f32::MAX)) as f32 };
        node
    }
}
