//! The subtrees that a query of a stream has still to visit.

use super::box_tests::WideTest;
use super::children::CHILDREN;
use super::tree::Wide;
use crate::batch::Filter;
use crate::mesh::tree::{BlockPart, LaneTree, StreamTree};
use crate::simd::{Simd, Simd8};

/// A power of two, so that no index needs a check. Few queries ever have so many subtrees pending.
const ROOM: usize = 64;
/// The reference to no subtree.
const END: u32 = u32::MAX;

/// References, and lower bounds on the keys of all answers below them. In two arrays, so that eight keys are looked at
/// at once. Before the first ones there are eight that end the search.
#[derive(Clone, Copy)]
pub(crate) struct Pending {
    keys: [f32; ROOM + CHILDREN],
    nodes: [u32; ROOM + CHILDREN],
    len: usize,
}

impl Default for Pending {
    fn default() -> Pending {
        Pending { keys: [f32::NEG_INFINITY; ROOM + CHILDREN], nodes: [END; ROOM + CHILDREN], len: CHILDREN }
    }
}

/// Eight elements from a place that is below [`ROOM`].
#[inline(always)]
fn eight<T>(all: &[T; ROOM + CHILDREN], from: usize) -> &[T; CHILDREN] {
    all[from % ROOM..].first_chunk().expect("there are eight more")
}

#[inline(always)]
fn eight_mut<T>(all: &mut [T; ROOM + CHILDREN], from: usize) -> &mut [T; CHILDREN] {
    all[from % ROOM..].first_chunk_mut().expect("there are eight more")
}

impl Pending {
    /// Takes the last one whose key is within a limit, and all after it.
    #[inline(always)]
    fn pop_within<S: Simd8>(&mut self, simd: S, limit: f32) -> u32 {
        let limit = simd.splat(simd.uniform(limit));
        while let Some(from) = self.len.checked_sub(CHILDREN) {
            let within = simd.le(simd.load_array(eight(&self.keys, from)), limit);
            if within != 0 {
                self.len = from + within.ilog2() as usize;
                return self.last();
            }
            self.len = from;
        }
        // The limit is no number, as in a damaged blob.
        END
    }

    /// The reference at the end.
    #[inline(always)]
    fn last(&self) -> u32 {
        self.nodes.get(self.len).copied().unwrap_or(END)
    }
}

impl<S: Simd, T: WideTest, const VERTEX_TABLES: usize, const DIRECT: bool> StreamTree<T>
    for Wide<'_, S, VERTEX_TABLES, DIRECT>
{
    type Pending = Pending;

    #[inline(always)]
    fn whole(self) -> Option<u32> {
        (self.frame.triangle_count > 0).then_some(0)
    }

    #[inline(always)]
    fn clear(pending: &mut Pending) {
        pending.len = CHILDREN;
    }

    #[inline(always)]
    fn is_full(pending: &Pending) -> bool {
        pending.len >= ROOM
    }

    #[inline(always)]
    fn push_nearest_first(self, tested: &Self::Tested, pending: &mut Pending) {
        let (keys, nodes) = tested.farthest_first(self.simd.lanes8());
        *eight_mut(&mut pending.keys, pending.len) = keys;
        *eight_mut(&mut pending.nodes, pending.len) = nodes;
        pending.len += tested.passing();
    }

    #[inline(always)]
    fn is_end(node: &u32) -> bool {
        *node == END
    }

    #[inline(always)]
    fn pop_within(self, pending: &mut Pending, limit: f32) -> u32 {
        pending.pop_within(self.simd.lanes8(), limit)
    }

    #[inline(always)]
    fn push_any_order(self, tested: &Self::Tested, pending: &mut Pending) {
        let simd = self.simd.lanes8();
        // The one to visit first has the highest number.
        *eight_mut(&mut pending.nodes, pending.len) = tested.passing_references::<S::Lanes8, T>(simd);
        pending.len += tested.passing();
    }

    #[inline(always)]
    fn pop(self, pending: &mut Pending) -> u32 {
        pending.len = pending.len.saturating_sub(1);
        pending.last()
    }
}

impl<S: Simd, const VERTEX_TABLES: usize, const DIRECT: bool> LaneTree<S>
    for Wide<'_, S, VERTEX_TABLES, DIRECT>
{
    const HAS_ONE_BLOCK: bool = VERTEX_TABLES == 1;

    #[inline(always)]
    fn simd(self) -> S {
        self.simd
    }

    #[inline(always)]
    fn on_block<P: BlockPart<S>>(self, leaf: &u32, filter: &Filter, part: P) -> P::Output {
        let cluster = self.cluster(*leaf);
        part.run(self.simd, cluster, cluster.seen(filter) & 0xffff)
    }
}
