//! The triangles that the exact line of a ray may cross.

use super::edges::{EdgeLanes, edges, largest, sheared};
use super::rays::span;
use crate::geometry::{LEAST_PAD, PAD, WatertightRay};
use crate::mesh::tree::{Triangles, VertexLanes};
use crate::simd::Simd;

/// The triangles of a block, of those whose bit is set in `seen`, that the exact line of a ray may cross within the range: all
/// but those that two edges are certainly on different sides of the line for, or that are certainly out of range.
///
/// With `F` how far the farthest corner is along any axis, sheared coordinates are off by `6 u F`, and with `r` the largest of
/// them an edge function by `24 u F r + 72 u² F²` for that and `8 u F r` for its own rounding. Taken are
/// `64 u F (r + 4 u F)`, and a bit for what underflows. A lane that is no number is not certain.
#[inline(always)]
pub(in crate::mesh::query) fn crossing_lanes<S: Simd, V: VertexLanes<S>>(
    simd: S,
    ray: &WatertightRay,
    triangles: &Triangles<S, V>,
    seen: u32,
    (t_min, t_max): (f32, f32),
) -> u32 {
    let translated = triangles.vertices_from(simd, ray.origin);
    let [x, y] = sheared(simd, ray, translated);
    let (px, py) = (triangles.at_corners(simd, x), triangles.at_corners(simd, y));
    let (EdgeLanes { u, v, w }, _) = edges(simd, [px[0], py[0]], [px[1], py[1]], [px[2], py[2]]);
    let [tx, ty, tz] = translated;
    let far = tx.abs(simd).max(simd, ty.abs(simd)).max(simd, tz.abs(simd));
    let aside = x.abs(simd).max(simd, y.abs(simd));
    let far = largest(simd, triangles.at_corners(simd, far));
    let aside = largest(simd, triangles.at_corners(simd, aside));
    let aside = simd.add(aside, simd.mul(far, simd.splat(PAD / 16.0)));
    let vague = simd.add(simd.mul(simd.mul(far, simd.splat(PAD)), aside), simd.splat(LEAST_PAD));
    let (least, most) = (simd.min(simd.min(u, v), w), simd.max(simd.max(u, v), w));
    let apart = simd.lt(least, simd.sub(simd.splat(0.0), vague)) & simd.lt(vague, most);
    let met = seen & !apart;
    if met == 0 {
        return 0;
    }
    let depth = triangles.at_corners(simd, V::splat(simd, ray.shear.z).mul(simd, tz));
    span(simd, met, depth, (simd.splat(t_min), simd.splat(t_max))).0
}
