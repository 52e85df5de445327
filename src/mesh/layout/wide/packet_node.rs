//! Sixteen rays at once, one a lane, against the nodes of a wide tree.
//!
//! The rays run towards the same octant. Then all of them together are bounded by an interval of origins and one of
//! reciprocal directions along each axis, and a node's eight children are tested against those first (interval
//! arithmetic for ray packets: Boulos, Wald, Shirley, "Geometric and Arithmetic Culling Methods for Entire Ray
//! Packets", 2006); only what passes is tested ray by ray.
//!
//! The padding is that of single rays ([`super::ray_node`] counts the roundings; the bounds of all have one more, of a
//! difference of whole numbers and origins, by one step and `u F`). Bounds that overflow are minus infinity for entering and
//! plus infinity for leaving. A difference of two numbers has the right sign, however small they are.

use super::children::CHILDREN;
use super::node::{Node, SANE};
use crate::arrays::array_of;
use crate::geometry::{Aabb, LEAST_PAD, PAD, Vec3};
use crate::mesh::tree::{PacketBounds, RayLines};
use crate::simd::{ALL_LANES, LANES, Simd};

/// Sixteen rays in grid units, as [`super::ray_node::RayNode`] is one, and what bounds them all.
pub(crate) struct RayPacket<S: Simd, const DIRECT: bool> {
    inverse: [S::F; 3],
    near: [S::F; 3],
    far: [S::F; 3],
    negative: [bool; 3],
    t_min: S::F,
    /// In lanes as in [`Sides`]: the origin from which a side is reached first (or left last), and the smallest and
    /// the largest reciprocal direction; the sign is turned for the sides where rays leave, so that the smaller
    /// product bounds both.
    bound_origin: [S::F; 3],
    bound_inverse: [[S::F; 2]; 3],
    bound_t_min: f32,
    /// The same numbers, not in lanes: the origin for entering and for leaving, the smallest and the largest reciprocal.
    bounds: [[f32; 4]; 3],
    grid_origin: Vec3,
    per_step: f32,
}

/// Grid coordinates of the sides of a node's children along each axis, plus [`Node::OFFSET`]: the eight where rays enter, then
/// the eight where they leave.
pub(super) struct Sides([[f32; LANES]; 3]);

impl<S: Simd, const DIRECT: bool> RayPacket<S, DIRECT> {
    /// The rays in the units of a grid over `whole`; `None` where numbers leave the range in which the test is safe.
    #[inline(always)]
    pub(super) fn new(simd: S, lines: &RayLines<S>, whole: &Aabb, origin: Vec3, step: f32) -> Option<Self> {
        let mut far_corner = simd.splat(0.0);
        for k in 0..3 {
            let low = simd.abs(simd.sub(simd.splat(whole.min[k]), lines.origin[k]));
            let high = simd.abs(simd.sub(simd.splat(whole.max[k]), lines.origin[k]));
            far_corner = simd.max(far_corner, simd.max(low, high));
        }
        // As for one ray: twice the padding of the reference. The step is a power of two, so its reciprocal is exact.
        let per_step = simd.splat(1.0 / step);
        let grow = simd.add(simd.mul(far_corner, simd.splat(PAD)), simd.splat(LEAST_PAD));
        let pad = simd.mul(simd.add(grow, grow), per_step);
        let pad = simd.add(pad, simd.splat(Node::<DIRECT>::STEPS));
        let sane = simd.splat(SANE);
        let mut is_sane = simd.lt(pad, sane);
        let zero = simd.splat(0.0);
        let mut packet = RayPacket {
            inverse: [zero; 3],
            near: [zero; 3],
            far: [zero; 3],
            negative: lines.negative,
            t_min: lines.t_min,
            bound_origin: [zero; 3],
            bound_inverse: [[zero; 2]; 3],
            bound_t_min: simd.smallest(ALL_LANES, lines.t_min),
            bounds: [[0.0; 4]; 3],
            grid_origin: origin,
            per_step: 1.0 / step,
        };
        for k in 0..3 {
            let inverse = simd.mul(lines.inverse[k], simd.splat(step));
            let at = simd.mul(simd.sub(lines.origin[k], simd.splat(origin[k])), per_step);
            let at = simd.add(at, simd.splat(Node::<DIRECT>::OFFSET));
            let (low, high) = (simd.sub(at, pad), simd.add(at, pad));
            let (first, last) = if lines.negative[k] { (low, high) } else { (high, low) };
            packet.inverse[k] = inverse;
            packet.near[k] = simd.mul(first, inverse);
            packet.far[k] = simd.mul(last, inverse);
            let size = simd.abs(inverse);
            let largest = simd.max(simd.abs(at), simd.max(simd.abs(packet.near[k]), simd.abs(packet.far[k])));
            is_sane &= simd.lt(simd.splat(1.0 / SANE), size) & simd.lt(size, sane) & simd.lt(largest, sane);
            // Towards larger coordinates, who starts farthest reaches a side first. These bounds may overflow to minus
            // infinity where rays differ much, but never to plus infinity: no ray's own parameter does.
            let ends = [low, simd.sub(zero, high), inverse, simd.sub(zero, inverse)];
            let [least, most, slow, fast] = simd.smallest_of_each(ends);
            let (most, fast) = (-most, -fast);
            let (enter, leave) = if lines.negative[k] { (least, most) } else { (most, least) };
            packet.bounds[k] = [enter, leave, slow, fast];
            packet.bound_origin[k] = halves(simd, enter, leave);
            packet.bound_inverse[k] = [halves(simd, slow, -slow), halves(simd, fast, -fast)];
        }
        (is_sane == ALL_LANES).then_some(packet)
    }

    /// The children of a node that any of the rays may enter no later than `limit`, a bit each, lower bounds on where,
    /// and what [`RayPacket::child`] needs. Absent children may be among them.
    #[inline(always)]
    pub(super) fn children(&self, simd: S, node: Node<DIRECT>, limit: f32) -> (u32, [f32; CHILDREN], Sides) {
        let mut all = Sides([[0.0; LANES]; 3]);
        let mut bound = halves(simd, self.bound_t_min, -limit);
        for k in 0..3 {
            let side = node.sides(simd, k, self.negative[k]);
            all.0[k] = simd.to_array(side);
            let distance = simd.sub(side, self.bound_origin[k]);
            let [slow, fast] = self.bound_inverse[k];
            bound = simd.max(bound, simd.min(simd.mul(distance, slow), simd.mul(distance, fast)));
        }
        let mask = simd.le(simd.add(bound, simd.swap_halves(bound)), simd.splat(0.0)) & 0xff;
        let bounds = simd.to_array(bound);
        (mask, array_of(|child| bounds[child]), all)
    }

    /// Coordinates along an axis in grid steps, plus [`Node::OFFSET`]; the padding covers the rounding.
    #[inline(always)]
    fn on_grid(&self, simd: S, axis: usize, v: S::F) -> S::F {
        let steps = simd.mul(simd.sub(v, simd.splat(self.grid_origin[axis])), simd.splat(self.per_step));
        simd.add(steps, simd.splat(Node::<DIRECT>::OFFSET))
    }

    /// The rays that enter child `i` no later than their `limit`, a bit each, and where each does.
    #[inline(always)]
    pub(super) fn child(&self, simd: S, sides: &Sides, i: usize, limit: S::F) -> (u32, S::F) {
        let (mut enter, mut leave) = (self.t_min, limit);
        for k in 0..3 {
            let (first, last) = (simd.splat(sides.0[k][i]), simd.splat(sides.0[k][CHILDREN + i]));
            enter = simd.max(enter, simd.about_mul_sub(first, self.inverse[k], self.near[k]));
            leave = simd.min(leave, simd.about_mul_sub(last, self.inverse[k], self.far[k]));
        }
        (simd.le(enter, leave), enter)
    }
}

impl<S: Simd, const DIRECT: bool> PacketBounds<S> for RayPacket<S, DIRECT> {
    #[inline(always)]
    fn meets(&self, simd: S, low: [S::F; 3], high: [S::F; 3], limit: f32) -> u32 {
        let (mut enter, mut leave) = (simd.splat(self.bound_t_min), simd.splat(limit));
        for k in 0..3 {
            let [entering, leaving, slow, fast] = self.bounds[k];
            let (slow, fast) = (simd.splat(slow), simd.splat(fast));
            let (first, last) = if self.negative[k] { (high[k], low[k]) } else { (low[k], high[k]) };
            let first = simd.sub(self.on_grid(simd, k, first), simd.splat(entering));
            let last = simd.sub(self.on_grid(simd, k, last), simd.splat(leaving));
            enter = simd.max(enter, simd.min(simd.mul(first, slow), simd.mul(first, fast)));
            leave = simd.min(leave, simd.max(simd.mul(last, slow), simd.mul(last, fast)));
        }
        simd.le(enter, leave)
    }
}

/// `first` in the lower eight lanes, `second` in the others.
#[inline(always)]
fn halves<S: Simd>(simd: S, first: f32, second: f32) -> S::F {
    simd.select(0xff, simd.splat(first), simd.splat(second))
}
