//! Bounds on the distances of all triangles of a leaf to a block at once.

use super::block::{Block, Ceiling};
use super::bound::all;
use super::wide::Leaf;
use crate::simd::{Simd, Simd8};

/// Products that are less, zero above all, reject nothing.
const LEAST_PRODUCT: f32 = 1.0 / (1u128 << 100) as f32;
/// What rounding takes of a bound in a direction, of how far the farthest corner is along the axes.
const DIRECTION_ERROR: f32 = 1.0 / (1 << 19) as f32;

#[inline(always)]
fn sub8<T: Simd8>(t: T, a: [T::F; 3], b: [T::F; 3]) -> [T::F; 3] {
    [t.sub(a[0], b[0]), t.sub(a[1], b[1]), t.sub(a[2], b[2])]
}

#[inline(always)]
fn dot8<T: Simd8>(t: T, a: [T::F; 3], b: [T::F; 3]) -> T::F {
    t.about_mul_add(a[2], b[2], t.about_mul_add(a[1], b[1], t.mul(a[0], b[0])))
}

/// The triangles of a leaf, a bit for each, that are not above the ceiling.
///
/// Whatever the direction, no point of a triangle is less far in it than the least far of the corners. So that is a lower
/// bound on distances, and affine. The best directions are from the center to the nearest point of the edges, and along
/// the normal.
#[inline(always)]
pub(super) fn near_triangles<T: Simd8, S: Simd>(
    t: T,
    leaf: &Leaf,
    block: &Block<S>,
    ceiling: &Ceiling,
) -> u32 {
    let zero = all(t, 0.0);
    let one = all(t, 1.0);
    let mut corners = [[zero; 3]; 3];
    for (corner, at) in corners.iter_mut().zip(&leaf.corners) {
        for axis in 0..3 {
            corner[axis] = t.sub(t.load_array(&at[axis]), all(t, block.center[axis]));
        }
    }
    let [a, b, c] = corners;
    let edges = [sub8(t, b, a), sub8(t, c, b), sub8(t, a, c)];
    let mut nearest = [zero; 3];
    let mut least = all(t, f32::INFINITY);
    for k in 0..3 {
        let (from, along) = (corners[k], edges[k]);
        let part = t.sub(zero, t.mul(dot8(t, from, along), t.load_array(&leaf.inverse_squares[k])));
        let part = t.min(t.max(part, zero), one);
        let at = [
            t.about_mul_add(along[0], part, from[0]),
            t.about_mul_add(along[1], part, from[1]),
            t.about_mul_add(along[2], part, from[2]),
        ];
        let square = dot8(t, at, at);
        for axis in 0..3 {
            nearest[axis] = t.select_less(square, least, at[axis], nearest[axis]);
        }
        least = t.min(square, least);
    }
    let ([x, y, z], e) = (edges[0], edges[1]);
    let normal = [
        t.sub(t.mul(y, e[2]), t.mul(z, e[1])),
        t.sub(t.mul(z, e[0]), t.mul(x, e[2])),
        t.sub(t.mul(x, e[1]), t.mul(y, e[0])),
    ];
    // Towards the triangle.
    let height = dot8(t, normal, a);
    let mut towards = [zero; 3];
    for axis in 0..3 {
        towards[axis] = t.select_less(height, zero, t.sub(zero, normal[axis]), normal[axis]);
    }
    let mut extent = zero;
    for axis in 0..3 {
        let [a, b, c] = [t.abs(a[axis]), t.abs(b[axis]), t.abs(c[axis])];
        extent = t.add(extent, t.max(t.max(a, b), c));
    }
    let top = t.about_mul_add(extent, all(t, DIRECTION_ERROR), all(t, ceiling.padded));
    let mut above = 0;
    for direction in [nearest, towards] {
        // All of it multiplied by the direction's length, which saves a division.
        let length = t.sqrt(dot8(t, direction, direction));
        let mut low = t.min(t.min(dot8(t, a, direction), dot8(t, b, direction)), dot8(t, c, direction));
        for (axis, &direction) in direction.iter().enumerate() {
            let turn = t.abs(t.about_mul_add(all(t, ceiling.slope[axis]), length, direction));
            low = t.about_neg_mul_add(turn, all(t, block.reach[axis]), low);
        }
        above |= t.le(t.about_mul_add(top, length, all(t, LEAST_PRODUCT)), low);
    }
    !above
}
