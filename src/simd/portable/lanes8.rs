//! Eight lanes as arrays.

use super::arrays::{bits, compare, zip};
use crate::geometry;
use crate::simd::lanes8::Simd8;
use crate::simd::sizes::LANES8;
use crate::simd::uniforms::OneNumber;

/// The level that needs nothing.
#[derive(Clone, Copy)]
pub(in crate::simd) struct PortableLanes8;

type F = [f32; LANES8];
type I = [i32; LANES8];

impl OneNumber for PortableLanes8 {}

impl Simd8 for PortableLanes8 {
    type F = F;
    type I = I;

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        [value; LANES8]
    }

    #[inline(always)]
    fn load_array(self, array: &F) -> F {
        *array
    }

    #[inline(always)]
    fn to_array(self, v: F) -> F {
        v
    }

    #[inline(always)]
    fn numbers(self, bytes: &[u8; LANES8]) -> F {
        // By index, which is vectorised; a `map` is not.
        std::array::from_fn(|i| f32::from(bytes[i]))
    }

    #[inline(always)]
    fn numbers16(self, bytes: &[u8; 2 * LANES8]) -> F {
        std::array::from_fn(|i| f32::from(u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]])))
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        zip(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        zip(a, b, |a, b| a - b)
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        zip(a, b, |a, b| a * b)
    }

    #[inline(always)]
    fn min(self, a: F, b: F) -> F {
        zip(a, b, geometry::min)
    }

    #[inline(always)]
    fn max(self, a: F, b: F) -> F {
        zip(a, b, geometry::max)
    }

    #[inline(always)]
    fn abs(self, a: F) -> F {
        a.map(f32::abs)
    }

    #[inline(always)]
    fn sqrt(self, a: F) -> F {
        a.map(f32::sqrt)
    }

    #[inline(always)]
    fn about_mul_add(self, a: F, b: F, c: F) -> F {
        std::array::from_fn(|i| a[i] * b[i] + c[i])
    }

    #[inline(always)]
    fn about_neg_mul_add(self, a: F, b: F, c: F) -> F {
        std::array::from_fn(|i| c[i] - a[i] * b[i])
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> u32 {
        compare(a, b, f32::le)
    }

    #[inline(always)]
    fn permute(self, v: F, index: I) -> F {
        index.map(|i| v[i as usize % LANES8])
    }

    #[inline(always)]
    fn splat_i(self, value: i32) -> I {
        [value; LANES8]
    }

    #[inline(always)]
    fn load_array_i(self, array: &I) -> I {
        *array
    }

    #[inline(always)]
    fn load_twice(self, bytes: &[u8; 16]) -> I {
        let (words, _) = bytes.as_chunks();
        std::array::from_fn(|i| i32::from_le_bytes(words[i % 4]))
    }

    #[inline(always)]
    fn to_array_u(self, v: I) -> [u32; LANES8] {
        v.map(i32::cast_unsigned)
    }

    #[inline(always)]
    fn integers(self, bytes: &[u8; LANES8]) -> I {
        std::array::from_fn(|i| i32::from(bytes[i]))
    }

    #[inline(always)]
    fn integers16(self, bytes: &[u8; 2 * LANES8]) -> I {
        std::array::from_fn(|i| i32::from(u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]])))
    }

    #[inline(always)]
    fn splat_lane<const LANE: usize>(self, v: I) -> I {
        [v[LANE % LANES8]; LANES8]
    }

    #[inline(always)]
    fn add_i(self, a: I, b: I) -> I {
        zip(a, b, i32::wrapping_add)
    }

    #[inline(always)]
    fn sub_i(self, a: I, b: I) -> I {
        zip(a, b, i32::wrapping_sub)
    }

    #[inline(always)]
    fn min_i(self, a: I, b: I) -> I {
        zip(a, b, i32::min)
    }

    #[inline(always)]
    fn max_i(self, a: I, b: I) -> I {
        zip(a, b, i32::max)
    }

    #[inline(always)]
    fn and_i(self, a: I, b: I) -> I {
        zip(a, b, |a, b| a & b)
    }

    #[inline(always)]
    fn or_i(self, a: I, b: I) -> I {
        zip(a, b, |a, b| a | b)
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self, a: I) -> I {
        a.map(|a| a << BITS)
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self, a: I) -> I {
        a.map(|a| (a.cast_unsigned() >> BITS).cast_signed())
    }

    #[inline(always)]
    fn shift_right_signed(self, a: I, b: I) -> I {
        zip(a, b, |a, b| a >> (b & 31))
    }

    #[inline(always)]
    fn gt_i(self, a: I, b: I) -> I {
        zip(a, b, |a, b| -i32::from(a > b))
    }

    #[inline(always)]
    fn select_i(self, lanes: I, a: I, b: I) -> I {
        std::array::from_fn(|i| lanes[i] & a[i] | !lanes[i] & b[i])
    }

    #[inline(always)]
    fn signs(self, a: I) -> u32 {
        bits(a.map(i32::is_negative))
    }
}
