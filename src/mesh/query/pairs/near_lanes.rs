//! Lower bounds of the distances of sixteen pairs of triangles.
//!
//! Any direction separates two triangles by no more than their distance. The best direction is where their
//! closest points are, which f32 finds nearly (Ericson, *Real-Time Collision Detection*, 2005, sections 5.1.9
//! and 5.1.10); what is proven is only how far they are apart along what it finds.

use crate::geometry::SQUARE_AFTER_ROUNDING;
use crate::simd::{Lanes3, Simd, about_cross, about_dot, max_abs, sub3};

/// The error of how far corners are apart along a direction, over eight times the largest components of the
/// direction and of the corners' differences: 2^-21, which is `64 u` where `31 u` are needed.
/// `docs/exactness.md` counts the roundings. Products may underflow, six of them by 2^-150: the smallest
/// normal number is taken off for that.
const ROUNDING: f32 = 1.0 / 2_097_152.0;
/// Squared lengths below this have lost digits to underflow. Above it nothing else does: a triangle is sure
/// to be apart only by more than 2^-19 of the corners' differences, of which the direction is no longer than
/// the root of 3, so a gap over the direction's length is at least 2^-20. A bound below the smallest normal
/// number is below every limit.
const LEAST: f32 = 1e-30;

/// The shortest vector that has been found, and its squared length.
#[derive(Clone, Copy)]
struct Shortest<S: Simd> {
    vector: Lanes3<S>,
    square: S::F,
}

impl<S: Simd> Shortest<S> {
    /// Takes a vector of those lanes in which it is shorter; never one that is not a number.
    #[inline(always)]
    fn consider(&mut self, simd: S, vector: Lanes3<S>, lanes: u32) {
        let square = about_dot(simd, vector, vector);
        let shorter = simd.lt(square, self.square) & lanes;
        self.square = simd.select(shorter, square, self.square);
        for (own, other) in self.vector.iter_mut().zip(vector) {
            *own = simd.select(shorter, other, *own);
        }
    }
}

#[inline(always)]
fn clamped<S: Simd>(simd: S, x: S::F) -> S::F {
    simd.min(simd.max(x, simd.splat(0.0)), simd.splat(1.0))
}

/// From a point of one edge to one of the other, where they are about nearest.
#[inline(always)]
fn between_edges<S: Simd>(simd: S, [p, to_p]: [Lanes3<S>; 2], [q, to_q]: [Lanes3<S>; 2]) -> Lanes3<S> {
    let (d, e, r) = (sub3(simd, to_p, p), sub3(simd, to_q, q), sub3(simd, p, q));
    let (dd, ee, de) = (about_dot(simd, d, d), about_dot(simd, e, e), about_dot(simd, d, e));
    let (dr, er) = (about_dot(simd, d, r), about_dot(simd, e, r));
    let denominator = simd.about_mul_sub(dd, ee, simd.mul(de, de));
    let s = simd.div(simd.about_mul_sub(de, er, simd.mul(dr, ee)), simd.max(denominator, simd.splat(LEAST)));
    let t = clamped(simd, simd.div(simd.about_mul_add(de, clamped(simd, s), er), ee));
    let s = clamped(simd, simd.div(simd.about_mul_sub(de, t, dr), dd));
    let mut offset = r;
    for k in 0..3 {
        offset[k] = simd.sub(simd.about_mul_add(d[k], s, r[k]), simd.mul(e[k], t));
    }
    offset
}

/// From a point to the plane of a triangle, and the lanes in which that is about on the triangle.
#[inline(always)]
fn to_face<S: Simd>(
    simd: S,
    point: Lanes3<S>,
    triangle: &[Lanes3<S>; 3],
    normal: Lanes3<S>,
) -> (Lanes3<S>, u32) {
    let mut inside = u32::MAX;
    for j in 0..3 {
        let edge = sub3(simd, triangle[(j + 1) % 3], triangle[j]);
        let across = about_cross(simd, edge, sub3(simd, point, triangle[j]));
        inside &= simd.le(simd.splat(0.0), about_dot(simd, across, normal));
    }
    let height = about_dot(simd, normal, sub3(simd, point, triangle[0]));
    let factor = simd.div(height, about_dot(simd, normal, normal));
    ([simd.mul(normal[0], factor), simd.mul(normal[1], factor), simd.mul(normal[2], factor)], inside)
}

/// Lower bounds of the squared distances of two triangles each; 0 where f32 cannot tell.
#[inline(always)]
pub(super) fn distance_bounds<S: Simd>(simd: S, p: &[Lanes3<S>; 3], q: &[Lanes3<S>; 3]) -> S::F {
    let first = sub3(simd, p[0], q[0]);
    let mut shortest = Shortest::<S> { vector: first, square: about_dot(simd, first, first) };
    for i in 0..3 {
        for j in 0..3 {
            let offset = between_edges(simd, [p[i], p[(i + 1) % 3]], [q[j], q[(j + 1) % 3]]);
            shortest.consider(simd, offset, u32::MAX);
        }
    }
    let p_normal = about_cross(simd, sub3(simd, p[1], p[0]), sub3(simd, p[2], p[0]));
    let q_normal = about_cross(simd, sub3(simd, q[1], q[0]), sub3(simd, q[2], q[0]));
    for k in 0..3 {
        let (offset, inside) = to_face(simd, p[k], q, q_normal);
        shortest.consider(simd, offset, inside);
        let (offset, inside) = to_face(simd, q[k], p, p_normal);
        let turned = sub3(simd, [simd.splat(0.0); 3], offset);
        shortest.consider(simd, turned, inside);
    }
    let apart = apart_along(simd, shortest.vector, p, q);
    let square = about_dot(simd, shortest.vector, shortest.vector);
    let sure = simd.lt(simd.splat(LEAST), square) & simd.lt(simd.splat(0.0), apart);
    // Of `16 u`, `6 u` are needed, and `2 u` for the limit's rounding.
    let bound = simd.mul(simd.mul(simd.div(apart, square), apart), simd.splat(SQUARE_AFTER_ROUNDING));
    simd.select(sure, bound, simd.splat(0.0))
}

/// Lower bounds of how far the triangles are apart along a direction, times its length; not positive where
/// that is not certain.
#[inline(always)]
fn apart_along<S: Simd>(simd: S, direction: Lanes3<S>, p: &[Lanes3<S>; 3], q: &[Lanes3<S>; 3]) -> S::F {
    // As seen from the first corner.
    let (mut least, mut most) = (simd.splat(0.0), simd.splat(f32::NEG_INFINITY));
    let mut reach = simd.splat(0.0);
    for &corner in q {
        let r = sub3(simd, corner, p[0]);
        most = simd.max(about_dot(simd, direction, r), most);
        reach = simd.max(max_abs(simd, r), reach);
    }
    for &corner in &p[1..] {
        let r = sub3(simd, corner, p[0]);
        least = simd.min(about_dot(simd, direction, r), least);
        reach = simd.max(max_abs(simd, r), reach);
    }
    // Infinite or no number where a product may have overflowed.
    let products = simd.mul(simd.mul(max_abs(simd, direction), simd.splat(8.0)), reach);
    let doubt = simd.about_mul_add(products, simd.splat(ROUNDING), simd.splat(f32::MIN_POSITIVE));
    simd.sub(simd.sub(least, most), doubt)
}

/// Lanes in which the triangles are certainly apart along some direction that is about in the plane of the
/// one and across one of its edges, or so with the other: triangles that are nearly in a plane, which the
/// signs of their corners do not tell apart.
#[inline(always)]
pub(super) fn apart_in_plane<S: Simd>(simd: S, p: &[Lanes3<S>; 3], q: &[Lanes3<S>; 3]) -> u32 {
    let mut apart = 0;
    for (one, other) in [(p, q), (q, p)] {
        let normal = about_cross(simd, sub3(simd, one[1], one[0]), sub3(simd, one[2], one[0]));
        for i in 0..3 {
            let edge = sub3(simd, one[(i + 1) % 3], one[i]);
            // Towards the triangle, so that the other is on the far side of the edge.
            let direction = about_cross(simd, normal, edge);
            apart |= simd.lt(simd.splat(0.0), apart_along(simd, direction, one, other));
        }
    }
    apart
}
