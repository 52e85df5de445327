//! A point or a sphere against the eight children of a node: how far their near sides are, and their far corners.
//!
//! Why no child is lost, in grid steps and with `u` = 2^-24; `F` is how far the farthest corner of everything is. The point's
//! place on the grid is off by `3 u F`, a side's by 1, what is between them by `u (2^24 + F)`, twice: at most 3 + `6 u F`.
//! [`Node::STEPS`] and [`PAD`] take 16 + `64 u F` off: a gap is less than the true one by at least 12, or 0. Of a direct node,
//! which has exact sides below 2^16, they take a quarter off, and the gap is less by a fifth. So is its square, but
//! for `4 u`, and [`Step`]'s `square` is 1/10,000 less than that of a step, so a key is less than that of the reference for any
//! triangle of the child, which is off by `5 u`, and by 2^-147 where squares underflow. That is less than the twelve steps, or the fifth of one:
//! `square` is 0 where it is not a normal number, which lets everything through, and else a step's is at least 2^-126. No
//! square overflows: gaps are below 2^51.

use super::children::CHILDREN;
use super::grid::{Grid, Step};
use super::node::Node;
use crate::geometry::{Aabb, PAD, Sphere, Vec3};
use crate::simd::Simd8;
use glam::Vec4;

/// Points beyond this grid coordinate are clamped to it.
const FARTHEST: f32 = 1e15;

/// A point in grid units, with its padding.
#[derive(Clone, Copy, Debug)]
struct GridPoint {
    /// The point, moved down and up by the padding.
    low: Vec4,
    high: Vec4,
    /// From squared grid units to the user's, rounded down.
    scale: f32,
}

impl GridPoint {
    /// `whole` is the box around everything; nodes are padded by so many steps.
    #[inline(always)]
    fn new(point: Vec3, whole: &Aabb, Grid { origin, step }: Grid, steps: f32) -> GridPoint {
        let Step { reciprocal, square, .. } = step;
        let point = point.extend(0.0);
        let (low, high) = (whole.min.extend(0.0) - point, whole.max.extend(0.0) - point);
        let far = low.abs().max(high.abs()).max_element();
        let pad = far * PAD * reciprocal + steps;
        let at = (point - origin.extend(0.0)) * reciprocal;
        let farthest = Vec4::splat(FARTHEST);
        // Clamped towards the grid, which only makes distances smaller; a padding that is no number lets everything
        // through.
        let (low, high) = match pad < FARTHEST {
            true => (at - pad, at + pad),
            false => (-farthest, farthest),
        };
        let (low, high) = (low.max(-farthest).min(farthest), high.max(-farthest).min(farthest));
        GridPoint { low, high, scale: square }
    }

    /// Returns true if the point has not been clamped.
    #[inline(always)]
    fn is_exact(&self) -> bool {
        self.low.abs().max(self.high.abs()).cmplt(Vec4::splat(FARTHEST)).all()
    }
}

/// A point, prepared for nodes. As numbers, not as lanes, as a ray is.
#[derive(Clone, Copy)]
pub(crate) struct PointNode<const DIRECT: bool> {
    low: [f32; 3],
    high: [f32; 3],
    scale: f32,
}

impl<const DIRECT: bool> PointNode<DIRECT> {
    /// `whole` is the box around everything.
    #[inline(always)]
    pub(super) fn new(point: Vec3, whole: &Aabb, grid: Grid) -> Self {
        PointNode::of(&GridPoint::new(point, whole, grid, Node::<DIRECT>::STEPS))
    }

    #[inline(always)]
    fn of(&GridPoint { low, high, scale }: &GridPoint) -> Self {
        PointNode { low: low.truncate().to_array(), high: high.truncate().to_array(), scale }
    }

    /// The children of a node that are no farther than the squared distance `limit`, a bit each, and lower bounds on
    /// their squared distances.
    #[inline(always)]
    pub(super) fn children<S: Simd8>(
        &self,
        simd: S,
        node: Node<DIRECT>,
        limit: f32,
    ) -> (u32, [f32; CHILDREN]) {
        let x = gaps(simd, self.below_above(simd, node, 0));
        let y = gaps(simd, self.below_above(simd, node, 1));
        let z = gaps(simd, self.below_above(simd, node, 2));
        let keys = simd.mul(squares(simd, x, y, z), simd.splat(simd.uniform(self.scale)));
        (simd.le(keys, simd.splat(simd.uniform(limit))), simd.to_array(keys))
    }

    /// Its distances below the eight slabs of an axis, and above them; negative on the other side of that side.
    #[inline(always)]
    fn below_above<S: Simd8>(&self, simd: S, node: Node<DIRECT>, k: usize) -> (S::F, S::F) {
        let (low, high) = (simd.uniform(self.low[k]), simd.uniform(self.high[k]));
        let (lower, upper) = (node.numbers(simd, 2 * k), node.numbers(simd, 2 * k + 1));
        if DIRECT {
            return (simd.sub(lower, simd.splat(high)), simd.sub(simd.splat(low), upper));
        }
        let unit = simd.splat(node.unit(simd, k));
        let start = node.start(simd, k);
        let below = simd.splat(simd.uniform_sub(start, high));
        let above = simd.splat(simd.uniform_sub(low, start));
        (simd.about_mul_add(lower, unit, below), simd.about_neg_mul_add(upper, unit, above))
    }
}

/// A sphere, prepared for nodes.
#[derive(Clone, Copy)]
pub(crate) struct SphereNode<const DIRECT: bool> {
    center: PointNode<DIRECT>,
    /// The squared radius in grid units, rounded up for what it touches and down for what it contains.
    touching: f32,
    inside: f32,
}

impl<const DIRECT: bool> SphereNode<DIRECT> {
    /// `whole` is the box around everything.
    #[inline(always)]
    pub(super) fn new(sphere: &Sphere, whole: &Aabb, grid: Grid) -> Self {
        let center = GridPoint::new(sphere.center, whole, grid, Node::<DIRECT>::STEPS);
        // More than the square over that of a step, by 1/10,000, while a key is off by `5 u`. A box that it contains has its far
        // corner nearer than that by 2/10,000 and the padding, and no key is larger than the far corner's distance, but for
        // `33 u` of its square.
        let touching = sphere.radius_squared() / center.scale;
        let inside = touching * 0.9997;
        let inside = if center.is_exact() && inside < f32::MAX { inside } else { -1.0 };
        let touching = if touching >= 0.0 { touching } else { f32::INFINITY };
        SphereNode { center: PointNode::of(&center), touching, inside }
    }

    /// The children of a node that the sphere touches, a bit each, and in the eight bits above those that lie wholly
    /// inside; and about how far they are, squared and in grid units. Absent children may be among them.
    #[inline(always)]
    pub(super) fn children<S: Simd8>(&self, simd: S, node: Node<DIRECT>) -> (u32, [f32; CHILDREN]) {
        let x = self.center.below_above(simd, node, 0);
        let y = self.center.below_above(simd, node, 1);
        let z = self.center.below_above(simd, node, 2);
        let near = squares(simd, gaps(simd, x), gaps(simd, y), gaps(simd, z));
        let far = squares(simd, farther(simd, x), farther(simd, y), farther(simd, z));
        let touching = simd.le(near, simd.splat(simd.uniform(self.touching)));
        let inside = simd.le(far, simd.splat(simd.uniform(self.inside)));
        (touching | inside << CHILDREN, simd.to_array(near))
    }
}

/// The distances of a point from slabs that it is so far below and above; 0 inside.
#[inline(always)]
fn gaps<S: Simd8>(simd: S, (below, above): (S::F, S::F)) -> S::F {
    simd.max(simd.max(below, above), simd.splat(simd.uniform(0.0)))
}

/// Minus how far it is to their farther side.
#[inline(always)]
fn farther<S: Simd8>(simd: S, (below, above): (S::F, S::F)) -> S::F {
    simd.min(below, above)
}

/// The squared lengths of vectors.
#[inline(always)]
fn squares<S: Simd8>(simd: S, x: S::F, y: S::F, z: S::F) -> S::F {
    simd.about_mul_add(x, x, simd.about_mul_add(y, y, simd.mul(z, z)))
}
