//! Makes a finished tree better: takes subtrees out and puts them back where they add least area.
//!
//! Insertion-based optimisation after Bittner, Hapala, Havran, "Fast Insertion-Based Optimization of Bounding
//! Volume Hierarchies" (2013), with the search of Meister and Bittner, "Parallel Reinsertion for Bounding
//! Volume Hierarchy Optimization" (2018): from where a subtree was, upwards, and down into every sibling on
//! the way that may still promise more than the best place so far.

use super::lanes::Box4;
use super::node::{BinaryNode, Part};
use super::primitives::Primitives;
use crate::Result;
use crate::mesh::depth::MAX_DEPTH;
use crate::progress::Monitor;
use crate::vectors::{copied, filled, push, reserve};
use glam::Vec4;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The part of a tree that is optimised.
#[derive(Clone, Copy)]
pub(super) enum Effort {
    /// The nodes of the largest areas: nearly all of the gain, in a tenth of the time.
    Top,
    /// All nodes.
    Whole,
}

impl Effort {
    /// The largest number of inner nodes that may change, in a tree over `triangles`. Above a level that depends on
    /// the mesh, boxes overlap; below, they are about as good as they can be.
    fn nodes(self, triangles: usize) -> usize {
        match self {
            Effort::Top => (triangles / 128).min(8192),
            Effort::Whole => triangles,
        }
    }

    /// The passes, each over one in so many subtrees: those of the largest areas. The first one of [`Effort::Top`]
    /// finds out whether there is anything to gain.
    fn passes(self) -> &'static [usize] {
        match self {
            Effort::Top => &[8, 1, 1],
            Effort::Whole => &[1; 4],
        }
    }
}

/// A pass that saves less than this part of the cost is the last.
const WORTHWHILE: f32 = 0.002;
/// The largest number of places that a search examines.
const PATIENCE: usize = 1000;

const NONE: u32 = u32::MAX;

/// A node, or a leaf: a part of the tree that stays as it is.
#[derive(Clone, Copy)]
struct Item {
    bounds: Box4,
    area: f32,
    parent: u32,
    /// [`NONE`] for a leaf.
    children: [u32; 2],
    /// The place where its node was, if it has one.
    node: u32,
    /// The place and the number of its triangles.
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

/// Optimises a part of a tree, which lies below `level` other nodes. Returns how many inner nodes lie on its longest path
/// then; `None` if it stays as it is, because nothing would be gained or it would be too deep.
pub(super) fn optimise(
    input: Primitives,
    part: Part,
    level: usize,
    effort: Effort,
    monitor: &Monitor,
) -> Result<Option<u32>> {
    let mut links = Links::new(input, &part, effort.nodes(part.order.len()))?;
    let mut by_area: Vec<u32> = reserve(links.items.len(), "build")?;
    // Each place that is examined adds at most one.
    let mut pending = reserve(PATIENCE + 1, "build")?;
    let first_cost = links.cost();
    let mut cost = first_cost;
    for &one_in in effort.passes() {
        by_area.clear();
        by_area.extend(1..links.items.len() as u32);
        let area = |item: u32| links.items[item as usize].area;
        by_area.sort_unstable_by(|&a, &b| area(b).total_cmp(&area(a)).then(a.cmp(&b)));
        by_area.truncate(by_area.len().div_ceil(one_in));
        for &item in &by_area {
            if monitor.is_cancelled() {
                return Ok(None);
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
    if !(cost < (1.0 - WORTHWHILE) * first_cost) {
        return Ok(None);
    }
    let (ordered, depth) = links.preorder(part.nodes)?;
    if level + depth as usize > MAX_DEPTH {
        return Ok(None);
    }
    links.write(&ordered, part)?;
    Ok(Some(depth))
}

/// The items whose children may become items, too.
enum Open {
    /// All, the last one first.
    All(Vec<u32>),
    /// The bits of their areas, which are not negative and have their order then; and their numbers, the lowest first.
    Largest(BinaryHeap<(u32, Reverse<u32>)>),
}

impl Open {
    fn push(&mut self, number: u32, item: &Item) {
        match self {
            Open::All(stack) => stack.push(number),
            Open::Largest(heap) => heap.push((item.area.to_bits(), Reverse(number))),
        }
    }

    fn pop(&mut self) -> Option<u32> {
        match self {
            Open::All(stack) => stack.pop(),
            Open::Largest(heap) => heap.pop().map(|(_, Reverse(number))| number),
        }
    }
}

impl Links {
    /// At most `most` inner nodes of a part of a tree: those of the largest areas.
    fn new(input: Primitives, part: &Part, most: usize) -> Result<Links> {
        let bounds = |node: u32, first: u32, count: u32| {
            Box4::new(&match count {
                1 => input.bounds(part.order[first as usize]),
                _ => part.nodes[node as usize].bounds,
            })
        };
        let count = part.order.len() as u32;
        let most = most.min(part.nodes.len());
        let whole = bounds(0, 0, count);
        let scale = whole.scale();
        let item = |parent, node, first, count| {
            let bounds = bounds(node, first, count);
            let area = bounds.half_area(scale);
            Item { bounds, area, parent, children: [NONE; 2], node, first, count }
        };
        let mut items: Vec<Item> = reserve(2 * most + 1, "build")?;
        items.push(item(NONE, 0, 0, count));
        // Each node that is taken adds at most one.
        let mut open = match most < part.nodes.len() {
            true => Open::Largest(BinaryHeap::from(reserve(most + 1, "build")?)),
            false => Open::All(reserve(most + 1, "build")?),
        };
        open.push(0, &items[0]);
        while items.len() < 2 * most
            && let Some(number) = open.pop()
        {
            let Item { node, first, count, .. } = items[number as usize];
            let left = left_count(part.nodes, node, count);
            if left == 0 {
                continue;
            }
            let next = items.len() as u32;
            items[number as usize].children = [next, next + 1];
            items.push(item(number, node + 1, first, left));
            items.push(item(number, node + left, first + left, count - left));
            open.push(next + 1, &items[next as usize + 1]);
            open.push(next, &items[next as usize]);
        }
        Ok(Links { items, scale })
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
    fn preorder(&self, nodes: &[BinaryNode]) -> Result<(Vec<u32>, u32)> {
        let mut ordered: Vec<u32> = reserve(self.items.len(), "build")?;
        let mut pending = filled((0, 0), 1, "build")?;
        let mut depth = 0;
        while let Some((number, level)) = pending.pop() {
            ordered.push(number);
            let Item { children: [left, right], node, count, .. } = self.items[number as usize];
            if left != NONE {
                push(&mut pending, (right, level + 1), "build")?;
                push(&mut pending, (left, level + 1), "build")?;
            } else {
                depth = depth.max(level + inner_depth(nodes, node, count)?);
            }
        }
        Ok((ordered, depth))
    }

    /// Writes the tree back.
    fn write(&mut self, ordered: &[u32], part: Part) -> Result<()> {
        for &number in ordered.iter().rev() {
            let [left, right] = self.items[number as usize].children;
            if left != NONE {
                self.items[number as usize].count =
                    self.items[left as usize].count + self.items[right as usize].count;
            }
        }
        let Part { nodes, order, corners } = part;
        let old_nodes = copied(nodes, "build")?;
        let old_order = copied(order, "build")?;
        let old_corners = copied(corners, "build")?;
        // The places of the next node and of the next triangles: in this order, as they lie.
        let (mut node, mut first) = (0, 0);
        for &number in ordered {
            let Item { bounds, children: [left, _], node: old_node, first: old_first, count, .. } =
                self.items[number as usize];
            let (count, old_node, old_first) = (count as usize, old_node as usize, old_first as usize);
            if left != NONE {
                let left_count = self.items[left as usize].count;
                nodes[node] = BinaryNode { bounds: bounds.to_aabb(), left_count, fits: false };
                node += 1;
                continue;
            }
            nodes[node..][..count - 1].copy_from_slice(&old_nodes[old_node..][..count - 1]);
            order[first..][..count].copy_from_slice(&old_order[old_first..][..count]);
            corners[first..][..count].copy_from_slice(&old_corners[old_first..][..count]);
            (node, first) = (node + count - 1, first + count);
        }
        Ok(())
    }
}

/// The number of triangles on the left below a place, over so many triangles; 0 where the tree ends.
fn left_count(nodes: &[BinaryNode], node: u32, count: u32) -> u32 {
    if count > 1 { nodes[node as usize].left_count } else { 0 }
}

/// The number of inner nodes on the longest path below a place, over so many triangles.
pub(super) fn inner_depth(nodes: &[BinaryNode], node: u32, count: u32) -> Result<u32> {
    let mut pending = filled((node, count, 0), 1, "build")?;
    let mut depth = 0;
    while let Some((node, count, above)) = pending.pop() {
        depth = depth.max(above);
        let left = left_count(nodes, node, count);
        if left > 0 {
            push(&mut pending, (node + left, count - left, above + 1), "build")?;
            push(&mut pending, (node + 1, left, above + 1), "build")?;
        }
    }
    Ok(depth)
}
