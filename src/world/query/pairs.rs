//! Pairs of objects: all of them, those that have begun and ended, and those of some objects.

use super::list::{Wanted, list, visit};
use crate::Result;
use crate::batch::{Batch, Found, ListOutput, ListWriter, Lists, Output, check_offsets};
use crate::geometry::Aabb;
use crate::locks::RwLockWriteGuard;
use crate::world::objects::{GroupFilter, ObjectId, Objects, Pair};
use crate::world::state::State;
use crate::world::world::World;

/// So many pairs are kept, whatever room there is for them.
const MOST_KEPT: usize = 1 << 20;

impl World {
    /// Lists every pair of objects that see each other, of which not both are static, and that share a point:
    /// each once, the lower id first, sorted. The list is the same for every structure, number of threads and
    /// instruction set.
    ///
    /// The list is kept until something is edited, so that asking for the number and then for the pairs finds
    /// them once. Of more than a million pairs, and than there is room for, none is kept: they are counted,
    /// and found again by the next call, unless [`World::pair_changes`] is called, which keeps what it
    /// compares.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`].
    pub fn pairs(&self, pairs: &mut (impl ListOutput<Pair> + ?Sized)) -> Result<Lists> {
        let state = self.state.read();
        if state.list.is_current() {
            return Ok(state.list.write(&state.objects, pairs));
        }
        drop(state);
        let mut state = self.state.write();
        let limit = match state.list.is_watched() {
            true => usize::MAX,
            // More is found than is listed, if not all that touch see each other.
            false => MOST_KEPT.max(pairs.capacity().saturating_mul(2)),
        };
        let is_kept = state.find_some_pairs(limit)?;
        let state = RwLockWriteGuard::downgrade(state);
        Ok(if is_kept { state.list.write(&state.objects, pairs) } else { write_pairs(&state, pairs) })
    }

    /// Lists the pairs that have begun and those that have ended since the last call, each as
    /// [`World::pairs`] does; the first call has all pairs begin. Pairs of an object that was removed end,
    /// under the id that it had. If a list did not fit, nothing has been told: the next call tells it again.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`].
    pub fn pair_changes(
        &self,
        begun: &mut (impl ListOutput<Pair> + ?Sized),
        ended: &mut (impl ListOutput<Pair> + ?Sized),
    ) -> Result<(Lists, Lists)> {
        let state = &mut *self.state.write();
        state.find_pairs()?;
        let lists = state.list.write_changes(&state.objects, begun, ended)?;
        // The lists have been told. Where there is no memory for it, nobody goes to sleep, and the structure is built anew.
        let _ = state.put_to_sleep();
        Ok(lists)
    }

    /// Lists the objects that each of these is a pair with, as [`World::pairs`] defines pairs: one list after
    /// another, each sorted by id. Costs as much as a query with each object's box.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownId`] for the first id that is no living object's; offsets
    /// that are neither empty nor one more than the ids.
    pub fn pairs_of(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        offsets: &mut (impl Output<u64> + ?Sized),
        objects: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        let count = ids.count();
        check_offsets(count, offsets)?;
        let state = self.up_to_date()?;
        state.objects.check_ids(ids)?;
        let wanted = |objects: &Objects, i: usize| {
            // There is one, as was checked.
            let slot = objects.find(ids.query(i)).unwrap_or(0);
            Partners { slot, bounds: objects.bounds(slot), first: 0 }
        };
        Ok(list(&state, count, wanted, offsets, objects))
    }
}

/// Writes pairs that are too many to be kept, in the order of lists: found object by object, which needs no
/// memory, as far as there is room, and counted. The structure is up to date.
fn write_pairs(state: &State, output: &mut (impl ListOutput<Pair> + ?Sized)) -> Lists {
    let objects = &state.objects;
    let mut found = ListWriter::new(output, Pair::cmp, <[Pair]>::sort_unstable);
    for slot in objects.live() {
        let later = Partners { slot, bounds: objects.bounds(slot), first: slot + 1 };
        visit(state, &later, &mut PairsWith { objects, a: objects.id(slot), found: &mut found });
        found.finish_list(false);
    }
    found.finish()
}

/// The objects that one is a pair with.
struct Partners {
    slot: u32,
    bounds: Aabb,
    /// The least slot that counts.
    first: u32,
}

impl Wanted for Partners {
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        self.bounds.touches(bounds).then_some(0.0)
    }

    fn range(&self) -> Aabb {
        self.bounds
    }

    fn filter(&self, objects: &Objects) -> GroupFilter {
        objects.filter(self.slot)
    }

    #[inline(always)]
    fn is_wanted(&self, objects: &Objects, slot: u32) -> bool {
        slot >= self.first && slot != self.slot && objects.are_pair(self.slot, slot)
    }
}

/// Makes pairs of an object with those in slots.
struct PairsWith<'a, F> {
    objects: &'a Objects,
    a: ObjectId,
    found: &'a mut F,
}

impl<F: Found<Pair>> Found<u32> for PairsWith<'_, F> {
    #[inline(always)]
    fn push(&mut self, slot: u32) {
        self.found.push(Pair { a: self.a, b: self.objects.id(slot) });
    }

    fn push_all(&mut self, slots: &[u32]) {
        slots.iter().for_each(|&slot| self.push(slot));
    }
}
