//! Edge functions of triangles: those of the reference in `geometry/`, operation by operation.

use crate::geometry::WatertightRay;
use crate::mesh::tree::{BlockLanes, FirstEight, Triangles, VertexLanes};
use crate::simd::{ALL_LANES8, LANES8, Lanes32, LowerLanes, Simd};

/// The edge functions opposite each corner.
#[derive(Clone, Copy)]
pub(in crate::mesh::query) struct EdgeLanes<S: Lanes32> {
    pub(super) u: S::F,
    pub(super) v: S::F,
    pub(super) w: S::F,
}

impl<S: Simd> EdgeLanes<S> {
    /// Those of the upper eight triangles, or of the lower ones. Without a branch.
    #[inline(always)]
    pub(in crate::mesh::query) fn half(&self, simd: S, upper: bool) -> EdgeLanes<S::LowerLanes> {
        let half = |v| S::LowerLanes::of(simd).half(v, upper);
        EdgeLanes { u: half(self.u), v: half(self.v), w: half(self.w) }
    }
}

/// The edge functions of [`crate::geometry::ray_triangle`]; `triangles` has the coordinates along the ray's axes. With them comes a bit
/// for each triangle that the line may meet; the rest of them, it does not.
#[inline(always)]
pub(in crate::mesh::query) fn edge_lanes<S: Simd, B: BlockLanes<S>>(
    simd: S,
    ray: &WatertightRay,
    triangles: &Triangles<S, impl VertexLanes<S>>,
) -> (EdgeLanes<B::Lanes>, u32) {
    if B::IN_HALVES {
        let (lower, met) = edge_lanes::<S, FirstEight>(simd, ray, triangles);
        let (upper, met_above) = edge_lanes::<S, FirstEight>(simd, ray, &triangles.half(simd, true));
        let join = |lower, upper| B::join(simd, lower, upper);
        let [u, v, w] = [join(lower.u, upper.u), join(lower.v, upper.v), join(lower.w, upper.w)];
        return (EdgeLanes { u, v, w }, join_bits(met, met_above));
    }
    // Vertex by vertex before they become corners: each is transformed once.
    let [x, y] = sheared(simd, ray, triangles.vertices_from(simd, ray.origin));
    let ([ax, bx, cx], [ay, by, cy]) = (B::at_corners(simd, triangles, x), B::at_corners(simd, triangles, y));
    edges(B::lanes(simd), [ax, ay], [bx, by], [cx, cy])
}

/// The bits of the lower and the upper eight lanes together.
#[inline(always)]
pub(super) fn join_bits(lower: u32, upper: u32) -> u32 {
    lower & ALL_LANES8 | upper << LANES8
}

/// Vertices relative to the ray's origin, sheared so that it runs along the third axis.
#[inline(always)]
pub(super) fn sheared<S: Simd, V: VertexLanes<S>>(simd: S, ray: &WatertightRay, [x, y, z]: [V; 3]) -> [V; 2] {
    [
        x.sub(simd, V::splat(simd, ray.shear.x).mul(simd, z)),
        y.sub(simd, V::splat(simd, ray.shear.y).mul(simd, z)),
    ]
}

/// The edge functions of triangles with these sheared corners, and a bit for each that may be met.
#[inline(always)]
pub(super) fn edges<S: Lanes32>(simd: S, a: [S::F; 2], b: [S::F; 2], c: [S::F; 2]) -> (EdgeLanes<S>, u32) {
    let zero = simd.splat(0.0);
    let u = edge_function(simd, c[0], c[1], b[0], b[1]);
    let v = edge_function(simd, a[0], a[1], c[0], c[1]);
    let w = edge_function(simd, b[0], b[1], a[0], a[1]);
    // If an edge function is no number, the sum is none either, and the reference decides.
    let (least, most) = (simd.min(simd.min(u, v), w), simd.max(simd.max(u, v), w));
    (EdgeLanes { u, v, w }, !(simd.lt(least, zero) & simd.lt(zero, most)))
}

#[inline(always)]
fn edge_function<S: Lanes32>(simd: S, px: S::F, py: S::F, qx: S::F, qy: S::F) -> S::F {
    simd.sub(simd.mul(px, qy), simd.mul(py, qx))
}

/// The largest of three numbers of the corners.
#[inline(always)]
pub(super) fn largest<S: Lanes32>(simd: S, [a, b, c]: [S::F; 3]) -> S::F {
    simd.max(simd.max(a, b), c)
}
