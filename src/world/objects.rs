//! The objects of a world: what they fill, who sees whom, and their names. Which of them touch is in `touching.rs`.
//!
//! An object's number, its slot, is its place in these arrays; ids name others, see `places.rs`. Slot 0 is nobody's: its box is
//! empty, and so whatever is not there can stand for it.

use super::compound::Compound;
use super::id::{LAST_GENERATION, ObjectId};
use super::meta::{Kind, Meta};
use super::object::{GroupFilter, Object, Row};
use super::places::Places;
use super::sights::Sights;
use super::slot_set::SlotSet;
use super::volume::Volume;
use crate::batch::Batch;
use crate::geometry::{Aabb, Sphere, Vec3};
use crate::vectors::{filled, make_room, make_room_in_map};
use crate::{Error, Result};
use rustc_hash::FxHashMap;

/// All objects of a world.
pub(super) struct Objects {
    pub(super) rows: Vec<Row>,
    pub(super) metas: Vec<Meta>,
    pub(super) users: Vec<u64>,
    /// Of spheres: centre and radius.
    pub(super) spheres: Vec<[f32; 4]>,
    pub(super) compounds: FxHashMap<u32, Compound>,
    /// Slots that are free, the next one last.
    pub(super) free: Vec<u32>,
    /// Those that are not.
    pub(super) living: SlotSet,
    pub(super) places: Places,
    pub(super) sights: Sights,
    /// How many are no boxes that see all, so that pairs of touching boxes need a closer look.
    pub(super) special: usize,
    pub(super) statics: usize,
    /// How many objects there are.
    pub(super) count: usize,
    pub(super) tag: u8,
}

/// The least number of slots, and so the highest id, that do not fit any more.
pub(super) const MOST_SLOTS: usize = 1 << 30;

impl Objects {
    pub(super) fn new(tag: u8) -> Result<Objects> {
        Ok(Objects {
            rows: filled(Row::EMPTY, 1, "world")?,
            metas: filled(Meta::default(), 1, "world")?,
            users: filled(0, 1, "world")?,
            spheres: filled([0.0; 4], 1, "world")?,
            compounds: FxHashMap::default(),
            free: Vec::new(),
            living: SlotSet::default(),
            places: Places::default(),
            sights: Sights::NONE,
            special: 0,
            statics: 0,
            count: 0,
            tag,
        })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// One more than the highest slot.
    pub(super) fn slots(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn statics(&self) -> usize {
        self.statics
    }

    /// Whether two of them that touch with their boxes are a pair for sure, unless both are static.
    pub(super) fn are_plain(&self) -> bool {
        self.special == 0
    }

    /// The slots of all objects, ascending.
    pub(super) fn live(&self) -> impl Iterator<Item = u32> + '_ {
        self.living.iter()
    }

    /// The slot of a living object; none for any other id.
    #[inline(always)]
    pub(super) fn find(&self, id: ObjectId) -> Option<u32> {
        let slot = self.places.slot(id.place());
        let meta = self.metas.get(slot as usize)?;
        (meta.lower == id.lower() && meta.kind != Kind::Free).then_some(slot)
    }

    /// The slot of an id; `name` is only called for the error text.
    #[inline(always)]
    pub(super) fn slot(&self, id: ObjectId, name: impl FnOnce() -> String) -> Result<u32> {
        match self.find(id) {
            Some(slot) => Ok(slot),
            None => Err(self.stale(id, &name())),
        }
    }

    /// Checks that all ids are those of living objects.
    pub(super) fn check_ids(&self, ids: &(impl Batch<ObjectId> + ?Sized)) -> Result<()> {
        (0..ids.count()).try_for_each(|i| self.slot(ids.query(i), || format!("ids[{i}]")).map(|_| ()))
    }

    #[cold]
    fn stale(&self, id: ObjectId, name: &str) -> Error {
        let generation = id.lower() & LAST_GENERATION;
        let tag = id.lower() >> 24;
        let next = match self.metas.get(self.places.slot(id.place()) as usize) {
            Some(meta) if self.places.slot(id.place()) != 0 => meta.lower & LAST_GENERATION,
            _ => self.places.generation(),
        };
        let why = if id.place() == 0 {
            "is no object's".to_string()
        } else if tag != u32::from(self.tag) {
            format!("has the tag {tag}, but this world {}", self.tag)
        } else if generation < next && generation > 0 {
            "was removed".to_string()
        } else {
            "no object of this world has had it".to_string()
        };
        Error::unknown_id(format!("{name}: {id} {why}"))
    }

    /// Makes room for `count` more objects, so that inserting them cannot fail.
    pub(super) fn make_room(&mut self, count: usize) -> Result<()> {
        let more = count.saturating_sub(self.free.len());
        let slots = self.rows.len().saturating_add(more);
        if slots > MOST_SLOTS || !self.places.can_name(slots) {
            let have = self.len();
            return Err(Error::too_large(format!(
                "objects: {count} more than {have} are more than a world can name"
            )));
        }
        make_room(&mut self.rows, more, "world")?;
        make_room(&mut self.metas, more, "world")?;
        make_room(&mut self.users, more, "world")?;
        make_room(&mut self.spheres, more, "world")?;
        self.living.make_room(self.rows.capacity())?;
        // Removing must not fail, whatever is removed.
        let free = self.rows.len() + more - self.free.len();
        make_room(&mut self.free, free, "world")
    }

    /// Makes room for one more compound.
    pub(super) fn make_room_for_compound(&mut self) -> Result<()> {
        make_room_in_map(&mut self.compounds, 1, "compound")
    }

    /// Adds a free slot, for which there is room, with the lower half of its next id.
    #[inline]
    pub(super) fn add_slot(&mut self, lower: u32) {
        self.rows.push(Row::EMPTY);
        self.metas.push(Meta { lower, ..Meta::default() });
        self.users.push(0);
        self.spheres.push([0.0; 4]);
    }

    /// Adds an object, for which there is room; returns its slot.
    #[inline]
    pub(super) fn insert(&mut self, object: &Object) -> u32 {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                let lower = u32::from(self.tag) << 24 | self.places.generation();
                self.add_slot(lower);
                (self.rows.len() - 1) as u32
            }
        };
        self.count += 1;
        self.living.add(slot);
        self.sights.add(object.filter);
        let place = slot as usize;
        (self.rows[place].group, self.rows[place].mask) = (object.filter.group, object.filter.mask);
        self.users[place] = object.user;
        (self.metas[place].is_static, self.metas[place].is_marked) = (object.is_static, false);
        self.statics += usize::from(object.is_static);
        self.put(slot, &object.volume);
        self.special += usize::from(self.is_special(slot));
        slot
    }

    /// Adds an object of several volumes, for which there is room; its own volume does not count.
    pub(super) fn insert_compound(&mut self, object: &Object, compound: Compound) -> u32 {
        let slot = self.insert(object);
        self.set_compound(slot, compound);
        slot
    }

    /// Marks a living object for removal; returns whether it was marked already.
    pub(super) fn mark(&mut self, id: ObjectId) -> bool {
        let slot = self.places.slot(id.place());
        std::mem::replace(&mut self.metas[slot as usize].is_marked, true)
    }

    /// Takes the mark off.
    pub(super) fn unmark(&mut self, id: ObjectId) {
        let slot = self.places.slot(id.place());
        self.metas[slot as usize].is_marked = false;
    }

    /// Frees a slot; its row becomes empty.
    pub(super) fn remove(&mut self, slot: u32) {
        self.count -= 1;
        self.living.remove(slot);
        let place = slot as usize;
        self.sights.remove(self.rows[place].filter());
        self.special -= usize::from(self.is_special(slot));
        self.statics -= usize::from(self.metas[place].is_static);
        if self.metas[place].kind == Kind::Compound {
            self.compounds.remove(&slot);
        }
        self.rows[place] = Row::EMPTY;
        let lower = self.metas[place].lower;
        self.metas[place] =
            Meta { lower: lower.wrapping_add(1), stamp: self.metas[place].stamp, ..Meta::default() };
        // A slot whose generations are used up stays free for ever, but nobody's.
        if lower & LAST_GENERATION != LAST_GENERATION {
            self.free.push(slot);
        }
    }

    /// Changes what one object fills.
    pub(super) fn change(&mut self, slot: u32, volume: &Volume) {
        let was_special = self.is_special(slot);
        if self.metas[slot as usize].kind == Kind::Compound {
            self.compounds.remove(&slot);
        }
        self.put(slot, volume);
        self.special = self.special + usize::from(self.is_special(slot)) - usize::from(was_special);
    }

    /// Changes what an object fills to several volumes; there is room for a compound. One of a single volume is none.
    pub(super) fn set_compound(&mut self, slot: u32, compound: Compound) {
        if let [volume] = compound.volumes() {
            return self.change(slot, volume);
        }
        let was_special = self.is_special(slot);
        self.put(slot, &Volume::Box(compound.bounds()));
        self.metas[slot as usize].kind = Kind::Compound;
        self.compounds.insert(slot, compound);
        self.special = self.special + usize::from(self.is_special(slot)) - usize::from(was_special);
    }

    pub(super) fn set_filter(&mut self, slot: u32, filter: GroupFilter) {
        let was_special = self.is_special(slot);
        let row = &mut self.rows[slot as usize];
        self.sights.remove(row.filter());
        self.sights.add(filter);
        (row.group, row.mask) = (filter.group, filter.mask);
        self.special = self.special + usize::from(self.is_special(slot)) - usize::from(was_special);
    }

    pub(super) fn set_static(&mut self, slot: u32, is_static: bool) {
        let was_static = std::mem::replace(&mut self.metas[slot as usize].is_static, is_static);
        self.statics = self.statics + usize::from(is_static) - usize::from(was_static);
    }

    pub(super) fn set_user(&mut self, slot: u32, user: u64) {
        self.users[slot as usize] = user;
    }

    /// What whoever inserted an object has given it.
    #[inline(always)]
    pub(super) fn user(&self, slot: u32) -> u64 {
        self.users[slot as usize]
    }

    /// In line, or the bounds go through memory in pieces, which is several times slower.
    #[inline(always)]
    fn put(&mut self, slot: u32, volume: &Volume) {
        let place = slot as usize;
        let (bounds, row) = (volume.bounds(), &mut self.rows[place]);
        *row = Row { min: bounds.min.to_array(), max: bounds.max.to_array(), ..*row };
        self.metas[place].kind = match volume {
            Volume::Box(_) => Kind::Box,
            Volume::Sphere(sphere) => {
                self.spheres[place] = sphere.center.extend(sphere.radius).to_array();
                Kind::Sphere
            }
        };
    }

    fn is_special(&self, slot: u32) -> bool {
        let row = &self.rows[slot as usize];
        self.metas[slot as usize].kind != Kind::Box || row.mask != u32::MAX || row.group == 0
    }

    /// The id of a living object.
    #[inline(always)]
    pub(super) fn id(&self, slot: u32) -> ObjectId {
        ObjectId::new(self.places.place(slot), self.metas[slot as usize].lower)
    }

    #[inline(always)]
    pub(super) fn bounds(&self, slot: u32) -> Aabb {
        self.rows[slot as usize].bounds()
    }

    #[inline(always)]
    pub(super) fn sphere(&self, slot: u32) -> Sphere {
        let [x, y, z, radius] = self.spheres[slot as usize];
        Sphere { center: Vec3::new(x, y, z), radius }
    }

    /// What an object is, as it was inserted; a compound's volumes are [`Objects::volumes`].
    pub(super) fn object(&self, slot: u32) -> Object {
        let volume = match self.metas[slot as usize].kind {
            Kind::Sphere => Volume::Sphere(self.sphere(slot)),
            _ => Volume::Box(self.bounds(slot)),
        };
        Object {
            volume,
            filter: self.rows[slot as usize].filter(),
            user: self.users[slot as usize],
            is_static: self.metas[slot as usize].is_static,
        }
    }

    /// The volumes of a compound, in an order of their own; none of any other object.
    pub(super) fn volumes(&self, slot: u32) -> &[Volume] {
        self.compounds.get(&slot).map_or(&[], Compound::volumes)
    }

    /// Bytes of the arrays, and of the compounds.
    pub(super) fn bytes(&self) -> (usize, usize) {
        let arrays = self.rows.capacity() * size_of::<Row>()
            + self.metas.capacity() * size_of::<Meta>()
            + self.users.capacity() * size_of::<u64>()
            + self.spheres.capacity() * size_of::<[f32; 4]>()
            + self.free.capacity() * size_of::<u32>()
            + self.living.bytes()
            + self.places.bytes();
        let map = self.compounds.capacity() * size_of::<(u32, Compound)>();
        (arrays, map + self.compounds.values().map(Compound::bytes).sum::<usize>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_without_generations_left_are_given_up() {
        for tag in [0, 7, 255] {
            let mut objects = Objects::new(tag).unwrap();
            objects.make_room(3).unwrap();
            let object = Object::from(Aabb::new(Vec3::ZERO, Vec3::ONE));
            let slot = objects.insert(&object);
            let first = objects.id(slot);
            objects.metas[slot as usize].lower = u32::from(tag) << 24 | LAST_GENERATION;
            let last = objects.id(slot);
            assert_eq!(objects.find(first), None);
            objects.remove(slot);
            assert_eq!(objects.find(last), None);
            assert_ne!(objects.insert(&object), slot);
            assert_eq!((objects.len(), objects.live().count()), (1, 1));
        }
    }
}
