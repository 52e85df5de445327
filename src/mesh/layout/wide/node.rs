//! The line of a node as its tests read it.
//!
//! A node's children are stored as offsets of 8 bits on an integer grid of 23 bits. The grid coordinate of
//! a side is `g + q * 2^e`; as the mantissa bits of an f32 near 2^23 it needs no conversion.

use super::arena::LINE;
use crate::simd::{LANES, LANES8, Simd, Simd8};
use glam::Vec4;

/// The most children of a node: one a lane.
pub(super) const CHILDREN: usize = LANES8;

/// 2^23: where the mantissa of an f32 counts in ones.
pub(super) const BIG: f32 = 8_388_608.0;
/// The bits of [`BIG`].
pub(super) const BIG_BITS: u32 = 0x4B00_0000;
/// The exponent bits of an f32.
pub(super) const EXPONENT: u32 = 0x7F80_0000;
/// The mantissa bits of an f32.
pub(super) const MANTISSA: u32 = 0x007F_FFFF;

/// The length in grid steps by which node tests reach farther than the reference's padding: a bound on their own
/// rounding, which is at most a few steps and a few units in the last place of the distance.
pub(super) const STEPS: f32 = 16.0;

/// Numbers beyond this make the test of rays give up and let everything through.
pub(super) const SANE: f32 = 1e30;

/// The sixteen bytes `i` of a node: the lower and upper sides along an axis, or the header.
#[inline(always)]
pub(super) fn sixteen(node: &[u8; LINE], i: usize) -> &[u8; 16] {
    let (sixteens, _) = node.as_chunks();
    &sixteens[i % 4]
}

/// The header: for each axis the grid origin and the exponent of the unit of its sides, then the children.
#[inline(always)]
pub(super) fn header(node: &[u8; LINE]) -> &[u8; 16] {
    sixteen(node, 3)
}

/// The `i`th word of the header.
#[inline(always)]
pub(super) fn word(node: &[u8; LINE], i: usize) -> u32 {
    let (words, _) = header(node).as_chunks();
    u32::from_le_bytes(words[i % 4])
}

/// A node's grid coordinate along an axis, and the exponent of the unit of its sides.
#[inline(always)]
pub(super) fn origin_and_exponent(node: &[u8; LINE], axis: usize) -> (i32, u32) {
    let word = word(node, axis);
    // A blob may say anything: shifts stay below the width of the type.
    ((word & MANTISSA) as i32, ((word >> 23 & 255).saturating_sub(127)).min(31))
}

/// The eight sides `i`, of all children: twice the axis is the lower ones, and one more the upper.
#[inline(always)]
pub(super) fn eight(node: &[u8; LINE], i: usize) -> &[u8; CHILDREN] {
    let (eights, _) = node.as_chunks();
    &eights[i % 8]
}

/// The unit of a node's sides along an axis, in grid steps.
#[inline(always)]
pub(super) fn unit<S: Simd8>(simd: S, node: &[u8; LINE], axis: usize) -> S::Uniform {
    simd.uniform_bits(word(node, axis), EXPONENT, 0)
}

/// The first three numbers.
#[inline(always)]
pub(super) fn uniform3<S: Simd8>(simd: S, v: Vec4) -> [S::Uniform; 3] {
    [simd.uniform(v.x), simd.uniform(v.y), simd.uniform(v.z)]
}

/// Grid coordinates plus 2^23 of the sides of a node's children along an axis, whose bytes they are: whole numbers below
/// 2^24, and so exact.
#[inline(always)]
pub(super) fn sides<S: Simd>(simd: S, node: &[u8; LINE], axis: usize, bytes: &[u8; LANES]) -> S::F {
    let header = word(node, axis);
    let unit = simd.splat(f32::from_bits(header & EXPONENT));
    simd.add(simd.mul(simd.numbers(bytes), unit), simd.splat(f32::from_bits(BIG_BITS | header & MANTISSA)))
}
