//! Box tests of the eight children of a node at once.

use super::box_node::BoxNode;
use super::children::CHILDREN;
use super::grid::Grid;
use super::node::Node;
use super::point_node::{PointNode, SphereNode};
use super::ray_node::RayNode;
use super::tree::{Wide, WideFrame};
use crate::bits::bits;
use crate::geometry::BoxPlace;
use crate::mesh::tree::{AabbTest, BoxTest, HullTest, OrientedBoxTest, PointTest, RayTest, SphereTest};
use crate::simd::Simd;

/// A box test that a wide tree knows.
pub(crate) trait WideTest: BoxTest {
    /// The test, prepared for the nodes of a tree.
    type Prepared<S: Simd, const DIRECT: bool>;

    /// True if absent children never pass.
    const KNOWS_PRESENT: bool = false;

    /// Prepares the test.
    fn prepare<S: Simd, const DIRECT: bool>(&self, tree: &Wide<S, 1, DIRECT>) -> Self::Prepared<S, DIRECT>;

    /// The children of a node that pass with a key of at most `limit`, a bit each, and their keys. If the test
    /// [`BoxTest::CONTAINS`], bit 8 + i says that child `i` is wholly inside. Absent children may pass,
    /// unless the test [`WideTest::KNOWS_PRESENT`].
    fn test<S: Simd, const DIRECT: bool>(
        tree: &Wide<S, 1, DIRECT>,
        node: Node<DIRECT>,
        test: &Self::Prepared<S, DIRECT>,
        limit: f32,
    ) -> (u32, [f32; CHILDREN]);
}

impl WideTest for RayTest {
    type Prepared<S: Simd, const DIRECT: bool> = RayNode<DIRECT>;

    const KNOWS_PRESENT: bool = true;

    #[inline(always)]
    fn prepare<S: Simd, const DIRECT: bool>(&self, tree: &Wide<S, 1, DIRECT>) -> Self::Prepared<S, DIRECT> {
        let Grid { origin, step } = tree.frame.grid;
        RayNode::new(&self.line, self.grow, origin, step, self.t_min)
    }

    #[inline(always)]
    fn test<S: Simd, const DIRECT: bool>(
        tree: &Wide<S, 1, DIRECT>,
        node: Node<DIRECT>,
        ray: &RayNode<DIRECT>,
        limit: f32,
    ) -> (u32, [f32; CHILDREN]) {
        ray.children(tree.simd.lanes8(), node, limit)
    }
}

impl WideTest for PointTest {
    type Prepared<S: Simd, const DIRECT: bool> = PointNode<DIRECT>;

    #[inline(always)]
    fn prepare<S: Simd, const DIRECT: bool>(&self, tree: &Wide<S, 1, DIRECT>) -> Self::Prepared<S, DIRECT> {
        let WideFrame { grid, ref bounds, .. } = *tree.frame;
        PointNode::new(self.0, bounds, grid)
    }

    #[inline(always)]
    fn test<S: Simd, const DIRECT: bool>(
        tree: &Wide<S, 1, DIRECT>,
        node: Node<DIRECT>,
        point: &PointNode<DIRECT>,
        limit: f32,
    ) -> (u32, [f32; CHILDREN]) {
        point.children(tree.simd.lanes8(), node, limit)
    }
}

impl WideTest for SphereTest {
    type Prepared<S: Simd, const DIRECT: bool> = SphereNode<DIRECT>;

    #[inline(always)]
    fn prepare<S: Simd, const DIRECT: bool>(&self, tree: &Wide<S, 1, DIRECT>) -> Self::Prepared<S, DIRECT> {
        let WideFrame { grid, ref bounds, .. } = *tree.frame;
        SphereNode::new(&self.0, bounds, grid)
    }

    #[inline(always)]
    fn test<S: Simd, const DIRECT: bool>(
        tree: &Wide<S, 1, DIRECT>,
        node: Node<DIRECT>,
        sphere: &SphereNode<DIRECT>,
        _: f32,
    ) -> (u32, [f32; CHILDREN]) {
        sphere.children(tree.simd.lanes8(), node)
    }
}

/// Whole numbers on the grid, so nothing is padded: the children's sides are rounded outward, and so are the box's.
impl WideTest for AabbTest {
    type Prepared<S: Simd, const DIRECT: bool> = BoxNode<S::Lanes8>;

    #[inline(always)]
    fn prepare<S: Simd, const DIRECT: bool>(&self, tree: &Wide<S, 1, DIRECT>) -> Self::Prepared<S, DIRECT> {
        BoxNode::new(tree.simd.lanes8(), tree.frame.grid.reach(&self.0), tree.frame.grid.interior(&self.0))
    }

    #[inline(always)]
    fn test<S: Simd, const DIRECT: bool>(
        tree: &Wide<S, 1, DIRECT>,
        node: Node<DIRECT>,
        grid_box: &BoxNode<S::Lanes8>,
        _: f32,
    ) -> (u32, [f32; CHILDREN]) {
        (grid_box.children(tree.simd.lanes8(), node), [0.0; CHILDREN])
    }
}

/// One child after another: the separating axes are most of the work.
impl WideTest for OrientedBoxTest {
    type Prepared<S: Simd, const DIRECT: bool> = OrientedBoxTest;

    #[inline(always)]
    fn prepare<S: Simd, const DIRECT: bool>(&self, _: &Wide<S, 1, DIRECT>) -> Self::Prepared<S, DIRECT> {
        *self
    }

    #[inline(always)]
    fn test<S: Simd, const DIRECT: bool>(
        tree: &Wide<S, 1, DIRECT>,
        node: Node<DIRECT>,
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

/// The box around the hull first, on the grid; then the planes of the hull, one child after another.
impl<'a> WideTest for HullTest<'a> {
    type Prepared<S: Simd, const DIRECT: bool> = (BoxNode<S::Lanes8>, HullTest<'a>);

    #[inline(always)]
    fn prepare<S: Simd, const DIRECT: bool>(&self, tree: &Wide<S, 1, DIRECT>) -> Self::Prepared<S, DIRECT> {
        (AabbTest(*self.0.world()).prepare(tree), *self)
    }

    #[inline(always)]
    fn test<S: Simd, const DIRECT: bool>(
        tree: &Wide<S, 1, DIRECT>,
        node: Node<DIRECT>,
        (grid_box, HullTest(hull)): &Self::Prepared<S, DIRECT>,
        _: f32,
    ) -> (u32, [f32; CHILDREN]) {
        let near = grid_box.children(tree.simd.lanes8(), node) & ((1 << CHILDREN) - 1);
        let mut mask = 0;
        for i in bits(near) {
            mask |= match hull.place_of_near(&tree.child_bounds(node, i as usize)) {
                BoxPlace::Outside => 0,
                BoxPlace::Inside => 1 << i | 1 << (CHILDREN as u32 + i),
                BoxPlace::Across => 1 << i,
            };
        }
        (mask, [0.0; CHILDREN])
    }
}
