//! Eight f64 as four 128-bit registers.

use super::lanes16::Neon;
use crate::arrays::MapEach;
use crate::simd::doubles::{Arithmetic64, Doubles, PAIRS};
use crate::simd::sizes::LANES8;
use std::arch::aarch64::*;

/// Two lanes each, in ascending order.
type F = [float64x2_t; 4];
/// All ones or all zeros.
type Mask = [uint64x2_t; 4];

/// Something of each register.
macro_rules! each {
    ($f:ident($($v:expr),*)) => {
        unsafe { [$f($($v[0]),*), $f($($v[1]),*), $f($($v[2]),*), $f($($v[3]),*)] }
    };
}

// SAFETY, for every block below: the processor has the instructions, as all for which this is compiled do; loads read arrays
// of the size that they are given, and stores write such.

impl Arithmetic64 for Neon {
    type F = F;
    type Mask = Mask;

    #[inline(always)]
    fn splat(self, value: f64) -> F {
        unsafe { [vdupq_n_f64(value); 4] }
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        each!(vaddq_f64(a, b))
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        each!(vsubq_f64(a, b))
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        each!(vmulq_f64(a, b))
    }

    #[inline(always)]
    fn lt(self, a: F, b: F) -> Mask {
        each!(vcltq_f64(a, b))
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> Mask {
        each!(vcleq_f64(a, b))
    }

    #[inline(always)]
    fn or(self, a: Mask, b: Mask) -> Mask {
        each!(vorrq_u64(a, b))
    }

    #[inline(always)]
    fn and(self, a: Mask, b: Mask) -> Mask {
        each!(vandq_u64(a, b))
    }

    #[inline(always)]
    fn select(self, mask: Mask, a: F, b: F) -> F {
        each!(vbslq_f64(mask, a, b))
    }
}

impl Doubles for Neon {
    #[inline(always)]
    fn lanes(self, bits: u32) -> Mask {
        [0, 2, 4, 6].map_each(|i| unsafe { vld1q_u64(PAIRS[(bits >> i) as usize % PAIRS.len()].as_ptr()) })
    }

    #[inline(always)]
    fn load_array(self, array: &[f64; LANES8]) -> F {
        [0, 2, 4, 6].map_each(|i| unsafe { vld1q_f64(array[i..].as_ptr()) })
    }

    #[inline(always)]
    fn to_array(self, v: F) -> [f64; LANES8] {
        let mut array = [0.0; LANES8];
        for (i, v) in v.into_iter().enumerate() {
            unsafe { vst1q_f64(array[2 * i..].as_mut_ptr(), v) }
        }
        array
    }
}
