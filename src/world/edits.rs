//! Edits of what objects are beside what they fill and whom they see, and of all objects at once.

use super::id::ObjectId;
use super::meta::Kind;
use super::objects::Objects;
use super::world::World;
use crate::batch::Batch;
use crate::{Error, Result};

impl World {
    /// Changes whether objects are static.
    ///
    /// # Errors
    /// [`Error::UnknownId`] for the first id that is no living object's.
    pub fn set_static(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        is_static: &(impl Batch<bool> + ?Sized),
    ) -> Result<()> {
        let state = &mut *self.state.write();
        check(&state.objects, ids, is_static.count(), "is_static")?;
        for i in 0..ids.count() {
            if let Some(slot) = state.objects.find(ids.query(i)) {
                state.objects.set_static(slot, is_static.query(i));
                // Pairs of objects at rest may begin or end by it.
                state.note(slot);
            }
        }
        if ids.count() > 0 {
            state.note_edit();
        }
        Ok(())
    }

    /// Changes what objects carry for whoever inserts them.
    ///
    /// # Errors
    /// [`Error::UnknownId`] for the first id that is no living object's.
    pub fn set_user(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        users: &(impl Batch<u64> + ?Sized),
    ) -> Result<()> {
        let state = &mut *self.state.write();
        check(&state.objects, ids, users.count(), "users")?;
        for i in 0..ids.count() {
            if let Some(slot) = state.objects.find(ids.query(i)) {
                state.objects.set_user(slot, users.query(i));
            }
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

/// Checks the ids of a batch, and that there is a value for each.
fn check(objects: &Objects, ids: &(impl Batch<ObjectId> + ?Sized), values: usize, name: &str) -> Result<()> {
    let count = ids.count();
    if values != count {
        return Err(Error::InvalidArgument(format!("{name}: {values} for {count} ids")));
    }
    (0..count).try_for_each(|i| objects.slot(ids.query(i), || format!("ids[{i}]")).map(|_| ()))
}
