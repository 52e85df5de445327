//! Sorts lists of distinct numbers, with a few kilobytes of stack and no other memory.

use crate::arrays::zip_each;
use crate::batch::Found;
use crate::bits::wide_bits;
use crate::simd::LANES;

/// The range of numbers whose bitset fits on the stack.
const RANGE: usize = 1 << 15;
/// Shorter lists are sorted by comparisons.
const SHORTEST: usize = 32;
/// The most bits per number for which a bitset is worth scanning.
const SPARSE: usize = 512;

/// The number of numbers that are buffered before they are passed on: few enough that a rank sort, which has
/// no branches to mispredict, is the fastest.
const FEW: usize = 96;

/// Buffers distinct numbers from lanes, and passes them on.
pub(crate) struct Gathered<'a, F: ?Sized> {
    numbers: [u32; FEW + LANES],
    count: usize,
    /// True if any numbers have been passed on.
    are_many: bool,
    found: &'a mut F,
}

impl<'a, F: Found<u32> + ?Sized> Gathered<'a, F> {
    #[inline(always)]
    pub(crate) fn new(found: &'a mut F) -> Self {
        Gathered { numbers: [0; FEW + LANES], count: 0, are_many: false, found }
    }

    /// Adds the first `count` of some numbers.
    #[inline(always)]
    pub(crate) fn add(&mut self, numbers: &[u32; LANES], count: usize) {
        if self.count > FEW {
            self.found.push_all(&self.numbers[..self.count.min(FEW + LANES)]);
            (self.count, self.are_many) = (0, true);
        }
        *self.numbers[self.count..].first_chunk_mut().unwrap_or_else(|| no_room()) = *numbers;
        self.count += count;
    }

    /// Passes the rest on; returns true if all numbers were passed on in order.
    #[inline(always)]
    pub(crate) fn finish(&mut self) -> bool {
        let count = self.count.min(FEW + LANES);
        if self.are_many {
            self.found.push_all(&self.numbers[..count]);
        } else {
            let sorted = self.sorted(count);
            self.found.push_all(&sorted[..count]);
        }
        !self.are_many
    }

    /// Rank sort: the place of a number is the count of smaller ones.
    #[inline(always)]
    fn sorted(&self, count: usize) -> [u32; FEW + LANES] {
        let mut sorted = [0; FEW + LANES];
        for first in (0..count).step_by(LANES) {
            let some: [u32; LANES] = *self.numbers[first..].first_chunk().unwrap_or_else(|| no_room());
            let mut places = [0; LANES];
            for &number in &self.numbers[..count] {
                for lane in 0..LANES {
                    places[lane] += u32::from(number < some[lane]);
                }
            }
            for lane in 0..LANES.min(count - first) {
                sorted[places[lane] as usize % (FEW + LANES)] = some[lane];
            }
        }
        sorted
    }
}

/// Not reached: there is room for `FEW` numbers, and for all lanes behind them.
#[cold]
fn no_room() -> ! {
    panic!("a list of numbers is full")
}

/// Sorts distinct numbers: a small range by a bitset (Bentley, "Programming Pearls", column 1), a larger one
/// by halving the range (radix exchange).
pub(crate) fn sort_distinct(mut list: &mut [u32]) {
    while list.len() >= SHORTEST {
        let (least, most) = list.iter().fold((u32::MAX, 0), |(low, high), &n| (low.min(n), high.max(n)));
        let range = (most - least) as usize;
        if range >= list.len().saturating_mul(SPARSE) {
            break;
        }
        if range < RANGE {
            return sort_as_set(list, least, range);
        }
        let middle = least + (most - least) / 2;
        let mut lower = 0;
        for i in 0..list.len() {
            list.swap(i, lower);
            lower += usize::from(list[lower] <= middle);
        }
        let (low, high) = list.split_at_mut(lower);
        // The range is halved each time: at most seventeen calls deep.
        sort_distinct(low);
        list = high;
    }
    list.sort_unstable();
}

/// Sorts distinct numbers from `least` to `least + range` by a bitset.
fn sort_as_set(list: &mut [u32], least: u32, range: usize) {
    let mut set = [0u64; RANGE / 64];
    for &number in list.iter() {
        let place = (number - least) as usize % RANGE;
        set[place / 64] |= 1 << (place % 64);
    }
    let mut places = list.iter_mut();
    for (word, &bits) in set[..=range / 64].iter().enumerate() {
        for bit in wide_bits(bits) {
            let Some(place) = places.next() else { return };
            *place = least + (64 * word) as u32 + bit;
        }
    }
}

/// The range of numbers that [`sort_by_number`] takes.
pub(crate) const NUMBERS: usize = 1 << 17;

/// Sorts items by distinct numbers below [`NUMBERS`], from which the items can be made again. A bitset holds
/// the numbers, and a second one the words of the first that are not empty, so that few items in a large
/// range cost little. Only the first `WORDS` words are cleared; all numbers must lie in them.
pub(crate) fn sort_by_number<T: Copy, const WORDS: usize>(
    list: &mut [T],
    number: impl Fn(&T) -> u32,
    item: impl Fn(u32) -> T,
) {
    let mut set = [0u64; WORDS];
    let mut words = [0u64; NUMBERS / 64 / 64];
    for element in list.iter() {
        let number = number(element) as usize % (64 * WORDS);
        set[number / 64] |= 1 << (number % 64);
        words[number / 64 / 64] |= 1 << (number / 64 % 64);
    }
    let mut places = list.iter_mut();
    for (i, left) in words.into_iter().enumerate() {
        for word in wide_bits(left) {
            let word = 64 * i + word as usize;
            for bit in wide_bits(set[word % WORDS]) {
                let Some(place) = places.next() else { return };
                *place = item((64 * word) as u32 + bit);
            }
        }
    }
}

/// Shorter lists of wide keys are sorted by comparisons.
const FEWEST: usize = 64;
/// Bits of a digit.
const DIGIT: u32 = 8;

/// Sorts by distinct keys: a most significant digit radix sort, in place. Items are sorted by the highest
/// eight bits in which any keys differ, then those of each bucket in the same way. Items are swapped to their
/// places bucket by bucket, so that no swap waits for the one before (Skarupke, "ska_sort", 2016).
pub(crate) fn sort_by_key<T: Copy>(list: &mut [T], key: impl Fn(&T) -> u64 + Copy) {
    if list.len() < FEWEST {
        return list.sort_unstable_by_key(key);
    }
    let first = key(&list[0]);
    let different = list.iter().fold(0, |bits, item| bits | (key(item) ^ first));
    let shift = (u64::BITS - different.leading_zeros()).saturating_sub(DIGIT);
    let digit = |item: &T| (key(item) >> shift) as usize % (1 << DIGIT);
    let mut ends = [0; 1 << DIGIT];
    for item in list.iter() {
        ends[digit(item)] += 1;
    }
    // The place of the next item of each bucket, and the buckets that are not complete.
    let (mut places, mut sum) = ([0; 1 << DIGIT], 0);
    let (mut open, mut count) = ([0; 1 << DIGIT], 0);
    for (bucket, (place, end)) in zip_each(&mut places, &mut ends).enumerate() {
        open[count] = bucket as u8;
        count += usize::from(*end > 0);
        *place = sum;
        sum += *end;
        *end = sum;
    }
    while count > 1 {
        let mut left = 0;
        for i in 0..count {
            let bucket = usize::from(open[i]);
            for from in places[bucket]..ends[bucket] {
                let place = &mut places[digit(&list[from])];
                list.swap(from, *place);
                *place += 1;
            }
            open[left] = open[i];
            left += usize::from(places[bucket] < ends[bucket]);
        }
        count = left;
    }
    let mut begin = 0;
    for end in ends {
        // Eight bits fewer each time: at most eight calls deep.
        if end - begin > 1 && shift > 0 {
            sort_by_key(&mut list[begin..end], key);
        }
        begin = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Found<u32> for Vec<u32> {
        fn push(&mut self, value: u32) {
            Vec::push(self, value);
        }

        fn push_all(&mut self, values: &[u32]) {
            self.extend_from_slice(values);
        }
    }

    #[test]
    fn gathered_numbers_come_out_whole_and_sorted_if_they_are_few() {
        let rng = &mut fastrand::Rng::with_seed(4);
        for wanted in (0..3 * FEW).chain([1000]) {
            let mut numbers: Vec<u32> = (0..wanted).map(|_| rng.u32(..)).chain([u32::MAX]).collect();
            numbers.sort_unstable();
            numbers.dedup();
            rng.shuffle(&mut numbers);
            let (mut found, mut left) = (Vec::new(), &numbers[..]);
            let mut gathered = Gathered::new(&mut found);
            while !left.is_empty() {
                let (some, rest) = left.split_at(rng.usize(0..=LANES.min(left.len())));
                // Numbers behind `count` are ignored.
                let mut lanes = [rng.u32(..); LANES];
                lanes[..some.len()].copy_from_slice(some);
                gathered.add(&lanes, some.len());
                left = rest;
            }
            let in_order = gathered.finish();
            assert_eq!(in_order, found.is_sorted(), "{wanted}");
            assert!(in_order || wanted >= FEW, "{wanted}");
            found.sort_unstable();
            numbers.sort_unstable();
            assert_eq!(found, numbers);
        }
    }

    #[test]
    fn lists_of_any_length_and_range_come_out_sorted() {
        let rng = &mut fastrand::Rng::with_seed(3);
        for round in 0..2000 {
            let range = 1u32 << rng.u32(5..32);
            let start = rng.u32(0..=u32::MAX - range);
            let wanted = rng.usize(0..[10, 100, 2000][round % 3]);
            let mut expected: Vec<u32> = (0..wanted).map(|_| start + rng.u32(0..=range)).collect();
            expected.sort_unstable();
            expected.dedup();
            let mut list = expected.clone();
            rng.shuffle(&mut list);
            sort_distinct(&mut list);
            assert_eq!(list, expected, "{range} from {start}");
        }
    }

    #[test]
    fn items_of_any_range_come_out_sorted_by_their_numbers() {
        let rng = &mut fastrand::Rng::with_seed(6);
        for round in 0..300 {
            let range = rng.usize(1..=[200, 4096, NUMBERS][round % 3]);
            let wanted = rng.usize(0..[10, 300, 5000][round / 3 % 3]);
            let mut numbers: Vec<u32> = (0..wanted).map(|_| rng.usize(0..range) as u32).collect();
            numbers.push(range as u32 - 1);
            numbers.sort_unstable();
            numbers.dedup();
            let item = |number: u32| u64::from(number) << 32 | 7;
            let expected: Vec<u64> = numbers.iter().map(|&number| item(number)).collect();
            let mut list = expected.clone();
            rng.shuffle(&mut list);
            match range {
                ..=4096 => sort_by_number::<_, 64>(&mut list, |item| (item >> 32) as u32, item),
                _ => sort_by_number::<_, { NUMBERS / 64 }>(&mut list, |item| (item >> 32) as u32, item),
            }
            assert_eq!(list, expected, "{range}");
        }
    }

    #[test]
    fn wide_keys_of_any_length_and_range_come_out_sorted() {
        let rng = &mut fastrand::Rng::with_seed(5);
        for round in 0..2000 {
            let mask = u64::MAX >> rng.u32(0..64) << rng.u32(0..64);
            let wanted = rng.usize(0..[10, 300, 5000][round % 3]);
            let mut expected: Vec<u64> = (0..wanted).map(|_| rng.u64(..) & mask).collect();
            expected.sort_unstable();
            expected.dedup();
            let mut list = expected.clone();
            rng.shuffle(&mut list);
            sort_by_key(&mut list, |&key| key);
            assert_eq!(list, expected, "{mask:x}");
        }
    }

    #[test]
    fn the_ends_of_the_range_are_sorted_too() {
        let mut list: Vec<u32> = (0..RANGE as u32).rev().chain([u32::MAX]).collect();
        sort_distinct(&mut list);
        assert!(list.is_sorted() && list.len() == RANGE + 1);
        let mut list: Vec<u32> = (0..100).map(|i| u32::MAX - (RANGE as u32 - 1) * (i % 2) - i).collect();
        sort_distinct(&mut list);
        assert!(list.is_sorted());
    }
}
