//! The places that ids name, and the slots that they have in a world's arrays.
//!
//! At first a place is its slot. Once free places have been forgotten, those that are left have slots side by
//! side, in the same order; what comes later has places and slots that go on from the last. A forgotten place
//! may be taken again, with a generation that none of its objects has had, see [`Places::generation`].

use crate::Result;
use crate::vectors::{copied, zeroed};

/// See the module. The default is that of a world of which nothing has been forgotten.
#[derive(Default)]
pub(in crate::world) struct Places {
    /// By slot, the place, ascending; empty as long as a place is its slot.
    of: Vec<u32>,
    /// By how much the places of later slots are larger than these.
    offset: u32,
    /// The place of the first of these; 0 as long as a place is its slot.
    start: u32,
    /// The places below, a bit each, and by word how many bits come before it; empty where a search is
    /// smaller.
    bits: Vec<u64>,
    ranks: Vec<u32>,
    /// One less than the generation.
    generation: u32,
}

/// Words of bits a place, at most; more are searched for.
const WORDS: usize = 4;

impl Places {
    /// Of these places, ascending from 0, with slots side by side; all others begin with a generation.
    pub(in crate::world) fn new(places: &[u32], generation: u32) -> Result<Places> {
        let generation = generation.saturating_sub(1);
        let last = places.last().copied().unwrap_or(0);
        if (last as usize) < places.len() {
            return Ok(Places { generation, ..Places::default() });
        }
        let mut all = Places {
            of: copied(places, "world")?,
            offset: last - (places.len() - 1) as u32,
            start: last.saturating_add(1),
            generation,
            ..Places::default()
        };
        let words = last as usize / 64 + 1;
        if words <= WORDS * places.len() + 1024 {
            all.bits = zeroed(words, "world")?;
            all.ranks = zeroed(words, "world")?;
            for &place in places {
                all.bits[place as usize / 64] |= 1 << (place % 64);
            }
            let mut sum = 0;
            for (rank, word) in all.ranks.iter_mut().zip(&all.bits) {
                *rank = sum;
                sum += word.count_ones();
            }
        }
        Ok(all)
    }

    /// The place of a slot.
    #[inline(always)]
    pub(in crate::world) fn place(&self, slot: u32) -> u32 {
        match self.of.get(slot as usize) {
            Some(&place) => place,
            None => slot.wrapping_add(self.offset),
        }
    }

    /// The slot of a place, which may be beyond all that there are; 0, nobody's, for one that is forgotten.
    #[inline(always)]
    pub(in crate::world) fn slot(&self, place: u32) -> u32 {
        if place >= self.start { place.wrapping_sub(self.offset) } else { self.search(place) }
    }

    /// Returns true if every place is its slot, so that neither need be looked up.
    pub(in crate::world) fn are_slots(&self) -> bool {
        self.start == 0
    }

    fn search(&self, place: u32) -> u32 {
        let (word, bit) = (place as usize / 64, place % 64);
        match (self.bits.get(word), self.ranks.get(word)) {
            (Some(bits), Some(rank)) if bits >> bit & 1 != 0 => rank + (bits & ((1 << bit) - 1)).count_ones(),
            (Some(_), _) => 0,
            _ => self.of.binary_search(&place).map_or(0, |slot| slot as u32),
        }
    }

    /// Returns true if so many slots have places that can be named.
    pub(in crate::world) fn can_name(&self, slots: usize) -> bool {
        slots.saturating_add(self.offset as usize) <= u32::MAX as usize
    }

    /// The first generation of a place that has no slot yet.
    pub(in crate::world) fn generation(&self) -> u32 {
        self.generation + 1
    }

    pub(in crate::world) fn bytes(&self) -> usize {
        (self.of.capacity() + self.ranks.capacity()) * size_of::<u32>()
            + self.bits.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_slots_lead_to_each_other() {
        let rng = &mut fastrand::Rng::with_seed(1);
        for (count, most) in [(1, 10), (50, 60), (50, 4000), (5, 1 << 31), (300, u32::MAX - 1000)] {
            let mut places: Vec<u32> = (1..count).map(|_| rng.u32(1..most)).chain([0]).collect();
            places.sort_unstable();
            places.dedup();
            let all = Places::new(&places, 7).unwrap();
            assert_eq!(all.generation(), 7);
            for (slot, &place) in places.iter().enumerate() {
                assert_eq!((all.place(slot as u32), all.slot(place)), (place, slot as u32));
            }
            let last = *places.last().unwrap();
            for more in 0..5 {
                let slot = places.len() as u32 + more;
                assert_eq!(all.place(slot), last + 1 + more);
                assert_eq!(all.slot(last + 1 + more), slot);
            }
            for _ in 0..1000 {
                let place = rng.u32(0..=last);
                let expected = places.binary_search(&place).map_or(0, |slot| slot as u32);
                assert_eq!(all.slot(place), expected);
            }
            assert!(all.can_name(places.len()) && !all.can_name(1 << 32));
        }
    }

    #[test]
    fn places_without_gaps_are_their_slots() {
        let all = Places::new(&[0, 1, 2, 3], 1).unwrap();
        assert!(all.are_slots() && all.generation() == 1 && all.slot(9) == 9 && all.place(9) == 9);
        assert!(!Places::new(&[0, 2], 1).unwrap().are_slots());
    }
}
