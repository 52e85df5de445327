//! The tree under construction, and its encoding.

use super::super::tree::{MAX_DEPTH, Node, NodeRef, PlaneRef};
use crate::vectors::{filled, push, reserve};
use crate::{Error, Result};

/// A node under construction.
#[derive(Clone, Copy)]
struct Branch {
    plane: PlaneRef,
    front: NodeRef,
    back: NodeRef,
}

/// The place where a child is stored.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    Root,
    Front(u32),
    Back(u32),
}

/// All nodes; children come after their parents.
pub(super) struct Arena {
    nodes: Vec<Branch>,
    root: NodeRef,
}

impl Arena {
    pub(super) fn new() -> Arena {
        Arena { nodes: Vec::new(), root: NodeRef::EMPTY }
    }

    /// The number of nodes, unreachable ones included.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn root(&self) -> NodeRef {
        self.root
    }

    /// Plane and children of a node: front, back.
    pub(super) fn node(&self, index: usize) -> (PlaneRef, NodeRef, NodeRef) {
        let Branch { plane, front, back } = self.nodes[index];
        (plane, front, back)
    }

    pub(super) fn set(&mut self, slot: Slot, child: NodeRef) {
        match slot {
            Slot::Root => self.root = child,
            Slot::Front(node) => self.nodes[node as usize].front = child,
            Slot::Back(node) => self.nodes[node as usize].back = child,
        }
    }

    /// The half-spaces whose intersection is the cell of a slot, from the last to the first. Linear in the
    /// number of nodes, so for rare use.
    pub(super) fn path(&self, slot: Slot) -> Result<Vec<PlaneRef>> {
        let mut path = Vec::new();
        let (mut at, mut front) = match slot {
            Slot::Root => return Ok(path),
            Slot::Front(node) => (node as usize, true),
            Slot::Back(node) => (node as usize, false),
        };
        // Children come after their parents.
        for i in (0..=at).rev() {
            let Branch { plane, front: ahead, back: behind } = self.nodes[i];
            if i != at && ahead != NodeRef::node(at as u32) && behind != NodeRef::node(at as u32) {
                continue;
            }
            if i != at {
                (front, at) = (ahead == NodeRef::node(at as u32), i);
            }
            push(&mut path, if front { plane.flipped() } else { plane }, "tree")?;
        }
        Ok(path)
    }

    /// A new node with slots for two children.
    pub(super) fn branch(&mut self, slot: Slot, plane: PlaneRef) -> Result<(Slot, Slot)> {
        let index = self.nodes.len() as u32;
        if index >= 1 << 30 {
            return Err(Error::too_large(text!("tree: more than 1,073,741,824 nodes")));
        }
        push(&mut self.nodes, Branch { plane, front: NodeRef::EMPTY, back: NodeRef::EMPTY }, "tree")?;
        self.set(slot, NodeRef::node(index));
        Ok((Slot::Front(index), Slot::Back(index)))
    }

    /// Removes every node whose children are equal leaves.
    pub(super) fn collapse(&mut self) -> Result<()> {
        let mut stands_for: Vec<NodeRef> = filled(NodeRef::EMPTY, self.nodes.len(), "tree")?;
        let resolve =
            |stands_for: &[NodeRef], child: NodeRef| child.index().map_or(child, |index| stands_for[index]);
        for i in (0..self.nodes.len()).rev() {
            let front = resolve(&stands_for, self.nodes[i].front);
            let back = resolve(&stands_for, self.nodes[i].back);
            (self.nodes[i].front, self.nodes[i].back) = (front, back);
            let same = front == back && front.index().is_none();
            stands_for[i] = if same { front } else { NodeRef::node(i as u32) };
        }
        self.root = resolve(&stands_for, self.root);
        Ok(())
    }

    /// The stored form: nodes in depth-first order, the root, the depth. Planes are numbered by `renumber`.
    pub(super) fn encode(
        &self,
        mut renumber: impl FnMut(PlaneRef) -> PlaneRef,
    ) -> Result<(Vec<Node>, NodeRef, u32)> {
        let Some(root) = self.root.index() else { return Ok((Vec::new(), self.root, 0)) };
        let mut nodes: Vec<Node> = reserve(self.nodes.len(), "tree")?;
        let mut pending: Vec<(usize, Option<usize>, usize)> = filled((root, None, 1), 1, "tree")?;
        let mut depth = 0;
        while let Some((index, parent, level)) = pending.pop() {
            depth = depth.max(level);
            if let Some(parent) = parent {
                let place = nodes.len() as u32;
                nodes[parent].set_back(place);
            }
            let place = nodes.len();
            let Branch { mut plane, mut front, mut back } = self.nodes[index];
            // A solid child in front costs a record, so the plane is flipped to put it behind.
            if front.content().is_some() && back.content().is_none() {
                (plane, front, back) = (plane.flipped(), back, front);
            }
            push(&mut nodes, Node::new(renumber(plane), front, back), "tree")?;
            if let Some(content) = front.content() {
                push(&mut nodes, Node::content(content), "tree")?;
            }
            if let Some(index) = back.index() {
                push(&mut pending, (index, Some(place), level + 1), "tree")?;
            }
            if let Some(index) = front.index() {
                push(&mut pending, (index, None, level + 1), "tree")?;
            }
        }
        if depth > MAX_DEPTH {
            return Err(too_deep());
        }
        Ok((nodes, NodeRef::node(0), depth as u32))
    }
}

/// The error for a tree that is too deep for the stack of queries.
pub(super) fn too_deep() -> Error {
    Error::too_large(text!("tree: a path of more than {MAX_DEPTH} planes"))
}
