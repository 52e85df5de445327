//! Pairs as they were found, in any order and in parts, become the list in its one order.

use super::buffer::{PairBuffer, first_of_bucket, unpack};
use crate::Result;
use crate::batch::sort_by_key;
use crate::radix::{scatter, starts_of};
use crate::vectors::{lengthen, make_room};
use crate::world::objects::Objects;
use crate::world::threads::Threads;

/// The last step with the pairs of a part, while they are still near.
#[derive(Clone, Copy)]
pub(in crate::world) struct Finish<'a> {
    /// The objects that the pairs are of.
    pub(in crate::world) objects: &'a Objects,
    /// True if touching boxes need a closer look.
    pub(in crate::world) closer: bool,
    /// Into how many buckets they are split, see [`PairBuffer::split`]; not at all if there is one.
    pub(in crate::world) buckets: usize,
}

impl Finish<'_> {
    /// Takes the step.
    pub(in crate::world) fn finish(&self, part: &mut PairBuffer) -> Result<()> {
        if self.closer {
            part.retain(|pair| {
                let (a, b) = unpack(pair);
                self.objects.are_pair(a, b)
            });
        }
        if self.buckets > 1 { part.split(self.objects.slots(), self.buckets) } else { Ok(()) }
    }
}

/// Pairs as a structure finds them.
#[derive(Default)]
pub(super) struct FoundPairs {
    /// At least one buffer, and one for each part of the work where threads share it.
    buffers: Vec<PairBuffer>,
    /// The number of these that are in use.
    parts: usize,
    /// For sorting.
    starts: Vec<u32>,
}

impl FoundPairs {
    /// Forgets what was found, and makes room for so many parts, of so many pairs at most.
    pub(super) fn begin(&mut self, parts: usize, limit: usize) -> Result<&mut [PairBuffer]> {
        let more = parts.saturating_sub(self.buffers.len());
        make_room(&mut self.buffers, more, "pairs")?;
        self.buffers.resize_with(self.buffers.len() + more, PairBuffer::default);
        self.buffers.iter_mut().for_each(|part| part.clear(limit));
        self.parts = parts;
        Ok(&mut self.buffers[..parts])
    }

    fn parts(&self) -> &[PairBuffer] {
        &self.buffers[..self.parts]
    }

    /// Returns true if more was found than may be kept.
    pub(super) fn is_full(&self) -> bool {
        self.parts().iter().any(PairBuffer::is_full)
    }

    /// Gives back the memory of what was found.
    pub(super) fn give_back(&mut self) {
        (self.buffers, self.parts) = (Vec::new(), 0);
    }

    /// Makes a list of what was found, all parts of which have been finished.
    pub(super) fn sort_into(
        &mut self,
        list: &mut Vec<u64>,
        spare: &mut Vec<u64>,
        slots: usize,
        buckets: usize,
        threads: &Threads,
    ) -> Result<()> {
        match buckets > 1 {
            true => self.sort_buckets(list, spare, slots, buckets, threads),
            false => self.sort_here(list, spare, slots),
        }
    }

    /// On this thread.
    fn sort_here(&mut self, list: &mut Vec<u64>, spare: &mut Vec<u64>, slots: usize) -> Result<()> {
        let parts = &self.buffers[..self.parts];
        let count = parts.iter().map(|part| part.as_slice().len()).sum::<usize>();
        // If there are far fewer pairs than objects, counting by slots would take longer.
        if count < slots / 4 || count > u32::MAX as usize / 2 {
            list.clear();
            make_room(list, count, "pairs")?;
            parts.iter().for_each(|part| list.extend_from_slice(part.as_slice()));
            sort_by_key(list, |&pair| pair);
            return Ok(());
        }
        resize(list, spare, count)?;
        lengthen(&mut self.starts, 2 * slots, 0, "pairs")?;
        let sources = || parts.iter().map(PairBuffer::as_slice);
        radix_sort(sources, 0, &mut spare[..count], list, self.starts[..2 * slots].split_at_mut(slots));
        Ok(())
    }

    /// On several threads: the buckets into which all that was found has been split.
    fn sort_buckets(
        &mut self,
        list: &mut Vec<u64>,
        spare: &mut Vec<u64>,
        slots: usize,
        buckets: usize,
        threads: &Threads,
    ) -> Result<()> {
        let found = &self.buffers[..self.parts];
        let size = |bucket: usize| found.iter().map(|part| part.bucket(bucket).len()).sum::<usize>();
        let first = |bucket: usize| first_of_bucket(bucket, slots, buckets);
        // Each counts the lower slots that are its own, and all higher ones that there may be.
        let own = |bucket: usize| first(bucket + 1) - first(bucket);
        let others = |bucket: usize| slots - first(bucket);
        resize(list, spare, (0..buckets).map(size).sum())?;
        let starts = (0..buckets).map(|bucket| own(bucket) + others(bucket)).sum();
        lengthen(&mut self.starts, starts, 0, "pairs")?;
        let (mut sorted, mut spare, mut starts) = (&mut list[..], &mut spare[..], &mut self.starts[..]);
        let parts = (0..buckets).map(|bucket| {
            let into = sorted.split_off_mut(..size(bucket)).unwrap_or_default();
            let through = spare.split_off_mut(..into.len()).unwrap_or_default();
            let by_high = starts.split_off_mut(..others(bucket)).unwrap_or_default();
            let by_low = starts.split_off_mut(..own(bucket)).unwrap_or_default();
            (bucket, into, through, (by_high, by_low))
        });
        threads.share(parts, |(bucket, into, through, starts)| {
            let sources = || found.iter().map(|part| part.bucket(bucket));
            if into.len() < slots / 8 || into.len() > u32::MAX as usize / 2 {
                into.iter_mut().zip(sources().flatten()).for_each(|(place, &pair)| *place = pair);
                sort_by_key(into, |&pair| pair);
            } else {
                radix_sort(sources, first(bucket), through, into, starts);
            }
        });
        Ok(())
    }

    pub(super) fn bytes(&self) -> usize {
        self.buffers.iter().map(PairBuffer::bytes).sum::<usize>() + self.starts.capacity() * size_of::<u32>()
    }
}

/// Makes room for a list of so many pairs, and for as many beside it.
fn resize(list: &mut Vec<u64>, spare: &mut Vec<u64>, count: usize) -> Result<()> {
    list.truncate(count);
    lengthen(list, count, 0, "pairs")?;
    lengthen(spare, count, 0, "pairs")
}

/// Sorts pairs of slots, none below `first`, by a radix sort of two digits, each a slot: by the higher one,
/// then by the lower one. There are no comparisons, the outcome of which nobody could predict. There is a
/// number for every slot that may be a higher one, and for each that may be a lower one. In line, as nothing
/// is subtracted where `first` is 0.
#[inline(always)]
fn radix_sort<'a, I: Iterator<Item = &'a [u64]>>(
    sources: impl Fn() -> I,
    first: usize,
    spare: &mut [u64],
    sorted: &mut [u64],
    (by_high, by_low): (&mut [u32], &mut [u32]),
) {
    by_high.fill(0);
    by_low.fill(0);
    for pairs in sources() {
        for &pair in pairs {
            let (low, high) = unpack(pair);
            by_high[high as usize - first] += 1;
            by_low[low as usize - first] += 1;
        }
    }
    starts_of(by_high);
    starts_of(by_low);
    for pairs in sources() {
        scatter(pairs, spare, by_high, |pair| unpack(pair).1 as usize - first);
    }
    scatter(spare, sorted, by_low, |pair| unpack(pair).0 as usize - first);
}
