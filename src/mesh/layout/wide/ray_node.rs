//! A ray against the eight children of a node.
//!
//! Why no child is lost, in grid steps and with `u` = 2^-24: `at` is off by `2 u F`, sums with 2^23 by one step and
//! `2 u (F + r)` each, the two products and their difference by three steps and `4 u (F + r)`, all along the axis. That is less
//! than [`STEPS`] and the padding that is added once more than the reference needs it. None of these underflows: reciprocals
//! are at least 1/[`SANE`], and what they are multiplied with is 2^23 or more, or is subtracted from that. The last
//! rounding, to f32, may underflow: but rounding is monotone, and the `t` of a hit is a rounded number, too. Where the numbers are
//! not [`SANE`], or none, every child is met.
//!
//! A side of all children is eight bytes, widened. The ray's direction says which eight are met first.

use super::arena::LINE;
use super::grid::Step;
use super::node::{BIG, BIG_BITS, CHILDREN, MANTISSA, SANE, STEPS, eight, uniform3, unit, word};
use crate::geometry::{LineBounds, Vec3};
use crate::simd::Simd8;
use glam::Vec4;

/// A ray or moving shape in grid units: the distance along it to grid coordinate `x` is
/// `(x + BIG) * inverse - near` where it enters and `... - far` where it leaves.
#[derive(Clone, Copy)]
pub(crate) struct RayNode<S: Simd8> {
    inverse: [S::Uniform; 3],
    near: [S::Uniform; 3],
    far: [S::Uniform; 3],
    /// The eight sides of a node that the ray meets first along each axis; the others are at `first ^ 1`.
    first: [usize; 3],
    t_min: S::Uniform,
}

impl<S: Simd8> RayNode<S> {
    /// `grow` is by how much the reference grows the box around everything, `origin` and `step` are the grid's.
    #[inline(always)]
    pub(super) fn new(
        simd: S,
        line: &LineBounds,
        grow: f32,
        origin: Vec3,
        step: Step,
        t_min: f32,
    ) -> RayNode<S> {
        // Twice the padding of the reference, and the radius.
        let reach = Vec4::splat((grow - line.radius) + grow) + line.half.extend(0.0);
        let pad = reach * step.reciprocal + STEPS;
        let big = Vec4::splat(BIG);
        // The fourth lane is as good as any.
        let inverse = line.inverse.extend(line.inverse.z) * step.size;
        let at = (line.origin - origin).extend(0.0) * step.reciprocal;
        let signed = pad.copysign(inverse);
        let near = (at + signed + big) * inverse;
        let far = (at - signed + big) * inverse;
        // A sum, because it is no number where one of them is none; then the comparison is false.
        let sum = (at.abs() + near.abs()) + (far.abs() + inverse.abs());
        let sane = sum.cmplt(Vec4::splat(SANE)) & inverse.abs().cmpgt(Vec4::splat(1.0 / SANE));
        let [inverse, near, far] = if sane.all() { [inverse, near, far] } else { everything() };
        let negative = inverse.is_negative_bitmask();
        let bit = |k: u32| (negative >> k & 1) as usize;
        RayNode {
            inverse: uniform3(simd, inverse),
            near: uniform3(simd, near),
            far: uniform3(simd, far),
            first: [bit(0), 2 + bit(1), 4 + bit(2)],
            t_min: simd.uniform(t_min),
        }
    }

    /// The children of a node that the ray enters no later than `limit`, a bit each, and where it enters them.
    #[inline(always)]
    pub(super) fn children(&self, simd: S, node: &[u8; LINE], limit: f32) -> (u32, [f32; CHILDREN]) {
        let (near_x, far_x) = self.slabs(simd, node, 0);
        let (near_y, far_y) = self.slabs(simd, node, 1);
        let (near_z, far_z) = self.slabs(simd, node, 2);
        let t_max = simd.splat(simd.uniform(limit));
        let enter = simd.max(simd.max(near_x, near_y), simd.max(near_z, simd.splat(self.t_min)));
        let leave = simd.min(simd.min(far_x, far_y), simd.min(far_z, t_max));
        (simd.le(enter, leave), simd.to_array(enter))
    }

    /// The times when it enters the eight slabs of an axis, and when it leaves them.
    #[inline(always)]
    fn slabs(&self, simd: S, node: &[u8; LINE], k: usize) -> (S::F, S::F) {
        let scale = simd.uniform_mul(unit(simd, node, k), self.inverse[k]);
        let start = simd.uniform_bits(word(node, k), MANTISSA, BIG_BITS);
        let near = simd.uniform_about_mul_sub(start, self.inverse[k], self.near[k]);
        let far = simd.uniform_about_mul_sub(start, self.inverse[k], self.far[k]);
        let first = simd.numbers(eight(node, self.first[k]));
        let last = simd.numbers(eight(node, self.first[k] ^ 1));
        let scale = simd.splat(scale);
        (simd.about_mul_add(first, scale, simd.splat(near)), simd.about_mul_add(last, scale, simd.splat(far)))
    }
}

/// Reciprocal direction, near and far of what enters every box at once.
#[cold]
fn everything() -> [Vec4; 3] {
    [Vec4::ZERO, Vec4::splat(f32::MAX), Vec4::splat(-f32::MAX)]
}
