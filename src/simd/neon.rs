//! Lanes as four 128-bit registers.
//!
//! Bit fields are unpacked by byte shuffles and a variable shift, see [`super::bit_unpack`]; a table of sixteen
//! entries is what one table look-up reaches.

use super::bit_unpack::{FIELDS, second};
use super::lanes::{Kernel, Simd};
use super::sizes::{LANES, width};
use std::arch::aarch64::*;

/// Proof that the processor has the instructions.
#[derive(Clone, Copy)]
pub(super) struct Neon(());

/// Runs a kernel compiled for this level.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Neon(()))
}

/// Four lanes each, in ascending order.
type F = [float32x4_t; 4];
type U = [uint32x4_t; 4];

// SAFETY, for every block below: a `Neon` exists only where `run` has made one, so the processor has the
// instructions; loads read arrays of the size that they are given, or say why they stay inside.

impl Neon {
    #[inline(always)]
    fn add4(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vaddq_f32(a, b) }
    }

    #[inline(always)]
    fn sub4(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vsubq_f32(a, b) }
    }

    #[inline(always)]
    fn mul4(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vmulq_f32(a, b) }
    }

    #[inline(always)]
    fn div4(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
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
    fn bits(self, lanes: U) -> u32 {
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
    fn select4(self, mask: uint32x4_t, first: u32, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe {
            let bits = vshlq_u32(vdupq_n_u32(1 << first), vld1q_s32([0, 1, 2, 3].as_ptr()));
            vbslq_f32(vtstq_u32(mask, bits), a, b)
        }
    }

    /// Four entries of a table of sixteen.
    #[inline(always)]
    fn look_up(self, table: uint8x16x4_t, index: uint32x4_t) -> float32x4_t {
        unsafe {
            // The four bytes of entry i begin at 4 i.
            let index = vandq_u32(index, vdupq_n_u32(15));
            let bytes = vmlaq_n_u32(vdupq_n_u32(0x0302_0100), index, 0x0404_0404);
            vreinterpretq_f32_u8(vqtbl4q_u8(table, vreinterpretq_u8_u32(bytes)))
        }
    }

    /// Four lanes of `high` where bit 4 of the index is set, else of `low`.
    #[inline(always)]
    fn choose4(self, index: uint32x4_t, low: float32x4_t, high: float32x4_t) -> float32x4_t {
        unsafe { vbslq_f32(vtstq_u32(index, vdupq_n_u32(16)), high, low) }
    }

    /// Four fields from byte `at` on, each at the lowest bits of its lane and followed by whatever comes
    /// next; the first or the second four of eight.
    #[inline(always)]
    fn spread4(self, bytes: &[u8; 64], at: usize, code: usize, half: usize) -> uint32x4_t {
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
    fn spread(self, bytes: &[u8; 64], code: usize) -> U {
        let width = width(code as u32) as usize;
        [
            self.spread4(bytes, 0, code, 0),
            self.spread4(bytes, second(width), code, 1),
            self.spread4(bytes, width, code, 0),
            self.spread4(bytes, width + second(width), code, 1),
        ]
    }

    /// Four fields cut to their width, shifted left and added to the base.
    #[inline(always)]
    fn finish4(self, spread: uint32x4_t, mask: u32, zeros: u32, base: u32) -> uint32x4_t {
        unsafe {
            let field = vandq_u32(spread, vdupq_n_u32(mask));
            vaddq_u32(vshlq_u32(field, vdupq_n_s32(zeros as i32)), vdupq_n_u32(base))
        }
    }
}

/// The same on all four registers.
macro_rules! each {
    ($level:ident . $operation:ident ($a:ident, $b:ident)) => {
        [
            $level.$operation($a[0], $b[0]),
            $level.$operation($a[1], $b[1]),
            $level.$operation($a[2], $b[2]),
            $level.$operation($a[3], $b[3]),
        ]
    };
}

impl Simd for Neon {
    type F = F;
    type U = U;
    type Lanes8 = Neon;
    type Doubles = Neon;

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        unsafe { [vdupq_n_f32(value); 4] }
    }

    #[inline(always)]
    fn load_array(self, array: [f32; LANES]) -> F {
        unsafe {
            let float32x4x4_t(a, b, c, d) = vld1q_f32_x4(array.as_ptr());
            [a, b, c, d]
        }
    }

    #[inline(always)]
    fn load_array_u(self, array: [u32; LANES]) -> U {
        unsafe {
            let uint32x4x4_t(a, b, c, d) = vld1q_u32_x4(array.as_ptr());
            [a, b, c, d]
        }
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 64]) -> F {
        unsafe {
            let uint8x16x4_t(a, b, c, d) = vld1q_u8_x4(bytes.as_ptr());
            [
                vreinterpretq_f32_u8(a),
                vreinterpretq_f32_u8(b),
                vreinterpretq_f32_u8(c),
                vreinterpretq_f32_u8(d),
            ]
        }
    }

    #[inline(always)]
    fn to_array(self, v: F) -> [f32; LANES] {
        let mut array = [0.0; LANES];
        unsafe { vst1q_f32_x4(array.as_mut_ptr(), float32x4x4_t(v[0], v[1], v[2], v[3])) }
        array
    }

    #[inline(always)]
    fn to_array_u(self, v: U) -> [u32; LANES] {
        let mut array = [0; LANES];
        unsafe { vst1q_u32_x4(array.as_mut_ptr(), uint32x4x4_t(v[0], v[1], v[2], v[3])) }
        array
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        each!(self.add4(a, b))
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        each!(self.sub4(a, b))
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        each!(self.mul4(a, b))
    }

    #[inline(always)]
    fn div(self, a: F, b: F) -> F {
        each!(self.div4(a, b))
    }

    #[inline(always)]
    fn min(self, a: F, b: F) -> F {
        each!(self.min4(a, b))
    }

    #[inline(always)]
    fn max(self, a: F, b: F) -> F {
        each!(self.max4(a, b))
    }

    #[inline(always)]
    fn abs(self, a: F) -> F {
        unsafe { [vabsq_f32(a[0]), vabsq_f32(a[1]), vabsq_f32(a[2]), vabsq_f32(a[3])] }
    }

    #[inline(always)]
    fn sqrt(self, a: F) -> F {
        unsafe { [vsqrtq_f32(a[0]), vsqrtq_f32(a[1]), vsqrtq_f32(a[2]), vsqrtq_f32(a[3])] }
    }

    #[inline(always)]
    fn lt(self, a: F, b: F) -> u32 {
        self.bits(unsafe {
            [vcltq_f32(a[0], b[0]), vcltq_f32(a[1], b[1]), vcltq_f32(a[2], b[2]), vcltq_f32(a[3], b[3])]
        })
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> u32 {
        self.bits(unsafe {
            [vcleq_f32(a[0], b[0]), vcleq_f32(a[1], b[1]), vcleq_f32(a[2], b[2]), vcleq_f32(a[3], b[3])]
        })
    }

    #[inline(always)]
    fn eq(self, a: F, b: F) -> u32 {
        self.bits(unsafe {
            [vceqq_f32(a[0], b[0]), vceqq_f32(a[1], b[1]), vceqq_f32(a[2], b[2]), vceqq_f32(a[3], b[3])]
        })
    }

    #[inline(always)]
    fn select(self, mask: u32, a: F, b: F) -> F {
        let mask = unsafe { vdupq_n_u32(mask) };
        [
            self.select4(mask, 0, a[0], b[0]),
            self.select4(mask, 4, a[1], b[1]),
            self.select4(mask, 8, a[2], b[2]),
            self.select4(mask, 12, a[3], b[3]),
        ]
    }

    #[inline(always)]
    fn smallest(self, mask: u32, a: F) -> f32 {
        let [a, b, c, d] = self.select(mask, a, self.splat(f32::INFINITY));
        let four = self.min4(self.min4(a, b), self.min4(c, d));
        // Without NaN, and the sign of zero does not matter here.
        unsafe { vminvq_f32(four) }
    }

    #[inline(always)]
    fn extract(self, a: F, lane: usize) -> f32 {
        self.to_array(a)[lane % LANES]
    }

    #[inline(always)]
    fn permute(self, table: F, index: U) -> F {
        let table = unsafe {
            uint8x16x4_t(
                vreinterpretq_u8_f32(table[0]),
                vreinterpretq_u8_f32(table[1]),
                vreinterpretq_u8_f32(table[2]),
                vreinterpretq_u8_f32(table[3]),
            )
        };
        [
            self.look_up(table, index[0]),
            self.look_up(table, index[1]),
            self.look_up(table, index[2]),
            self.look_up(table, index[3]),
        ]
    }

    #[inline(always)]
    fn permute_two(self, tables: [F; 2], index: U) -> F {
        let (low, high) = (self.permute(tables[0], index), self.permute(tables[1], index));
        [
            self.choose4(index[0], low[0], high[0]),
            self.choose4(index[1], low[1], high[1]),
            self.choose4(index[2], low[2], high[2]),
            self.choose4(index[3], low[3], high[3]),
        ]
    }

    #[inline(always)]
    fn unpack(self, bytes: &[u8; 64], code: u32, zeros: u32, base: u32) -> U {
        let code = code as usize & 31;
        let (spread, mask) = (self.spread(bytes, code), FIELDS.masks[code]);
        [
            self.finish4(spread[0], mask, zeros, base),
            self.finish4(spread[1], mask, zeros, base),
            self.finish4(spread[2], mask, zeros, base),
            self.finish4(spread[3], mask, zeros, base),
        ]
    }

    #[inline(always)]
    fn as_f32(self, a: U) -> F {
        unsafe {
            [
                vreinterpretq_f32_u32(a[0]),
                vreinterpretq_f32_u32(a[1]),
                vreinterpretq_f32_u32(a[2]),
                vreinterpretq_f32_u32(a[3]),
            ]
        }
    }

    #[inline(always)]
    fn unpack_corners(self, bytes: &[u8; 64]) -> [U; 3] {
        let [a, b, c, d] = self.spread(bytes, 12);
        unsafe {
            [
                [a, b, c, d],
                [vshrq_n_u32::<4>(a), vshrq_n_u32::<4>(b), vshrq_n_u32::<4>(c), vshrq_n_u32::<4>(d)],
                [vshrq_n_u32::<8>(a), vshrq_n_u32::<8>(b), vshrq_n_u32::<8>(c), vshrq_n_u32::<8>(d)],
            ]
        }
    }

    #[inline(always)]
    fn unpack_large_corners(self, bytes: &[u8; 64]) -> [U; 3] {
        let [a, b, c, d] = self.spread(bytes, 15);
        unsafe {
            [
                [a, b, c, d],
                [vshrq_n_u32::<5>(a), vshrq_n_u32::<5>(b), vshrq_n_u32::<5>(c), vshrq_n_u32::<5>(d)],
                [vshrq_n_u32::<10>(a), vshrq_n_u32::<10>(b), vshrq_n_u32::<10>(c), vshrq_n_u32::<10>(d)],
            ]
        }
    }

    #[inline(always)]
    fn numbers(self, bytes: &[u8; LANES]) -> F {
        self.load_array(bytes.map(f32::from))
    }

    #[inline(always)]
    fn swap_halves(self, [a, b, c, d]: F) -> F {
        [c, d, a, b]
    }

    #[inline(always)]
    fn about_mul_sub(self, a: F, b: F, c: F) -> F {
        self.sub(self.mul(a, b), c)
    }

    #[inline(always)]
    fn about_mul_add(self, a: F, b: F, c: F) -> F {
        self.add(self.mul(a, b), c)
    }

    #[inline(always)]
    fn prefetch(self, memory: &[u8], at: usize) {
        let address = memory.as_ptr().wrapping_add(at);
        // A hint that may name any address.
        unsafe { std::arch::asm!("prfm pldl1keep, [{0}]", in(reg) address, options(nostack, readonly)) }
    }

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        unsafe { run(kernel) }
    }

    #[inline(always)]
    fn doubles(self) -> Neon {
        self
    }

    #[inline(always)]
    fn lanes8(self) -> Neon {
        self
    }
}
