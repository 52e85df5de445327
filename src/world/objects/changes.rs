//! Notes of the objects that a structure has not been told of.

use super::meta::Meta;
use crate::Result;
use crate::vectors::lengthen;

/// Slots, each once.
pub(super) struct Changes {
    /// There is a place for every slot; those below `count` mean something.
    slots: Vec<u32>,
    count: usize,
    /// Goes on whenever the structure has been told. An object whose stamp it is, is among the slots.
    epoch: u32,
}

/// Adds slots.
pub(super) struct Adder<'a> {
    slots: &'a mut [u32],
    count: usize,
    total: &'a mut usize,
    epoch: u32,
}

impl Adder<'_> {
    #[inline(always)]
    pub(super) fn add(&mut self, meta: &mut Meta, slot: u32) {
        if meta.stamp != self.epoch {
            meta.stamp = self.epoch;
            if let Some(place) = self.slots.get_mut(self.count) {
                *place = slot;
                self.count += 1;
            }
        }
    }
}

impl Drop for Adder<'_> {
    fn drop(&mut self) {
        *self.total = self.count;
    }
}

impl Changes {
    pub(super) fn new() -> Changes {
        Changes { slots: Vec::new(), count: 0, epoch: 1 }
    }

    /// Makes room for notes on so many slots.
    pub(super) fn make_room(&mut self, slots: usize) -> Result<()> {
        lengthen(&mut self.slots, slots, 0, "world")
    }

    /// An adder of slots.
    #[inline(always)]
    pub(super) fn adder(&mut self) -> Adder<'_> {
        Adder { slots: &mut self.slots, count: self.count, total: &mut self.count, epoch: self.epoch }
    }

    /// Notes that an object is new, has moved or is gone; there is room for the note.
    #[inline]
    pub(super) fn note(&mut self, metas: &mut [Meta], slot: u32) {
        self.adder().add(&mut metas[slot as usize], slot);
    }

    /// Notes all slots but that of nobody.
    pub(super) fn note_all(&mut self, metas: &mut [Meta]) {
        self.count = 0;
        self.begin_epoch(metas);
        for slot in 1..metas.len() as u32 {
            self.note(metas, slot);
        }
    }

    pub(super) fn as_slice(&self) -> &[u32] {
        &self.slots[..self.count]
    }

    /// The structure has been told.
    pub(super) fn clear(&mut self, metas: &mut [Meta]) {
        self.count = 0;
        self.begin_epoch(metas);
    }

    fn begin_epoch(&mut self, metas: &mut [Meta]) {
        match self.epoch.checked_add(1) {
            Some(epoch) => self.epoch = epoch,
            None => {
                metas.iter_mut().for_each(|meta| meta.stamp = 0);
                self.epoch = 1;
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }
}
