//! The three traversals: nearest first, any, all. Iterative; the stack is bounded by the tree's depth.

use super::Filter;
use crate::mesh::layout::{Cluster, Layout, LeafTriangle, Stack};
use crate::mesh::query::NodeTest;
use crate::simd::Simd;
use std::ops::ControlFlow;

/// What a traversal looks for: it is shown triangles, one by one or in lanes.
pub(crate) trait Goal {
    /// Boxes with a larger key are skipped. Only ever shrinks.
    fn limit(&self) -> f32;

    /// Looks at a triangle that passed the filter; breaks if that was enough.
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()>;

    /// Looks at those triangles of a cluster whose bit is set in `seen`.
    #[inline(always)]
    fn cluster<S: Simd>(&mut self, simd: S, cluster: Cluster, seen: u32) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        cluster.triangles(simd, [0, 1, 2]).each(simd, seen, |_, leaf| {
            if flow.is_continue() {
                flow = self.triangle(&leaf);
            }
        });
        flow
    }
}

/// The best triangle so far.
pub(crate) enum Best {
    /// None yet.
    None,
    /// The triangle itself.
    Triangle(LeafTriangle),
    /// A reference to a cluster and a lane, to be read once at the end.
    Lane(u32, usize),
}

impl Best {
    /// The triangle.
    #[inline(always)]
    pub(crate) fn read<L: Layout>(self, layout: L) -> Option<LeafTriangle> {
        match self {
            Best::None => None,
            Best::Triangle(leaf) => Some(leaf),
            Best::Lane(reference, lane) => Some(layout.triangle_in(reference, lane)),
        }
    }
}

/// Visits subtrees in the order of their keys, until the goal has enough or nothing is left within its
/// limit.
#[inline(always)]
pub(crate) fn nearest_first<L: Layout, T: NodeTest>(
    layout: L,
    test: &T,
    filter: &Filter,
    goal: &mut impl Goal,
) {
    let Some((mut current, bounds)) = layout.root() else { return };
    if !(test.key(&bounds) <= goal.limit()) {
        return;
    }
    let test = layout.prepare(test);
    let mut stack = L::Stack::<(f32, L::Subtree)>::default();
    loop {
        if layout.is_leaf(&current) {
            if layout.visit(&current, filter, goal).is_break() {
                return;
            }
        } else {
            let nearest = layout.nearest_first::<T>(&current, &test, goal.limit(), &mut stack);
            if let Some(child) = nearest {
                current = child;
                continue;
            }
        }
        loop {
            let Some((key, next)) = stack.pop() else { return };
            if key <= goal.limit() {
                current = next;
                break;
            }
        }
    }
}

/// Visits all subtrees within the goal's limit, in no particular order, until the goal has enough.
#[inline(always)]
pub(crate) fn unordered<L: Layout, T: NodeTest>(layout: L, test: &T, filter: &Filter, goal: &mut impl Goal) {
    let Some((mut current, bounds)) = layout.root() else { return };
    let limit = goal.limit();
    if !(test.key(&bounds) <= limit) {
        return;
    }
    let test = layout.prepare(test);
    let mut stack = L::Stack::<L::Subtree>::default();
    loop {
        if layout.is_leaf(&current) {
            if layout.visit(&current, filter, goal).is_break() {
                return;
            }
        } else if let Some(child) = layout.any_order::<T>(&current, &test, limit, &mut stack) {
            current = child;
            continue;
        }
        let Some(next) = stack.pop() else { return };
        current = next;
    }
}
