//! The nearest triangles of a block's 64 nodes, all found in one descent of the tree.
//!
//! Children are taken nearest first. Eight are rejected at once where their box, or the slab around their triangles, is above
//! the ceiling: an affine function over all distances found so far, which a lower bound on a distance, affine as well, can be
//! compared with at a block's corners. What is left is compared node by node. The triangles' distances are f32 with a bound on
//! their error, so what remains for each node are the few triangles that may be the nearest, and these are decided
//! by the reference. See `docs/exactness.md`, "Distance fields".

use super::block::{Block, Ceiling, LEAST_SQUARE, NODES, SIDE};
use super::bound::{ERROR, Level, all, bound};
use super::leaf::near_triangles;
use super::wide::{Node, WideTree};
use crate::geometry::max;
use crate::sdf::nearest::{Nearest, TriangleKey};
use crate::simd::{Arithmetic64, Doubles, LANES, LANES8, Scalar64, Simd, Simd8};

/// How many triangles may wait for the reference.
const CANDIDATES: usize = 64;

/// How many triangles of the last block are tried first.
const SEEDS: usize = 6;
/// The nodes that these are nearest to: two in the middle, and four corners.
const SEED_NODES: [usize; SEEDS] = [21, 0, 15, 48, 63, 42];

/// The nearest triangles of the last block, by their places.
struct Seeds {
    places: [u32; SEEDS],
    count: usize,
    /// A bit for each, of the lowest bits of its place, so that most others are told at once.
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

/// A triangle that may be the nearest of some nodes, with a lower bound on its squared distance to each.
#[derive(Clone, Copy)]
struct Candidate {
    triangle: u32,
    /// A bit for each slice that has such nodes.
    slices: u32,
    low: [[f32; LANES]; SIDE],
}

/// A subtree that waits: child `child` of a node, and how far its box is from the center.
#[derive(Clone, Copy)]
struct Waiting {
    distance: f32,
    node: u32,
    child: u32,
}

/// A block of nodes, and what their nearest triangles are searched in.
pub(super) struct Task<'a, S: Simd> {
    pub(super) s: S,
    pub(super) tree: &'a WideTree,
    pub(super) block: &'a Block<S>,
}

/// What a search needs besides the tree.
pub(super) struct Search {
    candidates: Vec<Candidate>,
    candidate_count: usize,
    stack: Vec<Waiting>,
    found: Found,
    has_seeds: bool,
}

/// The nearest triangle of each node of a block.
pub(super) struct Found {
    keys: [f64; NODES],
    /// Their numbers, exact in f64, so that lanes compare both.
    triangles: [f64; NODES],
}

impl Found {
    const NONE: Found =
        Found { keys: [Nearest::NONE.key; NODES], triangles: [Nearest::NONE.triangle as f64; NODES] };

    #[inline(always)]
    pub(super) fn nearest(&self, node: usize) -> Nearest {
        Nearest { key: self.keys[node], triangle: self.triangles[node] as u32 }
    }

    /// Compares a triangle with what has been found for a node.
    #[inline(always)]
    fn compare<S: Simd>(&mut self, task: &Task<S>, node: usize, triangle: &TriangleKey, number: u32) {
        let key = triangle.of(Scalar64, task.block.exact_node(node));
        let nearest = self.nearest(node).or(key, number);
        (self.keys[node], self.triangles[node]) = (nearest.key, f64::from(nearest.triangle));
    }

    /// The same for eight nodes, half a slice.
    #[inline(always)]
    fn compare_eight<S: Simd>(&mut self, task: &Task<S>, half: usize, triangle: &TriangleKey, number: u32) {
        let d = task.s.doubles();
        let keys = triangle.of(d, task.block.exact_nodes(d, half * LANES8));
        let (best, numbers) = (self.keys.as_chunks_mut().0, self.triangles.as_chunks_mut().0);
        let (best, numbers) = (&mut best[half], &mut numbers[half]);
        let (old, old_number, number) =
            (d.load_array(best), d.load_array(numbers), d.splat(f64::from(number)));
        let nearer = d.or(d.lt(keys, old), d.and(d.le(keys, old), d.lt(number, old_number)));
        *best = d.to_array(d.select(nearer, keys, old));
        *numbers = d.to_array(d.select(nearer, number, old_number));
    }
}

/// Fewer nodes of a slice are decided one by one.
const WORTH_LANES: u32 = 3;

impl Search {
    pub(super) fn new(tree: &WideTree) -> Search {
        let none = Candidate { triangle: 0, slices: 0, low: [[0.0; LANES]; SIDE] };
        let waiting = Waiting { distance: 0.0, node: 0, child: 0 };
        Search {
            candidates: vec![none; CANDIDATES],
            candidate_count: 0,
            stack: vec![waiting; LANES8 * (tree.depth + 1)],
            found: Found::NONE,
            has_seeds: false,
        }
    }

    /// The nearest triangles of the block's nodes; those farther than `band` need not be found.
    #[inline(always)]
    pub(super) fn nearest<S: Simd>(&mut self, task: &Task<S>, band: f32) -> &Found {
        let &Task { s, block, .. } = task;
        let mut seeds = Seeds { places: [0; SEEDS], count: 0, bits: 0 };
        if self.has_seeds {
            for node in SEED_NODES {
                seeds.add(task.tree.places[self.found.nearest(node).triangle as usize]);
            }
        }
        self.found = Found::NONE;
        self.candidate_count = 0;
        let padded = band * (1.0 + ERROR);
        let mut upper = [s.splat(padded * padded + LEAST_SQUARE); SIDE];
        let mut ceiling = Ceiling::flat(block, padded);
        let level = Level::new(block, &ceiling);
        for &place in &seeds.places[..seeds.count] {
            self.test(task, place, (1 << SIDE) - 1, &level, &mut upper);
        }
        if seeds.count > 0 {
            ceiling = Ceiling::over(s, block, &upper);
        }
        self.descend(task, &seeds, upper, ceiling);
        &self.found
    }

    #[inline(always)]
    fn descend<S: Simd>(
        &mut self,
        task: &Task<S>,
        seeds: &Seeds,
        mut upper: [S::F; SIDE],
        mut ceiling: Ceiling,
    ) {
        let &Task { s, tree, block } = task;
        let mut level = Level::new(block, &ceiling);
        let mut waiting = 0;
        let mut node = 0;
        loop {
            waiting = self.expand(task, node, &ceiling, waiting);
            // Down the nearest child that is still near enough.
            loop {
                if waiting == 0 {
                    return self.finish(task, &upper);
                }
                waiting -= 1;
                let next = self.stack[waiting];
                let (parent, child) = (&tree.nodes[next.node as usize], next.child as usize % LANES8);
                let slices = near_slices(s, parent, child, block, &upper);
                if slices == 0 {
                    continue;
                }
                if parent.count[child] == 0 {
                    node = parent.child[child];
                    break;
                }
                let leaf = &tree.leaves[parent.child[child] as usize];
                let mut near =
                    near_triangles(s.lanes8(), leaf, block, &ceiling) & !(!0 << parent.count[child]);
                let mut is_nearer = false;
                while near != 0 {
                    let place = leaf.first + near.trailing_zeros();
                    near &= near - 1;
                    if !seeds.contains(place) {
                        is_nearer |= self.test(task, place, slices, &level, &mut upper);
                    }
                }
                if is_nearer {
                    ceiling = Ceiling::over(s, block, &upper);
                    level = Level::new(block, &ceiling);
                }
            }
        }
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
        // The box's distance grows at least along its gradient, that of the slab along its normal or against it. All of the
        // box's is multiplied by the distance, which saves a division.
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
        let mut near = t.le(of_box, t.mul(top, distance)) & t.le(t.max(of_front, of_back), top);
        let distances = t.to_array(distance);
        let first = waiting;
        let mut waiting = waiting;
        while near != 0 {
            let child = near.trailing_zeros();
            near &= near - 1;
            let lane = child as usize % LANES8;
            let distance = distances[lane];
            let mut place = waiting;
            while place > first && self.stack[place - 1].distance < distance {
                self.stack[place] = self.stack[place - 1];
                place -= 1;
            }
            self.stack[place] = Waiting { distance, node: number, child };
            waiting += 1;
        }
        waiting
    }

    /// Tests a triangle on some slices; whether it lowers a bound of any node.
    #[inline(always)]
    fn test<S: Simd>(
        &mut self,
        task: &Task<S>,
        place: u32,
        slices: u32,
        level: &Level,
        upper: &mut [S::F; SIDE],
    ) -> bool {
        let &Task { s, tree, block } = task;
        if self.candidate_count == CANDIDATES {
            self.decide(task, upper);
        }
        let candidate = &mut self.candidates[self.candidate_count];
        let found = bound(s, &tree.affine[place as usize], block, slices, level, upper, &mut candidate.low);
        if found.near != 0 {
            (candidate.triangle, candidate.slices) = (place, found.near);
            self.candidate_count += 1;
        }
        found.is_nearer
    }

    /// Lets the reference decide between the candidates, as far as they still are.
    #[inline(always)]
    fn decide<S: Simd>(&mut self, task: &Task<S>, upper: &[S::F; SIDE]) {
        let &Task { s, tree, .. } = task;
        let Search { candidates, found, .. } = self;
        for candidate in &candidates[..self.candidate_count] {
            let mut lefts = [0; SIDE];
            for (slice, left) in lefts.iter_mut().enumerate() {
                let low = s.load_array(candidate.low[slice]);
                *left = if candidate.slices >> slice & 1 != 0 { s.le(low, upper[slice]) } else { 0 };
            }
            // Most have been overtaken.
            if lefts == [0; SIDE] {
                continue;
            }
            let place = candidate.triangle;
            let number = tree.order[place as usize];
            let triangle = TriangleKey::new(&tree.triangles[place as usize]);
            for (slice, mut left) in lefts.into_iter().enumerate() {
                if left.count_ones() >= WORTH_LANES {
                    // The others of the slice may as well be compared.
                    for half in 0..LANES / LANES8 {
                        found.compare_eight(task, slice * (LANES / LANES8) + half, &triangle, number);
                    }
                    continue;
                }
                while left != 0 {
                    let node = (slice * LANES + left.trailing_zeros() as usize) % NODES;
                    left &= left - 1;
                    found.compare(task, node, &triangle, number);
                }
            }
        }
        self.candidate_count = 0;
    }

    #[inline(always)]
    fn finish<S: Simd>(&mut self, task: &Task<S>, upper: &[S::F; SIDE]) {
        self.decide(task, upper);
        self.has_seeds = self.found.keys.iter().all(|&key| key < f64::INFINITY);
    }
}

/// The slices with nodes that a child's box is near enough to.
#[inline(always)]
fn near_slices<S: Simd>(s: S, node: &Node, child: usize, block: &Block<S>, upper: &[S::F; SIDE]) -> u32 {
    let x = s.sub(block.x, s.min(s.max(block.x, s.splat(node.min[0][child])), s.splat(node.max[0][child])));
    let y = s.sub(block.y, s.min(s.max(block.y, s.splat(node.min[1][child])), s.splat(node.max[1][child])));
    let in_slice = s.about_mul_add(x, x, s.mul(y, y));
    let mut slices = 0;
    for (k, &upper) in upper.iter().enumerate() {
        let at = block.at[2][k];
        let z = max(max(node.min[2][child] - at, at - node.max[2][child]), 0.0);
        let near = s.le(s.add(in_slice, s.splat(z * z)), upper);
        slices |= u32::from(near != 0) << k;
    }
    slices
}
