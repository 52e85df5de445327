//! Makes a finished tree better: takes subtrees out and puts them back where they add least area.
//!
//! Insertion-based optimisation after Bittner, Hapala, Havran, "Fast Insertion-Based Optimization of Bounding
//! Volume Hierarchies" (2013), with the search of Meister and Bittner, "Parallel Reinsertion for Bounding
//! Volume Hierarchy Optimization" (2018): from where a subtree was, upwards, and down into every sibling on
//! the way that may still promise more than the best place so far.

use super::lanes::Box4;
use super::node::{BinaryNode, Part};
use crate::Result;
use crate::mesh::MeshInput;
use crate::mesh::depth::MAX_DEPTH;
use crate::progress::Monitor;
use crate::vectors::{copied, filled, push, reserve};
use glam::Vec4;

/// The largest number of passes over all subtrees.
const PASSES: usize = 4;
/// A pass that saves less than this part of the cost is the last.
const WORTHWHILE: f32 = 0.002;
/// The largest number of places that a search examines.
const PATIENCE: usize = 1000;

const NONE: u32 = u32::MAX;

/// A node, or a leaf: a part of the triangles that stays together.
#[derive(Clone, Copy)]
struct Item {
    bounds: Box4,
    area: f32,
    parent: u32,
    /// [`NONE`] for a leaf.
    children: [u32; 2],
    /// The place and the number of its triangles; of leaves and, in the end, of nodes.
    first: u32,
    count: u32,
}

/// The nodes of a part of the tree with links instead of places. The root is number 0.
struct Links {
    items: Vec<Item>,
    scale: Vec4,
}

/// A subtree and the one that it shall become the sibling of.
#[derive(Clone, Copy)]
struct Move {
    to: u32,
    gain: f32,
}

/// Optimises a part of a tree, which lies below `level` other nodes, unless that would make it too deep.
/// Returns how many inner nodes lie on its longest path then.
pub(super) fn optimise(input: &MeshInput, part: Part, level: usize, monitor: &Monitor) -> Result<u32> {
    let mut links = Links::new(input, &part)?;
    let old_depth = links.preorder()?.1;
    let mut by_area: Vec<u32> = reserve(links.items.len(), "build")?;
    // Each place that is examined adds at most one.
    let mut pending = reserve(PATIENCE + 1, "build")?;
    let mut cost = links.cost();
    for _ in 0..PASSES {
        by_area.clear();
        by_area.extend(1..links.items.len() as u32);
        let area = |item: u32| links.items[item as usize].area;
        by_area.sort_unstable_by(|&a, &b| area(b).total_cmp(&area(a)).then(a.cmp(&b)));
        for &item in &by_area {
            if monitor.is_cancelled() {
                return Ok(old_depth);
            }
            if let Some(Move { to, .. }) = links.find(item, &mut pending) {
                links.reinsert(item, to);
            }
        }
        let before = std::mem::replace(&mut cost, links.cost());
        if !(cost < (1.0 - WORTHWHILE) * before) {
            break;
        }
    }
    let (ordered, depth) = links.preorder()?;
    if level + depth as usize > MAX_DEPTH {
        return Ok(old_depth);
    }
    links.write(&ordered, part)?;
    Ok(depth)
}

impl Links {
    fn new(input: &MeshInput, part: &Part) -> Result<Links> {
        let n = part.order.len() as u32;
        let mut links = Links { items: reserve(2 * part.nodes.len() + 1, "build")?, scale: Vec4::ONE };
        // Places in the tree, whose parents are known: node, first triangle, number of triangles.
        let mut pending = filled((0u32, 0u32, n, NONE), 1, "build")?;
        while let Some((node, first, count, parent)) = pending.pop() {
            let number = links.items.len() as u32;
            if let Some(parent) = links.items.get_mut(parent as usize) {
                let side = usize::from(parent.children[0] != NONE);
                parent.children[side] = number;
            }
            let (bounds, left) = match count {
                1 => (input.triangle(part.order[first as usize] as usize).bounds(), 0),
                _ => (part.nodes[node as usize].bounds, part.nodes[node as usize].left_count),
            };
            let bounds = Box4::new(&bounds);
            if number == 0 {
                links.scale = bounds.scale();
            }
            let area = bounds.half_area(links.scale);
            links.items.push(Item { bounds, area, parent, children: [NONE; 2], first, count });
            if left > 0 {
                push(&mut pending, (node + left, first + left, count - left, number), "build")?;
                push(&mut pending, (node + 1, first, left, number), "build")?;
            }
        }
        Ok(links)
    }

    fn cost(&self) -> f32 {
        self.items.iter().filter(|item| item.children[0] != NONE).map(|item| item.area).sum()
    }

    fn sibling(&self, item: u32) -> u32 {
        let [left, right] = self.items[self.items[item as usize].parent as usize].children;
        if left == item { right } else { left }
    }

    /// The best place for a subtree, if there is a better one than where it is.
    fn find(&self, item: u32, pending: &mut Vec<(f32, u32)>) -> Option<Move> {
        let Item { bounds, area, parent, .. } = self.items[item as usize];
        if parent == 0 {
            // Its sibling would have to become the root.
            return None;
        }
        let here = self.sibling(item);
        let mut best = Move { to: NONE, gain: 0.0 };
        // The saving of taking it out, as far as the nodes up to the pivot are concerned.
        let mut saved = self.items[parent as usize].area;
        let mut shrunk = self.items[here as usize].bounds;
        let (mut pivot, mut sibling) = (parent, here);
        let mut patience = PATIENCE;
        loop {
            pending.clear();
            pending.push((saved, sibling));
            while let Some((saved, to)) = pending.pop() {
                // A node at least as large as itself comes where it goes.
                if saved - area <= best.gain || patience == 0 {
                    continue;
                }
                patience -= 1;
                let Item { bounds: there, area: there_area, children, .. } = self.items[to as usize];
                let gain = saved - there.union(bounds).half_area(self.scale);
                if gain > best.gain && to != here {
                    best = Move { to, gain };
                }
                if children[0] != NONE {
                    // Farther down, this node grows to hold it.
                    let saved = gain + there_area;
                    pending.push((saved, children[0]));
                    pending.push((saved, children[1]));
                }
            }
            if pivot == 0 {
                break;
            }
            if pivot != parent {
                shrunk = shrunk.union(self.items[sibling as usize].bounds);
                saved += self.items[pivot as usize].area - shrunk.half_area(self.scale);
            }
            sibling = self.sibling(pivot);
            pivot = self.items[pivot as usize].parent;
        }
        // Rounding must not keep two places changing for ever.
        (best.to != NONE && best.gain > 1e-6 * self.items[0].area).then_some(best)
    }

    /// Takes a subtree out and makes it the sibling of another; its parent moves with it.
    fn reinsert(&mut self, item: u32, to: u32) {
        let parent = self.items[item as usize].parent;
        let sibling = self.sibling(item);
        let grandparent = self.items[parent as usize].parent;
        self.replace_child(grandparent, parent, sibling);
        let new_grandparent = self.items[to as usize].parent;
        self.replace_child(new_grandparent, to, parent);
        self.items[parent as usize].children = [to, item];
        self.items[to as usize].parent = parent;
        self.refit(grandparent);
        self.refit(parent);
    }

    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        for child in &mut self.items[parent as usize].children {
            if *child == old {
                *child = new;
            }
        }
        self.items[new as usize].parent = parent;
    }

    /// Makes the boxes of a node and of all above it fit again.
    fn refit(&mut self, mut node: u32) {
        while node != NONE {
            let [left, right] = self.items[node as usize].children;
            let bounds = self.items[left as usize].bounds.union(self.items[right as usize].bounds);
            let item = &mut self.items[node as usize];
            (item.bounds, item.area) = (bounds, bounds.half_area(self.scale));
            node = item.parent;
        }
    }

    /// All items, parents before children and left before right, and how many nodes lie on the longest path.
    fn preorder(&self) -> Result<(Vec<u32>, u32)> {
        let mut ordered: Vec<u32> = reserve(self.items.len(), "build")?;
        let mut pending = filled((0u32, 1u32), 1, "build")?;
        let mut depth = 0;
        while let Some((item, level)) = pending.pop() {
            ordered.push(item);
            let [left, right] = self.items[item as usize].children;
            if left != NONE {
                depth = depth.max(level);
                push(&mut pending, (right, level + 1), "build")?;
                push(&mut pending, (left, level + 1), "build")?;
            }
        }
        Ok((ordered, depth))
    }

    /// Writes the tree back.
    fn write(&mut self, ordered: &[u32], part: Part) -> Result<()> {
        for &item in ordered.iter().rev() {
            let [left, right] = self.items[item as usize].children;
            if left != NONE {
                self.items[item as usize].count =
                    self.items[left as usize].count + self.items[right as usize].count;
            }
        }
        let Part { nodes, order, corners } = part;
        let old_order = copied(order, "build")?;
        let old_corners = copied(corners, "build")?;
        // The places of nodes and of their triangles; those of a child are found at its parent.
        let mut places = filled((0usize, 0usize), self.items.len(), "build")?;
        nodes.fill(BinaryNode::NONE);
        for &number in ordered {
            let item = self.items[number as usize];
            let (node, first) = places[number as usize];
            let [left, right] = item.children;
            let count = item.count as usize;
            let left_count = if left == NONE { 0 } else { self.items[left as usize].count };
            if left == NONE {
                let old = item.first as usize;
                order[first..first + count].copy_from_slice(&old_order[old..old + count]);
                corners[first..first + count].copy_from_slice(&old_corners[old..old + count]);
            } else {
                places[left as usize] = (node + 1, first);
                places[right as usize] = (node + left_count as usize, first + left_count as usize);
            }
            if count > 1 {
                // Triangles of several small sets, whose corners are not numbered together, make no cluster.
                nodes[node] = BinaryNode { bounds: item.bounds.to_aabb(), left_count, fits: left == NONE };
            }
        }
        Ok(())
    }
}
