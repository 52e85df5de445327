//! The arithmetic of lanes, which is the same for all sixteen and for some of them.

use super::sizes::LANES;

/// Lanes of f32, at most sixteen. Implementors are tokens, as those of [`super::Simd`] are.
pub(crate) trait Arithmetic32: Copy + Send + Sync {
    /// As many f32.
    type F: Copy;
    /// All lanes the same.
    fn splat(self, value: f32) -> Self::F;
    /// The lanes as an array, with zeros behind them.
    fn to_array(self, v: Self::F) -> [f32; LANES];
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
    /// Magnitudes.
    fn abs(self, a: Self::F) -> Self::F;
    /// A bit a lane: `a < b`.
    fn lt(self, a: Self::F, b: Self::F) -> u32;
    /// A bit a lane: `a <= b`.
    fn le(self, a: Self::F, b: Self::F) -> u32;
    /// A bit a lane: `a == b`.
    fn eq(self, a: Self::F, b: Self::F) -> u32;
    /// `a` where the lane's bit is set, else `b`.
    fn select(self, mask: u32, a: Self::F, b: Self::F) -> Self::F;
    /// The smallest of the lanes whose bit is set; infinity if none is.
    fn smallest(self, mask: u32, a: Self::F) -> f32;
    /// The number in a lane.
    #[inline(always)]
    fn extract(self, a: Self::F, lane: usize) -> f32 {
        self.to_array(a)[lane % LANES]
    }
}
