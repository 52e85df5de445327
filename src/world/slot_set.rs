//! A set of slots, a bit each: small enough for the first-level cache where places of objects are not.

use crate::Result;
use crate::error::lengthen;

#[derive(Default)]
pub(super) struct SlotSet {
    words: Vec<u64>,
}

impl SlotSet {
    /// Makes room for so many slots.
    pub(super) fn make_room(&mut self, slots: usize) -> Result<()> {
        lengthen(&mut self.words, slots.div_ceil(64), 0, "world tree")
    }

    /// Makes it hold those slots of which something is true; there is room for all.
    #[inline]
    pub(super) fn set_to<T>(&mut self, slots: &[T], is_member: impl Fn(&T) -> bool) {
        for (word, slots) in self.words.iter_mut().zip(slots.chunks(64)) {
            let members = slots.iter().map(&is_member).enumerate();
            *word = members.fold(0, |word, (i, is_member)| word | u64::from(is_member) << i);
        }
    }

    #[inline(always)]
    pub(super) fn contains(&self, slot: u32) -> bool {
        self.words.get(slot as usize / 64).is_some_and(|word| word >> (slot % 64) & 1 != 0)
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}
