//! The slots that a world keeps once free places are forgotten: as many free ones as there are objects, the
//! lowest.
//!
//! A forgotten place is as one that was never taken, but that the world remembers the highest generation of
//! all of them: whatever takes one again has a higher one, so that no id that was ever handed out becomes
//! another object's.

use super::id::LAST_GENERATION;
use super::objects::Objects;
use super::places::Places;
use super::slot_set::SlotSet;
use crate::Result;
use crate::vectors::{collected, push, reserve, zeroed};

/// Free places beyond the number of objects that are kept.
const SPARE: usize = 64;

/// Free places with higher generations are kept, so that those that are forgotten have many left.
const OLD: u32 = LAST_GENERATION / 2;

/// A slot that is kept, or a forgotten place that is one again.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Slot {
    pub(in crate::world) place: u32,
    /// Its slot before; 0 for a place that had none.
    pub(in crate::world) former: u32,
    /// The lower half of its id, or of its next one.
    pub(in crate::world) lower: u32,
}

/// See the module.
pub(in crate::world) struct Kept {
    /// From slot 1 on.
    pub(in crate::world) slots: Vec<Slot>,
    /// Those that are free and will be taken again, the next one last.
    pub(in crate::world) free: Vec<u32>,
    /// The first generation of all other places.
    pub(in crate::world) generation: u32,
    /// True if anything is forgotten.
    pub(in crate::world) forgets: bool,
}

impl Kept {
    /// The slots that are to be kept of these objects.
    pub(in crate::world) fn of(objects: &Objects) -> Result<Kept> {
        let places = objects.places();
        let as_is = |slot: u32| Slot { place: places.place(slot), former: slot, lower: objects.lower(slot) };
        let generation = places.generation();
        let all = 1..objects.slots() as u32;
        if objects.free().len() <= objects.len() + SPARE {
            let (slots, free) = (collected(all.map(as_is), "world")?, objects.free().iter().copied());
            return Ok(Kept { slots, free: collected(free, "world")?, generation, forgets: false });
        }
        // Free ones that need not be kept.
        let mut idle = SlotSet::default();
        idle.make_room(objects.slots())?;
        let generation_of = |slot: u32| objects.lower(slot) & LAST_GENERATION;
        objects.free().iter().filter(|&&slot| generation_of(slot) <= OLD).for_each(|&slot| idle.add(slot));
        let mut lowest = Vec::new();
        let mut place = 0;
        let end = places.place(objects.slots() as u32);
        while lowest.len() < objects.len() + SPARE && place + 1 < end {
            place += 1;
            let slot = places.slot(place);
            if slot == 0 || idle.contains(slot) {
                push(&mut lowest, (place, slot), "world")?;
            }
        }
        lowest.iter().for_each(|&(_, slot)| idle.remove(slot));
        // All that are still idle are forgotten.
        let generation = idle.iter().map(generation_of).fold(generation, u32::max);
        let lower = objects.tag() | generation;
        let again = lowest.iter().filter(|(_, slot)| *slot == 0);
        let kept = all.filter(|&slot| !idle.contains(slot));
        // Room for these alone: giving back the rest would take memory that cannot be missing.
        let mut slots: Vec<Slot> = reserve(again.clone().count() + kept.clone().count(), "world")?;
        slots.extend(again.map(|&(place, _)| Slot { place, former: 0, lower }));
        slots.extend(kept.map(as_is));
        slots.sort_unstable_by_key(|slot| slot.place);
        // The lowest is the next.
        let is_free = |slot: &Slot| !objects.is_live(slot.former) && slot.lower & LAST_GENERATION != 0;
        let free = (0..slots.len()).rev().filter(|&i| is_free(&slots[i])).map(|i| i as u32 + 1);
        let free = collected(free, "world")?;
        Ok(Kept { slots, free, generation, forgets: true })
    }

    /// The objects with only these slots; their compounds are still to be moved, see
    /// [`Objects::take_compounds`].
    pub(in crate::world) fn take(&self, objects: &Objects) -> Result<Objects> {
        let places = [0].into_iter().chain(self.slots.iter().map(|slot| slot.place));
        let places = Places::new(&collected(places, "world")?, self.generation)?;
        objects.in_slots(places, self.slots.iter().map(|slot| (slot.former, slot.lower)), &self.free)
    }

    /// By former slot, the slot; 0 for those that are forgotten.
    pub(in crate::world) fn slot_of(&self, formers: usize) -> Result<Vec<u32>> {
        let mut slot_of = zeroed(formers, "world")?;
        for (slot, kept) in (1..).zip(&self.slots) {
            slot_of[kept.former as usize] = slot;
        }
        slot_of[0] = 0;
        Ok(slot_of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Aabb, Vec3};
    use crate::world::objects::Object;

    /// Places that have served for many are not forgotten: all others would have to begin with their
    /// generation.
    #[test]
    fn old_places_and_those_that_are_given_up_are_kept() {
        let mut objects = Objects::new(3).unwrap();
        objects.make_room(1000).unwrap();
        let object = Object::from(Aabb::new(Vec3::ZERO, Vec3::ONE));
        (0..1000).for_each(|_| assert_ne!(objects.insert(&object), 0));
        let generation = |objects: &Objects, slot: u32| objects.lower(slot) & LAST_GENERATION;
        for (slot, generation) in [(900, LAST_GENERATION), (901, LAST_GENERATION - 1), (902, OLD), (903, 77)]
        {
            objects.set_lower(slot, 3 << 24 | generation);
        }
        (1..=1000).for_each(|slot| objects.remove(slot));
        let kept = Kept::of(&objects).unwrap();
        assert!(kept.forgets && kept.generation == 78);
        let places: Vec<u32> = kept.slots.iter().map(|slot| slot.place).collect();
        assert_eq!(places, (1..=64).chain([900, 901, 902]).collect::<Vec<_>>());
        let mut objects = kept.take(&objects).unwrap();
        objects.make_room(100).unwrap();
        let slots: Vec<u32> = (0..70).map(|_| objects.insert(&object)).collect();
        let ids: Vec<(u32, u32)> = slots
            .into_iter()
            .map(|slot| (objects.places().place(slot), generation(&objects, slot)))
            .collect();
        // 900 is given up, and 1000 was the last.
        let expected = (1..=64).map(|place| (place, 2)).chain([(901, LAST_GENERATION), (902, OLD + 1)]);
        assert_eq!(ids, expected.chain((903..907).map(|place| (place, 78))).collect::<Vec<_>>());
    }
}
