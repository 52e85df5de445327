//! The triangles that a tree has in a box.

use crate::batch::Filter;
use crate::mesh::tree::{AnyOrder, BoxTest, TestedBy, TreeQuery, Visitor, traverse};

/// Asks the tree for them, in any order.
pub(super) struct Within<'a, B, V> {
    pub(super) test: B,
    pub(super) filter: &'a Filter,
    pub(super) visitor: &'a mut V,
}

impl<B: BoxTest, V: Visitor> TreeQuery for Within<'_, B, V> {
    type Test = B;
    type Output = ();

    #[inline(always)]
    fn run<L: TestedBy<B>>(self, tree: L) {
        traverse::<AnyOrder, L, B>(tree, &self.test, self.filter, self.visitor);
    }
}
