//! A record of each object, by its slot: arrays side by side.

use super::compound::Compound;
use super::meta::{Kind, Meta};
use super::object::{GroupFilter, Object, Row};
use super::volume::Volume;
use crate::Result;
use crate::geometry::{Aabb, Sphere, Vec3};
use crate::vectors::{filled, make_room, make_room_in_map, zeroed};
use rustc_hash::FxHashMap;

/// See the module. Slot 0 is nobody's, and those that are free have empty boxes.
pub(in crate::world) struct Table {
    rows: Vec<Row>,
    metas: Vec<Meta>,
    users: Vec<u64>,
    /// Of spheres: centre and radius.
    spheres: Vec<[f32; 4]>,
    compounds: FxHashMap<u32, Compound>,
}

impl Table {
    pub(super) fn new() -> Result<Table> {
        Ok(Table {
            rows: filled(Row::EMPTY, 1, "world")?,
            metas: filled(Meta::default(), 1, "world")?,
            users: zeroed(1, "world")?,
            spheres: zeroed(1, "world")?,
            compounds: FxHashMap::default(),
        })
    }

    /// One more than the highest slot.
    #[inline(always)]
    pub(in crate::world) fn slots(&self) -> usize {
        self.rows.len()
    }

    /// The number of slots that there is room for.
    pub(in crate::world) fn capacity(&self) -> usize {
        self.rows.capacity()
    }

    /// Makes room for so many more slots.
    pub(super) fn make_room(&mut self, more: usize) -> Result<()> {
        make_room(&mut self.rows, more, "world")?;
        make_room(&mut self.metas, more, "world")?;
        make_room(&mut self.users, more, "world")?;
        make_room(&mut self.spheres, more, "world")
    }

    /// Makes room for so many more compounds.
    pub(super) fn make_room_for_compounds(&mut self, more: usize) -> Result<()> {
        make_room_in_map(&mut self.compounds, more, "compound")
    }

    /// Boxes and filters, by slot.
    #[inline(always)]
    pub(in crate::world) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// An object's box and filter.
    #[inline(always)]
    pub(in crate::world) fn row(&self, slot: u32) -> &Row {
        &self.rows[slot as usize]
    }

    /// An object's groups and those that it sees.
    #[inline(always)]
    pub(in crate::world) fn filter(&self, slot: u32) -> GroupFilter {
        self.row(slot).filter()
    }

    /// The box around an object.
    #[inline(always)]
    pub(in crate::world) fn bounds(&self, slot: u32) -> Aabb {
        self.row(slot).bounds()
    }

    /// The kind of an object, or that there is none.
    #[inline(always)]
    pub(in crate::world) fn kind(&self, slot: u32) -> Kind {
        self.metas[slot as usize].kind
    }

    /// Returns true if a slot holds an object.
    #[inline(always)]
    pub(in crate::world) fn is_live(&self, slot: u32) -> bool {
        self.kind(slot) != Kind::Free
    }

    /// Returns true if an object is static.
    #[inline(always)]
    pub(in crate::world) fn is_static(&self, slot: u32) -> bool {
        self.metas[slot as usize].is_static
    }

    /// Returns true if pairs of touching boxes of which this is one need a closer look: it is no box that
    /// sees all.
    pub(super) fn is_special(&self, slot: u32) -> bool {
        let row = self.row(slot);
        self.kind(slot) != Kind::Box || row.mask != u32::MAX || row.group == 0
    }

    /// The lower half of an object's id, or of a free slot's next one.
    #[inline(always)]
    pub(in crate::world) fn lower(&self, slot: u32) -> u32 {
        self.metas[slot as usize].lower
    }

    /// A value for whoever inserted an object.
    #[inline(always)]
    pub(in crate::world) fn user(&self, slot: u32) -> u64 {
        self.users[slot as usize]
    }

    #[inline(always)]
    pub(super) fn sphere(&self, slot: u32) -> Sphere {
        let [x, y, z, radius] = self.spheres[slot as usize];
        Sphere { center: Vec3::new(x, y, z), radius }
    }

    /// The number of compounds.
    pub(super) fn compounds(&self) -> usize {
        self.compounds.len()
    }

    /// The volumes of an object of several; none of any other.
    #[inline(always)]
    pub(super) fn compound(&self, slot: u32) -> Option<&Compound> {
        self.compounds.get(&slot)
    }

    /// The volumes of a compound, in an order of their own; none of any other object.
    pub(in crate::world) fn volumes(&self, slot: u32) -> &[Volume] {
        self.compound(slot).map_or(&[], Compound::volumes)
    }

    /// An object as it was inserted; a compound's volumes are [`Table::volumes`].
    pub(in crate::world) fn object(&self, slot: u32) -> Object {
        let volume = match self.kind(slot) {
            Kind::Sphere => Volume::Sphere(self.sphere(slot)),
            _ => Volume::Box(self.bounds(slot)),
        };
        Object { volume, filter: self.filter(slot), user: self.user(slot), is_static: self.is_static(slot) }
    }

    /// Kinds, ids and marks, by slot.
    #[inline(always)]
    pub(super) fn metas(&self) -> &[Meta] {
        &self.metas
    }

    #[inline(always)]
    pub(super) fn metas_mut(&mut self) -> &mut [Meta] {
        &mut self.metas
    }

    #[inline(always)]
    pub(super) fn rows_and_metas_mut(&mut self) -> (&mut [Row], &mut [Meta]) {
        (&mut self.rows, &mut self.metas)
    }

    /// Adds a free slot, for which there is room, with the lower half of its next id.
    #[inline]
    pub(super) fn add_slot(&mut self, lower: u32) {
        self.rows.push(Row::EMPTY);
        self.metas.push(Meta { lower, ..Meta::default() });
        self.users.push(0);
        self.spheres.push([0.0; 4]);
    }

    /// Adds a slot, for which there is room, like one of another table, but for its compound and the lower
    /// half of its id.
    pub(super) fn add_copy(&mut self, other: &Table, slot: u32, lower: u32) {
        let old = slot as usize;
        self.rows.push(other.rows[old]);
        let Meta { kind, is_static, .. } = other.metas[old];
        self.metas.push(Meta { lower, kind, is_static, ..Meta::default() });
        self.users.push(other.users[old]);
        self.spheres.push(other.spheres[old]);
    }

    /// Moves the compounds of another table here, each to the slot that its own has in `slot_of`.
    pub(super) fn take_compounds(&mut self, other: &mut Table, slot_of: &[u32]) {
        for (slot, compound) in other.compounds.drain() {
            self.compounds.insert(slot_of[slot as usize], compound);
        }
    }

    /// Puts all of an object but its volume into a free slot.
    #[inline(always)]
    pub(super) fn fill(&mut self, slot: u32, object: &Object) {
        let (place, filter) = (slot as usize, object.filter);
        (self.rows[place].group, self.rows[place].mask) = (filter.group, filter.mask);
        self.users[place] = object.user;
        (self.metas[place].is_static, self.metas[place].is_marked) = (object.is_static, false);
    }

    /// Sets the volume of an object that has had at most one. In line, or the bounds go through memory in
    /// pieces, which is several times slower.
    #[inline(always)]
    pub(super) fn put(&mut self, slot: u32, volume: &Volume) {
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

    /// Forgets the volumes of an object, if it has several.
    pub(super) fn take_apart(&mut self, slot: u32) {
        if self.kind(slot) == Kind::Compound {
            self.compounds.remove(&slot);
        }
    }

    /// Sets several volumes, for which there is room.
    pub(super) fn put_compound(&mut self, slot: u32, compound: Compound) {
        self.put(slot, &Volume::Box(compound.bounds()));
        self.metas[slot as usize].kind = Kind::Compound;
        self.compounds.insert(slot, compound);
    }

    pub(super) fn set_filter(&mut self, slot: u32, filter: GroupFilter) {
        let row = &mut self.rows[slot as usize];
        (row.group, row.mask) = (filter.group, filter.mask);
    }

    /// Sets whether an object is static; returns whether it was.
    pub(super) fn set_static(&mut self, slot: u32, is_static: bool) -> bool {
        std::mem::replace(&mut self.metas[slot as usize].is_static, is_static)
    }

    pub(super) fn set_user(&mut self, slot: u32, user: u64) {
        self.users[slot as usize] = user;
    }

    pub(super) fn set_lower(&mut self, slot: u32, lower: u32) {
        self.metas[slot as usize].lower = lower;
    }

    /// Sets the mark of a slot, see [`Meta::is_marked`]; returns what it was.
    pub(super) fn set_mark(&mut self, slot: u32, is_marked: bool) -> bool {
        std::mem::replace(&mut self.metas[slot as usize].is_marked, is_marked)
    }

    /// Frees a slot; its next id has the next generation.
    pub(super) fn free(&mut self, slot: u32) {
        self.take_apart(slot);
        let place = slot as usize;
        self.rows[place] = Row::EMPTY;
        let Meta { lower, stamp, .. } = self.metas[place];
        self.metas[place] = Meta { lower: lower.wrapping_add(1), stamp, ..Meta::default() };
    }

    /// Bytes of the arrays, and of the compounds.
    pub(super) fn bytes(&self) -> (usize, usize) {
        let arrays = self.rows.capacity() * size_of::<Row>()
            + self.metas.capacity() * size_of::<Meta>()
            + self.users.capacity() * size_of::<u64>()
            + self.spheres.capacity() * size_of::<[f32; 4]>();
        let map = self.compounds.capacity() * size_of::<(u32, Compound)>();
        (arrays, map + self.compounds.values().map(Compound::bytes).sum::<usize>())
    }
}
