//! A balanced tree of boxes without pointers: over items `first..end` a node's left child follows it, and the
//! right one comes after the `2 * left - 1` nodes of the left. Split at the median along the longest axis.

use crate::geometry::{Aabb, halve_by, longest_axis};

/// A node of such a tree, and the items below it.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Cursor {
    pub(in crate::world) node: usize,
    pub(in crate::world) first: usize,
    pub(in crate::world) end: usize,
}

impl Cursor {
    /// The root of a tree over at least one item.
    pub(in crate::world) fn root(items: usize) -> Cursor {
        Cursor { node: 0, first: 0, end: items }
    }

    /// The number of items below it.
    pub(in crate::world) fn len(self) -> usize {
        self.end - self.first
    }

    /// None of a leaf, which is one item.
    pub(in crate::world) fn children(self) -> Option<[Cursor; 2]> {
        if self.len() < 2 {
            return None;
        }
        let middle = self.first + self.len() / 2;
        let left = Cursor { node: self.node + 1, first: self.first, end: middle };
        let right = Cursor { node: self.node + 2 * (middle - self.first), first: middle, end: self.end };
        Some([left, right])
    }
}

/// Puts items in the order of the leaves and appends the boxes of the nodes, of which there are one less than
/// twice as many; there is room for them.
pub(in crate::world) fn build_implicit_tree<T>(
    items: &mut [T],
    bounds: &impl Fn(&T) -> Aabb,
    nodes: &mut Vec<Aabb>,
) {
    let around = items.iter().fold(Aabb::EMPTY, |around, item| around.union(&bounds(item)));
    if items.is_empty() {
        return;
    }
    nodes.push(around);
    if items.len() < 2 {
        return;
    }
    let axis = longest_axis(around.max - around.min);
    let middle = items.len() / 2;
    let center = |item: &T| {
        let bounds = bounds(item);
        bounds.min[axis] + bounds.max[axis]
    };
    // Left alone where they are in such an order, as after a tree was saved: then its items come back as they
    // were.
    let (left, right) = items.split_at(middle);
    let last = left.iter().map(&center).max_by(f32::total_cmp);
    if last > right.iter().map(&center).min_by(f32::total_cmp) {
        halve_by(items, center);
    }
    let (left, right) = items.split_at_mut(middle);
    build_implicit_tree(left, bounds, nodes);
    build_implicit_tree(right, bounds, nodes);
}
