//! Lists of objects that are answers, sorted by id.
//!
//! The packed tree hands out slots, sixteen lanes at a time and in the end in order if there are few; of many, ids are sorted
//! by a bitset of slots, because sorting by id is sorting by slot.

use super::goal::Goal;
use super::id::ObjectId;
use super::meta::Kind;
use super::object::GroupFilter;
use super::objects::Objects;
use super::packed::Sieve;
use super::state::AnyStructure;
use super::visitor::Visitor;
use super::world::World;
use crate::Result;
use crate::arrays::MapEach;
use crate::batch::{
    Found, ListOutput, ListWriter, Lists, NUMBERS, Output, check_offsets, sort_by_key, sort_by_number,
};
use crate::geometry::Aabb;
use crate::simd::LANES;

impl World {
    /// One list after another, of what so many goals look for.
    pub(super) fn lists<G: Goal>(
        &self,
        count: usize,
        goal: impl Fn(usize) -> G,
        filter: &GroupFilter,
        offsets: &mut (impl Output<u64> + ?Sized),
        output: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        check_offsets(count, offsets)?;
        let state = self.fresh()?;
        let objects = &state.objects;
        let mut found = ListWriter::new(output, ObjectId::cmp, |list| sort_by_key(list, |id| id.0));
        let wants_offsets = offsets.capacity() > 0;
        if wants_offsets {
            offsets.write(0, 0);
        }
        // Whether the filter lets all objects pass.
        let sees_all = objects.are_plain() && filter.mask == u32::MAX && filter.group != 0;
        for i in 0..count {
            let goal = goal(i);
            let range = goal.range();
            let in_order = match &state.structure {
                AnyStructure::Packed(packed) => {
                    let sifter = Sifter { objects, goal: &goal, takes_boxes: goal.takes_boxes(), filter };
                    let sieve: &dyn Sieve = &sifter;
                    let sieve = (!(sees_all && sifter.takes_boxes)).then_some(sieve);
                    let mut names = Names { objects, found: &mut found };
                    let in_order = packed.list_touching(&range, sieve, &mut names);
                    in_order || sort(found.list(), objects)
                }
                AnyStructure::Other(structure) => {
                    let mut lister = Lister { objects, goal, range, filter, found: &mut found };
                    structure.visit(objects, &mut lister);
                    false
                }
            };
            let total = found.finish_list(in_order);
            if wants_offsets {
                offsets.write(i + 1, total as u64);
            }
        }
        Ok(found.finish())
    }
}

/// Sorts ids of living objects by a bitset; returns whether that is possible.
fn sort(list: &mut [ObjectId], objects: &Objects) -> bool {
    let (number, item) = (|id: &ObjectId| id.slot(), |slot| objects.id(slot));
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

/// Gives slots their names.
struct Names<'a, F> {
    objects: &'a Objects,
    found: &'a mut F,
}

impl<F: Found<ObjectId>> Found<u32> for Names<'_, F> {
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

/// Keeps the answers of objects whose boxes touch a goal's range.
struct Sifter<'a, G> {
    objects: &'a Objects,
    goal: &'a G,
    takes_boxes: bool,
    filter: &'a GroupFilter,
}

impl<G: Goal> Sieve for Sifter<'_, G> {
    fn keep(&self, slots: &mut [u32; LANES], count: usize) -> usize {
        let mut kept = 0;
        for i in 0..count.min(LANES) {
            let slot = slots[i];
            let is_box = self.objects.metas[slot as usize].kind == Kind::Box;
            let keeps = match self.takes_boxes && is_box {
                true => self.objects.rows[slot as usize].filter().sees(self.filter),
                false => self.objects.key(slot, self.goal, self.filter).is_some(),
            };
            slots[kept % LANES] = slot;
            kept += usize::from(keeps);
        }
        kept
    }
}

/// Lists every object that is an answer.
struct Lister<'a, G, F> {
    objects: &'a Objects,
    goal: G,
    range: Aabb,
    filter: &'a GroupFilter,
    found: &'a mut F,
}

impl<G: Goal, F: Found<ObjectId>> Visitor for Lister<'_, G, F> {
    #[inline]
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        self.goal.bound(bounds)
    }

    fn limit(&self) -> f32 {
        f32::INFINITY
    }

    #[inline]
    fn object(&mut self, slot: u32) {
        if self.objects.key(slot, &self.goal, self.filter).is_some() {
            self.found.push(self.objects.id(slot));
        }
    }

    fn range(&self) -> Aabb {
        self.range
    }

    fn is_strict(&self) -> bool {
        true
    }
}
