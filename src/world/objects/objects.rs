//! The objects of a world: what they fill, who sees whom, their ids, and which of them have changed. The test
//! of two that touch is decided in `touching.rs`.
//!
//! An object's number, its slot, is its place in arrays; ids name others, see `places.rs`. Slot 0 is
//! nobody's: its box is empty, and so whatever is not there can stand for it.

use super::census::Census;
use super::changes::Changes;
use super::compound::Compound;
use super::id::{LAST_GENERATION, ObjectId};
use super::ids::Ids;
use super::object::{GroupFilter, Object};
use super::places::Places;
use super::sights::Sights;
use super::slot_set::SlotSet;
use super::table::Table;
use super::update;
use super::volume::Volume;
use crate::batch::Batch;
use crate::vectors::make_room;
use crate::{Error, Result};
use std::ops::Deref;

/// All objects of a world, which are read as a [`Table`].
pub(in crate::world) struct Objects {
    table: Table,
    /// Slots that are free, the next one last.
    free: Vec<u32>,
    /// Those that are not.
    living: SlotSet,
    ids: Ids,
    census: Census,
    /// Those that the structure has not been told of.
    changes: Changes,
}

/// The least number of slots, and so the highest id, that do not fit any more.
pub(in crate::world) const MOST_SLOTS: usize = 1 << 30;

impl Deref for Objects {
    type Target = Table;

    #[inline(always)]
    fn deref(&self) -> &Table {
        &self.table
    }
}

impl Objects {
    pub(in crate::world) fn new(tag: u8) -> Result<Objects> {
        Ok(Objects {
            table: Table::new()?,
            free: Vec::new(),
            living: SlotSet::default(),
            ids: Ids::new(tag),
            census: Census::EMPTY,
            changes: Changes::new(),
        })
    }

    /// Their number.
    pub(in crate::world) fn len(&self) -> usize {
        self.census.count()
    }

    /// The number of static ones.
    pub(in crate::world) fn statics(&self) -> usize {
        self.census.statics()
    }

    /// Counts of who may see whom among them.
    #[inline(always)]
    pub(in crate::world) fn sights(&self) -> &Sights {
        self.census.sights()
    }

    /// Returns true if two of them that touch with their boxes are a pair for sure, unless both are static.
    pub(in crate::world) fn are_plain(&self) -> bool {
        self.census.special() == 0
    }

    /// The slots of all objects, ascending.
    pub(in crate::world) fn live(&self) -> impl Iterator<Item = u32> + '_ {
        self.living.iter()
    }

    /// The id of a living object.
    #[inline(always)]
    pub(in crate::world) fn id(&self, slot: u32) -> ObjectId {
        self.former_id(slot, self.lower(slot))
    }

    /// The id that a slot had with this lower half.
    #[inline(always)]
    pub(in crate::world) fn former_id(&self, slot: u32, lower: u32) -> ObjectId {
        self.ids.id(slot, lower)
    }

    /// The slot of a living object; none for any other id.
    #[inline(always)]
    pub(in crate::world) fn find(&self, id: ObjectId) -> Option<u32> {
        let slot = self.slot_of(id);
        let meta = self.table.metas().get(slot as usize)?;
        (meta.lower == id.lower() && meta.is_live()).then_some(slot)
    }

    /// The slot of a living object's id; any, of any other id.
    #[inline(always)]
    pub(in crate::world) fn slot_of(&self, id: ObjectId) -> u32 {
        self.ids.slot(id)
    }

    /// The slot of an id; `name` is only called for the error text.
    #[inline(always)]
    pub(in crate::world) fn slot(&self, id: ObjectId, name: impl FnOnce() -> String) -> Result<u32> {
        match self.find(id) {
            Some(slot) => Ok(slot),
            None => {
                let meta = self.table.metas().get(self.slot_of(id) as usize);
                Err(self.ids.stale(id, meta.map(|meta| meta.lower), &name()))
            }
        }
    }

    /// Checks that all ids are those of living objects.
    pub(in crate::world) fn check_ids(&self, ids: &(impl Batch<ObjectId> + ?Sized)) -> Result<()> {
        (0..ids.count()).try_for_each(|i| self.slot(ids.query(i), || text!("ids[{i}]")).map(|_| ()))
    }

    /// Makes room for `count` more objects, so that inserting them cannot fail.
    pub(in crate::world) fn make_room(&mut self, count: usize) -> Result<()> {
        let more = count.saturating_sub(self.free.len());
        let slots = self.slots().saturating_add(more);
        if slots > MOST_SLOTS || !self.ids.places().can_name(slots) {
            let have = self.len();
            return Err(Error::too_large(text!(
                "objects: {count} more than {have} are more than a world can name"
            )));
        }
        self.table.make_room(more)?;
        let capacity = self.capacity();
        self.living.make_room(capacity)?;
        // Removing must not fail, whatever is removed.
        let free = slots - self.free.len();
        make_room(&mut self.free, free, "world")?;
        self.changes.make_room(capacity)
    }

    /// Makes room for one more compound.
    pub(in crate::world) fn make_room_for_compound(&mut self) -> Result<()> {
        self.table.make_room_for_compounds(1)
    }

    /// Adds an object, for which there is room; returns its slot.
    #[inline]
    pub(in crate::world) fn insert(&mut self, object: &Object) -> u32 {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                self.table.add_slot(self.ids.first_lower());
                (self.table.slots() - 1) as u32
            }
        };
        self.living.add(slot);
        self.census.add(object.filter, object.is_static);
        self.table.fill(slot, object);
        self.table.put(slot, &object.volume);
        self.census.change_special(false, self.is_special(slot));
        self.note(slot);
        slot
    }

    /// Adds an object of several volumes, for which there is room; its own volume does not count.
    pub(in crate::world) fn insert_compound(&mut self, object: &Object, compound: Compound) -> u32 {
        let slot = self.insert(object);
        self.set_compound(slot, compound);
        slot
    }

    /// Marks a living object for removal; returns whether it was marked already.
    pub(in crate::world) fn mark(&mut self, id: ObjectId) -> bool {
        self.table.set_mark(self.slot_of(id), true)
    }

    /// Takes the mark off.
    pub(in crate::world) fn unmark(&mut self, id: ObjectId) {
        self.table.set_mark(self.slot_of(id), false);
    }

    /// Frees a slot; its row becomes empty.
    pub(in crate::world) fn remove(&mut self, slot: u32) {
        self.living.remove(slot);
        self.census.remove(self.filter(slot), self.is_static(slot), self.is_special(slot));
        // A slot whose generations are used up stays free for ever, but nobody's.
        if self.lower(slot) & LAST_GENERATION != LAST_GENERATION {
            self.free.push(slot);
        }
        self.table.free(slot);
        self.note(slot);
    }

    /// Returns true if all ids are those of objects, and all volumes good.
    pub(in crate::world) fn accepts<V: Into<Volume>>(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        volumes: &(impl Batch<V> + ?Sized),
    ) -> bool {
        update::accepts(self.table.metas(), self.ids.places(), ids, volumes)
    }

    /// Changes what objects fill, whose ids are good; they become objects of a single volume.
    pub(in crate::world) fn update<V: Into<Volume>>(
        &mut self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        volumes: &(impl Batch<V> + ?Sized),
    ) {
        let (count, mut done) = (ids.count(), 0);
        while done < count {
            let arrays = self.table.rows_and_metas_mut();
            done = update::update_boxes(arrays, self.ids.places(), ids, volumes, &mut self.changes, done);
            // The element that stopped it is not from box to box.
            if done < count {
                self.change(self.slot_of(ids.query(done)), &volumes.query(done).into());
                done += 1;
            }
        }
    }

    /// Changes what one object fills.
    pub(in crate::world) fn change(&mut self, slot: u32, volume: &Volume) {
        let was_special = self.is_special(slot);
        self.table.take_apart(slot);
        self.table.put(slot, volume);
        self.census.change_special(was_special, self.is_special(slot));
        self.note(slot);
    }

    /// Changes what an object fills to several volumes; there is room for a compound. One of a single volume
    /// is none.
    pub(in crate::world) fn set_compound(&mut self, slot: u32, compound: Compound) {
        if let [volume] = compound.volumes() {
            return self.change(slot, volume);
        }
        let was_special = self.is_special(slot);
        self.table.put_compound(slot, compound);
        self.census.change_special(was_special, self.is_special(slot));
        self.note(slot);
    }

    /// Changes whom an object sees.
    pub(in crate::world) fn set_filter(&mut self, slot: u32, filter: GroupFilter) {
        let was_special = self.is_special(slot);
        self.census.change_filter(self.filter(slot), filter);
        self.table.set_filter(slot, filter);
        self.census.change_special(was_special, self.is_special(slot));
        self.note(slot);
    }

    /// Changes whether an object is static.
    pub(in crate::world) fn set_static(&mut self, slot: u32, is_static: bool) {
        let was_static = self.table.set_static(slot, is_static);
        self.census.change_static(was_static, is_static);
        self.note(slot);
    }

    /// Changes the value for whoever inserted an object, which is no change to a structure.
    pub(in crate::world) fn set_user(&mut self, slot: u32, user: u64) {
        self.table.set_user(slot, user);
    }

    /// Notes that an object is new, has changed or is gone; there is room for the note.
    #[inline(always)]
    fn note(&mut self, slot: u32) {
        self.changes.note(self.table.metas_mut(), slot);
    }

    /// The slots of objects that are new, have changed or are gone, each once.
    #[inline(always)]
    pub(in crate::world) fn changed(&self) -> &[u32] {
        self.changes.as_slice()
    }

    /// From now on all have changed.
    pub(in crate::world) fn note_all(&mut self) {
        self.changes.note_all(self.table.metas_mut());
    }

    /// The structure has been told of all changes.
    pub(in crate::world) fn forget_changes(&mut self) {
        self.changes.clear(self.table.metas_mut());
    }

    /// The places of slots, which ids name.
    #[inline(always)]
    pub(in crate::world) fn places(&self) -> &Places {
        self.ids.places()
    }

    /// Sets how ids name slots; nothing has been inserted yet.
    pub(in crate::world) fn set_places(&mut self, places: Places) {
        self.ids.set_places(places);
    }

    /// Slots that are free and will be taken again, the next one last.
    pub(super) fn free(&self) -> &[u32] {
        &self.free
    }

    /// The upper bits of the lower half of every id.
    pub(super) fn tag(&self) -> u32 {
        self.ids.tag()
    }

    /// Sets the lower half of an id.
    #[cfg(test)]
    pub(super) fn set_lower(&mut self, slot: u32, lower: u32) {
        self.table.set_lower(slot, lower);
    }

    /// Adds a free slot that was saved, for which there is room, with the lower half of its next id.
    pub(in crate::world) fn restore_free(&mut self, lower: u32) {
        self.table.add_slot(lower);
    }

    /// Adds an object that was saved, in the next slot, for which there is room, with the lower half of its
    /// id.
    pub(in crate::world) fn restore(&mut self, object: &Object, lower: u32) {
        let slot = self.insert(object);
        self.table.set_lower(slot, lower);
    }

    /// Makes a free slot the next one to be used; false if it is not free, or has been added already.
    pub(in crate::world) fn restore_next_free(&mut self, slot: u32) -> bool {
        let is_free = slot != 0
            && (slot as usize) < self.slots()
            && !self.is_live(slot)
            && self.lower(slot) & !LAST_GENERATION == self.tag()
            // The mark says that it has been added.
            && !self.table.set_mark(slot, true);
        if is_free {
            self.free.push(slot);
        }
        is_free
    }

    /// The same objects in other slots, of which each comes with the one that it was, 0 for none, and the
    /// lower half of its id. Compounds are still to be moved, see [`Objects::take_compounds`].
    pub(super) fn in_slots(
        &self,
        places: Places,
        slots: impl ExactSizeIterator<Item = (u32, u32)>,
        free: &[u32],
    ) -> Result<Objects> {
        let mut objects = Objects::new((self.tag() >> 24) as u8)?;
        objects.make_room(slots.len())?;
        objects.table.make_room_for_compounds(self.compounds())?;
        objects.set_places(places);
        for (new, (former, lower)) in (1..).zip(slots) {
            objects.table.add_copy(&self.table, former, lower);
            if self.is_live(former) {
                objects.living.add(new);
            }
        }
        objects.free.extend_from_slice(free);
        objects.census = self.census.clone();
        Ok(objects)
    }

    /// Moves the compounds of others here, each to the slot that its own has in `slot_of`.
    pub(in crate::world) fn take_compounds(&mut self, others: &mut Objects, slot_of: &[u32]) {
        self.table.take_compounds(&mut others.table, slot_of);
    }

    /// Bytes of the arrays, of the compounds, and of the notes of changes.
    pub(in crate::world) fn bytes(&self) -> (usize, usize, usize) {
        let (arrays, compounds) = self.table.bytes();
        let ids = self.free.capacity() * size_of::<u32>() + self.living.bytes() + self.ids.bytes();
        (arrays + ids, compounds, self.changes.bytes())
    }
}

#[cfg(test)]
mod tests;
