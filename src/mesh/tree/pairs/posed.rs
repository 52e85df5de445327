//! A tree that is posed, its nodes, and blocks of its triangles.

use super::{PairBlock, PairTree};
use crate::arrays::MapEach;
use crate::batch::Filter;
use crate::geometry::{Aabb, PoseMatrix, Vec3};
use crate::simd::{Kernel, LANES8, Simd, Simd8};
use crate::stack::Slots;
use std::ops::ControlFlow;

/// One of two meshes.
#[derive(Clone, Copy)]
pub(crate) struct PosedTree<'a, T> {
    pub(crate) tree: T,
    /// Around all triangles, not posed.
    pub(crate) whole: &'a Aabb,
    pub(crate) pose: &'a PoseMatrix,
    pub(crate) filter: &'a Filter,
}

impl<T: PairTree> PosedTree<'_, T> {
    /// Shows the posed blocks of a leaf.
    pub(crate) fn blocks<S: Simd>(
        &self,
        simd: S,
        leaf: &T::NodeRef,
        mut show: impl FnMut(&PairBlock) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let slots = &mut Slots::<PairBlock, 1>::new();
        for i in 0..self.tree.block_count(leaf) {
            simd.call(PosedBlock { posed: self, leaf: *leaf, i, slots: &mut *slots, place: 0 });
            show(slots.get(0))?;
        }
        ControlFlow::Continue(())
    }
}

/// The children of a node, with boxes around their posed triangles.
pub(crate) struct PosedNode<T: PairTree> {
    boxes: [Aabb; LANES8],
    /// A bit for each child.
    pub(crate) present: u8,
    leaves: u32,
    children: T::Children,
}

impl<T: PairTree> PosedNode<T> {
    /// The box of child `i`.
    #[inline(always)]
    pub(crate) fn bounds(&self, i: u32) -> &Aabb {
        &self.boxes[i as usize % LANES8]
    }

    #[inline(always)]
    pub(crate) fn is_leaf(&self, i: u32) -> bool {
        self.leaves >> i & 1 != 0
    }

    /// A reference to child `i`.
    #[inline(always)]
    pub(crate) fn child(&self, tree: T, i: u32) -> T::NodeRef {
        tree.child(&self.children, i)
    }
}

/// Opens a node. Boxes are posed by the arithmetic of vertices, so that a side which is parallel to an axis
/// is where the vertices on it are, to the bit.
pub(crate) struct OpenPosed<'a, T: PairTree> {
    pub(crate) posed: &'a PosedTree<'a, T>,
    pub(crate) node: &'a T::NodeRef,
}

impl<T: PairTree> Kernel for OpenPosed<'_, T> {
    type Output = PosedNode<T>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> PosedNode<T> {
        let OpenPosed { posed: PosedTree { tree, whole, pose, .. }, node } = self;
        let expanded = tree.expand(simd, node);
        let s = simd.lanes8();
        let [low, high] =
            [expanded.low, expanded.high].map_each(|[x, y, z]| [s.to_array(x), s.to_array(y), s.to_array(z)]);
        let mut boxes = [Aabb::EMPTY; LANES8];
        for (i, posed_box) in boxes.iter_mut().enumerate() {
            let [low, high] = [&low, &high].map_each(|[x, y, z]| Vec3::new(x[i], y[i], z[i]));
            // Boxes on a grid are larger than what is in them, but those at the sides of the mesh need not
            // be.
            let own = Aabb { min: low.max(whole.min), max: high.min(whole.max) };
            *posed_box = pose.bounds_of(&own);
        }
        PosedNode {
            boxes,
            present: expanded.present as u8,
            leaves: expanded.leaves,
            children: expanded.children,
        }
    }
}

/// Makes block `i` of a leaf, where it is wanted.
pub(crate) struct PosedBlock<'a, T: PairTree, const N: usize> {
    pub(crate) posed: &'a PosedTree<'a, T>,
    pub(crate) leaf: T::NodeRef,
    pub(crate) i: usize,
    pub(crate) slots: &'a mut Slots<PairBlock, N>,
    pub(crate) place: usize,
}

impl<T: PairTree, const N: usize> Kernel for PosedBlock<'_, T, N> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let lanes = self.posed.tree.leaf_lanes(simd, &self.leaf, self.i, self.posed.filter);
        self.slots.put(self.place, PairBlock::new(simd, self.posed.pose, &lanes));
    }
}
