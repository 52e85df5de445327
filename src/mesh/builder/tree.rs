//! The binary tree, built top-down and in parallel into disjoint slices.

use super::lanes::{Extent, Primitive};
use super::node::{BinaryNode, CHUNK, Corners, Part, SMALL};
use super::primitives::Primitives;
use super::reinsert::{self, Effort};
use super::small::Small;
use super::split::{Search, divide};
use super::{CountRule, Quality, SplitRule, must_halve};
use crate::geometry::Aabb;
use crate::mesh::depth::MAX_DEPTH;
use crate::parallel::{is_subtree_divided, join_if};
use crate::progress::Monitor;
use crate::vectors::{filled, reserve, zeroed};
use crate::{Error, Result};
use bytemuck::Zeroable;
use rayon::prelude::*;

/// A binary tree over triangles or pieces of them, with places for `order.len() - 1` nodes. Places below a node where the
/// tree ends are empty.
pub(crate) struct BinaryTree {
    /// The triangles in depth-first order; ascending where the tree ends.
    pub(crate) order: Vec<u32>,
    /// The corners of these triangles, if the layout has clusters.
    pub(crate) corners: Vec<Corners>,
    /// The nodes in depth-first order.
    pub(crate) nodes: Vec<BinaryNode>,
    /// The number of inner nodes on the longest path.
    pub(crate) depth: u32,
    /// The box around everything.
    pub(crate) bounds: Aabb,
}

impl BinaryTree {
    /// Builds the tree for a validated mesh; an incomplete one after cancellation.
    pub(crate) fn build(
        input: Primitives,
        rule: SplitRule,
        quality: Quality,
        counts: CountRule,
        monitor: &Monitor,
    ) -> Result<BinaryTree> {
        let n = input.count();
        let is_parallel = is_subtree_divided(n);
        let primitive = |i: usize| Primitive::new(&input.bounds(i as u32), i as u32);
        // With room for as many behind them. In one piece: of several that are given back one by one, an allocator may return
        // the memory to the system each time, and then every page of the next one's faults.
        let mut both: Vec<Primitive> = reserve(2 * n, "build")?;
        if is_parallel {
            (0..n).into_par_iter().map(primitive).collect_into_vec(&mut both);
        } else {
            both.extend((0..n).map(primitive));
        }
        both.resize(2 * n, Primitive::zeroed());
        let (primitives, spare) = both.split_at_mut(n);
        let extent = match is_parallel {
            true => primitives.par_chunks(CHUNK).map(Extent::of).reduce(|| Extent::EMPTY, |a, b| a.union(b)),
            false => Extent::of(primitives),
        };
        let mut nodes = filled(BinaryNode::NONE, n.saturating_sub(1), "build")?;
        let mut order = zeroed(n, "build")?;
        let mut corners = zeroed(n, "build")?;
        let builder = Builder { input, search: Search::new(rule, quality, counts), monitor };
        let part = Part { nodes: &mut nodes, order: &mut order, corners: &mut corners };
        let slices = Slices { primitives, spare, part, level: 0 };
        let mut depth = builder.subtree(&extent, slices)?;
        // Room for the copies that reinsertion makes.
        drop(both);
        let effort = match quality {
            Quality::High => Some(Effort::Whole),
            // Only small parts could change where counts must be representable.
            Quality::Medium if rule == SplitRule::SurfaceArea && counts != CountRule::Ratio256 => {
                Some(Effort::Top)
            }
            _ => None,
        };
        if let Some(effort) = effort
            && n > 1
            && !monitor.is_cancelled()
        {
            let part = Part { nodes: &mut nodes, order: &mut order, corners: &mut corners };
            depth = builder.optimise(part, 0, effort)?.unwrap_or(depth);
        }
        if depth as usize > MAX_DEPTH {
            return Err(Error::too_large(text!("build: depth {depth} exceeds {MAX_DEPTH}")));
        }
        Ok(BinaryTree { order, corners, nodes, depth, bounds: extent.bounds.to_aabb() })
    }

    /// Expected node tests of a random line that hits the bounds: the sum of the nodes' areas relative
    /// to the root's.
    pub(crate) fn cost(&self) -> f64 {
        // A sum of nothing is -0.0.
        let total = self.nodes.iter().fold(0.0, |sum, node| sum + node.bounds.half_area());
        let root = self.bounds.half_area();
        if root > 0.0 { total / root } else { 0.0 }
    }
}

struct Builder<'a> {
    input: Primitives<'a>,
    search: Search,
    monitor: &'a Monitor,
}

/// The memory that building a subtree reads and writes, for its triangles alone.
struct Slices<'a> {
    primitives: &'a mut [Primitive],
    /// Room for as many.
    spare: &'a mut [Primitive],
    part: Part<'a>,
    /// The number of nodes above.
    level: usize,
}

impl<'a> Slices<'a> {
    /// The slices of the children, whose triangles are now in the room that was spare.
    fn children(self, left_count: usize) -> [Slices<'a>; 2] {
        let level = self.level + 1;
        let (left, right) = self.spare.split_at_mut(left_count);
        let (left_spare, right_spare) = self.primitives.split_at_mut(left_count);
        let [left_part, right_part] = self.part.children(left_count);
        [
            Slices { primitives: left, spare: left_spare, part: left_part, level },
            Slices { primitives: right, spare: right_spare, part: right_part, level },
        ]
    }
}

impl Builder<'_> {
    /// Optimises the tree, as far as the layout can represent any number of triangles; its depth, if that may have changed.
    fn optimise(&self, part: Part, level: usize, effort: Effort) -> Result<Option<u32>> {
        let n = part.order.len();
        if n < 2 {
            return Ok(None);
        }
        if self.search.counts == CountRule::Ratio256 && n > 256 {
            let left_count = part.nodes[0].left_count as usize;
            let [left, right] = part.children(left_count);
            let optimise_left = || self.optimise_child(left, level + 1, effort);
            let optimise_right = || self.optimise_child(right, level + 1, effort);
            let (a, b) = join_if(is_subtree_divided(n), optimise_left, optimise_right);
            return Ok(Some(1 + a?.max(b?)));
        }
        reinsert::optimise(self.input, part, level, effort, self.monitor)
    }

    /// The same of a child, whose depth is not known.
    fn optimise_child(&self, part: Part, level: usize, effort: Effort) -> Result<u32> {
        let Part { nodes, order, corners } = part;
        let n = order.len() as u32;
        match self.optimise(Part { nodes: &mut *nodes, order, corners }, level, effort)? {
            Some(depth) => Ok(depth),
            None => reinsert::inner_depth(nodes, 0, n),
        }
    }

    /// Builds the subtree over some triangles and returns its depth.
    fn subtree(&self, extent: &Extent, slices: Slices) -> Result<u32> {
        let n = slices.primitives.len();
        if n == 0 || self.monitor.is_cancelled() {
            return Ok(0);
        }
        if n <= SMALL {
            self.monitor.add(n);
            return Ok(self.small(slices));
        }
        let balanced = must_halve(n, slices.level);
        let split = self.search.choose(slices.primitives, extent, balanced)?;
        let [left_extent, right_extent] = divide(slices.primitives, slices.spare, &split);
        let left_count = split.left_count();
        slices.part.nodes[0] =
            BinaryNode { bounds: extent.bounds.to_aabb(), left_count: left_count as u32, fits: false };
        let [left, right] = slices.children(left_count);
        let build_left = || self.subtree(&left_extent, left);
        let build_right = || self.subtree(&right_extent, right);
        let (a, b) = join_if(is_subtree_divided(n), build_left, build_right);
        Ok(1 + a?.max(b?))
    }

    /// Not inlined, so that the recursion does not keep a set on the stack at every level.
    #[inline(never)]
    fn small(&self, slices: Slices) -> u32 {
        let Slices { primitives, part, level, .. } = slices;
        let mut small = Small::new(&self.search);
        small.fill(self.input, primitives);
        small.build(0..primitives.len(), part, level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{MeshInput, split_ratio};
    use crate::progress::{Amount, run_monitored};

    /// Triangles of all sizes, in heaps and strips, some of them many times.
    fn mesh(n: usize) -> (Vec<[f32; 3]>, Vec<u32>) {
        let mut random = fastrand::Rng::with_seed(n as u64);
        let mut positions = Vec::new();
        for i in 0..n + 2 {
            let heap = (i / 500) as f32 * 3.0;
            let spread = if i % 50 == 0 { 5.0 } else { 0.3 };
            let along = (i % 500) as f32 * 0.01;
            positions.push([heap + along, along + spread * random.f32(), spread * random.f32()]);
        }
        let strip = |i: usize| [i as u32, i as u32 + 1, i as u32 + 2];
        let indices = (0..n).flat_map(|i| strip(if i % 7 == 0 { i / 100 } else { i })).collect();
        (positions, indices)
    }

    fn build(input: &MeshInput, rule: SplitRule, quality: Quality, counts: CountRule) -> BinaryTree {
        run_monitored("build", 1, Amount { elements: 0, passes: 1 }, None, |monitor| {
            BinaryTree::build(Primitives::triangles(input), rule, quality, counts, monitor)
        })
        .and_then(|tree| tree)
        .unwrap()
    }

    /// Checks everything below a node and returns its depth.
    fn check(input: &MeshInput, tree: &BinaryTree, counts: CountRule, node: usize, range: [usize; 2]) -> u32 {
        let [first, count] = range;
        let triangles = &tree.order[first..first + count];
        if count == 1 {
            return 0;
        }
        let BinaryNode { bounds, left_count, .. } = tree.nodes[node];
        let exact = triangles.iter().map(|&t| input.triangle(t as usize).bounds());
        assert_eq!(bounds, exact.fold(Aabb::EMPTY, |all, b| all.union(&b)));
        let left_count = left_count as usize;
        if left_count == 0 {
            let CountRule::Clusters(most) = counts else { panic!("the tree ends too early") };
            let mut corners: Vec<u8> = tree.corners[first..first + count].as_flattened().to_vec();
            corners.sort_unstable();
            corners.dedup();
            assert!(triangles.is_sorted() && tree.nodes[node].fits);
            assert!(count <= most.into() && corners.len() <= most.into());
            return 0;
        }
        if counts == CountRule::Ratio256 {
            let split = split_ratio::for_left_count(count as u32, left_count as u32);
            assert_eq!(split_ratio::left_count(count as u32, split) as usize, left_count);
        }
        let right = [first + left_count, count - left_count];
        let left = check(input, tree, counts, node + 1, [first, left_count]);
        1 + left.max(check(input, tree, counts, node + left_count, right))
    }

    #[test]
    fn trees_are_complete_and_optimising_makes_them_no_worse() {
        for n in [1, 2, 15, 17, 40, 41, 300, 20_000] {
            let (positions, indices) = mesh(n);
            let input = MeshInput::new(&positions, &indices);
            for counts in
                [CountRule::Clusters(16), CountRule::Clusters(32), CountRule::Ratio256, CountRule::Any]
            {
                for rule in [SplitRule::SurfaceArea, SplitRule::Median] {
                    let [medium, high] = [Quality::Medium, Quality::High].map(|quality| {
                        let tree = build(&input, rule, quality, counts);
                        assert_eq!(check(&input, &tree, counts, 0, [0, n]), tree.depth);
                        let mut order = tree.order.clone();
                        order.sort_unstable();
                        assert!(order.iter().copied().eq(0..n as u32));
                        tree.cost()
                    });
                    assert!(high <= 1.0001 * medium, "{n} {counts:?} {rule:?}: {high} {medium}");
                    if n == 20_000 && counts != CountRule::Ratio256 {
                        assert!(high < 0.97 * medium, "{rule:?}: {high} {medium}");
                        let fast = build(&input, rule, Quality::Fast, counts).cost();
                        match rule {
                            SplitRule::SurfaceArea => assert!(medium < 0.99 * fast, "{medium} {fast}"),
                            // The published rule stays as it is.
                            SplitRule::Median => assert_eq!(medium, fast),
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn equal_triangles_make_a_balanced_tree() {
        let positions = [[1.0f32, 2.0, 3.0]; 3];
        let indices: Vec<u32> = (0..30_000).map(|i| i % 3).collect();
        let input = MeshInput::new(&positions, &indices);
        for quality in [Quality::Fast, Quality::Medium, Quality::High] {
            let tree = build(&input, SplitRule::SurfaceArea, quality, CountRule::Clusters(16));
            assert!(tree.depth <= 14, "{}", tree.depth);
        }
    }
}
