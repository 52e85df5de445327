//! Ordering all at once.

use super::curve::{Curve, DEEPEST, Keys, NOWHERE, RUN, around, ends};
use super::digits::{Counts, SLOT_BITS, first_digit, shift, slot};
use crate::Result;
use crate::locks::Mutex;
use crate::simd::{LANES, dispatch};
use crate::vectors::lengthen;
use crate::world::objects::{GroupFilter, Row};
use crate::world::threads::{Threads, Work};

/// The memory of sorting; kept from one to the next.
#[derive(Default)]
pub(in crate::world) struct Order {
    pub(super) keys: Vec<u64>,
    pub(super) spare: Vec<u64>,
}

impl Order {
    /// Orders members.
    pub(in crate::world) fn sort(
        &mut self,
        rows: &[Row],
        members: &mut [u32],
        threads: &Threads,
    ) -> Result<()> {
        let count = members.len();
        for keys in [&mut self.keys, &mut self.spare] {
            lengthen(keys, count, 0, "world order")?;
        }
        let threads = threads.if_worth(Work::OrderObjects.is_worth_sharing(count));
        let length = count.div_ceil(threads.parts(4)).next_multiple_of(LANES).max(LANES);
        let all = Mutex::new(NOWHERE);
        threads.share(members.chunks(length), |members| {
            let ends = ends(members.iter().map(|&slot| &rows[slot as usize]));
            let mut all = all.lock();
            *all = around(*all, ends);
        });
        let mut curve = Curve::between(all.into_inner());
        curve.classify(rows, count, |i| members[i]);
        let mut counts = Counts::NONE;
        let keys = &mut self.keys[..count];
        if threads.count() == 1 {
            dispatch(Keys { curve: &curve, rows, members, keys, counts: &mut counts });
        } else {
            let all = Mutex::new(&mut counts);
            threads.share(members.chunks(length).zip(keys.chunks_mut(length)), |(members, keys)| {
                let mut counts = Counts::NONE;
                dispatch(Keys { curve: &curve, rows, members, keys, counts: &mut counts });
                all.lock().add_all(&counts);
            });
        }
        let first = first_digit(count);
        let mut next = first;
        while let Some(digit) = counts.next_digit(next, &self.keys[..count]) {
            counts.scatter(digit, &self.keys[..count], &mut self.spare);
            std::mem::swap(&mut self.keys, &mut self.spare);
            next = digit + 1;
        }
        refine_runs(rows, &mut self.keys[..count], shift(first), 0);
        for (member, &key) in members.iter_mut().zip(&self.keys) {
            *member = slot(key);
        }
        Ok(())
    }

    pub(in crate::world) fn bytes(&self) -> usize {
        (self.keys.capacity() + self.spare.capacity()) * size_of::<u64>()
    }
}

/// Orders those again, of sorted keys, that do not differ above `shift`.
fn refine_runs(rows: &[Row], keys: &mut [u64], shift: u32, depth: u32) {
    let mut start = 0;
    for i in 1..=keys.len() {
        if i < keys.len() && keys[i] >> shift == keys[start] >> shift {
            continue;
        }
        if i - start > RUN {
            refine(rows, &mut keys[start..i], depth);
        }
        start = i;
    }
}

/// Orders objects by a curve through their own box.
pub(super) fn refine(rows: &[Row], keys: &mut [u64], depth: u32) {
    let curve = Curve::between(ends(keys.iter().map(|&key| &rows[slot(key) as usize])));
    if curve.is_point() || depth == DEEPEST {
        // By whom they see, so that those are together that see each other, or do not.
        let filter = |key: u64| rows[slot(key) as usize].filter();
        let first = keys.first().map_or(GroupFilter::NOBODY, |&key| filter(key));
        if keys.iter().any(|&key| filter(key) != first) {
            keys.sort_unstable_by_key(|&key| (filter(key).group, filter(key).mask, slot(key)));
        }
        return;
    }
    for key in keys.iter_mut() {
        *key = curve.key(&rows[slot(*key) as usize], slot(*key));
    }
    keys.sort_unstable();
    refine_runs(rows, keys, SLOT_BITS, depth + 1);
}
