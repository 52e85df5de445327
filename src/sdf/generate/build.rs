//! Construction of the tree: sets of points are divided until there are eight, and each of these again.

use super::affine::Affine;
use super::points::{Point, Set};
use super::wide::{Child, CornerEdges, LARGEST_SLAB, Node, WideTree};
use crate::Result;
use crate::geometry::{Aabb, Triangle};
use crate::mesh::MeshInput;
use crate::parallel;
use crate::progress::Monitor;
use crate::simd::LANES8;
use crate::vectors::{make_room, push};
use arrayvec::ArrayVec;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// The most triangles of a leaf. Most are rejected by a few operations each, which costs less than more
/// nodes.
const LEAF: usize = 12;
/// A set with this part of all triangles is divided between threads.
const LARGE_PART: usize = 16;

/// The tree of a mesh with triangles; an incomplete one after cancellation.
pub(super) fn build(input: &MeshInput, monitor: &Monitor) -> Result<WideTree> {
    let count = input.triangle_count();
    let builder = Builder { input, count, has_threads: parallel::has_threads(), monitor };
    let mut points = parallel::each(count, "generate", |i| Point::new(&input.triangle(i), i as u32))?;
    let mut part = Part::default();
    builder.node(Set::new(&mut points), 1, &mut part)?;
    let order = parallel::each(count, "generate", |i| points[i].triangle)?;
    drop(points);
    let triangles = parallel::each(count, "generate", |i| input.triangle(order[i] as usize))?;
    let affine = parallel::each(count, "generate", |i| Affine::new(&triangles[i]))?;
    let edges = parallel::each(count.div_ceil(LANES8), "generate", |i| {
        CornerEdges::new(&triangles[i * LANES8..count.min((i + 1) * LANES8)])
    })?;
    let places = parallel::each(count, "generate", |_| AtomicU32::new(0))?;
    parallel::each(count, "generate", |i| places[order[i] as usize].store(i as u32, Ordering::Relaxed))?;
    let Part { nodes, depth } = part;
    Ok(WideTree { nodes, affine, edges, triangles, order, places, depth })
}

struct Builder<'a> {
    input: &'a MeshInput<'a>,
    /// The number of all triangles.
    count: usize,
    has_threads: bool,
    monitor: &'a Monitor,
}

/// Some subtrees, one after the other.
#[derive(Default)]
struct Part {
    nodes: Vec<Node>,
    depth: usize,
}

impl Part {
    /// Appends another part; returns the offset that is added to the numbers of its nodes.
    fn append(&mut self, other: Part) -> Result<u32> {
        let before = self.nodes.len() as u32;
        make_room(&mut self.nodes, other.nodes.len(), "generate")?;
        self.nodes.extend(other.nodes.iter().map(|node| node.renumbered(before)));
        self.depth = self.depth.max(other.depth);
        Ok(before)
    }
}

impl Builder<'_> {
    /// Appends the nodes over a set of triangles, at a depth; returns the box around them.
    fn node(&self, set: Set, depth: usize, part: &mut Part) -> Result<Aabb> {
        part.depth = part.depth.max(depth);
        let place = part.nodes.len();
        push(&mut part.nodes, Node::EMPTY, "generate")?;
        if self.monitor.is_cancelled() {
            return Ok(Aabb::EMPTY);
        }
        let is_large = set.len() >= parallel::WORTH_A_SUBTREE && set.len() >= self.count / LARGE_PART;
        let sets = self.divide(set);
        let (mut node, mut bounds) = (Node::EMPTY, Aabb::EMPTY);
        if self.has_threads && is_large {
            for (i, done) in self.side_by_side(sets, depth).into_iter().enumerate() {
                let (mut child, of_child) = done?;
                let before = part.append(of_child)?;
                if child.count == 0 {
                    child.number += before;
                }
                node.set(i, &child);
                bounds = bounds.union(&child.bounds);
            }
        } else {
            for (i, set) in sets.into_iter().enumerate() {
                let child = self.child(set, depth, part)?;
                node.set(i, &child);
                bounds = bounds.union(&child.bounds);
            }
        }
        part.nodes[place] = node;
        Ok(bounds)
    }

    /// Up to eight sets that make up one: the largest are divided first.
    fn divide<'s>(&self, set: Set<'s>) -> ArrayVec<Set<'s>, LANES8> {
        let mut sets = ArrayVec::new();
        sets.push(set);
        while !sets.is_full() {
            let divisible = (0..sets.len()).filter(|&i| sets[i].len() > LEAF);
            let largest = divisible.max_by(|&a, &b| sets[a].area().total_cmp(&sets[b].area()));
            let Some(place) = largest else { break };
            let halves = sets.swap_remove(place).halves();
            sets.extend(halves);
        }
        sets
    }

    /// Makes a child over a set, and the nodes below it.
    fn child(&self, set: Set, depth: usize, part: &mut Part) -> Result<Child> {
        let (first, count) = (set.first, set.len());
        let mut triangles = ArrayVec::<Triangle, LARGEST_SLAB>::new();
        if count <= LARGEST_SLAB {
            triangles.extend(set.points.iter().map(|point| self.input.triangle(point.triangle as usize)));
        }
        if count > LEAF {
            let number = part.nodes.len() as u32;
            let bounds = self.node(set, depth + 1, part)?;
            return Ok(Child::new(bounds, &triangles, number, 0));
        }
        self.monitor.add(count);
        let bounds = triangles.iter().fold(Aabb::EMPTY, |all, triangle| all.union(&triangle.bounds()));
        Ok(Child::new(bounds, &triangles, first, count as u32))
    }

    /// Makes the children over some sets, on several threads, each with the nodes below it.
    fn side_by_side(
        &self,
        sets: ArrayVec<Set, LANES8>,
        depth: usize,
    ) -> ArrayVec<Result<(Child, Part)>, LANES8> {
        let mut all: ArrayVec<_, LANES8> = sets.into_iter().map(|set| (Some(set), None)).collect();
        all.par_iter_mut().with_max_len(1).for_each(|(set, done)| {
            *done = set.take().map(|set| {
                let mut part = Part::default();
                self.child(set, depth, &mut part).map(|child| (child, part))
            });
        });
        all.into_iter().filter_map(|(_, done)| done).collect()
    }
}
