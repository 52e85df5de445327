//! A sphere against the nodes of a wide tree: which children it touches, and which lie wholly inside.

use super::lanes::Simd;
use super::node::{BIG, PointNode};
use super::node_lanes::{halves, sides};
use super::sizes::CHILDREN;

/// What the squared distances in grid units of what a sphere touches and contains are compared with, rounded up and down;
/// `limit` is its squared radius in the user's units.
#[inline(always)]
pub(super) fn limits(point: &PointNode, limit: f32) -> [f32; 2] {
    let touching = limit / point.scale;
    // `scale` is rounded down by as much, and a little.
    let inside = touching * 0.9997;
    let inside = if point.is_exact() && inside < f32::MAX { inside } else { -1.0 };
    [if touching >= 0.0 { touching } else { f32::INFINITY }, inside]
}

/// A sphere in grid units, in lanes.
#[derive(Clone, Copy)]
pub(crate) struct SphereNode<S: Simd> {
    /// The centre plus 2^23 along each axis: in the lower eight lanes moved up by the padding, in the others down.
    center: [S::F; 3],
    /// The squared radius: in the lower eight lanes rounded up, for what it touches; in the others down, for what it
    /// contains.
    limit: S::F,
}

impl<S: Simd> SphereNode<S> {
    /// The sphere around a point with a squared radius of `limit`, in the user's units.
    #[inline(always)]
    pub(crate) fn new(simd: S, point: &PointNode, limit: f32) -> SphereNode<S> {
        let mut center = [simd.splat(0.0); 3];
        for (k, center) in center.iter_mut().enumerate() {
            *center = halves(simd, point.high[k] + BIG, point.low[k] + BIG);
        }
        let [touching, inside] = limits(point, limit);
        SphereNode { center, limit: halves(simd, touching, inside) }
    }

    /// The children of a node that the sphere touches, a bit each, and in the eight bits above those that lie wholly
    /// inside; and about how far they are, squared and in grid units. Absent children may be among them.
    #[inline(always)]
    pub(crate) fn children(&self, simd: S, node: &[u8; 64]) -> (u32, [f32; CHILDREN]) {
        let mut squares = simd.splat(0.0);
        for k in 0..3 {
            let mut bytes = [0; 16];
            bytes.copy_from_slice(&node[16 * k..16 * k + 16]);
            // How far each lower side is above the centre, and each upper one. So the larger of the first and minus the
            // second is how far the box is away, and the larger of the second and minus the first, its far side.
            let above = simd.sub(sides(simd, node, k, &bytes), self.center[k]);
            let away = simd.max(above, simd.sub(simd.splat(0.0), simd.swap_halves(above)));
            let away = simd.max(away, simd.splat(0.0));
            squares = simd.add(squares, simd.mul(away, away));
        }
        let mut keys = [0.0; CHILDREN];
        keys.copy_from_slice(&simd.to_array(squares)[..CHILDREN]);
        (simd.le(squares, self.limit), keys)
    }
}
