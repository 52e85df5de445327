//! Eight f64 as four 128-bit registers.

use super::lanes16::Sse2;
use crate::arrays::MapEach;
use crate::simd::doubles::{Arithmetic64, Doubles, PAIRS};
use crate::simd::sizes::LANES8;
use std::arch::x86_64::*;

/// Two lanes each, in ascending order; of a mask, all ones or all zeros.
type F = [__m128d; 4];

// SAFETY, for every block below: every x86-64 processor has SSE2; loads read arrays of the size that they are given, and
// stores write such.

/// Something of each register.
macro_rules! each {
    ($f:ident($($v:expr),*)) => {
        unsafe { [$f($($v[0]),*), $f($($v[1]),*), $f($($v[2]),*), $f($($v[3]),*)] }
    };
}

impl Arithmetic64 for Sse2 {
    type F = F;
    type Mask = F;

    #[inline(always)]
    fn splat(self, value: f64) -> F {
        unsafe { [_mm_set1_pd(value); 4] }
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        each!(_mm_add_pd(a, b))
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        each!(_mm_sub_pd(a, b))
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        each!(_mm_mul_pd(a, b))
    }

    #[inline(always)]
    fn lt(self, a: F, b: F) -> F {
        each!(_mm_cmplt_pd(a, b))
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> F {
        each!(_mm_cmple_pd(a, b))
    }

    #[inline(always)]
    fn or(self, a: F, b: F) -> F {
        each!(_mm_or_pd(a, b))
    }

    #[inline(always)]
    fn and(self, a: F, b: F) -> F {
        each!(_mm_and_pd(a, b))
    }

    #[inline(always)]
    fn select(self, mask: F, a: F, b: F) -> F {
        let (a, b) = (each!(_mm_and_pd(mask, a)), each!(_mm_andnot_pd(mask, b)));
        each!(_mm_or_pd(a, b))
    }
}

impl Doubles for Sse2 {
    #[inline(always)]
    fn lanes(self, bits: u32) -> F {
        [0, 2, 4, 6].map_each(|i| {
            let pair = &PAIRS[(bits >> i) as usize % PAIRS.len()];
            unsafe { _mm_castsi128_pd(_mm_loadu_si128(pair.as_ptr().cast())) }
        })
    }

    #[inline(always)]
    fn load_array(self, array: &[f64; LANES8]) -> F {
        [0, 2, 4, 6].map_each(|i| unsafe { _mm_loadu_pd(array[i..].as_ptr()) })
    }

    #[inline(always)]
    fn to_array(self, v: F) -> [f64; LANES8] {
        let mut array = [0.0; LANES8];
        for (i, v) in v.into_iter().enumerate() {
            unsafe { _mm_storeu_pd(array[2 * i..].as_mut_ptr(), v) }
        }
        array
    }
}
