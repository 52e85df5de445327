//! The world: edits, pairs and what has changed of them. Queries are in `query.rs`.

use super::compound::Compound;
use super::id::{ObjectId, Pair, check_values};
use super::object::Object;
use super::objects::Objects;
use super::options::WorldOptions;
use super::state::State;
use super::volume::Volume;
use crate::batch::{Batch, ListOutput, Lists, Output, check_length};
use crate::{Error, Result};
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Moving objects, and which of them touch.
///
/// Any thread may call anything at any time. Edits, [`World::pairs`] and [`World::pair_changes`] wait for each other and
/// for queries that have begun; queries wait for edits that have begun, and never for each other, except that the first
/// query after edits brings the structure up to date while the others wait. So a query sees all edits that have returned
/// before it was called, each batch wholly or not at all.
///
/// A batch of edits is checked before anything changes: if an element is bad, the error names it and nothing has changed.
pub struct World {
    pub(super) state: RwLock<State>,
    pub(super) options: WorldOptions,
}

impl World {
    /// An empty world.
    ///
    /// # Errors
    /// Options out of range; [`crate::ErrorKind::OutOfMemory`] if threads cannot be started.
    pub fn new(options: &WorldOptions) -> Result<World> {
        World::with_objects(options, Objects::new(options.tag)?)
    }

    pub(super) fn with_objects(options: &WorldOptions, objects: Objects) -> Result<World> {
        options.check()?;
        Ok(World { state: RwLock::new(State::new(options, objects)?), options: *options })
    }

    /// How it was made.
    pub fn options(&self) -> &WorldOptions {
        &self.options
    }

    /// How many objects there are.
    pub fn len(&self) -> usize {
        self.state.read().objects.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds objects, whose ids are written to `ids`, which has room for as many.
    ///
    /// # Errors
    /// A number that is not finite or too large, a box whose `min` exceeds its `max`, a negative radius;
    /// [`crate::ErrorKind::TooLarge`] and [`crate::ErrorKind::OutOfMemory`] where there are too many. Then
    /// nothing has changed.
    pub fn insert(
        &self,
        objects: &(impl Batch<Object> + ?Sized),
        ids: &mut (impl Output<ObjectId> + ?Sized),
    ) -> Result<()> {
        let count = objects.count();
        check_length(count, ids.capacity())?;
        // In one pass without a branch, as nearly all are good.
        if !(0..count).fold(true, |good, i| good & objects.query(i).volume.is_good()) {
            for i in 0..count {
                objects.query(i).volume.check(|| format!("objects[{i}].volume"))?;
            }
        }
        let state = &mut *self.state.write();
        state.objects.make_room(count)?;
        state.make_room_for_notes()?;
        for i in 0..count {
            let slot = state.objects.insert(&objects.query(i));
            state.note(slot);
            ids.write(i, state.objects.id(slot));
        }
        if count > 0 {
            state.note_edit();
        }
        Ok(())
    }

    /// Adds one object of several volumes, at least one, that are asked and found as one; the volume of `object` does not
    /// count.
    ///
    /// # Errors
    /// No volumes, or one that [`World::insert`] would refuse.
    pub fn insert_compound(&self, volumes: &[Volume], object: &Object) -> Result<ObjectId> {
        let compound = compound(volumes)?;
        let state = &mut *self.state.write();
        state.objects.make_room(1)?;
        state.objects.make_room_for_compound()?;
        state.make_room_for_notes()?;
        let object = Object { volume: Volume::Box(compound.bounds()), ..*object };
        let slot = state.objects.insert_compound(&object, compound);
        state.note(slot);
        state.note_edit();
        Ok(state.objects.id(slot))
    }

    /// Changes what objects fill. One that had several volumes then has one. If an id is there twice, the
    /// last counts.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownId`] for the first id that is no living object's; a volume that
    /// [`World::insert`] would refuse.
    pub fn update<V: Into<Volume>>(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        volumes: &(impl Batch<V> + ?Sized),
    ) -> Result<()> {
        self.update_named(ids, volumes, "volumes")
    }

    /// The same, with what errors call the volumes.
    pub(crate) fn update_named<V: Into<Volume>>(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        volumes: &(impl Batch<V> + ?Sized),
        name: &str,
    ) -> Result<()> {
        let count = ids.count();
        check_values(count, volumes.count(), name)?;
        let state = &mut *self.state.write();
        if !state.objects.accepts(ids, volumes) {
            for i in 0..count {
                volumes.query(i).into().check(|| format!("{name}[{i}]"))?;
            }
            state.objects.check_ids(ids)?;
        }
        state.objects.update(ids, volumes, &mut state.changes);
        if count > 0 {
            state.note_edit();
        }
        Ok(())
    }

    /// Changes what one object fills to several volumes, at least one.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownId`], no volumes, or one that [`World::insert`] would refuse.
    pub fn update_compound(&self, id: ObjectId, volumes: &[Volume]) -> Result<()> {
        let compound = compound(volumes)?;
        let state = &mut *self.state.write();
        let slot = state.objects.slot(id, || "id".into())?;
        state.objects.make_room_for_compound()?;
        state.objects.set_compound(slot, compound);
        state.note(slot);
        state.note_edit();
        Ok(())
    }

    /// Removes objects. Their ids are errors from then on.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownId`] for the first id that is no living object's, or that is there twice.
    pub fn remove(&self, ids: &(impl Batch<ObjectId> + ?Sized)) -> Result<()> {
        let count = ids.count();
        let state = &mut *self.state.write();
        state.objects.check_ids(ids)?;
        for i in 0..count {
            if state.objects.mark(ids.query(i)) {
                (0..i).for_each(|i| state.objects.unmark(ids.query(i)));
                return Err(Error::unknown_id(format!("ids[{i}]: {} is there twice", ids.query(i))));
            }
        }
        for i in 0..count {
            state.remove(state.objects.places.slot(ids.query(i).place()));
        }
        Ok(())
    }

    /// Forgets free places of removed objects, but for as many as there are objects, and gives back memory:
    /// from then on, it costs as much as if the others had never been. Ids stay as they are, and those of
    /// removed objects stay errors. Objects that are inserted take the lowest free places that are left, and
    /// then new ones beyond all others; forgotten ones are taken again once the world has been compacted
    /// again. Does nothing where there are few free places. Takes as long as to insert all objects anew.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`]; then nothing has changed.
    pub fn compact(&self) -> Result<()> {
        self.state.write().compact()
    }

    /// What an object is. Of one of several volumes, the volume is the box around them.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownId`].
    pub fn object(&self, id: ObjectId) -> Result<Object> {
        let state = self.state.read();
        Ok(state.objects.object(state.objects.slot(id, || "id".into())?))
    }

    /// The volumes of an object, in any order.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownId`].
    pub fn volumes(&self, id: ObjectId) -> Result<Vec<Volume>> {
        let state = self.state.read();
        let slot = state.objects.slot(id, || "id".into())?;
        Ok(match state.is_compound(slot) {
            true => state.objects.volumes(slot).to_vec(),
            false => vec![state.objects.object(slot).volume],
        })
    }

    /// Lists the ids of all objects, ascending.
    pub fn list_ids(&self, ids: &mut (impl Output<ObjectId> + ?Sized)) -> Lists {
        let state = self.state.read();
        let lists = Lists { written: state.objects.len().min(ids.capacity()), total: state.objects.len() };
        state.ids().take(lists.written).enumerate().for_each(|(i, id)| ids.write(i, id));
        lists
    }

    /// The ids of all objects, ascending.
    pub fn ids(&self) -> Vec<ObjectId> {
        self.state.read().ids().collect()
    }

    /// Lists every pair of objects that see each other, of which not both are static, and that share a point:
    /// each once, the lower id first, sorted. The list is the same for every structure, number of threads and
    /// instruction set.
    ///
    /// The list is kept until something is edited, so that asking for the number and then for the pairs finds
    /// them once. Of more than a million pairs, and than there is room for, none is kept: they are counted,
    /// and found again by the next call, unless [`World::pair_changes`] is called, which keeps what it
    /// compares.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`].
    pub fn pairs(&self, pairs: &mut (impl ListOutput<Pair> + ?Sized)) -> Result<Lists> {
        let state = self.state.read();
        if state.has_pairs() {
            return Ok(state.list.write(&state.objects, pairs));
        }
        drop(state);
        let mut state = self.state.write();
        let limit = match state.list.is_watched() {
            true => usize::MAX,
            // What is found is more, where not all that touch see each other.
            false => MOST_KEPT.max(pairs.capacity().saturating_mul(2)),
        };
        let is_kept = state.find_some_pairs(limit)?;
        let state = RwLockWriteGuard::downgrade(state);
        Ok(if is_kept { state.list.write(&state.objects, pairs) } else { state.write_pairs(pairs) })
    }

    /// Lists the pairs that have begun and those that have ended since the last call, each as
    /// [`World::pairs`] does; the first call has all pairs begin. Pairs of an object that was removed end,
    /// under the id that it had. If a list did not fit, nothing has been told: the next call tells it again.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`].
    pub fn pair_changes(
        &self,
        begun: &mut (impl ListOutput<Pair> + ?Sized),
        ended: &mut (impl ListOutput<Pair> + ?Sized),
    ) -> Result<(Lists, Lists)> {
        let state = &mut *self.state.write();
        state.find_pairs()?;
        let lists = state.list.write_changes(&state.objects, begun, ended)?;
        state.put_to_rest()?;
        Ok(lists)
    }

    /// The state with a structure that is up to date.
    pub(super) fn fresh(&self) -> Result<RwLockReadGuard<'_, State>> {
        let state = self.state.read();
        if state.is_fresh() {
            return Ok(state);
        }
        drop(state);
        let mut state = self.state.write();
        state.refresh()?;
        Ok(RwLockWriteGuard::downgrade(state))
    }
}

/// So many pairs are kept, whatever room there is for them.
const MOST_KEPT: usize = 1 << 20;

fn compound(volumes: &[Volume]) -> Result<Compound> {
    if volumes.is_empty() {
        return Err(Error::invalid_argument("volumes: an object has at least one".into()));
    }
    for (i, volume) in volumes.iter().enumerate() {
        volume.check(|| format!("volumes[{i}]"))?;
    }
    Compound::new(volumes)
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World").field("options", &self.options).field("len", &self.len()).finish()
    }
}
