//! How good a plane is to divide a cell by, and which planes are tried.

use super::Place;

/// What a plane does to the contents of a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Score {
    pub(super) front: i64,
    pub(super) back: i64,
    pub(super) both: i64,
    pub(super) coplanar: i64,
}

impl Score {
    pub(super) fn count(&mut self, place: Place) {
        match place {
            Place::Front => self.front += 1,
            Place::Back => self.back += 1,
            Place::Both => self.both += 1,
            Place::On => self.coplanar += 1,
        }
    }

    /// Less is better: few splits, then balance, then many faces done with at once.
    pub(super) fn total(&self) -> i64 {
        8 * self.both + (self.front - self.back).abs() - 2 * self.coplanar
    }
}

/// How many planes are tried.
const CANDIDATES: usize = 16;

/// Chooses candidates at random, the same ones each time (xorshift, Marsaglia 2003).
pub(super) struct Sampler {
    state: u64,
}

impl Sampler {
    pub(super) fn new() -> Sampler {
        Sampler { state: 0x9e37_79b9_7f4a_7c15 }
    }

    /// Which of `count` elements to try: all, where there are few.
    pub(super) fn sample(&mut self, count: usize) -> impl Iterator<Item = usize> {
        let all = count <= CANDIDATES;
        (0..count.min(CANDIDATES)).map(move |i| if all { i } else { self.below(count) })
    }

    fn below(&mut self, count: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        ((u128::from(self.state) * count as u128) >> 64) as usize
    }
}
