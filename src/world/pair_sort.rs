//! Pairs as they were found, in any order and in parts, become the list in its one order.

use super::objects::Objects;
use super::pair_buffer::{PairBuffer, first_of_bucket, unpack};
use super::pair_list::PairList;
use super::threads::Threads;
use crate::Result;
use crate::batch::sort_by_key;
use crate::vectors::{lengthen, make_room};

/// Fewer pairs are sorted sooner by one thread than split for several.
const WORTH_SPLITTING: usize = 1 << 15;

/// What is done with the pairs of a part once they are found, while they are still near.
#[derive(Clone, Copy)]
pub(super) struct Finish<'a> {
    pub(super) objects: &'a Objects,
    /// Whether touching boxes need a closer look.
    pub(super) closer: bool,
    /// Into how many buckets they are split, see [`PairBuffer::split`]; not at all if there is one.
    pub(super) buckets: usize,
}

impl Finish<'_> {
    pub(super) fn finish(&self, part: &mut PairBuffer) -> Result<()> {
        if self.closer {
            part.retain(|pair| {
                let (a, b) = unpack(pair);
                self.objects.are_pair(a, b)
            });
        }
        if self.buckets > 1 { part.split(self.objects.slots(), self.buckets) } else { Ok(()) }
    }
}

impl PairList {
    /// Into how many buckets what is found next should be split: one if there will not be much, by the list there was.
    pub(super) fn buckets(&self, threads: &Threads) -> usize {
        threads.if_worth(self.current.len() >= WORTH_SPLITTING).parts(2)
    }

    /// Makes the list of what was found, all parts of which have been finished.
    pub(super) fn sort(&mut self, slots: usize, buckets: usize, threads: &Threads) -> Result<()> {
        self.is_baseline = false;
        if buckets > 1 { self.sort_buckets(slots, buckets, threads) } else { self.sort_found(slots) }
    }

    /// Makes room for a list of so many pairs, and what sorting them needs.
    fn resize(&mut self, count: usize, starts: usize) -> Result<()> {
        self.current.truncate(count);
        lengthen(&mut self.current, count, 0, "pairs")?;
        lengthen(&mut self.spare, count, 0, "pairs")?;
        lengthen(&mut self.starts, starts, 0, "pairs")
    }

    /// On this thread.
    fn sort_found(&mut self, slots: usize) -> Result<()> {
        let count = self.found().iter().map(|part| part.as_slice().len()).sum::<usize>();
        // Where there are far fewer pairs than objects, counting by slots would take longer.
        if count < slots / 4 || count > u32::MAX as usize / 2 {
            self.current.clear();
            make_room(&mut self.current, count, "pairs")?;
            self.found[..self.parts].iter().for_each(|part| self.current.extend_from_slice(part.as_slice()));
            sort_by_key(&mut self.current, |&pair| pair);
            return Ok(());
        }
        self.resize(count, 2 * slots)?;
        let sources = || self.found[..self.parts].iter().map(PairBuffer::as_slice);
        let (spare, starts) = (&mut self.spare[..count], &mut self.starts[..2 * slots]);
        radix_sort(sources, 0, spare, &mut self.current, starts.split_at_mut(slots));
        Ok(())
    }

    /// On several threads: the buckets into which all that was found has been split.
    fn sort_buckets(&mut self, slots: usize, buckets: usize, threads: &Threads) -> Result<()> {
        let size = |bucket: usize| self.found().iter().map(|part| part.bucket(bucket).len()).sum::<usize>();
        let first = |bucket: usize| first_of_bucket(bucket, slots, buckets);
        // Each counts the lower slots that are its own, and all higher ones that there may be.
        let own = |bucket: usize| first(bucket + 1) - first(bucket);
        let others = |bucket: usize| slots - first(bucket);
        let count = (0..buckets).map(size).sum();
        self.resize(count, (0..buckets).map(|bucket| own(bucket) + others(bucket)).sum())?;
        let found = &self.found[..self.parts];
        let size = |bucket: usize| found.iter().map(|part| part.bucket(bucket).len()).sum::<usize>();
        let (mut sorted, mut spare, mut starts) =
            (&mut self.current[..], &mut self.spare[..], &mut self.starts[..]);
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
}

/// Sorts pairs of slots, none below `first`, by a radix sort of two digits, each a slot: by the higher one, then by the lower
/// one. There are no comparisons, the outcome of which nobody could predict. There is a number for every slot that may be a
/// higher one, and for each that may be a lower one. In line, as nothing is subtracted where `first` is 0.
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
    for starts in [&mut *by_high, &mut *by_low] {
        let mut sum = 0;
        for start in starts {
            sum += std::mem::replace(start, sum);
        }
    }
    for pairs in sources() {
        for &pair in pairs {
            let start = &mut by_high[unpack(pair).1 as usize - first];
            spare[*start as usize] = pair;
            *start += 1;
        }
    }
    for &pair in spare.iter() {
        let start = &mut by_low[unpack(pair).0 as usize - first];
        sorted[*start as usize] = pair;
        *start += 1;
    }
}
