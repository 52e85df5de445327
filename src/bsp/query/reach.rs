//! The leaves that a sphere reaches: the plane tests of spheres, and the orders in which leaves are visited.
//!
//! Heights above planes are computed in f32 and compared with a radius that is padded for all rounding
//! errors, so that no leaf is missed.

use super::super::tree::{Node, NodeRef, PlaneRef, Tree};
use super::traverse::{Children, Next, NoPath, Path, Visitor, traverse};
use crate::geometry::Vec3;
use glam::DVec3;
use std::ops::ControlFlow;

/// A centre relative to the tree's origin, in f64 and rounded.
#[derive(Clone, Copy)]
pub(super) struct Center {
    pub(super) exact: DVec3,
    pub(super) rounded: Vec3,
}

impl Center {
    #[inline(always)]
    pub(super) fn new(tree: &Tree, point: Vec3) -> Center {
        Center::relative(point.as_dvec3() - tree.origin)
    }

    #[inline(always)]
    pub(super) fn relative(exact: DVec3) -> Center {
        Center { exact, rounded: exact.as_vec3() }
    }
}

/// The largest distance of a sphere from a plane at which it may reach behind it, padded for all rounding
/// errors. A height `n . c - d` in f32 is off by at most four units in the last place of `|n . c|` and `|d|`.
/// In the cases that matter, `|d|` is hardly more than `|n . c|` and the radius. Normals are unit but for
/// another unit in the last place, and so is the centre.
#[inline(always)]
pub(super) fn reach(tree: &Tree, center: Vec3, radius: f32) -> f32 {
    let radius = radius + tree.slack;
    let size = (center.x.abs() + center.y.abs()) + center.z.abs();
    radius + (size + radius) * (1.0 / 2_097_152.0)
}

/// The same for solids nearer than a squared distance.
#[inline(always)]
pub(super) fn reach_to(tree: &Tree, center: Vec3, distance_squared: f64) -> f32 {
    // A distance that f32 rounds down is within the padding.
    reach(tree, center, distance_squared.sqrt() as f32)
}

/// Visits the leaves that a sphere reaches, the nearer child of each node first.
pub(super) trait SphereVisitor {
    /// The current reach of the sphere, padded; may shrink.
    fn reach(&self) -> f32;

    /// Visits a leaf. `cell` is the half-spaces whose intersection it is, if the traversal keeps its path.
    fn leaf(&mut self, leaf: NodeRef, cell: &[PlaneRef]) -> ControlFlow<()>;
}

struct NearestFirst<'a, V> {
    tree: &'a Tree<'a>,
    center: Vec3,
    visitor: &'a mut V,
}

impl<V: SphereVisitor> Visitor for NearestFirst<'_, V> {
    /// The centre's distance from the plane at which the node was deferred.
    type Key = f32;
    type Later = f32;

    #[inline(always)]
    fn node<P: Path>(&self, node: Node, key: f32, children: Children<f32, P>) -> Option<Next<f32>> {
        let (height, reach) = (self.tree.height(node, self.center), self.visitor.reach());
        if height > reach {
            children.front(key)
        } else if height < -reach {
            children.back(key)
        } else if height > 0.0 {
            children.front_first(key, height)
        } else {
            // Also if the height is NaN, because the coordinates are too large.
            children.back_first(key, -height)
        }
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: NodeRef, cell: &[PlaneRef]) -> ControlFlow<()> {
        self.visitor.leaf(leaf, cell)
    }

    #[inline(always)]
    fn resume(&self, distance: f32) -> Option<f32> {
        (!(distance > self.visitor.reach())).then_some(distance)
    }
}

/// Visits the leaves that a sphere reaches until the visitor breaks, the nearer child of each node first.
#[inline(always)]
pub(super) fn visit_nearest_first<P: Path>(tree: &Tree, center: Vec3, visitor: &mut impl SphereVisitor) {
    traverse::<P, _>(tree, &mut NearestFirst { tree, center, visitor }, 0.0);
}

struct FixedOrder<'a, const FRONT_FIRST: bool, F> {
    tree: &'a Tree<'a>,
    center: Vec3,
    reach: f32,
    is_hit: F,
}

impl<const FRONT_FIRST: bool, F: FnMut(NodeRef) -> bool> Visitor for FixedOrder<'_, FRONT_FIRST, F> {
    type Key = ();
    type Later = ();

    #[inline(always)]
    fn node<P: Path>(&self, node: Node, (): (), children: Children<(), P>) -> Option<Next<()>> {
        let height = self.tree.height(node, self.center);
        if height > self.reach {
            children.front(())
        } else if height < -self.reach {
            children.back(())
        } else if FRONT_FIRST {
            children.front_first((), ())
        } else {
            children.back_first((), ())
        }
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: NodeRef, _: &[PlaneRef]) -> ControlFlow<()> {
        if (self.is_hit)(leaf) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn resume(&self, (): ()) -> Option<()> {
        Some(())
    }
}

/// OR over both children: returns true if `is_hit` is true for a leaf that the sphere reaches. The order is
/// fixed, so that the side of the solid can come first: behind faces on the ordinary tree, in front on the
/// inverse one.
#[inline(always)]
pub(super) fn reaches<const FRONT_FIRST: bool>(
    tree: &Tree,
    center: Vec3,
    reach: f32,
    is_hit: impl FnMut(NodeRef) -> bool,
) -> bool {
    traverse::<NoPath, _>(tree, &mut FixedOrder::<FRONT_FIRST, _> { tree, center, reach, is_hit }, ())
}
