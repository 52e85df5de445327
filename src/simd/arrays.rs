//! Operations by arrays, for levels without instructions for them.

use super::sizes::{LANES, width};
use crate::arrays::array_of;

/// [`super::Simd::permute`].
#[inline(never)]
pub(super) fn permute(table: &[f32; LANES], index: &[u32; LANES]) -> [f32; LANES] {
    array_of(|i| table[index[i] as usize % LANES])
}

/// [`super::Simd::permute_two`].
#[inline(never)]
pub(super) fn permute_two(tables: [&[f32; LANES]; 2], index: &[u32; LANES]) -> [f32; LANES] {
    array_of(|i| tables[index[i] as usize / LANES % 2][index[i] as usize % LANES])
}

/// [`super::Simd::unpack`].
#[inline(never)]
pub(super) fn unpack(bytes: &[u8; 64], code: u32, zeros: u32, base: u32) -> [u32; LANES] {
    let width = width(code);
    let mask = ((1u64 << width) - 1) as u32;
    array_of(|i| {
        let bit = i * width as usize;
        let at = (bit / 8).min(60);
        let field = u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        ((field >> (bit % 8) & mask) << zeros).wrapping_add(base)
    })
}
