//! Rays in groups of sixteen, one a lane, against the nodes of a wide tree.
//!
//! The rays run towards the same octant. Then all of them together are bounded by an interval of origins and one of
//! reciprocal directions along each axis, and a node's eight children are tested against those (interval
//! arithmetic for ray packets: Boulos, Wald, Shirley, "Geometric and Arithmetic Culling Methods for Entire Ray
//! Packets", 2006). A single child can be tested ray by ray, too.
//!
//! The padding is that of single rays ([`super::ray_node`] counts the roundings; the bounds of all have one more, of a
//! difference of whole numbers and origins, by one step and `u F`). Bounds that overflow are minus infinity for entering and
//! plus infinity for leaving. A difference of two numbers has the right sign, however small they are.

use super::children::CHILDREN;
use super::grid::{Grid, Step};
use super::node::{Node, SANE};
use crate::arrays::array_of;
use crate::geometry::{Aabb, LEAST_PAD, PAD, Vec3};
use crate::mesh::tree::{PacketBounds, RayLines};
use crate::simd::{ALL_LANES, Simd};

/// Sixteen rays in grid units, as [`super::ray_node::RayNode`] is one.
#[derive(Clone, Copy)]
struct GroupNode<S: Simd> {
    inverse: [S::F; 3],
    near: [S::F; 3],
    far: [S::F; 3],
    t_min: S::F,
}

/// Groups of rays in grid units, and what bounds them all.
pub(crate) struct RayPacket<S: Simd, const DIRECT: bool, const GROUPS: usize> {
    groups: [GroupNode<S>; GROUPS],
    negative: [bool; 3],
    /// In lanes, eight for the sides where children are entered, and eight for those where they are left: the origin from
    /// which a side is reached first (or left last), and the smallest and the largest reciprocal direction; the sign is turned
    /// for the sides where rays leave, so that the smaller product bounds both.
    bound_origin: [S::F; 3],
    bound_inverse: [[S::F; 2]; 3],
    bound_t_min: f32,
    /// The same numbers, not in lanes: the origin for entering and for leaving, the smallest and the largest reciprocal.
    bounds: [[f32; 4]; 3],
    grid_origin: Vec3,
    per_step: f32,
}

impl<S: Simd, const DIRECT: bool, const GROUPS: usize> RayPacket<S, DIRECT, GROUPS> {
    /// The rays in the units of a grid over `whole`; `None` where numbers leave the range in which the test is safe.
    #[inline(always)]
    pub(super) fn new(
        simd: S,
        lines: &RayLines<S, GROUPS>,
        whole: &Aabb,
        Grid { origin, step: Step { size: step, reciprocal: per_step, .. } }: Grid,
    ) -> Option<Self> {
        let (zero, negative) = (simd.splat(0.0), lines.negative);
        // The least and the largest origin and reciprocal along each axis.
        let (mut extent, mut far_corner) = ([[0.0; 4]; 3], 0f32);
        for (k, extent) in extent.iter_mut().enumerate() {
            let mut least = [lines.groups[0].origin[k]; 4];
            for (i, group) in lines.groups.iter().enumerate() {
                let (at, inverse) = (group.origin[k], group.inverse[k]);
                let ends = [at, simd.sub(zero, at), inverse, simd.sub(zero, inverse)];
                for (least, end) in least.iter_mut().zip(ends) {
                    *least = if i == 0 { end } else { simd.min(*least, end) };
                }
            }
            let [least, most, slow, fast] = simd.smallest_of_each(least);
            let (most, fast) = (-most, -fast);
            *extent = [least, most, slow, fast];
            let far = |side: f32| (side - least).abs().max((side - most).abs());
            far_corner = far_corner.max(far(whole.min[k])).max(far(whole.max[k]));
        }
        // As for one ray: twice the padding of the reference, here of the ray with the most.
        let grow = far_corner * PAD + LEAST_PAD;
        let pad = (grow + grow) * per_step + Node::<DIRECT>::STEPS;
        let mut t_min = lines.groups[0].t_min;
        for group in &lines.groups {
            t_min = simd.min(t_min, group.t_min);
        }
        let none = GroupNode { inverse: [zero; 3], near: [zero; 3], far: [zero; 3], t_min };
        let mut packet = RayPacket {
            groups: [none; GROUPS],
            negative,
            bound_origin: [zero; 3],
            bound_inverse: [[zero; 2]; 3],
            bound_t_min: simd.smallest(ALL_LANES, t_min),
            bounds: [[0.0; 4]; 3],
            grid_origin: origin,
            per_step,
        };
        let mut is_sane = pad < SANE;
        for k in 0..3 {
            let [least, most, slow, fast] = extent[k];
            let on_grid = |at: f32| (at - origin[k]) * per_step + Node::<DIRECT>::OFFSET;
            // Rounding is monotone: no ray's own numbers are beyond these.
            let (low, high, slow, fast) =
                (on_grid(least) - pad, on_grid(most) + pad, slow * step, fast * step);
            let (smallest, largest) = if negative[k] { (-fast, -slow) } else { (slow, fast) };
            // A sum, because it is no number where one of them is none; then the comparison is false.
            let size = low.abs() + high.abs();
            is_sane &= 1.0 / SANE < smallest && largest < SANE && size < SANE && size * largest < SANE;
            // Towards larger coordinates, who starts farthest reaches a side first. These bounds may overflow to minus
            // infinity where rays differ much, but never to plus infinity: no ray's own parameter does.
            let (enter, leave) = if negative[k] { (low, high) } else { (high, low) };
            packet.bounds[k] = [enter, leave, slow, fast];
            packet.bound_origin[k] = halves(simd, enter, leave);
            packet.bound_inverse[k] = [halves(simd, slow, -slow), halves(simd, fast, -fast)];
            let (origin, per_step, step) = (simd.splat(origin[k]), simd.splat(per_step), simd.splat(step));
            for (group, line) in packet.groups.iter_mut().zip(&lines.groups) {
                let inverse = simd.mul(line.inverse[k], step);
                let at = simd.mul(simd.sub(line.origin[k], origin), per_step);
                let at = simd.add(at, simd.splat(Node::<DIRECT>::OFFSET));
                let (low, high) = (simd.sub(at, simd.splat(pad)), simd.add(at, simd.splat(pad)));
                let (first, last) = if negative[k] { (low, high) } else { (high, low) };
                group.inverse[k] = inverse;
                group.near[k] = simd.mul(first, inverse);
                group.far[k] = simd.mul(last, inverse);
            }
        }
        for (group, line) in packet.groups.iter_mut().zip(&lines.groups) {
            group.t_min = line.t_min;
        }
        is_sane.then_some(packet)
    }

    /// The children of a node that any of the rays may enter no later than `limit`, a bit each, and lower bounds on where.
    /// Absent children may be among them.
    #[inline(always)]
    pub(super) fn children(&self, simd: S, node: Node<DIRECT>, limit: f32) -> (u32, [f32; CHILDREN]) {
        let mut bound = halves(simd, self.bound_t_min, -limit);
        for k in 0..3 {
            let side = node.sides(simd, k, self.negative[k]);
            let distance = simd.sub(side, self.bound_origin[k]);
            let [slow, fast] = self.bound_inverse[k];
            bound = simd.max(bound, simd.min(simd.mul(distance, slow), simd.mul(distance, fast)));
        }
        let mask = simd.le(simd.add(bound, simd.swap_halves(bound)), simd.splat(0.0)) & 0xff;
        let bounds = simd.to_array(bound);
        (mask, array_of(|child| bounds[child]))
    }

    /// The rays of a group that enter a child of a node no later than their `limit`, a bit each.
    #[inline(always)]
    pub(super) fn entering(
        &self,
        simd: S,
        node: Node<DIRECT>,
        child: usize,
        group: usize,
        limit: S::F,
    ) -> u32 {
        let GroupNode { inverse, near, far, t_min } = self.groups[group];
        let (mut enter, mut leave) = (t_min, limit);
        for k in 0..3 {
            let upper_first = usize::from(self.negative[k]);
            let first = simd.splat(node.number(2 * k + upper_first, child));
            let last = simd.splat(node.number(2 * k + (upper_first ^ 1), child));
            enter = simd.max(enter, simd.about_mul_sub(first, inverse[k], near[k]));
            leave = simd.min(leave, simd.about_mul_sub(last, inverse[k], far[k]));
        }
        simd.le(enter, leave)
    }

    /// Coordinates along an axis in grid steps, plus [`Node::OFFSET`]; the padding covers the rounding.
    #[inline(always)]
    fn on_grid(&self, simd: S, axis: usize, v: S::F) -> S::F {
        let steps = simd.mul(simd.sub(v, simd.splat(self.grid_origin[axis])), simd.splat(self.per_step));
        simd.add(steps, simd.splat(Node::<DIRECT>::OFFSET))
    }
}

impl<S: Simd, const DIRECT: bool, const GROUPS: usize> PacketBounds<S> for RayPacket<S, DIRECT, GROUPS> {
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
