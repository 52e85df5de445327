//! From a binary tree to nodes of eight children and clusters, at least cost.
//!
//! Dynamic programming over the binary tree, from the leaves up: for each subtree and each number of
//! references that its parent may spend on it, the least expected cost by the surface area heuristic. A
//! subtree given one reference becomes a cluster, if it fits one, or a node. (Wald, Benthin, Boulos,
//! "Getting Rid of Packets", 2008, collapse greedily; the optimal collapse is Pinto's, "Adaptive
//! Collapsing on Bounding Volume Hierarchies for Ray-Tracing", Eurographics 2010.)

use super::cluster::{CLUSTER_SIZE, distinct_vertices};
use crate::error::reserve;
use crate::mesh::MeshInput;
use crate::mesh::build::BinaryTree;
use crate::simd::CHILDREN;
use crate::{Error, Result};

/// What visiting a node costs.
const NODE_COST: f32 = 1.0;
/// What visiting a cluster costs; it hardly depends on how many triangles it has.
const CLUSTER_COST: f32 = 1.5;

/// A part of the binary tree: `count` triangles from `first` on, and its node if there are at least two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Subtree {
    pub(crate) node: u32,
    pub(crate) first: u32,
    pub(crate) count: u32,
}

/// How a subtree is best divided, for each number of references it may take.
#[derive(Clone, Copy)]
struct Plan {
    /// Least cost with `k + 1` references.
    cost: [f32; CHILDREN],
    /// How many of `k + 1` references go to the left child; 0: the plan for one reference less is as
    /// good. At 0: how a node divides its eight references, 0 if a cluster is better.
    left: [u8; CHILDREN],
    /// Whether the subtree fits a cluster.
    fits: bool,
}

/// The plans of all subtrees with at least two triangles.
pub(crate) struct Collapse<'a> {
    tree: &'a BinaryTree,
    plans: Vec<Plan>,
}

impl<'a> Collapse<'a> {
    pub(crate) fn new(input: &MeshInput, tree: &'a BinaryTree) -> Result<Collapse<'a>> {
        let n = tree.nodes.len();
        let mut plans: Vec<Plan> = reserve(n, "build")?;
        plans.resize(n, Plan { cost: [0.0; CHILDREN], left: [0; CHILDREN], fits: false });
        let root_area = tree.bounds.half_area().max(f64::MIN_POSITIVE);
        // Children lie behind their parents, so that going backwards every child is planned before.
        let mut collapse = Collapse { tree, plans };
        let ranges = collapse.ranges()?;
        for node in (0..n).rev() {
            let (first, count) = ranges[node];
            let subtree = Subtree { node: node as u32, first, count };
            collapse.plans[node] = collapse.plan(input, subtree, root_area);
        }
        Ok(collapse)
    }

    /// The triangles of each node.
    fn ranges(&self) -> Result<Vec<(u32, u32)>> {
        let n = self.tree.nodes.len();
        let mut ranges: Vec<(u32, u32)> = reserve(n, "build")?;
        ranges.resize(n, (0, 0));
        if n > 0 {
            ranges[0] = (0, self.tree.order.len() as u32);
        }
        for node in 0..n {
            let (first, count) = ranges[node];
            for child in self.children(Subtree { node: node as u32, first, count }) {
                if child.count > 1 {
                    ranges[child.node as usize] = (child.first, child.count);
                }
            }
        }
        Ok(ranges)
    }

    /// The children of a subtree with at least two triangles.
    pub(crate) fn children(&self, subtree: Subtree) -> [Subtree; 2] {
        let left = self.tree.nodes[subtree.node as usize].left_count;
        let Subtree { node, first, count } = subtree;
        [
            Subtree { node: node + 1, first, count: left },
            Subtree { node: node + left, first: first + left, count: count - left },
        ]
    }

    /// Area relative to the whole.
    fn area(&self, input: &MeshInput, subtree: Subtree, root_area: f64) -> f32 {
        let bounds = match subtree.count {
            1 => input.triangle(self.triangles(subtree)[0] as usize).bounds(),
            _ => self.tree.nodes[subtree.node as usize].bounds,
        };
        (bounds.half_area() / root_area) as f32
    }

    /// Least cost of a subtree for each number of references.
    fn costs(&self, input: &MeshInput, subtree: Subtree, root_area: f64) -> [f32; CHILDREN] {
        match subtree.count {
            1 => [CLUSTER_COST * self.area(input, subtree, root_area); CHILDREN],
            _ => self.plans[subtree.node as usize].cost,
        }
    }

    fn fits(&self, input: &MeshInput, subtree: Subtree, children: [Subtree; 2]) -> bool {
        let child_fits = |child: Subtree| child.count == 1 || self.plans[child.node as usize].fits;
        let triangles = &self.tree.order[subtree.first as usize..][..subtree.count as usize];
        triangles.len() <= CLUSTER_SIZE
            && children.into_iter().all(child_fits)
            && (3 * triangles.len() <= CLUSTER_SIZE || distinct_vertices(input, triangles).is_some())
    }

    fn plan(&self, input: &MeshInput, subtree: Subtree, root_area: f64) -> Plan {
        let children = self.children(subtree);
        let [l, r] = children.map(|child| self.costs(input, child, root_area));
        let mut plan = Plan { cost: [f32::INFINITY; CHILDREN], left: [0; CHILDREN], fits: false };
        plan.fits = self.fits(input, subtree, children);
        let area = self.area(input, subtree, root_area);
        // The best division of k + 1 references between the children.
        let mut divided = [(f32::INFINITY, 0u8); CHILDREN];
        for (k, best) in divided.iter_mut().enumerate().skip(1) {
            for left in 1..=k {
                let cost = l[left - 1] + r[k - left];
                if cost < best.0 {
                    *best = (cost, left as u8);
                }
            }
        }
        let (inside, left) = divided[CHILDREN - 1];
        let as_node = inside + NODE_COST * area;
        let as_cluster = if plan.fits { CLUSTER_COST * area } else { f32::INFINITY };
        (plan.cost[0], plan.left[0]) = if as_cluster <= as_node { (as_cluster, 0) } else { (as_node, left) };
        for (k, &best) in divided.iter().enumerate().skip(1) {
            let fewer = plan.cost[k - 1];
            (plan.cost[k], plan.left[k]) = if best.0 < fewer { best } else { (fewer, 0) };
        }
        plan
    }

    /// Whether a subtree given one reference becomes a cluster.
    pub(crate) fn is_cluster(&self, subtree: Subtree) -> bool {
        subtree.count == 1 || self.plans[subtree.node as usize].left[0] == 0
    }

    /// The whole tree.
    pub(crate) fn root(&self) -> Subtree {
        Subtree { node: 0, first: 0, count: self.tree.order.len() as u32 }
    }

    /// The children of a node: up to eight subtrees, each of which is a node or a cluster.
    pub(crate) fn node_children(&self, subtree: Subtree, out: &mut Vec<Subtree>) {
        let [l, r] = self.children(subtree);
        let left = usize::from(self.plans[subtree.node as usize].left[0]);
        self.gather(l, left, out);
        self.gather(r, CHILDREN - left, out);
    }

    fn gather(&self, subtree: Subtree, mut references: usize, out: &mut Vec<Subtree>) {
        if subtree.count == 1 {
            out.push(subtree);
            return;
        }
        let plan = &self.plans[subtree.node as usize];
        while references > 1 && plan.left[references - 1] == 0 {
            references -= 1;
        }
        if references == 1 {
            out.push(subtree);
            return;
        }
        let [l, r] = self.children(subtree);
        let left = usize::from(plan.left[references - 1]);
        self.gather(l, left, out);
        self.gather(r, references - left, out);
    }

    /// The triangles of a subtree.
    pub(crate) fn triangles(&self, subtree: Subtree) -> &[u32] {
        &self.tree.order[subtree.first as usize..][..subtree.count as usize]
    }
}

/// The error for a tree that outgrows the layout.
pub(crate) fn too_large(lines: usize) -> Error {
    Error::TooLarge(format!("build: {lines} lines of nodes and clusters exceed the layout's limit"))
}
