//! Eight lanes as one 256-bit register: what AVX2 and AVX-512 do alike.

use crate::simd::lanes8::Simd8;
use crate::simd::opaque::{opaque, pinned};
use crate::simd::sizes::LANES8;
use crate::simd::uniforms::Uniforms;
use std::arch::x86_64::*;

/// Proof that the processor has AVX2, FMA and BMI2; and AVX-512 with the lengths and integers of a byte, if `MASKS` says
/// so: then lanes are chosen by mask registers.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Lanes256<const MASKS: bool>(());

// SAFETY, for every block below: a `Lanes256` exists only where its maker had such a processor; loads read arrays of
// the size that they are given, and stores write such.

impl<const MASKS: bool> Lanes256<MASKS> {
    /// # Safety
    /// The processor has what the type says.
    #[inline(always)]
    pub(in crate::simd) unsafe fn new() -> Lanes256<MASKS> {
        Lanes256(())
    }
}

impl<const MASKS: bool> Uniforms for Lanes256<MASKS> {
    type Uniform = __m256;

    #[inline(always)]
    fn uniform(self, value: f32) -> __m256 {
        unsafe { _mm256_set1_ps(value) }
    }

    #[inline(always)]
    fn uniform_bits(self, bits: u32, and: u32, or: u32) -> __m256 {
        // In lanes: one load, and no way from a general register.
        unsafe {
            let bits = _mm256_and_si256(_mm256_set1_epi32(bits as i32), _mm256_set1_epi32(and as i32));
            _mm256_castsi256_ps(_mm256_or_si256(bits, _mm256_set1_epi32(or as i32)))
        }
    }

    #[inline(always)]
    fn uniform_integer(self, bits: u32, and: u32) -> __m256 {
        unsafe {
            let bits = _mm256_and_si256(_mm256_set1_epi32(bits as i32), _mm256_set1_epi32(and as i32));
            _mm256_cvtepi32_ps(bits)
        }
    }

    #[inline(always)]
    fn uniform_sub(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_sub_ps(a, b) }
    }

    #[inline(always)]
    fn uniform_mul(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_mul_ps(a, b) }
    }

    #[inline(always)]
    fn uniform_about_mul_sub(self, a: __m256, b: __m256, c: __m256) -> __m256 {
        unsafe { _mm256_fmsub_ps(a, b, c) }
    }
}

impl<const MASKS: bool> Simd8 for Lanes256<MASKS> {
    type F = __m256;
    type I = __m256i;

    #[inline(always)]
    fn splat(self, value: __m256) -> __m256 {
        value
    }

    #[inline(always)]
    fn load_array(self, array: &[f32; LANES8]) -> __m256 {
        unsafe { _mm256_loadu_ps(array.as_ptr()) }
    }

    #[inline(always)]
    fn to_array(self, v: __m256) -> [f32; LANES8] {
        let mut array = [0.0; LANES8];
        unsafe { _mm256_storeu_ps(array.as_mut_ptr(), v) }
        array
    }

    #[inline(always)]
    fn numbers(self, bytes: &[u8; LANES8]) -> __m256 {
        unsafe { _mm256_cvtepi32_ps(self.integers(bytes)) }
    }

    #[inline(always)]
    fn numbers16(self, bytes: &[u8; 2 * LANES8]) -> __m256 {
        unsafe { _mm256_cvtepi32_ps(self.integers16(bytes)) }
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
    fn min(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_min_ps(a, b) }
    }

    #[inline(always)]
    fn max(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_max_ps(a, b) }
    }

    #[inline(always)]
    fn abs(self, a: __m256) -> __m256 {
        unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), a) }
    }

    #[inline(always)]
    fn sqrt(self, a: __m256) -> __m256 {
        unsafe { _mm256_sqrt_ps(a) }
    }

    #[inline(always)]
    fn about_mul_add(self, a: __m256, b: __m256, c: __m256) -> __m256 {
        unsafe { _mm256_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn about_mul_sub(self, a: __m256, b: __m256, c: __m256) -> __m256 {
        unsafe { _mm256_fmsub_ps(a, b, c) }
    }

    #[inline(always)]
    fn about_neg_mul_add(self, a: __m256, b: __m256, c: __m256) -> __m256 {
        unsafe { _mm256_fnmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn le_among(self, mask: u32, a: __m256, b: __m256) -> u32 {
        if MASKS {
            // Otherwise the compiler compares what the mask is of last, and waits for this comparison before.
            let mask = opaque(mask) as __mmask8;
            return unsafe { _mm256_mask_cmp_ps_mask::<_CMP_LE_OQ>(mask, a, b).into() };
        }
        self.le(a, b) & mask
    }

    #[inline(always)]
    fn pinned(self, bits: u32) -> u32 {
        // AVX-512 has registers enough.
        if MASKS { bits } else { pinned(bits) }
    }

    #[inline(always)]
    fn le(self, a: __m256, b: __m256) -> u32 {
        unsafe {
            if MASKS {
                return _mm256_cmp_ps_mask::<_CMP_LE_OQ>(a, b).into();
            }
            _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(a, b)) as u32
        }
    }

    #[inline(always)]
    fn permute(self, v: __m256, index: __m256i) -> __m256 {
        unsafe { _mm256_permutevar8x32_ps(v, index) }
    }

    #[inline(always)]
    fn permute_i(self, v: __m256i, index: __m256i) -> __m256i {
        unsafe { _mm256_permutevar8x32_epi32(v, index) }
    }

    #[inline(always)]
    fn splat_i(self, value: i32) -> __m256i {
        unsafe { _mm256_set1_epi32(value) }
    }

    #[inline(always)]
    fn load_array_i(self, array: &[i32; LANES8]) -> __m256i {
        unsafe { _mm256_loadu_si256(array.as_ptr().cast()) }
    }

    #[inline(always)]
    fn load_integers(self, bytes: &[u8; 4 * LANES8]) -> __m256i {
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn load_twice(self, bytes: &[u8; 16]) -> __m256i {
        unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }
    }

    #[inline(always)]
    fn to_array_u(self, v: __m256i) -> [u32; LANES8] {
        let mut array = [0; LANES8];
        unsafe { _mm256_storeu_si256(array.as_mut_ptr().cast(), v) }
        array
    }

    #[inline(always)]
    fn integers(self, bytes: &[u8; LANES8]) -> __m256i {
        unsafe { _mm256_cvtepu8_epi32(_mm_loadl_epi64(bytes.as_ptr().cast())) }
    }

    #[inline(always)]
    fn integers16(self, bytes: &[u8; 2 * LANES8]) -> __m256i {
        unsafe { _mm256_cvtepu16_epi32(_mm_loadu_si128(bytes.as_ptr().cast())) }
    }

    #[inline(always)]
    fn splat_lane<const LANE: usize>(self, v: __m256i) -> __m256i {
        unsafe { _mm256_permutevar8x32_epi32(v, _mm256_set1_epi32(LANE as i32)) }
    }

    #[inline(always)]
    fn add_i(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi32(a, b) }
    }

    #[inline(always)]
    fn sub_i(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_sub_epi32(a, b) }
    }

    #[inline(always)]
    fn min_i(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_min_epi32(a, b) }
    }

    #[inline(always)]
    fn max_i(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_max_epi32(a, b) }
    }

    #[inline(always)]
    fn and_i(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn or_i(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self, a: __m256i) -> __m256i {
        unsafe { _mm256_slli_epi32::<BITS>(a) }
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self, a: __m256i) -> __m256i {
        unsafe { _mm256_srli_epi32::<BITS>(a) }
    }

    #[inline(always)]
    fn shift_right_signed(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_srav_epi32(a, b) }
    }

    #[inline(always)]
    fn gt_i(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_cmpgt_epi32(a, b) }
    }

    #[inline(always)]
    fn select_i(self, lanes: __m256i, a: __m256i, b: __m256i) -> __m256i {
        unsafe {
            if MASKS {
                return _mm256_mask_blend_epi32(_mm256_movepi32_mask(lanes), b, a);
            }
            _mm256_blendv_epi8(b, a, lanes)
        }
    }

    #[inline(always)]
    fn signs(self, a: __m256i) -> u32 {
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(a)) as u32 }
    }

    #[inline(always)]
    fn set_lanes(self, mask: u32) -> __m256i {
        self.list_lanes(mask)
    }

    #[inline(always)]
    fn sort_lanes_descending(self, mask: u32, keys: __m256) -> __m256i {
        self.order_lanes(mask, keys)
    }

    #[inline(always)]
    fn smallest_lane(self, mask: u32, keys: __m256) -> u32 {
        self.least_lane(mask, keys)
    }

    #[inline(always)]
    fn zip(self, a: __m256, b: __m256i) -> [[u32; 2]; LANES8] {
        let mut pairs = [[0; 2]; LANES8];
        unsafe {
            let b = _mm256_castsi256_ps(b);
            // Pairs 0, 1, 4, 5 and 2, 3, 6, 7.
            let (low, high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
            let at = pairs.as_mut_ptr().cast::<f32>();
            // A pair is two words: these are the first four of eight, and the others.
            _mm256_storeu_ps(at, _mm256_permute2f128_ps::<0x20>(low, high));
            _mm256_storeu_ps(at.add(8), _mm256_permute2f128_ps::<0x31>(low, high));
        }
        pairs
    }
}
