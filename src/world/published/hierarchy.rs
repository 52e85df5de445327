//! Binary hierarchies of spheres and of boxes: Millington 2010, chapter 12.3.
//!
//! By insertion as published: a new object goes down into the child that grows less by it; where it comes to
//! a leaf, that becomes the parent of both. On removal the sibling takes the place of the parent. Volumes are
//! then computed anew up to the root. The other two builds are in `hierarchy_build.rs`. Growth is that of the
//! surface, for spheres without the factor. Pairs are found by going down two branches at once, the larger
//! one first.
//!
//! Nothing bounds the depth of a hierarchy by insertion; queries find their way back by the parents, without
//! a stack.

use super::bounding::Bounding;
use crate::Result;
use crate::arrays::MapEach;
use crate::vectors::{lengthen, make_room, push};
use crate::world::objects::{GroupFilter, Objects};
use crate::world::options::HierarchyBuild;
use crate::world::order::Order;
use crate::world::pairs::PairBuffer;
use crate::world::structure::{NodeBox, Structure, StructureStats, Visitor};

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// A node: of two children, or of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<B> {
    pub(super) volume: B,
    /// The groups of all objects in it together, and those that they see.
    pub(super) sight: GroupFilter,
    pub(super) parent: u32,
    /// Both [`NONE`] for a leaf.
    pub(super) children: [u32; 2],
    /// Of a leaf; 0 for other nodes.
    pub(super) slot: u32,
}

/// A binary hierarchy.
pub(super) struct Hierarchy<B> {
    pub(super) nodes: Vec<Node<B>>,
    pub(super) root: u32,
    build: HierarchyBuild,
    /// Nodes that are free.
    free: Vec<u32>,
    /// By slot, the leaf.
    leaves: Vec<u32>,
    /// Two nodes of which objects may touch; twice the same for those within it.
    stack: Vec<[u32; 2]>,
    pub(super) order: Order,
    pub(super) members: Vec<u32>,
    builds: u64,
    refits: u64,
}

impl<B: Bounding> Hierarchy<B> {
    pub(super) fn new(build: HierarchyBuild) -> Hierarchy<B> {
        Hierarchy {
            nodes: Vec::new(),
            root: NONE,
            build,
            free: Vec::new(),
            leaves: Vec::new(),
            stack: Vec::new(),
            order: Order::default(),
            members: Vec::new(),
            builds: 0,
            refits: 0,
        }
    }

    #[inline(always)]
    fn node(&self, node: u32) -> &Node<B> {
        &self.nodes[node as usize]
    }

    /// Adds a node, for which there is room.
    fn add(&mut self, node: Node<B>) -> u32 {
        match self.free.pop() {
            Some(index) => {
                self.nodes[index as usize] = node;
                index
            }
            None => {
                self.nodes.push(node);
                (self.nodes.len() - 1) as u32
            }
        }
    }

    fn insert(&mut self, slot: u32, volume: B, sight: GroupFilter) {
        let leaf = Node { volume, sight, parent: NONE, children: [NONE; 2], slot };
        let leaf = self.add(leaf);
        self.leaves[slot as usize] = leaf;
        if self.root == NONE {
            self.root = leaf;
            return;
        }
        let mut at = self.root;
        // Of equals any, or they would become a list.
        let mut any = slot.wrapping_mul(0x9e37_79b9);
        while self.node(at).slot == 0 {
            let [left, right] = self.node(at).children;
            let [first, second] = [left, right].map_each(|child| self.node(child).volume.growth(&volume));
            any = any.rotate_left(1);
            at = if first < second || first == second && any & 1 != 0 { left } else { right };
        }
        // The leaf becomes a parent of both, in its place.
        let old = self.nodes[at as usize];
        let parent = self.add(Node {
            volume: old.volume.merged(&volume),
            sight: old.sight.or(&sight),
            parent: old.parent,
            children: [at, leaf],
            slot: 0,
        });
        self.replace(old.parent, at, parent);
        self.nodes[at as usize].parent = parent;
        self.nodes[leaf as usize].parent = parent;
        self.recompute(old.parent);
    }

    fn remove(&mut self, slot: u32) {
        let leaf = std::mem::replace(&mut self.leaves[slot as usize], NONE);
        if leaf == NONE {
            return;
        }
        let parent = self.node(leaf).parent;
        self.free.push(leaf);
        if parent == NONE {
            self.root = NONE;
            return;
        }
        let Node { children: [left, right], parent: above, .. } = self.nodes[parent as usize];
        let sibling = if left == leaf { right } else { left };
        self.replace(above, parent, sibling);
        self.nodes[sibling as usize].parent = above;
        self.free.push(parent);
        self.recompute(above);
    }

    /// Puts a node in another's place below its parent.
    fn replace(&mut self, parent: u32, old: u32, new: u32) {
        match self.nodes.get_mut(parent as usize) {
            None => self.root = new,
            Some(parent) => {
                let place = usize::from(parent.children[1] == old);
                parent.children[place] = new;
            }
        }
    }

    /// Computes volumes anew up to the root.
    fn recompute(&mut self, mut at: u32) {
        while at != NONE {
            let [left, right] = self.node(at).children;
            let (left, right) = (self.node(left), self.node(right));
            let (volume, sight) = (left.volume.merged(&right.volume), left.sight.or(&right.sight));
            let node = &mut self.nodes[at as usize];
            (node.volume, node.sight) = (volume, sight);
            at = self.node(at).parent;
        }
    }

    /// The node that comes after a node and all below it, in depth-first order.
    fn after(&self, mut at: u32) -> u32 {
        loop {
            let parent = self.node(at).parent;
            if parent == NONE {
                return NONE;
            }
            let [left, right] = self.node(parent).children;
            if at == left {
                return right;
            }
            at = parent;
        }
    }

    /// Forgets all nodes and makes room for those of as many objects.
    fn start_anew(&mut self, objects: &Objects) -> Result<()> {
        self.nodes.clear();
        self.free.clear();
        self.root = NONE;
        self.builds += 1;
        self.members.clear();
        make_room(&mut self.members, objects.len(), "hierarchy")?;
        self.members.extend(objects.live());
        make_room(&mut self.nodes, 2 * objects.len(), "hierarchy")
    }
}

impl<B: Bounding> Structure for Hierarchy<B> {
    fn refresh(&mut self, objects: &Objects, changed: &[u32]) -> Result<()> {
        match self.build {
            HierarchyBuild::Insertion => {}
            HierarchyBuild::TopDown => {
                self.start_anew(objects)?;
                return self.build_top_down(objects);
            }
            HierarchyBuild::BottomUp => {
                self.start_anew(objects)?;
                return self.build_bottom_up(objects);
            }
        }
        lengthen(&mut self.leaves, objects.slots(), NONE, "hierarchy")?;
        make_room(&mut self.nodes, 2 * changed.len(), "hierarchy")?;
        make_room(&mut self.free, self.nodes.len() + 2 * changed.len(), "hierarchy")?;
        for &slot in changed {
            self.remove(slot);
            if objects.is_live(slot) {
                self.insert(slot, B::of(objects, slot), objects.filter(slot));
            }
        }
        self.refits += 1;
        Ok(())
    }

    fn pairs(&mut self, objects: &Objects, pairs: &mut PairBuffer) -> Result<()> {
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        if self.root != NONE {
            push(&mut stack, [self.root; 2], "hierarchy")?;
        }
        while let Some([a, b]) = stack.pop() {
            let (first, second) = (self.node(a), self.node(b));
            make_room(&mut stack, 3, "hierarchy")?;
            if !first.sight.sees(&second.sight) {
                continue;
            }
            if a == b {
                if first.slot == 0 {
                    let [left, right] = first.children;
                    stack.extend([[left, left], [right, right], [left, right]]);
                }
                continue;
            }
            if !first.volume.touches(&second.volume) {
                continue;
            }
            match (first.slot, second.slot) {
                (0, other) if other != 0 || first.volume.size() >= second.volume.size() => {
                    stack.extend(first.children.map_each(|child| [child, b]));
                }
                (_, 0) => stack.extend(second.children.map_each(|child| [a, child])),
                (one, other) => {
                    if objects.bounds(one).touches(&objects.bounds(other)) {
                        pairs.push(one, other)?;
                    }
                }
            }
        }
        self.stack = stack;
        Ok(())
    }

    fn visit(&self, _: &Objects, visitor: &mut dyn Visitor) {
        let (mut at, filter) = (self.root, visitor.filter());
        while at != NONE {
            let node = self.node(at);
            let passes = node.sight.sees(&filter) && visitor.bound(&node.volume.bounds()).is_some();
            if passes && node.slot != 0 {
                visitor.object(node.slot);
            }
            at = if passes && node.slot == 0 { node.children[0] } else { self.after(at) };
        }
    }

    fn stats(&self) -> StructureStats {
        let mut depth = 0;
        // The depth of where one is, told by going there.
        let (mut at, mut here) = (self.root, 1);
        while at != NONE {
            depth = depth.max(here);
            if self.node(at).slot == 0 {
                at = self.node(at).children[0];
                here += 1;
                continue;
            }
            loop {
                let parent = self.node(at).parent;
                if parent == NONE {
                    at = NONE;
                    break;
                }
                let [left, right] = self.node(parent).children;
                if at == left {
                    at = right;
                    break;
                }
                at = parent;
                here -= 1;
            }
        }
        let words = self.free.capacity() + self.leaves.capacity() + self.members.capacity();
        StructureStats {
            bytes: self.nodes.capacity() * size_of::<Node<B>>()
                + words * size_of::<u32>()
                + self.stack.capacity() * size_of::<[u32; 2]>()
                + self.order.bytes(),
            depth,
            builds: self.builds,
            refits: self.refits,
        }
    }

    fn boxes(&self, _: &Objects, found: &mut dyn FnMut(NodeBox)) {
        let mut at = self.root;
        let depth = |mut at: u32| {
            let mut depth = 0;
            while self.node(at).parent != NONE {
                at = self.node(at).parent;
                depth += 1;
            }
            depth
        };
        while at != NONE {
            let node = self.node(at);
            let is_leaf = node.slot != 0;
            found(NodeBox { bounds: node.volume.bounds(), depth: depth(at), objects: u32::from(is_leaf) });
            at = if is_leaf { self.after(at) } else { node.children[0] };
        }
    }
}
