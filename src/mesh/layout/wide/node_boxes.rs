//! The boxes of a collapsed tree as its nodes store them.

use super::children::CHILDREN;
use super::collapse::{Collapse, Siblings, Subtree};
use super::grid::Grid;
use super::node::Node;
use super::sides::Sides;
use crate::arrays::MapEach;
use crate::geometry::Aabb;
use crate::mesh::builder::{BinaryTree, Primitives};
use arrayvec::ArrayVec;

/// The nodes of a tree, and the boxes of their children.
pub(super) struct NodeBoxes<'a> {
    pub(super) input: Primitives<'a>,
    pub(super) tree: &'a BinaryTree,
    pub(super) collapse: Collapse<'a>,
}

impl NodeBoxes<'_> {
    fn of(&self, subtree: Subtree) -> Aabb {
        match subtree.count {
            1 => self.input.bounds(self.tree.order[subtree.first as usize]),
            _ => self.tree.nodes[subtree.node as usize].bounds,
        }
    }

    /// The children of a node.
    pub(super) fn children(&self, subtree: Subtree) -> Siblings {
        let mut children = Siblings::new();
        // Only the root can be a cluster; then it is a node with a single child.
        match self.collapse.is_cluster(subtree) {
            true => children.push(subtree),
            false => self.collapse.node_children(subtree, &mut children),
        }
        children
    }

    /// The number of children that a query visits of the nodes that it visits, in all nodes together, by the surface area
    /// heuristic and with boxes as they would be stored: in nodes of one line, and in direct ones. All nodes count alike: a query
    /// may be about the smallest of them alone.
    pub(super) fn visits(&self) -> [f64; 2] {
        let largest = [Node::<false>::LARGEST, Node::<true>::LARGEST];
        let grids = largest.map_each(|largest| Grid::new(&self.tree.bounds, largest));
        self.visits_below(&grids, self.collapse.root())
    }

    fn visits_below(&self, grids: &[Grid; 2], subtree: Subtree) -> [f64; 2] {
        let children = self.children(subtree);
        let [offsets, direct] = grids;
        let mut sums = [
            self.own_visits::<false>(offsets, subtree, &children),
            self.own_visits::<true>(direct, subtree, &children),
        ];
        for &child in children.iter().filter(|&&child| !self.collapse.is_cluster(child)) {
            let [offsets, direct] = self.visits_below(grids, child);
            sums = [sums[0] + offsets, sums[1] + direct];
        }
        sums
    }

    /// The same of one node.
    fn own_visits<const DIRECT: bool>(&self, grid: &Grid, subtree: Subtree, children: &[Subtree]) -> f64 {
        let sides = self.sides::<DIRECT>(grid, subtree, children);
        let whole = self.of(subtree).half_area();
        let unit = f64::from(grid.step.size);
        let visits = |i: usize| {
            let [x, y, z] = sides.each_ref().map(|axis| axis.length(i) * unit);
            let area = x * y + y * z + z * x;
            if area < whole { area / whole } else { 1.0 }
        };
        (0..children.len()).map(visits).sum()
    }

    /// The sides of a node's children along each axis, as they are stored.
    pub(super) fn sides<const DIRECT: bool>(
        &self,
        grid: &Grid,
        subtree: Subtree,
        children: &[Subtree],
    ) -> [Sides; 3] {
        let largest = Node::<DIRECT>::LARGEST;
        let whole = grid.cover(&self.of(subtree), largest);
        let boxes: ArrayVec<_, CHILDREN> =
            children.iter().map(|&child| grid.cover(&self.of(child), largest)).collect();
        [0, 1, 2].map_each(|axis| match DIRECT {
            true => Sides::direct(&boxes, axis),
            false => Sides::offsets(whole[axis], &boxes, axis),
        })
    }
}
