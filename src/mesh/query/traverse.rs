//! The three traversals: nearest first, any, all. Iterative; the stack is bounded by the tree's depth.

use super::Filter;
use crate::mesh::layout::{Cluster, LeafTriangle, Tree};
use crate::mesh::query::BoxTest;
use crate::simd::Simd;
use crate::stack::{Stack, StackEntry};
use std::ops::ControlFlow;

/// What a traversal looks for: it is shown triangles, one by one or in lanes.
pub(crate) trait Visitor {
    /// Boxes with a larger key are skipped. Only ever shrinks.
    fn limit(&self) -> f32;

    /// Looks at a triangle that passed the filter; breaks if that was enough.
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()>;

    /// Whether all triangles of a cluster may be taken without looking at them, where it is wholly inside.
    const TAKES_WHOLE_BLOCKS: bool = false;

    /// Takes those triangles of a cluster whose bit is set in `seen`.
    #[inline(always)]
    fn whole_block<S: Simd, const VERTEX_TABLES: usize>(
        &mut self,
        _: S,
        _: Cluster<VERTEX_TABLES>,
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
    fn cluster<S: Simd, const VERTEX_TABLES: usize>(
        &mut self,
        simd: S,
        cluster: Cluster<VERTEX_TABLES>,
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
    type Entry<L: Tree>: Copy;

    /// Chooses the child to visit next, and puts the others on the stack.
    fn choose<L: Tree, T: BoxTest>(
        tree: L,
        tested: &L::Tested,
        stack: &mut impl Stack<Self::Entry<L>>,
    ) -> Option<L::NodeRef>;

    /// Takes the next subtree within the limit from the stack.
    fn pop<L: Tree>(stack: &mut impl Stack<Self::Entry<L>>, limit: f32) -> Option<L::NodeRef>;
}

/// Smallest keys first.
pub(crate) struct NearestFirst;

impl Order for NearestFirst {
    type Entry<L: Tree> = StackEntry<L::NodeRef>;

    #[inline(always)]
    fn choose<L: Tree, T: BoxTest>(
        tree: L,
        tested: &L::Tested,
        stack: &mut impl Stack<StackEntry<L::NodeRef>>,
    ) -> Option<L::NodeRef> {
        tree.nearest_first(tested, stack)
    }

    #[inline(always)]
    fn pop<L: Tree>(stack: &mut impl Stack<StackEntry<L::NodeRef>>, limit: f32) -> Option<L::NodeRef> {
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
    type Entry<L: Tree> = L::NodeRef;

    #[inline(always)]
    fn choose<L: Tree, T: BoxTest>(
        tree: L,
        tested: &L::Tested,
        stack: &mut impl Stack<L::NodeRef>,
    ) -> Option<L::NodeRef> {
        tree.any_order::<T>(tested, stack)
    }

    #[inline(always)]
    fn pop<L: Tree>(stack: &mut impl Stack<L::NodeRef>, _: f32) -> Option<L::NodeRef> {
        stack.pop()
    }
}

/// Visits all subtrees within the visitor's limit, until the visitor has enough.
#[inline(always)]
pub(crate) fn traverse<O: Order, L: Tree, T: BoxTest>(
    tree: L,
    test: &T,
    filter: &Filter,
    visitor: &mut impl Visitor,
) {
    let Some(mut current) = tree.root(test, visitor.limit()) else { return };
    let test = tree.prepare(test);
    let mut stack = L::Stack::<O::Entry<L>>::default();
    loop {
        let tested = if tree.is_leaf(&current) {
            None
        } else {
            tree.prefetch_children(&current);
            Some(tree.test::<T>(&current, &test, visitor.limit()))
        };
        current = match step::<O, L, T>(tree, &current, tested.as_ref(), filter, visitor, &mut stack) {
            Some(next) => next,
            None => return,
        };
    }
}

/// Visits a leaf, or chooses among the tested children of a node; returns what comes next.
#[inline(always)]
pub(crate) fn step<O: Order, L: Tree, T: BoxTest>(
    tree: L,
    current: &L::NodeRef,
    tested: Option<&L::Tested>,
    filter: &Filter,
    visitor: &mut impl Visitor,
    stack: &mut impl Stack<O::Entry<L>>,
) -> Option<L::NodeRef> {
    match tested {
        None if tree.visit(current, filter, visitor).is_break() => return None,
        None => {}
        Some(tested) => {
            if T::CONTAINS && tree.has_inside(tested) && visitor.settle(filter).is_break() {
                return None;
            }
            let chosen = O::choose::<L, T>(tree, tested, stack);
            if chosen.is_some() {
                return chosen;
            }
        }
    }
    O::pop::<L>(stack, visitor.limit())
}
