//! Buffers of pairs that structures find.

use crate::arrays::zip_each;
use crate::radix::{scatter, starts_of};
use crate::vectors::lengthen;
use crate::{Error, Result};

/// Two slots as one number, the lower one in the upper half: sorted as pairs of ids are.
#[inline(always)]
pub(in crate::world) fn pack(a: u32, b: u32) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    u64::from(low) << 32 | u64::from(high)
}

/// The two slots, the lower one first.
#[inline(always)]
pub(super) fn unpack(pair: u64) -> (u32, u32) {
    ((pair >> 32) as u32, pair as u32)
}

/// Pairs in the order in which they were found. Its memory is kept, and written before it is used.
#[derive(Default)]
pub(in crate::world) struct PairBuffer {
    /// Those below `used` mean something.
    pairs: Vec<u64>,
    used: usize,
    /// The number of pairs that it may hold.
    limit: usize,
    /// True if it has been asked to hold more.
    is_full: bool,
    /// The same, bucket after bucket, once they have been split, and where each bucket begins and the last
    /// ends.
    split: Vec<u64>,
    starts: Vec<usize>,
}

/// The number of pairs that can be added at once.
pub(in crate::world) const AT_ONCE: usize = 16;

impl PairBuffer {
    /// Forgets all pairs; it may then hold about so many.
    pub(super) fn clear(&mut self, limit: usize) {
        (self.used, self.limit, self.is_full) = (0, limit, false);
    }

    /// Returns true if it has been asked to hold more pairs than it may, which is an error.
    pub(in crate::world) fn is_full(&self) -> bool {
        self.is_full
    }

    pub(in crate::world) fn as_slice(&self) -> &[u64] {
        &self.pairs[..self.used]
    }

    /// Adds a pair.
    #[inline]
    pub(in crate::world) fn push(&mut self, a: u32, b: u32) -> Result<()> {
        self.extend(&[pack(a, b)])
    }

    /// Adds pairs.
    pub(in crate::world) fn extend(&mut self, pairs: &[u64]) -> Result<()> {
        self.make_room(pairs.len())?;
        self.pairs[self.used..][..pairs.len()].copy_from_slice(pairs);
        self.used += pairs.len();
        Ok(())
    }

    /// Makes room for some more.
    #[inline(always)]
    pub(in crate::world) fn make_room(&mut self, count: usize) -> Result<()> {
        if self.pairs.len() - self.used < count { self.grow(count) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, count: usize) -> Result<()> {
        if self.used >= self.limit {
            self.is_full = true;
            return Err(Error::too_large(text!("pairs: more than are kept")));
        }
        let len = (self.used + count + 64).max(2 * self.pairs.len());
        lengthen(&mut self.pairs, len, 0, "pairs")
    }

    /// Adds the pairs of one with the first `count` of others; there is room for [`AT_ONCE`].
    #[inline(always)]
    pub(in crate::world) fn add(&mut self, one: u32, others: &[u32; AT_ONCE], count: usize) {
        let Some(room) = self.pairs.get_mut(self.used..).and_then(|room| room.first_chunk_mut::<AT_ONCE>())
        else {
            return no_room();
        };
        let (low, high) = room.split_at_mut(AT_ONCE / 2);
        for (place, &other) in zip_each(low, others) {
            *place = pack(one, other);
        }
        if count > AT_ONCE / 2 {
            for (place, &other) in zip_each(high, &others[AT_ONCE / 2..]) {
                *place = pack(one, other);
            }
        }
        self.used += count;
    }

    /// Splits the pairs into buckets by their lower slot: of so many, each has slots that follow each other.
    pub(super) fn split(&mut self, slots: usize, buckets: usize) -> Result<()> {
        lengthen(&mut self.split, self.used, 0, "pairs")?;
        self.starts.clear();
        lengthen(&mut self.starts, buckets + 1, 0, "pairs")?;
        let bucket = |pair: u64| bucket_of(unpack(pair).0, slots, buckets);
        for &pair in &self.pairs[..self.used] {
            self.starts[bucket(pair)] += 1;
        }
        starts_of(&mut self.starts);
        scatter(&self.pairs[..self.used], &mut self.split, &mut self.starts, bucket);
        // Now each is where the next begins.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
        Ok(())
    }

    /// The pairs of a bucket, once they have been split.
    #[inline]
    pub(super) fn bucket(&self, bucket: usize) -> &[u64] {
        &self.split[self.starts[bucket]..self.starts[bucket + 1]]
    }

    /// Keeps the pairs that pass.
    pub(super) fn retain(&mut self, keeps: impl Fn(u64) -> bool) {
        let mut kept = 0;
        for i in 0..self.used {
            let pair = self.pairs[i];
            self.pairs[kept] = pair;
            kept += usize::from(keeps(pair));
        }
        self.used = kept;
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        (self.pairs.capacity() + self.split.capacity() + self.starts.capacity()) * size_of::<u64>()
    }
}

/// The bucket of a slot.
#[inline(always)]
fn bucket_of(slot: u32, slots: usize, buckets: usize) -> usize {
    (u64::from(slot) * buckets as u64 / slots as u64) as usize
}

/// The first slot of a bucket.
pub(super) fn first_of_bucket(bucket: usize, slots: usize, buckets: usize) -> usize {
    (bucket * slots).div_ceil(buckets)
}

#[cold]
fn no_room() {
    debug_assert!(false, "room is made before pairs are added");
}
