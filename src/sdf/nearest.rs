//! The distance at a node, as every method of generation decides it.
//!
//! Triangles are compared by a key: the squared distance in f64, from corners and a node that are f32 and taken exactly. The
//! nearest is that of the smallest key, of equal keys the lowest index, so no method and no order of visits changes an
//! answer. The distance is the square root of the key, rounded to f32 once.
//!
//! The key is the least of four: of the edges and, where the node is over it, the face, as in `geometry::closest_point_triangle`;
//! what depends on the triangle alone is computed once.

use crate::geometry::{THINNEST_SQUARED, Triangle, Vec3};
use crate::mesh::NO_TRIANGLE;
use glam::DVec3;

/// A triangle prepared for the keys of many points.
#[derive(Clone, Copy)]
pub(super) struct TriangleKey {
    corners: [DVec3; 3],
    /// Each from a corner to the next.
    edges: [DVec3; 3],
    squares: [f64; 3],
    inverse_squares: [f64; 3],
    /// Across each edge, from the inside to the outside; zero where there is no face.
    outward: [DVec3; 3],
    normal: DVec3,
    inverse_area: f64,
}

impl TriangleKey {
    #[inline(always)]
    pub(super) fn new(triangle: &Triangle) -> TriangleKey {
        let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| corner.as_dvec3());
        let edges = [b - a, c - b, a - c];
        let squares = edges.map(|edge| edge.length_squared());
        let normal = edges[2].cross(edges[0]);
        let area = normal.length_squared();
        // Thinner triangles, and those without area, have no face: an edge is as near but for 2^-26 of their size.
        let has_face = area > THINNEST_SQUARED * squares[0] * squares[2];
        let outward = edges.map(|edge| if has_face { edge.cross(normal) } else { DVec3::ZERO });
        let inverse_squares = squares.map(|square| 1.0 / square);
        TriangleKey {
            corners: [a, b, c],
            edges,
            squares,
            inverse_squares,
            outward,
            normal,
            inverse_area: 1.0 / area,
        }
    }

    /// The key of a point. Without branches, so that a loop over points becomes lanes.
    #[inline(always)]
    pub(super) fn of(&self, point: DVec3) -> f64 {
        let [a, b, c] = [self.corners[0] - point, self.corners[1] - point, self.corners[2] - point];
        let (aa, bb, cc) = (a.length_squared(), b.length_squared(), c.length_squared());
        let (ab, bc, ca) =
            (self.of_edge(0, a, aa, bb), self.of_edge(1, b, bb, cc), self.of_edge(2, c, cc, aa));
        let edge = less(less(bc, ab), ca);
        // On the inner side of each edge.
        let [of_ab, of_bc, of_ca] = self.outward;
        let inside = (a.dot(of_ab) > 0.0) & (b.dot(of_bc) > 0.0) & (c.dot(of_ca) > 0.0);
        // From the nearest corner: the shorter the way, the less of it rounding takes.
        let (nearest, square) = (select(bb < aa, b, a), less(bb, aa));
        let height = self.normal.dot(select(cc < square, c, nearest));
        let face = height * height * self.inverse_area;
        if inside & (face < edge) { face } else { edge }
    }

    /// The squared distance of an edge; an edge without length ends at either end.
    #[inline(always)]
    fn of_edge(&self, k: usize, from: DVec3, at_from: f64, at_to: f64) -> f64 {
        let (along, square) = (self.edges[k], self.squares[k]);
        let reach = -from.dot(along);
        let between = (from + along * (reach * self.inverse_squares[k])).length_squared();
        let key = if reach >= square { at_to } else { between };
        if reach > 0.0 { key } else { at_from }
    }
}

#[inline(always)]
fn less(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline(always)]
fn select(condition: bool, a: DVec3, b: DVec3) -> DVec3 {
    DVec3::new(
        if condition { a.x } else { b.x },
        if condition { a.y } else { b.y },
        if condition { a.z } else { b.z },
    )
}

/// What triangles are compared by. A triangle without area is the segment or the point that it is.
#[inline]
pub(super) fn key(point: Vec3, triangle: &Triangle) -> f64 {
    TriangleKey::new(triangle).of(point.as_dvec3())
}

/// The nearest triangle so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nearest {
    pub(super) key: f64,
    pub(super) triangle: u32,
}

impl Nearest {
    /// None yet.
    pub(super) const NONE: Nearest = Nearest { key: f64::INFINITY, triangle: NO_TRIANGLE };

    /// The nearer of this one and another.
    #[inline(always)]
    pub(super) fn or(self, key: f64, triangle: u32) -> Nearest {
        let is_nearer = key < self.key || key == self.key && triangle < self.triangle;
        if is_nearer { Nearest { key, triangle } } else { self }
    }

    /// The distance; infinite where there is no triangle.
    #[inline(always)]
    pub(super) fn distance(self) -> f32 {
        self.key.sqrt() as f32
    }

    /// What a field with a band says: nothing is farther than the band, and what is has no triangle.
    #[inline(always)]
    pub(super) fn within(self, band: f32) -> (f32, u32) {
        let distance = self.distance();
        if distance <= band { (distance, self.triangle) } else { (band, NO_TRIANGLE) }
    }
}
