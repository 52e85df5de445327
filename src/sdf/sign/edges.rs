//! Whether a mesh is closed, and what closes it.

use super::weld::weld;
use crate::Result;
use crate::arrays::MapEach;
use crate::error::{filled, push, reserve};
use crate::geometry::Vec3;
use crate::mesh::MeshInput;

/// The directed edges of a mesh that are not met as often in the other direction, vertices at equal positions being one.
pub(super) struct Unbalanced {
    /// From and to, each as often as it is left over, in order.
    pub(super) edges: Vec<[u32; 2]>,
    /// Where the vertices are.
    positions: Vec<Vec3>,
}

impl Unbalanced {
    pub(super) fn new(input: &MeshInput) -> Result<Unbalanced> {
        let (names, positions) = weld(input)?;
        let ways = || {
            (0..input.triangle_count()).flat_map(|i| {
                let [a, b, c] = input.corners(i).map_each(|corner| names[corner as usize]);
                [[a, b], [b, c], [c, a]].into_iter().filter(|[from, to]| from != to)
            })
        };
        // By counting, edges are sorted by the lower of their vertices: few share it.
        let mut ends: Vec<usize> = filled(0, positions.len() + 1, "sign")?;
        for [from, to] in ways() {
            ends[from.min(to) as usize + 1] += 1;
        }
        for vertex in 0..positions.len() {
            ends[vertex + 1] += ends[vertex];
        }
        // The higher vertex, and in the last bit whether the edge comes from it.
        let mut others: Vec<u64> = filled(0, ends[positions.len()], "sign")?;
        for [from, to] in ways() {
            let end = &mut ends[from.min(to) as usize];
            others[*end] = u64::from(from.max(to)) << 1 | u64::from(from > to);
            *end += 1;
        }
        let (mut edges, mut start) = (Vec::new(), 0);
        for (low, &end) in ends[..positions.len()].iter().enumerate() {
            let others = &mut others[start..end];
            start = end;
            others.sort_unstable();
            for same in others.chunk_by(|a, b| a >> 1 == b >> 1) {
                let down = same.iter().filter(|&other| other & 1 != 0).count();
                let up = same.len() - down;
                let (low, high) = (low as u32, (same[0] >> 1) as u32);
                let edge = if up > down { [low, high] } else { [high, low] };
                for _ in 0..up.abs_diff(down) {
                    push(&mut edges, edge, "sign")?;
                }
            }
        }
        edges.sort_unstable();
        Ok(Unbalanced { edges, positions })
    }

    /// Triangles that close the mesh: with them, every directed edge is met as often in the other direction. What is left over
    /// falls into loops, and each of these is filled by halving it again and again, so that triangles are not much larger than
    /// the stretch of the loop that they are at.
    pub(super) fn caps(&self) -> Result<Vec<[Vec3; 3]>> {
        let mut caps = reserve(self.edges.len(), "sign")?;
        // The edges that leave a vertex lie together; this is the next of them.
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
