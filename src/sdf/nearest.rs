//! The distance at a node, as every method of generation decides it.
//!
//! Triangles are compared by a key: the squared distance in f64, from corners and a node that are f32 and
//! taken exactly. The nearest triangle is the one with the smallest key, and of equal keys the lowest index,
//! so answers do not depend on the method or the order of visits. The distance is the square root of the key,
//! rounded to f32 once.
//!
//! The key is the least squared distance of the three edges and, if the node is over it, the face, as in
//! `geometry::closest_point_triangle`. Parts that depend on the triangle alone are computed once.

use crate::arrays::MapEach;
use crate::geometry::{THINNEST_SQUARED, Triangle, Vec3};
use crate::mesh::NO_TRIANGLE;
use crate::simd::{Arithmetic64, Scalar64};
use glam::DVec3;

/// The largest difference of the root of a triangle's key below its distance, in parts of the triangle's
/// longest edge, besides a relative 2^-26 or so. A triangle is skipped as too far only if it is farther by
/// more than that. It is the error of a normal of the thinnest triangles that have a face, fourfold; edges
/// are no nearer than they are.
pub(super) const KEY_ERROR: f64 = 1.0 / (1u64 << 25) as f64;

/// A triangle prepared for the keys of many points.
#[derive(Clone, Copy)]
pub(super) struct TriangleKey {
    corners: [DVec3; 3],
    /// The vectors from each corner to the next.
    edges: [DVec3; 3],
    squares: [f64; 3],
    inverse_squares: [f64; 3],
    /// Vectors across each edge, from the inside to the outside; zero if there is no face.
    outward: [DVec3; 3],
    normal: DVec3,
    inverse_area: f64,
}

impl TriangleKey {
    #[inline(always)]
    pub(super) fn new(triangle: &Triangle) -> TriangleKey {
        let [a, b, c] = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
        let edges = [b - a, c - b, a - c];
        let squares = edges.map_each(|edge| edge.length_squared());
        let normal = edges[2].cross(edges[0]);
        let area = normal.length_squared();
        // Thinner triangles, and those without area, have no face: an edge is as near, but for 2^-26 of their
        // size.
        let has_face = area > THINNEST_SQUARED * squares[0] * squares[2];
        let outward = edges.map_each(|edge| if has_face { edge.cross(normal) } else { DVec3::ZERO });
        let inverse_squares = squares.map_each(|square| 1.0 / square);
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

    /// The key of a point, or of one a lane, given by coordinates.
    #[inline(always)]
    pub(super) fn of<A: Arithmetic64>(&self, n: A, point: [A::F; 3]) -> A::F {
        let [a, b, c] = self.corners;
        let (a, b, c) = (from(n, a, point), from(n, b, point), from(n, c, point));
        let (aa, bb, cc) = (dot(n, a, a), dot(n, b, b), dot(n, c, c));
        let (ab, bc, ca) =
            (self.of_edge(n, 0, a, aa, bb), self.of_edge(n, 1, b, bb, cc), self.of_edge(n, 2, c, cc, aa));
        let edge = less(n, less(n, bc, ab), ca);
        // On the inner side of each edge.
        let zero = n.splat(0.0);
        let [of_ab, of_bc, of_ca] = self.outward;
        let inside = n.and(n.lt(zero, dot_with(n, a, of_ab)), n.lt(zero, dot_with(n, b, of_bc)));
        let inside = n.and(inside, n.lt(zero, dot_with(n, c, of_ca)));
        // From the nearest corner: rounding errors grow with the distance to the corner.
        let [of_a, of_b, of_c] =
            [dot_with(n, a, self.normal), dot_with(n, b, self.normal), dot_with(n, c, self.normal)];
        let height = n.select(n.lt(bb, aa), of_b, of_a);
        let height = n.select(n.lt(cc, less(n, bb, aa)), of_c, height);
        let face = n.mul(n.mul(height, height), n.splat(self.inverse_area));
        n.select(n.and(inside, n.lt(face, edge)), face, edge)
    }

    /// The squared distance of an edge; an edge without length ends at either end.
    #[inline(always)]
    fn of_edge<A: Arithmetic64>(&self, n: A, k: usize, from: [A::F; 3], at_from: A::F, at_to: A::F) -> A::F {
        let (along, square) = (self.edges[k], n.splat(self.squares[k]));
        let zero = n.splat(0.0);
        let reach = n.sub(zero, dot_with(n, from, along));
        let part = n.mul(reach, n.splat(self.inverse_squares[k]));
        let between = [
            n.add(from[0], n.mul(n.splat(along.x), part)),
            n.add(from[1], n.mul(n.splat(along.y), part)),
            n.add(from[2], n.mul(n.splat(along.z), part)),
        ];
        let key = n.select(n.lt(reach, square), dot(n, between, between), at_to);
        n.select(n.lt(zero, reach), key, at_from)
    }
}

/// The key of a point whose nearest point is a corner, as [`TriangleKey::of`] computes it.
#[inline(always)]
pub(super) fn corner_key<A: Arithmetic64>(n: A, corner: DVec3, point: [A::F; 3]) -> A::F {
    let from = from(n, corner, point);
    dot(n, from, from)
}

/// The vector from a point to a corner.
#[inline(always)]
fn from<A: Arithmetic64>(n: A, corner: DVec3, point: [A::F; 3]) -> [A::F; 3] {
    let [x, y, z] = point;
    [n.sub(n.splat(corner.x), x), n.sub(n.splat(corner.y), y), n.sub(n.splat(corner.z), z)]
}

#[inline(always)]
fn dot<A: Arithmetic64>(n: A, a: [A::F; 3], b: [A::F; 3]) -> A::F {
    n.add(n.add(n.mul(a[0], b[0]), n.mul(a[1], b[1])), n.mul(a[2], b[2]))
}

#[inline(always)]
fn dot_with<A: Arithmetic64>(n: A, a: [A::F; 3], b: DVec3) -> A::F {
    dot(n, a, [n.splat(b.x), n.splat(b.y), n.splat(b.z)])
}

#[inline(always)]
fn less<A: Arithmetic64>(n: A, a: A::F, b: A::F) -> A::F {
    n.select(n.lt(a, b), a, b)
}

/// The key by which triangles are compared. A triangle without area is the segment or the point that it is.
#[inline]
pub(super) fn key(point: Vec3, triangle: &Triangle) -> f64 {
    TriangleKey::new(triangle).of(Scalar64, point.as_dvec3().to_array())
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

    /// The distance; infinite if there is no triangle.
    #[inline(always)]
    pub(super) fn distance(self) -> f32 {
        self.key.sqrt() as f32
    }

    /// The value and the triangle in a field with a band: values are at most the band, and farther nodes have
    /// no triangle.
    #[inline(always)]
    pub(super) fn within(self, band: f32) -> (f32, u32) {
        let distance = self.distance();
        if distance <= band { (distance, self.triangle) } else { (band, NO_TRIANGLE) }
    }
}
