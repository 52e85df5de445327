//! The f32 filter before the exact decision: signs of determinants that rounding cannot have changed.
//!
//! Written so that lanes can do the same, one pair a lane: differences, cross and dot products, one bound a
//! determinant. `docs/exactness.md` has the bound's proof. Decisions of the filter are certain; undecided
//! pairs are for [`super::triangles_intersect_exactly`].

use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3, cross, dot, max_abs};

/// The factor of `8 |e| |f| |r|` in the bound on the rounding errors of a determinant: 7 units of 2^-24.
pub(crate) const ORIENTATION_ROUNDING: f32 = 7.0 / 16_777_216.0;

/// The term added inside of the bound for products that underflow: the smallest normal number.
pub(crate) const ORIENTATION_FLOOR: f32 = f32::MIN_POSITIVE;

/// The largest difference of `dot(cross(e, f), r)`, computed in f32 in any order, from the determinant of the
/// exact differences. `e`, `f` and `r` are the largest components, in magnitude, of the rounded differences,
/// `r` of the one outside of the cross product. Holds for any finite corners. Infinite or NaN if the
/// determinant may have overflowed, so that neither `determinant > bound` nor `determinant < -bound` is true.
#[inline(always)]
pub(crate) fn orientation_bound(e: f32, f: f32, r: f32) -> f32 {
    (((8.0 * e) * f + ORIENTATION_FLOOR) * r + ORIENTATION_FLOOR) * ORIENTATION_ROUNDING
}

/// Returns true if two triangles certainly share a point, false if they certainly do not. `None` if f32
/// arithmetic cannot tell: for degenerate or coplanar triangles, those that only touch or nearly touch, and
/// numbers that overflow or underflow.
pub fn triangles_intersect_filter(a: &Triangle, b: &Triangle) -> Option<bool> {
    let (p, q) = ([a.a, a.b, a.c], [b.a, b.b, b.c]);
    // The sides of each other's planes.
    let (of_a, of_b) = (sides(q, p), sides(p, q));
    if are_on_one_side(of_a) || are_on_one_side(of_b) {
        return Some(false);
    }
    // The side of the first triangle's edge i on which the second's edge j passes.
    let mut passes = [[0; 3]; 3];
    for (i, passes) in passes.iter_mut().enumerate() {
        let along = p[(i + 1) % 3] - p[i];
        let to = q.map_each(|corner| corner - p[i]);
        let (size, sizes) = (max_abs(along), to.map_each(max_abs));
        *passes = [(0, 1), (1, 2), (2, 0)].map_each(|(j, k)| {
            sign(dot(cross(to[j], to[k]), along), orientation_bound(sizes[j], sizes[k], size))
        });
    }
    let [x, y, z] = passes;
    let columns = [0, 1, 2].map_each(|j| [x[j], y[j], z[j]]);
    for i in 0..3 {
        let crosses = |sides: [i32; 3]| sides[i] * sides[(i + 1) % 3] < 0;
        // An edge whose ends are on both sides of a plane, and passes the triangle's edges all on the same
        // side.
        if (crosses(of_a) && are_on_one_side(passes[i])) || (crosses(of_b) && are_on_one_side(columns[i])) {
            return Some(true);
        }
    }
    let is_known = |signs: [i32; 3]| signs.iter().all(|&sign| sign != 0);
    let all_known = is_known(of_a) && is_known(of_b) && passes.into_iter().all(is_known);
    all_known.then_some(false)
}

/// The certain signs of three points' sides of the plane of a triangle; 0 for signs that are not certain.
#[inline(always)]
fn sides(triangle: [Vec3; 3], points: [Vec3; 3]) -> [i32; 3] {
    let (e, f) = (triangle[1] - triangle[0], triangle[2] - triangle[0]);
    let normal = cross(e, f);
    points.map_each(|point| {
        let r = point - triangle[0];
        sign(dot(normal, r), orientation_bound(max_abs(e), max_abs(f), max_abs(r)))
    })
}

#[inline(always)]
fn sign(determinant: f32, bound: f32) -> i32 {
    i32::from(determinant > bound) - i32::from(determinant < -bound)
}

#[inline(always)]
fn are_on_one_side(signs: [i32; 3]) -> bool {
    signs[0] != 0 && signs[0] == signs[1] && signs[0] == signs[2]
}
