//! Filters of queries.

use super::predicate::Predicate;
use crate::batch::Batch;
use crate::world::objects::{GroupFilter, ObjectId, Objects};
use crate::{Error, Result};

/// The objects that a query sees: those that see each other with its groups, but for one. Queries take none
/// of these, which is to see all but objects that see nothing; or one for the whole batch; or one for each
/// query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryFilter {
    /// The groups that the query is in, and those that it sees.
    pub groups: GroupFilter,
    /// An object that is not seen, whatever its groups: who asks, say. Any id that is no living object's
    /// stands for none.
    pub ignore: ObjectId,
}

impl QueryFilter {
    /// Sees all objects but those that see nothing.
    pub const ALL: QueryFilter = QueryFilter { groups: GroupFilter::ALL, ignore: ObjectId::NONE };

    /// The same, but for an object.
    pub const fn ignoring(id: ObjectId) -> QueryFilter {
        QueryFilter { groups: GroupFilter::ALL, ignore: id }
    }
}

impl From<GroupFilter> for QueryFilter {
    fn from(groups: GroupFilter) -> QueryFilter {
        QueryFilter { groups, ignore: ObjectId::NONE }
    }
}

/// One for the whole batch.
impl Batch<QueryFilter> for QueryFilter {
    fn count(&self) -> usize {
        1
    }

    fn query(&self, _: usize) -> QueryFilter {
        *self
    }
}

/// One for the whole batch.
impl Batch<QueryFilter> for GroupFilter {
    fn count(&self) -> usize {
        1
    }

    fn query(&self, _: usize) -> QueryFilter {
        (*self).into()
    }
}

/// Checks that there are as many filters as queries, one, or none.
pub(super) fn check_filters(filters: &(impl Batch<QueryFilter> + ?Sized), queries: usize) -> Result<()> {
    let count = filters.count();
    match count == queries || count <= 1 {
        true => Ok(()),
        false => Err(Error::invalid_argument(text!(
            "filters: {count} for {queries} queries, not none, one, or one for each"
        ))),
    }
}

/// A filter, as it is asked about objects.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    groups: GroupFilter,
    /// The slot of who is not seen; 0 for nobody.
    ignored: u32,
}

impl Seen {
    /// By query `i` of a batch whose filters have been checked.
    pub(super) fn by(objects: &Objects, filters: &(impl Batch<QueryFilter> + ?Sized), i: usize) -> Seen {
        let filter = match filters.count() {
            0 => QueryFilter::ALL,
            1 => filters.query(0),
            _ => filters.query(i),
        };
        Seen { groups: filter.groups, ignored: objects.find(filter.ignore).unwrap_or(0) }
    }

    /// Whatever is seen sees these, and is seen by them.
    pub(super) fn groups(&self) -> GroupFilter {
        self.groups
    }

    /// Returns true if an object is seen.
    #[inline(always)]
    pub(super) fn sees(&self, objects: &Objects, slot: u32) -> bool {
        slot != self.ignored && objects.filter(slot).sees(&self.groups)
    }

    /// Returns true if all objects are seen for sure.
    pub(super) fn sees_all(&self, objects: &Objects) -> bool {
        objects.are_plain() && self.groups.mask == u32::MAX && self.groups.group != 0 && self.ignored == 0
    }

    /// An object's key for a query, if it is seen and an answer.
    #[inline]
    pub(super) fn key(&self, objects: &Objects, slot: u32, predicate: &impl Predicate) -> Option<f64> {
        match self.sees(objects, slot) {
            true => objects.least_key(slot, |bounds| predicate.bound(bounds), |volume| predicate.key(volume)),
            false => None,
        }
    }
}
