//! A BSP over objects: Millington 2010, chapter 12.4.1. Planes are chosen from the objects: they lie in faces
//! of boxes. An object that lies on both sides of a plane goes into both children, or stays on the node; in a
//! leaf there is a hierarchy of boxes.
//!
//! If objects are in both children, only those of a leaf can be pairs, and a pair of which both are in
//! several leaves is reported in the one that holds the smallest corner of what the two boxes share. If
//! straddlers stay on the node, they are compared with each other and with all below.

use super::box_tree::{self, BoxTree};
use super::region::{Region, sides};
use crate::Result;
use crate::geometry::Aabb;
use crate::vectors::make_room;
use crate::world::objects::{GroupFilter, Objects, build_implicit_tree};
use crate::world::options::Placement;
use crate::world::pairs::PairBuffer;
use crate::world::structure::{NodeBox, Structure, StructureStats, Visitor};

/// A leaf has no more objects, unless no plane parts them.
const FULL: usize = 16;
/// The number of objects that offer planes, at a node.
const OFFERS: usize = 8;
/// The depth of a tree, at most.
const DEEPEST: usize = 40;

/// The number of leaves that an object may be in, on average.
const GROWTH: f32 = 6.0;

/// A node, or a leaf.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Around all objects in it and below it.
    bounds: Aabb,
    /// The groups of all of these together, and those that they see.
    sight: GroupFilter,
    axis: u8,
    /// The place of the plane; its direction is the axis.
    at: f32,
    /// The children behind and in front; 0 for a leaf.
    children: [u32; 2],
    /// The objects that lie here: all of a leaf, the straddlers of a node.
    first: u32,
    end: u32,
    /// The first box of the hierarchy over these.
    boxes: u32,
}

/// See the module.
pub(super) struct ObjectBsp {
    placement: Placement,
    nodes: Vec<Node>,
    items: Vec<u32>,
    boxes: Vec<Aabb>,
    sights: Vec<GroupFilter>,
    depth: usize,
    builds: u64,
}

impl ObjectBsp {
    pub(super) fn new(placement: Placement) -> ObjectBsp {
        let (nodes, items) = (Vec::new(), Vec::new());
        ObjectBsp { placement, nodes, items, boxes: Vec::new(), sights: Vec::new(), depth: 0, builds: 0 }
    }

    /// Makes the node over some objects, at least one.
    fn build(&mut self, objects: &Objects, members: Vec<u32>, depth: usize, growth: f32) -> Result<u32> {
        self.depth = self.depth.max(depth + 1);
        let bounds = members.iter().fold(Aabb::EMPTY, |all, &slot| all.union(&objects.bounds(slot)));
        let filters = members.iter().map(|&slot| objects.filter(slot));
        let sight = filters.fold(GroupFilter::NOBODY, |all, filter| all.or(&filter));
        make_room(&mut self.nodes, 1, "bsp")?;
        let index = self.nodes.len();
        self.nodes.push(Node {
            bounds,
            sight,
            axis: 0,
            at: 0.0,
            children: [0; 2],
            first: 0,
            end: 0,
            boxes: 0,
        });
        let plane = if members.len() > FULL && depth < DEEPEST && growth >= 1.0 {
            self.plane(objects, &members)
        } else {
            None
        };
        let Some((axis, at)) = plane else {
            self.put(objects, index, members)?;
            return Ok(index as u32);
        };
        let (mut parts, mut here) = ([Vec::new(), Vec::new()], Vec::new());
        for part in parts.iter_mut().chain([&mut here]) {
            make_room(part, members.len(), "bsp")?;
        }
        for &slot in &members {
            match (sides(&objects.bounds(slot), axis, at), self.placement) {
                ([true, true], Placement::Single) => here.push(slot),
                ([behind, in_front], _) => {
                    if behind {
                        parts[0].push(slot);
                    }
                    if in_front {
                        parts[1].push(slot);
                    }
                }
            }
        }
        let [behind, in_front] = parts;
        let total = behind.len() + in_front.len() + here.len();
        let growth = growth * members.len() as f32 / total as f32;
        drop(members);
        self.put(objects, index, here)?;
        let children = [
            self.build(objects, behind, depth + 1, growth)?,
            self.build(objects, in_front, depth + 1, growth)?,
        ];
        let node = &mut self.nodes[index];
        (node.axis, node.at, node.children) = (axis as u8, at, children);
        Ok(index as u32)
    }

    /// Puts objects on a node, in a hierarchy of their own.
    fn put(&mut self, objects: &Objects, node: usize, mut members: Vec<u32>) -> Result<()> {
        make_room(&mut self.boxes, 2 * members.len(), "bsp")?;
        make_room(&mut self.sights, 2 * members.len(), "bsp")?;
        make_room(&mut self.items, members.len(), "bsp")?;
        let node = &mut self.nodes[node];
        (node.first, node.boxes) = (self.items.len() as u32, self.boxes.len() as u32);
        build_implicit_tree(&mut members, &|&slot| objects.bounds(slot), &mut self.boxes);
        let filter = |slot: u32| objects.filter(slot);
        box_tree::add_sights(&members, &filter, &mut self.sights);
        self.items.extend_from_slice(&members);
        node.end = self.items.len() as u32;
        Ok(())
    }

    /// The plane, among some that objects offer, that parts them best: with few straddlers, into halves.
    fn plane(&self, objects: &Objects, members: &[u32]) -> Option<(usize, f32)> {
        let mut best = (members.len() * members.len(), None);
        for offer in 0..OFFERS {
            let bounds = objects.bounds(members[(2 * offer + 1) * members.len() / (2 * OFFERS)]);
            for axis in 0..3 {
                // The plane in the upper face would have the object on both sides; just beyond, it has not.
                for at in [bounds.min[axis], bounds.max[axis].next_up()] {
                    let (mut behind, mut in_front) = (0, 0);
                    for &slot in members {
                        let [a, b] = sides(&objects.bounds(slot), axis, at);
                        (behind, in_front) = (behind + usize::from(a), in_front + usize::from(b));
                    }
                    if behind == members.len() || in_front == members.len() || behind == 0 || in_front == 0 {
                        continue;
                    }
                    // About how many comparisons are left.
                    let straddling = behind + in_front - members.len();
                    let cost = match self.placement {
                        Placement::Every => behind * behind + in_front * in_front,
                        Placement::Single => {
                            let (behind, in_front) = (behind - straddling, in_front - straddling);
                            if behind == 0 || in_front == 0 {
                                continue;
                            }
                            behind * behind + in_front * in_front + 2 * straddling * members.len()
                        }
                    };
                    if cost < best.0 {
                        best = (cost, Some((axis, at)));
                    }
                }
            }
        }
        best.1
    }

    fn hierarchy(&self, node: &Node) -> BoxTree<'_> {
        let items = &self.items[node.first as usize..node.end as usize];
        let first = node.boxes as usize;
        BoxTree { nodes: &self.boxes[first..], sights: &self.sights[first..], items }
    }

    fn pairs_below(&self, at: u32, region: Region, objects: &Objects, pairs: &mut PairBuffer) -> Result<()> {
        let node = &self.nodes[at as usize];
        if !node.sight.sees(&node.sight) {
            return Ok(());
        }
        self.hierarchy(node).self_pairs(&mut |a, b| {
            if self.placement == Placement::Single || region.reports(&objects.bounds(a), &objects.bounds(b)) {
                pairs.push(a, b)
            } else {
                Ok(())
            }
        })?;
        if node.children == [0; 2] {
            return Ok(());
        }
        let halves = region.halves(node.axis.into(), node.at);
        for (child, region) in node.children.into_iter().zip(halves) {
            self.straddlers_with(node, child, pairs)?;
            self.pairs_below(child, region, objects, pairs)?;
        }
        Ok(())
    }

    /// Pairs of the objects on a node with all in and below another.
    fn straddlers_with(&self, node: &Node, other: u32, pairs: &mut PairBuffer) -> Result<()> {
        let below = &self.nodes[other as usize];
        if node.first == node.end
            || !self.boxes[node.boxes as usize].touches(&below.bounds)
            || !self.sights[node.boxes as usize].sees(&below.sight)
        {
            return Ok(());
        }
        self.hierarchy(node).pairs_with(self.hierarchy(below), &mut |a, b| pairs.push(a, b))?;
        if below.children == [0; 2] {
            return Ok(());
        }
        below.children.into_iter().try_for_each(|child| self.straddlers_with(node, child, pairs))
    }

    fn visit_below(&self, at: u32, region: Region, objects: &Objects, visitor: &mut dyn Visitor) {
        let node = &self.nodes[at as usize];
        if !node.sight.sees(&visitor.filter()) {
            return;
        }
        if !region.is_wanted(visitor, &node.bounds) && self.placement == Placement::Every
            || self.placement == Placement::Single && visitor.bound(&node.bounds).is_none()
        {
            return;
        }
        let once = (self.placement == Placement::Every).then(|| visitor.range());
        let passes = |slot: u32| once.is_none_or(|range| region.reports(&objects.bounds(slot), &range));
        self.hierarchy(node).visit(visitor, &passes);
        if node.children == [0; 2] {
            return;
        }
        let halves = region.halves(node.axis.into(), node.at);
        let key = |child: u32| visitor.bound(&self.nodes[child as usize].bounds).unwrap_or(f64::INFINITY);
        let near = usize::from(key(node.children[1]) < key(node.children[0]));
        for side in [near, 1 - near] {
            self.visit_below(node.children[side], halves[side], objects, visitor);
        }
    }
}

impl Structure for ObjectBsp {
    fn refresh(&mut self, objects: &Objects, _: &[u32]) -> Result<()> {
        self.nodes.clear();
        self.items.clear();
        self.boxes.clear();
        self.sights.clear();
        (self.depth, self.builds) = (0, self.builds + 1);
        let mut members = Vec::new();
        make_room(&mut members, objects.len(), "bsp")?;
        members.extend(objects.live());
        if !members.is_empty() {
            self.build(objects, members, 0, GROWTH)?;
        }
        Ok(())
    }

    fn pairs(&mut self, objects: &Objects, pairs: &mut PairBuffer) -> Result<()> {
        if self.nodes.is_empty() { Ok(()) } else { self.pairs_below(0, Region::ALL, objects, pairs) }
    }

    fn visit(&self, objects: &Objects, visitor: &mut dyn Visitor) {
        if !self.nodes.is_empty() {
            self.visit_below(0, Region::ALL, objects, visitor);
        }
    }

    fn stats(&self) -> StructureStats {
        StructureStats {
            bytes: self.nodes.capacity() * size_of::<Node>()
                + self.items.capacity() * size_of::<u32>()
                + self.boxes.capacity() * size_of::<Aabb>()
                + self.sights.capacity() * size_of::<GroupFilter>(),
            depth: self.depth,
            builds: self.builds,
            refits: 0,
        }
    }

    fn boxes(&self, _: &Objects, found: &mut dyn FnMut(NodeBox)) {
        fn below(bsp: &ObjectBsp, at: u32, depth: u32, found: &mut dyn FnMut(NodeBox)) {
            let node = &bsp.nodes[at as usize];
            found(NodeBox { bounds: node.bounds, depth, objects: node.end - node.first });
            if node.children != [0; 2] {
                node.children.into_iter().for_each(|child| below(bsp, child, depth + 1, found));
            }
        }
        if !self.nodes.is_empty() {
            below(self, 0, 0, found);
        }
    }
}
