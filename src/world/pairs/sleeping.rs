//! Pairs of objects that both sleep: the same in each list, so that finding, sorting and comparing costs only
//! as much as there are others.

use super::buffer::unpack;
use super::merge::{both_sleep, for_merged, merge, take_awake};
use crate::Result;
use crate::vectors::make_room;
use crate::world::objects::SlotSet;

/// Objects that have woken, of those whose pairs were put to sleep.
pub(in crate::world) enum Woken<'a> {
    /// A few, and all pairs that they may have had with others that slept.
    Few { slots: &'a [u32], pairs: &'a mut Vec<u64> },
    /// Many: all but these.
    AllBut(&'a SlotSet),
}

/// See the module.
#[derive(Default)]
pub(super) struct SleepingPairs {
    /// Sorted.
    pairs: Vec<u64>,
    /// Objects that have woken, but whose pairs are in the list still, and how many these are.
    woken: SlotSet,
    dead: usize,
}

impl SleepingPairs {
    /// Makes room for notes on so many slots.
    pub(super) fn make_room(&mut self, slots: usize) -> Result<()> {
        self.woken.make_room(slots)
    }

    /// Their number.
    pub(super) fn len(&self) -> usize {
        self.pairs.len() - self.dead
    }

    /// The number of pairs in the list, be they awake.
    pub(super) fn listed(&self) -> usize {
        self.pairs.len()
    }

    /// Returns true if a pair of the list has woken.
    #[inline(always)]
    fn is_dead(&self, pair: u64) -> bool {
        let (a, b) = unpack(pair);
        self.woken.contains(a) | self.woken.contains(b)
    }

    /// Takes pairs that have woken out of the list.
    fn bury(&mut self) {
        if self.dead > 0 {
            let mut pairs = std::mem::take(&mut self.pairs);
            pairs.retain(|&pair| !self.is_dead(pair));
            self.pairs = pairs;
        }
        self.woken.clear();
        self.dead = 0;
    }

    /// Sorts pairs and keeps those that are in the list and have not woken.
    pub(super) fn sift(&self, pairs: &mut Vec<u64>) {
        pairs.sort_unstable();
        pairs.dedup();
        pairs.retain(|pair| self.pairs.binary_search(pair).is_ok() && !self.is_dead(*pair));
    }

    /// Wakes a few objects, of which there are so many pairs.
    pub(super) fn wake(&mut self, slots: &[u32], pairs: usize) {
        self.dead += pairs;
        slots.iter().for_each(|&slot| self.woken.add(slot));
        if self.dead > self.pairs.len() / 4 {
            self.bury();
        }
    }

    /// The pairs that wake once only these objects sleep.
    pub(super) fn waking<'a>(&'a mut self, sleeping: &'a SlotSet) -> impl Iterator<Item = u64> + Clone + 'a {
        self.bury();
        self.pairs.iter().copied().filter(|&pair| !both_sleep(sleeping, pair))
    }

    /// Wakes all objects but these.
    pub(super) fn wake_all_but(&mut self, sleeping: &SlotSet) {
        self.bury();
        self.pairs.retain(|&pair| both_sleep(sleeping, pair));
    }

    /// Moves the pairs of objects that both sleep here, out of a sorted list. An empty list is returned in
    /// `spare`.
    pub(super) fn take(
        &mut self,
        sleeping: &SlotSet,
        awake: &mut Vec<u64>,
        spare: &mut Vec<u64>,
    ) -> Result<()> {
        self.bury();
        let goes = |&pair: &u64| both_sleep(sleeping, pair);
        if self.pairs.is_empty() {
            // Nearly all go, mostly: those that stay are taken out.
            make_room(&mut self.pairs, awake.len(), "pairs")?;
            std::mem::swap(&mut self.pairs, awake);
            take_awake(&mut self.pairs, sleeping, awake);
        } else {
            spare.clear();
            make_room(spare, self.pairs.len() + awake.len(), "pairs")?;
            merge(&self.pairs, awake.iter().copied().filter(goes), spare);
            awake.retain(|pair| !goes(pair));
            std::mem::swap(&mut self.pairs, spare);
        }
        Ok(())
    }

    /// Appends these and other sorted pairs, in order; with none that have woken, unless among the others, for
    /// they may have ended.
    pub(super) fn merge_all(&mut self, others: &[u64], into: &mut Vec<u64>) {
        self.bury();
        merge(&self.pairs, others.iter().copied(), into);
    }

    /// Calls with these and other sorted pairs, in order, several at once; with none that have woken, unless
    /// among the others.
    pub(super) fn for_merged(&self, others: &[u64], mut each: impl FnMut(&[u64])) {
        if self.pairs.is_empty() {
            return each(others);
        }
        for_merged(&self.pairs, others.iter().copied(), |pairs, sleep| match self.dead {
            1.. if sleep => {
                pairs.iter().filter(|&&pair| !self.is_dead(pair)).for_each(|pair| each(&[*pair]));
            }
            _ => each(pairs),
        });
    }

    pub(super) fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<u64>() + self.woken.bytes()
    }
}
