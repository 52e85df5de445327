//! Quadtrees and octrees: Millington 2010, chapter 12.4.2. A box is halved about its centre along two or
//! three axes, again and again; which child something is in is told by comparing coordinates with the centre,
//! and centres are derived on the way down, not stored.
//!
//! An object lies in the one child that holds its middle, or in all that it touches. In the first case each
//! node knows the box around its objects, which reach beyond its own, and pairs are found by going down two
//! branches; in the second only objects of one leaf can be pairs. Outside of the box that is halved, the
//! outermost children go on without end.

use super::crowd::{pairs_across, pairs_among};
use super::region::Region;
use crate::Result;
use crate::geometry::{Aabb, Vec3};
use crate::vectors::make_room;
use crate::world::objects::{GroupFilter, Objects};
use crate::world::options::{Placement, WorldOptions};
use crate::world::pairs::PairBuffer;
use crate::world::structure::{NodeBox, Structure, StructureStats, Visitor};
use arrayvec::ArrayVec;

/// A leaf has no more objects, unless halving is in vain.
const FULL: usize = 12;
/// The depth of a tree, at most.
const DEEPEST: u32 = 24;

/// The number of leaves that an object may be in, on average.
const GROWTH: f32 = 6.0;

/// A node, or a leaf. Its centre is derived.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Around all objects in it.
    bounds: Aabb,
    /// The groups of all of these together, and those that they see.
    sight: GroupFilter,
    /// The first of its children, which follow each other; 0 for a leaf.
    children: u32,
    /// A leaf's objects.
    first: u32,
    end: u32,
}

impl Node {
    const EMPTY: Node =
        Node { bounds: Aabb::EMPTY, sight: GroupFilter::NOBODY, children: 0, first: 0, end: 0 };
}

/// The box that a node halves: derived from that of its parent.
#[derive(Clone, Copy)]
struct Cell {
    center: Vec3,
    half: Vec3,
    region: Region,
    depth: u32,
    /// By how much the number of objects may still grow, because some are in several children.
    growth: f32,
}

/// See the module.
pub(super) struct Halving {
    axes: ArrayVec<usize, 3>,
    placement: Placement,
    bounds: Option<Aabb>,
    root: Option<Cell>,
    nodes: Vec<Node>,
    items: Vec<u32>,
    depth: u32,
    builds: u64,
}

impl Halving {
    /// Along two axes.
    pub(super) fn quadtree(options: &WorldOptions) -> Halving {
        Halving::new(options, options.axes.into_iter().map(usize::from).collect())
    }

    /// Along all axes.
    pub(super) fn octree(options: &WorldOptions) -> Halving {
        Halving::new(options, [0, 1, 2].into_iter().collect())
    }

    fn new(options: &WorldOptions, axes: ArrayVec<usize, 3>) -> Halving {
        Halving {
            axes,
            placement: options.placement,
            bounds: options.bounds,
            root: None,
            nodes: Vec::new(),
            items: Vec::new(),
            depth: 0,
            builds: 0,
        }
    }

    /// The child of a cell with a number, a bit an axis: set where coordinates are not below the centre.
    fn child(&self, cell: &Cell, number: usize) -> Cell {
        let mut child = Cell { depth: cell.depth + 1, ..*cell };
        for (bit, &axis) in self.axes.iter().enumerate() {
            let side = number >> bit & 1;
            let half = cell.half[axis] * 0.5;
            child.half[axis] = half;
            child.center[axis] += if side == 1 { half } else { -half };
            child.region = child.region.halves(axis, cell.center[axis])[side];
        }
        child
    }

    /// Returns true if an object belongs into the child with a number.
    fn is_in(&self, bounds: &Aabb, cell: &Cell, number: usize) -> bool {
        self.axes.iter().enumerate().all(|(bit, &axis)| {
            let side = number >> bit & 1;
            let (at, middle) = (cell.center[axis], bounds.min[axis] * 0.5 + bounds.max[axis] * 0.5);
            match self.placement {
                Placement::Single => usize::from(middle >= at) == side,
                Placement::Every => super::region::sides(bounds, axis, at)[side],
            }
        })
    }

    /// Fills in a node, which is there already.
    fn build(&mut self, objects: &Objects, node: usize, mut cell: Cell, members: Vec<u32>) -> Result<()> {
        self.depth = self.depth.max(cell.depth + 1);
        self.nodes[node].bounds =
            members.iter().fold(Aabb::EMPTY, |all, &slot| all.union(&objects.bounds(slot)));
        let filters = members.iter().map(|&slot| objects.filter(slot));
        self.nodes[node].sight = filters.fold(GroupFilter::NOBODY, |all, filter| all.or(&filter));
        let count = 1 << self.axes.len();
        let mut parts: ArrayVec<Vec<u32>, 8> = ArrayVec::new();
        if members.len() > FULL && cell.depth < DEEPEST {
            let mut total = 0;
            for number in 0..count {
                let mut part = Vec::new();
                let inside = |&&slot: &&u32| self.is_in(&objects.bounds(slot), &cell, number);
                make_room(&mut part, members.iter().filter(inside).count(), "quadtree")?;
                part.extend(members.iter().filter(inside));
                total += part.len();
                parts.push(part);
            }
            // Objects as large as the cell are in all children; then they stay here.
            cell.growth *= members.len() as f32 / total as f32;
            if cell.growth < 1.0 || total > 3 * members.len() {
                parts.clear();
            }
        }
        if parts.is_empty() {
            make_room(&mut self.items, members.len(), "quadtree")?;
            self.nodes[node].first = self.items.len() as u32;
            self.items.extend_from_slice(&members);
            self.nodes[node].end = self.items.len() as u32;
            return Ok(());
        }
        drop(members);
        let children = self.nodes.len();
        make_room(&mut self.nodes, count, "quadtree")?;
        self.nodes.extend((0..count).map(|_| Node::EMPTY));
        self.nodes[node].children = children as u32;
        for (number, part) in parts.into_iter().enumerate() {
            self.build(objects, children + number, self.child(&cell, number), part)?;
        }
        Ok(())
    }

    fn objects_of(&self, node: &Node) -> &[u32] {
        &self.items[node.first as usize..node.end as usize]
    }

    fn children_of(&self, node: &Node) -> std::ops::Range<usize> {
        match node.children as usize {
            0 => 0..0,
            first => first..first + (1 << self.axes.len()),
        }
    }

    /// Pairs within a node.
    fn pairs_within(&self, at: usize, cell: &Cell, objects: &Objects, pairs: &mut PairBuffer) -> Result<()> {
        let node = &self.nodes[at];
        if !node.sight.sees(&node.sight) {
            return Ok(());
        }
        pairs_among(objects, self.objects_of(node), &mut |a, b| {
            let reports = || cell.region.reports(&objects.bounds(a), &objects.bounds(b));
            if self.placement == Placement::Single || reports() { pairs.push(a, b) } else { Ok(()) }
        })?;
        let children = self.children_of(node);
        for (number, child) in children.clone().enumerate() {
            self.pairs_within(child, &self.child(cell, number), objects, pairs)?;
            if self.placement == Placement::Single {
                for other in child + 1..children.end {
                    self.pairs_between(child, other, objects, pairs)?;
                }
            }
        }
        Ok(())
    }

    /// Pairs of objects of one node with those of another, whose boxes overlap where objects reach beyond
    /// their cells.
    fn pairs_between(&self, a: usize, b: usize, objects: &Objects, pairs: &mut PairBuffer) -> Result<()> {
        let (first, second) = (&self.nodes[a], &self.nodes[b]);
        if !first.bounds.touches(&second.bounds) || !first.sight.sees(&second.sight) {
            return Ok(());
        }
        if first.children != 0 {
            return self.children_of(first).try_for_each(|a| self.pairs_between(a, b, objects, pairs));
        }
        if second.children != 0 {
            return self.children_of(second).try_for_each(|b| self.pairs_between(a, b, objects, pairs));
        }
        pairs_across(objects, self.objects_of(first), self.objects_of(second), &mut |a, b| pairs.push(a, b))
    }

    fn visit_below(&self, at: usize, cell: &Cell, objects: &Objects, visitor: &mut dyn Visitor) {
        let node = &self.nodes[at];
        if !node.sight.sees(&visitor.filter()) {
            return;
        }
        let is_every = self.placement == Placement::Every;
        let wanted = match is_every {
            true => cell.region.is_wanted(visitor, &node.bounds),
            false => visitor.bound(&node.bounds).is_some(),
        };
        if !wanted || node.bounds.min.x > node.bounds.max.x {
            return;
        }
        let once = is_every.then(|| visitor.range());
        for &slot in self.objects_of(node) {
            if once.is_none_or(|range| cell.region.reports(&objects.bounds(slot), &range)) {
                visitor.object(slot);
            }
        }
        for (number, child) in self.children_of(node).enumerate() {
            self.visit_below(child, &self.child(cell, number), objects, visitor);
        }
    }
}

impl Structure for Halving {
    fn refresh(&mut self, objects: &Objects, _: &[u32]) -> Result<()> {
        self.nodes.clear();
        self.items.clear();
        (self.root, self.depth, self.builds) = (None, 0, self.builds + 1);
        let mut members = Vec::new();
        make_room(&mut members, objects.len(), "quadtree")?;
        members.extend(objects.live());
        if members.is_empty() {
            return Ok(());
        }
        let around = self.bounds.unwrap_or_else(|| {
            members.iter().fold(Aabb::EMPTY, |all, &slot| all.union(&objects.bounds(slot)))
        });
        let center = around.min * 0.5 + around.max * 0.5;
        let root = Cell {
            center,
            half: (around.max - around.min) * 0.5,
            region: Region::ALL,
            depth: 0,
            growth: GROWTH,
        };
        self.root = Some(root);
        make_room(&mut self.nodes, 1, "quadtree")?;
        self.nodes.push(Node::EMPTY);
        self.build(objects, 0, root, members)
    }

    fn pairs(&mut self, objects: &Objects, pairs: &mut PairBuffer) -> Result<()> {
        self.root.map_or(Ok(()), |root| self.pairs_within(0, &root, objects, pairs))
    }

    fn visit(&self, objects: &Objects, visitor: &mut dyn Visitor) {
        if let Some(root) = &self.root {
            self.visit_below(0, root, objects, visitor);
        }
    }

    fn stats(&self) -> StructureStats {
        StructureStats {
            bytes: self.nodes.capacity() * size_of::<Node>() + self.items.capacity() * size_of::<u32>(),
            depth: self.depth as usize,
            builds: self.builds,
            refits: 0,
        }
    }

    fn boxes(&self, _: &Objects, found: &mut dyn FnMut(NodeBox)) {
        fn below(tree: &Halving, at: usize, cell: &Cell, found: &mut dyn FnMut(NodeBox)) {
            let node = &tree.nodes[at];
            let bounds = Aabb::new(cell.center - cell.half, cell.center + cell.half);
            found(NodeBox { bounds, depth: cell.depth, objects: node.end - node.first });
            for (number, child) in tree.children_of(node).enumerate() {
                below(tree, child, &tree.child(cell, number), found);
            }
        }
        if let Some(root) = &self.root {
            below(self, 0, root, found);
        }
    }
}
