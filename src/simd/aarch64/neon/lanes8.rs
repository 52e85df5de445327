//! Eight lanes as two 128-bit registers.

use super::lanes16::Neon;
use crate::simd::lanes8::Simd8;
use crate::simd::sizes::LANES8;
use crate::simd::uniforms::OneNumber;
use std::arch::aarch64::*;

/// Four lanes each, in ascending order.
type F = [float32x4_t; 2];
type I = [int32x4_t; 2];

// SAFETY, for every block below: the processor has the instructions, as all for which this is compiled do; loads read arrays
// of the size that they are given, and stores write such.

impl Neon {
    /// A bit for each lane that is all ones.
    #[inline(always)]
    fn bits_of_eight(self, low: uint32x4_t, high: uint32x4_t) -> u32 {
        const BITS: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
        unsafe {
            let lanes = vcombine_u16(vmovn_u32(low), vmovn_u32(high));
            u32::from(vaddvq_u16(vandq_u16(lanes, vld1q_u16(BITS.as_ptr()))))
        }
    }

    /// Four entries of a table of eight.
    #[inline(always)]
    fn look_up_eight(self, table: uint8x16x2_t, index: int32x4_t) -> float32x4_t {
        unsafe {
            // The four bytes of entry i begin at 4 i.
            let index = vandq_u32(vreinterpretq_u32_s32(index), vdupq_n_u32(7));
            let bytes = vmlaq_n_u32(vdupq_n_u32(0x0302_0100), index, 0x0404_0404);
            vreinterpretq_f32_u8(vqtbl2q_u8(table, vreinterpretq_u8_u32(bytes)))
        }
    }

    /// Eight bytes, widened.
    #[inline(always)]
    fn widened(self, bytes: &[u8; LANES8]) -> [uint32x4_t; 2] {
        unsafe {
            let bytes = vmovl_u8(vld1_u8(bytes.as_ptr()));
            [vmovl_u16(vget_low_u16(bytes)), vmovl_u16(vget_high_u16(bytes))]
        }
    }

    #[inline(always)]
    fn widened16(self, bytes: &[u8; 2 * LANES8]) -> [uint32x4_t; 2] {
        unsafe {
            let words = vreinterpretq_u16_u8(vld1q_u8(bytes.as_ptr()));
            [vmovl_u16(vget_low_u16(words)), vmovl_u16(vget_high_u16(words))]
        }
    }
}

/// Arithmetic with a number in all lanes takes one number, and two registers of them would cost twice as much.
impl OneNumber for Neon {}

impl Simd8 for Neon {
    type F = F;
    type I = I;

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        unsafe { [vdupq_n_f32(value); 2] }
    }

    #[inline(always)]
    fn load_array(self, array: &[f32; LANES8]) -> F {
        unsafe { [vld1q_f32(array.as_ptr()), vld1q_f32(array[4..].as_ptr())] }
    }

    #[inline(always)]
    fn to_array(self, v: F) -> [f32; LANES8] {
        let mut array = [0.0; LANES8];
        unsafe {
            vst1q_f32(array.as_mut_ptr(), v[0]);
            vst1q_f32(array[4..].as_mut_ptr(), v[1]);
        }
        array
    }

    #[inline(always)]
    fn numbers(self, bytes: &[u8; LANES8]) -> F {
        let [low, high] = self.widened(bytes);
        unsafe { [vcvtq_f32_u32(low), vcvtq_f32_u32(high)] }
    }

    #[inline(always)]
    fn numbers16(self, bytes: &[u8; 2 * LANES8]) -> F {
        let [low, high] = self.widened16(bytes);
        unsafe { [vcvtq_f32_u32(low), vcvtq_f32_u32(high)] }
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        unsafe { [vaddq_f32(a[0], b[0]), vaddq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        unsafe { [vsubq_f32(a[0], b[0]), vsubq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        unsafe { [vmulq_f32(a[0], b[0]), vmulq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    fn min(self, a: F, b: F) -> F {
        [self.min4(a[0], b[0]), self.min4(a[1], b[1])]
    }

    #[inline(always)]
    fn max(self, a: F, b: F) -> F {
        [self.max4(a[0], b[0]), self.max4(a[1], b[1])]
    }

    #[inline(always)]
    fn abs(self, a: F) -> F {
        unsafe { [vabsq_f32(a[0]), vabsq_f32(a[1])] }
    }

    #[inline(always)]
    fn sqrt(self, a: F) -> F {
        unsafe { [vsqrtq_f32(a[0]), vsqrtq_f32(a[1])] }
    }

    #[inline(always)]
    fn about_mul_add(self, a: F, b: F, c: F) -> F {
        unsafe { [vfmaq_f32(c[0], a[0], b[0]), vfmaq_f32(c[1], a[1], b[1])] }
    }

    #[inline(always)]
    fn about_neg_mul_add(self, a: F, b: F, c: F) -> F {
        unsafe { [vfmsq_f32(c[0], a[0], b[0]), vfmsq_f32(c[1], a[1], b[1])] }
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> u32 {
        unsafe { self.bits_of_eight(vcleq_f32(a[0], b[0]), vcleq_f32(a[1], b[1])) }
    }

    #[inline(always)]
    fn permute(self, v: F, index: I) -> F {
        let table = unsafe { uint8x16x2_t(vreinterpretq_u8_f32(v[0]), vreinterpretq_u8_f32(v[1])) };
        [self.look_up_eight(table, index[0]), self.look_up_eight(table, index[1])]
    }

    #[inline(always)]
    fn splat_i(self, value: i32) -> I {
        unsafe { [vdupq_n_s32(value); 2] }
    }

    #[inline(always)]
    fn load_array_i(self, array: &[i32; LANES8]) -> I {
        unsafe { [vld1q_s32(array.as_ptr()), vld1q_s32(array[4..].as_ptr())] }
    }

    #[inline(always)]
    fn load_twice(self, bytes: &[u8; 16]) -> I {
        unsafe { [vreinterpretq_s32_u8(vld1q_u8(bytes.as_ptr())); 2] }
    }

    #[inline(always)]
    fn to_array_u(self, v: I) -> [u32; LANES8] {
        let mut array = [0; LANES8];
        unsafe {
            vst1q_u32(array.as_mut_ptr(), vreinterpretq_u32_s32(v[0]));
            vst1q_u32(array[4..].as_mut_ptr(), vreinterpretq_u32_s32(v[1]));
        }
        array
    }

    #[inline(always)]
    fn integers(self, bytes: &[u8; LANES8]) -> I {
        let [low, high] = self.widened(bytes);
        unsafe { [vreinterpretq_s32_u32(low), vreinterpretq_s32_u32(high)] }
    }

    #[inline(always)]
    fn integers16(self, bytes: &[u8; 2 * LANES8]) -> I {
        let [low, high] = self.widened16(bytes);
        unsafe { [vreinterpretq_s32_u32(low), vreinterpretq_s32_u32(high)] }
    }

    #[inline(always)]
    fn splat_lane<const LANE: usize>(self, v: I) -> I {
        let lane = unsafe {
            match LANE {
                0 => vdupq_laneq_s32::<0>(v[0]),
                1 => vdupq_laneq_s32::<1>(v[0]),
                2 => vdupq_laneq_s32::<2>(v[0]),
                3 => vdupq_laneq_s32::<3>(v[0]),
                4 => vdupq_laneq_s32::<0>(v[1]),
                5 => vdupq_laneq_s32::<1>(v[1]),
                6 => vdupq_laneq_s32::<2>(v[1]),
                _ => vdupq_laneq_s32::<3>(v[1]),
            }
        };
        [lane; 2]
    }

    #[inline(always)]
    fn add_i(self, a: I, b: I) -> I {
        unsafe { [vaddq_s32(a[0], b[0]), vaddq_s32(a[1], b[1])] }
    }

    #[inline(always)]
    fn sub_i(self, a: I, b: I) -> I {
        unsafe { [vsubq_s32(a[0], b[0]), vsubq_s32(a[1], b[1])] }
    }

    #[inline(always)]
    fn min_i(self, a: I, b: I) -> I {
        unsafe { [vminq_s32(a[0], b[0]), vminq_s32(a[1], b[1])] }
    }

    #[inline(always)]
    fn max_i(self, a: I, b: I) -> I {
        unsafe { [vmaxq_s32(a[0], b[0]), vmaxq_s32(a[1], b[1])] }
    }

    #[inline(always)]
    fn and_i(self, a: I, b: I) -> I {
        unsafe { [vandq_s32(a[0], b[0]), vandq_s32(a[1], b[1])] }
    }

    #[inline(always)]
    fn or_i(self, a: I, b: I) -> I {
        unsafe { [vorrq_s32(a[0], b[0]), vorrq_s32(a[1], b[1])] }
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self, a: I) -> I {
        unsafe { [vshlq_n_s32::<BITS>(a[0]), vshlq_n_s32::<BITS>(a[1])] }
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self, a: I) -> I {
        unsafe {
            let (low, high) = (vreinterpretq_u32_s32(a[0]), vreinterpretq_u32_s32(a[1]));
            [
                vreinterpretq_s32_u32(vshrq_n_u32::<BITS>(low)),
                vreinterpretq_s32_u32(vshrq_n_u32::<BITS>(high)),
            ]
        }
    }

    #[inline(always)]
    fn shift_right_signed(self, a: I, b: I) -> I {
        unsafe { [vshlq_s32(a[0], vnegq_s32(b[0])), vshlq_s32(a[1], vnegq_s32(b[1]))] }
    }

    #[inline(always)]
    fn gt_i(self, a: I, b: I) -> I {
        unsafe {
            [vreinterpretq_s32_u32(vcgtq_s32(a[0], b[0])), vreinterpretq_s32_u32(vcgtq_s32(a[1], b[1]))]
        }
    }

    #[inline(always)]
    fn select_i(self, lanes: I, a: I, b: I) -> I {
        unsafe {
            [
                vbslq_s32(vreinterpretq_u32_s32(lanes[0]), a[0], b[0]),
                vbslq_s32(vreinterpretq_u32_s32(lanes[1]), a[1], b[1]),
            ]
        }
    }

    #[inline(always)]
    fn signs(self, a: I) -> u32 {
        unsafe { self.bits_of_eight(vcltzq_s32(a[0]), vcltzq_s32(a[1])) }
    }

    #[inline(always)]
    fn zip(self, a: F, b: I) -> [[u32; 2]; LANES8] {
        let mut pairs = [[0; 2]; LANES8];
        unsafe {
            let at = pairs.as_mut_ptr().cast::<f32>();
            // The stores interleave: the first four of eight pairs, of two words each, and the others.
            vst2q_f32(at, float32x4x2_t(a[0], vreinterpretq_f32_s32(b[0])));
            vst2q_f32(at.add(8), float32x4x2_t(a[1], vreinterpretq_f32_s32(b[1])));
        }
        pairs
    }
}
