//! Arithmetic in f64: of eight lanes, or of one number, so that a function written once serves both.

use super::sizes::LANES8;

/// The operations of numbers: IEEE double precision, one rounding an operation.
pub(crate) trait Arithmetic64: Copy {
    /// A number, or one a lane.
    type F: Copy;
    /// True if something holds, lane by lane.
    type Mask: Copy;

    /// All lanes the same.
    fn splat(self, value: f64) -> Self::F;
    /// Lane by lane.
    fn add(self, a: Self::F, b: Self::F) -> Self::F;
    /// Lane by lane.
    fn sub(self, a: Self::F, b: Self::F) -> Self::F;
    /// Lane by lane.
    fn mul(self, a: Self::F, b: Self::F) -> Self::F;
    /// `a < b`.
    fn lt(self, a: Self::F, b: Self::F) -> Self::Mask;
    /// `a <= b`.
    fn le(self, a: Self::F, b: Self::F) -> Self::Mask;
    /// Either.
    fn or(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Both.
    fn and(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// `a` where the mask holds, else `b`.
    fn select(self, mask: Self::Mask, a: Self::F, b: Self::F) -> Self::F;
}

/// Eight lanes of f64. Implementors are tokens, as those of [`super::Simd`] are.
pub(crate) trait Doubles: Arithmetic64 {
    /// The lanes of which a bit is set, the lowest first.
    fn lanes(self, bits: u32) -> Self::Mask;
    /// An array as lanes.
    fn load_array(self, array: &[f64; LANES8]) -> Self::F;
    /// The lanes as an array.
    fn to_array(self, v: Self::F) -> [f64; LANES8];
}

/// Two lanes of a mask, by two bits.
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub(super) static PAIRS: [[u64; 2]; 4] = [[0, 0], [u64::MAX, 0], [0, u64::MAX], [u64::MAX, u64::MAX]];

/// One number.
#[derive(Clone, Copy)]
pub(crate) struct Scalar64;

impl Arithmetic64 for Scalar64 {
    type F = f64;
    type Mask = bool;

    #[inline(always)]
    fn splat(self, value: f64) -> f64 {
        value
    }

    #[inline(always)]
    fn add(self, a: f64, b: f64) -> f64 {
        a + b
    }

    #[inline(always)]
    fn sub(self, a: f64, b: f64) -> f64 {
        a - b
    }

    #[inline(always)]
    fn mul(self, a: f64, b: f64) -> f64 {
        a * b
    }

    #[inline(always)]
    fn lt(self, a: f64, b: f64) -> bool {
        a < b
    }

    #[inline(always)]
    fn le(self, a: f64, b: f64) -> bool {
        a <= b
    }

    #[inline(always)]
    fn or(self, a: bool, b: bool) -> bool {
        a | b
    }

    #[inline(always)]
    fn and(self, a: bool, b: bool) -> bool {
        a & b
    }

    #[inline(always)]
    fn select(self, mask: bool, a: f64, b: f64) -> f64 {
        if mask { a } else { b }
    }
}
