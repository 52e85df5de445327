//! The places of the children of a node, and references to them.

use super::arena::{CLUSTER, INSIDE, pack_line, unpack_line};
use crate::arrays::MapEach;
use crate::simd::{LANES8, Simd8};
use crate::stack::StackEntry;
use std::hint::select_unpredictable;

/// The most children of a node: one a lane.
pub(super) const CHILDREN: usize = LANES8;

/// In the place of a reference to a child: there is none.
pub(super) const ABSENT: u32 = u32::MAX;

/// Bytes of the references to all children.
pub(super) const REFERENCES: usize = 4 * CHILDREN;

/// Marks the word of a node whose children are eight nodes.
const ALL_INNER: u32 = 1 << 31;

/// The children of a node of one line, as its last word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Children {
    /// The line where their block begins.
    pub(super) block: u32,
    /// The number of those that are nodes; these come first.
    pub(super) inner: u32,
    /// The number of children.
    pub(super) count: u32,
}

impl Children {
    /// Of no node.
    pub(crate) const NONE: Self = Children { block: 0, inner: 0, count: 0 };

    #[inline(always)]
    pub(super) fn from_word(word: u32) -> Self {
        let (block, inner, count) = unpack_line(word);
        Children { block, inner: if word & ALL_INNER != 0 { 8 } else { inner }, count }
    }

    pub(super) fn to_word(self) -> u32 {
        match self.inner {
            8 => pack_line(self.block, 0, self.count) | ALL_INNER,
            inner => pack_line(self.block, inner, self.count),
        }
    }

    /// A reference to child `i`.
    #[inline(always)]
    pub(super) fn reference(self, i: u32) -> u32 {
        ChildRefs::<false>::computed(self).reference(i)
    }
}

/// The number of the nearest of the children whose bit is set, of which there is at least one; and of all of them their keys
/// and the words that `words` makes of their numbers, in about the order of the keys, the farthest first and the nearest last. The
/// rest does not matter.
#[inline(always)]
pub(super) fn farthest_first<S: Simd8>(
    simd: S,
    mask: u32,
    keys: &[f32; CHILDREN],
    words: impl FnOnce(S::I) -> S::I,
) -> (u32, [StackEntry<u32>; CHILDREN]) {
    let keys = simd.load_array(keys);
    // Not from the sorted ones: what comes next waits for the nearest, and for them nothing does.
    let nearest = simd.smallest_lane(mask, keys);
    let children = simd.sort_lanes_descending(mask, keys);
    let pairs = simd.zip(simd.permute(keys, children), words(children));
    (nearest, pairs.map_each(|[key, node]| StackEntry { key: f32::from_bits(key), node }))
}

/// The rule that makes references to the children of a node from their numbers. A direct node has the references themselves;
/// for another one, it is what to add to numbers below `inner`, and to the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildRefs<'a, const DIRECT: bool> {
    inner: u32,
    nodes: u32,
    clusters: u32,
    /// The bytes of the arena where they lie: a copy would be written and read again.
    stored: &'a [u8; REFERENCES],
}

impl<'a, const DIRECT: bool> ChildRefs<'a, DIRECT> {
    /// Of a direct node.
    #[inline(always)]
    pub(super) fn stored(stored: &'a [u8; REFERENCES]) -> Self {
        ChildRefs { inner: 0, nodes: 0, clusters: 0, stored }
    }

    /// Of another one.
    #[inline(always)]
    pub(super) fn computed(Children { block, inner, .. }: Children) -> Self {
        // The lines of the nodes; the line where the clusters' headers begin, in eighths, and a cluster's number.
        let clusters = (CLUSTER | (block + inner) << 3).wrapping_sub(inner);
        ChildRefs { inner, nodes: block, clusters, stored: &[0; REFERENCES] }
    }

    /// The reference to child `i`.
    #[inline(always)]
    pub(super) fn reference(&self, i: u32) -> u32 {
        if DIRECT {
            let (words, _) = self.stored.as_chunks();
            return u32::from_le_bytes(words[i as usize % CHILDREN]);
        }
        // Without a branch, which nobody could predict.
        select_unpredictable(i < self.inner, self.nodes, self.clusters).wrapping_add(i)
    }

    /// The references to eight children.
    #[inline(always)]
    fn of_each<S: Simd8>(&self, simd: S, child: S::I) -> S::I {
        if DIRECT {
            return simd.permute_i(simd.load_integers(self.stored), child);
        }
        let splat = [self.inner, self.nodes, self.clusters].map_each(u32::cast_signed);
        let [inner, nodes, clusters] =
            [simd.splat_i(splat[0]), simd.splat_i(splat[1]), simd.splat_i(splat[2])];
        simd.add_i(simd.select_i(simd.gt_i(inner, child), nodes, clusters), child)
    }

    /// References to those whose bit is set, and those whose bit is set in `inside` marked with [`INSIDE`]. The rest
    /// does not matter.
    ///
    /// Absent children have no place in the arena, and a query that looked for one would fail after its first answers are
    /// written.
    #[inline(always)]
    pub(super) fn references<S: Simd8>(&self, simd: S, mask: u32, inside: Option<u32>) -> [u32; CHILDREN] {
        const MARK: i32 = INSIDE.trailing_zeros() as i32;
        let child = simd.set_lanes(mask);
        let mut references = self.of_each(simd, child);
        if let Some(inside) = inside {
            let inside = simd.shift_right_signed(simd.splat_i(inside.cast_signed()), child);
            let marks = simd.and_i(simd.shift_left::<MARK>(inside), simd.splat_i(INSIDE.cast_signed()));
            references = simd.or_i(references, marks);
        }
        simd.to_array_u(references)
    }

    /// The nearest of those whose bit is set, of which there is at least one; and all of them with their keys, as
    /// [`farthest_first`] has them.
    #[inline(always)]
    pub(super) fn farthest_first<S: Simd8>(
        &self,
        simd: S,
        mask: u32,
        keys: &[f32; CHILDREN],
    ) -> (u32, [StackEntry<u32>; CHILDREN]) {
        let (nearest, sorted) = farthest_first(simd, mask, keys, |children| self.of_each(simd, children));
        (self.reference(nearest), sorted)
    }

    /// The keys of those whose bit is set, and references to them, in about the order of the keys, the farthest first. The
    /// rest does not matter.
    #[inline(always)]
    pub(super) fn keys_and_references<S: Simd8>(
        &self,
        simd: S,
        mask: u32,
        keys: &[f32; CHILDREN],
    ) -> ([f32; CHILDREN], [u32; CHILDREN]) {
        let keys = simd.load_array(keys);
        let child = simd.sort_lanes_descending(mask, keys);
        let references = self.of_each(simd, child);
        (simd.to_array(simd.permute(keys, child)), simd.to_array_u(references))
    }
}
