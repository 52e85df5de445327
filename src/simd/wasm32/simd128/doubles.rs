//! Eight f64 as four 128-bit registers.

use super::lanes16::Simd128;
use crate::arrays::MapEach;
use crate::simd::doubles::{Arithmetic64, Doubles, PAIRS};
use crate::simd::sizes::LANES8;
use std::arch::wasm32::*;

/// Two lanes each, in ascending order; of a mask, all ones or all zeros.
type F = [v128; 4];

/// Something of each register.
macro_rules! each {
    ($f:ident($($v:expr),*)) => {
        [$f($($v[0]),*), $f($($v[1]),*), $f($($v[2]),*), $f($($v[3]),*)]
    };
}

// SAFETY, for every block below: loads read arrays of the size that they are given, and stores write such, at any
// alignment.

impl Arithmetic64 for Simd128 {
    type F = F;
    type Mask = F;

    #[inline(always)]
    fn splat(self, value: f64) -> F {
        [f64x2_splat(value); 4]
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        each!(f64x2_add(a, b))
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        each!(f64x2_sub(a, b))
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        each!(f64x2_mul(a, b))
    }

    #[inline(always)]
    fn lt(self, a: F, b: F) -> F {
        each!(f64x2_lt(a, b))
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> F {
        each!(f64x2_le(a, b))
    }

    #[inline(always)]
    fn or(self, a: F, b: F) -> F {
        each!(v128_or(a, b))
    }

    #[inline(always)]
    fn and(self, a: F, b: F) -> F {
        each!(v128_and(a, b))
    }

    #[inline(always)]
    fn select(self, mask: F, a: F, b: F) -> F {
        each!(v128_bitselect(a, b, mask))
    }
}

impl Doubles for Simd128 {
    #[inline(always)]
    fn lanes(self, bits: u32) -> F {
        [0, 2, 4, 6]
            .map_each(|i| unsafe { v128_load(PAIRS[(bits >> i) as usize % PAIRS.len()].as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_array(self, array: &[f64; LANES8]) -> F {
        [0, 2, 4, 6].map_each(|i| unsafe { v128_load(array[i..].as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_array(self, v: F) -> [f64; LANES8] {
        let mut array = [0.0; LANES8];
        for (i, v) in v.into_iter().enumerate() {
            unsafe { v128_store(array[2 * i..].as_mut_ptr().cast(), v) }
        }
        array
    }
}
