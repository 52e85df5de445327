//! The three traversals: nearest first, any, all. Iterative; the stack is bounded by the tree's depth.

use super::Filter;
use crate::mesh::build::MAX_DEPTH;
use crate::mesh::layout::{Expand, LeafTriangle};
use crate::mesh::query::NodeTest;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// One sibling for each inner node above, and both children of the deepest.
const STACK: usize = MAX_DEPTH + 1;

/// Accumulates the nearest answer.
pub(crate) trait Nearest {
    /// Boxes with a larger key are skipped. Only ever shrinks.
    fn limit(&self) -> f32;
    /// Looks at a triangle that passed the filter.
    fn visit(&mut self, leaf: &LeafTriangle);
}

/// Visits subtrees in the order of their keys, as far as `nearest` asks for.
#[inline]
pub(crate) fn nearest_first<L, T>(layout: L, test: &T, filter: &Filter, nearest: &mut impl Nearest)
where
    L: Expand<T>,
    T: NodeTest,
{
    let Some((mut current, bounds)) = layout.root() else { return };
    let key = test.key(&bounds);
    if !(key <= nearest.limit()) {
        return;
    }
    let mut stack: ArrayVec<(f32, L::Subtree), STACK> = ArrayVec::new();
    loop {
        if layout.is_leaf(&current) {
            for leaf in layout.triangles(&current) {
                if filter.accepts(leaf.attributes) {
                    nearest.visit(&leaf);
                }
            }
        } else {
            let first = stack.len();
            layout.expand(&current, test, nearest.limit(), |key, child| {
                // Farthest first, so that the nearest is on top; among equals the earlier child.
                let mut place = stack.len();
                while place > first && stack[place - 1].0 <= key {
                    place -= 1;
                }
                stack.insert(place, (key, child));
            });
        }
        loop {
            let Some((key, next)) = stack.pop() else { return };
            if key <= nearest.limit() {
                current = next;
                break;
            }
        }
    }
}

/// Visits every triangle whose boxes pass, in no particular order, until `visit` breaks; returns whether
/// it did.
#[inline]
pub(crate) fn each<L, T>(
    layout: L,
    test: &T,
    limit: f32,
    filter: &Filter,
    mut visit: impl FnMut(&LeafTriangle) -> ControlFlow<()>,
) -> bool
where
    L: Expand<T>,
    T: NodeTest,
{
    let Some((mut current, bounds)) = layout.root() else { return false };
    if !(test.key(&bounds) <= limit) {
        return false;
    }
    let mut stack: ArrayVec<L::Subtree, STACK> = ArrayVec::new();
    loop {
        if layout.is_leaf(&current) {
            for leaf in layout.triangles(&current) {
                if filter.accepts(leaf.attributes) && visit(&leaf).is_break() {
                    return true;
                }
            }
        } else {
            layout.expand(&current, test, limit, |_, child| stack.push(child));
        }
        let Some(next) = stack.pop() else { return false };
        current = next;
    }
}

/// Whether `accept` holds for any triangle whose boxes pass.
#[inline]
pub(crate) fn any<L, T>(
    layout: L,
    test: &T,
    limit: f32,
    filter: &Filter,
    mut accept: impl FnMut(&LeafTriangle) -> bool,
) -> bool
where
    L: Expand<T>,
    T: NodeTest,
{
    each(layout, test, limit, filter, |leaf| {
        if accept(leaf) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

/// Shows every triangle whose boxes pass to `visit`.
#[inline]
pub(crate) fn all<L, T>(
    layout: L,
    test: &T,
    limit: f32,
    filter: &Filter,
    mut visit: impl FnMut(&LeafTriangle),
) where
    L: Expand<T>,
    T: NodeTest,
{
    each(layout, test, limit, filter, |leaf| {
        visit(leaf);
        ControlFlow::Continue(())
    });
}
