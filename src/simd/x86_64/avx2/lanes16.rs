//! Lanes as two 256-bit registers.
//!
//! Bit fields are unpacked by byte shuffles and a variable shift, see
//! [`crate::simd::bit_unpack`]; a table of sixteen entries is looked up in both halves, and bit 3 of the index says
//! which of the two counts.

use super::lanes8::Lanes256;
use crate::simd::arithmetic::{Arithmetic32, Lanes32};
use crate::simd::bit_unpack::{FIELDS, second};
use crate::simd::lanes::{Kernel, Part, Simd};
use crate::simd::lanes8::Simd8;
use crate::simd::opaque::{opaque, opaque_lanes};
use crate::simd::sizes::LANES;
use std::arch::x86_64::*;

/// Proof that the processor has the instructions.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Avx2(());

/// Returns true if the processor has the instructions.
pub(in crate::simd) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Runs a kernel compiled for this level.
#[inline(never)]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Avx2(()))
}

/// Does a part of a kernel as a function of its own.
#[inline(never)]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
fn apart<P: Part<Avx2>>(part: P) -> P::Output {
    part.run(Avx2(()))
}

/// The lower and the upper eight lanes.
type F = [__m256; 2];
type U = [__m256i; 2];

// SAFETY, for every block below: an `Avx2` exists only where `run` has made one, so the processor has the
// instructions; loads read arrays of the size that they are given, or say why they stay inside.

impl Avx2 {
    /// All ones in the lanes whose bit is set.
    #[inline(always)]
    fn lanes(self, mask: u32) -> F {
        unsafe {
            let mask = _mm256_set1_epi32(mask as i32);
            let low = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let high = _mm256_slli_epi32::<8>(low);
            [
                _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(mask, low), low)),
                _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(mask, high), high)),
            ]
        }
    }

    /// Eight entries of a table of sixteen.
    #[inline(always)]
    fn look_up(self, table: F, index: __m256i) -> __m256 {
        unsafe {
            let low = _mm256_permutevar8x32_ps(table[0], index);
            let high = _mm256_permutevar8x32_ps(table[1], index);
            // Bit 3 of the index becomes the sign, by which the blend chooses: the compiler would compare the bit instead.
            let chosen = opaque_lanes(_mm256_castsi256_ps(_mm256_slli_epi32::<28>(index)));
            _mm256_blendv_ps(low, high, chosen)
        }
    }

    /// Two loads of 16 bytes, from `at` and from [`second`] after it.
    ///
    /// # Safety
    /// `at` is no more than the width, and that no more than 32.
    #[inline(always)]
    unsafe fn pair(self, bytes: &[u8; 64], at: usize, width: usize) -> __m256i {
        // Neither begins beyond byte 48.
        unsafe {
            let low = _mm_loadu_si128(bytes.as_ptr().add(at).cast());
            let high = _mm_loadu_si128(bytes.as_ptr().add(at + second(width)).cast());
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
        }
    }

    /// Those of eight lanes whose bit is set, in front.
    #[inline(always)]
    fn gather_up(self, mask: u32, lanes: __m256i) -> __m256i {
        let from = self.lanes8().set_lanes(mask);
        unsafe { _mm256_permutevar8x32_epi32(lanes, from) }
    }

    #[inline(always)]
    fn splat8(self, value: f32) -> __m256 {
        unsafe { _mm256_set1_ps(value) }
    }
}

impl Arithmetic32 for Avx2 {
    type F = F;

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        [self.splat8(value); 2]
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        unsafe { [_mm256_add_ps(a[0], b[0]), _mm256_add_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        unsafe { [_mm256_sub_ps(a[0], b[0]), _mm256_sub_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        unsafe { [_mm256_mul_ps(a[0], b[0]), _mm256_mul_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn div(self, a: F, b: F) -> F {
        unsafe { [_mm256_div_ps(a[0], b[0]), _mm256_div_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn min(self, a: F, b: F) -> F {
        unsafe { [_mm256_min_ps(a[0], b[0]), _mm256_min_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn max(self, a: F, b: F) -> F {
        unsafe { [_mm256_max_ps(a[0], b[0]), _mm256_max_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn lt(self, a: F, b: F) -> u32 {
        self.signs(unsafe {
            [_mm256_cmp_ps::<_CMP_LT_OQ>(a[0], b[0]), _mm256_cmp_ps::<_CMP_LT_OQ>(a[1], b[1])]
        })
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> u32 {
        self.signs(unsafe {
            [_mm256_cmp_ps::<_CMP_LE_OQ>(a[0], b[0]), _mm256_cmp_ps::<_CMP_LE_OQ>(a[1], b[1])]
        })
    }

    #[inline(always)]
    fn select(self, mask: u32, a: F, b: F) -> F {
        let lanes = self.lanes(mask);
        unsafe { [_mm256_blendv_ps(b[0], a[0], lanes[0]), _mm256_blendv_ps(b[1], a[1], lanes[1])] }
    }
}

impl Lanes32 for Avx2 {
    #[inline(always)]
    fn to_array(self, v: F) -> [f32; LANES] {
        let mut array = [0.0; LANES];
        unsafe {
            _mm256_storeu_ps(array.as_mut_ptr(), v[0]);
            _mm256_storeu_ps(array[8..].as_mut_ptr(), v[1]);
        }
        array
    }

    #[inline(always)]
    fn abs(self, a: F) -> F {
        unsafe {
            let sign = _mm256_set1_ps(-0.0);
            [_mm256_andnot_ps(sign, a[0]), _mm256_andnot_ps(sign, a[1])]
        }
    }

    #[inline(always)]
    fn eq(self, a: F, b: F) -> u32 {
        self.signs(unsafe {
            [_mm256_cmp_ps::<_CMP_EQ_OQ>(a[0], b[0]), _mm256_cmp_ps::<_CMP_EQ_OQ>(a[1], b[1])]
        })
    }

    #[inline(always)]
    fn smallest(self, mask: u32, a: F) -> f32 {
        let [low, high] = self.select(mask, a, self.splat(f32::INFINITY));
        unsafe {
            let eight = _mm256_min_ps(low, high);
            let four = _mm_min_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
            let two = _mm_min_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_min_ss(two, _mm_movehdup_ps(two)))
        }
    }

    #[inline(always)]
    fn extract(self, a: F, lane: usize) -> f32 {
        unsafe { _mm256_cvtss_f32(self.look_up(a, _mm256_set1_epi32(lane as i32))) }
    }
}

impl Simd for Avx2 {
    type LowerLanes = Lanes256<false>;
    type U = U;
    type Lanes8 = Lanes256<false>;
    type Doubles = Avx2;

    #[inline(always)]
    fn load_array(self, array: [f32; LANES]) -> F {
        unsafe { [_mm256_loadu_ps(array.as_ptr()), _mm256_loadu_ps(array[8..].as_ptr())] }
    }

    #[inline(always)]
    fn load_array_u(self, array: [u32; LANES]) -> U {
        unsafe { [_mm256_loadu_si256(array.as_ptr().cast()), _mm256_loadu_si256(array[8..].as_ptr().cast())] }
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 64]) -> F {
        unsafe { [_mm256_loadu_ps(bytes.as_ptr().cast()), _mm256_loadu_ps(bytes[32..].as_ptr().cast())] }
    }

    #[inline(always)]
    fn to_array_u(self, v: U) -> [u32; LANES] {
        let mut array = [0; LANES];
        unsafe {
            _mm256_storeu_si256(array.as_mut_ptr().cast(), v[0]);
            _mm256_storeu_si256(array[8..].as_mut_ptr().cast(), v[1]);
        }
        array
    }

    #[inline(always)]
    fn sqrt(self, a: F) -> F {
        unsafe { [_mm256_sqrt_ps(a[0]), _mm256_sqrt_ps(a[1])] }
    }

    #[inline(always)]
    fn boxes_touch(self, [a_min, a_max]: [[F; 3]; 2], [b_min, b_max]: [[F; 3]; 2]) -> u32 {
        let mut touching = [self.splat8(0.0); 2];
        for (half, touching) in touching.iter_mut().enumerate() {
            unsafe {
                let mut all = _mm256_cmp_ps::<_CMP_LE_OQ>(a_min[0][half], b_max[0][half]);
                all = _mm256_and_ps(all, _mm256_cmp_ps::<_CMP_LE_OQ>(b_min[0][half], a_max[0][half]));
                for k in 1..3 {
                    all = _mm256_and_ps(all, _mm256_cmp_ps::<_CMP_LE_OQ>(a_min[k][half], b_max[k][half]));
                    all = _mm256_and_ps(all, _mm256_cmp_ps::<_CMP_LE_OQ>(b_min[k][half], a_max[k][half]));
                }
                *touching = all;
            }
        }
        self.signs(touching)
    }

    #[inline(always)]
    fn signs(self, a: F) -> u32 {
        // The compiler would pack the lanes to bytes instead, in twice as many instructions.
        unsafe { _mm256_movemask_ps(a[0]) as u32 | opaque(_mm256_movemask_ps(a[1]) as u32) << 8 }
    }

    #[inline(always)]
    fn permute(self, table: F, index: U) -> F {
        [self.look_up(table, index[0]), self.look_up(table, index[1])]
    }

    #[inline(always)]
    fn permute_two(self, tables: [F; 2], index: U) -> F {
        let (low, high) = (self.permute(tables[0], index), self.permute(tables[1], index));
        // Bit 4 of the index becomes the sign, by which the blend chooses.
        unsafe {
            let first = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(index[0]));
            let last = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(index[1]));
            [_mm256_blendv_ps(low[0], high[0], first), _mm256_blendv_ps(low[1], high[1], last)]
        }
    }

    #[inline(always)]
    fn unpack(self, bytes: &[u8; 64], code: u32, zeros: u32, base: u32) -> U {
        let spread = self.spread(bytes, code);
        unsafe {
            let mask = _mm256_set1_epi32(FIELDS.masks[code as usize & 31] as i32);
            let (zeros, base) = (_mm_cvtsi32_si128(zeros as i32), _mm256_set1_epi32(base as i32));
            let low = _mm256_sll_epi32(_mm256_and_si256(spread[0], mask), zeros);
            let high = _mm256_sll_epi32(_mm256_and_si256(spread[1], mask), zeros);
            [_mm256_add_epi32(low, base), _mm256_add_epi32(high, base)]
        }
    }

    #[inline(always)]
    fn as_f32(self, a: U) -> F {
        unsafe { [_mm256_castsi256_ps(a[0]), _mm256_castsi256_ps(a[1])] }
    }

    #[inline(always)]
    fn spread(self, bytes: &[u8; 64], code: u32) -> U {
        let code = code as usize & 31;
        let width = FIELDS.width(code);
        unsafe {
            let places = _mm256_loadu_si256(FIELDS.bytes[code].as_ptr().cast());
            let shifts = _mm256_loadu_si256(FIELDS.shifts[code].as_ptr().cast());
            [
                _mm256_srlv_epi32(_mm256_shuffle_epi8(self.pair(bytes, 0, width), places), shifts),
                _mm256_srlv_epi32(_mm256_shuffle_epi8(self.pair(bytes, width, width), places), shifts),
            ]
        }
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self, [low, high]: U) -> U {
        unsafe { [_mm256_srli_epi32::<BITS>(low), _mm256_srli_epi32::<BITS>(high)] }
    }

    #[inline(always)]
    fn numbers(self, bytes: &[u8; LANES]) -> F {
        unsafe {
            let bytes = _mm_loadu_si128(bytes.as_ptr().cast());
            let low = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
            [low, _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_unpackhi_epi64(bytes, bytes)))]
        }
    }

    #[inline(always)]
    fn numbers16(self, bytes: &[u8; 2 * LANES]) -> F {
        let (halves, _) = bytes.as_chunks();
        [self.lanes8().numbers16(&halves[0]), self.lanes8().numbers16(&halves[1])]
    }

    #[inline(always)]
    fn swap_halves(self, [low, high]: F) -> F {
        [high, low]
    }

    #[inline(always)]
    fn about_mul_sub(self, a: F, b: F, c: F) -> F {
        unsafe { [_mm256_fmsub_ps(a[0], b[0], c[0]), _mm256_fmsub_ps(a[1], b[1], c[1])] }
    }

    #[inline(always)]
    fn about_mul_add(self, a: F, b: F, c: F) -> F {
        unsafe { [_mm256_fmadd_ps(a[0], b[0], c[0]), _mm256_fmadd_ps(a[1], b[1], c[1])] }
    }

    #[inline(always)]
    fn compress(self, mask: u32, a: U) -> [u32; LANES] {
        let mut some = [0; LANES];
        let (low, high) = (mask & 255, mask >> 8 & 255);
        unsafe {
            let (first, last) = (self.gather_up(low, a[0]), self.gather_up(high, a[1]));
            _mm256_storeu_si256(some.as_mut_ptr().cast(), first);
            // Inside: of eight bits no more than eight are set.
            _mm256_storeu_si256(some.as_mut_ptr().add(low.count_ones() as usize).cast(), last);
        }
        some
    }

    #[inline(always)]
    fn prefetch(self, memory: &[u8], at: usize) {
        // A hint that may name any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(memory.as_ptr().wrapping_add(at).cast()) }
    }

    #[inline(always)]
    fn apart<P: Part<Avx2>>(self, part: P) -> P::Output {
        unsafe { apart(part) }
    }

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        unsafe { run(kernel) }
    }

    #[inline(always)]
    fn doubles(self) -> Avx2 {
        self
    }

    #[inline(always)]
    fn lanes8(self) -> Lanes256<false> {
        // Its instructions are among these.
        unsafe { Lanes256::new() }
    }
}
