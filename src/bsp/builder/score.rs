//! The score of a splitting plane, and the choice of candidates.

use super::polygon::Side;
use crate::arrays::MapEach;
use glam::DVec3;

/// The numbers of a cell's contents on each side of a plane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Score {
    pub(super) front: i64,
    pub(super) back: i64,
    pub(super) both: i64,
    pub(super) coplanar: i64,
}

impl Score {
    pub(super) fn count(&mut self, side: Side) {
        match side {
            Side::Front => self.front += 1,
            Side::Back => self.back += 1,
            Side::Cross => self.both += 1,
            Side::On => self.coplanar += 1,
        }
    }

    /// The score; less is better: few splits, then balance, then many coplanar faces.
    pub(super) fn total(&self) -> i64 {
        8 * self.both + (self.front - self.back).abs() - 2 * self.coplanar
    }

    /// The score of an axis-aligned plane through no face. If a finely tessellated surface is convex, each of
    /// its planes has all other faces behind it and splits none, and the tree would be as deep as there are
    /// faces in a cell. So splits that halve the cell cost less.
    pub(super) fn axial(&self) -> i64 {
        4 * self.both + (self.front - self.back).abs() - 2 * self.coplanar
    }
}

/// The most planes that are tried.
pub(super) const CANDIDATES: usize = 16;

/// Chooses candidates at random, but the same ones for the same cell, for any order in which cells are split
/// and either direction of faces (SplitMix64, Steele, Lea and Flood 2014).
#[derive(Clone, Copy)]
pub(super) struct Sampler {
    state: u64,
}

impl Sampler {
    pub(super) fn new() -> Sampler {
        Sampler { state: 0 }
    }

    /// The sampler of the part of the cell behind a plane. It depends on the half-space itself, because the
    /// plane's number depends on the order of the work.
    pub(super) fn behind(&self, (normal, d): (DVec3, f64)) -> Sampler {
        // -0.0 equals 0.0.
        let bits = [normal.x, normal.y, normal.z, d].map_each(|number| (number + 0.0).to_bits());
        Sampler { state: bits.into_iter().fold(self.state, |state, bits| mix(state ^ bits)) }
    }

    /// The elements of `count` to try: all, if there are few.
    pub(super) fn sample(&self, count: usize) -> impl Iterator<Item = usize> {
        let (all, state) = (count <= CANDIDATES, self.state);
        let random =
            move |i: usize| ((u128::from(mix(state.wrapping_add(i as u64))) * count as u128) >> 64) as usize;
        (0..count.min(CANDIDATES)).map(move |i| if all { i } else { random(i) })
    }
}

fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
