//! Lanes as four 128-bit registers: what every x86-64 processor can do, and so the portable level there.

use crate::arrays::{MapEach, array_of};
use crate::simd::arithmetic::{Arithmetic32, Lanes32};
use crate::simd::arrays;
use crate::simd::lanes::{Kernel, Part, Simd};
use crate::simd::sizes::LANES;
use std::arch::x86_64::*;

/// Every processor of this kind has the instructions.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Sse2;

/// Runs a kernel compiled for this level. Not inlined, or whoever calls it would need its room on the machine's stack
/// on every level.
#[inline(never)]
pub(in crate::simd) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Sse2)
}

/// Four lanes each, in ascending order.
type F = [__m128; 4];
type U = [u32; LANES];

// SAFETY, for every block below: every x86-64 processor has SSE2; loads read arrays of the size that they are given, and
// stores write such.

/// The same on all four registers.
macro_rules! each {
    ($f:ident($($v:expr),*)) => {
        unsafe { [$f($($v[0]),*), $f($($v[1]),*), $f($($v[2]),*), $f($($v[3]),*)] }
    };
}

/// A bit for each lane that is all ones.
#[inline(always)]
fn bits(lanes: F) -> u32 {
    let [a, b, c, d] = each!(_mm_movemask_ps(lanes)).map_each(i32::cast_unsigned);
    a | b << 4 | c << 8 | d << 12
}

/// `a` where all bits of the lane are set, `b` where none is.
#[inline(always)]
fn choose(lanes: __m128, a: __m128, b: __m128) -> __m128 {
    unsafe { _mm_or_ps(_mm_and_ps(lanes, a), _mm_andnot_ps(lanes, b)) }
}

/// Four lanes of [`Simd::select`]; `first` is the number of the first.
#[inline(always)]
fn select4(mask: u32, first: u32, a: __m128, b: __m128) -> __m128 {
    unsafe {
        let bits = _mm_set_epi32(8, 4, 2, 1);
        let set = _mm_and_si128(_mm_set1_epi32((mask >> first) as i32), bits);
        choose(_mm_castsi128_ps(_mm_cmpeq_epi32(set, bits)), a, b)
    }
}

/// Magnitudes.
#[inline(always)]
pub(super) fn abs4(a: __m128) -> __m128 {
    unsafe { _mm_andnot_ps(_mm_set1_ps(-0.0), a) }
}

impl Arithmetic32 for Sse2 {
    type F = F;

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        unsafe { [_mm_set1_ps(value); 4] }
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        each!(_mm_add_ps(a, b))
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        each!(_mm_sub_ps(a, b))
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        each!(_mm_mul_ps(a, b))
    }

    #[inline(always)]
    fn div(self, a: F, b: F) -> F {
        each!(_mm_div_ps(a, b))
    }

    #[inline(always)]
    fn min(self, a: F, b: F) -> F {
        each!(_mm_min_ps(a, b))
    }

    #[inline(always)]
    fn max(self, a: F, b: F) -> F {
        each!(_mm_max_ps(a, b))
    }

    #[inline(always)]
    fn lt(self, a: F, b: F) -> u32 {
        bits(each!(_mm_cmplt_ps(a, b)))
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> u32 {
        bits(each!(_mm_cmple_ps(a, b)))
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

impl Lanes32 for Sse2 {
    #[inline(always)]
    fn to_array(self, v: F) -> [f32; LANES] {
        let mut array = [0.0; LANES];
        for (k, v) in v.into_iter().enumerate() {
            unsafe { _mm_storeu_ps(array[4 * k..].as_mut_ptr(), v) }
        }
        array
    }

    #[inline(always)]
    fn abs(self, a: F) -> F {
        a.map_each(abs4)
    }

    #[inline(always)]
    fn eq(self, a: F, b: F) -> u32 {
        bits(each!(_mm_cmpeq_ps(a, b)))
    }

    #[inline(always)]
    fn smallest(self, mask: u32, a: F) -> f32 {
        let [a, b, c, d] = self.select(mask, a, self.splat(f32::INFINITY));
        unsafe {
            let four = _mm_min_ps(_mm_min_ps(a, b), _mm_min_ps(c, d));
            let two = _mm_min_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_min_ss(two, _mm_shuffle_ps::<1>(two, two)))
        }
    }
}

impl Simd for Sse2 {
    type LowerLanes = Sse2;
    type U = U;
    type Lanes8 = Sse2;
    type Doubles = Sse2;
    /// Lanes take so many instructions that one query keeps the processor busy, also in a tree of 17 MB.
    const STREAMS: bool = false;

    #[inline(always)]
    fn load_array(self, array: [f32; LANES]) -> F {
        [0, 4, 8, 12].map_each(|i| unsafe { _mm_loadu_ps(array[i..].as_ptr()) })
    }

    #[inline(always)]
    fn load_array_u(self, array: [u32; LANES]) -> U {
        array
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 64]) -> F {
        [0, 16, 32, 48].map_each(|i| unsafe { _mm_loadu_ps(bytes[i..].as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_array_u(self, v: U) -> [u32; LANES] {
        v
    }

    #[inline(always)]
    fn sqrt(self, a: F) -> F {
        each!(_mm_sqrt_ps(a))
    }

    #[inline(always)]
    fn boxes_touch(self, [a_min, a_max]: [[F; 3]; 2], [b_min, b_max]: [[F; 3]; 2]) -> u32 {
        let mut all = each!(_mm_cmple_ps(a_min[0], b_max[0]));
        for (low, high) in [
            (b_min[0], a_max[0]),
            (a_min[1], b_max[1]),
            (b_min[1], a_max[1]),
            (a_min[2], b_max[2]),
            (b_min[2], a_max[2]),
        ] {
            let some = each!(_mm_cmple_ps(low, high));
            all = each!(_mm_and_ps(all, some));
        }
        bits(all)
    }

    #[inline(always)]
    fn signs(self, a: F) -> u32 {
        bits(a)
    }

    #[inline(always)]
    fn permute(self, table: F, index: U) -> F {
        self.load_array(arrays::permute(&self.to_array(table), &index))
    }

    #[inline(always)]
    fn permute_two(self, [low, high]: [F; 2], index: U) -> F {
        self.load_array(arrays::permute_two([&self.to_array(low), &self.to_array(high)], &index))
    }

    #[inline(always)]
    fn unpack(self, bytes: &[u8; 64], code: u32, zeros: u32, base: u32) -> U {
        arrays::unpack(bytes, code, zeros, base)
    }

    #[inline(always)]
    fn as_f32(self, a: U) -> F {
        [0, 4, 8, 12].map_each(|i| unsafe { _mm_loadu_ps(a[i..].as_ptr().cast()) })
    }

    #[inline(always)]
    fn spread(self, bytes: &[u8; 64], code: u32) -> U {
        arrays::unpack(bytes, code, 0, 0)
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self, a: U) -> U {
        array_of(|i| a[i] >> BITS)
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
    fn prefetch(self, _: &[u8], _: usize) {}

    #[inline(always)]
    fn doubles(self) -> Sse2 {
        self
    }

    #[inline(always)]
    fn lanes8(self) -> Sse2 {
        self
    }

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        run(kernel)
    }

    #[inline(always)]
    fn part<P: Part<Sse2>>(self, part: P) -> P::Output {
        self.apart(part)
    }

    #[inline(never)]
    fn apart<P: Part<Sse2>>(self, part: P) -> P::Output {
        part.run(self)
    }
}
