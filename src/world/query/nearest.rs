//! The nearest objects to points.
//!
//! Those found so far are a heap in the caller's array, the farthest on top, so that what is farther still is
//! left out at a look; in the end they are sorted where they lie. Nothing is allocated.

use super::filter::{QueryFilter, Seen, check_filters};
use super::predicate::Predicate;
use crate::batch::{Batch, ListOutput, push_least};
use crate::geometry::{Aabb, PointQuery};
use crate::world::objects::{GroupFilter, ObjectId, Objects};
use crate::world::structure::Visitor;
use crate::world::world::World;
use crate::{Error, Result};
use std::cmp::Ordering;

/// One of the nearest objects.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Neighbor {
    /// [`ObjectId::NONE`] if there is none.
    pub object: ObjectId,
    /// The value that it was inserted with; 0 if there is none.
    pub user: u64,
    /// The distance; 0 inside. Infinite if there is none.
    pub distance: f32,
    /// So that no byte is undefined.
    zero: u32,
}

impl Neighbor {
    /// There is none.
    pub const NONE: Neighbor = Neighbor::new(ObjectId::NONE, 0, f32::INFINITY);

    /// An object, what it was inserted with, and how far it is.
    pub const fn new(object: ObjectId, user: u64, distance: f32) -> Neighbor {
        Neighbor { object, user, distance, zero: 0 }
    }

    fn order(&self, other: &Neighbor) -> Ordering {
        self.distance.total_cmp(&other.distance).then(self.object.cmp(&other.object))
    }
}

impl World {
    /// The `k` nearest objects to each point, the nearest first, and among those as far the lowest id.
    /// `neighbors` has `k` places for each point; where there are fewer, [`Neighbor::NONE`] follows. Takes
    /// about as long as to find them, and `k log k`.
    ///
    /// # Errors
    /// A point that is not finite, a distance that is negative or no number. More than one filter, but not
    /// one for each.
    pub fn nearest(
        &self,
        queries: &(impl Batch<PointQuery> + ?Sized),
        k: usize,
        filters: &(impl Batch<QueryFilter> + ?Sized),
        neighbors: &mut (impl ListOutput<Neighbor> + ?Sized),
    ) -> Result<()> {
        let count = queries.count();
        let places = count.checked_mul(k);
        if places != Some(neighbors.capacity()) {
            let room = neighbors.capacity();
            return Err(Error::invalid_argument(text!(
                "neighbors: room for {room}, not {k} for {count} queries"
            )));
        }
        for i in 0..count {
            queries.query(i).check(|| text!("points[{i}]"))?;
        }
        check_filters(filters, count)?;
        let state = self.up_to_date()?;
        let objects = &state.objects;
        for i in 0..count {
            for place in i * k..(i + 1) * k {
                neighbors.write(place, Neighbor::NONE);
            }
            let (predicate, places) = (queries.query(i), neighbors.written(i * k..(i + 1) * k));
            let seen = Seen::by(objects, filters, i);
            let mut visitor = Nearest { objects, predicate, seen, places, count: 0 };
            if k > 0 {
                let PointQuery { point, max_distance } = predicate;
                state.structure().visit_near(objects, point, max_distance, &mut visitor);
            }
            visitor.places[..visitor.count].sort_unstable_by(Neighbor::order);
        }
        Ok(())
    }
}

/// Keeps as many objects with the smallest keys as there are places.
struct Nearest<'a> {
    objects: &'a Objects,
    predicate: PointQuery,
    seen: Seen,
    /// At least one; a heap once all are taken.
    places: &'a mut [Neighbor],
    /// The number of those that are taken.
    count: usize,
}

impl Visitor for Nearest<'_> {
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        self.predicate.bound(bounds).filter(|&bound| bound <= f64::from(self.limit()))
    }

    fn limit(&self) -> f32 {
        if self.count < self.places.len() { f32::INFINITY } else { self.places[0].distance }
    }

    fn filter(&self) -> GroupFilter {
        self.seen.groups()
    }

    fn object(&mut self, slot: u32) {
        if let Some(key) = self.seen.key(self.objects, slot, &self.predicate) {
            let neighbor = Neighbor::new(self.objects.id(slot), self.objects.user(slot), key as f32);
            push_least(self.places, &mut self.count, neighbor, |a, b| a.order(b).is_lt());
        }
    }

    fn range(&self) -> Aabb {
        self.predicate.range()
    }
}
