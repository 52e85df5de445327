//! Whether a mesh is closed, and what closes it.

use super::weld::weld;
use crate::Result;
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
        let mut ways: [Vec<[u32; 2]>; 2] =
            [reserve(3 * input.triangle_count(), "sign")?, reserve(3 * input.triangle_count(), "sign")?];
        for i in 0..input.triangle_count() {
            let corners = input.corners(i).map(|corner| names[corner as usize]);
            for k in 0..3 {
                let (from, to) = (corners[k], corners[(k + 1) % 3]);
                match from.cmp(&to) {
                    std::cmp::Ordering::Less => ways[0].push([from, to]),
                    std::cmp::Ordering::Greater => ways[1].push([to, from]),
                    std::cmp::Ordering::Equal => {}
                }
            }
        }
        for way in &mut ways {
            way.sort_unstable();
        }
        let mut edges = Vec::new();
        let [mut up, mut down] = ways.map(|way| way.into_iter().peekable());
        // What is in one list and not in the other.
        loop {
            let (first, second) = (up.peek().copied(), down.peek().copied());
            match (first, second) {
                (None, None) => break,
                (Some(a), Some(b)) if a == b => {
                    up.next();
                    down.next();
                }
                (Some(a), b) if b.is_none_or(|b| a < b) => {
                    push(&mut edges, a, "sign")?;
                    up.next();
                }
                (_, b) => {
                    let Some([to, from]) = b else { break };
                    push(&mut edges, [from, to], "sign")?;
                    down.next();
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
            push(caps, [first, last, middle].map(|i| self.positions[ring[i] as usize]), "sign")?;
            push(&mut todo, (first, middle), "sign")?;
            push(&mut todo, (middle, last), "sign")?;
        }
        Ok(())
    }
}
