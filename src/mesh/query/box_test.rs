//! Tests of a query against a node's box. Monotone, so that a box that fails holds no answer.

use crate::geometry::{Aabb, LineBounds, OrientedBoxBounds, Sphere, Vec3, max, min};
use crate::mesh::layout::{Grid, LINE, Wide, WideFrame};
use crate::simd::{BoxNode, CHILDREN, Nodes, PointNode, RayNode, Simd};

/// A test against a node's box.
pub(crate) trait BoxTest: Copy {
    /// A lower bound on the key of every answer inside the box; NaN where there can be none.
    fn key(&self, bounds: &Aabb) -> f32;

    /// Whether the test also finds out that a child is wholly inside: then bit 8 + i of
    /// [`BoxTest::test_wide`]'s mask says so, and all triangles below are answers.
    const CONTAINS: bool = false;

    /// Whether the nearest of the children that pass is visited first, even where the order does not matter.
    const NEAREST: bool = false;

    /// The same test, prepared for the nodes of a wide tree.
    type Wide<S: Simd>;

    /// Prepares the test for a wide tree.
    fn prepare_wide<S: Simd>(&self, tree: &Wide<S>) -> Self::Wide<S>;

    /// The children of a node that pass with a key of at most `limit`, a bit each, and their keys. Absent
    /// children may pass.
    fn test_wide<S: Simd>(
        tree: &Wide<S>,
        node: &[u8; LINE],
        test: &Self::Wide<S>,
        limit: f32,
    ) -> (u32, [f32; CHILDREN]);
}

/// For tests that are written for a single box.
macro_rules! wide_by_box {
    () => {
        type Wide<S: Simd> = Self;

        #[inline(always)]
        fn prepare_wide<S: Simd>(&self, _: &Wide<S>) -> Self {
            *self
        }

        #[inline(always)]
        fn test_wide<S: Simd>(
            tree: &Wide<S>,
            node: &[u8; LINE],
            test: &Self,
            limit: f32,
        ) -> (u32, [f32; CHILDREN]) {
            tree.test_boxes(node, limit, |bounds| test.key(bounds))
        }
    };
}

/// A ray or moving sphere against boxes; the key is the parameter where it enters.
#[derive(Clone, Copy)]
pub(crate) struct RayTest {
    line: LineBounds,
    grow: f32,
    t_min: f32,
    t_max: f32,
}

impl RayTest {
    /// `whole` is the box around everything, which gives the padding.
    #[inline(always)]
    pub(crate) fn new(line: LineBounds, whole: &Aabb, t_min: f32, t_max: f32) -> RayTest {
        RayTest { line, grow: line.grow(whole), t_min, t_max }
    }
}

impl BoxTest for RayTest {
    #[inline(always)]
    fn key(&self, bounds: &Aabb) -> f32 {
        let (enter, leave) = self.line.interval(bounds, self.grow);
        let enter = max(enter, self.t_min);
        if enter <= min(leave, self.t_max) { enter } else { f32::NAN }
    }

    type Wide<S: Simd> = <S::Nodes as Nodes>::Ray;

    #[inline(always)]
    fn prepare_wide<S: Simd>(&self, tree: &Wide<S>) -> <S::Nodes as Nodes>::Ray {
        let Grid { origin, step } = tree.frame.grid;
        tree.simd.nodes().prepare_ray(&RayNode::new(&self.line, self.grow, origin, step, self.t_min))
    }

    #[inline(always)]
    fn test_wide<S: Simd>(
        tree: &Wide<S>,
        node: &[u8; LINE],
        ray: &<S::Nodes as Nodes>::Ray,
        limit: f32,
    ) -> (u32, [f32; CHILDREN]) {
        tree.simd.nodes().ray_node(node, ray, limit)
    }
}

/// A point against boxes; the key is the squared distance.
#[derive(Clone, Copy)]
pub(crate) struct PointTest(pub(crate) Vec3);

impl BoxTest for PointTest {
    #[inline(always)]
    fn key(&self, bounds: &Aabb) -> f32 {
        bounds.distance_squared(self.0)
    }

    type Wide<S: Simd> = <S::Nodes as Nodes>::Point;

    #[inline(always)]
    fn prepare_wide<S: Simd>(&self, tree: &Wide<S>) -> <S::Nodes as Nodes>::Point {
        let WideFrame { grid: Grid { origin, step }, ref bounds, .. } = *tree.frame;
        tree.simd.nodes().prepare_point(&PointNode::new(self.0, bounds, origin, step))
    }

    #[inline(always)]
    fn test_wide<S: Simd>(
        tree: &Wide<S>,
        node: &[u8; LINE],
        point: &<S::Nodes as Nodes>::Point,
        limit: f32,
    ) -> (u32, [f32; CHILDREN]) {
        tree.simd.nodes().point_node(node, point, limit)
    }
}

/// A sphere against boxes; the key is the squared distance of its centre.
#[derive(Clone, Copy)]
pub(crate) struct SphereTest(pub(crate) Sphere);

impl BoxTest for SphereTest {
    #[inline(always)]
    fn key(&self, bounds: &Aabb) -> f32 {
        bounds.distance_squared(self.0.center)
    }

    /// No triangle is farther than the far corner of a box around it: rounding is monotone.
    const CONTAINS: bool = true;

    const NEAREST: bool = true;

    type Wide<S: Simd> = <S::Nodes as Nodes>::Sphere;

    #[inline(always)]
    fn prepare_wide<S: Simd>(&self, tree: &Wide<S>) -> <S::Nodes as Nodes>::Sphere {
        let WideFrame { grid: Grid { origin, step }, ref bounds, .. } = *tree.frame;
        let point = PointNode::new(self.0.center, bounds, origin, step);
        tree.simd.nodes().prepare_sphere(&point, self.0.radius_squared())
    }

    #[inline(always)]
    fn test_wide<S: Simd>(
        tree: &Wide<S>,
        node: &[u8; LINE],
        sphere: &<S::Nodes as Nodes>::Sphere,
        _: f32,
    ) -> (u32, [f32; CHILDREN]) {
        tree.simd.nodes().sphere_node(node, sphere)
    }
}

/// An axis-aligned box against boxes; the key is 0.
#[derive(Clone, Copy)]
pub(crate) struct AabbTest(pub(crate) Aabb);

impl BoxTest for AabbTest {
    #[inline(always)]
    fn key(&self, bounds: &Aabb) -> f32 {
        if self.0.touches(bounds) { 0.0 } else { f32::NAN }
    }

    const CONTAINS: bool = true;

    type Wide<S: Simd> = BoxNode;

    #[inline(always)]
    fn prepare_wide<S: Simd>(&self, tree: &Wide<S>) -> BoxNode {
        BoxNode::new(tree.frame.grid.reach(&self.0), tree.frame.grid.interior(&self.0))
    }

    /// Whole numbers on the grid, so nothing is padded: the children's sides are rounded outward, and so
    /// are the box's.
    #[inline(always)]
    fn test_wide<S: Simd>(
        tree: &Wide<S>,
        node: &[u8; LINE],
        grid_box: &BoxNode,
        _: f32,
    ) -> (u32, [f32; CHILDREN]) {
        (tree.simd.nodes().box_node(node, grid_box), [0.0; CHILDREN])
    }
}

/// A rotated box against boxes; the key is 0.
#[derive(Clone, Copy)]
pub(crate) struct OrientedBoxTest {
    shape: OrientedBoxBounds,
    grow: f32,
}

impl OrientedBoxTest {
    /// `whole` is the box around everything, which gives the padding.
    pub(crate) fn new(shape: OrientedBoxBounds, whole: &Aabb) -> OrientedBoxTest {
        OrientedBoxTest { shape, grow: shape.grow(whole) }
    }
}

impl BoxTest for OrientedBoxTest {
    #[inline(always)]
    fn key(&self, bounds: &Aabb) -> f32 {
        if self.shape.touches(bounds, self.grow) { 0.0 } else { f32::NAN }
    }

    wide_by_box!();
}
