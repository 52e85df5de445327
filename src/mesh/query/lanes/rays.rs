//! Bounds on the hits of rays, of one ray and many triangles, or of many rays and one.

use super::edges::{EdgeLanes, edge_lanes, edges, join_bits, largest, sheared};
use crate::arrays::MapEach;
use crate::batch::Backfaces;
use crate::geometry::{LEAST_PAD, Vec3, WatertightRay};
use crate::mesh::query::nearest::KeyBounds;
use crate::mesh::tree::{Block, BlockLanes, FirstEight, Triangles, VertexLanes};
use crate::simd::{Arithmetic32, LANES8, Lanes3, Lanes32, Simd, splat3, sub3};

/// The range of hits that count.
#[derive(Clone, Copy)]
pub(in crate::mesh::query) struct RayRange {
    pub(in crate::mesh::query) t_min: f32,
    pub(in crate::mesh::query) t_max: f32,
    pub(in crate::mesh::query) backfaces: Backfaces,
}

/// A bound on the lateral error of sheared coordinates and the like, relative to the largest coordinate: `256 u`, which is six
/// times what `docs/exactness.md` counts. Products that underflow, by 2^-150 each, are covered by [`LEAST_PAD`], 2^-123.
const OF_COORDINATES: f32 = 1.0 / 65_536.0;

/// Bounds on `t` of those triangles of a block whose bit is set in `met`, whose edge functions are known, and whose
/// coordinates along the ray's axes are `triangles`.
#[inline(always)]
pub(in crate::mesh::query) fn ray_lanes<S: Simd, B: BlockLanes<S>>(
    simd: S,
    ray: &WatertightRay,
    block: impl Block,
    triangles: &Triangles<S, impl VertexLanes<S>>,
    edges_met: (EdgeLanes<B::Lanes>, u32),
    range: RayRange,
) -> KeyBounds<B::Lanes> {
    let lanes = B::lanes(simd);
    let mut look = RayLook::without_size::<S, _, B>(simd, ray, triangles, edges_met, range);
    if look.met == 0 {
        return KeyBounds::none(lanes);
    }
    look.size = size::<S, B>(simd, ray, triangles);
    look.bounds(lanes, ray, block.has_degenerate(), range)
}

/// The corners' coordinates along the ray, in its parameter; and the triangles, of those whose bit is set in `met`, that may
/// be hit within the range by these.
#[inline(always)]
fn depth_lanes<S: Simd, V: VertexLanes<S>, B: BlockLanes<S>>(
    simd: S,
    ray: &WatertightRay,
    triangles: &Triangles<S, V>,
    met: u32,
    range: RayRange,
) -> ([<B::Lanes as Arithmetic32>::F; 3], u32) {
    if B::IN_HALVES {
        let (lower, seen) = depth_lanes::<S, V, FirstEight>(simd, ray, triangles, met, range);
        let upper_first = triangles.half(simd, true);
        let (upper, seen_above) =
            depth_lanes::<S, V, FirstEight>(simd, ray, &upper_first, met >> LANES8, range);
        let depth = [0, 1, 2].map_each(|k: usize| B::join(simd, lower[k], upper[k]));
        return (depth, join_bits(seen, seen_above));
    }
    let [.., z] = triangles.vertices_from(simd, ray.origin);
    let depth = B::at_corners(simd, triangles, V::splat(simd, ray.shear.z).mul(simd, z));
    let lanes = B::lanes(simd);
    let (met, _) = span(lanes, met, depth, (lanes.splat(range.t_min), lanes.splat(range.t_max)));
    (depth, met)
}

/// The findings of a first look at a block's triangles: all that bounds on `t` are computed from.
#[derive(Clone, Copy)]
pub(in crate::mesh::query) struct RayLook<S: Lanes32> {
    edges: EdgeLanes<S>,
    /// The corners' coordinates along the ray, in its parameter.
    depth: [S::F; 3],
    /// The largest sheared coordinate.
    size: S::F,
    /// The triangles that may be hit within the range, a bit each.
    pub(in crate::mesh::query) met: u32,
}

impl<S: Lanes32> RayLook<S> {
    /// Of nothing.
    #[inline(always)]
    pub(in crate::mesh::query) fn none(simd: S) -> RayLook<S> {
        let zero = simd.splat(0.0);
        RayLook { edges: EdgeLanes { u: zero, v: zero, w: zero }, depth: [zero; 3], size: zero, met: 0 }
    }

    /// Of those triangles whose bit is set in `seen`. Without a branch.
    #[inline(always)]
    pub(in crate::mesh::query) fn new<T: Simd, B: BlockLanes<T, Lanes = S>>(
        simd: T,
        ray: &WatertightRay,
        triangles: &Triangles<T, impl VertexLanes<T>>,
        seen: u32,
        range: RayRange,
    ) -> RayLook<S> {
        let (edges, met) = edge_lanes::<T, B>(simd, ray, triangles);
        let look = RayLook::without_size::<T, _, B>(simd, ray, triangles, (edges, met & seen), range);
        RayLook { size: size::<T, B>(simd, ray, triangles), ..look }
    }

    #[inline(always)]
    fn without_size<T: Simd, V: VertexLanes<T>, B: BlockLanes<T, Lanes = S>>(
        simd: T,
        ray: &WatertightRay,
        triangles: &Triangles<T, V>,
        (edges, met): (EdgeLanes<S>, u32),
        range: RayRange,
    ) -> RayLook<S> {
        let (depth, met) = depth_lanes::<T, V, B>(simd, ray, triangles, met, range);
        RayLook { edges, depth, size: B::lanes(simd).splat(0.0), met }
    }

    /// Bounds on `t`, as [`ray_lanes`] has them.
    #[inline(always)]
    pub(in crate::mesh::query) fn bounds(
        &self,
        simd: S,
        ray: &WatertightRay,
        has_degenerate: bool,
        range: RayRange,
    ) -> KeyBounds<S> {
        let range_lanes = (simd.splat(range.t_min), simd.splat(range.t_max));
        let (met, span) = span(simd, self.met, self.depth, range_lanes);
        let along = simd.splat(ray.line[1][ray.axes()[2]].abs());
        let mut hits =
            hits(simd, (self.edges, met), (self.size, self.depth, span), along, range_lanes, range.backfaces);
        if has_degenerate {
            hits.sure = 0;
        }
        hits
    }
}

/// The largest sheared coordinate of each triangle.
#[inline(always)]
fn size<S: Simd, B: BlockLanes<S>>(
    simd: S,
    ray: &WatertightRay,
    triangles: &Triangles<S, impl VertexLanes<S>>,
) -> <B::Lanes as Arithmetic32>::F {
    let [x, y] = sheared(simd, ray, triangles.vertices_from(simd, ray.origin));
    let aside = x.abs(simd).max(simd, y.abs(simd));
    largest(B::lanes(simd), B::at_corners(simd, triangles, aside))
}

/// The depths that `t` is between, give or take their rounding.
#[derive(Clone, Copy)]
pub(super) struct Span<S: Lanes32> {
    first: S::F,
    last: S::F,
    /// The larger of their magnitudes.
    far: S::F,
    rounding: S::F,
}

/// A bound on the error of depths and of sums of them, relative to the largest: `16 u`, where `10 u` are needed. A depth that
/// underflows is off by 2^-150; [`LEAST_PAD`] covers that, too.
const OF_DEPTHS: f32 = 1.0 / 1_048_576.0;

/// The span of the corners' depths; and the triangles, of the lanes whose bit is set, for which it reaches into the
/// range.
#[inline(always)]
pub(super) fn span<S: Lanes32>(
    simd: S,
    met: u32,
    depth: [S::F; 3],
    (t_min, t_max): (S::F, S::F),
) -> (u32, Span<S>) {
    let first = simd.min(simd.min(depth[0], depth[1]), depth[2]);
    let last = simd.max(simd.max(depth[0], depth[1]), depth[2]);
    let far = simd.max(simd.abs(first), simd.abs(last));
    let rounding = simd.add(simd.mul(far, simd.splat(OF_DEPTHS)), simd.splat(LEAST_PAD));
    // A lane that is no number may be in range.
    let beyond = simd.lt(simd.add(last, rounding), t_min) | simd.lt(t_max, simd.sub(first, rounding));
    (met & !beyond, Span { first, last, far, rounding })
}

/// The hits by edge functions, the depths of the corners and the largest sheared coordinate, for lanes whose bit
/// is set; `along` is the size of the direction along the dominant axis. Those that the reference must decide are not
/// sure, and have no bounds.
#[inline(always)]
fn hits<S: Lanes32>(
    simd: S,
    (EdgeLanes { u, v, w }, met): (EdgeLanes<S>, u32),
    (size, depth, span): (S::F, [S::F; 3], Span<S>),
    along: S::F,
    (t_min, t_max): (S::F, S::F),
    backfaces: Backfaces,
) -> KeyBounds<S> {
    let zero = simd.splat(0.0);
    let sum = simd.add(simd.add(u, v), w);
    let reciprocal = simd.div(simd.splat(1.0), sum);
    let weighted = simd.add(simd.add(simd.mul(u, depth[0]), simd.mul(v, depth[1])), simd.mul(w, depth[2]));
    let t = simd.mul(weighted, reciprocal);
    // The errors of the weights, over the triangle's depth; then those of the depths. No coordinate is larger than the
    // sheared ones and the one along the dominant axis together. Weights times depths may underflow, by 2^-150 each, and so
    // may the errors: that is divided by the area, too, which may be as small as `SMALLEST_AREA`.
    let largest = simd.add(size, simd.mul(along, span.far));
    let vague = simd.add(simd.mul(largest, simd.splat(OF_COORDINATES)), simd.splat(LEAST_PAD));
    let of_weights = simd.mul(vague, simd.add(size, simd.mul(vague, simd.splat(1.0 / 64.0))));
    let of_weights = simd.mul(of_weights, simd.sub(span.last, span.first));
    let of_weights = simd.mul(simd.add(of_weights, simd.splat(LEAST_PAD)), simd.abs(reciprocal));
    let error = simd.add(of_weights, span.rounding);
    let (low, high) = (simd.sub(t, error), simd.add(t, error));
    let largest = simd.splat(f32::MAX);
    let on_edge = simd.eq(u, zero) | simd.eq(v, zero) | simd.eq(w, zero);
    let area = simd.abs(sum);
    let in_range = simd.le(simd.splat(WatertightRay::SMALLEST_AREA), area)
        & simd.le(area, largest)
        & simd.le(simd.abs(t), largest)
        & simd.le(error, largest);
    let is_clear = in_range & !on_edge;
    let mut mask = met;
    match backfaces {
        Backfaces::Hit => {}
        Backfaces::Cull => mask &= !simd.lt(sum, zero),
        Backfaces::Only => mask &= simd.lt(sum, zero),
    }
    mask &= simd.le(t_min, high) & simd.le(low, t_max);
    let infinite = simd.splat(f32::INFINITY);
    KeyBounds {
        mask: (met & !is_clear) | (mask & is_clear),
        sure: mask & is_clear & simd.le(t_min, low),
        low: simd.select(is_clear, low, simd.sub(zero, infinite)),
        high: simd.select(is_clear, high, infinite),
    }
}

/// Sixteen rays with the same axes, prepared as [`WatertightRay`] is, a ray a lane.
pub(in crate::mesh::query) struct RaysInLanes<S: Simd> {
    pub(in crate::mesh::query) origin: Lanes3<S>,
    pub(in crate::mesh::query) shear: Lanes3<S>,
    /// The size of the direction along the dominant axis.
    pub(in crate::mesh::query) along: S::F,
    pub(in crate::mesh::query) t_min: S::F,
}

/// [`ray_lanes`] for those of sixteen rays whose bit is set in `wanted` and one triangle, whose corners are given along
/// the rays' axes.
#[inline(always)]
pub(in crate::mesh::query) fn rays_on_triangle<S: Simd>(
    simd: S,
    rays: &RaysInLanes<S>,
    corners: [Vec3; 3],
    wanted: u32,
    t_max: S::F,
    backfaces: Backfaces,
) -> KeyBounds<S> {
    let mut sheared = [[t_max; 2]; 3];
    let mut depth = [t_max; 3];
    for k in 0..3 {
        let [x, y, z] = sub3(simd, splat3(simd, corners[k]), rays.origin);
        sheared[k] = [simd.sub(x, simd.mul(rays.shear[0], z)), simd.sub(y, simd.mul(rays.shear[1], z))];
        depth[k] = simd.mul(rays.shear[2], z);
    }
    let (edges, met) = edges(simd, sheared[0], sheared[1], sheared[2]);
    if met & wanted == 0 {
        return KeyBounds::none(simd);
    }
    let range = (rays.t_min, t_max);
    let (met, span) = span(simd, met & wanted, depth, range);
    if met == 0 {
        return KeyBounds::none(simd);
    }
    let [a, b, c] = sheared.map_each(|[x, y]| simd.max(simd.abs(x), simd.abs(y)));
    let size = simd.max(simd.max(a, b), c);
    hits(simd, (edges, met), (size, depth, span), rays.along, range, backfaces)
}
