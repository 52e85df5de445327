//! Edits of what objects are beside what they fill, and of all objects at once.

use super::id::{ObjectId, check_values};
use super::meta::Kind;
use super::object::GroupFilter;
use super::state::State;
use super::world::World;
use crate::Result;
use crate::batch::Batch;

impl World {
    /// Changes which objects these see.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownId`] for the first id that is no living object's.
    pub fn set_filter(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        filters: &(impl Batch<GroupFilter> + ?Sized),
    ) -> Result<()> {
        self.set_each(ids, filters, "filters", |state, slot, filter| {
            state.objects.set_filter(slot, filter);
            note_sight(state, slot);
        })
    }

    /// Changes whether objects are static.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownId`] for the first id that is no living object's.
    pub fn set_static(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        is_static: &(impl Batch<bool> + ?Sized),
    ) -> Result<()> {
        self.set_each(ids, is_static, "is_static", |state, slot, is_static| {
            state.objects.set_static(slot, is_static);
            note_sight(state, slot);
        })
    }

    /// Changes what objects carry for whoever inserts them.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownId`] for the first id that is no living object's.
    pub fn set_user(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        users: &(impl Batch<u64> + ?Sized),
    ) -> Result<()> {
        self.set_each(ids, users, "users", |state, slot, user| state.objects.set_user(slot, user))
    }

    /// Sets something of each object, once all ids are known to be good.
    fn set_each<V>(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        values: &(impl Batch<V> + ?Sized),
        name: &str,
        set: impl Fn(&mut State, u32, V),
    ) -> Result<()> {
        check_values(ids.count(), values.count(), name)?;
        let state = &mut *self.state.write();
        state.objects.check_ids(ids)?;
        for i in 0..ids.count() {
            let slot = state.objects.places.slot(ids.query(i).place());
            set(state, slot, values.query(i));
        }
        Ok(())
    }

    /// Removes all objects, as [`World::remove`] does: their ids are errors from then on, and their pairs end. The next objects take
    /// their places, the lowest first.
    pub fn clear(&self) {
        let state = &mut *self.state.write();
        // The last that is freed is the next to be taken.
        for slot in (1..state.objects.slots() as u32).rev() {
            if state.objects.metas[slot as usize].kind != Kind::Free {
                state.remove(slot);
            }
        }
    }
}

/// Notes that it has changed which objects see another one: pairs of objects at rest may begin or end by it.
fn note_sight(state: &mut State, slot: u32) {
    state.note(slot);
    state.note_edit();
}
