//! Eight lanes as two 128-bit registers.

use super::lanes4::{bytes_of_entries, look_up, max4, min4};
use super::lanes16::Simd128;
use crate::arrays::MapEach;
use crate::simd::lanes8::Simd8;
use crate::simd::sizes::LANES8;
use crate::simd::uniforms::OneNumber;
use std::arch::wasm32::*;

/// Four lanes each, in ascending order.
type F = [v128; 2];
type I = [v128; 2];

// SAFETY, for every block below: loads read arrays of the size that they are given, and stores write such, at any
// alignment.

/// The same on both registers.
macro_rules! each {
    ($f:ident($($v:expr),*)) => {
        [$f($($v[0]),*), $f($($v[1]),*)]
    };
}

/// A bit for each lane whose sign is set.
#[inline(always)]
fn bits([low, high]: [v128; 2]) -> u32 {
    u32::from(i32x4_bitmask(low)) | u32::from(i32x4_bitmask(high)) << 4
}

/// Arithmetic with a number in all lanes takes one number, and two registers of them would cost twice as much.
impl OneNumber for Simd128 {}

impl Simd8 for Simd128 {
    type F = F;
    type I = I;

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        [f32x4_splat(value); 2]
    }

    #[inline(always)]
    fn load_array(self, array: &[f32; LANES8]) -> F {
        [0, 4].map_each(|i| unsafe { v128_load(array[i..].as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_array(self, v: F) -> [f32; LANES8] {
        let mut array = [0.0; LANES8];
        unsafe {
            v128_store(array.as_mut_ptr().cast(), v[0]);
            v128_store(array[4..].as_mut_ptr().cast(), v[1]);
        }
        array
    }

    #[inline(always)]
    fn numbers(self, bytes: &[u8; LANES8]) -> F {
        self.integers(bytes).map_each(|v| f32x4_convert_i32x4(v))
    }

    #[inline(always)]
    fn numbers16(self, bytes: &[u8; 2 * LANES8]) -> F {
        self.integers16(bytes).map_each(|v| f32x4_convert_i32x4(v))
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        each!(f32x4_add(a, b))
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        each!(f32x4_sub(a, b))
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        each!(f32x4_mul(a, b))
    }

    #[inline(always)]
    fn min(self, a: F, b: F) -> F {
        each!(min4(a, b))
    }

    #[inline(always)]
    fn max(self, a: F, b: F) -> F {
        each!(max4(a, b))
    }

    #[inline(always)]
    fn abs(self, a: F) -> F {
        each!(f32x4_abs(a))
    }

    #[inline(always)]
    fn sqrt(self, a: F) -> F {
        each!(f32x4_sqrt(a))
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> u32 {
        bits(each!(f32x4_le(a, b)))
    }

    #[inline(always)]
    fn permute(self, v: F, index: I) -> F {
        index.map_each(|index| look_up(v, bytes_of_entries(index, 8)))
    }

    #[inline(always)]
    fn splat_i(self, value: i32) -> I {
        [i32x4_splat(value); 2]
    }

    #[inline(always)]
    fn load_array_i(self, array: &[i32; LANES8]) -> I {
        [0, 4].map_each(|i| unsafe { v128_load(array[i..].as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_twice(self, bytes: &[u8; 16]) -> I {
        unsafe { [v128_load(bytes.as_ptr().cast()); 2] }
    }

    #[inline(always)]
    fn to_array_u(self, v: I) -> [u32; LANES8] {
        let mut array = [0; LANES8];
        unsafe {
            v128_store(array.as_mut_ptr().cast(), v[0]);
            v128_store(array[4..].as_mut_ptr().cast(), v[1]);
        }
        array
    }

    #[inline(always)]
    fn integers(self, bytes: &[u8; LANES8]) -> I {
        let words = unsafe { u16x8_load_extend_u8x8(bytes.as_ptr()) };
        [u32x4_extend_low_u16x8(words), u32x4_extend_high_u16x8(words)]
    }

    #[inline(always)]
    fn integers16(self, bytes: &[u8; 2 * LANES8]) -> I {
        let words = unsafe { v128_load(bytes.as_ptr().cast()) };
        [u32x4_extend_low_u16x8(words), u32x4_extend_high_u16x8(words)]
    }

    #[inline(always)]
    fn splat_lane<const LANE: usize>(self, v: I) -> I {
        let half = v[LANE / 4 % 2];
        let lane = match LANE % 4 {
            0 => i32x4_shuffle::<0, 0, 0, 0>(half, half),
            1 => i32x4_shuffle::<1, 1, 1, 1>(half, half),
            2 => i32x4_shuffle::<2, 2, 2, 2>(half, half),
            _ => i32x4_shuffle::<3, 3, 3, 3>(half, half),
        };
        [lane; 2]
    }

    #[inline(always)]
    fn add_i(self, a: I, b: I) -> I {
        each!(i32x4_add(a, b))
    }

    #[inline(always)]
    fn sub_i(self, a: I, b: I) -> I {
        each!(i32x4_sub(a, b))
    }

    #[inline(always)]
    fn min_i(self, a: I, b: I) -> I {
        each!(i32x4_min(a, b))
    }

    #[inline(always)]
    fn max_i(self, a: I, b: I) -> I {
        each!(i32x4_max(a, b))
    }

    #[inline(always)]
    fn and_i(self, a: I, b: I) -> I {
        each!(v128_and(a, b))
    }

    #[inline(always)]
    fn or_i(self, a: I, b: I) -> I {
        each!(v128_or(a, b))
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self, a: I) -> I {
        a.map_each(|a| i32x4_shl(a, BITS as u32))
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self, a: I) -> I {
        a.map_each(|a| u32x4_shr(a, BITS as u32))
    }

    #[inline(always)]
    fn gt_i(self, a: I, b: I) -> I {
        each!(i32x4_gt(a, b))
    }

    #[inline(always)]
    fn select_i(self, lanes: I, a: I, b: I) -> I {
        each!(v128_bitselect(a, b, lanes))
    }

    #[inline(always)]
    fn signs(self, a: I) -> u32 {
        bits(a)
    }

    #[inline(always)]
    fn zip(self, a: F, b: I) -> [[u32; 2]; LANES8] {
        let mut pairs = [[0; 2]; LANES8];
        for k in 0..2 {
            unsafe {
                // Two pairs each, of four.
                v128_store(pairs[4 * k..].as_mut_ptr().cast(), i32x4_shuffle::<0, 4, 1, 5>(a[k], b[k]));
                v128_store(pairs[4 * k + 2..].as_mut_ptr().cast(), i32x4_shuffle::<2, 6, 3, 7>(a[k], b[k]));
            }
        }
        pairs
    }
}
