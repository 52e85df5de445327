//! Removed objects, whose pairs have ended under the ids that they had.

use super::buffer::{pack, unpack};
use crate::Result;
use crate::vectors::{collected, lengthen, make_room, push};
use crate::world::objects::{ObjectId, Objects, Pair};

/// The ids of objects when the list was made that changes are reported against.
#[derive(Default)]
pub(super) struct FormerIds {
    /// Of objects that were removed since: the lower half of the id that they had, by slot.
    lower: Vec<u32>,
    /// The slots of these.
    removed: Vec<u32>,
    /// Pairs of that list whose objects are gone, with places that have been forgotten since; sorted.
    lost: Vec<Pair>,
}

impl FormerIds {
    /// Makes room for notes on so many slots and removals.
    pub(super) fn make_room(&mut self, slots: usize) -> Result<()> {
        lengthen(&mut self.lower, slots, 0, "pair changes")?;
        let more = slots.saturating_sub(self.removed.len());
        make_room(&mut self.removed, more, "pair changes")
    }

    /// Notes that an object is removed, whose id ends in `lower`; there is room for the note.
    pub(super) fn note(&mut self, slot: u32, lower: u32) {
        let former = &mut self.lower[slot as usize];
        if *former == 0 {
            *former = lower;
            self.removed.push(slot);
        }
    }

    /// Returns true if there are any notes.
    pub(super) fn is_empty(&self) -> bool {
        self.removed.is_empty()
    }

    /// Returns true if an object of a pair was removed.
    #[inline(always)]
    pub(super) fn was_removed(&self, pair: u64) -> bool {
        let (a, b) = unpack(pair);
        self.lower[a as usize] | self.lower[b as usize] != 0
    }

    /// The id that the object in a slot had.
    #[inline]
    pub(super) fn id(&self, objects: &Objects, slot: u32) -> ObjectId {
        match self.lower[slot as usize] {
            0 => objects.id(slot),
            lower => objects.former_id(slot, lower),
        }
    }

    /// Pairs whose places have been forgotten.
    pub(super) fn lost(&self) -> &[Pair] {
        &self.lost
    }

    /// Forgets all notes.
    pub(super) fn clear(&mut self) {
        self.lost.clear();
        for slot in self.removed.drain(..) {
            self.lower[slot as usize] = 0;
        }
    }

    /// Gives objects other slots, of which there will be so many. Takes pairs of objects that were removed
    /// out of a list, and gives the others their new slots.
    pub(super) fn renumber(
        &self,
        objects: &Objects,
        slot_of: &[u32],
        slots: usize,
        pairs: &mut Vec<u64>,
    ) -> Result<FormerIds> {
        let mut ids =
            FormerIds { lost: collected(self.lost.iter().copied(), "pair changes")?, ..FormerIds::default() };
        ids.make_room(slots)?;
        for &pair in pairs.iter().filter(|&&pair| self.was_removed(pair)) {
            let (a, b) = unpack(pair);
            push(&mut ids.lost, Pair { a: self.id(objects, a), b: self.id(objects, b) }, "pairs")?;
        }
        ids.lost.sort_unstable();
        pairs.retain(|&pair| !self.was_removed(pair));
        renumber(pairs, slot_of);
        Ok(ids)
    }

    pub(super) fn bytes(&self) -> usize {
        (self.lower.capacity() + self.removed.capacity()) * size_of::<u32>()
            + self.lost.capacity() * size_of::<Pair>()
    }
}

/// Gives the objects of pairs other slots, in the same order.
pub(super) fn renumber(pairs: &mut [u64], slot_of: &[u32]) {
    for pair in pairs {
        let (a, b) = unpack(*pair);
        *pair = pack(slot_of[a as usize], slot_of[b as usize]);
    }
}
