//! An axis-aligned box against the eight children of a node: whole numbers on the grid, so nothing is padded.

use super::children::CHILDREN;
use super::grid::GridBox;
use super::node::Node;
use crate::simd::Simd8;

/// A box on the grid. Its sides are in lanes: the lower ones along each axis and any number, then the upper ones.
#[derive(Clone, Copy)]
pub(crate) struct BoxNode<S: Simd8> {
    /// Rounded outward.
    outer: S::I,
    /// Rounded inward; the lower ones less one, so that rounding them down to a unit and one more is rounding up.
    inner: S::I,
}

impl<S: Simd8> BoxNode<S> {
    /// From the lower and the upper side along each axis, rounded outward and inward.
    #[inline(always)]
    pub(super) fn new(simd: S, outer: GridBox, inner: GridBox) -> BoxNode<S> {
        let [x, y, z] = outer;
        let outer = simd.load_array_i(&[x[0], y[0], z[0], 0, x[1], y[1], z[1], 0]);
        let [x, y, z] = inner;
        let inner = simd.load_array_i(&[x[0] - 1, y[0] - 1, z[0] - 1, 0, x[1], y[1], z[1], 0]);
        BoxNode { outer, inner }
    }

    /// The children of a node that touch the box, a bit each, and in the eight bits above those that lie wholly inside.
    #[inline(always)]
    pub(super) fn children<const DIRECT: bool>(&self, simd: S, node: Node<DIRECT>) -> u32 {
        // In units of the sides: where the box begins and ends, and from where on and up to where it is full.
        let (mut outer, mut inner) = (self.outer, self.inner);
        if !DIRECT {
            let (start, exponent) = node.starts_and_exponents(simd);
            outer = simd.shift_right_signed(simd.sub_i(outer, start), exponent);
            inner = simd.shift_right_signed(simd.sub_i(inner, start), exponent);
        }
        let inner = simd.sub_i(inner, simd.load_array_i(&[-1, -1, -1, -1, 0, 0, 0, 0]));
        let x = misses::<S, DIRECT, 0, 4>(simd, node, outer, inner);
        let y = misses::<S, DIRECT, 1, 5>(simd, node, outer, inner);
        let z = misses::<S, DIRECT, 2, 6>(simd, node, outer, inner);
        let apart = simd.signs(simd.or_i(x.0, simd.or_i(y.0, z.0)));
        let not_inside = simd.signs(simd.or_i(x.1, simd.or_i(y.1, z.1)));
        !(apart | not_inside << CHILDREN) & 0xffff
    }
}

/// Along an axis, whose lower side is in lane `LOW` and whose upper one in lane `HIGH`: the children that are apart from a
/// box, and those that stick out of it; all bits of their lanes.
#[inline(always)]
fn misses<S: Simd8, const DIRECT: bool, const LOW: usize, const HIGH: usize>(
    simd: S,
    node: Node<DIRECT>,
    outer: S::I,
    inner: S::I,
) -> (S::I, S::I) {
    let (lower, upper) = (node.integers(simd, 2 * LOW), node.integers(simd, 2 * LOW + 1));
    let before = simd.gt_i(simd.splat_lane::<LOW>(outer), upper);
    let behind = simd.gt_i(lower, simd.splat_lane::<HIGH>(outer));
    let below = simd.gt_i(simd.splat_lane::<LOW>(inner), lower);
    let above = simd.gt_i(upper, simd.splat_lane::<HIGH>(inner));
    (simd.or_i(before, behind), simd.or_i(below, above))
}
