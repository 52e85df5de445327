//! Eight f64 as one 512-bit register.

use super::lanes16::Avx512;
use crate::simd::doubles::{Arithmetic64, Doubles};
use crate::simd::sizes::LANES8;
use std::arch::x86_64::*;

// SAFETY, for every block below: an `Avx512` exists only where the processor has the instructions; loads read arrays of the
// size that they are given, and stores write such.

impl Arithmetic64 for Avx512 {
    type F = __m512d;
    type Mask = __mmask8;

    #[inline(always)]
    fn splat(self, value: f64) -> __m512d {
        unsafe { _mm512_set1_pd(value) }
    }

    #[inline(always)]
    fn add(self, a: __m512d, b: __m512d) -> __m512d {
        unsafe { _mm512_add_pd(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m512d, b: __m512d) -> __m512d {
        unsafe { _mm512_sub_pd(a, b) }
    }

    #[inline(always)]
    fn mul(self, a: __m512d, b: __m512d) -> __m512d {
        unsafe { _mm512_mul_pd(a, b) }
    }

    #[inline(always)]
    fn lt(self, a: __m512d, b: __m512d) -> __mmask8 {
        unsafe { _mm512_cmp_pd_mask::<_CMP_LT_OQ>(a, b) }
    }

    #[inline(always)]
    fn le(self, a: __m512d, b: __m512d) -> __mmask8 {
        unsafe { _mm512_cmp_pd_mask::<_CMP_LE_OQ>(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __mmask8, b: __mmask8) -> __mmask8 {
        a | b
    }

    #[inline(always)]
    fn and(self, a: __mmask8, b: __mmask8) -> __mmask8 {
        a & b
    }

    #[inline(always)]
    fn select(self, mask: __mmask8, a: __m512d, b: __m512d) -> __m512d {
        unsafe { _mm512_mask_mov_pd(b, mask, a) }
    }
}

impl Doubles for Avx512 {
    #[inline(always)]
    fn lanes(self, bits: u32) -> __mmask8 {
        bits as __mmask8
    }

    #[inline(always)]
    fn load_array(self, array: &[f64; LANES8]) -> __m512d {
        unsafe { _mm512_loadu_pd(array.as_ptr()) }
    }

    #[inline(always)]
    fn to_array(self, v: __m512d) -> [f64; LANES8] {
        let mut array = [0.0; LANES8];
        unsafe { _mm512_storeu_pd(array.as_mut_ptr(), v) }
        array
    }
}
