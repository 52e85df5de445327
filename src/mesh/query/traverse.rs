//! The three traversals: nearest first, any, all. Iterative; the stack is bounded by the tree's depth.

use super::Filter;
use crate::mesh::layout::{Cluster, Layout, LeafTriangle};
use crate::mesh::query::NodeTest;
use crate::simd::Simd;
use crate::stack::{Stack, StackEntry};
use std::ops::ControlFlow;

/// What a traversal looks for: it is shown triangles, one by one or in lanes.
pub(crate) trait Goal {
    /// Boxes with a larger key are skipped. Only ever shrinks.
    fn limit(&self) -> f32;

    /// Looks at a triangle that passed the filter; breaks if that was enough.
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()>;

    /// Whether all triangles of a cluster may be taken without looking at them, where it is wholly inside.
    const TAKES_WHOLE: bool = false;

    /// Takes those triangles of a cluster whose bit is set in `seen`.
    #[inline(always)]
    fn whole_cluster<S: Simd, const TABLES: usize>(
        &mut self,
        _: S,
        _: Cluster<TABLES>,
        _: u32,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Hears that some subtree is wholly inside; breaks if that is enough.
    #[inline(always)]
    fn settle(&mut self, _: &Filter) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Looks at those triangles of a cluster whose bit is set in `seen`.
    #[inline(always)]
    fn cluster<S: Simd, const TABLES: usize>(
        &mut self,
        simd: S,
        cluster: Cluster<TABLES>,
        seen: u32,
    ) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        cluster.each(simd, seen, |_, leaf| {
            if flow.is_continue() {
                flow = self.triangle(&leaf);
            }
        });
        flow
    }
}

/// In which order a traversal visits subtrees.
pub(crate) trait Order {
    /// What lies on the stack.
    type Entry<L: Layout>: Copy;

    /// Chooses the child to visit next, and puts the others on the stack.
    fn choose<L: Layout, T: NodeTest>(
        layout: L,
        tested: &L::Tested,
        stack: &mut impl Stack<Self::Entry<L>>,
    ) -> Option<L::Subtree>;

    /// Takes the next subtree within the limit from the stack.
    fn pop<L: Layout>(stack: &mut impl Stack<Self::Entry<L>>, limit: f32) -> Option<L::Subtree>;
}

/// Smallest keys first.
pub(crate) struct NearestFirst;

impl Order for NearestFirst {
    type Entry<L: Layout> = StackEntry<L::Subtree>;

    #[inline(always)]
    fn choose<L: Layout, T: NodeTest>(
        layout: L,
        tested: &L::Tested,
        stack: &mut impl Stack<StackEntry<L::Subtree>>,
    ) -> Option<L::Subtree> {
        layout.nearest_first(tested, stack)
    }

    #[inline(always)]
    fn pop<L: Layout>(stack: &mut impl Stack<StackEntry<L::Subtree>>, limit: f32) -> Option<L::Subtree> {
        loop {
            let next = stack.pop()?;
            if next.key <= limit {
                return Some(next.node);
            }
        }
    }
}

/// No particular order; the limit never changes.
pub(crate) struct AnyOrder;

impl Order for AnyOrder {
    type Entry<L: Layout> = L::Subtree;

    #[inline(always)]
    fn choose<L: Layout, T: NodeTest>(
        layout: L,
        tested: &L::Tested,
        stack: &mut impl Stack<L::Subtree>,
    ) -> Option<L::Subtree> {
        layout.any_order::<T>(tested, stack)
    }

    #[inline(always)]
    fn pop<L: Layout>(stack: &mut impl Stack<L::Subtree>, _: f32) -> Option<L::Subtree> {
        stack.pop()
    }
}

/// Visits all subtrees within the goal's limit, until the goal has enough.
#[inline(always)]
pub(crate) fn traverse<O: Order, L: Layout, T: NodeTest>(
    layout: L,
    test: &T,
    filter: &Filter,
    goal: &mut impl Goal,
) {
    let Some(mut current) = layout.root(test, goal.limit()) else { return };
    let test = layout.prepare(test);
    let mut stack = L::Stack::<O::Entry<L>>::default();
    loop {
        let tested = if layout.is_leaf(&current) {
            None
        } else {
            layout.expect_children(&current);
            Some(layout.test::<T>(&current, &test, goal.limit()))
        };
        current = match step::<O, L, T>(layout, &current, tested.as_ref(), filter, goal, &mut stack) {
            Some(next) => next,
            None => return,
        };
    }
}

/// Visits a leaf, or chooses among the tested children of a node; returns what comes next.
#[inline(always)]
pub(crate) fn step<O: Order, L: Layout, T: NodeTest>(
    layout: L,
    current: &L::Subtree,
    tested: Option<&L::Tested>,
    filter: &Filter,
    goal: &mut impl Goal,
    stack: &mut impl Stack<O::Entry<L>>,
) -> Option<L::Subtree> {
    match tested {
        None if layout.visit(current, filter, goal).is_break() => return None,
        None => {}
        Some(tested) => {
            if T::CONTAINS && layout.has_inside(tested) && goal.settle(filter).is_break() {
                return None;
            }
            let chosen = O::choose::<L, T>(layout, tested, stack);
            if chosen.is_some() {
                return chosen;
            }
        }
    }
    O::pop::<L>(stack, goal.limit())
}
