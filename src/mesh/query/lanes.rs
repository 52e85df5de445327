//! The reference arithmetic of `geometry/` on sixteen triangles at once, operation by operation.

use super::Backfaces;
use crate::geometry::{PAD, Vec3, WatertightRay, ray_triangle};
use crate::mesh::layout::Cluster;
use crate::simd::Simd;

/// Three coordinates in lanes.
type Lanes3<S> = [<S as Simd>::F; 3];

/// What a ray does to the triangles of a cluster.
pub(super) struct RayLanes<S: Simd> {
    /// The triangles that the line hits, whatever its range.
    pub(super) mask: u32,
    /// Where.
    pub(super) t: S::F,
}

/// [`ray_triangle`] on those triangles of a cluster whose bit is set in `seen`.
#[inline(always)]
pub(super) fn ray_lanes<S: Simd>(
    simd: S,
    ray: &WatertightRay,
    cluster: Cluster,
    seen: u32,
    backfaces: Backfaces,
) -> RayLanes<S> {
    let [kx, ky, kz] = ray.axes;
    let triangles = cluster.triangles(simd, ray.axes);
    let origin = ray.line.origin;
    // Vertex by vertex before they become corners: each is transformed once.
    let [x, y, z] = triangles.vertices;
    let z = simd.sub(z, simd.splat(origin[kz]));
    let lateral = |v, k: usize, shear| simd.sub(simd.sub(v, simd.splat(origin[k])), simd.mul(simd.splat(shear), z));
    let x = lateral(x, kx, ray.shear.x);
    let y = lateral(y, ky, ray.shear.y);
    let depth = simd.mul(simd.splat(ray.shear.z), z);
    let corner = |v, k: usize| simd.permute(v, triangles.corners[k]);
    let (ax, ay) = (corner(x, 0), corner(y, 0));
    let (bx, by) = (corner(x, 1), corner(y, 1));
    let (cx, cy) = (corner(x, 2), corner(y, 2));
    let edge = |px, py, qx, qy| simd.sub(simd.mul(px, qy), simd.mul(py, qx));
    let u = edge(cx, cy, bx, by);
    let v = edge(ax, ay, cx, cy);
    let w = edge(bx, by, ax, ay);
    let zero = simd.splat(0.0);
    let below = simd.lt(u, zero) | simd.lt(v, zero) | simd.lt(w, zero);
    let above = simd.lt(zero, u) | simd.lt(zero, v) | simd.lt(zero, w);
    let mut mask = seen & !(below & above);
    if mask == 0 {
        return RayLanes { mask: 0, t: zero };
    }
    let sum = simd.add(simd.add(u, v), w);
    let weighted = simd.add(
        simd.add(simd.mul(u, corner(depth, 0)), simd.mul(v, corner(depth, 1))),
        simd.mul(w, corner(depth, 2)),
    );
    let t = simd.div(weighted, sum);
    let largest = simd.splat(f32::MAX);
    let on_edge = simd.eq(u, zero) | simd.eq(v, zero) | simd.eq(w, zero);
    let area = simd.abs(sum);
    let in_range = simd.le(simd.splat(WatertightRay::SMALLEST_AREA), area)
        & simd.le(area, largest)
        & simd.le(simd.abs(t), largest);
    let doubtful = mask & (on_edge | !in_range);
    match backfaces {
        Backfaces::Hit => {}
        Backfaces::Cull => mask &= !simd.lt(sum, zero),
        Backfaces::Only => mask &= simd.lt(sum, zero),
    }
    mask &= !doubtful;
    let (inside, t) = within_own_box(simd, ray, cluster, t);
    mask &= inside;
    if doubtful != 0 || (cluster.has_degenerate() && mask != 0) {
        return one_by_one(simd, ray, cluster, (mask, doubtful), t, backfaces);
    }
    RayLanes { mask, t }
}

/// The clamp of `t` to the interval in which the ray is inside each triangle's own padded box, and the
/// lanes where there is such an interval.
#[inline(always)]
fn within_own_box<S: Simd>(simd: S, ray: &WatertightRay, cluster: Cluster, t: S::F) -> (u32, S::F) {
    let triangles = cluster.triangles(simd, [0, 1, 2]);
    let (a, b, c) = (triangles.corner(simd, 0), triangles.corner(simd, 1), triangles.corner(simd, 2));
    let low: Lanes3<S> = std::array::from_fn(|k| {
        simd.sub(simd.min(simd.min(a[k], b[k]), c[k]), simd.splat(ray.line.origin[k]))
    });
    let high: Lanes3<S> = std::array::from_fn(|k| {
        simd.sub(simd.max(simd.max(a[k], b[k]), c[k]), simd.splat(ray.line.origin[k]))
    });
    let far = |k: usize| simd.max(simd.abs(low[k]), simd.abs(high[k]));
    let far = simd.max(simd.max(far(0), far(1)), far(2));
    // radius + (far + radius) * PAD with a radius of 0.
    let grow = simd.mul(far, simd.splat(PAD));
    let largest = simd.splat(f32::MAX);
    let grow = simd.select(simd.lt(grow, largest), grow, largest);
    let axis = |k: usize| {
        let inverse = simd.splat(ray.line.inverse[k]);
        let low = simd.mul(simd.sub(low[k], grow), inverse);
        let high = simd.mul(simd.add(high[k], grow), inverse);
        if ray.line.inverse[k] >= 0.0 { (low, high) } else { (high, low) }
    };
    let (x, y, z) = (axis(0), axis(1), axis(2));
    let enter = simd.max(simd.max(x.0, y.0), z.0);
    let leave = simd.min(simd.min(x.1, y.1), z.1);
    (simd.le(enter, leave), simd.max(simd.min(t, leave), enter))
}

/// Decides the doubtful lanes with the reference itself, and drops degenerate triangles.
#[cold]
#[inline(never)]
fn one_by_one<S: Simd>(
    simd: S,
    ray: &WatertightRay,
    cluster: Cluster,
    (mask, doubtful): (u32, u32),
    t: S::F,
    backfaces: Backfaces,
) -> RayLanes<S> {
    let mut t = simd.to_array(t);
    let mut decided = mask;
    let filter = super::Filter { backfaces, ..Default::default() };
    cluster.triangles(simd, [0, 1, 2]).each(simd, mask | doubtful, |lane, leaf| {
        decided &= !(1 << lane);
        if let Some(hit) = ray_triangle(ray, &leaf.triangle)
            && filter.accepts_side(hit.back)
        {
            t[lane] = hit.t;
            decided |= 1 << lane;
        }
    });
    RayLanes { mask: decided, t: simd.from_array(t) }
}

#[inline(always)]
fn dot<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>) -> S::F {
    simd.add(simd.add(simd.mul(a[0], b[0]), simd.mul(a[1], b[1])), simd.mul(a[2], b[2]))
}

#[inline(always)]
fn sub<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>) -> Lanes3<S> {
    std::array::from_fn(|k| simd.sub(a[k], b[k]))
}

/// `base + along * factor`.
#[inline(always)]
fn along<S: Simd>(simd: S, base: Lanes3<S>, along: Lanes3<S>, factor: S::F) -> Lanes3<S> {
    std::array::from_fn(|k| simd.add(base[k], simd.mul(along[k], factor)))
}

/// The squared distances of [`crate::geometry::closest_point_triangle`] to all triangles of a cluster.
#[inline(always)]
pub(super) fn distance_lanes<S: Simd>(simd: S, point: Vec3, cluster: Cluster) -> S::F {
    let mut triangles = cluster.triangles(simd, [0, 1, 2]);
    for k in 0..3 {
        triangles.vertices[k] = simd.sub(triangles.vertices[k], simd.splat(point[k]));
    }
    let (a, b, c) = (triangles.corner(simd, 0), triangles.corner(simd, 1), triangles.corner(simd, 2));
    let low: Lanes3<S> = std::array::from_fn(|k| simd.min(simd.min(a[k], b[k]), c[k]));
    let high: Lanes3<S> = std::array::from_fn(|k| simd.max(simd.max(a[k], b[k]), c[k]));
    let zero = simd.splat(0.0);
    let squared = |offset: Lanes3<S>| {
        let clamped: Lanes3<S> = std::array::from_fn(|k| simd.max(simd.min(offset[k], high[k]), low[k]));
        dot(simd, clamped, clamped)
    };
    let negate = |v| simd.sub(simd.splat(-0.0), v);
    let edge = |from: Lanes3<S>, to: Lanes3<S>| {
        let direction = sub(simd, to, from);
        let reach = negate(dot(simd, from, direction));
        let length = dot(simd, direction, direction);
        let at_from = !(simd.lt(zero, reach) & simd.lt(zero, length));
        let at_to = simd.le(length, reach);
        let between = along(simd, from, direction, simd.div(reach, length));
        let offset: Lanes3<S> =
            std::array::from_fn(|k| simd.select(at_from, from[k], simd.select(at_to, to[k], between[k])));
        squared(offset)
    };
    let nearer = |candidate, best| simd.select(simd.lt(candidate, best), candidate, best);
    let best = edge(a, b);
    let best = nearer(edge(b, c), best);
    let best = nearer(edge(c, a), best);
    let (ab, ac) = (sub(simd, b, a), sub(simd, c, a));
    let (d1, d2) = (negate(dot(simd, ab, a)), negate(dot(simd, ac, a)));
    let (d3, d4) = (negate(dot(simd, ab, b)), negate(dot(simd, ac, b)));
    let (d5, d6) = (negate(dot(simd, ab, c)), negate(dot(simd, ac, c)));
    let va = simd.sub(simd.mul(d3, d6), simd.mul(d5, d4));
    let vb = simd.sub(simd.mul(d5, d2), simd.mul(d1, d6));
    let vc = simd.sub(simd.mul(d1, d4), simd.mul(d3, d2));
    let inside = simd.lt(zero, va) & simd.lt(zero, vb) & simd.lt(zero, vc);
    if inside == 0 {
        return best;
    }
    let sum = simd.add(simd.add(va, vb), vc);
    let face = along(simd, along(simd, a, ab, simd.div(vb, sum)), ac, simd.div(vc, sum));
    let face = squared(face);
    simd.select(inside & simd.lt(face, best), face, best)
}

/// The lanes whose triangle's own box touches `[low, high]`.
#[inline(always)]
pub(super) fn touching_boxes<S: Simd>(simd: S, low: Vec3, high: Vec3, cluster: Cluster) -> u32 {
    let triangles = cluster.triangles(simd, [0, 1, 2]);
    let (a, b, c) = (triangles.corner(simd, 0), triangles.corner(simd, 1), triangles.corner(simd, 2));
    (0..3).fold(triangles.valid, |mask, k| {
        let least = simd.min(simd.min(a[k], b[k]), c[k]);
        let most = simd.max(simd.max(a[k], b[k]), c[k]);
        mask & simd.le(least, simd.splat(high[k])) & simd.le(simd.splat(low[k]), most)
    })
}

