//! The reference arithmetic of `geometry/` on sixteen triangles at once, operation by operation.

use crate::batch::Backfaces;
use crate::geometry::{LineBounds, PAD, Vec3, WatertightRay, ray_triangle};
use crate::mesh::layout::{Cluster, Triangles, look_up, look_up3};
use crate::simd::{LANES, Simd};

/// Three coordinates in lanes.
pub(super) type Lanes3<S> = [<S as Simd>::F; 3];

/// Of the lanes whose bit is set in `mask`, which is not zero, the one with the smallest key, and its key. Among equal
/// ones it is the first: triangles are in ascending order, so it has the lowest index.
#[inline(always)]
pub(super) fn nearest_lane<S: Simd>(simd: S, mask: u32, keys: S::F) -> (usize, f32) {
    let mut lane = mask.trailing_zeros() as usize;
    if mask & (mask - 1) != 0 {
        let nearest = simd.splat(simd.smallest(mask, keys));
        lane = (mask & simd.eq(keys, nearest)).trailing_zeros() as usize;
    }
    // Of this lane, because equal zeros may differ in their sign.
    (lane, simd.extract(keys, lane))
}

/// What counts as a hit of a triangle.
#[derive(Clone, Copy)]
pub(super) struct RayRange {
    pub(super) t_min: f32,
    pub(super) t_max: f32,
    pub(super) backfaces: Backfaces,
}

/// What a ray does to the triangles of a cluster.
#[derive(Clone, Copy)]
pub(super) struct RayLanes<S: Simd> {
    /// The triangles that are hit.
    pub(super) mask: u32,
    /// Where.
    pub(super) t: S::F,
    /// The edge functions opposite the second and third corners, and the sum of all three.
    pub(super) v: S::F,
    pub(super) w: S::F,
    pub(super) sum: S::F,
    /// Whether the reference decided some of them in double precision, so that `v`, `w` and `sum` do not count.
    pub(super) by_reference: bool,
}

/// The edge functions opposite each corner.
#[derive(Clone, Copy)]
pub(super) struct EdgeLanes<S: Simd> {
    u: S::F,
    v: S::F,
    w: S::F,
}

/// The edge functions of [`ray_triangle`]; `triangles` has the coordinates along the ray's axes. With them comes a bit
/// for each triangle that the line may meet; the rest of them, it does not.
#[inline(always)]
pub(super) fn edge_lanes<S: Simd, const TABLES: usize>(
    simd: S,
    ray: &WatertightRay,
    triangles: &Triangles<S, TABLES>,
) -> (EdgeLanes<S>, u32) {
    let zero = simd.splat(0.0);
    // Vertex by vertex before they become corners: each is transformed once.
    let (mut x, mut y) = ([zero; TABLES], [zero; TABLES]);
    for table in 0..TABLES {
        let [px, py, pz] = sub(simd, triangles.vertices[table], splat3(simd, ray.turned.origin));
        x[table] = simd.sub(px, simd.mul(simd.splat(ray.shear.x), pz));
        y[table] = simd.sub(py, simd.mul(simd.splat(ray.shear.y), pz));
    }
    let [a, b, c] = triangles.corners;
    let (ax, ay) = (look_up(simd, &x, a), look_up(simd, &y, a));
    let (bx, by) = (look_up(simd, &x, b), look_up(simd, &y, b));
    let (cx, cy) = (look_up(simd, &x, c), look_up(simd, &y, c));
    edges(simd, [ax, ay], [bx, by], [cx, cy])
}

/// The edge functions of triangles with these sheared corners, and a bit for each that may be met.
#[inline(always)]
fn edges<S: Simd>(simd: S, a: [S::F; 2], b: [S::F; 2], c: [S::F; 2]) -> (EdgeLanes<S>, u32) {
    let zero = simd.splat(0.0);
    let u = edge_function(simd, c[0], c[1], b[0], b[1]);
    let v = edge_function(simd, a[0], a[1], c[0], c[1]);
    let w = edge_function(simd, b[0], b[1], a[0], a[1]);
    // Where an edge function is no number, the sum is none either, and the reference decides.
    let (least, most) = (simd.min(simd.min(u, v), w), simd.max(simd.max(u, v), w));
    (EdgeLanes { u, v, w }, !(simd.lt(least, zero) & simd.lt(zero, most)))
}

/// [`ray_triangle`] on those triangles of a cluster whose bit is set in `met`, whose edge functions are known, and whose
/// coordinates along the ray's axes are `triangles`.
#[inline(always)]
pub(super) fn ray_lanes<S: Simd, const TABLES: usize>(
    simd: S,
    ray: &WatertightRay,
    cluster: Cluster<TABLES>,
    triangles: &Triangles<S, TABLES>,
    (edges, met): (EdgeLanes<S>, u32),
    range: RayRange,
) -> RayLanes<S> {
    let mut translated = triangles.vertices;
    let mut depth = [simd.splat(0.0); TABLES];
    for table in 0..TABLES {
        translated[table] = sub(simd, triangles.vertices[table], splat3(simd, ray.turned.origin));
        depth[table] = simd.mul(simd.splat(ray.shear.z), translated[table][2]);
    }
    let [a, b, c] = triangles.corners;
    let depth = [look_up(simd, &depth, a), look_up(simd, &depth, b), look_up(simd, &depth, c)];
    let (t_min, t_max) = (simd.splat(range.t_min), simd.splat(range.t_max));
    let (mut lanes, doubtful) = hits(simd, (edges, met), depth, (t_min, t_max), range.backfaces);
    if lanes.mask | doubtful == 0 {
        return lanes;
    }
    let own = own_boxes(simd, &ray.turned, &translated, triangles.corners);
    lanes.raise(simd, own, (t_min, t_max));
    if doubtful != 0 || (cluster.has_degenerate() && lanes.mask != 0) {
        let mut each = simd.to_array(lanes.t);
        lanes.mask = one_by_one(simd, ray, cluster, (lanes.mask, doubtful), &mut each, range);
        lanes.t = simd.load_array(each);
        lanes.by_reference = true;
    }
    lanes
}

/// What follows from edge functions and the depths of the corners, for lanes whose bit is set; and the lanes that the
/// reference must decide. The triangles' own boxes are still to be looked at.
#[inline(always)]
fn hits<S: Simd>(
    simd: S,
    (EdgeLanes { u, v, w }, met): (EdgeLanes<S>, u32),
    depth: [S::F; 3],
    (t_min, t_max): (S::F, S::F),
    backfaces: Backfaces,
) -> (RayLanes<S>, u32) {
    let zero = simd.splat(0.0);
    let sum = simd.add(simd.add(u, v), w);
    let weighted = simd.add(simd.add(simd.mul(u, depth[0]), simd.mul(v, depth[1])), simd.mul(w, depth[2]));
    let t = simd.div(weighted, sum);
    let largest = simd.splat(f32::MAX);
    let on_edge = simd.eq(u, zero) | simd.eq(v, zero) | simd.eq(w, zero);
    let area = simd.abs(sum);
    let in_range = simd.le(simd.splat(WatertightRay::SMALLEST_AREA), area)
        & simd.le(area, largest)
        & simd.le(simd.abs(t), largest);
    let doubtful = met & (on_edge | !in_range);
    let mut mask = met;
    match backfaces {
        Backfaces::Hit => {}
        Backfaces::Cull => mask &= !simd.lt(sum, zero),
        Backfaces::Only => mask &= simd.lt(sum, zero),
    }
    mask &= !doubtful & simd.le(t_min, t) & simd.le(t, t_max);
    (RayLanes { mask, t, v, w, sum, by_reference: false }, doubtful)
}

impl<S: Simd> RayLanes<S> {
    /// No hits.
    #[inline(always)]
    pub(super) fn none(simd: S) -> RayLanes<S> {
        let zero = simd.splat(0.0);
        RayLanes { mask: 0, t: zero, v: zero, w: zero, sum: zero, by_reference: false }
    }

    /// Raises `t` to where the triangles' own boxes are entered, and drops those that are not in range.
    #[inline(always)]
    fn raise(&mut self, simd: S, (enter, leave): (S::F, S::F), (t_min, t_max): (S::F, S::F)) {
        self.t = simd.max(self.t, enter);
        self.mask &= simd.le(enter, leave) & simd.le(t_min, leave) & simd.le(self.t, t_max);
    }
}

/// Sixteen rays with the same axes, prepared as [`WatertightRay`] is, a ray a lane.
pub(super) struct RaysInLanes<S: Simd> {
    pub(super) origin: Lanes3<S>,
    pub(super) shear: Lanes3<S>,
    pub(super) inverse: Lanes3<S>,
    pub(super) t_min: S::F,
}

/// [`ray_triangle`] for those of sixteen rays whose bit is set in `wanted` and one triangle, whose corners are given along
/// the rays' axes; and the rays that the reference must decide.
#[inline(always)]
pub(super) fn rays_on_triangle<S: Simd>(
    simd: S,
    rays: &RaysInLanes<S>,
    corners: [Vec3; 3],
    wanted: u32,
    t_max: S::F,
    backfaces: Backfaces,
) -> (RayLanes<S>, u32) {
    let mut translated = [rays.origin; 3];
    let mut sheared = [[t_max; 2]; 3];
    let mut depth = [t_max; 3];
    for k in 0..3 {
        translated[k] = sub(simd, splat3(simd, corners[k]), rays.origin);
        let [x, y, z] = translated[k];
        sheared[k] = [simd.sub(x, simd.mul(rays.shear[0], z)), simd.sub(y, simd.mul(rays.shear[1], z))];
        depth[k] = simd.mul(rays.shear[2], z);
    }
    let (edges, met) = edges(simd, sheared[0], sheared[1], sheared[2]);
    let (mut lanes, doubtful) = hits(simd, (edges, met & wanted), depth, (rays.t_min, t_max), backfaces);
    if lanes.mask != 0 {
        let own = boxes(simd, rays.inverse, simd.splat(0.0), translated[0], translated[1], translated[2]);
        lanes.raise(simd, own, (rays.t_min, t_max));
    }
    (lanes, doubtful)
}

#[inline(always)]
fn edge_function<S: Simd>(simd: S, px: S::F, py: S::F, qx: S::F, qy: S::F) -> S::F {
    simd.sub(simd.mul(px, qy), simd.mul(py, qx))
}

#[inline(always)]
pub(super) fn least<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>, c: Lanes3<S>) -> Lanes3<S> {
    [
        simd.min(simd.min(a[0], b[0]), c[0]),
        simd.min(simd.min(a[1], b[1]), c[1]),
        simd.min(simd.min(a[2], b[2]), c[2]),
    ]
}

#[inline(always)]
pub(super) fn most<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>, c: Lanes3<S>) -> Lanes3<S> {
    [
        simd.max(simd.max(a[0], b[0]), c[0]),
        simd.max(simd.max(a[1], b[1]), c[1]),
        simd.max(simd.max(a[2], b[2]), c[2]),
    ]
}

#[inline(always)]
pub(super) fn splat3<S: Simd>(simd: S, v: Vec3) -> Lanes3<S> {
    [simd.splat(v.x), simd.splat(v.y), simd.splat(v.z)]
}

/// Where a line enters and leaves the slabs of an axis, grown.
#[inline(always)]
fn slab<S: Simd>(simd: S, low: S::F, high: S::F, grow: S::F, inverse: S::F) -> (S::F, S::F) {
    let low = simd.mul(simd.sub(low, grow), inverse);
    let high = simd.mul(simd.add(high, grow), inverse);
    (simd.min(low, high), simd.max(low, high))
}

/// Where a line enters and leaves each triangle's own grown box; the corners are relative to the line's origin.
/// Subtracting that first is the same: it is monotone.
#[inline(always)]
fn own_boxes<S: Simd, const TABLES: usize>(
    simd: S,
    line: &LineBounds,
    translated: &[Lanes3<S>; TABLES],
    corners: [S::U; 3],
) -> (S::F, S::F) {
    let (a, b, c) = (
        look_up3(simd, translated, corners[0]),
        look_up3(simd, translated, corners[1]),
        look_up3(simd, translated, corners[2]),
    );
    boxes(simd, splat3(simd, line.inverse), simd.splat(line.radius), a, b, c)
}

/// The same for corners relative to the lines' origins.
#[inline(always)]
fn boxes<S: Simd>(
    simd: S,
    inverse: Lanes3<S>,
    radius: S::F,
    a: Lanes3<S>,
    b: Lanes3<S>,
    c: Lanes3<S>,
) -> (S::F, S::F) {
    let low = least(simd, a, b, c);
    let high = most(simd, a, b, c);
    let far_x = simd.max(simd.abs(low[0]), simd.abs(high[0]));
    let far_y = simd.max(simd.abs(low[1]), simd.abs(high[1]));
    let far_z = simd.max(simd.abs(low[2]), simd.abs(high[2]));
    let far = simd.max(simd.max(far_x, far_y), far_z);
    let grow = simd.add(radius, simd.mul(simd.add(far, radius), simd.splat(PAD)));
    let grow = simd.min(grow, simd.splat(f32::MAX));
    let x = slab(simd, low[0], high[0], grow, inverse[0]);
    let y = slab(simd, low[1], high[1], grow, inverse[1]);
    let z = slab(simd, low[2], high[2], grow, inverse[2]);
    (simd.max(simd.max(x.0, y.0), z.0), simd.min(simd.min(x.1, y.1), z.1))
}

/// The triangles of a cluster whose own boxes, grown by the radius, a line meets from 0 to `limit`: no contact of the ball that moves along it with any other
/// is earlier.
#[inline(always)]
pub(super) fn swept_lanes<S: Simd, const TABLES: usize>(
    simd: S,
    line: &LineBounds,
    cluster: Cluster<TABLES>,
    seen: u32,
    limit: f32,
) -> u32 {
    let triangles = cluster.triangles(simd, [0, 1, 2]);
    let mut translated = triangles.vertices;
    for table in &mut translated {
        *table = sub(simd, *table, splat3(simd, line.origin));
    }
    let (enter, leave) = own_boxes(simd, line, &translated, triangles.corners);
    let in_time = simd.le(enter, simd.splat(limit)) & simd.le(simd.splat(0.0), leave);
    seen & simd.le(enter, leave) & in_time
}

/// Decides the doubtful lanes with the reference itself, and drops degenerate triangles. Returns the lanes
/// that are hit and puts their `t` in place.
#[cold]
#[inline(never)]
fn one_by_one<S: Simd, const TABLES: usize>(
    simd: S,
    ray: &WatertightRay,
    cluster: Cluster<TABLES>,
    (mask, doubtful): (u32, u32),
    t: &mut [f32; LANES],
    range: RayRange,
) -> u32 {
    let mut decided = mask;
    let filter = super::Filter { backfaces: range.backfaces, ..Default::default() };
    cluster.each(simd, mask | doubtful, |lane, leaf| {
        decided &= !(1 << lane);
        if let Some(hit) = ray_triangle(ray, &leaf.triangle, range.t_min, range.t_max)
            && filter.accepts_side(hit.back)
        {
            t[lane] = hit.t;
            decided |= 1 << lane;
        }
    });
    decided
}

#[inline(always)]
pub(super) fn sub<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>) -> Lanes3<S> {
    [simd.sub(a[0], b[0]), simd.sub(a[1], b[1]), simd.sub(a[2], b[2])]
}

/// The triangles' own boxes, along the axes that the triangles are given along.
#[inline(always)]
pub(super) fn own_bounds<S: Simd, const TABLES: usize>(
    simd: S,
    triangles: &Triangles<S, TABLES>,
) -> (Lanes3<S>, Lanes3<S>) {
    let (a, b, c) = (triangles.corner(simd, 0), triangles.corner(simd, 1), triangles.corner(simd, 2));
    (least(simd, a, b, c), most(simd, a, b, c))
}

/// The lanes whose triangle's own box touches `[low, high]`.
#[inline(always)]
pub(super) fn touching_boxes<S: Simd, const TABLES: usize>(
    simd: S,
    low: Vec3,
    high: Vec3,
    cluster: Cluster<TABLES>,
) -> u32 {
    let triangles = cluster.triangles(simd, [0, 1, 2]);
    let (least, most) = own_bounds(simd, &triangles);
    let mut mask = triangles.valid;
    for k in 0..3 {
        mask &= simd.le(least[k], simd.splat(high[k])) & simd.le(simd.splat(low[k]), most[k]);
    }
    mask
}
