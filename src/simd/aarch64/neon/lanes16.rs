//! Lanes as four 128-bit registers.

use crate::arrays::array_of;
use crate::simd::arithmetic::{Arithmetic32, Lanes32};
use crate::simd::bit_unpack::FIELDS;
use crate::simd::lanes::{Kernel, Part, Simd};
use crate::simd::sizes::LANES;
use std::arch::aarch64::*;

/// Whatever runs what is compiled for NEON has it.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Neon;

/// Runs a kernel compiled for this level. Not inlined, or whoever calls it would need its room on the machine's stack.
#[inline(never)]
pub(in crate::simd) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Neon)
}

/// Four lanes each, in ascending order.
type F = [float32x4_t; 4];
type U = [uint32x4_t; 4];

// SAFETY, for every block below: the processor has the instructions, as all for which this is compiled do; loads read arrays
// of the size that they are given, or say why they stay inside.

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

impl Arithmetic32 for Neon {
    type F = F;

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        unsafe { [vdupq_n_f32(value); 4] }
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
    fn select(self, mask: u32, a: F, b: F) -> F {
        let mask = unsafe { vdupq_n_u32(mask) };
        [
            self.select4(mask, 0, a[0], b[0]),
            self.select4(mask, 4, a[1], b[1]),
            self.select4(mask, 8, a[2], b[2]),
            self.select4(mask, 12, a[3], b[3]),
        ]
    }
}

impl Lanes32 for Neon {
    #[inline(always)]
    fn to_array(self, v: F) -> [f32; LANES] {
        let mut array = [0.0; LANES];
        unsafe { vst1q_f32_x4(array.as_mut_ptr(), float32x4x4_t(v[0], v[1], v[2], v[3])) }
        array
    }

    #[inline(always)]
    fn abs(self, a: F) -> F {
        unsafe { [vabsq_f32(a[0]), vabsq_f32(a[1]), vabsq_f32(a[2]), vabsq_f32(a[3])] }
    }

    #[inline(always)]
    fn eq(self, a: F, b: F) -> u32 {
        self.bits(unsafe {
            [vceqq_f32(a[0], b[0]), vceqq_f32(a[1], b[1]), vceqq_f32(a[2], b[2]), vceqq_f32(a[3], b[3])]
        })
    }

    #[inline(always)]
    fn smallest(self, mask: u32, a: F) -> f32 {
        let [a, b, c, d] = self.select(mask, a, self.splat(f32::INFINITY));
        let four = self.min4(self.min4(a, b), self.min4(c, d));
        // Without NaN, and the sign of zero does not matter here.
        unsafe { vminvq_f32(four) }
    }
}

impl Simd for Neon {
    type LowerLanes = Neon;
    type U = U;
    type Lanes8 = Neon;
    type Doubles = Neon;

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
    fn to_array_u(self, v: U) -> [u32; LANES] {
        let mut array = [0; LANES];
        unsafe { vst1q_u32_x4(array.as_mut_ptr(), uint32x4x4_t(v[0], v[1], v[2], v[3])) }
        array
    }

    #[inline(always)]
    fn sqrt(self, a: F) -> F {
        unsafe { [vsqrtq_f32(a[0]), vsqrtq_f32(a[1]), vsqrtq_f32(a[2]), vsqrtq_f32(a[3])] }
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
        let (spread, mask) = (self.spread16(bytes, code), FIELDS.masks[code]);
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
    fn spread(self, bytes: &[u8; 64], code: u32) -> U {
        self.spread16(bytes, code as usize & 31)
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self, [a, b, c, d]: U) -> U {
        unsafe {
            [vshrq_n_u32::<BITS>(a), vshrq_n_u32::<BITS>(b), vshrq_n_u32::<BITS>(c), vshrq_n_u32::<BITS>(d)]
        }
    }

    #[inline(always)]
    fn numbers(self, bytes: &[u8; LANES]) -> F {
        self.load_array(array_of(|i| f32::from(bytes[i])))
    }

    #[inline(always)]
    fn swap_halves(self, [a, b, c, d]: F) -> F {
        [c, d, a, b]
    }

    #[inline(always)]
    fn prefetch(self, memory: &[u8], at: usize) {
        let address = memory.as_ptr().wrapping_add(at);
        // A hint that may name any address.
        unsafe { std::arch::asm!("prfm pldl1keep, [{0}]", in(reg) address, options(nostack, readonly)) }
    }

    #[inline(never)]
    fn apart<P: Part<Neon>>(self, part: P) -> P::Output {
        part.run(self)
    }

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        run(kernel)
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
