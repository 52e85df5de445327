//! The binary tree, built top-down and in parallel into disjoint slices.

use super::lanes::{Extent, Primitive};
use super::small::{SMALL, Small};
use super::split::{Search, divide};
use super::{CountRule, MAX_DEPTH, Monitor, Quality, SplitRule};
use crate::error::reserve;
use crate::geometry::Aabb;
use crate::mesh::MeshInput;
use crate::{Error, Result};

/// Below this many triangles a subtree is built by one thread.
const PARALLEL_LIMIT: usize = 4096;

/// A node over `n` triangles, at least two. Nodes lie in depth-first order: the left child over
/// `left_count` triangles follows its parent, the right child lies `left_count` places behind the parent,
/// and a child over one triangle has no node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BinaryNode {
    pub(crate) bounds: Aabb,
    /// 0: the tree ends here, with a set of triangles that fits a cluster.
    pub(crate) left_count: u32,
    /// Whether its triangles fit a cluster, where the layout has them.
    pub(crate) fits: bool,
}

/// A binary tree over triangles, with places for `order.len() - 1` nodes. Places below a node where the
/// tree ends are empty.
pub(crate) struct BinaryTree {
    /// The triangles in depth-first order; ascending where the tree ends.
    pub(crate) order: Vec<u32>,
    /// The nodes in depth-first order.
    pub(crate) nodes: Vec<BinaryNode>,
    /// How many inner nodes lie on the longest path.
    pub(crate) depth: u32,
    /// The box around everything.
    pub(crate) bounds: Aabb,
}

impl BinaryTree {
    /// Builds the tree for a validated mesh; an unfinished one if the monitor says so.
    pub(crate) fn build(
        input: &MeshInput,
        rule: SplitRule,
        quality: Quality,
        counts: CountRule,
        monitor: &Monitor,
    ) -> Result<BinaryTree> {
        let n = input.triangle_count();
        let mut bounds = Aabb::EMPTY;
        let mut primitives = reserve(n, "build")?;
        primitives.extend((0..n).map(|i| {
            let triangle = input.triangle(i).bounds();
            bounds = bounds.union(&triangle);
            Primitive::new(&triangle, i as u32)
        }));
        let mut spare: Vec<Primitive> = reserve(n, "build")?;
        spare.extend_from_slice(&primitives);
        let mut nodes = reserve(n.saturating_sub(1), "build")?;
        nodes.resize(n.saturating_sub(1), BinaryNode { bounds: Aabb::EMPTY, left_count: 0, fits: false });
        let mut order = reserve(n, "build")?;
        order.resize(n, 0);
        let builder = Builder { input, search: Search::new(rule, quality, counts), monitor };
        let extent = Extent::of(&primitives);
        let depth = builder.subtree(
            &extent,
            Slices {
                primitives: &mut primitives,
                spare: &mut spare,
                nodes: &mut nodes,
                order: &mut order,
                level: 0,
            },
        )?;
        if depth as usize > MAX_DEPTH {
            return Err(Error::TooLarge(format!("build: depth {depth} exceeds {MAX_DEPTH}")));
        }
        Ok(BinaryTree { order, nodes, depth, bounds })
    }

    /// Expected node tests of a random line that hits the bounds: the sum of the nodes' areas relative
    /// to the root's.
    pub(crate) fn cost(&self) -> f64 {
        let total: f64 = self.nodes.iter().map(|node| node.bounds.half_area()).sum();
        let root = self.bounds.half_area();
        if root > 0.0 { total / root } else { 0.0 }
    }
}

struct Builder<'a> {
    input: &'a MeshInput<'a>,
    search: Search,
    monitor: &'a Monitor,
}

/// What building a subtree reads and writes, all of it for its triangles alone.
struct Slices<'a> {
    primitives: &'a mut [Primitive],
    /// Room for as many.
    spare: &'a mut [Primitive],
    nodes: &'a mut [BinaryNode],
    order: &'a mut [u32],
    /// How many nodes lie above.
    level: usize,
}

impl<'a> Slices<'a> {
    /// What remains for the children, whose triangles are now in the room that was spare.
    fn children(self, left_count: usize) -> [Slices<'a>; 2] {
        let Slices { primitives, spare, nodes, order, level } = self;
        let level = level + 1;
        let (left, right) = spare.split_at_mut(left_count);
        let (left_spare, right_spare) = primitives.split_at_mut(left_count);
        let (left_nodes, right_nodes) = nodes[1..].split_at_mut(left_count - 1);
        let (left_order, right_order) = order.split_at_mut(left_count);
        [
            Slices { primitives: left, spare: left_spare, nodes: left_nodes, order: left_order, level },
            Slices { primitives: right, spare: right_spare, nodes: right_nodes, order: right_order, level },
        ]
    }
}

impl Builder<'_> {
    /// Builds the subtree over some triangles and returns its depth.
    fn subtree(&self, extent: &Extent, slices: Slices) -> Result<u32> {
        let n = slices.primitives.len();
        if n == 0 || self.monitor.is_cancelled() {
            return Ok(0);
        }
        if n <= SMALL {
            let Slices { primitives, nodes, order, level, .. } = slices;
            self.monitor.add(n);
            return Ok(self.small(primitives, nodes, order, level));
        }
        // Halving needs one level for each bit of n and, as representable counts are not exact halves,
        // a few more.
        let halving_levels = (usize::BITS - n.leading_zeros()) as usize + 4;
        let balanced = slices.level + halving_levels >= MAX_DEPTH;
        let split = self.search.choose(slices.primitives, extent, balanced)?;
        let [left_extent, right_extent] = divide(slices.primitives, slices.spare, &split);
        let left_count = split.left_count();
        slices.nodes[0] =
            BinaryNode { bounds: extent.bounds.to_aabb(), left_count: left_count as u32, fits: false };
        let [left, right] = slices.children(left_count);
        let build_left = || self.subtree(&left_extent, left);
        let build_right = || self.subtree(&right_extent, right);
        let (a, b) = if n >= PARALLEL_LIMIT && rayon::current_thread_index().is_some() {
            rayon::join(build_left, build_right)
        } else {
            (build_left(), build_right())
        };
        Ok(1 + a?.max(b?))
    }

    /// Apart, so that the set does not lie on the stack under every level.
    #[inline(never)]
    fn small(
        &self,
        primitives: &[Primitive],
        nodes: &mut [BinaryNode],
        order: &mut [u32],
        level: usize,
    ) -> u32 {
        let Search { rule, counts, .. } = self.search;
        Small::new(self.input, rule, counts, primitives).build(0..primitives.len(), nodes, order, level)
    }
}
