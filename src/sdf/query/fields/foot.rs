//! The way from a point to the surface of a field's interpolant, with the sample at its end.

use super::super::sampler::{Sampled, Sampler};
use crate::geometry::{LARGEST, Vec3};
use glam::DVec3;

/// The most steps of Newton's method.
const STEPS: usize = 24;

/// The most steps of false position, which halve the interval at least every other time.
const CUTS: usize = 40;

/// The tolerance of points of the surface, in cells: a point counts if its value is below this, times the
/// gradient's length, or if values of both signs are no farther apart than this.
const CLOSE: f64 = 1.0 / 4096.0;

/// A point and the field there.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) at: Vec3,
    pub(super) sampled: Sampled,
}

impl Place {
    pub(super) fn of(sampler: &Sampler, at: DVec3) -> Place {
        let at = at.as_vec3();
        Place { at, sampled: sampler.one(at) }
    }

    /// The value there.
    pub(super) fn value(&self) -> f64 {
        f64::from(self.sampled.distance)
    }

    /// The gradient there.
    pub(super) fn gradient(&self) -> DVec3 {
        self.sampled.gradient.as_dvec3()
    }
}

/// A point of the surface near a point, by steps of Newton's method along the gradient. If they have crossed
/// the surface, by false position.
pub(super) fn on_surface(sampler: &Sampler, from: Place) -> Option<Place> {
    let close = CLOSE * f64::from(sampler.cell);
    let mut here = from;
    for _ in 0..STEPS {
        let (value, gradient) = (here.value(), here.gradient());
        let steepness = gradient.length();
        if value.abs() <= close * steepness.min(1.0) {
            return Some(here);
        }
        if !(steepness > 0.0) || !value.is_finite() {
            return None;
        }
        // If the field is flat, a whole step could lead anywhere. But at edges it is flat although the
        // surface is near.
        let most = (2.0 * value.abs()).max(0.25 * f64::from(sampler.cell));
        let step = (value / steepness).clamp(-most, most);
        let next = here.at.as_dvec3() - gradient * (step / steepness);
        if !(next.abs().max_element() <= f64::from(LARGEST)) {
            return None;
        }
        let next = Place::of(sampler, next);
        if (next.value() < 0.0) != (value < 0.0) {
            return Some(between(sampler, here, next));
        }
        if next.at == here.at {
            return None;
        }
        here = next;
    }
    None
}

/// A point of the surface between two points on both sides of it.
pub(super) fn between(sampler: &Sampler, a: Place, b: Place) -> Place {
    let close = CLOSE * f64::from(sampler.cell);
    let (mut a, mut b) = (a, b);
    let (mut at_a, mut at_b) = (a.value(), b.value());
    for _ in 0..CUTS {
        let (from, to) = (a.at.as_dvec3(), b.at.as_dvec3());
        if (to - from).length() <= close || at_a == 0.0 || at_b == 0.0 {
            break;
        }
        // False position, cutting off a tenth at least (Illinois).
        let t = (at_a / (at_a - at_b)).clamp(0.1, 0.9);
        let next = Place::of(sampler, from + (to - from) * t);
        if next.at == a.at || next.at == b.at {
            break;
        }
        if (next.value() < 0.0) == (a.value() < 0.0) {
            (a, at_a) = (next, next.value());
            at_b *= 0.5;
        } else {
            (b, at_b) = (next, next.value());
            at_a *= 0.5;
        }
        if next.value().abs() <= close * next.gradient().length().min(1.0) {
            return next;
        }
    }
    if a.value().abs() <= b.value().abs() { a } else { b }
}
