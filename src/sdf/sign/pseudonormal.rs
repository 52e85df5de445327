//! Angle-weighted pseudonormals: those of faces, edges and vertices.
//!
//! Bærentzen and Aanæs, "Signed Distance Computation Using the Angle Weighted Pseudonormal" (2005). The
//! pseudonormal of a vertex is the sum of its triangles' normals times their angles there, that of an edge
//! the sum of its two triangles' normals.

use super::weld::weld;
use crate::Result;
use crate::arrays::MapEach;
use crate::geometry::{Feature, Triangle, Vec3, arc_tangent, closest_point_triangle};
use crate::mesh::MeshInput;
use crate::vectors::{filled, make_room_in_map, reserve};
use glam::DVec3;
use rustc_hash::FxHashMap;

pub(super) struct Pseudonormals<'a> {
    input: &'a MeshInput<'a>,
    /// The vertices' names, equal ones at equal positions.
    names: Vec<u32>,
    /// The pseudonormals of vertices, by name.
    of_vertices: Vec<DVec3>,
    /// The pseudonormals of edges, by the names of their ends, the lower one first.
    of_edges: FxHashMap<[u32; 2], DVec3>,
}

impl<'a> Pseudonormals<'a> {
    pub(super) fn new(input: &'a MeshInput<'a>) -> Result<Pseudonormals<'a>> {
        let (names, positions) = weld(input, 0..input.positions.len() as u32)?;
        let mut of_vertices = filled(DVec3::ZERO, positions.len(), "sign")?;
        let mut of_edges: FxHashMap<[u32; 2], DVec3> = FxHashMap::default();
        make_room_in_map(&mut of_edges, 3 * input.triangle_count() / 2, "sign")?;
        let mut corners: Vec<[u32; 3]> = reserve(input.triangle_count(), "sign")?;
        corners.extend((0..input.triangle_count()).map(|i| input.corners(i).map_each(|v| names[v as usize])));
        for (i, corners) in corners.iter().enumerate() {
            let triangle = input.triangle(i);
            let normal = triangle.unit_normal();
            let at = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
            for k in 0..3 {
                let (next, last) = ((k + 1) % 3, (k + 2) % 3);
                // By an arctangent that is the same on every platform, because these sums decide signs. 0
                // beside an edge without length.
                let (along, across) = (at[next] - at[k], at[last] - at[k]);
                let angle = arc_tangent(along.cross(across).length(), along.dot(across));
                of_vertices[corners[k] as usize] += normal * angle;
                make_room_in_map(&mut of_edges, 1, "sign")?;
                *of_edges.entry(edge(corners[k], corners[next])).or_default() += normal;
            }
        }
        Ok(Pseudonormals { input, names, of_vertices, of_edges })
    }

    /// Returns true if a node is behind the nearest feature of its nearest triangle.
    pub(super) fn is_inside(&self, node: Vec3, triangle: u32) -> bool {
        if triangle as usize >= self.input.triangle_count() {
            return false;
        }
        let corners = self.input.corners(triangle as usize).map_each(|v| self.names[v as usize]);
        let shape: Triangle = self.input.triangle(triangle as usize);
        let closest = closest_point_triangle(node, &shape);
        let of_edge = |k: usize| {
            let found = self.of_edges.get(&edge(corners[k], corners[(k + 1) % 3]));
            found.copied().unwrap_or(DVec3::ZERO)
        };
        let normal = match closest.feature {
            Feature::Face => shape.unit_normal(),
            Feature::EdgeAb => of_edge(0),
            Feature::EdgeBc => of_edge(1),
            Feature::EdgeCa => of_edge(2),
            Feature::VertexA => self.of_vertices[corners[0] as usize],
            Feature::VertexB => self.of_vertices[corners[1] as usize],
            Feature::VertexC => self.of_vertices[corners[2] as usize],
        };
        closest.offset.dot(normal) > 0.0
    }
}

fn edge(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
