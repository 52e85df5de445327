//! Exact signs of determinants of f32 corners: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
//! Geometric Predicates", Discrete & Computational Geometry 18(3), 1997, by the crate `robust`.
//!
//! It is exact as long as no product overflows or underflows in f64, and none of f32 numbers does: all intermediate results of
//! `orient3d` are multiples of (2^-149)^3 = 2^-447 and below 2^419, those of `orient2d` multiples of 2^-298.

use crate::geometry::Vec3;
use robust::{Coord, Coord3D};

/// On which side of the plane through `a`, `b`, `c` the point `p` lies: 1 in front (from where they are counter-clockwise), -1
/// behind, 0 in the plane, or if they are on one line.
pub(in crate::geometry) fn side(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> i32 {
    let point = |v: Vec3| Coord3D { x: v.x, y: v.y, z: v.z };
    -sign(robust::orient3d(point(a), point(b), point(c), point(p)))
}

/// Which way `a`, `b`, `c` turn, projected along an axis: 1 to the left, -1 to the right, 0 on one line.
pub(in crate::geometry) fn turn(axis: usize, a: Vec3, b: Vec3, c: Vec3) -> i32 {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let point = |v: Vec3| Coord { x: v[i], y: v[j] };
    sign(robust::orient2d(point(a), point(b), point(c)))
}

/// An axis along which `a`, `b`, `c` can be projected and still make a triangle; none if they lie on one line. Projecting their
/// plane along it is one to one.
pub(super) fn projection(a: Vec3, b: Vec3, c: Vec3) -> Option<usize> {
    (0..3).find(|&axis| turn(axis, a, b, c) != 0)
}

/// Whether a point lies on a segment, both ends included.
pub(super) fn is_on_segment(p: Vec3, [from, to]: [Vec3; 2]) -> bool {
    is_between(p, from, to) && projection(from, to, p).is_none()
}

/// Whether a point lies in the box between two corners; for a point on the line through them, whether it is on the segment.
pub(super) fn is_between(p: Vec3, from: Vec3, to: Vec3) -> bool {
    p.cmpge(from.min(to)).all() && p.cmple(from.max(to)).all()
}

fn sign(value: f64) -> i32 {
    i32::from(value > 0.0) - i32::from(value < 0.0)
}
