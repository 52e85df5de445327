//! A node's boxes in sixteen lanes.

use super::lanes::Simd;
use super::node::{BIG_BITS, EXPONENT, MANTISSA, word};
use super::sizes::LANES;

/// Grid coordinates plus 2^23 of the sides of a node's children along an axis, whose bytes they are: whole numbers below
/// 2^24, and so exact.
#[inline(always)]
pub(super) fn sides<S: Simd>(simd: S, node: &[u8; 64], axis: usize, bytes: &[u8; LANES]) -> S::F {
    let header = word(node, axis);
    let unit = simd.splat(f32::from_bits(header & EXPONENT));
    simd.add(simd.mul(simd.numbers(bytes), unit), simd.splat(f32::from_bits(BIG_BITS | header & MANTISSA)))
}

/// `first` in the lower eight lanes, `second` in the others.
#[inline(always)]
pub(super) fn halves<S: Simd>(simd: S, first: f32, second: f32) -> S::F {
    simd.select(0xff, simd.splat(first), simd.splat(second))
}
