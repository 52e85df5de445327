//! Rays and points in the units of a wide node's grid, before an instruction set prepares them further.
//!
//! A node's children are stored as offsets of 8 bits on an integer grid of 23 bits. The grid coordinate of
//! a side is `g + q * 2^e`; as the mantissa bits of an f32 near 2^23 it needs no conversion.

use crate::geometry::{Aabb, LineBounds, PAD, Vec3};
use glam::Vec4;

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

/// The `i`th header word of a node: grid origin and exponent of an axis, or the children.
#[inline(always)]
pub(super) fn word(node: &[u8; 64], i: usize) -> u32 {
    let at = 48 + 4 * i;
    u32::from_le_bytes([node[at], node[at + 1], node[at + 2], node[at + 3]])
}

/// A node's grid coordinate along an axis, and the exponent of the unit of its sides.
#[inline(always)]
pub(crate) fn node_header(node: &[u8; 64], axis: usize) -> (i32, u32) {
    let word = word(node, axis);
    // A blob may say anything: shifts stay below the width of the type.
    ((word & MANTISSA) as i32, ((word >> 23 & 255).saturating_sub(127)).min(31))
}

/// A ray or moving sphere in grid units: the distance along it to grid coordinate `x` is
/// `(x + BIG) * inverse - near` where it enters and `... - far` where it leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayNode {
    pub(super) inverse: Vec4,
    pub(super) near: Vec4,
    pub(super) far: Vec4,
    /// Along which axes the ray runs towards smaller coordinates, a bit each.
    pub(super) negative: u32,
    pub(super) t_min: f32,
}

impl RayNode {
    /// `grow` is by how much the reference grows the box around everything, `origin` and `step` are the grid's.
    #[inline(always)]
    pub(crate) fn new(line: &LineBounds, grow: f32, origin: Vec3, step: Step, t_min: f32) -> RayNode {
        // Twice the padding of the reference, and the radius.
        let pad = ((grow - line.radius) + grow) * step.reciprocal + STEPS;
        let big = Vec4::splat(BIG);
        // The fourth lane is as good as any.
        let inverse = line.inverse.extend(line.inverse.z) * step.size;
        let at = (line.origin - origin).extend(0.0) * step.reciprocal;
        let signed = Vec4::splat(pad).copysign(inverse);
        let near = (at + signed + big) * inverse;
        let far = (at - signed + big) * inverse;
        // A sum, because it is no number where one of them is none; then the comparison is false.
        let sum = (at.abs() + near.abs()) + (far.abs() + inverse.abs());
        let sane = sum.cmplt(Vec4::splat(SANE)) & inverse.abs().cmpgt(Vec4::splat(1.0 / SANE));
        if !sane.all() {
            return RayNode::everything(t_min);
        }
        RayNode { inverse, near, far, negative: inverse.is_negative_bitmask() & 7, t_min }
    }

    /// Enters every box at `t_min`.
    #[cold]
    fn everything(t_min: f32) -> RayNode {
        let (near, far) = (Vec4::splat(f32::MAX), Vec4::splat(-f32::MAX));
        RayNode { inverse: Vec4::ZERO, near, far, negative: 0, t_min }
    }

    /// Where in a node the sides lie that the ray meets first, along each axis; the others are 8 bytes away.
    #[inline(always)]
    pub(super) fn first(&self) -> [usize; 3] {
        let bit = |k: u32| 8 * (self.negative >> k & 1) as usize;
        [bit(0), 16 + bit(1), 32 + bit(2)]
    }
}

/// The step of a grid, a power of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    /// The distance between grid coordinates.
    pub(crate) size: f32,
    reciprocal: f32,
    /// From squared grid units to the user's, rounded down.
    square: f32,
}

impl Step {
    pub(crate) fn new(size: f32) -> Step {
        let square = f64::from(size) * f64::from(size) * 0.9999;
        let square =
            if square < f64::from(f32::MIN_POSITIVE) { 0.0 } else { square.min(f32::MAX.into()) as f32 };
        Step { size, reciprocal: 1.0 / size, square }
    }
}

/// A point in grid units, with its padding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointNode {
    /// The point, moved down and up by the padding.
    pub(super) low: Vec4,
    pub(super) high: Vec4,
    /// From squared grid units to the user's, rounded down.
    pub(super) scale: f32,
}

impl PointNode {
    /// Whether the point has not been clamped.
    #[inline(always)]
    pub(super) fn is_exact(&self) -> bool {
        self.low.abs().max(self.high.abs()).cmplt(Vec4::splat(FARTHEST)).all()
    }

    /// `whole` is the box around everything, `origin` and `step` are the grid's.
    #[inline(always)]
    pub(crate) fn new(point: Vec3, whole: &Aabb, origin: Vec3, step: Step) -> PointNode {
        let point = point.extend(0.0);
        let (low, high) = (whole.min.extend(0.0) - point, whole.max.extend(0.0) - point);
        let far = low.abs().max(high.abs()).max_element();
        let pad = far * PAD * step.reciprocal + STEPS;
        let at = (point - origin.extend(0.0)) * step.reciprocal;
        let farthest = Vec4::splat(FARTHEST);
        // Clamped towards the grid, which only makes distances smaller; a padding that is no number lets everything
        // through.
        let (low, high) = match pad < FARTHEST {
            true => (at - pad, at + pad),
            false => (-farthest, farthest),
        };
        let (low, high) = (low.max(-farthest).min(farthest), high.max(-farthest).min(farthest));
        PointNode { low, high, scale: step.square }
    }
}

/// An axis-aligned box on the grid; the fourth number of each is 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxNode {
    /// Its lower and upper sides, rounded outward.
    pub(super) outer: [[i32; 4]; 2],
    /// The same, rounded inward.
    pub(super) inner: [[i32; 4]; 2],
}

impl BoxNode {
    /// From the lower and the upper side along each axis, rounded outward and inward.
    #[inline(always)]
    pub(crate) fn new(outer: [[i32; 2]; 3], inner: [[i32; 2]; 3]) -> BoxNode {
        let sides = |[x, y, z]: [[i32; 2]; 3]| [[x[0], y[0], z[0], 0], [x[1], y[1], z[1], 0]];
        BoxNode { outer: sides(outer), inner: sides(inner) }
    }
}
