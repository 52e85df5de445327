//! Changes of what objects fill, a batch at a time.

use super::changes::Changes;
use super::id::ObjectId;
use super::meta::{Kind, Meta};
use super::object::Row;
use super::objects::Objects;
use super::volume::Volume;
use crate::batch::Batch;

impl Objects {
    /// Whether all ids are those of objects, and all volumes good.
    pub(super) fn accepts<V: Into<Volume>>(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        volumes: &(impl Batch<V> + ?Sized),
    ) -> bool {
        let places = &self.places;
        match places.are_slots() {
            true => self.accepts_all(ids, volumes, |place| place),
            false => self.accepts_all(ids, volumes, |place| places.slot(place)),
        }
    }

    /// In one pass, without a branch on either.
    fn accepts_all<V: Into<Volume>>(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        volumes: &(impl Batch<V> + ?Sized),
        slot_of: impl Fn(u32) -> u32,
    ) -> bool {
        let metas = &self.metas[..];
        (0..ids.count()).fold(true, |good, i| {
            let id = ids.query(i);
            let meta = metas.get(slot_of(id.place()) as usize);
            let is_known = meta.is_some_and(|meta| (meta.lower == id.lower()) & (meta.kind != Kind::Free));
            good & is_known & volumes.query(i).into().is_good()
        })
    }

    /// Changes what objects fill, whose ids are good; they become objects of a single volume.
    pub(super) fn update<V: Into<Volume>>(
        &mut self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        volumes: &(impl Batch<V> + ?Sized),
        changes: &mut Changes,
    ) {
        let (count, mut done) = (ids.count(), 0);
        while done < count {
            let (rows, metas, places) = (&mut self.rows[..], &mut self.metas[..], &self.places);
            done = match places.are_slots() {
                true => update_boxes(rows, metas, |place| place, ids, volumes, changes, done),
                false => update_boxes(rows, metas, |place| places.slot(place), ids, volumes, changes, done),
            };
            // What stopped it is not from box to box.
            if done < count {
                let slot = self.places.slot(ids.query(done).place());
                self.change(slot, &volumes.query(done).into());
                changes.note(&mut self.metas, slot);
                done += 1;
            }
        }
    }
}

/// Changes boxes to boxes, from element `first` on, as long as they are; returns where it stopped. A function of its own, so
/// that its arguments are known not to lie in one another.
#[inline(never)]
fn update_boxes<V: Into<Volume>>(
    rows: &mut [Row],
    metas: &mut [Meta],
    slot_of: impl Fn(u32) -> u32,
    ids: &(impl Batch<ObjectId> + ?Sized),
    volumes: &(impl Batch<V> + ?Sized),
    changes: &mut Changes,
    first: usize,
) -> usize {
    let mut adder = changes.adder();
    for i in first..ids.count() {
        let slot = slot_of(ids.query(i).place());
        let (Some(row), Some(meta)) = (rows.get_mut(slot as usize), metas.get_mut(slot as usize)) else {
            return i;
        };
        let Volume::Box(bounds) = volumes.query(i).into() else { return i };
        if meta.kind != Kind::Box {
            return i;
        }
        *row = Row { min: bounds.min.to_array(), max: bounds.max.to_array(), ..*row };
        adder.add(meta, slot);
    }
    ids.count()
}
