//! Who is seen by whom in a packed tree: beside each box, what one of the objects in it is in, and what one of them sees. Only kept
//! where objects have different filters.

use crate::simd::LANES;
use crate::world::objects::GroupFilter;
use bytemuck::{Pod, Zeroable};

/// What the objects in sixteen children are in and see; nothing where there are none.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct SightBlock {
    group: [u32; LANES],
    mask: [u32; LANES],
}

impl SightBlock {
    pub(super) const EMPTY: SightBlock = SightBlock { group: [0; LANES], mask: [0; LANES] };

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> GroupFilter {
        GroupFilter { group: self.group[lane % LANES], mask: self.mask[lane % LANES] }
    }

    /// Sets a child's; returns whether it was another.
    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, filter: GroupFilter) -> bool {
        let was = self.get(lane);
        (self.group[lane % LANES], self.mask[lane % LANES]) = (filter.group, filter.mask);
        was != filter
    }

    /// That of all children together.
    #[inline(always)]
    pub(super) fn all(&self) -> GroupFilter {
        let or = |words: &[u32; LANES]| words.iter().fold(0, |all, word| all | word);
        GroupFilter { group: or(&self.group), mask: or(&self.mask) }
    }

    /// A bit for each child in which something may see another, and be seen.
    #[inline(always)]
    pub(super) fn seen(&self, by: GroupFilter) -> u32 {
        let mut seen = 0;
        for lane in 0..LANES {
            let sees = (self.group[lane] & by.mask != 0) & (self.mask[lane] & by.group != 0);
            seen |= u32::from(sees) << lane;
        }
        seen
    }
}
