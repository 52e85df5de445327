//! How each box test is put to the eight children of a node at once.

use super::arena::LINE;
use super::grid::Grid;
use super::tree::{Wide, WideFrame};
use crate::mesh::tree::{AabbTest, BoxTest, OrientedBoxTest, PointTest, RayTest, SphereTest};
use crate::simd::{BoxNode, CHILDREN, Nodes, PointNode, RayNode, Simd};

/// A box test that a wide tree knows.
pub(crate) trait WideTest: BoxTest {
    /// The test, prepared for the nodes of a tree.
    type Prepared<S: Simd>;

    /// Prepares the test.
    fn prepare<S: Simd>(&self, tree: &Wide<S>) -> Self::Prepared<S>;

    /// The children of a node that pass with a key of at most `limit`, a bit each, and their keys. If the test
    /// [`BoxTest::CONTAINS`], bit 8 + i says that child `i` is wholly inside. Absent children may pass.
    fn test<S: Simd>(
        tree: &Wide<S>,
        node: &[u8; LINE],
        test: &Self::Prepared<S>,
        limit: f32,
    ) -> (u32, [f32; CHILDREN]);
}

impl WideTest for RayTest {
    type Prepared<S: Simd> = <S::Nodes as Nodes>::Ray;

    #[inline(always)]
    fn prepare<S: Simd>(&self, tree: &Wide<S>) -> <S::Nodes as Nodes>::Ray {
        let Grid { origin, step } = tree.frame.grid;
        tree.simd.nodes().prepare_ray(&RayNode::new(&self.line, self.grow, origin, step, self.t_min))
    }

    #[inline(always)]
    fn test<S: Simd>(
        tree: &Wide<S>,
        node: &[u8; LINE],
        ray: &<S::Nodes as Nodes>::Ray,
        limit: f32,
    ) -> (u32, [f32; CHILDREN]) {
        tree.simd.nodes().ray_node(node, ray, limit)
    }
}

impl WideTest for PointTest {
    type Prepared<S: Simd> = <S::Nodes as Nodes>::Point;

    #[inline(always)]
    fn prepare<S: Simd>(&self, tree: &Wide<S>) -> <S::Nodes as Nodes>::Point {
        let WideFrame { grid: Grid { origin, step }, ref bounds, .. } = *tree.frame;
        tree.simd.nodes().prepare_point(&PointNode::new(self.0, bounds, origin, step))
    }

    #[inline(always)]
    fn test<S: Simd>(
        tree: &Wide<S>,
        node: &[u8; LINE],
        point: &<S::Nodes as Nodes>::Point,
        limit: f32,
    ) -> (u32, [f32; CHILDREN]) {
        tree.simd.nodes().point_node(node, point, limit)
    }
}

impl WideTest for SphereTest {
    type Prepared<S: Simd> = <S::Nodes as Nodes>::Sphere;

    #[inline(always)]
    fn prepare<S: Simd>(&self, tree: &Wide<S>) -> <S::Nodes as Nodes>::Sphere {
        let WideFrame { grid: Grid { origin, step }, ref bounds, .. } = *tree.frame;
        let point = PointNode::new(self.0.center, bounds, origin, step);
        tree.simd.nodes().prepare_sphere(&point, self.0.radius_squared())
    }

    #[inline(always)]
    fn test<S: Simd>(
        tree: &Wide<S>,
        node: &[u8; LINE],
        sphere: &<S::Nodes as Nodes>::Sphere,
        _: f32,
    ) -> (u32, [f32; CHILDREN]) {
        tree.simd.nodes().sphere_node(node, sphere)
    }
}

/// Whole numbers on the grid, so nothing is padded: the children's sides are rounded outward, and so are the box's.
impl WideTest for AabbTest {
    type Prepared<S: Simd> = BoxNode;

    #[inline(always)]
    fn prepare<S: Simd>(&self, tree: &Wide<S>) -> BoxNode {
        BoxNode::new(tree.frame.grid.reach(&self.0), tree.frame.grid.interior(&self.0))
    }

    #[inline(always)]
    fn test<S: Simd>(
        tree: &Wide<S>,
        node: &[u8; LINE],
        grid_box: &BoxNode,
        _: f32,
    ) -> (u32, [f32; CHILDREN]) {
        (tree.simd.nodes().box_node(node, grid_box), [0.0; CHILDREN])
    }
}

/// One child after another: the separating axes are most of the work.
impl WideTest for OrientedBoxTest {
    type Prepared<S: Simd> = OrientedBoxTest;

    #[inline(always)]
    fn prepare<S: Simd>(&self, _: &Wide<S>) -> OrientedBoxTest {
        *self
    }

    #[inline(always)]
    fn test<S: Simd>(
        tree: &Wide<S>,
        node: &[u8; LINE],
        test: &OrientedBoxTest,
        limit: f32,
    ) -> (u32, [f32; CHILDREN]) {
        let (mut mask, mut keys) = (0, [0.0; CHILDREN]);
        for (i, key) in keys.iter_mut().enumerate() {
            *key = test.key(&tree.child_bounds(node, i));
            mask |= u32::from(*key <= limit) << i;
        }
        (mask, keys)
    }
}
