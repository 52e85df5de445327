//! The list of pairs in its one order, and what has begun and ended since it was last asked.
//!
//! Pairs of objects of which neither has moved for a while are kept apart, see [`super::sleeping`].

use super::buffer::{PairBuffer, unpack};
use super::former::{FormerIds, renumber};
use super::merge::merge;
use super::sleeping::{SleepingPairs, Woken};
use super::sort::FoundPairs;
use crate::Result;
use crate::batch::{ListOutput, Lists};
use crate::vectors::{make_room, push};
use crate::world::objects::{ObjectId, Objects, Pair, SlotSet};
use crate::world::threads::{Threads, Work};

/// Pairs as numbers, see [`super::buffer::pack`]; all lists are sorted.
#[derive(Default)]
pub(in crate::world) struct PairList {
    found: FoundPairs,
    /// All pairs but those that sleep.
    current: Vec<u64>,
    /// In the current list and in the one that changes are reported against.
    sleeping: SleepingPairs,
    /// The list that changes are reported against, but for those that sleep.
    baseline: Vec<u64>,
    /// True if the list is that of the objects as they are.
    is_current: bool,
    /// True if changes have ever been asked for; until then there is no baseline to keep.
    is_watched: bool,
    /// True if the current list is the baseline.
    is_baseline: bool,
    former: FormerIds,
    begun: Vec<u64>,
    ended: Vec<u64>,
    /// For sorting and merging.
    spare: Vec<u64>,
}

impl PairList {
    /// Makes room for notes on so many slots and removals.
    pub(in crate::world) fn make_room(&mut self, slots: usize) -> Result<()> {
        self.former.make_room(slots)?;
        self.sleeping.make_room(slots)
    }

    /// Returns true if the list is that of the objects as they are.
    #[inline(always)]
    pub(in crate::world) fn is_current(&self) -> bool {
        self.is_current
    }

    /// Notes that something has changed, be it only who sees whom.
    #[inline(always)]
    pub(in crate::world) fn outdate(&mut self) {
        self.is_current = false;
    }

    /// Notes that an object is removed, whose id ends in `lower`; there is room for the note.
    pub(in crate::world) fn note_removed(&mut self, slot: u32, lower: u32) {
        if self.is_watched {
            self.former.note(slot, lower);
        }
        self.is_current = false;
    }

    /// Wakes the pairs of objects that do not sleep any more.
    pub(in crate::world) fn wake(&mut self, woken: Woken) -> Result<()> {
        match woken {
            Woken::Few { slots, pairs } => {
                self.sleeping.sift(pairs);
                if self.is_watched {
                    add(&mut self.baseline, pairs.iter().copied(), &mut self.spare)?;
                }
                self.sleeping.wake(slots, pairs.len());
            }
            Woken::AllBut(sleeping) => {
                if self.is_watched {
                    add(&mut self.baseline, self.sleeping.waking(sleeping), &mut self.spare)?;
                }
                self.sleeping.wake_all_but(sleeping);
            }
        }
        Ok(())
    }

    /// Puts the pairs of objects that both sleep to sleep; changes that concern them have been reported.
    pub(in crate::world) fn put_to_sleep(&mut self, sleeping: &SlotSet) -> Result<()> {
        let was_current = std::mem::take(&mut self.is_current);
        self.sleeping.take(sleeping, &mut self.current, &mut self.spare)?;
        if self.is_watched {
            // It is the current list, and at most as long as before.
            self.baseline.clear();
            self.baseline.extend_from_slice(&self.current);
        }
        self.is_current = was_current;
        Ok(())
    }

    /// Gives objects other slots, in the same order: `slot_of` has those of all that there are; there will be
    /// so many slots. If it is watched, it must be current; if not, it is emptied. Nobody sleeps from now on.
    /// After an error nothing has changed.
    pub(in crate::world) fn renumber(
        &mut self,
        objects: &Objects,
        slot_of: &[u32],
        slots: usize,
    ) -> Result<()> {
        let mut list =
            PairList { is_watched: self.is_watched, is_baseline: self.is_baseline, ..PairList::default() };
        list.make_room(slots)?;
        if self.is_watched {
            make_room(&mut list.current, self.len(), "pairs")?;
            make_room(&mut list.baseline, self.baseline.len() + self.sleeping.listed(), "pairs")?;
            self.sleeping.merge_all(&self.current, &mut list.current);
            renumber(&mut list.current, slot_of);
            self.sleeping.merge_all(&self.baseline, &mut list.baseline);
            list.former = self.former.renumber(objects, slot_of, slots, &mut list.baseline)?;
            list.is_current = self.is_current;
        }
        *self = list;
        Ok(())
    }

    /// Returns true if the current list is the one that changes are reported against, or there is none.
    pub(in crate::world) fn is_reported(&self) -> bool {
        !self.is_watched || self.is_baseline
    }

    /// Returns true if changes have ever been asked for.
    pub(in crate::world) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// The number of pairs.
    pub(in crate::world) fn len(&self) -> usize {
        self.sleeping.len() + self.current.len()
    }

    /// Forgets what was found, and makes room for so many parts, of so many pairs at most.
    pub(in crate::world) fn begin(&mut self, parts: usize, limit: usize) -> Result<&mut [PairBuffer]> {
        self.found.begin(parts, limit)
    }

    /// Returns true if more was found than may be kept.
    pub(in crate::world) fn is_full(&self) -> bool {
        self.found.is_full()
    }

    /// Gives back the memory of what was found.
    pub(in crate::world) fn give_back(&mut self) {
        self.found.give_back();
    }

    /// Into how many buckets what is found next should be split: one if there will not be much, by the list
    /// there was.
    pub(in crate::world) fn buckets(&self, threads: &Threads) -> usize {
        threads.if_worth(Work::SortPairs.is_worth_sharing(self.current.len())).parts(2)
    }

    /// Makes the list of what was found, all parts of which have been finished.
    pub(in crate::world) fn sort(&mut self, slots: usize, buckets: usize, threads: &Threads) -> Result<()> {
        (self.is_baseline, self.is_current) = (false, false);
        self.found.sort_into(&mut self.current, &mut self.spare, slots, buckets, threads)?;
        self.is_current = true;
        Ok(())
    }

    /// Writes the list, as far as it fits.
    pub(in crate::world) fn write(
        &self,
        objects: &Objects,
        output: &mut (impl ListOutput<Pair> + ?Sized),
    ) -> Lists {
        match objects.places().are_slots() {
            true => self.write_named(|slot| ObjectId::new(slot, objects.lower(slot)), output),
            false => self.write_named(|slot| objects.id(slot), output),
        }
    }

    /// The same, with the ids of slots.
    fn write_named(
        &self,
        id: impl Fn(u32) -> ObjectId,
        output: &mut (impl ListOutput<Pair> + ?Sized),
    ) -> Lists {
        let room = output.capacity();
        let mut written = 0;
        self.sleeping.for_merged(&self.current, |pairs| {
            for &pair in &pairs[..pairs.len().min(room - written)] {
                let (a, b) = unpack(pair);
                output.write(written, Pair { a: id(a), b: id(b) });
                written += 1;
            }
        });
        Lists { written: self.len().min(room), total: self.len() }
    }

    /// Writes what has begun and what has ended since the last call that had room for all, and remembers the
    /// list if there is room for both.
    pub(in crate::world) fn write_changes(
        &mut self,
        objects: &Objects,
        begun: &mut (impl ListOutput<Pair> + ?Sized),
        ended: &mut (impl ListOutput<Pair> + ?Sized),
    ) -> Result<(Lists, Lists)> {
        // Before anything is written.
        let more = self.current.len().saturating_sub(self.baseline.len());
        make_room(&mut self.baseline, more, "pair changes")?;
        if !self.is_watched {
            let lists = (self.write(objects, begun), Lists::default());
            if lists.0.written == lists.0.total {
                self.is_watched = true;
                self.remember();
            }
            return Ok(lists);
        }
        self.compare()?;
        let now = |slot: u32| objects.id(slot);
        let then = |slot: u32| self.former.id(objects, slot);
        let lists =
            (write(&self.begun, &[], now, begun), write(&self.ended, self.former.lost(), then, ended));
        if lists.0.written == lists.0.total && lists.1.written == lists.1.total {
            self.remember();
        }
        Ok(lists)
    }

    /// Takes the current list, for which there is room, for the one that changes are reported against.
    fn remember(&mut self) {
        self.baseline.clear();
        self.baseline.extend_from_slice(&self.current);
        self.is_baseline = true;
        self.former.clear();
    }

    /// Merges the current list with the one before.
    fn compare(&mut self) -> Result<()> {
        self.begun.clear();
        self.ended.clear();
        let anyone_removed = !self.former.is_empty();
        let (mut now, mut then) = (&self.current[..], &self.baseline[..]);
        loop {
            match (now, then) {
                ([a, now_rest @ ..], [b, then_rest @ ..]) => {
                    if a == b {
                        if anyone_removed && self.former.was_removed(*a) {
                            // Of others, that have taken their places.
                            push(&mut self.begun, *a, "pair changes")?;
                            push(&mut self.ended, *a, "pair changes")?;
                        }
                        (now, then) = (now_rest, then_rest);
                    } else if a < b {
                        push(&mut self.begun, *a, "pair changes")?;
                        now = now_rest;
                    } else {
                        push(&mut self.ended, *b, "pair changes")?;
                        then = then_rest;
                    }
                }
                (begun, ended) => {
                    make_room(&mut self.begun, begun.len(), "pair changes")?;
                    make_room(&mut self.ended, ended.len(), "pair changes")?;
                    self.begun.extend_from_slice(begun);
                    self.ended.extend_from_slice(ended);
                    return Ok(());
                }
            }
        }
    }

    /// The bytes that it takes.
    pub(in crate::world) fn bytes(&self) -> usize {
        let pairs = [&self.current, &self.baseline, &self.begun, &self.ended, &self.spare];
        self.found.bytes()
            + pairs.map(|list| list.capacity() * size_of::<u64>()).iter().sum::<usize>()
            + self.sleeping.bytes()
            + self.former.bytes()
    }
}

/// Adds sorted pairs to a sorted list. An empty list is returned in `spare`.
fn add(list: &mut Vec<u64>, pairs: impl Iterator<Item = u64> + Clone, spare: &mut Vec<u64>) -> Result<()> {
    spare.clear();
    make_room(spare, list.len() + pairs.clone().count(), "pairs")?;
    merge(list, pairs, spare);
    std::mem::swap(list, spare);
    Ok(())
}

/// Writes pairs, as far as they fit, and others among them, in order.
fn write(
    pairs: &[u64],
    mut others: &[Pair],
    id: impl Fn(u32) -> ObjectId,
    output: &mut (impl ListOutput<Pair> + ?Sized),
) -> Lists {
    let (total, room) = (pairs.len() + others.len(), output.capacity());
    let mut all = pairs.iter().map(|&pair| unpack(pair)).map(|(a, b)| Pair { a: id(a), b: id(b) }).peekable();
    for i in 0..total.min(room) {
        let other = others.split_first().filter(|(other, _)| all.peek().is_none_or(|pair| *other < pair));
        match other {
            Some((other, rest)) => {
                output.write(i, *other);
                others = rest;
            }
            None => all.next().into_iter().for_each(|pair| output.write(i, pair)),
        }
    }
    Lists { written: total.min(room), total }
}
