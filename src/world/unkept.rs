//! Pairs that are too many to be kept: found object by object, which needs no memory, written as far as there is room, and counted.

use super::id::{ObjectId, Pair};
use super::listing::{Wanted, visit};
use super::object::GroupFilter;
use super::objects::Objects;
use super::state::State;
use crate::batch::{Found, ListOutput, ListWriter, Lists};
use crate::geometry::Aabb;

impl State {
    /// All pairs, in the order of lists; the structure is up to date.
    pub(super) fn write_pairs(&self, output: &mut (impl ListOutput<Pair> + ?Sized)) -> Lists {
        let objects = &self.objects;
        let mut found = ListWriter::new(output, Pair::cmp, <[Pair]>::sort_unstable);
        for slot in objects.live() {
            let later = Later { slot, bounds: objects.bounds(slot) };
            visit(self, &later, &mut Partners { objects, a: objects.id(slot), found: &mut found });
            found.finish_list(false);
        }
        found.finish()
    }
}

/// The objects after one that it is a pair with.
struct Later {
    slot: u32,
    bounds: Aabb,
}

impl Wanted for Later {
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        self.bounds.touches(bounds).then_some(0.0)
    }

    fn range(&self) -> Aabb {
        self.bounds
    }

    fn filter(&self, objects: &Objects) -> GroupFilter {
        objects.rows[self.slot as usize].filter()
    }

    #[inline(always)]
    fn is_wanted(&self, objects: &Objects, slot: u32) -> bool {
        slot > self.slot && objects.are_pair(self.slot, slot)
    }
}

/// Makes pairs of slots.
struct Partners<'a, F> {
    objects: &'a Objects,
    a: ObjectId,
    found: &'a mut F,
}

impl<F: Found<Pair>> Found<u32> for Partners<'_, F> {
    #[inline(always)]
    fn push(&mut self, slot: u32) {
        self.found.push(Pair { a: self.a, b: self.objects.id(slot) });
    }

    fn push_all(&mut self, slots: &[u32]) {
        slots.iter().for_each(|&slot| self.push(slot));
    }
}
