//! Filters of searches of a packed tree, by a query or by an object: all, or those that are seen.

use super::tree::Tree;
use crate::simd::{ALL_LANES, LANES};
use crate::world::objects::{GroupFilter, Sights};

/// The objects that a query sees: all, or those in some groups.
pub(super) trait Look: Copy {
    /// A bit for each child of a block of a level in which it may see something.
    fn among(self, tree: &Tree, level: usize, index: usize) -> u32;
}

/// Sees all.
#[derive(Clone, Copy)]
pub(super) struct Everything;

impl Look for Everything {
    #[inline(always)]
    fn among(self, _: &Tree, _: usize, _: usize) -> u32 {
        ALL_LANES
    }
}

/// Sees those that see this, of trees that are watched.
#[derive(Clone, Copy)]
pub(super) struct Seen(pub(super) GroupFilter);

impl Look for Seen {
    #[inline(always)]
    fn among(self, tree: &Tree, level: usize, index: usize) -> u32 {
        tree.sights(level)[index].seen(self.0)
    }
}

/// The objects of a tree that see each other.
pub(super) trait Watch: Copy + Send + Sync {
    /// The filter of a child of a block of a level.
    fn child(self, tree: &Tree, level: usize, index: usize, lane: usize) -> GroupFilter;
    /// The objects that something with this filter sees.
    fn look(self, by: GroupFilter) -> impl Look;
    /// The groups of those objects of a leaf that see anybody at all, and those that they see; nothing if
    /// there are none.
    fn leaf(self, tree: &Tree, leaf: usize) -> Option<GroupFilter>;
}

/// All see each other.
#[derive(Clone, Copy)]
pub(super) struct Everybody;

impl Watch for Everybody {
    #[inline(always)]
    fn child(self, _: &Tree, _: usize, _: usize, _: usize) -> GroupFilter {
        GroupFilter::ALL
    }

    #[inline(always)]
    fn look(self, _: GroupFilter) -> impl Look {
        Everything
    }

    #[inline(always)]
    fn leaf(self, _: &Tree, _: usize) -> Option<GroupFilter> {
        Some(GroupFilter::ALL)
    }
}

/// Objects of different filters.
#[derive(Clone, Copy)]
pub(super) struct Differing<'a> {
    pub(super) sights: &'a Sights,
}

impl Watch for Differing<'_> {
    #[inline(always)]
    fn child(self, tree: &Tree, level: usize, index: usize, lane: usize) -> GroupFilter {
        tree.sights(level)[index].get(lane)
    }

    #[inline(always)]
    fn look(self, by: GroupFilter) -> impl Look {
        Seen(by)
    }

    #[inline(always)]
    fn leaf(self, tree: &Tree, leaf: usize) -> Option<GroupFilter> {
        let block = &tree.sights(0)[leaf];
        if !self.sights.sees_any(&block.all()) {
            return None;
        }
        let filters = (0..LANES).map(|lane| block.get(lane));
        let seeing = filters.filter(|filter| self.sights.sees_any(filter));
        let all = seeing.fold(GroupFilter::NOBODY, |all, filter| all.or(&filter));
        (all != GroupFilter::NOBODY).then_some(all)
    }
}
