//! The common part of binary trees: the choice between two children.

use crate::geometry::Aabb;
use crate::mesh::tree::BoxTest;
use crate::stack::{Stack, StackEntry};

/// Both children with their keys, which are NaN for those that do not pass.
pub(super) type Pair<R> = [(f32, R); 2];

/// Tests the boxes of both children.
#[inline(always)]
pub(super) fn test_children<R: Copy, T: BoxTest>(
    children: [R; 2],
    bounds: impl Fn(&R) -> Aabb,
    test: &T,
    limit: f32,
) -> Pair<R> {
    let [left, right] = children;
    [tested(left, &bounds(&left), test, limit), tested(right, &bounds(&right), test, limit)]
}

#[inline(always)]
fn tested<R>(child: R, bounds: &Aabb, test: &impl BoxTest, limit: f32) -> (f32, R) {
    let key = test.key(bounds);
    (if key <= limit { key } else { f32::NAN }, child)
}

/// Returns true if either child passes.
#[inline(always)]
pub(super) fn has_any<R>(tested: &Pair<R>) -> bool {
    !(tested[0].0.is_nan() && tested[1].0.is_nan())
}

/// The child with the smaller key; the other goes on the stack if it passes, too.
#[inline(always)]
pub(super) fn nearest_first<R: Copy>(tested: &Pair<R>, stack: &mut impl Stack<StackEntry<R>>) -> Option<R> {
    let [left, right] = *tested;
    match (left.0.is_nan(), right.0.is_nan()) {
        (true, true) => None,
        (false, true) => Some(left.1),
        (true, false) => Some(right.1),
        (false, false) => {
            let (near, far) = if right.0 < left.0 { (right, left) } else { (left, right) };
            stack.push(StackEntry { key: far.0, node: far.1 });
            Some(near.1)
        }
    }
}

/// The left child if it passes; the right one goes on the stack if both do.
#[inline(always)]
pub(super) fn any_order<R: Copy>(tested: &Pair<R>, stack: &mut impl Stack<R>) -> Option<R> {
    let [left, right] = *tested;
    match (left.0.is_nan(), right.0.is_nan()) {
        (true, true) => None,
        (false, true) => Some(left.1),
        (true, false) => Some(right.1),
        (false, false) => {
            stack.push(right.1);
            Some(left.1)
        }
    }
}
