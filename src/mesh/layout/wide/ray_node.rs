//! A ray against the eight children of a node.
//!
//! Why no child is lost, in grid steps and with `u` = 2^-24: `at` is off by `2 u F`, sums with 2^23 by one step and
//! `2 u (F + r)` each, the two products and their difference by three steps and `4 u (F + r)`, all along the axis. That is less
//! than [`Node::STEPS`] and the padding that is added once more than the reference needs it. None of these underflows: reciprocals
//! are at least 1/[`SANE`], and what they are multiplied with is 2^23 or more, or is subtracted from that. Of a direct node
//! nothing is added to 2^23, and coordinates are below 2^16: products and their difference are off by 2^-7 steps and `4 u (F +
//! r)`, and what underflows is less than 2^-149, of a step that is passed in 2^-100 or more. The last
//! rounding, to f32, may underflow: but rounding is monotone, and the `t` of a hit is a rounded number, too. Where the numbers are
//! not [`SANE`], or none, every child is met.
//!
//! A side of all children is eight bytes, widened. The ray's direction says which eight are met first.

use super::children::CHILDREN;
use super::grid::Step;
use super::node::{Node, Place, SANE};
use crate::arrays::MapEach;
use crate::geometry::{LineBounds, Vec3};
use crate::simd::Simd8;
use glam::Vec4;

/// A ray or moving shape in grid units: the distance along it to grid coordinate `x` is `(x + OFFSET) * inverse - near` where
/// it enters and `... - far` where it leaves; see [`Node::OFFSET`].
///
/// As numbers, not as lanes: a stream has many of them in the first-level cache, and lanes are loaded from a number as fast.
#[derive(Clone, Copy)]
pub(crate) struct RayNode<const DIRECT: bool> {
    inverse: [f32; 3],
    near: [f32; 3],
    far: [f32; 3],
    t_min: f32,
    /// The sides along each axis that the ray meets first.
    first: [Place; 3],
}

impl<const DIRECT: bool> RayNode<DIRECT> {
    /// `grow` is by how much the reference grows the box around everything, `origin` and `step` are the grid's.
    #[inline(always)]
    pub(super) fn new(line: &LineBounds, grow: f32, origin: Vec3, step: Step, t_min: f32) -> Self {
        // Twice the padding of the reference, and the radius: of a ray nothing is subtracted.
        let reach = Vec4::splat(grow + grow) - (Vec4::splat(line.radius) - line.half.extend(line.radius));
        let pad = reach * step.reciprocal + Node::<DIRECT>::STEPS;
        let offset = Vec4::splat(Node::<DIRECT>::OFFSET);
        // The fourth lane is as good as any.
        let inverse = line.inverse.extend(line.inverse.z) * step.size;
        let at = (line.origin - origin).extend(0.0) * step.reciprocal;
        let signed = pad.copysign(inverse);
        let near = (at + signed + offset) * inverse;
        let far = (at - signed + offset) * inverse;
        // Sums, because they are no number where one of them is none; then the comparison is false. What is known last is
        // added last.
        let rest = Vec4::splat(SANE) - (at.abs() + inverse.abs());
        let sane = (near.abs() + far.abs()).cmplt(rest) & inverse.abs().cmpgt(Vec4::splat(1.0 / SANE));
        let [inverse, near, far] = if sane.all() { [inverse, near, far] } else { everything() };
        let negative = inverse.is_negative_bitmask();
        RayNode {
            inverse: inverse.truncate().to_array(),
            near: near.truncate().to_array(),
            far: far.truncate().to_array(),
            t_min,
            first: [0, 1, 2].map_each(|k: u32| Node::<DIRECT>::place(negative >> k & 1 != 0)),
        }
    }

    /// The children of a node that the ray enters no later than `limit`, a bit each, and where it enters them.
    #[inline(always)]
    pub(super) fn children<S: Simd8>(
        &self,
        simd: S,
        node: Node<DIRECT>,
        limit: f32,
    ) -> (u32, [f32; CHILDREN]) {
        let (near_x, far_x) = self.slabs(simd, node, 0);
        let (near_y, far_y) = self.slabs(simd, node, 1);
        let (near_z, far_z) = self.slabs(simd, node, 2);
        let t_max = simd.splat(simd.uniform(limit));
        let enter =
            simd.max(simd.max(near_x, near_y), simd.max(near_z, simd.splat(simd.uniform(self.t_min))));
        let leave = simd.min(simd.min(far_x, far_y), simd.min(far_z, t_max));
        let present = node.present(simd);
        // Only for nodes of two lines: on others, batches take longer by it.
        let mask = match DIRECT {
            true => simd.le_among(present, enter, leave),
            false => simd.le(enter, leave) & present,
        };
        (mask, simd.to_array(enter))
    }

    /// The times when it enters the eight slabs of an axis, and when it leaves them.
    #[inline(always)]
    fn slabs<S: Simd8>(&self, simd: S, node: Node<DIRECT>, k: usize) -> (S::F, S::F) {
        let inverse = simd.uniform(self.inverse[k]);
        let [first, last] = node.both_numbers(simd, k, self.first[k]);
        let (near, far) = (simd.uniform(self.near[k]), simd.uniform(self.far[k]));
        if DIRECT {
            let inverse = simd.splat(inverse);
            let near = simd.about_mul_sub(first, inverse, simd.splat(near));
            return (near, simd.about_mul_sub(last, inverse, simd.splat(far)));
        }
        let scale = simd.splat(simd.uniform_mul(node.unit(simd, k), inverse));
        let start = node.big_start(simd, k);
        let near = simd.uniform_about_mul_sub(start, inverse, near);
        let far = simd.uniform_about_mul_sub(start, inverse, far);
        let near = simd.about_mul_add(first, scale, simd.splat(near));
        (near, simd.about_mul_add(last, scale, simd.splat(far)))
    }
}

/// Reciprocal direction, near and far of what enters every box at once.
#[cold]
fn everything() -> [Vec4; 3] {
    [Vec4::ZERO, Vec4::splat(f32::MAX), Vec4::splat(-f32::MAX)]
}
