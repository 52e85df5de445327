//! Batches of new volumes, which are checked and taken over without a branch on each.

use super::changes::Changes;
use super::id::ObjectId;
use super::meta::{Kind, Meta};
use super::object::Row;
use super::places::Places;
use super::volume::Volume;
use crate::batch::Batch;

/// Returns true if all ids are those of objects, and all volumes good.
pub(super) fn accepts<V: Into<Volume>>(
    metas: &[Meta],
    places: &Places,
    ids: &(impl Batch<ObjectId> + ?Sized),
    volumes: &(impl Batch<V> + ?Sized),
) -> bool {
    match places.are_slots() {
        true => accepts_all(metas, |place| place, ids, volumes),
        false => accepts_all(metas, |place| places.slot(place), ids, volumes),
    }
}

/// In one pass, without a branch on either.
fn accepts_all<V: Into<Volume>>(
    metas: &[Meta],
    slot_of: impl Fn(u32) -> u32,
    ids: &(impl Batch<ObjectId> + ?Sized),
    volumes: &(impl Batch<V> + ?Sized),
) -> bool {
    (0..ids.count()).fold(true, |good, i| {
        let id = ids.query(i);
        let meta = metas.get(slot_of(id.place()) as usize);
        let is_known = meta.is_some_and(|meta| (meta.lower == id.lower()) & meta.is_live());
        good & is_known & volumes.query(i).into().is_good()
    })
}

/// Changes boxes to boxes, from element `first` on, as long as they are; returns where it stopped.
pub(super) fn update_boxes<V: Into<Volume>>(
    (rows, metas): (&mut [Row], &mut [Meta]),
    places: &Places,
    ids: &(impl Batch<ObjectId> + ?Sized),
    volumes: &(impl Batch<V> + ?Sized),
    changes: &mut Changes,
    first: usize,
) -> usize {
    match places.are_slots() {
        true => update_run(rows, metas, |place| place, ids, volumes, changes, first),
        false => update_run(rows, metas, |place| places.slot(place), ids, volumes, changes, first),
    }
}

/// A function of its own, so that its arguments are known not to lie in one another.
#[inline(never)]
fn update_run<V: Into<Volume>>(
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
