//! Posed blocks of a node's leaves, as far as they have been needed and there is room.

use super::posed::{PosedBlock, PosedTree};
use super::{PairBlock, PairTree};
use crate::simd::Simd;
use crate::stack::Slots;

/// Blocks by places below 256.
pub(crate) trait Blocks {
    /// No blocks.
    fn new() -> Self;
    /// Forgets all blocks.
    fn clear(&mut self);
    /// Makes block `i` of a leaf, unless it is at its place.
    fn make<S: Simd, T: PairTree>(
        &mut self,
        simd: S,
        posed: &PosedTree<T>,
        leaf: impl FnOnce() -> T::NodeRef,
        i: usize,
        place: usize,
    );
    /// The block at a place, which was made last or is still there.
    fn get(&self, place: usize) -> &PairBlock;
}

/// The last blocks of up to `N` places.
pub(crate) struct BlockCache<const N: usize> {
    slots: Slots<PairBlock, N>,
    places: [u8; N],
}

impl<const N: usize> Blocks for BlockCache<N> {
    #[inline(always)]
    fn new() -> BlockCache<N> {
        BlockCache { slots: Slots::new(), places: [0; N] }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.slots.clear();
    }

    #[inline(always)]
    fn make<S: Simd, T: PairTree>(
        &mut self,
        simd: S,
        posed: &PosedTree<T>,
        leaf: impl FnOnce() -> T::NodeRef,
        i: usize,
        place: usize,
    ) {
        let slot = place % N;
        if !self.slots.has(slot) || self.places[slot] != place as u8 {
            self.places[slot] = place as u8;
            simd.call(PosedBlock { posed, leaf: leaf(), i, slots: &mut self.slots, place: slot });
        }
    }

    #[inline(always)]
    fn get(&self, place: usize) -> &PairBlock {
        self.slots.get(place % N)
    }
}
