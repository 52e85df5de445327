//! The binary tree, built top-down and in parallel into disjoint slices.

use super::split::{Primitive, Search, bounds_of, partition};
use super::{CountRule, MAX_DEPTH, Monitor, Quality, SplitRule};
use crate::error::reserve;
use crate::geometry::Aabb;
use crate::mesh::MeshInput;
use crate::{Error, Result};

/// Below this many triangles a subtree is built by one thread.
const PARALLEL_LIMIT: usize = 4096;

/// An inner node over `n` triangles. Nodes lie in depth-first order: the left child over `left_count`
/// triangles follows its parent, the right child lies `left_count` places behind the parent, and a child
/// over one triangle has no node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BinaryNode {
    pub(crate) bounds: Aabb,
    pub(crate) left_count: u32,
}

/// A binary tree over triangles: `order.len() - 1` nodes, one triangle a leaf.
pub(crate) struct BinaryTree {
    /// The triangles in depth-first order.
    pub(crate) order: Vec<u32>,
    /// The inner nodes in depth-first order.
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
        let search = Search::new(rule, quality, counts);
        let mut primitives = reserve(n, "build")?;
        primitives
            .extend((0..n).map(|i| Primitive { bounds: input.triangle(i).bounds(), triangle: i as u32 }));
        let mut nodes = reserve(n.saturating_sub(1), "build")?;
        nodes.resize(n.saturating_sub(1), BinaryNode { bounds: Aabb::EMPTY, left_count: 0 });
        let depth = subdivide(&search, monitor, &mut primitives, &mut nodes, 0)?;
        let mut order = reserve(n, "build")?;
        order.extend(primitives.iter().map(|p| p.triangle));
        let bounds = match primitives.first() {
            _ if n > 1 => nodes[0].bounds,
            Some(only) => only.bounds,
            None => Aabb::EMPTY,
        };
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

/// Builds the subtree over `primitives` into `nodes` (one fewer) and returns its depth.
fn subdivide(
    search: &Search,
    monitor: &Monitor,
    primitives: &mut [Primitive],
    nodes: &mut [BinaryNode],
    level: usize,
) -> Result<u32> {
    let n = primitives.len();
    if n < 2 || monitor.is_cancelled() {
        monitor.add(n);
        return Ok(0);
    }
    let (bounds, centroids) = bounds_of(primitives);
    // Halving needs one level for each bit of n and, as representable counts are not exact halves,
    // a few more.
    let halving_levels = (usize::BITS - n.leading_zeros()) as usize + 4;
    let split = search.choose(primitives, &centroids, level + halving_levels >= MAX_DEPTH)?;
    partition(primitives, split);
    nodes[0] = BinaryNode { bounds, left_count: split.left_count as u32 };
    let (left, right) = primitives.split_at_mut(split.left_count);
    let (left_nodes, right_nodes) = nodes[1..].split_at_mut(left.len() - 1);
    let mut build_left = || subdivide(search, monitor, left, left_nodes, level + 1);
    let mut build_right = || subdivide(search, monitor, right, right_nodes, level + 1);
    let (a, b) = if n >= PARALLEL_LIMIT && rayon::current_thread_index().is_some() {
        rayon::join(build_left, build_right)
    } else {
        (build_left(), build_right())
    };
    Ok(1 + a?.max(b?))
}
