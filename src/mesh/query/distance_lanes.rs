//! The squared distances of sixteen triangles from a point, as far as f32 goes.
//!
//! To the edges, the reference is f32, too ([`crate::geometry::distance_squared_triangle`]), and computed here
//! operation by operation. To a face it is f64; here, bounds in f32 suffice to rule triangles out. With `u` = 2^-24, `L`
//! the longest edge, `d` the distance to the edges and `s` the reciprocal of the sine at the first corner, the distance to
//! a face is off by less than `15 u s (d + L)`, so the bounds of slivers are loose. `docs/exactness.md` derives the
//! constants below; what under- and overflow can do is counted beside them.

use super::nearest::KeyBounds;
use crate::geometry::Vec3;
use crate::mesh::tree::Block;
use crate::simd::{Lanes3, Simd, cross, dot, highest, lowest, sub3};

/// The error of a squared distance to a face, times `s` squared: relative to itself, `336 u`, and to `d` and `L` squared,
/// `4 u`. The mixed part is split between them.
const OF_ITSELF: f32 = 2e-5;
const OF_LENGTHS: f32 = 1.0 / (1u32 << 22) as f32;
/// The error of what says whether a point is over a face, over `L` squared: relative to the squares of how far the
/// first corner is, `32 u`, and of `L`, `512 u`.
const OVER_FAR: f32 = 1.0 / (1u32 << 19) as f32;
const OVER_LONG: f32 = 1.0 / (1u32 << 15) as f32;
/// The bounds hold for squared areas `A` of at least 2^-110 and a doubt of at most 2^106. Elsewhere the face may be anywhere.
///
/// Nowhere are more than four lengths multiplied. `L^4` is at least `A`, so `L` is at least 2^-27.5, and each underflow, 2^-150,
/// vanishes beside the bound that it is part of:
/// - squared areas, edges times edges: 3 * 2^-150 of 2^-110;
/// - weights: 8 * 2^-150 beside `512 u L^4`, which is at least 2^-125;
/// - heights, over the normal's length: `3 * 2^-150 / A^(1/2)`, less than 2^-93, beside `15 u L`;
/// - a height over `A`, times a height: `2^-150 L^2 h`, beside the `2^-18 h L` that the mixed part stands for;
/// - `vague`, whose `4 u L^2` is at least 2^-77, is not less before it is multiplied by `s` squared, which is at least 1;
/// - squared distances themselves: [`UNDERFLOW`].
///
/// The doubt is at least `2^-15 L^4` and `2^-19 F L^2`, with `F` = `|a|^2 + L^2`. So `A` is at most 2^121 and its reciprocal a
/// normal number; `|a| L^3` is at most `F L^2 / 2`, which is 2^124, and no weight overflows, nor is infinity subtracted from
/// infinity, of which `min` would know nothing. A height over `A` is below 2^119. Where `s` squared overflows, `low` is not above
/// 0 and `high` not below the edges.
const LEAST_AREA: f32 = 1.0 / (1u128 << 110) as f32;
const MOST_DOUBT: f32 = (1u128 << 106) as f32;
/// The error of a squared distance by underflow: twice 2^-150 here and 2^-150 in the reference; this is 2^27 times as much.
const UNDERFLOW: f32 = 1e-37;

/// The squared distance of a triangle's own box, as the reference computes it.
#[inline(always)]
fn of_box<S: Simd>(simd: S, low: Lanes3<S>, high: Lanes3<S>) -> S::F {
    let zero = simd.splat(0.0);
    let gap = [
        simd.max(simd.min(zero, high[0]), low[0]),
        simd.max(simd.min(zero, high[1]), low[1]),
        simd.max(simd.min(zero, high[2]), low[2]),
    ];
    dot(simd, gap, gap)
}

/// The squared distance of an edge: how far its closest point is from its first corner, times its length, is `reach`.
#[inline(always)]
fn of_edge<S: Simd>(simd: S, from: Lanes3<S>, along: Lanes3<S>, reach: S::F, length: S::F) -> S::F {
    // An edge without length ends at either end.
    let factor = simd.max(simd.min(simd.div(reach, length), simd.splat(1.0)), simd.splat(0.0));
    let offset = [
        simd.add(from[0], simd.mul(along[0], factor)),
        simd.add(from[1], simd.mul(along[1], factor)),
        simd.add(from[2], simd.mul(along[2], factor)),
    ];
    dot(simd, offset, offset)
}

/// Bounds on [`crate::geometry::distance_squared_triangle`] for those triangles of a block that are `seen`. The mask
/// has those that may be no farther than `limit`. Of the triangles whose bit is set in `enough`, one that surely is, is
/// enough: then the others' bounds may be wide.
#[inline(always)]
pub(super) fn distance_lanes<S: Simd>(
    simd: S,
    point: Vec3,
    block: impl Block,
    seen: u32,
    limit: f32,
    enough: u32,
) -> KeyBounds<S> {
    let limit = simd.splat(limit);
    let mut triangles = block.triangles(simd, [0, 1, 2]);
    triangles.vertices = triangles.vertices_from(simd, point);
    let seen = seen & triangles.valid;
    let (a, b, c) = (triangles.corner(simd, 0), triangles.corner(simd, 1), triangles.corner(simd, 2));
    let own = of_box(simd, lowest(simd, a, b, c), highest(simd, a, b, c));
    if seen & simd.le(own, limit) == 0 {
        return KeyBounds::none(simd);
    }
    let zero = simd.splat(0.0);
    let (ab, ac, bc) = (sub3(simd, b, a), sub3(simd, c, a), sub3(simd, c, b));
    let (abab, acac, bcbc) = (dot(simd, ab, ab), dot(simd, ac, ac), dot(simd, bc, bc));
    let (along_ab, along_ac) = (simd.sub(zero, dot(simd, ab, a)), simd.sub(zero, dot(simd, ac, a)));
    let along_bc = simd.sub(zero, dot(simd, bc, b));
    let edge = simd.min(of_edge(simd, a, ab, along_ab, abab), of_edge(simd, b, bc, along_bc, bcbc));
    // The steps below never make it larger.
    if enough & seen & simd.le(edge, limit) & simd.le(own, limit) != 0 {
        return KeyBounds { mask: seen, sure: seen, low: own, high: simd.max(edge, own) };
    }
    let edge = simd.min(edge, of_edge(simd, a, ac, along_ac, acac));
    let of_edges = simd.max(edge, own);
    if enough & seen & simd.le(of_edges, limit) != 0 {
        return KeyBounds { mask: seen, sure: seen, low: own, high: of_edges };
    }
    // The point may be over the face by its barycentric weights there, times the squared area.
    let longest = simd.max(simd.max(abab, acac), bcbc);
    let abac = dot(simd, ab, ac);
    let v = simd.sub(simd.mul(along_ab, acac), simd.mul(along_ac, abac));
    let w = simd.sub(simd.mul(along_ac, abab), simd.mul(along_ab, abac));
    let all = simd.sub(simd.mul(abab, acac), simd.mul(abac, abac));
    let weight = simd.min(simd.min(simd.sub(simd.sub(all, v), w), v), w);
    let far = simd.add(dot(simd, a, a), longest);
    let doubt = simd.add(simd.mul(far, simd.splat(OVER_FAR)), simd.mul(longest, simd.splat(OVER_LONG)));
    let doubt = simd.mul(doubt, longest);
    let normal = cross(simd, ab, ac);
    let (area, height) = (dot(simd, normal, normal), dot(simd, normal, a));
    let in_range = simd.le(simd.splat(LEAST_AREA), area) & simd.le(doubt, simd.splat(MOST_DOUBT));
    let beside = in_range & simd.lt(simd.add(weight, doubt), zero);
    if seen & !beside & simd.le(own, limit) == 0 {
        let mask = seen & simd.le(of_edges, limit);
        return KeyBounds { mask, sure: seen, low: of_edges, high: of_edges };
    }
    let over = in_range & simd.lt(doubt, weight);
    // Never height times height, nor `vague` times lengths: these would underflow before the area is divided by.
    let per_area = simd.div(simd.splat(1.0), area);
    let face = simd.mul(simd.mul(height, per_area), height);
    let slenderness = simd.mul(simd.mul(abab, acac), per_area);
    let vague = simd.mul(simd.add(edge, longest), simd.splat(OF_LENGTHS));
    let vague = simd.add(simd.mul(face, simd.splat(OF_ITSELF)), vague);
    let vague = simd.add(simd.mul(vague, slenderness), simd.splat(UNDERFLOW));
    // No number where anything has overflowed: then the larger of it and another is the other.
    let low = simd.max(simd.select(in_range, simd.sub(face, vague), zero), own);
    let low = simd.select(beside, of_edges, simd.min(low, of_edges));
    let high = simd.min(simd.max(simd.select(over, simd.add(face, vague), edge), own), of_edges);
    KeyBounds { mask: seen & simd.le(low, limit), sure: seen, low, high }
}
