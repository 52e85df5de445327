//! Decides if a mesh is closed, and makes triangles that close it.

use super::weld::weld;
use crate::Result;
use crate::arrays::MapEach;
use crate::geometry::Vec3;
use crate::mesh::MeshInput;
use crate::parallel;
use crate::vectors::{collected, filled, push, reserve, zeroed};
use rayon::prelude::*;

/// The directed edges of a mesh that are not met as often in the other direction. Vertices at equal positions
/// count as one.
pub(super) struct Unbalanced {
    /// Start and end of each edge, as often as it is left over, in order.
    pub(super) edges: Vec<[u32; 2]>,
    /// The positions of the vertices.
    positions: Vec<Vec3>,
}

impl Unbalanced {
    pub(super) fn new(input: &MeshInput) -> Result<Unbalanced> {
        // Edges that are balanced by vertex numbers are balanced by positions, too. Only the others are
        // compared by positions. If there are more vertices than triangles, few are shared.
        if input.positions.len() <= input.triangle_count() {
            let edges = unbalanced(input, input.positions.len(), |vertex| vertex)?;
            if are_balanced(input, &edges)? {
                return Ok(Unbalanced { edges: Vec::new(), positions: Vec::new() });
            }
        }
        let (names, positions) = weld(input, 0..input.positions.len() as u32)?;
        let edges = unbalanced(input, positions.len(), |vertex| names[vertex as usize])?;
        Ok(Unbalanced { edges, positions })
    }

    /// Triangles that close the mesh: with them, every directed edge is met as often in the other direction.
    /// The edges that are left over form loops. Each loop is filled by halving it again and again, so that
    /// triangles are not much larger than the stretch of the loop that they are at.
    pub(super) fn caps(&self) -> Result<Vec<[Vec3; 3]>> {
        let mut caps = reserve(self.edges.len(), "sign")?;
        // The edges that leave a vertex lie together. This is the index of the next of them.
        let mut next: Vec<u32> = filled(u32::MAX, self.positions.len(), "sign")?;
        for (i, &[from, _]) in self.edges.iter().enumerate().rev() {
            next[from as usize] = i as u32;
        }
        let mut place: Vec<u32> = filled(u32::MAX, self.positions.len(), "sign")?;
        let mut path: Vec<u32> = Vec::new();
        for &[start, _] in &self.edges {
            path.clear();
            push(&mut path, start, "sign")?;
            place[start as usize] = 0;
            while let Some(&last) = path.last() {
                let edge = next[last as usize];
                let Some(&[_, to]) = self.edges.get(edge as usize).filter(|edge| edge[0] == last) else {
                    break;
                };
                next[last as usize] = edge + 1;
                if place[to as usize] == u32::MAX {
                    place[to as usize] = path.len() as u32;
                    push(&mut path, to, "sign")?;
                    continue;
                }
                let from = place[to as usize] as usize;
                self.fill(&path[from..], &mut caps)?;
                for vertex in path.drain(from + 1..) {
                    place[vertex as usize] = u32::MAX;
                }
            }
            for &vertex in &path {
                place[vertex as usize] = u32::MAX;
            }
        }
        Ok(caps)
    }

    /// Fills a loop, against its direction.
    fn fill(&self, ring: &[u32], caps: &mut Vec<[Vec3; 3]>) -> Result<()> {
        let mut todo = Vec::new();
        push(&mut todo, (0, ring.len() - 1), "sign")?;
        while let Some((first, last)) = todo.pop() {
            if last - first < 2 {
                continue;
            }
            let middle = first + (last - first) / 2;
            push(caps, [first, last, middle].map_each(|i| self.positions[ring[i] as usize]), "sign")?;
            push(&mut todo, (first, middle), "sign")?;
            push(&mut todo, (middle, last), "sign")?;
        }
        Ok(())
    }
}

/// The most threads: more would read triangles for longer than they compare edges.
const MOST_PARTS: usize = 8;

/// The directed edges that are left over, each as often as that, in order. `name` gives numbers below
/// `count`.
fn unbalanced(input: &MeshInput, count: usize, name: impl Fn(u32) -> u32 + Sync) -> Result<Vec<[u32; 2]>> {
    // Every thread has the edges whose lower vertex is its own.
    let parts = match parallel::is_pass_divided(input.triangle_count()) {
        true => rayon::current_num_threads().next_power_of_two().min(MOST_PARTS),
        false => 1,
    };
    let ways = || {
        let triangles = (0..input.triangle_count()).map(|i| input.corners(i).map_each(&name));
        triangles.flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]])
    };
    let of_part = |part| left_over(ways, count, part, parts);
    let mut edges = match parts {
        1 => of_part(0)?,
        _ => {
            let of_parts = (0..parts).into_par_iter().map(of_part).collect::<Result<Vec<_>>>()?;
            collected(of_parts.into_iter().flatten(), "sign")?
        }
    };
    edges.sort_unstable();
    Ok(edges)
}

/// Returns true if edges are balanced when vertices at equal positions are one.
fn are_balanced(input: &MeshInput, edges: &[[u32; 2]]) -> Result<bool> {
    let (names, positions) = weld(input, edges.as_flattened().iter().copied())?;
    let ways = || names.as_chunks().0.iter().copied();
    Ok(left_over(ways, positions.len(), 0, 1)?.is_empty())
}

/// The edges that are left over among those whose lower vertex, below `count`, is `part` modulo `parts`, a
/// power of two.
fn left_over<I: Iterator<Item = [u32; 2]>>(
    ways: impl Fn() -> I,
    count: usize,
    part: usize,
    parts: usize,
) -> Result<Vec<[u32; 2]>> {
    let (bits, mask) = (parts.trailing_zeros(), parts - 1);
    let is_own = |from: u32, to: u32| from != to && from.min(to) as usize & mask == part;
    // Edges are sorted by their lower vertex by counting: few share it.
    let own = count.saturating_sub(part).div_ceil(parts);
    let mut ends: Vec<usize> = zeroed(own + 1, "sign")?;
    ways().for_each(|[from, to]| {
        if is_own(from, to) {
            ends[(from.min(to) as usize >> bits) + 1] += 1;
        }
    });
    for vertex in 0..own {
        ends[vertex + 1] += ends[vertex];
    }
    // The higher vertex; the last bit is set if the edge comes from it.
    let mut others: Vec<u64> = zeroed(ends[own], "sign")?;
    ways().for_each(|[from, to]| {
        if is_own(from, to) {
            let end = &mut ends[from.min(to) as usize >> bits];
            others[*end] = u64::from(from.max(to)) << 1 | u64::from(from > to);
            *end += 1;
        }
    });
    let (mut edges, mut start) = (Vec::new(), 0);
    for (low, &end) in ends[..own].iter().enumerate() {
        let others = &mut others[start..end];
        start = end;
        others.sort_unstable();
        for same in others.chunk_by(|a, b| a >> 1 == b >> 1) {
            let down = same.iter().filter(|&other| other & 1 != 0).count();
            let up = same.len() - down;
            let (low, high) = ((low << bits | part) as u32, (same[0] >> 1) as u32);
            let edge = if up > down { [low, high] } else { [high, low] };
            for _ in 0..up.abs_diff(down) {
                push(&mut edges, edge, "sign")?;
            }
        }
    }
    Ok(edges)
}
