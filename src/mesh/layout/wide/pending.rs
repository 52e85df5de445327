//! The subtrees that a query of a stream has still to visit.

use super::box_tests::WideTest;
use super::children::CHILDREN;
use super::tree::Wide;
use crate::arrays::MapEach;
use crate::mesh::tree::{Kinds, STREAM, StreamTree, TestedBy};
use crate::simd::{Simd, Simd8};

/// More than there ever are: a power of two, so that no index needs a check. Few queries need so many.
const ROOM: usize = 64;
/// Elements in all: eight in front, and as many as are written at once behind any place.
const SIZE: usize = ROOM + 2 * CHILDREN;
/// The reference to no subtree.
const END: u32 = u32::MAX;

/// References, and lower bounds on the keys of all answers below them. In two arrays, so that eight keys are looked at
/// at once. Before the first ones there are eight that end the search.
///
/// Few queries have more than eight at a time. These lie in a line of the cache with the eight before them, if the whole begins in
/// the middle of a line: all that are under way are in the first-level cache together.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Pending {
    /// The number of those after the first eight, which is where the last eight begin.
    len: usize,
    keys: Aligned<[f32; SIZE]>,
    nodes: Aligned<[u32; SIZE]>,
}

/// A value that begins with a line of the cache, or in its middle.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Aligned<T>(T);

impl Default for Pending {
    fn default() -> Pending {
        let (keys, nodes) = (Aligned([f32::NEG_INFINITY; SIZE]), Aligned([END; SIZE]));
        Pending { len: 0, keys, nodes }
    }
}

/// Eight elements from a place that is below [`ROOM`].
#[inline(always)]
fn eight<T>(all: &[T; SIZE], from: usize) -> &[T; CHILDREN] {
    all[from % ROOM..].first_chunk().expect("there are eight more")
}

/// Eight elements behind the eight from a place on.
#[inline(always)]
fn next_eight<T>(all: &mut [T; SIZE], from: usize) -> &mut [T; CHILDREN] {
    all[CHILDREN..][from % ROOM..].first_chunk_mut().expect("there are eight more")
}

impl Pending {
    /// Takes the last one whose key is within a limit, and all after it.
    #[inline(always)]
    fn pop_within<S: Simd8>(&mut self, simd: S, limit: f32) -> u32 {
        let limit = simd.splat(simd.uniform(limit));
        let mut from = self.len % ROOM;
        loop {
            // Eight bits, of which the compiler knows that the place is in the arrays.
            let within = simd.le(simd.load_array(eight(&self.keys.0, from)), limit) as u8;
            if within != 0 {
                let place = from + (CHILDREN - 1) - within.leading_zeros() as usize;
                self.len = place.wrapping_sub(CHILDREN);
                return self.nodes.0[place];
            }
            if from == 0 {
                // The limit is no number, as in a damaged blob.
                return END;
            }
            from = from.saturating_sub(CHILDREN);
        }
    }
}

impl<S: Simd, T: WideTest, const VERTEX_TABLES: usize, const DIRECT: bool> StreamTree<T>
    for Wide<'_, S, VERTEX_TABLES, DIRECT>
{
    type Pending = Pending;

    #[inline(always)]
    fn stream_root(self) -> Option<u32> {
        self.root_node()
    }

    #[inline(always)]
    fn clear(pending: &mut Pending) {
        pending.len = 0;
    }

    #[inline(always)]
    fn is_full(pending: &Pending) -> bool {
        pending.len >= ROOM - CHILDREN
    }

    #[inline(always)]
    fn test_now(self, node: &u32, test: &Self::Prepared, limit: f32) -> Self::Tested {
        TestedBy::<T>::test(self, node, test, limit).pinned(self.simd.lanes8())
    }

    #[inline(always)]
    fn push_nearest_first(self, tested: &Self::Tested, pending: &mut Pending) {
        let (keys, nodes) = tested.keys_and_references(self.simd.lanes8());
        *next_eight(&mut pending.keys.0, pending.len) = keys;
        *next_eight(&mut pending.nodes.0, pending.len) = nodes;
        pending.len += tested.passing();
    }

    /// References to clusters have their sign set, as has [`END`], which is the largest of these.
    #[inline(always)]
    fn kinds(self, nodes: &[u32; STREAM]) -> Kinds {
        let simd = self.simd.lanes8();
        let end = simd.splat_i(END.cast_signed());
        let (mut leaves, mut ends) = (0, 0);
        for (eights, at) in nodes.as_chunks::<CHILDREN>().0.iter().zip((0..).step_by(CHILDREN)) {
            let nodes = simd.load_array_i(&eights.map_each(u32::cast_signed));
            let clusters = simd.signs(simd.gt_i(end, nodes));
            leaves |= clusters << at;
            ends |= (simd.signs(nodes) & !clusters) << at;
        }
        Kinds { leaves, ends }
    }

    #[inline(always)]
    fn pop_within(self, pending: &mut Pending, limit: f32) -> u32 {
        pending.pop_within(self.simd.lanes8(), limit)
    }

    #[inline(always)]
    fn push_any_order(self, tested: &Self::Tested, pending: &mut Pending) {
        let simd = self.simd.lanes8();
        let behind = next_eight(&mut pending.nodes.0, pending.len);
        if !T::NEAREST {
            // The one to visit first has the highest number.
            *behind = tested.references::<S::Lanes8, T>(simd);
        } else {
            let (first, others) = tested.first_and_others::<S::Lanes8, T>(simd);
            *behind = others;
            // If none passes, it is written where nothing is read.
            behind[tested.passing().wrapping_sub(1) % CHILDREN] = first;
        }
        pending.len += tested.passing();
    }

    #[inline(always)]
    fn pop(self, pending: &mut Pending) -> u32 {
        let last = pending.nodes.0[CHILDREN - 1..][pending.len % ROOM];
        pending.len = pending.len.wrapping_sub(1);
        last
    }
}
