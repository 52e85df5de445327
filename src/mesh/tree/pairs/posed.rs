//! A tree that is posed, and a block of its triangles.

use super::{PairBlock, PairTree};
use crate::batch::Filter;
use crate::geometry::PoseMatrix;
use crate::simd::{Kernel, Simd};
use crate::stack::Slots;

/// One of two meshes.
#[derive(Clone, Copy)]
pub(crate) struct PosedTree<'a, T> {
    pub(crate) tree: T,
    pub(crate) pose: &'a PoseMatrix,
    pub(crate) filter: &'a Filter,
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
