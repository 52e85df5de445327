//! A convex hull's vertices, faces and edges, as they are stored.

use crate::geometry::{Aabb, Vec3};
use bytemuck::{Pod, Zeroable};
use glam::DVec3;

/// The face of an edge that has none there: that of a segment.
pub const NO_FACE: u16 = u16::MAX;

/// An edge of a convex hull.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct HullEdge {
    /// The vertex with the lower number.
    pub a: u8,
    /// The other one.
    pub b: u8,
    /// The face on the left, seen from outside and going from `a` to `b`; [`NO_FACE`] for a segment.
    pub left: u16,
    /// The face on the right.
    pub right: u16,
}

/// The direction of a face.
// Aligned as `BlobWriter::section` asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(8))]
pub struct HullPlane {
    /// Outward, as long as twice the face's area: the sum of the cross products of its fan, in f64.
    pub normal: DVec3,
    /// The sum of the magnitudes of all products in it, times the number of the face's vertices and eight: 2^-53 of it
    /// is more than the error of the normal, all components together.
    pub size: f64,
}

/// A convex hull, borrowed: its vertices, faces and edges. A solid has 4 to 255 vertices. A flat hull is a polygon
/// with two faces, front and back; a segment has two vertices, one edge and no face; a point has one vertex.
#[derive(Clone, Copy, Debug)]
pub struct ConvexHull<'a> {
    vertices: &'a [Vec3],
    starts: &'a [u16],
    loops: &'a [u8],
    edges: &'a [HullEdge],
    planes: &'a [HullPlane],
    bounds: Aabb,
}

impl<'a> ConvexHull<'a> {
    /// A hull of these parts, which must be one: `starts` says where in `loops` the vertices of each face begin, and
    /// where the last ones end.
    pub(crate) fn new(
        vertices: &'a [Vec3],
        (starts, loops): (&'a [u16], &'a [u8]),
        edges: &'a [HullEdge],
        planes: &'a [HullPlane],
        bounds: Aabb,
    ) -> ConvexHull<'a> {
        ConvexHull { vertices, starts, loops, edges, planes, bounds }
    }

    /// The vertices, in the order of their coordinates.
    #[inline(always)]
    pub fn vertices(&self) -> &'a [Vec3] {
        self.vertices
    }

    /// The edges, in the order of their vertices.
    #[inline(always)]
    pub fn edges(&self) -> &'a [HullEdge] {
        self.edges
    }

    /// The number of faces.
    #[inline(always)]
    pub fn face_count(&self) -> usize {
        self.planes.len()
    }

    /// The vertices of face `i`, counter-clockwise seen from outside: three at least, no three of them on a line.
    #[inline(always)]
    pub fn face(&self, i: usize) -> &'a [u8] {
        &self.loops[usize::from(self.starts[i])..usize::from(self.starts[i + 1])]
    }

    /// The directions of the faces.
    #[inline(always)]
    pub fn planes(&self) -> &'a [HullPlane] {
        self.planes
    }

    /// The box around the vertices.
    #[inline(always)]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// 3 for a solid, 2 for a polygon, 1 for a segment, 0 for a point.
    #[inline(always)]
    pub fn dimension(&self) -> u32 {
        match (self.planes.len(), self.vertices.len()) {
            (0, count) => count as u32 - 1,
            (2, _) => 2,
            _ => 3,
        }
    }

    /// The first vertex of face `i`.
    #[inline(always)]
    pub(super) fn face_origin(&self, i: usize) -> Vec3 {
        self.vertices[usize::from(self.loops[usize::from(self.starts[i])])]
    }

    /// Returns true if a point lies over or under face `i`, along its normal.
    pub(super) fn is_over(&self, i: usize, point: DVec3) -> bool {
        let (face, normal) = (self.face(i), self.planes[i].normal);
        let vertex = |k: usize| self.vertices[usize::from(face[k % face.len()])].as_dvec3();
        (0..face.len()).all(|k| (vertex(k + 1) - vertex(k)).cross(point - vertex(k)).dot(normal) >= 0.0)
    }
}
