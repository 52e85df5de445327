//! The nearest triangles of a block's 64 nodes, all found in one descent of the tree.
//!
//! Children are taken nearest first. Eight are tested at once: a child is rejected if its box, or the slab
//! around its triangles, is above the ceiling. The ceiling is an affine function over all distances found so
//! far. Lower bounds on distances are affine as well, so both are compared at a block's corners. The rest is
//! compared node by node: boxes first, then triangles by a plane that separates them from the node, which
//! rejects most. The distances of the remaining triangles are f32 with a bound on their error. So few
//! triangles remain that may be the nearest of a node, and the reference decides between them. See
//! `docs/exactness.md`, "Distance fields".

use super::block::{Block, Ceiling, LEAST_SQUARE, SIDE};
use super::bound::{ERROR, Level, all, bound};
use super::candidates::{Candidates, Found, Task};
use super::separation::Separation;
use super::wide::{Node, WideTree};
use crate::Result;
use crate::arrays::array_of;
use crate::bits::bits;
use crate::geometry::max;
use crate::simd::{ALL_LANES, ALL_LANES8, LANES, LANES8, Simd, Simd8};
use crate::vectors::filled;

/// The most nodes, for each of up to eight triangles, with which they are compared node by node; with more,
/// triangle by triangle.
const NODES_PER_TRIANGLE: u32 = 3;
/// The most triangles of the last block that are tried first.
const SEEDS: usize = 6;
/// The nodes whose nearest triangles these are: two in the middle, and four corners.
const SEED_NODES: [usize; SEEDS] = [21, 0, 15, 48, 63, 42];

/// The nearest triangles of the last block, by their places.
struct Seeds {
    places: [u32; SEEDS],
    count: usize,
    /// A set of the lowest six bits of the places, which rules out most other places at once.
    bits: u64,
}

impl Seeds {
    #[inline(always)]
    fn add(&mut self, place: u32) {
        if !self.contains(place) {
            self.places[self.count] = place;
            self.count += 1;
            self.bits |= 1 << (place % u64::BITS);
        }
    }

    #[inline(always)]
    fn contains(&self, place: u32) -> bool {
        self.bits >> (place % u64::BITS) & 1 != 0 && self.places[..self.count].contains(&place)
    }
}

/// A subtree that waits: child `child` of a node.
#[derive(Clone, Copy)]
struct Waiting {
    node: u32,
    child: u32,
}

/// Bounds of the nodes' distances so far.
struct Bounds<S: Simd> {
    /// No square is above these.
    upper: [S::F; SIDE],
    /// No distance is above this.
    ceiling: Ceiling,
    level: Level,
}

impl<S: Simd> Bounds<S> {
    /// Fits the ceiling to lower squares.
    #[inline(always)]
    fn lower_ceiling(&mut self, s: S, block: &Block<S>) {
        self.ceiling = Ceiling::over(s, block, &self.upper);
        self.level = Level::new(block, &self.ceiling);
    }
}

/// The memory of a search, besides the tree.
pub(super) struct Search {
    candidates: Candidates,
    stack: Vec<Waiting>,
    found: Found,
    has_seeds: bool,
}

impl Search {
    pub(super) fn new(tree: &WideTree) -> Result<Search> {
        let waiting = Waiting { node: 0, child: 0 };
        Ok(Search {
            candidates: Candidates::new()?,
            stack: filled(waiting, LANES8 * (tree.depth + 1), "generate")?,
            found: Found::NONE,
            has_seeds: false,
        })
    }

    /// The nearest triangles of the block's nodes; those farther than `band` need not be found.
    #[inline(always)]
    pub(super) fn nearest<S: Simd>(&mut self, task: &Task<S>, band: f32) -> &Found {
        let &Task { s, block, .. } = task;
        let mut seeds = Seeds { places: [0; SEEDS], count: 0, bits: 0 };
        if self.has_seeds {
            for node in SEED_NODES {
                seeds.add(task.tree.place(self.found.nearest(node).triangle));
            }
        }
        self.found = Found::NONE;
        self.candidates.clear();
        let padded = band * (1.0 + ERROR);
        let ceiling = Ceiling::flat(block, padded);
        let mut bounds = Bounds {
            upper: [s.splat(padded * padded + LEAST_SQUARE); SIDE],
            level: Level::new(block, &ceiling),
            ceiling,
        };
        for &place in &seeds.places[..seeds.count] {
            self.test(task, place, (1 << SIDE) - 1, &mut bounds);
        }
        if seeds.count > 0 {
            bounds.lower_ceiling(s, block);
        }
        self.descend(task, &seeds, bounds);
        &self.found
    }

    #[inline(always)]
    fn descend<S: Simd>(&mut self, task: &Task<S>, seeds: &Seeds, mut bounds: Bounds<S>) {
        let &Task { s, tree, block } = task;
        let mut waiting = 0;
        let mut node = 0;
        loop {
            waiting = self.expand(task, node, &bounds.ceiling, waiting);
            // Down the nearest child that is still near enough.
            loop {
                if waiting == 0 {
                    return self.finish(task, &bounds.upper);
                }
                waiting -= 1;
                let Waiting { node: parent, child } = self.stack[waiting];
                let (parent, child) = (&tree.nodes[parent as usize], child as usize % LANES8);
                let nodes = near_nodes(s, parent, child, block, &bounds.upper);
                if nodes == 0 {
                    continue;
                }
                if parent.count[child] == 0 {
                    node = parent.child[child];
                    break;
                }
                if self.test_leaf(task, seeds, parent, child, nodes, &mut bounds) {
                    bounds.lower_ceiling(s, block);
                }
            }
        }
    }

    /// Tests a leaf's triangles for some nodes, a bit for each; returns true if one lowers a bound of any
    /// node.
    #[inline(always)]
    fn test_leaf<S: Simd>(
        &mut self,
        task: &Task<S>,
        seeds: &Seeds,
        parent: &Node,
        child: usize,
        nodes: u64,
        bounds: &mut Bounds<S>,
    ) -> bool {
        let &Task { s, tree, block } = task;
        let (first, end) = (parent.child[child], parent.child[child] + parent.count[child]);
        let separation = Separation::new(block, parent, child);
        let mut is_nearer = false;
        let mut start = first - first % LANES8 as u32;
        while start < end {
            let edges = &tree.edges[start as usize / LANES8];
            let own = ALL_LANES8 << first.saturating_sub(start)
                & ALL_LANES8 >> (start + LANES8 as u32).saturating_sub(end);
            let mut near = own & separation.near_triangles(s, edges, block, &bounds.ceiling);
            let are_few = nodes.count_ones() <= NODES_PER_TRIANGLE * near.count_ones();
            let slices = if are_few {
                separation.near_by_slice(s, edges, block, nodes, &bounds.upper)
            } else {
                array_of(|k| if has_slice(nodes, k) { near } else { 0 })
            };
            near &= slices.into_iter().fold(0, |all, slice| all | slice);
            let mut is_compared = are_few;
            for lane in bits(near) {
                let place = start + lane;
                if seeds.contains(place) {
                    continue;
                }
                let mut slices = (0..SIDE).fold(0, |all, k| all | (slices[k] >> lane & 1) << k);
                if !is_compared {
                    slices &= separation.near_slices(s, edges, lane as usize, block, &bounds.upper);
                }
                if slices != 0 && self.test(task, place, slices, bounds) {
                    // The bound that the others were compared with is too high now.
                    (is_nearer, is_compared) = (true, false);
                }
            }
            start += LANES8 as u32;
        }
        is_nearer
    }

    /// Puts the children that are not above the ceiling on the stack, the nearest last.
    #[inline(always)]
    fn expand<S: Simd>(&mut self, task: &Task<S>, number: u32, ceiling: &Ceiling, waiting: usize) -> usize {
        let &Task { s, tree, block } = task;
        let node = &tree.nodes[number as usize];
        let t = s.lanes8();
        let zero = all(t, 0.0);
        let mut to_box = [zero; 3];
        let mut from_corner = zero;
        let mut square = zero;
        let mut normal = [zero; 3];
        for axis in 0..3 {
            let at = all(t, block.center[axis]);
            let (low, high) = (t.load_array(&node.min[axis]), t.load_array(&node.max[axis]));
            to_box[axis] = t.sub(at, t.min(t.max(at, low), high));
            square = t.about_mul_add(to_box[axis], to_box[axis], square);
            normal[axis] = t.load_array(&node.normal[axis]);
            from_corner = t.about_mul_add(normal[axis], t.sub(at, low), from_corner);
        }
        let distance = t.sqrt(square);
        // The box's distance grows at least along its gradient, the slab's along its normal or against it.
        // All terms of the box are multiplied by the distance, which saves a division.
        let height = t.sub(from_corner, t.load_array(&node.middle));
        let half = t.load_array(&node.half);
        let mut of_box = square;
        let (mut of_front, mut of_back) = (t.sub(height, half), t.sub(t.sub(zero, height), half));
        for axis in 0..3 {
            let (slope, reach) = (all(t, ceiling.slope[axis]), all(t, block.reach[axis]));
            let turn = t.abs(t.about_neg_mul_add(slope, distance, to_box[axis]));
            of_box = t.about_neg_mul_add(turn, reach, of_box);
            let turn = t.abs(t.sub(normal[axis], slope));
            of_front = t.about_neg_mul_add(turn, reach, of_front);
            let turn = t.abs(t.add(normal[axis], slope));
            of_back = t.about_neg_mul_add(turn, reach, of_back);
        }
        let top = all(t, ceiling.padded);
        let near = t.le(of_box, t.mul(top, distance)) & t.le(t.max(of_front, of_back), top);
        // The nearest on top.
        let children = t.to_array_u(t.sort_lanes_descending(near, distance));
        for (waiting, child) in self.stack[waiting..].iter_mut().zip(children) {
            *waiting = Waiting { node: number, child };
        }
        waiting + near.count_ones() as usize
    }

    /// Tests a triangle on some slices; returns true if it lowers a bound of any node.
    #[inline(always)]
    fn test<S: Simd>(&mut self, task: &Task<S>, place: u32, slices: u32, bounds: &mut Bounds<S>) -> bool {
        let &Task { s, tree, block } = task;
        if self.candidates.is_full() {
            self.candidates.decide(task, &bounds.upper, &mut self.found);
        }
        let candidate = self.candidates.next();
        let Bounds { upper, level, .. } = bounds;
        let found = bound(s, &tree.affine[place as usize], block, slices, level, upper, candidate);
        if found.near != 0 {
            (candidate.triangle, candidate.slices) = (place, found.near);
            self.candidates.keep_next();
        }
        found.is_nearer
    }

    #[inline(always)]
    fn finish<S: Simd>(&mut self, task: &Task<S>, upper: &[S::F; SIDE]) {
        self.candidates.decide(task, upper, &mut self.found);
        self.has_seeds = self.found.is_complete();
    }
}

/// A bit for each node that a child's box is near enough to.
#[inline(always)]
fn near_nodes<S: Simd>(s: S, node: &Node, child: usize, block: &Block<S>, upper: &[S::F; SIDE]) -> u64 {
    let x = s.sub(block.x, s.min(s.max(block.x, s.splat(node.min[0][child])), s.splat(node.max[0][child])));
    let y = s.sub(block.y, s.min(s.max(block.y, s.splat(node.min[1][child])), s.splat(node.max[1][child])));
    let in_slice = s.about_mul_add(x, x, s.mul(y, y));
    let mut nodes = 0;
    for (k, &upper) in upper.iter().enumerate() {
        let at = block.at[2][k];
        let z = max(max(node.min[2][child] - at, at - node.max[2][child]), 0.0);
        nodes |= u64::from(s.le(s.add(in_slice, s.splat(z * z)), upper)) << (k * LANES);
    }
    nodes
}

/// Returns true if some nodes are in a slice.
#[inline(always)]
fn has_slice(nodes: u64, slice: usize) -> bool {
    nodes >> (slice * LANES) & u64::from(ALL_LANES) != 0
}
