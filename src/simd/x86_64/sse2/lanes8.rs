//! Eight lanes as two 128-bit registers.

use super::lanes16::{Sse2, abs4};
use crate::arrays::array_of;
use crate::simd::lanes8::Simd8;
use crate::simd::sizes::LANES8;
use crate::simd::uniforms::OneNumber;
use std::arch::x86_64::*;

/// Four lanes each, in ascending order.
type F = [__m128; 2];
type I = [__m128i; 2];

// SAFETY, for every block below: every x86-64 processor has SSE2; loads read arrays of the size that they are given, and
// stores write such.

/// The same on both registers.
macro_rules! each {
    ($f:ident $(::<$n:ident>)? ($($v:expr),*)) => {
        unsafe { [$f$(::<$n>)?($($v[0]),*), $f$(::<$n>)?($($v[1]),*)] }
    };
}

/// A bit for each lane whose sign is set.
#[inline(always)]
fn bits(lanes: F) -> u32 {
    let [low, high] = each!(_mm_movemask_ps(lanes));
    (low | high << 4) as u32
}

/// A register of `lanes` that is all ones or zeros a lane.
#[inline(always)]
fn choose(lanes: __m128i, a: __m128i, b: __m128i) -> __m128i {
    unsafe { _mm_or_si128(_mm_and_si128(lanes, a), _mm_andnot_si128(lanes, b)) }
}

/// Arithmetic with a number in all lanes takes one number, and two registers of them would cost twice as much.
impl OneNumber for Sse2 {}

impl Simd8 for Sse2 {
    type F = F;
    type I = I;

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        unsafe { [_mm_set1_ps(value); 2] }
    }

    #[inline(always)]
    fn load_array(self, array: &[f32; LANES8]) -> F {
        unsafe { [_mm_loadu_ps(array.as_ptr()), _mm_loadu_ps(array[4..].as_ptr())] }
    }

    #[inline(always)]
    fn to_array(self, v: F) -> [f32; LANES8] {
        let mut array = [0.0; LANES8];
        unsafe {
            _mm_storeu_ps(array.as_mut_ptr(), v[0]);
            _mm_storeu_ps(array[4..].as_mut_ptr(), v[1]);
        }
        array
    }

    #[inline(always)]
    fn numbers(self, bytes: &[u8; LANES8]) -> F {
        let integers = self.integers(bytes);
        each!(_mm_cvtepi32_ps(integers))
    }

    #[inline(always)]
    fn numbers16(self, bytes: &[u8; 2 * LANES8]) -> F {
        let integers = self.integers16(bytes);
        each!(_mm_cvtepi32_ps(integers))
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        each!(_mm_add_ps(a, b))
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        each!(_mm_sub_ps(a, b))
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        each!(_mm_mul_ps(a, b))
    }

    #[inline(always)]
    fn min(self, a: F, b: F) -> F {
        each!(_mm_min_ps(a, b))
    }

    #[inline(always)]
    fn max(self, a: F, b: F) -> F {
        each!(_mm_max_ps(a, b))
    }

    #[inline(always)]
    fn abs(self, a: F) -> F {
        [abs4(a[0]), abs4(a[1])]
    }

    #[inline(always)]
    fn sqrt(self, a: F) -> F {
        each!(_mm_sqrt_ps(a))
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> u32 {
        bits(each!(_mm_cmple_ps(a, b)))
    }

    #[inline(always)]
    fn permute(self, v: F, index: I) -> F {
        let (v, index) = (self.to_array(v), self.to_array_u(index));
        self.load_array(&array_of(|i| v[index[i] as usize % LANES8]))
    }

    #[inline(always)]
    fn splat_i(self, value: i32) -> I {
        unsafe { [_mm_set1_epi32(value); 2] }
    }

    #[inline(always)]
    fn load_array_i(self, array: &[i32; LANES8]) -> I {
        unsafe { [_mm_loadu_si128(array.as_ptr().cast()), _mm_loadu_si128(array[4..].as_ptr().cast())] }
    }

    #[inline(always)]
    fn load_twice(self, bytes: &[u8; 16]) -> I {
        unsafe { [_mm_loadu_si128(bytes.as_ptr().cast()); 2] }
    }

    #[inline(always)]
    fn to_array_u(self, v: I) -> [u32; LANES8] {
        let mut array = [0; LANES8];
        unsafe {
            _mm_storeu_si128(array.as_mut_ptr().cast(), v[0]);
            _mm_storeu_si128(array[4..].as_mut_ptr().cast(), v[1]);
        }
        array
    }

    #[inline(always)]
    fn integers(self, bytes: &[u8; LANES8]) -> I {
        unsafe {
            let zero = _mm_setzero_si128();
            let words = _mm_unpacklo_epi8(_mm_loadl_epi64(bytes.as_ptr().cast()), zero);
            [_mm_unpacklo_epi16(words, zero), _mm_unpackhi_epi16(words, zero)]
        }
    }

    #[inline(always)]
    fn integers16(self, bytes: &[u8; 2 * LANES8]) -> I {
        unsafe {
            let (words, zero) = (_mm_loadu_si128(bytes.as_ptr().cast()), _mm_setzero_si128());
            [_mm_unpacklo_epi16(words, zero), _mm_unpackhi_epi16(words, zero)]
        }
    }

    #[inline(always)]
    fn splat_lane<const LANE: usize>(self, v: I) -> I {
        let lane = unsafe {
            match LANE {
                0 => _mm_shuffle_epi32::<0x00>(v[0]),
                1 => _mm_shuffle_epi32::<0x55>(v[0]),
                2 => _mm_shuffle_epi32::<0xaa>(v[0]),
                3 => _mm_shuffle_epi32::<0xff>(v[0]),
                4 => _mm_shuffle_epi32::<0x00>(v[1]),
                5 => _mm_shuffle_epi32::<0x55>(v[1]),
                6 => _mm_shuffle_epi32::<0xaa>(v[1]),
                _ => _mm_shuffle_epi32::<0xff>(v[1]),
            }
        };
        [lane; 2]
    }

    #[inline(always)]
    fn add_i(self, a: I, b: I) -> I {
        each!(_mm_add_epi32(a, b))
    }

    #[inline(always)]
    fn sub_i(self, a: I, b: I) -> I {
        each!(_mm_sub_epi32(a, b))
    }

    #[inline(always)]
    fn min_i(self, a: I, b: I) -> I {
        self.select_i(self.gt_i(a, b), b, a)
    }

    #[inline(always)]
    fn max_i(self, a: I, b: I) -> I {
        self.select_i(self.gt_i(a, b), a, b)
    }

    #[inline(always)]
    fn and_i(self, a: I, b: I) -> I {
        each!(_mm_and_si128(a, b))
    }

    #[inline(always)]
    fn or_i(self, a: I, b: I) -> I {
        each!(_mm_or_si128(a, b))
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self, a: I) -> I {
        each!(_mm_slli_epi32::<BITS>(a))
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self, a: I) -> I {
        each!(_mm_srli_epi32::<BITS>(a))
    }

    #[inline(always)]
    fn gt_i(self, a: I, b: I) -> I {
        each!(_mm_cmpgt_epi32(a, b))
    }

    #[inline(always)]
    fn select_i(self, lanes: I, a: I, b: I) -> I {
        [choose(lanes[0], a[0], b[0]), choose(lanes[1], a[1], b[1])]
    }

    #[inline(always)]
    fn signs(self, a: I) -> u32 {
        bits(each!(_mm_castsi128_ps(a)))
    }

    #[inline(always)]
    fn zip(self, a: F, b: I) -> [[u32; 2]; LANES8] {
        let mut pairs = [[0; 2]; LANES8];
        for k in 0..2 {
            unsafe {
                let a = _mm_castps_si128(a[k]);
                let at = pairs[4 * k..].as_mut_ptr().cast::<__m128i>();
                _mm_storeu_si128(at, _mm_unpacklo_epi32(a, b[k]));
                // Inside: two pairs each, of four.
                _mm_storeu_si128(at.add(1), _mm_unpackhi_epi32(a, b[k]));
            }
        }
        pairs
    }
}
