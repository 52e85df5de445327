//! The distances of sixteen triangles from a point, as the reference computes them, operation by operation.

use super::lanes::{Lanes3, least, most, splat3, sub};
use crate::geometry::{SMALLEST_AREA_SQUARED, Vec3, closest_point_triangle};
use crate::mesh::layout::Cluster;
use crate::simd::{LANES, Simd};

#[inline(always)]
fn dot<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>) -> S::F {
    simd.add(simd.add(simd.mul(a[0], b[0]), simd.mul(a[1], b[1])), simd.mul(a[2], b[2]))
}

/// `base + along * factor`.
#[inline(always)]
fn along<S: Simd>(simd: S, base: Lanes3<S>, along: Lanes3<S>, factor: S::F) -> Lanes3<S> {
    [
        simd.add(base[0], simd.mul(along[0], factor)),
        simd.add(base[1], simd.mul(along[1], factor)),
        simd.add(base[2], simd.mul(along[2], factor)),
    ]
}

#[inline(always)]
fn negate<S: Simd>(simd: S, v: S::F) -> S::F {
    simd.sub(simd.splat(-0.0), v)
}

#[inline(always)]
fn select3<S: Simd>(simd: S, mask: u32, a: Lanes3<S>, b: Lanes3<S>) -> Lanes3<S> {
    [simd.select(mask, a[0], b[0]), simd.select(mask, a[1], b[1]), simd.select(mask, a[2], b[2])]
}

/// The squared length of an offset, clamped into a box.
#[inline(always)]
fn squared<S: Simd>(simd: S, offset: Lanes3<S>, low: Lanes3<S>, high: Lanes3<S>) -> S::F {
    let clamped = [
        simd.max(simd.min(offset[0], high[0]), low[0]),
        simd.max(simd.min(offset[1], high[1]), low[1]),
        simd.max(simd.min(offset[2], high[2]), low[2]),
    ];
    dot(simd, clamped, clamped)
}

/// The offset to the closest point of an edge: how far that is from its first corner, times its length, is `reach`.
/// `direction` is the edge's, or the opposite one.
#[inline(always)]
fn edge_offset<S: Simd>(
    simd: S,
    (from, to): (Lanes3<S>, Lanes3<S>),
    direction: Lanes3<S>,
    reach: S::F,
    is_opposite: bool,
) -> Lanes3<S> {
    let zero = simd.splat(0.0);
    let length = dot(simd, direction, direction);
    let beyond_from = simd.lt(zero, reach) & simd.lt(zero, length);
    let at_to = simd.le(length, reach);
    let factor = simd.div(reach, length);
    let factor = if is_opposite { negate(simd, factor) } else { factor };
    let between = along(simd, from, direction, factor);
    select3(simd, beyond_from, select3(simd, at_to, to, between), from)
}

/// The squared distances of [`crate::geometry::closest_point_triangle`] to all triangles of a cluster; where all are
/// larger than `limit`, any that are. Of the triangles whose bit is set in `enough`, one that is no farther is enough:
/// then the others' may be larger than they are.
#[inline(always)]
pub(super) fn distance_lanes<S: Simd, const TABLES: usize>(
    simd: S,
    point: Vec3,
    cluster: Cluster<TABLES>,
    limit: f32,
    enough: u32,
) -> S::F {
    let limit = simd.splat(limit);
    let mut triangles = cluster.triangles(simd, [0, 1, 2]);
    for table in 0..TABLES {
        triangles.vertices[table] = sub(simd, triangles.vertices[table], splat3(simd, point));
    }
    let (a, b, c) = (triangles.corner(simd, 0), triangles.corner(simd, 1), triangles.corner(simd, 2));
    let (low, high) = (least(simd, a, b, c), most(simd, a, b, c));
    // Everything below is clamped into the triangle's own box, so it is at least as far as that.
    let zero = simd.splat(0.0);
    let nearest = squared(simd, [zero; 3], low, high);
    if triangles.valid & simd.le(nearest, limit) == 0 {
        return nearest;
    }
    let (ab, ac, bc) = (sub(simd, b, a), sub(simd, c, a), sub(simd, c, b));
    // Minus Ericson's d1 to d6: a sign changes no digit, and in products of two it does not show.
    let (d1, d2) = (dot(simd, ab, a), dot(simd, ac, a));
    let (d3, d4) = (dot(simd, ab, b), dot(simd, ac, b));
    let (d5, d6) = (dot(simd, ab, c), dot(simd, ac, c));
    let on_ab = edge_offset(simd, (a, b), ab, negate(simd, d1), false);
    let best = squared(simd, on_ab, low, high);
    let on_bc = edge_offset(simd, (b, c), bc, negate(simd, dot(simd, bc, b)), false);
    let on_bc = squared(simd, on_bc, low, high);
    let best = simd.select(simd.lt(on_bc, best), on_bc, best);
    // What follows never makes it larger.
    if enough & simd.le(best, limit) != 0 {
        return best;
    }
    let on_ca = squared(simd, edge_offset(simd, (c, a), ac, d6, true), low, high);
    let best = simd.select(simd.lt(on_ca, best), on_ca, best);
    let va = simd.sub(simd.mul(d3, d6), simd.mul(d5, d4));
    let vb = simd.sub(simd.mul(d5, d2), simd.mul(d1, d6));
    let vc = simd.sub(simd.mul(d1, d4), simd.mul(d3, d2));
    let inside = simd.lt(zero, va) & simd.lt(zero, vb) & simd.lt(zero, vc);
    let sum = simd.add(simd.add(va, vb), vc);
    let area = simd.abs(sum);
    let in_range = simd.le(simd.splat(SMALLEST_AREA_SQUARED), area) & simd.le(area, simd.splat(f32::MAX));
    if triangles.valid & !in_range != 0 {
        return distances_one_by_one(simd, point, cluster, triangles.valid);
    }
    if inside == 0 {
        return best;
    }
    let face = along(simd, along(simd, a, ab, simd.div(vb, sum)), ac, simd.div(vc, sum));
    let face = squared(simd, face, low, high);
    simd.select(inside & simd.lt(face, best), face, best)
}

/// The same from the reference itself, for clusters with triangles whose areas leave the range of f32.
#[cold]
#[inline(never)]
fn distances_one_by_one<S: Simd, const TABLES: usize>(
    simd: S,
    point: Vec3,
    cluster: Cluster<TABLES>,
    valid: u32,
) -> S::F {
    let mut distances = [f32::INFINITY; LANES];
    cluster.each(simd, valid, |lane, leaf| {
        distances[lane] = closest_point_triangle(point, &leaf.triangle).distance_squared;
    });
    simd.load_array(distances)
}
