//! A wide tree as queries in lanes see its leaves.

use super::tree::Wide;
use crate::batch::Filter;
use crate::mesh::tree::{BlockPart, LaneTree};
use crate::simd::{ALL_LANES, LANES8, Simd};

impl<S: Simd, const VERTEX_TABLES: usize, const DIRECT: bool> LaneTree<S>
    for Wide<'_, S, VERTEX_TABLES, DIRECT>
{
    const HAS_ONE_BLOCK: bool = VERTEX_TABLES == 1;
    const HAS_PLAIN_VERTICES: bool = DIRECT;

    #[inline(always)]
    fn simd(self) -> S {
        self.simd
    }

    #[inline(always)]
    fn is_small(self, leaf: &u32) -> bool {
        self.cluster(*leaf).count() <= LANES8
    }

    #[inline(always)]
    fn waits_for_memory(self) -> bool {
        self.is_large()
    }

    #[inline(always)]
    fn on_block<P: BlockPart<S>>(self, leaf: &u32, filter: &Filter, part: P) -> P::Output {
        let cluster = self.cluster(*leaf);
        part.run(self.simd, cluster, cluster.seen(filter) & ALL_LANES)
    }
}
