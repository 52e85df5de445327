//! The list of pairs in its one order, and what has begun and ended since it was last asked.
//!
//! Pairs of objects of which neither has moved for a while are kept apart: they are the same in each list, so that
//! finding, sorting and comparing costs only as much as there are others.

use super::id::{ObjectId, Pair};
use super::objects::Objects;
use super::pair_buffer::PairBuffer;
use super::pair_buffer::unpack;
use crate::Result;
use crate::batch::{ListOutput, Lists, sort_by_key};
use crate::error::{make_room, push};

/// Pairs as numbers, see [`super::pair_buffer::pack`]; all lists but `found` are sorted.
#[derive(Default)]
pub(super) struct PairList {
    /// As a structure finds them.
    pub(super) found: PairBuffer,
    /// All pairs but those at rest.
    current: Vec<u64>,
    /// Of objects that both rest: in the current list and in the one that changes are reported against.
    rest: Vec<u64>,
    /// The list that changes are reported against, but for those at rest.
    baseline: Vec<u64>,
    /// Whether changes have ever been asked for; until then there is no baseline to keep.
    is_watched: bool,
    /// Whether the current list is the baseline.
    is_baseline: bool,
    /// Of objects that were removed since the baseline: the lower half of the id that they had there, by slot.
    former: Vec<u32>,
    /// The slots of these.
    removed: Vec<u32>,
    begun: Vec<u64>,
    ended: Vec<u64>,
    /// For sorting.
    starts: Vec<u32>,
    spare: Vec<u64>,
}

impl PairList {
    /// Makes room for notes on so many slots and removals.
    pub(super) fn make_room(&mut self, slots: usize) -> Result<()> {
        let more = slots.saturating_sub(self.former.len());
        make_room(&mut self.former, more, "pair changes")?;
        self.former.resize(self.former.len() + more, 0);
        let more = slots.saturating_sub(self.removed.len());
        make_room(&mut self.removed, more, "pair changes")
    }

    /// Notes that an object is removed, whose id ends in `lower`; there is room for the note.
    pub(super) fn note_removed(&mut self, slot: u32, lower: u32) {
        let former = &mut self.former[slot as usize];
        if self.is_watched && *former == 0 {
            *former = lower;
            self.removed.push(slot);
        }
    }

    /// Takes pairs of objects that do not rest any more out of those at rest.
    pub(super) fn wake(&mut self, rests: impl Fn(u32) -> bool) -> Result<()> {
        let stays = |&pair: &u64| {
            let (a, b) = unpack(pair);
            rests(a) && rests(b)
        };
        if self.is_watched {
            self.spare.clear();
            let leaving = self.rest.iter().filter(|pair| !stays(pair)).count();
            make_room(&mut self.spare, self.baseline.len() + leaving, "pairs")?;
            merge(&self.baseline, self.rest.iter().copied().filter(|pair| !stays(pair)), &mut self.spare);
            std::mem::swap(&mut self.baseline, &mut self.spare);
        }
        self.rest.retain(stays);
        Ok(())
    }

    /// Puts pairs of objects that both rest among those at rest, unless changes that concern them have not been reported.
    pub(super) fn put_to_rest(&mut self, rests: impl Fn(u32) -> bool) -> Result<()> {
        let goes = |&pair: &u64| {
            let (a, b) = unpack(pair);
            rests(a) && rests(b)
        };
        self.spare.clear();
        make_room(&mut self.spare, self.rest.len() + self.current.len(), "pairs")?;
        merge(&self.rest, self.current.iter().copied().filter(goes), &mut self.spare);
        std::mem::swap(&mut self.rest, &mut self.spare);
        self.current.retain(|pair| !goes(pair));
        if self.is_watched {
            self.baseline.retain(|pair| !goes(pair));
        }
        Ok(())
    }

    /// Whether the current list is the one that changes are reported against, or there is none.
    pub(super) fn is_reported(&self) -> bool {
        !self.is_watched || self.is_baseline
    }

    /// Makes the list of what was found, in which `closer` says whether touching boxes need a closer look.
    pub(super) fn sort(&mut self, objects: &Objects, closer: bool) -> Result<()> {
        self.is_baseline = false;
        if closer {
            self.found.retain(|pair| {
                let (a, b) = unpack(pair);
                objects.are_pair(a, b)
            });
        }
        self.sort_found(objects.slots())
    }

    /// Where there are about as many pairs as objects, they are counted by their lower slot.
    fn sort_found(&mut self, slots: usize) -> Result<()> {
        let found = self.found.as_slice();
        let count = found.len();
        let more = count.saturating_sub(self.current.len());
        make_room(&mut self.current, more, "pairs")?;
        if count < slots / 4 || count > u32::MAX as usize / 2 {
            self.current.clear();
            self.current.extend_from_slice(found);
            sort_by_key(&mut self.current, |&pair| pair);
            return Ok(());
        }
        let more = count.saturating_sub(self.spare.len());
        make_room(&mut self.spare, more, "pairs")?;
        self.spare.resize(self.spare.len() + more, 0);
        self.current.resize(count, 0);
        let more = (2 * slots).saturating_sub(self.starts.len());
        make_room(&mut self.starts, more, "pairs")?;
        self.starts.resize(self.starts.len() + more, 0);
        radix_sort(found, &mut self.spare[..count], &mut self.current, &mut self.starts[..2 * slots]);
        Ok(())
    }

    /// How many pairs there are.
    pub(super) fn len(&self) -> usize {
        self.rest.len() + self.current.len()
    }

    /// Writes the list, as far as it fits.
    pub(super) fn write(&self, objects: &Objects, output: &mut (impl ListOutput<Pair> + ?Sized)) -> Lists {
        let id = |slot: u32| objects.id(slot);
        let room = output.capacity();
        let mut written = 0;
        let mut write = |pair: u64| {
            let (a, b) = unpack(pair);
            if written < room {
                output.write(written, Pair { a: id(a), b: id(b) });
                written += 1;
            }
        };
        if self.rest.is_empty() {
            self.current.iter().take(room).for_each(|&pair| write(pair));
        } else {
            for_merged(&self.rest, self.current.iter().copied(), write);
        }
        Lists { written: self.len().min(room), total: self.len() }
    }

    /// Writes what has begun and what has ended since the last call that had room for all, and remembers the list if
    /// there is room for both.
    pub(super) fn write_changes(
        &mut self,
        objects: &Objects,
        begun: &mut (impl ListOutput<Pair> + ?Sized),
        ended: &mut (impl ListOutput<Pair> + ?Sized),
    ) -> Result<(Lists, Lists)> {
        if !self.is_watched {
            let lists = (self.write(objects, begun), Lists::default());
            if lists.0.written == lists.0.total {
                self.is_watched = true;
                self.remember()?;
            }
            return Ok(lists);
        }
        self.compare()?;
        let now = |slot: u32| objects.id(slot);
        let then = |slot: u32| match self.former[slot as usize] {
            0 => objects.id(slot),
            lower => ObjectId::new(slot, lower),
        };
        let lists = (write(&self.begun, now, begun), write(&self.ended, then, ended));
        if lists.0.written == lists.0.total && lists.1.written == lists.1.total {
            self.remember()?;
        }
        Ok(lists)
    }

    /// Takes the current list for the one that changes are reported against.
    fn remember(&mut self) -> Result<()> {
        let more = self.current.len().saturating_sub(self.baseline.len());
        make_room(&mut self.baseline, more, "pair changes")?;
        self.baseline.clear();
        self.baseline.extend_from_slice(&self.current);
        self.is_baseline = true;
        for slot in self.removed.drain(..) {
            self.former[slot as usize] = 0;
        }
        Ok(())
    }

    /// Merges the current list with the one before.
    fn compare(&mut self) -> Result<()> {
        self.begun.clear();
        self.ended.clear();
        let anyone_removed = !self.removed.is_empty();
        let was_removed = |pair: u64| {
            let (a, b) = unpack(pair);
            self.former[a as usize] | self.former[b as usize] != 0
        };
        let (mut now, mut then) = (&self.current[..], &self.baseline[..]);
        loop {
            match (now, then) {
                ([a, now_rest @ ..], [b, then_rest @ ..]) => {
                    if a == b {
                        if anyone_removed && was_removed(*a) {
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

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let pairs = [&self.current, &self.rest, &self.baseline, &self.begun, &self.ended, &self.spare];
        let words = [&self.former, &self.removed, &self.starts];
        self.found.bytes()
            + pairs.map(|list| list.capacity() * 8).iter().sum::<usize>()
            + words.map(|list| list.capacity() * 4).iter().sum::<usize>()
    }
}

/// Sorts pairs of slots by a radix sort of two digits, each a slot: by the higher one, then by the lower one. There are no
/// comparisons, the outcome of which nobody could predict.
fn radix_sort(pairs: &[u64], spare: &mut [u64], sorted: &mut [u64], starts: &mut [u32]) {
    let slots = starts.len() / 2;
    let (by_high, by_low) = starts.split_at_mut(slots);
    by_high.fill(0);
    by_low.fill(0);
    for &pair in pairs {
        let (low, high) = unpack(pair);
        by_high[high as usize] += 1;
        by_low[low as usize] += 1;
    }
    let (mut high, mut low) = (0, 0);
    for (by_high, by_low) in by_high.iter_mut().zip(by_low.iter_mut()) {
        high += std::mem::replace(by_high, high);
        low += std::mem::replace(by_low, low);
    }
    for &pair in pairs {
        let start = &mut by_high[unpack(pair).1 as usize];
        spare[*start as usize] = pair;
        *start += 1;
    }
    for &pair in spare.iter() {
        let start = &mut by_low[unpack(pair).0 as usize];
        sorted[*start as usize] = pair;
        *start += 1;
    }
}

/// Calls with the elements of two sorted lists, in order.
fn for_merged(a: &[u64], b: impl Iterator<Item = u64>, mut each: impl FnMut(u64)) {
    let (mut a, mut b) = (a.iter().copied().peekable(), b.peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(first), Some(second)) if first <= second => a.next(),
            (Some(_), None) => a.next(),
            _ => b.next(),
        };
        match next {
            Some(pair) => each(pair),
            None => return,
        }
    }
}

fn merge(a: &[u64], b: impl Iterator<Item = u64>, into: &mut Vec<u64>) {
    for_merged(a, b, |pair| into.push(pair));
}

/// Writes pairs, as far as they fit.
fn write(
    pairs: &[u64],
    id: impl Fn(u32) -> ObjectId,
    output: &mut (impl ListOutput<Pair> + ?Sized),
) -> Lists {
    let written = pairs.len().min(output.capacity());
    for (i, &pair) in pairs[..written].iter().enumerate() {
        let (a, b) = unpack(pair);
        output.write(i, Pair { a: id(a), b: id(b) });
    }
    Lists { written, total: pairs.len() }
}
