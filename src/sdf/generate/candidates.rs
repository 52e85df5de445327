//! Triangles that may be the nearest of some nodes of a block, and the decision between them by the
//! reference.

use super::block::{Block, NODES, SIDE};
use super::wide::WideTree;
use crate::Result;
use crate::geometry::Vec3;
use crate::sdf::nearest::{Nearest, TriangleKey, corner_key};
use crate::simd::{Doubles, LANES, LANES8, Part, Scalar64, Simd};
use crate::vectors::filled;

/// The most triangles that may wait for the reference.
const CANDIDATES: usize = 64;

/// A block of nodes, and the tree in which their nearest triangles are searched.
pub(super) struct Task<'a, S: Simd> {
    pub(super) s: S,
    pub(super) tree: &'a WideTree,
    pub(super) block: &'a Block<S>,
}

/// A triangle that may be the nearest of some nodes, with a lower bound on its squared distance to each.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// Its place in the tree.
    pub(super) triangle: u32,
    /// A bit for each slice that has such nodes.
    pub(super) slices: u32,
    pub(super) low: [[f32; LANES]; SIDE],
    /// For each corner, a bit for each node of which it is certainly the triangle's nearest point. There the
    /// key is the corner's squared distance, to the last bit.
    pub(super) corners: [u64; 3],
}

impl Candidate {
    const NONE: Candidate = Candidate { triangle: 0, slices: 0, low: [[0.0; LANES]; SIDE], corners: [0; 3] };

    /// The nodes of which it may still be the nearest triangle.
    #[inline(always)]
    fn nodes<S: Simd>(&self, s: S, upper: &[S::F; SIDE]) -> u64 {
        let mut nodes = 0;
        for (slice, &upper) in upper.iter().enumerate() {
            if self.slices >> slice & 1 != 0 {
                nodes |= u64::from(s.le(s.load_array(self.low[slice]), upper)) << (slice * LANES);
            }
        }
        nodes
    }
}

/// The triangles that wait.
pub(super) struct Candidates {
    all: Vec<Candidate>,
    count: usize,
}

impl Candidates {
    pub(super) fn new() -> Result<Candidates> {
        Ok(Candidates { all: filled(Candidate::NONE, CANDIDATES, "generate")?, count: 0 })
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(super) fn is_full(&self) -> bool {
        self.count == CANDIDATES
    }

    /// The place where the next candidate is written; there must be room.
    pub(super) fn next(&mut self) -> &mut Candidate {
        &mut self.all[self.count]
    }

    /// Keeps the candidate that was written there.
    pub(super) fn keep_next(&mut self) {
        self.count += 1;
    }

    /// Lets the reference decide between the candidates that may still be nearest.
    #[inline(always)]
    pub(super) fn decide<S: Simd>(&mut self, task: &Task<S>, upper: &[S::F; SIDE], found: &mut Found) {
        task.s.apart(Decide { candidates: self, task, upper, found });
    }
}

/// [`Candidates::decide`].
struct Decide<'a, 'b, S: Simd> {
    candidates: &'a mut Candidates,
    task: &'a Task<'b, S>,
    upper: &'a [S::F; SIDE],
    found: &'a mut Found,
}

impl<S: Simd> Part<S> for Decide<'_, '_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: S) {
        let Decide { candidates, task, upper, found } = self;
        let &Task { s, tree, .. } = task;
        for candidate in &candidates.all[..candidates.count] {
            let mut nodes = candidate.nodes(s, upper);
            // Most have been overtaken by nearer triangles.
            if nodes == 0 {
                continue;
            }
            let number = tree.order[candidate.triangle as usize];
            let triangle = &tree.triangles[candidate.triangle as usize];
            for (corner, of_corner) in [triangle.a, triangle.b, triangle.c].into_iter().zip(candidate.corners)
            {
                if nodes & of_corner != 0 {
                    found.compare_corner(task, corner, number, nodes & of_corner);
                    nodes &= !of_corner;
                }
            }
            if nodes != 0 {
                found.compare(task, &TriangleKey::new(triangle), number, nodes);
            }
        }
        candidates.count = 0;
    }
}

/// The nearest triangle of each node of a block.
pub(super) struct Found {
    keys: [f64; NODES],
    /// Their numbers, exact in f64, so that lanes compare both.
    triangles: [f64; NODES],
}

impl Found {
    pub(super) const NONE: Found =
        Found { keys: [Nearest::NONE.key; NODES], triangles: [Nearest::NONE.triangle as f64; NODES] };

    #[inline(always)]
    pub(super) fn nearest(&self, node: usize) -> Nearest {
        Nearest { key: self.keys[node], triangle: self.triangles[node] as u32 }
    }

    /// Returns true if every node has a triangle.
    pub(super) fn is_complete(&self) -> bool {
        self.keys.iter().all(|&key| key < f64::INFINITY)
    }

    /// Compares a triangle with the nearest ones found so far, for some nodes.
    #[inline(always)]
    fn compare<S: Simd>(&mut self, task: &Task<S>, triangle: &TriangleKey, number: u32, nodes: u64) {
        let d = task.s.doubles();
        for half in 0..NODES / LANES8 {
            let nodes = of_half(nodes, half);
            match nodes.count_ones() {
                0 => {}
                // Not worth eight lanes.
                1 => {
                    let node = (half * LANES8 + nodes.trailing_zeros() as usize) % NODES;
                    let key = triangle.of(Scalar64, task.block.exact_node(node));
                    let nearest = self.nearest(node).or(key, number);
                    (self.keys[node], self.triangles[node]) = (nearest.key, f64::from(nearest.triangle));
                }
                _ => self.take(d, half, nodes, triangle.of(d, task.block.exact_nodes(d, half)), number),
            }
        }
    }

    /// The same for nodes of which a corner is the triangle's nearest point. Not for other nodes: beside the
    /// corner, rounding may make its key less than the triangle's.
    #[inline(always)]
    fn compare_corner<S: Simd>(&mut self, task: &Task<S>, corner: Vec3, number: u32, nodes: u64) {
        let d = task.s.doubles();
        let corner = corner.as_dvec3();
        for half in 0..NODES / LANES8 {
            let nodes = of_half(nodes, half);
            if nodes != 0 {
                let keys = corner_key(d, corner, task.block.exact_nodes(d, half));
                self.take(d, half, nodes, keys, number);
            }
        }
    }

    /// Takes the keys that are less, for some nodes of half a slice.
    #[inline(always)]
    fn take<D: Doubles>(&mut self, d: D, half: usize, nodes: u32, keys: D::F, number: u32) {
        let (best, numbers) = (self.keys.as_chunks_mut().0, self.triangles.as_chunks_mut().0);
        let (best, numbers) = (&mut best[half], &mut numbers[half]);
        let (old, old_number, number) =
            (d.load_array(best), d.load_array(numbers), d.splat(f64::from(number)));
        let nearer = d.or(d.lt(keys, old), d.and(d.le(keys, old), d.lt(number, old_number)));
        let nearer = d.and(d.lanes(nodes), nearer);
        *best = d.to_array(d.select(nearer, keys, old));
        *numbers = d.to_array(d.select(nearer, number, old_number));
    }
}

/// A bit for each of some nodes that are in half a slice; the halves are numbered.
#[inline(always)]
fn of_half(nodes: u64, half: usize) -> u32 {
    (nodes >> (half * LANES8)) as u32 & 0xff
}
