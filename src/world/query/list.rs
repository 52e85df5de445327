//! Lists of objects that are answers, sorted by id.
//!
//! The packed tree hands out slots, sixteen lanes at a time and in the end in order if there are few; of
//! many, ids are sorted by a bitset of slots, because sorting by id is sorting by slot.

use super::filter::{QueryFilter, Seen, check_filters};
use super::frustum::Frustum;
use super::predicate::{Predicate, Touching};
use crate::Result;
use crate::arrays::MapEach;
use crate::batch::{
    Batch, Found, ListOutput, ListWriter, Lists, NUMBERS, Offsets, Output, check_offsets, sort_by_key,
    sort_by_number,
};
use crate::geometry::{Aabb, Sphere};
use crate::simd::LANES;
use crate::world::objects::{GroupFilter, Kind, ObjectId, Objects, Volume};
use crate::world::state::State;
use crate::world::structure::{ListOrder, ListParts, Lister, Sieve, Visitor};
use crate::world::world::World;

/// The objects of a list.
pub(super) trait Wanted {
    /// A bound on what may lie in a box, see [`Predicate::bound`].
    fn bound(&self, bounds: &Aabb) -> Option<f64>;
    /// A box that all touch.
    fn range(&self) -> Aabb;
    /// A filter that all of them see, and that sees them.
    fn filter(&self, objects: &Objects) -> GroupFilter;
    /// Returns true if an object is one.
    fn is_wanted(&self, objects: &Objects, slot: u32) -> bool;
    /// The same of an object the box of which touches the range.
    #[inline(always)]
    fn is_wanted_near(&self, objects: &Objects, slot: u32) -> bool {
        self.is_wanted(objects, slot)
    }
    /// Returns true if all are whose boxes touch the range.
    fn takes_all(&self, _: &Objects) -> bool {
        false
    }
}

/// The answers of a predicate that are seen.
struct Answers<G> {
    predicate: G,
    seen: Seen,
}

impl<G: Predicate> Wanted for Answers<G> {
    #[inline]
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        self.predicate.bound(bounds)
    }

    fn range(&self) -> Aabb {
        self.predicate.range()
    }

    fn filter(&self, _: &Objects) -> GroupFilter {
        self.seen.groups()
    }

    #[inline(always)]
    fn is_wanted(&self, objects: &Objects, slot: u32) -> bool {
        self.seen.key(objects, slot, &self.predicate).is_some()
    }

    #[inline(always)]
    fn is_wanted_near(&self, objects: &Objects, slot: u32) -> bool {
        match self.predicate.takes_boxes() && objects.kind(slot) == Kind::Box {
            true => self.seen.sees(objects, slot),
            false => self.is_wanted(objects, slot),
        }
    }

    fn takes_all(&self, objects: &Objects) -> bool {
        self.predicate.takes_boxes() && self.seen.sees_all(objects)
    }
}

impl World {
    /// Lists the objects that touch boxes, each list sorted by id, one after another.
    ///
    /// # Errors
    /// A box that is not finite or is inverted; offsets that are neither empty nor one more than the queries;
    /// more than one filter, but not one for each query.
    pub fn overlap_aabb_all(
        &self,
        queries: &(impl Batch<Aabb> + ?Sized),
        filters: &(impl Batch<QueryFilter> + ?Sized),
        offsets: &mut (impl Output<u64> + ?Sized),
        objects: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        for i in 0..queries.count() {
            queries.query(i).check(|| text!("boxes[{i}]"))?;
        }
        let predicate = |i| Touching::new(Volume::Box(queries.query(i)));
        self.lists(queries.count(), predicate, filters, offsets, objects)
    }

    /// Lists the objects that touch spheres, as [`World::overlap_aabb_all`] does.
    ///
    /// # Errors
    /// A sphere that is not finite or has a negative radius; offsets and filters as there.
    pub fn overlap_sphere_all(
        &self,
        queries: &(impl Batch<Sphere> + ?Sized),
        filters: &(impl Batch<QueryFilter> + ?Sized),
        offsets: &mut (impl Output<u64> + ?Sized),
        objects: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        for i in 0..queries.count() {
            Volume::Sphere(queries.query(i)).check(|| text!("spheres[{i}]"))?;
        }
        let predicate = |i| Touching::new(Volume::Sphere(queries.query(i)));
        self.lists(queries.count(), predicate, filters, offsets, objects)
    }

    /// Lists the objects that are not wholly outside of any plane of a frustum, as
    /// [`World::overlap_aabb_all`] does.
    ///
    /// # Errors
    /// A plane that is not finite or has no direction; offsets and filters as there.
    pub fn overlap_frustum_all(
        &self,
        queries: &(impl Batch<Frustum> + ?Sized),
        filters: &(impl Batch<QueryFilter> + ?Sized),
        offsets: &mut (impl Output<u64> + ?Sized),
        objects: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        for i in 0..queries.count() {
            queries.query(i).check(|| text!("frusta[{i}]"))?;
        }
        self.lists(queries.count(), |i| queries.query(i), filters, offsets, objects)
    }

    /// One list after another, of what so many predicates look for.
    pub(super) fn lists<G: Predicate>(
        &self,
        count: usize,
        predicate: impl Fn(usize) -> G,
        filters: &(impl Batch<QueryFilter> + ?Sized),
        offsets: &mut (impl Output<u64> + ?Sized),
        output: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        check_offsets(count, offsets)?;
        check_filters(filters, count)?;
        let wanted = |objects: &Objects, i: usize| Answers {
            predicate: predicate(i),
            seen: Seen::by(objects, filters, i),
        };
        Ok(list(&*self.up_to_date()?, count, wanted, offsets, output))
    }
}

/// One list after another, each sorted by id; there are offsets for all, or none.
pub(super) fn list<W: Wanted>(
    state: &State,
    count: usize,
    wanted: impl Fn(&Objects, usize) -> W,
    offsets: &mut (impl Output<u64> + ?Sized),
    output: &mut (impl ListOutput<ObjectId> + ?Sized),
) -> Lists {
    let objects = &state.objects;
    let mut found = ListWriter::new(output, ObjectId::cmp, |list| sort_by_key(list, |id| id.0));
    let mut offsets = Offsets::new(offsets);
    for i in 0..count {
        let in_order = match visit(state, &wanted(objects, i), &mut Ids { objects, found: &mut found }) {
            ListOrder::Ascending => true,
            ListOrder::Many => sort(found.list(), objects),
            ListOrder::Any => false,
        };
        offsets.end_list(i, found.finish_list(in_order));
    }
    found.finish()
}

/// Finds the slots of the objects that are wanted, each once.
pub(super) fn visit<W: Wanted>(state: &State, wanted: &W, found: &mut impl Found<u32>) -> ListOrder {
    let objects = &state.objects;
    let sifter = Sifter { objects, wanted };
    state.structure().list(objects, &mut Listing { sifter, range: wanted.range(), found })
}

/// Sorts ids of living objects by a bitset; returns whether that is possible.
fn sort(list: &mut [ObjectId], objects: &Objects) -> bool {
    let (number, item) = (|id: &ObjectId| objects.slot_of(*id), |slot| objects.id(slot));
    let slots = objects.slots();
    if slots <= SOME {
        sort_by_number::<_, { SOME / 64 }>(list, number, item);
    } else if slots <= NUMBERS {
        sort_by_number::<_, { NUMBERS / 64 }>(list, number, item);
    }
    slots <= NUMBERS
}

/// The slots of smaller worlds.
const SOME: usize = 1 << 14;

/// Makes ids of slots.
struct Ids<'a, F> {
    objects: &'a Objects,
    found: &'a mut F,
}

impl<F: Found<ObjectId>> Found<u32> for Ids<'_, F> {
    fn push(&mut self, slot: u32) {
        self.found.push(self.objects.id(slot));
    }

    fn push_all(&mut self, slots: &[u32]) {
        let (many, few) = slots.as_chunks::<LANES>();
        for slots in many {
            self.found.push_all(&slots.map_each(|slot| self.objects.id(slot)));
        }
        for &slot in few {
            self.found.push(self.objects.id(slot));
        }
    }
}

/// Keeps what is wanted of objects whose boxes touch a range.
struct Sifter<'a, W> {
    objects: &'a Objects,
    wanted: &'a W,
}

impl<W: Wanted> Sieve for Sifter<'_, W> {
    fn keep(&self, slots: &mut [u32; LANES], count: usize) -> usize {
        let mut kept = 0;
        for i in 0..count.min(LANES) {
            let slot = slots[i];
            let keeps = self.wanted.is_wanted_near(self.objects, slot);
            slots[kept % LANES] = slot;
            kept += usize::from(keeps);
        }
        kept
    }
}

/// Lists every object that is wanted.
struct Listing<'a, W, F> {
    sifter: Sifter<'a, W>,
    range: Aabb,
    found: &'a mut F,
}

impl<W: Wanted, F: Found<u32>> Visitor for Listing<'_, W, F> {
    #[inline]
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        self.sifter.wanted.bound(bounds)
    }

    fn limit(&self) -> f32 {
        f32::INFINITY
    }

    fn filter(&self) -> GroupFilter {
        self.sifter.wanted.filter(self.sifter.objects)
    }

    #[inline]
    fn object(&mut self, slot: u32) {
        if self.sifter.wanted.is_wanted(self.sifter.objects, slot) {
            self.found.push(slot);
        }
    }

    fn range(&self) -> Aabb {
        self.range
    }
}

impl<W: Wanted, F: Found<u32>> Lister for Listing<'_, W, F> {
    fn visitor(&mut self) -> &mut dyn Visitor {
        self
    }

    fn parts(&mut self) -> ListParts<'_> {
        let Sifter { objects, wanted } = self.sifter;
        let sieve: &dyn Sieve = &self.sifter;
        ListParts {
            range: &self.range,
            filter: wanted.filter(objects),
            sieve: (!wanted.takes_all(objects)).then_some(sieve),
            found: self.found,
        }
    }
}
