//! What is kept of a world's slots once free places are forgotten: as many free ones as there are objects, the lowest.
//!
//! A forgotten place is as one that was never taken, but that the world remembers the highest generation of all of them: whatever
//! takes one again has a higher one, so that no id that was ever handed out becomes another object's.

use super::id::LAST_GENERATION;
use super::meta::{Kind, Meta};
use super::objects::Objects;
use super::places::Places;
use super::slot_set::SlotSet;
use crate::Result;
use crate::vectors::{collected, filled, make_room_in_map, push, reserve};

/// Free places beyond the number of objects that are kept.
const SPARE: usize = 64;

/// Free places with higher generations are kept, so that those that are forgotten have many left.
const OLD: u32 = LAST_GENERATION / 2;

/// A slot that is kept, or a forgotten place that is one again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) place: u32,
    /// Which it was; 0 for a place that had none.
    pub(super) former: u32,
    /// The lower half of its id, or of its next one.
    pub(super) lower: u32,
}

/// See the module.
pub(super) struct Kept {
    /// From slot 1 on.
    pub(super) slots: Vec<Slot>,
    /// Those that are free and will be taken again, the next one last.
    pub(super) free: Vec<u32>,
    /// The first generation of all other places.
    pub(super) generation: u32,
    /// Whether anything is forgotten.
    pub(super) forgets: bool,
}

impl Objects {
    /// What is to be kept.
    pub(super) fn kept(&self) -> Result<Kept> {
        let as_is = |slot: u32| Slot {
            place: self.places.place(slot),
            former: slot,
            lower: self.metas[slot as usize].lower,
        };
        let generation = self.places.generation();
        let all = 1..self.slots() as u32;
        if self.free.len() <= self.len() + SPARE {
            let (slots, free) = (collected(all.map(as_is), "world")?, self.free.iter().copied());
            return Ok(Kept { slots, free: collected(free, "world")?, generation, forgets: false });
        }
        // Free ones that need not be kept.
        let mut idle = SlotSet::default();
        idle.make_room(self.slots())?;
        let generation_of = |slot: u32| self.metas[slot as usize].lower & LAST_GENERATION;
        self.free.iter().filter(|&&slot| generation_of(slot) <= OLD).for_each(|&slot| idle.add(slot));
        let mut lowest = Vec::new();
        let mut place = 0;
        let end = self.places.place(self.slots() as u32);
        while lowest.len() < self.len() + SPARE && place + 1 < end {
            place += 1;
            let slot = self.places.slot(place);
            if slot == 0 || idle.contains(slot) {
                push(&mut lowest, (place, slot), "world")?;
            }
        }
        lowest.iter().for_each(|&(_, slot)| idle.remove(slot));
        // All that are still idle are forgotten.
        let generation = idle.iter().map(generation_of).fold(generation, u32::max);
        let lower = u32::from(self.tag) << 24 | generation;
        let mut slots: Vec<Slot> = reserve(self.slots() + lowest.len(), "world")?;
        let fresh = lowest.iter().filter(|(_, slot)| *slot == 0);
        slots.extend(fresh.map(|&(place, _)| Slot { place, former: 0, lower }));
        slots.extend(all.filter(|&slot| !idle.contains(slot)).map(as_is));
        slots.sort_unstable_by_key(|slot| slot.place);
        slots.shrink_to_fit();
        // The lowest is the next.
        let is_free = |slot: &Slot| {
            self.metas[slot.former as usize].kind == Kind::Free && slot.lower & LAST_GENERATION != 0
        };
        let free = (0..slots.len()).rev().filter(|&i| is_free(&slots[i])).map(|i| i as u32 + 1);
        let free = collected(free, "world")?;
        Ok(Kept { slots, free, generation, forgets: true })
    }

    /// The objects with only these slots; their compounds are still to be moved, see [`Objects::take_compounds`].
    pub(super) fn with_slots(&self, kept: &Kept) -> Result<Objects> {
        let mut objects = Objects::new(self.tag)?;
        objects.make_room(kept.slots.len())?;
        make_room_in_map(&mut objects.compounds, self.compounds.len(), "compound")?;
        let places = [0].into_iter().chain(kept.slots.iter().map(|slot| slot.place));
        objects.places = Places::new(&collected(places, "world")?, kept.generation)?;
        for slot in &kept.slots {
            objects.add_slot(slot.lower);
            let (new, old) = (objects.slots() - 1, slot.former as usize);
            if self.metas[old].kind != Kind::Free {
                let Meta { kind, is_static, .. } = self.metas[old];
                objects.metas[new] = Meta { kind, is_static, ..objects.metas[new] };
                objects.rows[new] = self.rows[old];
                (objects.users[new], objects.spheres[new]) = (self.users[old], self.spheres[old]);
                objects.living.add(new as u32);
            }
        }
        objects.free.extend_from_slice(&kept.free);
        objects.sights = self.sights.clone();
        (objects.special, objects.statics, objects.count) = (self.special, self.statics, self.count);
        Ok(objects)
    }

    /// Moves the compounds of others here. `slot_of` says which slot one has here.
    pub(super) fn take_compounds(&mut self, others: &mut Objects, slot_of: &[u32]) {
        for (slot, compound) in others.compounds.drain() {
            self.compounds.insert(slot_of[slot as usize], compound);
        }
    }
}

impl Kept {
    /// By former slot, the slot; 0 for those that are forgotten.
    pub(super) fn slot_of(&self, formers: usize) -> Result<Vec<u32>> {
        let mut slot_of = filled(0, formers, "world")?;
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
    use crate::world::object::Object;

    /// Places that have served for many are not forgotten: all others would have to begin with their generation.
    #[test]
    fn old_places_and_those_that_are_given_up_are_kept() {
        let mut objects = Objects::new(3).unwrap();
        objects.make_room(1000).unwrap();
        let object = Object::from(Aabb::new(Vec3::ZERO, Vec3::ONE));
        (0..1000).for_each(|_| assert_ne!(objects.insert(&object), 0));
        let generation = |objects: &Objects, slot: u32| objects.metas[slot as usize].lower & LAST_GENERATION;
        for (slot, generation) in [(900, LAST_GENERATION), (901, LAST_GENERATION - 1), (902, OLD), (903, 77)]
        {
            objects.metas[slot as usize].lower = 3 << 24 | generation;
        }
        (1..=1000).for_each(|slot| objects.remove(slot));
        let kept = objects.kept().unwrap();
        assert!(kept.forgets && kept.generation == 78);
        let places: Vec<u32> = kept.slots.iter().map(|slot| slot.place).collect();
        assert_eq!(places, (1..=64).chain([900, 901, 902]).collect::<Vec<_>>());
        let mut objects = objects.with_slots(&kept).unwrap();
        objects.make_room(100).unwrap();
        let slots: Vec<u32> = (0..70).map(|_| objects.insert(&object)).collect();
        let ids: Vec<(u32, u32)> =
            slots.into_iter().map(|slot| (objects.places.place(slot), generation(&objects, slot))).collect();
        // 900 is given up, and 1000 was the last.
        let expected = (1..=64).map(|place| (place, 2)).chain([(901, LAST_GENERATION), (902, OLD + 1)]);
        assert_eq!(ids, expected.chain((903..907).map(|place| (place, 78))).collect::<Vec<_>>());
    }
}
