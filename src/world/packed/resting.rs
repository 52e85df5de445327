//! Who is in the resting tree: found by going through the slots, or through its objects where they are few.

use super::names::{Names, RESTING, index_of};
use super::tree::Tree;
use crate::simd::LANES;
use crate::world::objects::SlotSet;

/// If there are so many times as many slots as objects, it takes less time to go through the objects.
const FEW: usize = 8;

/// The resting tree, and by slot where each object is.
pub(super) struct Resting<'a> {
    tree: &'a Tree,
    places: &'a [u32],
    names: Names,
}

impl<'a> Resting<'a> {
    #[inline]
    pub(super) fn new(tree: &'a Tree, places: &'a [u32], names: Names) -> Resting<'a> {
        Resting { tree, places, names }
    }

    fn has_many(&self) -> bool {
        self.tree.live() > self.places.len() / FEW
    }

    /// Sets a set, which has room, to its objects.
    #[inline]
    pub(super) fn list(&self, set: &mut SlotSet) {
        if self.has_many() {
            set.set_to(self.places, |&place| self.names.tree_of(place) == RESTING);
        } else {
            set.clear();
            self.tree.members().for_each(|slot| set.add(slot));
        }
    }

    /// Shows the objects of which `stays` says so by when they last `moved`, which is known by slot: the slot and the
    /// place in the tree.
    #[inline]
    pub(super) fn each_that(
        &self,
        moved: &[u32],
        stays: impl Fn(u32) -> bool,
        mut found: impl FnMut(u32, u32),
    ) {
        if self.has_many() {
            let chunks = moved.chunks(LANES).zip(self.places.chunks(LANES));
            for (chunk, (moved, places)) in chunks.enumerate() {
                // Nobody, of most; found without a branch on each.
                if !moved.iter().fold(false, |any, &moved| any | stays(moved)) {
                    continue;
                }
                for (i, (&moved, &place)) in moved.iter().zip(places).enumerate() {
                    if stays(moved) && self.names.tree_of(place) == RESTING {
                        found((chunk * LANES + i) as u32, index_of(place));
                    }
                }
            }
        } else {
            for slot in self.tree.members().filter(|&slot| stays(moved[slot as usize])) {
                found(slot, index_of(self.places[slot as usize]));
            }
        }
    }
}
