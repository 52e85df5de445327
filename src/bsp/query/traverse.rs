//! The traversal of a tree, written once for all queries: depth first, with a stack of the children that are
//! still to be visited. A visitor chooses among the children of a node and their order, and visits the
//! leaves.
//!
//! Everything is generic and inlined, so that each query compiles to a loop of its own.

use super::super::tree::{MAX_DEPTH, Node, NodeRef, PlaneRef, Tree};
use crate::stack::{FixedStack, Stack as _};
use std::ops::ControlFlow;

/// The work at nodes and leaves.
pub(super) trait Visitor {
    /// The data that a visit to a node needs, such as its distance.
    type Key: Copy;
    /// The part of it that is kept for a child that is visited later. Small, because there is room for as
    /// many as a tree is deep.
    type Later: Copy;

    /// Chooses among the children of a node.
    fn node<P: Path>(
        &self,
        node: Node,
        key: Self::Key,
        children: Children<Self::Later, P>,
    ) -> Option<Next<Self::Key>>;

    /// Visits a leaf. `cell` is the half-spaces whose intersection it is, if the traversal keeps its path.
    fn leaf(&mut self, leaf: NodeRef, cell: &[PlaneRef]) -> ControlFlow<()>;

    /// The current key of a child that came off the stack; `None` if, after what has been found since, it
    /// need not be visited.
    fn resume(&self, later: Self::Later) -> Option<Self::Key>;
}

/// The part of the path from the root that a traversal keeps.
pub(super) trait Path: Default {
    /// A mark that leads back to a place on the path.
    type Mark: Copy;

    fn push(&mut self, plane: PlaneRef);

    /// Marks the current place on the path.
    fn mark(&self) -> Self::Mark;

    /// Goes back to a mark, and steps to the other side of the plane there.
    fn resume(&mut self, mark: Self::Mark);

    fn half_spaces(&self) -> &[PlaneRef];
}

/// Keeps nothing.
#[derive(Default)]
pub(super) struct NoPath;

impl Path for NoPath {
    type Mark = ();

    #[inline(always)]
    fn push(&mut self, _: PlaneRef) {}

    #[inline(always)]
    fn mark(&self) {}

    #[inline(always)]
    fn resume(&mut self, (): ()) {}

    #[inline(always)]
    fn half_spaces(&self) -> &[PlaneRef] {
        &[]
    }
}

/// Keeps the half-spaces whose intersection is the current cell.
#[derive(Default)]
pub(super) struct CellPath(FixedStack<PlaneRef, MAX_DEPTH>);

impl Path for CellPath {
    /// The length of the path at the mark.
    type Mark = u32;

    #[inline(always)]
    fn push(&mut self, plane: PlaneRef) {
        self.0.push(plane);
    }

    #[inline(always)]
    fn mark(&self) -> u32 {
        self.0.len() as u32
    }

    #[inline(always)]
    fn resume(&mut self, length: u32) {
        // The first step from there is still stored: later steps are behind it.
        let side = self.0[length as usize].flipped();
        self.0.truncate(length as usize);
        self.0.push(side);
    }

    #[inline(always)]
    fn half_spaces(&self) -> &[PlaneRef] {
        &self.0
    }
}

/// A child that is still to be visited.
#[derive(Clone, Copy)]
struct StackEntry<L, M> {
    child: NodeRef,
    later: L,
    mark: M,
}

type Stack<L, P> = FixedStack<StackEntry<L, <P as Path>::Mark>, MAX_DEPTH>;

/// The child that is visited next, with its key.
pub(super) struct Next<K>(NodeRef, K);

/// The children of a node. Each choice among them is a method. A choice that is returned as a value is
/// compiled to a value, and compared again (12 % more instructions if nodes are cheap).
pub(super) struct Children<'a, L, P: Path> {
    front: NodeRef,
    back: NodeRef,
    /// The plane between them; a reference stands for the half-space behind it.
    plane: PlaneRef,
    stack: &'a mut Stack<L, P>,
    path: &'a mut P,
}

impl<L: Copy, P: Path> Children<'_, L, P> {
    /// The front child alone.
    #[inline(always)]
    pub(super) fn front<K>(self, key: K) -> Option<Next<K>> {
        self.path.push(self.plane.flipped());
        Some(Next(self.front, key))
    }

    /// The back child alone.
    #[inline(always)]
    pub(super) fn back<K>(self, key: K) -> Option<Next<K>> {
        self.path.push(self.plane);
        Some(Next(self.back, key))
    }

    /// The front child, and later the back one.
    #[inline(always)]
    pub(super) fn front_first<K>(self, key: K, later: L) -> Option<Next<K>> {
        let mark = self.path.mark();
        self.stack.push(StackEntry { child: self.back, later, mark });
        self.front(key)
    }

    /// The back child, and later the front one.
    #[inline(always)]
    pub(super) fn back_first<K>(self, key: K, later: L) -> Option<Next<K>> {
        let mark = self.path.mark();
        self.stack.push(StackEntry { child: self.front, later, mark });
        self.back(key)
    }
}

/// Visits the tree from its root until the visitor breaks; returns true if it did.
#[inline(always)]
pub(super) fn traverse<P: Path, V: Visitor>(tree: &Tree, visitor: &mut V, mut key: V::Key) -> bool {
    let mut stack = Stack::<V::Later, P>::default();
    let mut path = P::default();
    let mut current = tree.root;
    loop {
        let is_reached = loop {
            let Some(index) = current.index() else { break true };
            let node = tree.nodes[index];
            let (front, back) = tree.children(index, node);
            let children = Children { front, back, plane: node.plane(), stack: &mut stack, path: &mut path };
            let Some(next) = visitor.node(node, key, children) else { break false };
            Next(current, key) = next;
        };
        if is_reached && visitor.leaf(current, path.half_spaces()).is_break() {
            return true;
        }
        loop {
            let Some(next) = stack.pop() else { return false };
            if let Some(resumed) = visitor.resume(next.later) {
                (current, key) = (next.child, resumed);
                path.resume(next.mark);
                break;
            }
        }
    }
}

/// The leaf that a point is in: the traversal that never has a choice, and so needs no stack. `is_in_front`
/// returns true if the point is in front of a node's plane.
#[inline(always)]
pub(super) fn locate(tree: &Tree, is_in_front: impl Fn(Node) -> bool) -> NodeRef {
    let mut current = tree.root;
    while let Some(index) = current.index() {
        let node = tree.nodes[index];
        let (front, back) = tree.children(index, node);
        current = if is_in_front(node) { front } else { back };
    }
    current
}
