//! Lanes as one 512-bit register.
//!
//! Bit fields are unpacked by a byte permutation and a variable shift.

use crate::simd::arithmetic::{Arithmetic32, Lanes32};
use crate::simd::lanes::{Kernel, Part, Simd};
use crate::simd::sizes::{LANES, width};
use crate::simd::x86_64::avx2::Lanes256;
use std::arch::x86_64::*;

/// Proof that the processor has the instructions.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Avx512(());

/// Returns true if the processor has the instructions.
pub(in crate::simd) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Runs a kernel compiled for this level.
#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Avx512(()))
}

/// Does a part of a kernel as a function of its own.
#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,fma,bmi1,bmi2,lzcnt,popcnt")]
fn apart<P: Part<Avx512>>(part: P) -> P::Output {
    part.run(Avx512(()))
}

/// The operands of the byte permutation, the shift and the mask that spread fields of each code over sixteen lanes.
#[repr(C, align(64))]
struct Fields {
    bytes: [[u8; 64]; 32],
    shifts: [[u32; 16]; 32],
    masks: [u32; 32],
}

static FIELDS: Fields = {
    let mut fields = Fields { bytes: [[0; 64]; 32], shifts: [[0; 16]; 32], masks: [0; 32] };
    let mut code = 0;
    while code < 32 {
        let width = width(code as u32) as usize;
        fields.masks[code] = ((1u64 << width) - 1) as u32;
        let mut lane = 0;
        while lane < LANES {
            let bit = lane * width;
            let mut k = 0;
            while k < 4 {
                fields.bytes[code][4 * lane + k] = (bit / 8 + k) as u8;
                k += 1;
            }
            fields.shifts[code][lane] = (bit % 8) as u32;
            lane += 1;
        }
        code += 1;
    }
    fields
};

/// The numbers up to 31, to be read into all lanes at once.
static NUMBERS: [u32; 32] = {
    let mut numbers = [0; 32];
    let mut i = 0;
    while i < 32 {
        numbers[i] = i as u32;
        i += 1;
    }
    numbers
};

// SAFETY, for every block below: an `Avx512` exists only where `run` has made one, so the processor has the
// instructions; loads read arrays of the size that they are given.

impl Avx512 {
    #[inline(always)]
    fn load(self, bytes: &[u8; 64]) -> __m512i {
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }
}

impl Arithmetic32 for Avx512 {
    type F = __m512;

    #[inline(always)]
    fn splat(self, value: f32) -> __m512 {
        unsafe { _mm512_set1_ps(value) }
    }

    #[inline(always)]
    fn add(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_sub_ps(a, b) }
    }

    #[inline(always)]
    fn mul(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_mul_ps(a, b) }
    }

    #[inline(always)]
    fn div(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_div_ps(a, b) }
    }

    #[inline(always)]
    fn min(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_min_ps(a, b) }
    }

    #[inline(always)]
    fn max(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_max_ps(a, b) }
    }

    #[inline(always)]
    fn lt(self, a: __m512, b: __m512) -> u32 {
        unsafe { _mm512_cmp_ps_mask::<_CMP_LT_OQ>(a, b).into() }
    }

    #[inline(always)]
    fn le(self, a: __m512, b: __m512) -> u32 {
        unsafe { _mm512_cmp_ps_mask::<_CMP_LE_OQ>(a, b).into() }
    }

    #[inline(always)]
    fn select(self, mask: u32, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_mask_mov_ps(b, mask as u16, a) }
    }
}

impl Lanes32 for Avx512 {
    #[inline(always)]
    fn to_array(self, v: __m512) -> [f32; LANES] {
        let mut array = [0.0; LANES];
        unsafe { _mm512_storeu_ps(array.as_mut_ptr(), v) }
        array
    }

    #[inline(always)]
    fn abs(self, a: __m512) -> __m512 {
        unsafe { _mm512_abs_ps(a) }
    }

    #[inline(always)]
    fn eq(self, a: __m512, b: __m512) -> u32 {
        unsafe { _mm512_cmp_ps_mask::<_CMP_EQ_OQ>(a, b).into() }
    }

    #[inline(always)]
    fn smallest(self, mask: u32, a: __m512) -> f32 {
        unsafe { _mm512_reduce_min_ps(_mm512_mask_mov_ps(_mm512_set1_ps(f32::INFINITY), mask as u16, a)) }
    }

    #[inline(always)]
    fn extract(self, a: __m512, lane: usize) -> f32 {
        unsafe { _mm512_cvtss_f32(_mm512_permutexvar_ps(_mm512_set1_epi32(lane as i32), a)) }
    }
}

impl Simd for Avx512 {
    type LowerLanes = Avx512;
    type U = __m512i;
    type Lanes8 = Lanes256<true>;
    type Doubles = Avx512;
    const IS_ONE_REGISTER: bool = true;

    #[inline(always)]
    fn load_array(self, array: [f32; LANES]) -> __m512 {
        unsafe { _mm512_loadu_ps(array.as_ptr()) }
    }

    #[inline(always)]
    fn load_array_u(self, array: [u32; LANES]) -> __m512i {
        unsafe { _mm512_loadu_si512(array.as_ptr().cast()) }
    }

    #[inline(always)]
    fn transpose(self, rows: &[[f32; 8]; LANES]) -> [__m512; 8] {
        let mut columns = [self.splat(0.0); 8];
        unsafe {
            // Rows i and i + 8, then four by four numbers in each quarter of a register: of rows 0 to 3 and 8 to 11, or 4
            // to 7 and 12 to 15.
            let mut quarters = [[columns[0]; 4]; 2];
            for (half, quarters) in quarters.iter_mut().enumerate() {
                let mut pair = [columns[0]; 4];
                for (i, pair) in pair.iter_mut().enumerate() {
                    let (low, high) = (&rows[4 * half + i], &rows[4 * half + i + 8]);
                    let low = _mm512_castps256_ps512(_mm256_loadu_ps(low.as_ptr()));
                    *pair = _mm512_insertf32x8::<1>(low, _mm256_loadu_ps(high.as_ptr()));
                }
                let [a, b, c, d] = pair;
                let (ab, cd) = (_mm512_unpacklo_ps(a, b), _mm512_unpacklo_ps(c, d));
                quarters[0] = _mm512_shuffle_ps::<0b01_00_01_00>(ab, cd);
                quarters[1] = _mm512_shuffle_ps::<0b11_10_11_10>(ab, cd);
                let (ab, cd) = (_mm512_unpackhi_ps(a, b), _mm512_unpackhi_ps(c, d));
                quarters[2] = _mm512_shuffle_ps::<0b01_00_01_00>(ab, cd);
                quarters[3] = _mm512_shuffle_ps::<0b11_10_11_10>(ab, cd);
            }
            // Even quarters hold columns 0 to 3, odd ones 4 to 7.
            let first = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
            let last = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
            for k in 0..4 {
                let low = _mm512_castps_pd(quarters[0][k]);
                let high = _mm512_castps_pd(quarters[1][k]);
                columns[k] = _mm512_castpd_ps(_mm512_permutex2var_pd(low, first, high));
                columns[k + 4] = _mm512_castpd_ps(_mm512_permutex2var_pd(low, last, high));
            }
        }
        columns
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 64]) -> __m512 {
        unsafe { _mm512_loadu_ps(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn to_array_u(self, v: __m512i) -> [u32; LANES] {
        let mut array = [0; LANES];
        unsafe { _mm512_storeu_si512(array.as_mut_ptr().cast(), v) }
        array
    }

    #[inline(always)]
    fn sqrt(self, a: __m512) -> __m512 {
        unsafe { _mm512_sqrt_ps(a) }
    }

    #[inline(always)]
    fn boxes_touch(self, [a_min, a_max]: [[__m512; 3]; 2], [b_min, b_max]: [[__m512; 3]; 2]) -> u32 {
        unsafe {
            let x = _mm512_cmp_ps_mask::<_CMP_LE_OQ>(a_min[0], b_max[0])
                & _mm512_cmp_ps_mask::<_CMP_LE_OQ>(b_min[0], a_max[0]);
            let y = _mm512_cmp_ps_mask::<_CMP_LE_OQ>(a_min[1], b_max[1])
                & _mm512_cmp_ps_mask::<_CMP_LE_OQ>(b_min[1], a_max[1]);
            let z = _mm512_cmp_ps_mask::<_CMP_LE_OQ>(a_min[2], b_max[2])
                & _mm512_cmp_ps_mask::<_CMP_LE_OQ>(b_min[2], a_max[2]);
            (x & y & z).into()
        }
    }

    #[inline(always)]
    fn signs(self, a: __m512) -> u32 {
        unsafe { _mm512_movepi32_mask(_mm512_castps_si512(a)).into() }
    }

    #[inline(always)]
    fn smallest_of_each(self, [a, b, c, d]: [__m512; 4]) -> [f32; 4] {
        let mut smallest = [0.0; 4];
        unsafe {
            let ab = _mm512_min_ps(_mm512_unpacklo_ps(a, b), _mm512_unpackhi_ps(a, b));
            let cd = _mm512_min_ps(_mm512_unpacklo_ps(c, d), _mm512_unpackhi_ps(c, d));
            let (low, high) =
                (_mm512_shuffle_ps::<0b01_00_01_00>(ab, cd), _mm512_shuffle_ps::<0b11_10_11_10>(ab, cd));
            // Each quarter now holds a number of a, b, c and d.
            let quarters = _mm512_min_ps(low, high);
            let halves =
                _mm256_min_ps(_mm512_castps512_ps256(quarters), _mm512_extractf32x8_ps::<1>(quarters));
            let all = _mm_min_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps::<1>(halves));
            _mm_storeu_ps(smallest.as_mut_ptr(), all);
        }
        smallest
    }

    #[inline(always)]
    fn about_sum(self, a: __m512) -> f32 {
        unsafe { _mm512_reduce_add_ps(a) }
    }

    #[inline(always)]
    fn permute(self, table: __m512, index: __m512i) -> __m512 {
        unsafe { _mm512_permutexvar_ps(index, table) }
    }

    #[inline(always)]
    fn look_up_three(self, table: __m512, [a, b, c]: [u32; 3]) -> [f32; 3] {
        // Not through memory, which would be waited for.
        let index = unsafe { _mm512_castsi128_si512(_mm_set_epi32(0, c as i32, b as i32, a as i32)) };
        let [a, b, c, ..] = self.to_array(self.permute(table, index));
        [a, b, c]
    }

    #[inline(always)]
    fn permute_two(self, tables: [__m512; 2], index: __m512i) -> __m512 {
        unsafe { _mm512_permutex2var_ps(tables[0], index, tables[1]) }
    }

    #[inline(always)]
    fn unpack(self, bytes: &[u8; 64], code: u32, zeros: u32, base: u32) -> __m512i {
        let spread = self.spread(bytes, code);
        unsafe {
            let field = _mm512_and_si512(spread, _mm512_set1_epi32(FIELDS.masks[code as usize & 31] as i32));
            // By a number of each lane it is one step, and by one in a register two.
            let moved = _mm512_sllv_epi32(field, _mm512_set1_epi32(NUMBERS[zeros as usize & 31] as i32));
            _mm512_add_epi32(moved, _mm512_set1_epi32(base as i32))
        }
    }

    #[inline(always)]
    fn as_f32(self, a: __m512i) -> __m512 {
        unsafe { _mm512_castsi512_ps(a) }
    }

    #[inline(always)]
    fn spread(self, bytes: &[u8; 64], code: u32) -> __m512i {
        let code = code as usize & 31;
        let places = self.load(&FIELDS.bytes[code]);
        unsafe {
            let shifts = _mm512_loadu_si512(FIELDS.shifts[code].as_ptr().cast());
            _mm512_srlv_epi32(_mm512_permutexvar_epi8(places, self.load(bytes)), shifts)
        }
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self, a: __m512i) -> __m512i {
        // The intrinsic takes the number of bits unsigned, which no const argument can be converted to.
        unsafe { _mm512_srl_epi32(a, _mm_cvtsi32_si128(BITS)) }
    }

    #[inline(always)]
    fn numbers(self, bytes: &[u8; LANES]) -> __m512 {
        unsafe { _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_loadu_si128(bytes.as_ptr().cast()))) }
    }

    #[inline(always)]
    fn numbers16(self, bytes: &[u8; 2 * LANES]) -> __m512 {
        unsafe { _mm512_cvtepi32_ps(_mm512_cvtepu16_epi32(_mm256_loadu_si256(bytes.as_ptr().cast()))) }
    }

    #[inline(always)]
    fn swap_halves(self, a: __m512) -> __m512 {
        unsafe { _mm512_shuffle_f32x4::<0b01_00_11_10>(a, a) }
    }

    #[inline(always)]
    fn about_mul_sub(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        unsafe { _mm512_fmsub_ps(a, b, c) }
    }

    #[inline(always)]
    fn about_mul_add(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        unsafe { _mm512_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn compress(self, mask: u32, a: __m512i) -> [u32; LANES] {
        // In a register: straight to memory is many times slower on some processors.
        self.to_array_u(unsafe { _mm512_maskz_compress_epi32(mask as u16, a) })
    }

    #[inline(always)]
    fn prefetch(self, memory: &[u8], at: usize) {
        // A hint that may name any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(memory.as_ptr().wrapping_add(at).cast()) }
    }

    #[inline(always)]
    fn apart<P: Part<Avx512>>(self, part: P) -> P::Output {
        unsafe { apart(part) }
    }

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        unsafe { run(kernel) }
    }

    #[inline(always)]
    fn doubles(self) -> Avx512 {
        self
    }

    #[inline(always)]
    fn lanes8(self) -> Lanes256<true> {
        // Its instructions are among these.
        unsafe { Lanes256::new() }
    }
}
