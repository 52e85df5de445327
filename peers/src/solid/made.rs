//! Makes solids: of brushes, with the mesh of all their faces, and of the surface that a mesh is.

use super::brush;
use super::faces::{Brushes, Face, Piece, Solid};
use crate::mesh::Mesh;

/// The solid that brushes are, and the mesh of all their faces.
pub(crate) fn from_brushes(name: &str, mut brushes: Brushes) -> Mesh {
    let mut faces = Vec::new();
    let mut pieces = Vec::new();
    let mut rest = &brushes.planes[..];
    for &count in &brushes.plane_counts {
        let (planes, after) = rest.split_at(count as usize);
        rest = after;
        let first = faces.len();
        let planes = brush::half_spaces(planes);
        faces.extend(brush::faces(&planes));
        if faces.len() > first {
            pieces.push(Piece::new(&faces, first..faces.len(), planes));
        }
    }
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for face in &faces {
        let first = positions.len() as u32;
        positions.extend(face.corners.iter().map(|corner| corner.as_vec3().to_array()));
        triangles.extend((2..face.corners.len() as u32).map(|k| [first, first + k - 1, first + k]));
    }
    let mut mesh = Mesh::new(name, true, &positions, &triangles);
    brushes.planes.iter_mut().for_each(|plane| plane[3] *= mesh.scale);
    let scale = f64::from(mesh.scale);
    faces.iter_mut().for_each(|face| face.scale(scale));
    pieces.iter_mut().for_each(|piece| piece.scale(scale));
    mesh.solid = Some(Solid::new(Some(brushes), faces, pieces));
    mesh
}

/// The solid whose surface a mesh is.
pub(crate) fn from_surface(mesh: &Mesh) -> Solid {
    let faces = (0..mesh.triangles.len()).map(|i| Face::new(mesh.corners(i).map(|v| v.as_dvec3()).to_vec()));
    let faces: Vec<Face> = faces.collect();
    let pieces = (0..faces.len()).map(|i| Piece::new(&faces, i..i + 1, Vec::new())).collect();
    Solid::new(None, faces, pieces)
}
