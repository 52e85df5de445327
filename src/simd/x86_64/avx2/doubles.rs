//! Eight f64 as two 256-bit registers.

use super::lanes16::Avx2;
use crate::arrays::MapEach;
use crate::simd::doubles::{Arithmetic64, Doubles};
use crate::simd::sizes::LANES8;
use std::arch::x86_64::*;

/// The lower and the upper four lanes.
type F = [__m256d; 2];

// SAFETY, for every block below: an `Avx2` exists only where the processor has the instructions; loads read arrays of the
// size that they are given, and stores write such.

impl Arithmetic64 for Avx2 {
    type F = F;
    /// All ones or all zeros.
    type Mask = F;

    #[inline(always)]
    fn splat(self, value: f64) -> F {
        unsafe { [_mm256_set1_pd(value); 2] }
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        unsafe { [_mm256_add_pd(a[0], b[0]), _mm256_add_pd(a[1], b[1])] }
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        unsafe { [_mm256_sub_pd(a[0], b[0]), _mm256_sub_pd(a[1], b[1])] }
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        unsafe { [_mm256_mul_pd(a[0], b[0]), _mm256_mul_pd(a[1], b[1])] }
    }

    #[inline(always)]
    fn lt(self, a: F, b: F) -> F {
        unsafe { [_mm256_cmp_pd::<_CMP_LT_OQ>(a[0], b[0]), _mm256_cmp_pd::<_CMP_LT_OQ>(a[1], b[1])] }
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> F {
        unsafe { [_mm256_cmp_pd::<_CMP_LE_OQ>(a[0], b[0]), _mm256_cmp_pd::<_CMP_LE_OQ>(a[1], b[1])] }
    }

    #[inline(always)]
    fn or(self, a: F, b: F) -> F {
        unsafe { [_mm256_or_pd(a[0], b[0]), _mm256_or_pd(a[1], b[1])] }
    }

    #[inline(always)]
    fn and(self, a: F, b: F) -> F {
        unsafe { [_mm256_and_pd(a[0], b[0]), _mm256_and_pd(a[1], b[1])] }
    }

    #[inline(always)]
    fn select(self, mask: F, a: F, b: F) -> F {
        unsafe { [_mm256_blendv_pd(b[0], a[0], mask[0]), _mm256_blendv_pd(b[1], a[1], mask[1])] }
    }
}

impl Doubles for Avx2 {
    #[inline(always)]
    fn lanes(self, bits: u32) -> F {
        unsafe {
            let all = _mm256_set1_epi64x(bits.into());
            let (low, high) = (_mm256_setr_epi64x(1, 2, 4, 8), _mm256_setr_epi64x(16, 32, 64, 128));
            [low, high].map_each(|lanes| {
                _mm256_castsi256_pd(_mm256_cmpeq_epi64(_mm256_and_si256(all, lanes), lanes))
            })
        }
    }

    #[inline(always)]
    fn load_array(self, array: &[f64; LANES8]) -> F {
        unsafe { [_mm256_loadu_pd(array.as_ptr()), _mm256_loadu_pd(array[4..].as_ptr())] }
    }

    #[inline(always)]
    fn to_array(self, v: F) -> [f64; LANES8] {
        let mut array = [0.0; LANES8];
        unsafe {
            _mm256_storeu_pd(array.as_mut_ptr(), v[0]);
            _mm256_storeu_pd(array[4..].as_mut_ptr(), v[1]);
        }
        array
    }
}
