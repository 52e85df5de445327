//! The objects of leaves, one by one.

use crate::Result;
use crate::bits::bits;
use crate::simd::{LANES, Simd};
use crate::world::packed::block::Block;
use crate::world::packed::search::Splat;
use crate::world::packed::tree::Tree;
use crate::world::packed::watch::{Look, Watch};
use crate::world::pairs::{AT_ONCE, PairBuffer};

/// The objects of a leaf, and where it is, by which is found whom they see.
#[derive(Clone, Copy)]
pub(super) struct Leaf<'a> {
    pub(super) boxes: &'a Block,
    pub(super) slots: &'a [u32; LANES],
    tree: &'a Tree,
    number: usize,
}

impl<'a> Leaf<'a> {
    #[inline(always)]
    pub(super) fn new(tree: &'a Tree, number: usize) -> Self {
        Leaf { boxes: &tree.level(0)[number], slots: &tree.slots()[number], tree, number }
    }

    /// A bit for each of its objects that the one in a lane of another leaf sees.
    #[inline(always)]
    pub(super) fn seen_by(self, other: Leaf, lane: usize, watch: impl Watch) -> u32 {
        let filter = watch.child(other.tree, 0, other.number, lane);
        watch.look(filter).among(self.tree, 0, self.number)
    }
}

/// The pairs of some objects of one leaf, one by one, with those of another.
#[inline(always)]
pub(super) fn one_by_one<S: Simd>(
    s: S,
    few: Leaf,
    some: u32,
    many: Leaf,
    watch: impl Watch,
    pairs: &mut PairBuffer,
) -> Result<()> {
    pairs.make_room(LANES * AT_ONCE)?;
    let slots = s.load_array_u(*many.slots);
    for lane in bits(some) {
        let lane = lane as usize % LANES;
        let mask = Splat::child(s, few.boxes, lane).touching(s, many.boxes) & many.seen_by(few, lane, watch);
        if mask != 0 {
            pairs.add(few.slots[lane], &s.compress(mask, slots), mask.count_ones() as usize);
        }
    }
    Ok(())
}
