//! The triangles' own boxes.

use crate::geometry::{LEAST_PAD, LineBounds, PAD, Vec3, max_abs};
use crate::mesh::tree::{Block, Triangles, VertexLanes};
use crate::simd::{Lanes3, Simd, highest, lowest, splat3};

/// The times when a line enters and leaves the slabs of an axis, grown.
#[inline(always)]
fn slab<S: Simd>(simd: S, low: S::F, high: S::F, grow: S::F, inverse: S::F) -> (S::F, S::F) {
    let low = simd.mul(simd.sub(low, grow), inverse);
    let high = simd.mul(simd.add(high, grow), inverse);
    (simd.min(low, high), simd.max(low, high))
}

/// The times when a line enters and leaves each triangle's own grown box; the vertices are relative to the line's origin.
/// Subtracting that first is the same: it is monotone.
#[inline(always)]
fn own_boxes<S: Simd>(
    simd: S,
    line: &LineBounds,
    translated: &Triangles<S, impl VertexLanes<S>>,
) -> (S::F, S::F) {
    let (a, b, c) = (translated.corner(simd, 0), translated.corner(simd, 1), translated.corner(simd, 2));
    let (radius, inverse) = (simd.splat(line.radius), splat3(simd, line.inverse));
    let low = lowest(simd, a, b, c);
    let high = highest(simd, a, b, c);
    let far_x = simd.max(simd.abs(low[0]), simd.abs(high[0]));
    let far_y = simd.max(simd.abs(low[1]), simd.abs(high[1]));
    let far_z = simd.max(simd.abs(low[2]), simd.abs(high[2]));
    let far = simd.add(simd.max(simd.max(far_x, far_y), far_z), simd.splat(max_abs(line.half)));
    let pad = simd.add(simd.mul(simd.add(far, radius), simd.splat(PAD)), simd.splat(LEAST_PAD));
    let grow = simd.min(simd.add(radius, pad), simd.splat(f32::MAX));
    let half = splat3(simd, line.half);
    let x = slab(simd, low[0], high[0], simd.add(grow, half[0]), inverse[0]);
    let y = slab(simd, low[1], high[1], simd.add(grow, half[1]), inverse[1]);
    let z = slab(simd, low[2], high[2], simd.add(grow, half[2]), inverse[2]);
    (simd.max(simd.max(x.0, y.0), z.0), simd.min(simd.min(x.1, y.1), z.1))
}

/// The triangles of a block whose own boxes, grown by the radius, a line meets from 0 to `limit`: no contact of the
/// sphere that moves along it with any other is earlier.
#[inline(always)]
pub(in crate::mesh::query) fn swept_lanes<S: Simd>(
    simd: S,
    line: &LineBounds,
    block: impl Block,
    seen: u32,
    limit: f32,
) -> u32 {
    let mut triangles = block.triangles(simd, [0, 1, 2]);
    triangles.vertices = triangles.vertices_from(simd, line.origin);
    let (enter, leave) = own_boxes(simd, line, &triangles);
    let in_time = simd.le(enter, simd.splat(limit)) & simd.le(simd.splat(0.0), leave);
    seen & simd.le(enter, leave) & in_time
}

/// The triangles' own boxes, along the axes that the triangles are given along.
#[inline(always)]
pub(in crate::mesh::query) fn own_bounds<S: Simd>(
    simd: S,
    triangles: &Triangles<S, impl VertexLanes<S>>,
) -> (Lanes3<S>, Lanes3<S>) {
    let (a, b, c) = (triangles.corner(simd, 0), triangles.corner(simd, 1), triangles.corner(simd, 2));
    (lowest(simd, a, b, c), highest(simd, a, b, c))
}

/// The lanes whose triangle's own box touches `[low, high]`.
#[inline(always)]
pub(in crate::mesh::query) fn touching_boxes<S: Simd>(
    simd: S,
    low: Vec3,
    high: Vec3,
    block: impl Block,
) -> u32 {
    let triangles = block.triangles(simd, [0, 1, 2]);
    let (least, most) = own_bounds(simd, &triangles);
    let mut mask = triangles.valid;
    for k in 0..3 {
        mask &= simd.le(least[k], simd.splat(high[k])) & simd.le(simd.splat(low[k]), most[k]);
    }
    mask
}
