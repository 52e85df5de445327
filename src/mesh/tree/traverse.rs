//! The traversals: nearest first, or in any order. Iterative; the stack is bounded by the tree's depth.

use super::{BoxTest, StreamTree, TestedBy, Tree, Visitor};
use crate::batch::Filter;
use crate::stack::{Stack, StackEntry};

/// In which order a traversal visits subtrees.
pub(crate) trait Order {
    /// An entry of the stack.
    type Entry<L: Tree>: Copy;

    /// True if all children that pass are put in order.
    const SORTS: bool = false;

    /// Chooses the child to visit next, and puts the others on the stack.
    fn choose<L: TestedBy<T>, T: BoxTest>(
        tree: L,
        tested: &L::Tested,
        stack: &mut impl Stack<Self::Entry<L>>,
    ) -> Option<L::NodeRef>;

    /// Takes the next subtree within the limit from the stack.
    fn pop<L: Tree>(stack: &mut impl Stack<Self::Entry<L>>, limit: f32) -> Option<L::NodeRef>;

    /// Adds all children that pass to those that a query of a stream has still to visit.
    fn push_pending<L: StreamTree<T>, T: BoxTest>(tree: L, tested: &L::Tested, pending: &mut L::Pending);

    /// Takes the next subtree within the limit from these; [`StreamTree::kinds`] says if there is none.
    fn pop_pending<L: StreamTree<T>, T: BoxTest>(tree: L, pending: &mut L::Pending, limit: f32)
    -> L::NodeRef;
}

/// Smallest keys first.
pub(crate) struct NearestFirst;

impl Order for NearestFirst {
    type Entry<L: Tree> = StackEntry<L::NodeRef>;

    const SORTS: bool = true;

    #[inline(always)]
    fn choose<L: TestedBy<T>, T: BoxTest>(
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

    #[inline(always)]
    fn push_pending<L: StreamTree<T>, T: BoxTest>(tree: L, tested: &L::Tested, pending: &mut L::Pending) {
        tree.push_nearest_first(tested, pending);
    }

    #[inline(always)]
    fn pop_pending<L: StreamTree<T>, T: BoxTest>(
        tree: L,
        pending: &mut L::Pending,
        limit: f32,
    ) -> L::NodeRef {
        tree.pop_within(pending, limit)
    }
}

/// No particular order; the limit never changes.
pub(crate) struct AnyOrder;

impl Order for AnyOrder {
    type Entry<L: Tree> = L::NodeRef;

    #[inline(always)]
    fn choose<L: TestedBy<T>, T: BoxTest>(
        tree: L,
        tested: &L::Tested,
        stack: &mut impl Stack<L::NodeRef>,
    ) -> Option<L::NodeRef> {
        tree.any_order(tested, stack)
    }

    #[inline(always)]
    fn pop<L: Tree>(stack: &mut impl Stack<L::NodeRef>, _: f32) -> Option<L::NodeRef> {
        stack.pop()
    }

    #[inline(always)]
    fn push_pending<L: StreamTree<T>, T: BoxTest>(tree: L, tested: &L::Tested, pending: &mut L::Pending) {
        tree.push_any_order(tested, pending);
    }

    #[inline(always)]
    fn pop_pending<L: StreamTree<T>, T: BoxTest>(tree: L, pending: &mut L::Pending, _: f32) -> L::NodeRef {
        tree.pop(pending)
    }
}

/// Visits all subtrees within the visitor's limit, until the visitor breaks.
#[inline(always)]
pub(crate) fn traverse<O: Order, L: TestedBy<T>, T: BoxTest>(
    tree: L,
    test: &T,
    filter: &Filter,
    visitor: &mut impl Visitor,
) {
    let Some(root) = tree.root(test, visitor.limit()) else { return };
    let (test, mut stack) = (tree.prepare(test), L::Stack::<O::Entry<L>>::default());
    visit_from::<O, L, T>(tree, root, &test, filter, visitor, &mut stack);
}

/// The same for a visitor that takes time to set up: it is made when a child of the root has passed the test, with a key of at most
/// `limit`, or if there is no such test to wait for. None if none has passed.
#[inline(always)]
pub(crate) fn traverse_late<O: Order, L: TestedBy<T>, T: BoxTest, V: Visitor>(
    tree: L,
    test: &T,
    filter: &Filter,
    limit: f32,
    make_visitor: impl FnOnce() -> V,
) -> Option<V> {
    let mut first = tree.root(test, limit)?;
    let (test, mut stack) = (tree.prepare(test), L::Stack::<O::Entry<L>>::default());
    // The visitor settles what is inside.
    let tested = (!T::CONTAINS && !tree.is_leaf(&first)).then(|| {
        tree.prefetch_children(&first);
        tree.test(&first, &test, limit)
    });
    if tested.is_some_and(|tested| !tree.has_any(&tested)) {
        return None;
    }
    // Beside the test of the root, which takes a while.
    let mut visitor = make_visitor();
    if let Some(tested) = tested {
        first = O::choose::<L, T>(tree, &tested, &mut stack)?;
    }
    visit_from::<O, L, T>(tree, first, &test, filter, &mut visitor, &mut stack);
    Some(visitor)
}

/// Visits a subtree, and then those on the stack.
#[inline(always)]
fn visit_from<O: Order, L: TestedBy<T>, T: BoxTest>(
    tree: L,
    first: L::NodeRef,
    test: &L::Prepared,
    filter: &Filter,
    visitor: &mut impl Visitor,
    stack: &mut impl Stack<O::Entry<L>>,
) {
    let mut current = first;
    loop {
        let tested = if tree.is_leaf(&current) {
            None
        } else {
            tree.prefetch_children(&current);
            Some(tree.test(&current, test, visitor.limit()))
        };
        current = match step::<O, L, T>(tree, &current, tested.as_ref(), filter, visitor, stack) {
            Some(next) => next,
            None => return,
        };
    }
}

/// Visits a leaf, or chooses among the tested children of a node; returns what comes next.
#[inline(always)]
fn step<O: Order, L: TestedBy<T>, T: BoxTest>(
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
