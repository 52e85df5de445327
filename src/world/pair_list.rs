//! The list of pairs in its one order, and what has begun and ended since it was last asked.
//!
//! Pairs of objects of which neither has moved for a while are kept apart: they are the same in each list, so that
//! finding, sorting and comparing costs only as much as there are others.

use super::id::{ObjectId, Pair};
use super::objects::Objects;
use super::pair_buffer::{AT_ONCE, PairBuffer, pack, unpack};
use super::slot_set::SlotSet;
use crate::Result;
use crate::batch::{ListOutput, Lists};
use crate::vectors::{collected, lengthen, make_room, push};

/// Pairs as numbers, see [`super::pair_buffer::pack`]; all lists but `found` are sorted.
#[derive(Default)]
pub(super) struct PairList {
    /// As a structure finds them: at least one buffer, and one for each part of the work where threads share it.
    pub(super) found: Vec<PairBuffer>,
    /// How many of these are in use.
    pub(super) parts: usize,
    /// All pairs but those at rest.
    pub(super) current: Vec<u64>,
    /// Of objects that both rest: in the current list and in the one that changes are reported against.
    rest: Vec<u64>,
    /// Those who have woken since that list was made, whose pairs are in it still, and how many these are.
    woken: SlotSet,
    dead: usize,
    /// The list that changes are reported against, but for those at rest.
    baseline: Vec<u64>,
    /// Whether changes have ever been asked for; until then there is no baseline to keep.
    is_watched: bool,
    /// Whether the current list is the baseline.
    pub(super) is_baseline: bool,
    /// Of objects that were removed since the baseline: the lower half of the id that they had there, by slot.
    former: Vec<u32>,
    /// The slots of these.
    removed: Vec<u32>,
    /// Pairs of the baseline whose objects are gone, with places that have been forgotten since.
    lost: Vec<Pair>,
    begun: Vec<u64>,
    ended: Vec<u64>,
    /// For sorting.
    pub(super) starts: Vec<u32>,
    pub(super) spare: Vec<u64>,
}

impl PairList {
    /// Makes room for notes on so many slots and removals.
    pub(super) fn make_room(&mut self, slots: usize) -> Result<()> {
        lengthen(&mut self.former, slots, 0, "pair changes")?;
        self.woken.make_room(slots)?;
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

    /// Whether a pair of the list of those at rest is not at rest any more.
    #[inline(always)]
    fn is_dead(&self, pair: u64) -> bool {
        let (a, b) = unpack(pair);
        self.woken.contains(a) | self.woken.contains(b)
    }

    /// Takes pairs that are not at rest any more out of the list.
    fn bury(&mut self) {
        if self.dead > 0 {
            let mut rest = std::mem::take(&mut self.rest);
            rest.retain(|&pair| !self.is_dead(pair));
            self.rest = rest;
        }
        self.woken.clear();
        self.dead = 0;
    }

    /// Takes pairs of some objects that do not rest any more out of those at rest; they are among some pairs.
    pub(super) fn wake_some(&mut self, slots: &[u32], pairs: &mut Vec<u64>) -> Result<()> {
        pairs.sort_unstable();
        pairs.dedup();
        pairs.retain(|pair| self.rest.binary_search(pair).is_ok() && !self.is_dead(*pair));
        if self.is_watched {
            self.spare.clear();
            make_room(&mut self.spare, self.baseline.len() + pairs.len(), "pairs")?;
            merge(&self.baseline, pairs.iter().copied(), &mut self.spare);
            std::mem::swap(&mut self.baseline, &mut self.spare);
        }
        self.dead += pairs.len();
        slots.iter().for_each(|&slot| self.woken.add(slot));
        if self.dead > self.rest.len() / 4 {
            self.bury();
        }
        Ok(())
    }

    /// Takes pairs of objects that do not rest any more out of those at rest.
    pub(super) fn wake(&mut self, resting: &SlotSet) -> Result<()> {
        self.bury();
        let stays = |&pair: &u64| both_rest(resting, pair);
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
    pub(super) fn put_to_rest(&mut self, resting: &SlotSet) -> Result<()> {
        self.bury();
        let goes = |&pair: &u64| both_rest(resting, pair);
        if self.rest.is_empty() {
            // Nearly all go, mostly: those that stay are taken out.
            make_room(&mut self.rest, self.current.len(), "pairs")?;
            std::mem::swap(&mut self.rest, &mut self.current);
            take_out(&mut self.rest, resting, &mut self.current);
        } else {
            self.spare.clear();
            make_room(&mut self.spare, self.rest.len() + self.current.len(), "pairs")?;
            merge(&self.rest, self.current.iter().copied().filter(goes), &mut self.spare);
            self.current.retain(|pair| !goes(pair));
            std::mem::swap(&mut self.rest, &mut self.spare);
        }
        if self.is_watched {
            // It is the current list, and at most as long as before.
            self.baseline.clear();
            self.baseline.extend_from_slice(&self.current);
        }
        Ok(())
    }

    /// Gives objects other slots, in the same order: `slot_of` says which, of those that there are; there will be so many slots. If
    /// it is watched, it must be up to date; if not, it is emptied. Nobody rests from now on. After an error nothing has changed.
    pub(super) fn renumber(&mut self, objects: &Objects, slot_of: &[u32], slots: usize) -> Result<()> {
        let mut list =
            PairList { is_watched: self.is_watched, is_baseline: self.is_baseline, ..PairList::default() };
        list.make_room(slots)?;
        if self.is_watched {
            list.lost = collected(self.lost.iter().copied(), "pair changes")?;
            let new = |pair: u64| {
                let (a, b) = unpack(pair);
                pack(slot_of[a as usize], slot_of[b as usize])
            };
            make_room(&mut list.current, self.len(), "pairs")?;
            make_room(&mut list.baseline, self.baseline.len() + self.rest.len(), "pairs")?;
            merge(&self.rest, self.current.iter().copied(), &mut list.current);
            list.current.iter_mut().for_each(|pair| *pair = new(*pair));
            merge(&self.rest, self.baseline.iter().copied(), &mut list.baseline);
            for &pair in list.baseline.iter().filter(|&&pair| self.was_removed(pair)) {
                let (a, b) = unpack(pair);
                push(
                    &mut list.lost,
                    Pair { a: self.id_then(objects, a), b: self.id_then(objects, b) },
                    "pairs",
                )?;
            }
            list.lost.sort_unstable();
            list.baseline.retain(|&pair| !self.was_removed(pair));
            list.baseline.iter_mut().for_each(|pair| *pair = new(*pair));
        }
        *self = list;
        Ok(())
    }

    /// Whether an object of a pair of the baseline was removed since.
    fn was_removed(&self, pair: u64) -> bool {
        let (a, b) = unpack(pair);
        self.former[a as usize] | self.former[b as usize] != 0
    }

    /// The id that the object had that was in a slot when the baseline was the list.
    fn id_then(&self, objects: &Objects, slot: u32) -> ObjectId {
        match self.former[slot as usize] {
            0 => objects.id(slot),
            lower => ObjectId::new(objects.places.place(slot), lower),
        }
    }

    /// Whether the current list is the one that changes are reported against, or there is none.
    pub(super) fn is_reported(&self) -> bool {
        !self.is_watched || self.is_baseline
    }

    /// Forgets what was found, and makes room for so many parts, of so many pairs at most.
    pub(super) fn clear_found(&mut self, parts: usize, limit: usize) -> Result<()> {
        let more = parts.saturating_sub(self.found.len());
        make_room(&mut self.found, more, "pairs")?;
        self.found.resize_with(self.found.len() + more, PairBuffer::default);
        self.found.iter_mut().for_each(|part| part.clear(limit));
        self.parts = parts;
        Ok(())
    }

    /// Whether more was found than may be kept.
    pub(super) fn is_full(&self) -> bool {
        self.found().iter().any(PairBuffer::is_full)
    }

    /// Gives back the memory of what was found.
    pub(super) fn give_back(&mut self) {
        (self.found, self.parts) = (Vec::new(), 0);
    }

    /// Whether changes have ever been asked for.
    pub(super) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// What was found.
    pub(super) fn found(&self) -> &[PairBuffer] {
        &self.found[..self.parts]
    }

    /// How many pairs there are.
    pub(super) fn len(&self) -> usize {
        self.rest.len() - self.dead + self.current.len()
    }

    /// Writes the list, as far as it fits.
    pub(super) fn write(&self, objects: &Objects, output: &mut (impl ListOutput<Pair> + ?Sized)) -> Lists {
        match objects.places.are_slots() {
            true => self.write_named(|slot| ObjectId::new(slot, objects.metas[slot as usize].lower), output),
            false => self.write_named(|slot| objects.id(slot), output),
        }
    }

    /// The same, where it is known what the ids of slots are.
    fn write_named(
        &self,
        id: impl Fn(u32) -> ObjectId,
        output: &mut (impl ListOutput<Pair> + ?Sized),
    ) -> Lists {
        let room = output.capacity();
        let mut written = 0;
        let mut write = |pairs: &[u64]| {
            for &pair in &pairs[..pairs.len().min(room - written)] {
                let (a, b) = unpack(pair);
                output.write(written, Pair { a: id(a), b: id(b) });
                written += 1;
            }
        };
        if self.rest.is_empty() {
            write(&self.current);
        } else {
            for_merged(&self.rest, self.current.iter().copied(), |pairs, rest| match self.dead {
                1.. if rest => {
                    pairs.iter().filter(|&&pair| !self.is_dead(pair)).for_each(|pair| write(&[*pair]))
                }
                _ => write(pairs),
            });
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
        let then = |slot: u32| self.id_then(objects, slot);
        let lists = (write(&self.begun, &[], now, begun), write(&self.ended, &self.lost, then, ended));
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
        self.lost.clear();
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
        let former = &self.former[..];
        let was_removed = |pair: u64| {
            let (a, b) = unpack(pair);
            former[a as usize] | former[b as usize] != 0
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
        self.found.iter().map(PairBuffer::bytes).sum::<usize>()
            + pairs.map(|list| list.capacity() * 8).iter().sum::<usize>()
            + words.map(|list| list.capacity() * 4).iter().sum::<usize>()
            + self.lost.capacity() * size_of::<Pair>()
            + self.woken.bytes()
    }
}

/// Whether neither object of a pair has moved for a while.
#[inline(always)]
fn both_rest(resting: &SlotSet, pair: u64) -> bool {
    let (a, b) = unpack(pair);
    resting.contains(a) & resting.contains(b)
}

/// Moves the pairs of which not both rest, which are few, to an empty list that has room for all.
fn take_out(pairs: &mut Vec<u64>, resting: &SlotSet, into: &mut Vec<u64>) {
    let mut kept = 0;
    for from in (0..pairs.len()).step_by(AT_ONCE) {
        let chunk = from..pairs.len().min(from + AT_ONCE);
        // All stay, of most; found without a branch on each.
        if pairs[chunk.clone()].iter().fold(true, |all, &pair| all & both_rest(resting, pair)) {
            if kept < from {
                pairs.copy_within(chunk.clone(), kept);
            }
            kept += chunk.len();
            continue;
        }
        for i in chunk {
            let pair = pairs[i];
            if both_rest(resting, pair) {
                pairs[kept] = pair;
                kept += 1;
            } else {
                into.push(pair);
            }
        }
    }
    pairs.truncate(kept);
}

/// Calls with the elements of two sorted lists, in order, the first of which may be far longer: parts of it at once; and with
/// whether they are of the first.
fn for_merged(mut a: &[u64], b: impl Iterator<Item = u64>, mut each: impl FnMut(&[u64], bool)) {
    for element in b {
        // A step twice as long each time, then halving.
        let mut step = 1;
        while a.get(step).is_some_and(|&other| other < element) {
            step *= 2;
        }
        let (before, after) = a.split_at(a[..a.len().min(step)].partition_point(|&other| other < element));
        if !before.is_empty() {
            each(before, true);
        }
        each(&[element], false);
        a = after;
    }
    each(a, true);
}

fn merge(a: &[u64], b: impl Iterator<Item = u64>, into: &mut Vec<u64>) {
    for_merged(a, b, |pairs, _| into.extend_from_slice(pairs));
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
