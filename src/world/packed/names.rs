//! The trees, and places in them.

/// Those that have moved lately.
pub(super) const MOVING: u32 = 0;
/// Those that have not moved for a while, and of which pairs are kept.
pub(super) const RESTING: u32 = 1;
/// Those that were added, or woken, since pairs were last asked for.
pub(super) const FRESH: u32 = 2;
/// The place of an object that is in none.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Names of trees in places. If the moving tree becomes the resting one, only this changes, and no place.
#[derive(Clone, Copy, Default)]
pub(super) struct Names {
    /// 1 if these two have each other's, or 0.
    swapped: u32,
}

impl Names {
    /// A tree's name in the upper two bits, a place in it in the others.
    #[inline(always)]
    pub(super) fn place(self, tree: u32, index: u32) -> u32 {
        self.other(tree) << 30 | index
    }

    #[inline(always)]
    pub(super) fn tree_of(self, place: u32) -> u32 {
        self.other(place >> 30)
    }

    /// Of the first two, which are below [`FRESH`], the other one if they have each other's name.
    #[inline(always)]
    fn other(self, tree: u32) -> u32 {
        tree ^ self.swapped & !(tree >> 1)
    }

    pub(super) fn swap(&mut self) {
        self.swapped ^= 1;
    }
}

#[inline(always)]
pub(super) fn index_of(place: u32) -> u32 {
    place & 0x3fff_ffff
}
