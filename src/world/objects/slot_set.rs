//! A set of slots, a bit each: small enough for the first-level cache where what is known of slots is not,
//! and so that to go through them costs little more than there are members.

use crate::Result;
use crate::bits::wide_bits;
use crate::vectors::lengthen;

#[derive(Default)]
pub(in crate::world) struct SlotSet {
    words: Vec<u64>,
}

impl SlotSet {
    /// Makes room for so many slots.
    pub(in crate::world) fn make_room(&mut self, slots: usize) -> Result<()> {
        lengthen(&mut self.words, slots.div_ceil(64), 0, "world")
    }

    /// Makes it hold those slots of which something is true; there is room for all.
    #[inline]
    pub(in crate::world) fn set_to<T>(&mut self, slots: &[T], is_member: impl Fn(&T) -> bool) {
        for (word, slots) in self.words.iter_mut().zip(slots.chunks(64)) {
            let members = slots.iter().map(&is_member).enumerate();
            *word = members.fold(0, |word, (i, is_member)| word | u64::from(is_member) << i);
        }
    }

    /// Empties it.
    pub(in crate::world) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds a slot, for which there is room.
    #[inline(always)]
    pub(in crate::world) fn add(&mut self, slot: u32) {
        if let Some(word) = self.words.get_mut(slot as usize / 64) {
            *word |= 1 << (slot % 64);
        }
    }

    /// Takes a slot out.
    #[inline(always)]
    pub(in crate::world) fn remove(&mut self, slot: u32) {
        if let Some(word) = self.words.get_mut(slot as usize / 64) {
            *word &= !(1 << (slot % 64));
        }
    }

    #[inline(always)]
    pub(in crate::world) fn contains(&self, slot: u32) -> bool {
        self.words.get(slot as usize / 64).is_some_and(|word| word >> (slot % 64) & 1 != 0)
    }

    /// Its members, ascending.
    pub(in crate::world) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let words = self.words.iter().enumerate();
        words.flat_map(|(place, &word)| wide_bits(word).map(move |bit| place as u32 * 64 + bit))
    }

    pub(in crate::world) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn it_is_a_set() {
        let rng = &mut fastrand::Rng::with_seed(1);
        let (mut set, mut expected) = (SlotSet::default(), BTreeSet::new());
        set.make_room(1000).unwrap();
        for _ in 0..5000 {
            let slot = rng.u32(0..1000);
            assert_eq!(set.contains(slot), expected.contains(&slot));
            if rng.bool() {
                set.add(slot);
                expected.insert(slot);
            } else {
                set.remove(slot);
                expected.remove(&slot);
            }
        }
        assert!(set.iter().eq(expected));
        set.clear();
        assert_eq!(set.iter().count(), 0);
    }
}
