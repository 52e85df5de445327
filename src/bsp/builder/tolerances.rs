//! Tolerances of equality, at the size of the input.

use super::options::BspOptions;
use super::plane_table::Snap;
use crate::geometry::{Brief, power_of_two_below};
use crate::{Error, Result};
use glam::DVec3;

/// The most bevel planes that an edge may have.
const MAX_BEVELS: u32 = 16;

/// The tolerances of a build.
pub(super) struct Tolerances {
    /// The origin of all coordinates: zero, or the middle of everything if that is far away.
    pub(super) origin: DVec3,
    /// The largest coordinate from there.
    pub(super) scale: f64,
    /// The rounding error of f32 at that size.
    pub(super) rounding: f64,
    /// The distance from a plane up to which points are on it.
    pub(super) epsilon: f64,
    /// The rounding error of f64, with a margin for a sequence of splits.
    pub(super) noise: f64,
    pub(super) snap: Snap,
}

impl Tolerances {
    /// The tolerances for an input within `bounds`. `is_rounded`: planes of brushes are rounded at their
    /// distance from zero; corners of surfaces are exact.
    pub(super) fn new(bounds: Bounds, is_rounded: bool, options: &BspOptions) -> Result<Tolerances> {
        let (min, max) = bounds.unwrap_or_default();
        let (middle, half) = ((min + max) * 0.5, (max - min) * 0.5);
        let far = min.abs().max(max.abs()).max_element();
        // A round number, so that axis-aligned planes stay exact.
        let quantum = power_of_two_below(far.max(f64::MIN_POSITIVE)) / 64.0;
        let origin = match far > 2.0 * half.max_element() {
            true => (middle / quantum).round() * quantum,
            false => DVec3::ZERO,
        };
        let scale = (min - origin).abs().max((max - origin).abs()).max_element();

        let check = |value: f32, most: f32, name: &'static str| {
            if !value.is_finite() {
                return Err(Error::not_finite(text!("{value} is not finite")).of("options", name));
            }
            if !(value >= 0.0 && value <= most) {
                let (value, most) = (Brief(value), Brief(most));
                let error = Error::invalid_argument(text!("{value} is not from 0 to {most}"));
                return Err(error.of("options", name));
            }
            Ok(f64::from(value))
        };
        if options.bevels > MAX_BEVELS {
            let bevels = options.bevels;
            let error = Error::invalid_argument(text!("{bevels} exceeds {MAX_BEVELS}"));
            return Err(error.of("options", "bevels"));
        }
        let normal = check(options.snap_normal, 0.01, "snap_normal")?;
        let distance = check(options.snap_distance, f32::MAX, "snap_distance")?;
        let rounding = if is_rounded { scale.max(far) } else { scale } / f64::from(1 << 24);
        let coarse = if is_rounded { 8.0 } else { 2.0 };
        let snap = Snap {
            normal: if normal > 0.0 { normal } else { 1e-5 },
            distance: if distance > 0.0 { distance } else { rounding * coarse },
        };
        let noise = scale / (1u64 << 44) as f64;
        Ok(Tolerances { origin, scale, rounding, epsilon: rounding * 2.0, noise, snap })
    }
}

/// A box, if there is anything in it.
pub(super) type Bounds = Option<(DVec3, DVec3)>;

pub(super) fn union(a: Bounds, b: (DVec3, DVec3)) -> Bounds {
    Some(a.map_or(b, |a| (a.0.min(b.0), a.1.max(b.1))))
}
