//! Operations on one of four registers.
//!
//! Bit fields are unpacked by byte shuffles and a variable shift, see [`crate::simd::bit_unpack`]; a table of sixteen
//! entries is what one table look-up reaches.

use super::lanes16::Neon;
use crate::simd::bit_unpack::{FIELDS, second};
use std::arch::aarch64::*;

// SAFETY, for every block below: the processor has the instructions, as all for which this is compiled do; loads read arrays
// of the size that they are given, or say why they stay inside.

impl Neon {
    #[inline(always)]
    pub(super) fn add4(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vaddq_f32(a, b) }
    }

    #[inline(always)]
    pub(super) fn sub4(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vsubq_f32(a, b) }
    }

    #[inline(always)]
    pub(super) fn mul4(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vmulq_f32(a, b) }
    }

    #[inline(always)]
    pub(super) fn div4(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vdivq_f32(a, b) }
    }

    /// By comparison: the instruction of that name treats NaN and the sign of zero in another way.
    #[inline(always)]
    pub(super) fn min4(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vbslq_f32(vcltq_f32(a, b), a, b) }
    }

    /// As [`Neon::min4`].
    #[inline(always)]
    pub(super) fn max4(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vbslq_f32(vcgtq_f32(a, b), a, b) }
    }

    /// A bit for each lane that is all ones.
    #[inline(always)]
    pub(super) fn bits(self, lanes: [uint32x4_t; 4]) -> u32 {
        const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        unsafe {
            let low = vcombine_u16(vmovn_u32(lanes[0]), vmovn_u32(lanes[1]));
            let high = vcombine_u16(vmovn_u32(lanes[2]), vmovn_u32(lanes[3]));
            let bytes = vcombine_u8(vmovn_u16(low), vmovn_u16(high));
            let bits = vandq_u8(bytes, vld1q_u8(BITS.as_ptr()));
            // Three sums of neighbours leave the two halves in the first two bytes.
            let bits = vpaddq_u8(bits, bits);
            let bits = vpaddq_u8(bits, bits);
            let bits = vpaddq_u8(bits, bits);
            u32::from(vgetq_lane_u16::<0>(vreinterpretq_u16_u8(bits)))
        }
    }

    /// Four lanes of [`Simd::select`], whose mask is in all lanes; `first` is the number of the first.
    #[inline(always)]
    pub(super) fn select4(self, mask: uint32x4_t, first: u32, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe {
            let bits = vshlq_u32(vdupq_n_u32(1 << first), vld1q_s32([0, 1, 2, 3].as_ptr()));
            vbslq_f32(vtstq_u32(mask, bits), a, b)
        }
    }

    /// Four entries of a table of sixteen.
    #[inline(always)]
    pub(super) fn look_up(self, table: uint8x16x4_t, index: uint32x4_t) -> float32x4_t {
        unsafe {
            // The four bytes of entry i begin at 4 i.
            let index = vandq_u32(index, vdupq_n_u32(15));
            let bytes = vmlaq_n_u32(vdupq_n_u32(0x0302_0100), index, 0x0404_0404);
            vreinterpretq_f32_u8(vqtbl4q_u8(table, vreinterpretq_u8_u32(bytes)))
        }
    }

    /// Four lanes of `high` where bit 4 of the index is set, else of `low`.
    #[inline(always)]
    pub(super) fn choose4(self, index: uint32x4_t, low: float32x4_t, high: float32x4_t) -> float32x4_t {
        unsafe { vbslq_f32(vtstq_u32(index, vdupq_n_u32(16)), high, low) }
    }

    /// Four fields from byte `at` on, each at the lowest bits of its lane and followed by whatever comes
    /// next; the first or the second four of eight.
    #[inline(always)]
    pub(super) fn spread4(self, bytes: &[u8; 64], at: usize, code: usize, half: usize) -> uint32x4_t {
        // Inside: no load begins beyond byte 48.
        unsafe {
            let bytes = vld1q_u8(bytes.as_ptr().add(at.min(48)));
            let places = vld1q_u8(FIELDS.bytes[code][16 * half..].as_ptr());
            let shifts = vld1q_s32(FIELDS.shifts[code][4 * half..].as_ptr().cast());
            vshlq_u32(vreinterpretq_u32_u8(vqtbl1q_u8(bytes, places)), vnegq_s32(shifts))
        }
    }

    /// Sixteen fields.
    #[inline(always)]
    pub(super) fn spread16(self, bytes: &[u8; 64], code: usize) -> [uint32x4_t; 4] {
        let width = FIELDS.width(code);
        [
            self.spread4(bytes, 0, code, 0),
            self.spread4(bytes, second(width), code, 1),
            self.spread4(bytes, width, code, 0),
            self.spread4(bytes, width + second(width), code, 1),
        ]
    }

    /// Four fields cut to their width, shifted left and added to the base.
    #[inline(always)]
    pub(super) fn finish4(self, spread: uint32x4_t, mask: u32, zeros: u32, base: u32) -> uint32x4_t {
        unsafe {
            let field = vandq_u32(spread, vdupq_n_u32(mask));
            vaddq_u32(vshlq_u32(field, vdupq_n_s32(zeros as i32)), vdupq_n_u32(base))
        }
    }
}
