//! Arithmetic in f32: of lanes, or of one number, so that a function written once serves both.

use super::sizes::LANES;
use crate::geometry;

/// The operations of numbers: IEEE single precision, one rounding an operation.
pub(crate) trait Arithmetic32: Copy + Send + Sync {
    /// A number, or one a lane.
    type F: Copy;
    /// All lanes the same.
    fn splat(self, value: f32) -> Self::F;
    /// Lane by lane.
    fn add(self, a: Self::F, b: Self::F) -> Self::F;
    /// Lane by lane.
    fn sub(self, a: Self::F, b: Self::F) -> Self::F;
    /// Lane by lane.
    fn mul(self, a: Self::F, b: Self::F) -> Self::F;
    /// Lane by lane.
    fn div(self, a: Self::F, b: Self::F) -> Self::F;
    /// `b` where the lanes are equal or unordered.
    fn min(self, a: Self::F, b: Self::F) -> Self::F;
    /// `b` where the lanes are equal or unordered.
    fn max(self, a: Self::F, b: Self::F) -> Self::F;
    /// A bit a lane: `a < b`.
    fn lt(self, a: Self::F, b: Self::F) -> u32;
    /// A bit a lane: `a <= b`.
    fn le(self, a: Self::F, b: Self::F) -> u32;
    /// `a` where the lane's bit is set, else `b`.
    fn select(self, mask: u32, a: Self::F, b: Self::F) -> Self::F;
}

/// Lanes of f32, at most sixteen. Implementors are tokens, as those of [`super::Simd`] are.
pub(crate) trait Lanes32: Arithmetic32 {
    /// The lanes as an array, with zeros behind them.
    fn to_array(self, v: Self::F) -> [f32; LANES];
    /// Magnitudes.
    fn abs(self, a: Self::F) -> Self::F;
    /// A bit a lane: `a == b`.
    fn eq(self, a: Self::F, b: Self::F) -> u32;
    /// The smallest of the lanes whose bit is set; infinity if none is.
    fn smallest(self, mask: u32, a: Self::F) -> f32;
    /// The number in a lane.
    #[inline(always)]
    fn extract(self, a: Self::F, lane: usize) -> f32 {
        self.to_array(a)[lane % LANES]
    }
}

/// One number.
#[derive(Clone, Copy)]
pub(crate) struct Scalar32;

impl Arithmetic32 for Scalar32 {
    type F = f32;

    #[inline(always)]
    fn splat(self, value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn add(self, a: f32, b: f32) -> f32 {
        a + b
    }

    #[inline(always)]
    fn sub(self, a: f32, b: f32) -> f32 {
        a - b
    }

    #[inline(always)]
    fn mul(self, a: f32, b: f32) -> f32 {
        a * b
    }

    #[inline(always)]
    fn div(self, a: f32, b: f32) -> f32 {
        a / b
    }

    #[inline(always)]
    fn min(self, a: f32, b: f32) -> f32 {
        geometry::min(a, b)
    }

    #[inline(always)]
    fn max(self, a: f32, b: f32) -> f32 {
        geometry::max(a, b)
    }

    #[inline(always)]
    fn lt(self, a: f32, b: f32) -> u32 {
        u32::from(a < b)
    }

    #[inline(always)]
    fn le(self, a: f32, b: f32) -> u32 {
        u32::from(a <= b)
    }

    #[inline(always)]
    fn select(self, mask: u32, a: f32, b: f32) -> f32 {
        if mask != 0 { a } else { b }
    }
}
