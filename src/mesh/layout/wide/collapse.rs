//! From a binary tree to nodes of eight children and clusters, at least cost.
//!
//! Dynamic programming over the binary tree, from the leaves up: for each subtree and each number of
//! references that its parent may spend on it, the least expected cost by the surface area heuristic. A
//! subtree given one reference becomes a cluster, if it fits one, or a node. (Wald, Benthin, Boulos,
//! "Getting Rid of Packets", 2008, collapse greedily; the optimal collapse is Pinto's, "Adaptive
//! Collapsing on Bounding Volume Hierarchies for Ray-Tracing", Eurographics 2010.)

use super::children::CHILDREN;
use crate::mesh::builder::{BinaryTree, Corners, Primitives};
use crate::parallel::{is_subtree_divided, join_if};
use crate::vectors::reserve;
use crate::{Error, Result};
use arrayvec::ArrayVec;

/// The cost of visiting a node.
const NODE_COST: f32 = 1.0;
/// The cost of visiting a cluster, which hardly depends on the number of its triangles.
const CLUSTER_COST: f32 = 1.5;

/// A part of the binary tree: `count` triangles from `first` on, and its node if there are at least two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Subtree {
    pub(super) node: u32,
    pub(super) first: u32,
    pub(super) count: u32,
}

/// Children of a node.
pub(super) type Siblings = ArrayVec<Subtree, CHILDREN>;

/// The best division of a subtree between its children: at `k`, the number of `k + 1` references that go to the
/// left one; 0: the plan for one reference less is as good. At 0: how a node divides its eight references,
/// 0 if a cluster is better.
type Plan = [u8; CHILDREN];

/// The plans of all subtrees with at least two triangles.
pub(super) struct Collapse<'a> {
    tree: &'a BinaryTree,
    plans: Vec<Plan>,
}

impl<'a> Collapse<'a> {
    pub(super) fn new(input: Primitives, tree: &'a BinaryTree) -> Result<Collapse<'a>> {
        let n = tree.nodes.len();
        let mut plans: Vec<Plan> = reserve(n, "build")?;
        plans.resize(n, [0; CHILDREN]);
        let per_area = 1.0 / tree.bounds.half_area().max(f64::MIN_POSITIVE);
        Planner { input, tree, per_area }.plan(whole(tree), &mut plans);
        Ok(Collapse { tree, plans })
    }

    /// Returns true if a subtree given one reference becomes a cluster.
    pub(super) fn is_cluster(&self, subtree: Subtree) -> bool {
        subtree.count == 1 || self.plans[subtree.node as usize][0] == 0
    }

    /// The whole tree.
    pub(super) fn root(&self) -> Subtree {
        whole(self.tree)
    }

    /// The children of a node: up to eight subtrees, each of which is a node or a cluster.
    pub(super) fn node_children(&self, subtree: Subtree, out: &mut Siblings) {
        let [l, r] = children(self.tree, subtree);
        let left = usize::from(self.plans[subtree.node as usize][0]);
        self.gather(l, left, out);
        self.gather(r, CHILDREN - left, out);
    }

    fn gather(&self, subtree: Subtree, mut references: usize, out: &mut Siblings) {
        if subtree.count == 1 {
            out.push(subtree);
            return;
        }
        let plan = &self.plans[subtree.node as usize];
        while references > 1 && plan[references - 1] == 0 {
            references -= 1;
        }
        if references == 1 {
            out.push(subtree);
            return;
        }
        let [l, r] = children(self.tree, subtree);
        let left = usize::from(plan[references - 1]);
        self.gather(l, left, out);
        self.gather(r, references - left, out);
    }

    /// The primitives of a subtree, and the corners of their triangles.
    pub(super) fn triangles(&self, subtree: Subtree) -> impl Iterator<Item = (u32, Corners)> {
        let range = subtree.first as usize..(subtree.first + subtree.count) as usize;
        let triangles = self.tree.order[range.clone()].iter().copied();
        triangles.zip(self.tree.corners[range].iter().copied())
    }
}

fn whole(tree: &BinaryTree) -> Subtree {
    Subtree { node: 0, first: 0, count: tree.order.len() as u32 }
}

/// The children of a subtree that is divided.
fn children(tree: &BinaryTree, subtree: Subtree) -> [Subtree; 2] {
    let left = tree.nodes[subtree.node as usize].left_count;
    let Subtree { node, first, count } = subtree;
    [
        Subtree { node: node + 1, first, count: left },
        Subtree { node: node + left, first: first + left, count: count - left },
    ]
}

/// Makes the plans.
struct Planner<'a> {
    input: Primitives<'a>,
    tree: &'a BinaryTree,
    /// One over the area of the whole.
    per_area: f64,
}

impl Planner<'_> {
    /// Plans a subtree, whose nodes' plans are `plans`.
    fn plan(&self, subtree: Subtree, plans: &mut [Plan]) -> Costs {
        let bounds = match self.tree.nodes.get(subtree.node as usize) {
            Some(node) if subtree.count > 1 => node.bounds,
            _ => self.input.bounds(self.tree.order[subtree.first as usize]),
        };
        let area = (bounds.half_area() * self.per_area) as f32;
        let [as_cluster, as_node] = [CLUSTER_COST * area, NODE_COST * area];
        if subtree.count == 1 || self.tree.nodes[subtree.node as usize].left_count == 0 {
            return Costs { least: [as_cluster; CHILDREN], useful: 1 };
        }
        let [left, right] = children(self.tree, subtree);
        let (plan, behind) = plans.split_at_mut(1);
        let (left_plans, right_plans) = behind.split_at_mut(left.count as usize - 1);
        let plan_left = || self.plan(left, left_plans);
        let plan_right = || self.plan(right, right_plans);
        let (l, r) = join_if(is_subtree_divided(subtree.count as usize), plan_left, plan_right);
        // The best division of k + 1 references between the children, as far as they have use for them.
        let plan = &mut plan[0];
        let useful = (l.useful + r.useful).min(CHILDREN);
        let mut least = [f32::INFINITY; CHILDREN];
        for k in 1..useful {
            for left in (k + 1).saturating_sub(r.useful).max(1)..=k.min(l.useful) {
                let cost = l.least[left - 1] + r.least[k - left];
                if cost < least[k] {
                    (least[k], plan[k]) = (cost, left as u8);
                }
            }
        }
        let fits = self.tree.nodes[subtree.node as usize].fits;
        (least[0], plan[0]) = (least[useful - 1] + as_node, plan[useful - 1]);
        if fits && as_cluster <= least[0] {
            (least[0], plan[0]) = (as_cluster, 0);
        }
        for k in 1..CHILDREN {
            if !(least[k] < least[k - 1]) {
                (least[k], plan[k]) = (least[k - 1], 0);
            }
        }
        Costs { least, useful }
    }
}

/// The costs of a subtree.
struct Costs {
    /// The least cost with `k + 1` references.
    least: [f32; CHILDREN],
    /// More references than this save nothing.
    useful: usize,
}

/// The error for a tree that outgrows the layout.
pub(super) fn too_large(lines: usize) -> Error {
    Error::too_large(text!(
        "build: {lines} lines of 64 bytes of nodes and clusters exceed the 2 GiB of layout WIDE; the other layouts hold more"
    ))
}
