//! Operations on one register, which both widths share.
//!
//! Bit fields are unpacked by byte shuffles, see [`crate::simd::bit_unpack`]. There is no shift by another number of bits in
//! each lane: multiplication by a power of two moves all fields to the same bit, from where one shift takes them down.

use crate::simd::bit_unpack::{FIELDS, second};
use crate::simd::sizes::width;
use std::arch::wasm32::*;

// SAFETY, for every block below: loads say why they stay inside; they may be of any alignment.

/// By the code of a width: what moves each of eight fields to bit [`SHIFTS`] of its lane.
static FACTORS: [[u32; 8]; 32] = {
    let mut factors = [[1; 8]; 32];
    let mut code = 0;
    while code < 32 {
        let mut lane = 0;
        while lane < 8 {
            factors[code][lane] = 1 << (SHIFTS[code] - FIELDS.shifts[code][lane]);
            lane += 1;
        }
        code += 1;
    }
    factors
};

/// By the code of a width: the bit at which fields then begin. Those of 32 bits begin with a byte as they lie.
static SHIFTS: [u32; 32] = {
    let mut shifts = [7; 32];
    let mut code = 0;
    while code < 32 {
        if width(code as u32) == 32 {
            shifts[code] = 0;
        }
        code += 1;
    }
    shifts
};

/// `b` where the lanes are equal or unordered: the instruction takes its first operand then.
#[inline(always)]
pub(super) fn min4(a: v128, b: v128) -> v128 {
    f32x4_pmin(b, a)
}

/// As [`min4`].
#[inline(always)]
pub(super) fn max4(a: v128, b: v128) -> v128 {
    f32x4_pmax(b, a)
}

/// Four lanes of [`crate::simd::Simd::select`]; `first` is the number of the first.
#[inline(always)]
pub(super) fn select4(mask: u32, first: u32, a: v128, b: v128) -> v128 {
    let bits = u32x4(1, 2, 4, 8);
    v128_bitselect(a, b, i32x4_eq(v128_and(u32x4_splat(mask >> first), bits), bits))
}

/// The bytes of four entries of a table of f32, whose numbers are below `entries`, a power of two.
#[inline(always)]
pub(super) fn bytes_of_entries(index: v128, entries: u32) -> v128 {
    // The four bytes of entry i begin at 4 i.
    let index = v128_and(index, u32x4_splat(entries - 1));
    i32x4_add(i32x4_mul(index, u32x4_splat(0x0404_0404)), u32x4_splat(0x0302_0100))
}

/// Those bytes of a table of `N` registers. The instruction gives 0 for what lies beyond its register.
#[inline(always)]
pub(super) fn look_up<const N: usize>(table: [v128; N], bytes: v128) -> v128 {
    let mut found = i8x16_swizzle(table[0], bytes);
    for (k, &register) in table.iter().enumerate().skip(1) {
        found = v128_or(found, i8x16_swizzle(register, i8x16_sub(bytes, u8x16_splat(16 * k as u8))));
    }
    found
}

/// Four fields from byte `at` on, each at the lowest bits of its lane and followed by whatever comes next; the first or the
/// second four of eight.
#[inline(always)]
fn spread4(bytes: &[u8; 64], at: usize, code: usize, half: usize) -> v128 {
    // Inside: no load begins beyond byte 48.
    let bytes = unsafe { v128_load(bytes.as_ptr().add(at.min(48)).cast()) };
    let places = unsafe { v128_load(FIELDS.bytes[code][16 * half..].as_ptr().cast()) };
    let factors = unsafe { v128_load(FACTORS[code][4 * half..].as_ptr().cast()) };
    u32x4_shr(i32x4_mul(i8x16_swizzle(bytes, places), factors), SHIFTS[code])
}

/// Sixteen fields.
#[inline(always)]
pub(super) fn spread16(bytes: &[u8; 64], code: usize) -> [v128; 4] {
    let width = FIELDS.width(code);
    [
        spread4(bytes, 0, code, 0),
        spread4(bytes, second(width), code, 1),
        spread4(bytes, width, code, 0),
        spread4(bytes, width + second(width), code, 1),
    ]
}
