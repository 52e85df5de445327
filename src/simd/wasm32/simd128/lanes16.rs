//! Lanes as four 128-bit registers.

use super::lanes4::{bytes_of_entries, look_up, max4, min4, select4, spread16};
use crate::arrays::MapEach;
use crate::simd::arithmetic::{Arithmetic32, Lanes32};
use crate::simd::bit_unpack::FIELDS;
use crate::simd::lanes::{Kernel, Part, Simd};
use crate::simd::lanes8;
use crate::simd::sizes::LANES;
use std::arch::wasm32::*;

/// Whatever runs this module has the instructions.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Simd128;

/// Runs a kernel compiled for this level. Not inlined, or whoever calls it would need its room on the machine's stack.
#[inline(never)]
pub(in crate::simd) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Simd128)
}

/// Four lanes each, in ascending order.
type F = [v128; 4];
type U = [v128; 4];

// SAFETY, for every block below: loads read arrays of the size that they are given, and stores write such, at any
// alignment.

/// The same on all four registers.
macro_rules! each {
    ($f:ident($($v:expr),*)) => {
        [$f($($v[0]),*), $f($($v[1]),*), $f($($v[2]),*), $f($($v[3]),*)]
    };
}

/// A bit for each lane whose sign is set.
#[inline(always)]
fn bits(lanes: F) -> u32 {
    let [a, b, c, d] = each!(i32x4_bitmask(lanes)).map_each(u32::from);
    a | b << 4 | c << 8 | d << 12
}

impl Arithmetic32 for Simd128 {
    type F = F;

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        [f32x4_splat(value); 4]
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        each!(f32x4_add(a, b))
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        each!(f32x4_sub(a, b))
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        each!(f32x4_mul(a, b))
    }

    #[inline(always)]
    fn div(self, a: F, b: F) -> F {
        each!(f32x4_div(a, b))
    }

    #[inline(always)]
    fn min(self, a: F, b: F) -> F {
        each!(min4(a, b))
    }

    #[inline(always)]
    fn max(self, a: F, b: F) -> F {
        each!(max4(a, b))
    }

    #[inline(always)]
    fn lt(self, a: F, b: F) -> u32 {
        bits(each!(f32x4_lt(a, b)))
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> u32 {
        bits(each!(f32x4_le(a, b)))
    }

    #[inline(always)]
    fn select(self, mask: u32, a: F, b: F) -> F {
        [
            select4(mask, 0, a[0], b[0]),
            select4(mask, 4, a[1], b[1]),
            select4(mask, 8, a[2], b[2]),
            select4(mask, 12, a[3], b[3]),
        ]
    }
}

impl Lanes32 for Simd128 {
    #[inline(always)]
    fn to_array(self, v: F) -> [f32; LANES] {
        let mut array = [0.0; LANES];
        for (k, v) in v.into_iter().enumerate() {
            unsafe { v128_store(array[4 * k..].as_mut_ptr().cast(), v) }
        }
        array
    }

    #[inline(always)]
    fn abs(self, a: F) -> F {
        each!(f32x4_abs(a))
    }

    #[inline(always)]
    fn eq(self, a: F, b: F) -> u32 {
        bits(each!(f32x4_eq(a, b)))
    }

    #[inline(always)]
    fn smallest(self, mask: u32, a: F) -> f32 {
        let [a, b, c, d] = self.select(mask, a, self.splat(f32::INFINITY));
        let four = min4(min4(a, b), min4(c, d));
        let two = min4(four, i32x4_shuffle::<2, 3, 0, 1>(four, four));
        f32x4_extract_lane::<0>(min4(two, i32x4_shuffle::<1, 0, 3, 2>(two, two)))
    }
}

impl Simd for Simd128 {
    type LowerLanes = Simd128;
    type U = U;
    type Lanes8 = Simd128;
    type Doubles = Simd128;
    /// As with SSE2, one query keeps the processor busy.
    const STREAMS: bool = false;

    #[inline(always)]
    fn load_array(self, array: [f32; LANES]) -> F {
        [0, 4, 8, 12].map_each(|i| unsafe { v128_load(array[i..].as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_array_u(self, array: [u32; LANES]) -> U {
        [0, 4, 8, 12].map_each(|i| unsafe { v128_load(array[i..].as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 64]) -> F {
        [0, 16, 32, 48].map_each(|i| unsafe { v128_load(bytes[i..].as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_array_u(self, v: U) -> [u32; LANES] {
        let mut array = [0; LANES];
        for (k, v) in v.into_iter().enumerate() {
            unsafe { v128_store(array[4 * k..].as_mut_ptr().cast(), v) }
        }
        array
    }

    #[inline(always)]
    fn sqrt(self, a: F) -> F {
        each!(f32x4_sqrt(a))
    }

    #[inline(always)]
    fn boxes_touch(self, [a_min, a_max]: [[F; 3]; 2], [b_min, b_max]: [[F; 3]; 2]) -> u32 {
        let mut all = each!(f32x4_le(a_min[0], b_max[0]));
        for (low, high) in [
            (b_min[0], a_max[0]),
            (a_min[1], b_max[1]),
            (b_min[1], a_max[1]),
            (a_min[2], b_max[2]),
            (b_min[2], a_max[2]),
        ] {
            let some = each!(f32x4_le(low, high));
            all = each!(v128_and(all, some));
        }
        bits(all)
    }

    #[inline(always)]
    fn signs(self, a: F) -> u32 {
        bits(a)
    }

    #[inline(always)]
    fn permute(self, table: F, index: U) -> F {
        index.map_each(|index| look_up(table, bytes_of_entries(index, 16)))
    }

    #[inline(always)]
    fn permute_two(self, [low, high]: [F; 2], index: U) -> F {
        let (low, high) = (self.permute(low, index), self.permute(high, index));
        let (bit, zero) = (u32x4_splat(16), u32x4_splat(0));
        let is_low = index.map_each(|index| i32x4_eq(v128_and(index, bit), zero));
        each!(v128_bitselect(low, high, is_low))
    }

    #[inline(always)]
    fn unpack(self, bytes: &[u8; 64], code: u32, zeros: u32, base: u32) -> U {
        let code = code as usize & 31;
        let (mask, base) = (u32x4_splat(FIELDS.masks[code]), u32x4_splat(base));
        spread16(bytes, code).map_each(|fields| i32x4_add(u32x4_shl(v128_and(fields, mask), zeros), base))
    }

    #[inline(always)]
    fn as_f32(self, a: U) -> F {
        a
    }

    #[inline(always)]
    fn spread(self, bytes: &[u8; 64], code: u32) -> U {
        spread16(bytes, code as usize & 31)
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self, a: U) -> U {
        a.map_each(|a| u32x4_shr(a, BITS as u32))
    }

    #[inline(always)]
    fn numbers(self, bytes: &[u8; LANES]) -> F {
        let bytes = unsafe { v128_load(bytes.as_ptr().cast()) };
        let (low, high) = (u16x8_extend_low_u8x16(bytes), u16x8_extend_high_u8x16(bytes));
        [
            u32x4_extend_low_u16x8(low),
            u32x4_extend_high_u16x8(low),
            u32x4_extend_low_u16x8(high),
            u32x4_extend_high_u16x8(high),
        ]
        .map_each(|v| f32x4_convert_i32x4(v))
    }

    #[inline(always)]
    fn numbers16(self, bytes: &[u8; 2 * LANES]) -> F {
        let (halves, _) = bytes.as_chunks();
        // By the name of the trait, which is not in scope: this type has lanes of both kinds.
        let [low, high] = [0, 1].map(|i| lanes8::Simd8::numbers16(self, &halves[i]));
        [low[0], low[1], high[0], high[1]]
    }

    #[inline(always)]
    fn swap_halves(self, [a, b, c, d]: F) -> F {
        [c, d, a, b]
    }

    #[inline(always)]
    fn prefetch(self, _: &[u8], _: usize) {}

    #[inline(always)]
    fn doubles(self) -> Simd128 {
        self
    }

    #[inline(always)]
    fn lanes8(self) -> Simd128 {
        self
    }

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        run(kernel)
    }

    #[inline(always)]
    fn part<P: Part<Simd128>>(self, part: P) -> P::Output {
        self.apart(part)
    }

    #[inline(never)]
    fn apart<P: Part<Simd128>>(self, part: P) -> P::Output {
        part.run(self)
    }
}
