//! The world and its edits. Pairs and queries are in `query/`.

use super::objects::{Compound, GroupFilter, Object, ObjectId, Objects, Volume, check_values};
use super::options::WorldOptions;
use super::state::State;
use crate::batch::{Batch, Lists, Output, check_length};
use crate::locks::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use crate::vectors::{copied, filled};
use crate::{Error, Result};

/// Moving objects, and which of them touch.
///
/// Any thread may call anything at any time. Edits, [`World::pairs`] and [`World::pair_changes`] wait for
/// each other and for queries that have begun; queries wait for edits that have begun, and never for each
/// other, except that the first query after edits brings the structure up to date while the others wait. So a
/// query sees all edits that have returned before it was called, each batch wholly or not at all.
///
/// A batch of edits is checked before anything changes: if an element is bad, the error names it and nothing
/// has changed.
///
/// ```
/// use carom::prelude::*;
///
/// let world = World::new(&WorldOptions::default())?;
/// let ball = world.insert_one(Sphere { center: Vec3::ZERO, radius: 1.0 })?;
/// let wall = world.insert_one(Aabb::new(Vec3::new(3.0, -1.0, -1.0), Vec3::new(4.0, 1.0, 1.0)))?;
/// assert!(world.pairs_vec()?.is_empty());
///
/// world.update_one(ball, Sphere { center: Vec3::new(2.5, 0.0, 0.0), radius: 1.0 })?;
/// let (begun, ended) = world.pair_changes_vec()?;
/// assert_eq!((begun, ended), (vec![Pair { a: ball, b: wall }], vec![]));
///
/// let ray = Ray::new(Vec3::new(3.5, 0.0, 5.0), -Vec3::Z);
/// let hit = world.raycast_one(&ray, &QueryFilter::ALL)?.expect("it meets the wall");
/// assert_eq!((hit.object, hit.t), (wall, 4.0));
/// # Ok::<(), carom::Error>(())
/// ```
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

    /// The options that it was made with.
    pub fn options(&self) -> &WorldOptions {
        &self.options
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.state.read().objects.len()
    }

    /// Returns true if there are none.
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
                objects.query(i).volume.check(|| text!("objects[{i}].volume"))?;
            }
        }
        let state = &mut *self.state.write();
        state.make_room(count)?;
        for i in 0..count {
            let slot = state.objects.insert(&objects.query(i));
            ids.write(i, state.objects.id(slot));
        }
        if count > 0 {
            state.list.outdate();
        }
        Ok(())
    }

    /// Adds one object of several volumes, at least one, that are asked and found as one; the volume of
    /// `object` does not count.
    ///
    /// # Errors
    /// No volumes, or one that [`World::insert`] would refuse.
    pub fn insert_compound(&self, volumes: &[Volume], object: &Object) -> Result<ObjectId> {
        let compound = compound(volumes)?;
        let state = &mut *self.state.write();
        state.make_room(1)?;
        state.objects.make_room_for_compound()?;
        let object = Object { volume: Volume::Box(compound.bounds()), ..*object };
        let slot = state.objects.insert_compound(&object, compound);
        state.list.outdate();
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
                volumes.query(i).into().check(|| text!("{name}[{i}]"))?;
            }
            state.objects.check_ids(ids)?;
        }
        state.objects.update(ids, volumes);
        if count > 0 {
            state.list.outdate();
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
        let slot = state.objects.slot(id, || text!("id"))?;
        state.objects.make_room_for_compound()?;
        state.objects.set_compound(slot, compound);
        state.list.outdate();
        Ok(())
    }

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
            state.list.outdate();
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
            state.list.outdate();
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
            let slot = state.objects.slot_of(ids.query(i));
            set(state, slot, values.query(i));
        }
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
                return Err(Error::unknown_id(text!("ids[{i}]: {} is there twice", ids.query(i))));
            }
        }
        for i in 0..count {
            state.remove(state.objects.slot_of(ids.query(i)));
        }
        Ok(())
    }

    /// Removes all objects, as [`World::remove`] does: their ids are errors from then on, and their pairs
    /// end. The next objects take their places, the lowest first.
    pub fn clear(&self) {
        let state = &mut *self.state.write();
        // The last that is freed is the next to be taken.
        for slot in (1..state.objects.slots() as u32).rev() {
            if state.objects.is_live(slot) {
                state.remove(slot);
            }
        }
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

    /// An object as it was inserted. Of one of several volumes, the volume is the box around them.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownId`].
    pub fn object(&self, id: ObjectId) -> Result<Object> {
        let state = self.state.read();
        Ok(state.objects.object(state.objects.slot(id, || text!("id"))?))
    }

    /// The volumes of an object, in any order.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownId`].
    pub fn volumes(&self, id: ObjectId) -> Result<Vec<Volume>> {
        let state = self.state.read();
        let slot = state.objects.slot(id, || text!("id"))?;
        match state.objects.volumes(slot) {
            [] => filled(state.objects.object(slot).volume, 1, "volumes"),
            volumes => copied(volumes, "volumes"),
        }
    }

    /// Lists the ids of all objects, ascending.
    pub fn list_ids(&self, ids: &mut (impl Output<ObjectId> + ?Sized)) -> Lists {
        let state = self.state.read();
        let lists = Lists { written: state.objects.len().min(ids.capacity()), total: state.objects.len() };
        state.ids().take(lists.written).enumerate().for_each(|(i, id)| ids.write(i, id));
        lists
    }

    /// The ids of all objects, ascending. Ends the program where there is no memory for them, as vectors do:
    /// [`World::list_ids`] takes none.
    pub fn ids(&self) -> Vec<ObjectId> {
        self.state.read().ids().collect()
    }

    /// The state with a structure that is up to date.
    pub(super) fn up_to_date(&self) -> Result<RwLockReadGuard<'_, State>> {
        let state = self.state.read();
        if state.is_up_to_date() {
            return Ok(state);
        }
        drop(state);
        let mut state = self.state.write();
        state.bring_up_to_date()?;
        Ok(RwLockWriteGuard::downgrade(state))
    }
}

fn compound(volumes: &[Volume]) -> Result<Compound> {
    if volumes.is_empty() {
        return Err(Error::invalid_argument(text!("volumes: an object has at least one")));
    }
    for (i, volume) in volumes.iter().enumerate() {
        volume.check(|| text!("volumes[{i}]"))?;
    }
    Compound::new(volumes)
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World").field("options", &self.options).field("len", &self.len()).finish()
    }
}
