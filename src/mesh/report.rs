//! The irregularities of a mesh, counted. None of them keeps a mesh from being cooked.

use super::MeshInput;
use crate::Result;
use crate::vectors::reserve;

/// Counts of irregularities. Edges and parts are those of the index list: vertices at equal positions
/// count as different, so an unwelded mesh is all open edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshReport {
    /// Triangles.
    pub triangle_count: u32,
    /// Vertices.
    pub vertex_count: u32,
    /// Vertices that no triangle uses.
    pub unused_vertices: u32,
    /// Triangles without area. Rays never hit them; to other queries they are segments or points.
    pub degenerate_triangles: u32,
    /// Triangles whose three vertices, in any order, an earlier triangle has.
    pub duplicate_triangles: u32,
    /// Boundary edges: those of one triangle.
    pub open_edges: u32,
    /// Edges of three or more triangles.
    pub non_manifold_edges: u32,
    /// Edges of two triangles with inconsistent winding: both run along them in the same direction.
    pub inconsistent_edges: u32,
    /// Connected components: sets of triangles connected through shared vertices.
    pub parts: u32,
}

impl MeshReport {
    /// Returns true if the surface is closed and consistently wound: every edge has two triangles that run
    /// along it in opposite directions.
    pub fn is_watertight(&self) -> bool {
        self.triangle_count > 0
            && self.open_edges == 0
            && self.non_manifold_edges == 0
            && self.inconsistent_edges == 0
    }

    /// Examines a mesh.
    ///
    /// # Errors
    /// The errors of [`MeshInput::validate`].
    pub fn new(input: &MeshInput) -> Result<MeshReport> {
        input.validate()?;
        let (triangles, vertices) = (input.triangle_count(), input.positions.len());
        let mut report = MeshReport {
            triangle_count: triangles as u32,
            vertex_count: vertices as u32,
            ..MeshReport::default()
        };
        let mut edges: Vec<(u32, u32, bool)> = reserve(3 * triangles, "report")?;
        let mut sets: Vec<[u32; 3]> = reserve(triangles, "report")?;
        let mut parts = Parts::new(vertices)?;
        for i in 0..triangles {
            let corners = input.corners(i);
            report.degenerate_triangles += u32::from(input.triangle(i).is_degenerate());
            let mut sorted = corners;
            sorted.sort_unstable();
            sets.push(sorted);
            for k in 0..3 {
                let (from, to) = (corners[k], corners[(k + 1) % 3]);
                parts.join(from, to);
                if from != to {
                    edges.push((from.min(to), from.max(to), from > to));
                }
            }
        }
        sets.sort_unstable();
        report.duplicate_triangles = sets.windows(2).filter(|pair| pair[0] == pair[1]).count() as u32;
        edges.sort_unstable();
        for uses in edges.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            match uses {
                [_] => report.open_edges += 1,
                [a, b] => report.inconsistent_edges += u32::from(a.2 == b.2),
                _ => report.non_manifold_edges += 1,
            }
        }
        (report.parts, report.unused_vertices) = parts.count();
        Ok(report)
    }
}

/// Union–find over vertices, with path halving.
struct Parts {
    parent: Vec<u32>,
    used: Vec<bool>,
}

impl Parts {
    fn new(vertices: usize) -> Result<Parts> {
        let mut parts = Parts { parent: reserve(vertices, "report")?, used: reserve(vertices, "report")? };
        parts.parent.extend(0..vertices as u32);
        parts.used.resize(vertices, false);
        Ok(parts)
    }

    fn root(&mut self, mut v: u32) -> u32 {
        while self.parent[v as usize] != v {
            let grandparent = self.parent[self.parent[v as usize] as usize];
            self.parent[v as usize] = grandparent;
            v = grandparent;
        }
        v
    }

    fn join(&mut self, a: u32, b: u32) {
        self.used[a as usize] = true;
        self.used[b as usize] = true;
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }

    /// Parts, and vertices in none.
    fn count(&self) -> (u32, u32) {
        let unused = self.used.iter().filter(|&&used| !used).count() as u32;
        let roots = self.parent.iter().enumerate().filter(|&(v, &parent)| parent == v as u32).count() as u32;
        (roots - unused, unused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUBE: [[f32; 3]; 8] = [
        [0., 0., 0.],
        [1., 0., 0.],
        [0., 1., 0.],
        [1., 1., 0.],
        [0., 0., 1.],
        [1., 0., 1.],
        [0., 1., 1.],
        [1., 1., 1.],
    ];
    const FACES: [u32; 36] = [
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3,
        7, 5,
    ];

    #[test]
    fn a_cube_is_watertight() {
        let report = MeshReport::new(&MeshInput::new(&CUBE, &FACES)).unwrap();
        assert!(report.is_watertight());
        let expected = MeshReport { triangle_count: 12, vertex_count: 8, parts: 1, ..Default::default() };
        assert_eq!(report, expected);
    }

    #[test]
    fn every_fault_is_counted() {
        let mut faces = FACES.to_vec();
        faces.truncate(33); // open: three edges
        faces.swap(0, 1); // turned: three edges
        faces.extend([7, 7, 3]); // degenerate, its one edge now has two triangles in all
        faces.extend([4, 5, 6]); // duplicate: three edges with three triangles
        let mut positions = CUBE.to_vec();
        positions.push([9.0; 3]);
        let report = MeshReport::new(&MeshInput::new(&positions, &faces)).unwrap();
        assert_eq!(report.degenerate_triangles, 1);
        assert_eq!(report.duplicate_triangles, 1);
        assert_eq!(report.unused_vertices, 1);
        assert_eq!(report.parts, 1);
        assert_eq!(report.inconsistent_edges, 3);
        assert!(report.non_manifold_edges >= 3);
        assert!(report.open_edges >= 2);
        assert!(!report.is_watertight());
    }

    #[test]
    fn parts_are_connected_through_vertices() {
        let positions = [[0.0f32; 3]; 9];
        let report = MeshReport::new(&MeshInput::new(&positions, &[0, 1, 2, 2, 3, 4, 5, 6, 7])).unwrap();
        assert_eq!((report.parts, report.unused_vertices), (2, 1));
    }
}
