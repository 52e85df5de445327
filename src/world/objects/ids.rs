//! The ids of a world: how they name slots, and why one does not.

use super::id::{LAST_GENERATION, ObjectId};
use super::places::Places;
use crate::Error;

/// See the module.
pub(in crate::world) struct Ids {
    places: Places,
    tag: u8,
}

impl Ids {
    /// Of a world of which nothing has been forgotten.
    pub(super) fn new(tag: u8) -> Ids {
        Ids { places: Places::default(), tag }
    }

    /// The upper bits of the lower half of every id.
    #[inline(always)]
    pub(super) fn tag(&self) -> u32 {
        u32::from(self.tag) << 24
    }

    /// The lower half of the first id of a new slot.
    #[inline(always)]
    pub(super) fn first_lower(&self) -> u32 {
        self.tag() | self.places.generation()
    }

    /// The places of slots.
    #[inline(always)]
    pub(super) fn places(&self) -> &Places {
        &self.places
    }

    pub(super) fn set_places(&mut self, places: Places) {
        self.places = places;
    }

    /// The slot that an id names, which may be beyond all that there are; 0, nobody's, for one that is
    /// forgotten.
    #[inline(always)]
    pub(super) fn slot(&self, id: ObjectId) -> u32 {
        self.places.slot(id.place())
    }

    /// The id of a slot with this lower half.
    #[inline(always)]
    pub(super) fn id(&self, slot: u32, lower: u32) -> ObjectId {
        ObjectId::new(self.places.place(slot), lower)
    }

    /// The error for an id that is no living object's; its slot now has this lower half, if there is one.
    #[cold]
    pub(super) fn stale(&self, id: ObjectId, lower: Option<u32>, name: &str) -> Error {
        let generation = id.lower() & LAST_GENERATION;
        let tag = id.lower() >> 24;
        let next = match lower {
            Some(lower) if self.slot(id) != 0 => lower & LAST_GENERATION,
            _ => self.places.generation(),
        };
        let why = if id.place() == 0 {
            text!("is no object's")
        } else if tag != u32::from(self.tag) {
            text!("has the tag {tag}, but this world {}", self.tag)
        } else if generation < next && generation > 0 {
            text!("was removed")
        } else {
            text!("no object of this world has had it")
        };
        Error::unknown_id(text!("{name}: {id} {why}"))
    }

    pub(super) fn bytes(&self) -> usize {
        self.places.bytes()
    }
}
