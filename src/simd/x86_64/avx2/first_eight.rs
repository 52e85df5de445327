//! The first eight of sixteen lanes as one 256-bit register.

use super::lanes8::Lanes256;
use super::lanes16::Avx2;
use crate::simd::arithmetic::{Arithmetic32, Lanes32};
use crate::simd::lanes::{LowerLanes, Simd};
use crate::simd::sizes::LANES;
use std::arch::x86_64::*;

// SAFETY, for every block below: a `Lanes256` exists only where its maker had such a processor; stores write arrays that
// are larger.

impl Arithmetic32 for Lanes256<false> {
    type F = __m256;

    #[inline(always)]
    fn splat(self, value: f32) -> __m256 {
        unsafe { _mm256_set1_ps(value) }
    }

    #[inline(always)]
    fn add(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_add_ps(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_sub_ps(a, b) }
    }

    #[inline(always)]
    fn mul(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_mul_ps(a, b) }
    }

    #[inline(always)]
    fn div(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_div_ps(a, b) }
    }

    #[inline(always)]
    fn min(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_min_ps(a, b) }
    }

    #[inline(always)]
    fn max(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_max_ps(a, b) }
    }

    #[inline(always)]
    fn lt(self, a: __m256, b: __m256) -> u32 {
        unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LT_OQ>(a, b)) as u32 }
    }

    #[inline(always)]
    fn le(self, a: __m256, b: __m256) -> u32 {
        unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(a, b)) as u32 }
    }

    #[inline(always)]
    fn select(self, mask: u32, a: __m256, b: __m256) -> __m256 {
        unsafe {
            let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let chosen = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(mask as i32), bits), bits);
            _mm256_blendv_ps(b, a, _mm256_castsi256_ps(chosen))
        }
    }
}

impl Lanes32 for Lanes256<false> {
    #[inline(always)]
    fn to_array(self, v: __m256) -> [f32; LANES] {
        let mut array = [0.0; LANES];
        unsafe { _mm256_storeu_ps(array.as_mut_ptr(), v) }
        array
    }

    #[inline(always)]
    fn abs(self, a: __m256) -> __m256 {
        unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), a) }
    }

    #[inline(always)]
    fn eq(self, a: __m256, b: __m256) -> u32 {
        unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_EQ_OQ>(a, b)) as u32 }
    }

    #[inline(always)]
    fn smallest(self, mask: u32, a: __m256) -> f32 {
        let a = self.select(mask, a, self.splat(f32::INFINITY));
        unsafe {
            let v = _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps::<1>(a));
            let v = _mm_min_ps(v, _mm_movehl_ps(v, v));
            _mm_cvtss_f32(_mm_min_ss(v, _mm_shuffle_ps::<1>(v, v)))
        }
    }

    #[inline(always)]
    fn extract(self, a: __m256, lane: usize) -> f32 {
        unsafe { _mm256_cvtss_f32(_mm256_permutevar8x32_ps(a, _mm256_set1_epi32(lane as i32))) }
    }
}

impl LowerLanes<Avx2> for Lanes256<false> {
    const IS_NARROWER: bool = true;

    #[inline(always)]
    fn of(simd: Avx2) -> Lanes256<false> {
        simd.lanes8()
    }

    #[inline(always)]
    fn join(self, lower: __m256, upper: __m256) -> [__m256; 2] {
        [lower, upper]
    }

    #[inline(always)]
    fn half(self, [low, high]: [__m256; 2], upper: bool) -> __m256 {
        unsafe { _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_set1_epi32(-i32::from(upper)))) }
    }

    #[inline(always)]
    fn half_first(self, [low, high]: [__m256i; 2], upper: bool) -> [__m256i; 2] {
        let half = unsafe { _mm256_blendv_epi8(low, high, _mm256_set1_epi32(-i32::from(upper))) };
        [half, half]
    }
}
