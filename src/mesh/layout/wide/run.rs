//! Queries on a wide tree, on the instruction set in force.

use super::box_tests::WideTest;
use super::tree::Wide;
use crate::mesh::tree::TreeQuery;
use crate::simd::{Kernel, Simd};

/// A query on a tree.
pub(super) struct OnWide<'a, Q, const VERTEX_TABLES: usize, const DIRECT: bool> {
    pub(super) tree: Wide<'a, (), VERTEX_TABLES, DIRECT>,
    pub(super) query: Q,
}

impl<Q: TreeQuery<Test: WideTest>, const VERTEX_TABLES: usize, const DIRECT: bool> Kernel
    for OnWide<'_, Q, VERTEX_TABLES, DIRECT>
{
    type Output = Q::Output;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Q::Output {
        self.query.run_in_lanes(self.tree.with::<S, VERTEX_TABLES>(simd))
    }
}
