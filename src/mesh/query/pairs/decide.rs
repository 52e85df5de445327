//! Sixteen pairs of triangles that touch or do not, as far as f32 can tell for certain:
//! [`crate::geometry::internal::triangles_intersect_filter`] in lanes, with the same bounds.

use crate::geometry::{ORIENTATION_FLOOR, ORIENTATION_ROUNDING};
use crate::simd::{Lanes3, Simd, about_cross, about_dot, max_abs, sub3};

/// Lanes whose number is certainly positive, and certainly negative.
#[derive(Clone, Copy, Default)]
struct Signs {
    positive: u32,
    negative: u32,
}

impl Signs {
    fn certain(self) -> u32 {
        self.positive | self.negative
    }

    /// Lanes in which this and another certainly have different signs.
    fn differ(self, other: Signs) -> u32 {
        (self.positive & other.negative) | (self.negative & other.positive)
    }
}

/// Lanes in which three numbers certainly have the same sign.
fn same(signs: [Signs; 3]) -> u32 {
    let [a, b, c] = signs;
    (a.positive & b.positive & c.positive) | (a.negative & b.negative & c.negative)
}

/// `orientation_bound` of `geometry/triangle_triangle`, from `8 E F` and the floor.
#[inline(always)]
pub(super) fn bound<S: Simd>(simd: S, edges: S::F, reach: S::F) -> S::F {
    let floor = simd.splat(ORIENTATION_FLOOR);
    simd.mul(simd.add(simd.mul(edges, reach), floor), simd.splat(ORIENTATION_ROUNDING))
}

#[inline(always)]
fn signs<S: Simd>(simd: S, determinant: S::F, bound: S::F) -> Signs {
    let negated = simd.sub(simd.splat(0.0), bound);
    Signs { positive: simd.lt(bound, determinant), negative: simd.lt(determinant, negated) }
}

/// `8 E F` and the floor.
#[inline(always)]
fn edges<S: Simd>(simd: S, e: S::F, f: S::F) -> S::F {
    simd.add(simd.mul(simd.mul(simd.splat(8.0), e), f), simd.splat(ORIENTATION_FLOOR))
}

/// On which side of the planes of triangles three points are.
#[inline(always)]
fn sides<S: Simd>(simd: S, triangle: &[Lanes3<S>; 3], points: &[Lanes3<S>; 3]) -> [Signs; 3] {
    let (e, f) = (sub3(simd, triangle[1], triangle[0]), sub3(simd, triangle[2], triangle[0]));
    let normal = about_cross(simd, e, f);
    let edges = edges(simd, max_abs(simd, e), max_abs(simd, f));
    let mut found = [Signs::default(); 3];
    for k in 0..3 {
        let r = sub3(simd, points[k], triangle[0]);
        found[k] = signs(simd, about_dot(simd, normal, r), bound(simd, edges, max_abs(simd, r)));
    }
    found
}

/// The lanes whose triangles certainly touch, and those whose triangles certainly do not.
#[inline(always)]
pub(super) fn decide<S: Simd>(simd: S, p: &[Lanes3<S>; 3], q: &[Lanes3<S>; 3]) -> (u32, u32) {
    let (of_p, of_q) = (sides(simd, q, p), sides(simd, p, q));
    let mut known = u32::MAX;
    for k in 0..3 {
        known &= of_p[k].certain() & of_q[k].certain();
    }
    // On which side of edge i of the first the edge j of the second passes.
    let mut passes = [[Signs::default(); 3]; 3];
    for i in 0..3 {
        let along = sub3(simd, p[(i + 1) % 3], p[i]);
        let to = [sub3(simd, q[0], p[i]), sub3(simd, q[1], p[i]), sub3(simd, q[2], p[i])];
        let sizes = [max_abs(simd, to[0]), max_abs(simd, to[1]), max_abs(simd, to[2])];
        let size = max_abs(simd, along);
        for j in 0..3 {
            let k = (j + 1) % 3;
            let determinant = about_dot(simd, about_cross(simd, to[j], to[k]), along);
            passes[i][j] = signs(simd, determinant, bound(simd, edges(simd, sizes[j], sizes[k]), size));
            known &= passes[i][j].certain();
        }
    }
    let mut touching = 0;
    for i in 0..3 {
        let next = (i + 1) % 3;
        touching |= of_p[i].differ(of_p[next]) & same(passes[i]);
        touching |= of_q[i].differ(of_q[next]) & same([passes[0][i], passes[1][i], passes[2][i]]);
    }
    // An edge that passes through a face settles it; all on one side does, too; and all signs known without
    // either.
    let apart = same(of_p) | same(of_q) | (known & !touching);
    (touching, apart)
}

/// Lanes in which two triangles have a corner in common.
#[inline(always)]
pub(super) fn share_a_corner<S: Simd>(simd: S, p: &[Lanes3<S>; 3], q: &[Lanes3<S>; 3]) -> u32 {
    let mut shared = 0;
    for p in p {
        for q in q {
            shared |= simd.eq(p[0], q[0]) & simd.eq(p[1], q[1]) & simd.eq(p[2], q[2]);
        }
    }
    shared
}
