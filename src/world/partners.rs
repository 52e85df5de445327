//! The pairs of some objects, without those of all others.

use super::id::ObjectId;
use super::listing::{Wanted, list};
use super::object::GroupFilter;
use super::objects::Objects;
use super::world::World;
use crate::Result;
use crate::batch::{Batch, ListOutput, Lists, Output, check_offsets};
use crate::geometry::Aabb;

impl World {
    /// Lists the objects that each of these is a pair with, as [`World::pairs`] defines pairs: one list after
    /// another, each sorted by id. Costs as much as a query with each object's box.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownId`] for the first id that is no living object's; offsets that are neither
    /// empty nor one more than the ids.
    pub fn pairs_of(
        &self,
        ids: &(impl Batch<ObjectId> + ?Sized),
        offsets: &mut (impl Output<u64> + ?Sized),
        objects: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        let count = ids.count();
        check_offsets(count, offsets)?;
        let state = self.fresh()?;
        state.objects.check_ids(ids)?;
        let wanted = |objects: &Objects, i: usize| {
            // There is one, as was checked.
            let slot = objects.find(ids.query(i)).unwrap_or(0);
            Partners { slot, bounds: objects.bounds(slot) }
        };
        Ok(list(&state, count, wanted, offsets, objects))
    }
}

/// The objects that one is a pair with.
struct Partners {
    slot: u32,
    bounds: Aabb,
}

impl Wanted for Partners {
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        self.bounds.touches(bounds).then_some(0.0)
    }

    fn range(&self) -> Aabb {
        self.bounds
    }

    fn filter(&self, objects: &Objects) -> GroupFilter {
        objects.rows[self.slot as usize].filter()
    }

    fn is_wanted(&self, objects: &Objects, slot: u32) -> bool {
        slot != self.slot && objects.are_pair(self.slot, slot)
    }
}
