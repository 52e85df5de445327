//! The deepest point so far of a shape, and the cutoff above which parts cannot be deeper.

use super::sampler::{Sampled, Sampler};
use crate::geometry::{Vec3, max};
use glam::DVec3;

/// The number of samples and cells after which the tolerance is doubled.
const LOOKS: u32 = 4096;

/// The number of samples and cells after which the search ends with its best point so far: for fields no
/// steeper than [`STEEP`], and for steeper ones. Bounds on large pieces of steep fields are weak, and there
/// may be any number of small pieces.
const MOST_LOOKS: [u32; 2] = [1 << 24, 1 << 16];

/// Twice the largest steepness of fields of closed surfaces.
const STEEP: f32 = 4.0;

/// A point of a shape, and the field there.
#[derive(Clone, Copy)]
pub(super) struct Deepest {
    pub(super) point: Vec3,
    pub(super) sampled: Sampled,
}

/// A search for the deepest point under way.
pub(super) struct Lowest<'a, 's> {
    pub(super) sampler: &'a Sampler<'s>,
    best: Deepest,
    /// The distance from the surface up to which a point has a contact, but for the storage's error.
    reach: f64,
    tolerance: f64,
    looks: u32,
}

impl<'a, 's> Lowest<'a, 's> {
    /// A search that begins with a point of the shape. Contacts are no farther than `reach`.
    pub(super) fn new(
        sampler: &'a Sampler<'s>,
        start: Deepest,
        reach: f64,
        tolerance: f64,
    ) -> Lowest<'a, 's> {
        Lowest { sampler, best: start, reach, tolerance, looks: 0 }
    }

    /// The deepest point so far.
    pub(super) fn best(&self) -> Deepest {
        self.best
    }

    /// The value from which on a part need not be searched.
    #[inline(always)]
    pub(super) fn cutoff(&self) -> f64 {
        let errors = self.sampler.errors;
        self.cutoff_by(max(errors.near, errors.far))
    }

    /// The same for a place in a block that is reduced to its corners, or in one that is not. If the errors
    /// of both differ much, the larger one would leave places undecided that no sample can decide.
    #[inline(always)]
    pub(super) fn cutoff_in(&self, is_coarse: bool) -> f64 {
        let errors = self.sampler.errors;
        self.cutoff_by(if is_coarse { errors.far } else { errors.near })
    }

    #[inline(always)]
    fn cutoff_by(&self, error: f32) -> f64 {
        if self.is_over() {
            return f64::NEG_INFINITY;
        }
        if self.touches(&self.best.sampled) {
            return f64::from(self.best.sampled.distance) - self.tolerance;
        }
        (self.reach + f64::from(error)).next_up()
    }

    /// Returns true if the search has taken so long that it ends: then nothing more is searched.
    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        self.looks >= MOST_LOOKS[usize::from(self.sampler.slope > STEEP)]
    }

    /// Returns true if a sample is a contact.
    #[inline(always)]
    fn touches(&self, sampled: &Sampled) -> bool {
        f64::from(sampled.distance) - f64::from(sampled.error) <= self.reach
    }

    /// Takes a point of the shape for the best if it is deeper, or the first that touches.
    #[inline(always)]
    pub(super) fn take(&mut self, point: Vec3, sampled: Sampled) {
        let (one, other) = (self.touches(&sampled), self.touches(&self.best.sampled));
        if one == other && sampled.distance < self.best.sampled.distance || one && !other {
            self.best = Deepest { point, sampled };
        }
    }

    /// The depth by which a point of the shape may be deeper than the best so far.
    #[inline(always)]
    pub(super) fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Samples a point of the shape.
    #[inline(always)]
    pub(super) fn offer(&mut self, point: DVec3) -> Sampled {
        self.look();
        let point = point.as_vec3();
        let sampled = self.sampler.one(point);
        self.take(point, sampled);
        sampled
    }

    /// Counts a sample or cell. The tolerance is doubled from time to time, and the search ends after the
    /// most.
    #[inline(always)]
    pub(super) fn look(&mut self) {
        self.looks = self.looks.saturating_add(1);
        if self.looks.is_multiple_of(LOOKS) {
            self.tolerance *= 2.0;
        }
    }

    /// The least that the field may be at a distance of `apart` from a place where it is `value`. Outside of
    /// the grid's box it is steeper.
    #[inline(always)]
    pub(super) fn least_around(&self, value: impl Into<f64>, apart: f64, is_inside: bool) -> f64 {
        let steeper = if is_inside { 0.0 } else { apart };
        value.into() - (self.sampler.steepness(apart) + steeper)
    }
}
