//! Lanes as arrays: what every processor can do, and what the others are compared with.

use super::arrays::{compare, zip};
use super::doubles::PortableDoubles;
use super::lanes8::PortableLanes8;
use crate::geometry;
use crate::simd::arithmetic::{Arithmetic32, Lanes32};
use crate::simd::arrays;
use crate::simd::lanes::{Kernel, Part, Simd};
use crate::simd::sizes::LANES;

/// The level that needs nothing.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Portable;

/// Runs a kernel compiled for this level. Not inlined, or whoever calls it would need its room on the machine's stack
/// on every level.
#[inline(never)]
pub(in crate::simd) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Portable)
}

type F = [f32; LANES];
type U = [u32; LANES];

impl Arithmetic32 for Portable {
    type F = F;

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        [value; LANES]
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
    fn div(self, a: F, b: F) -> F {
        zip(a, b, |a, b| a / b)
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
    fn lt(self, a: F, b: F) -> u32 {
        compare(a, b, f32::lt)
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> u32 {
        compare(a, b, f32::le)
    }

    #[inline(always)]
    fn select(self, mask: u32, a: F, b: F) -> F {
        std::array::from_fn(|i| if mask >> i & 1 != 0 { a[i] } else { b[i] })
    }
}

impl Lanes32 for Portable {
    #[inline(always)]
    fn to_array(self, v: F) -> [f32; LANES] {
        v
    }

    #[inline(always)]
    fn abs(self, a: F) -> F {
        a.map(f32::abs)
    }

    #[inline(always)]
    fn eq(self, a: F, b: F) -> u32 {
        compare(a, b, f32::eq)
    }

    #[inline(always)]
    fn smallest(self, mask: u32, a: F) -> f32 {
        (0..LANES).filter(|i| mask >> i & 1 != 0).fold(f32::INFINITY, |least, i| geometry::min(a[i], least))
    }

    #[inline(always)]
    fn extract(self, a: F, lane: usize) -> f32 {
        a[lane % LANES]
    }
}

impl Simd for Portable {
    type LowerLanes = Portable;
    type U = U;
    type Lanes8 = PortableLanes8;
    type Doubles = PortableDoubles;
    /// Its lanes take so many instructions that one query keeps the processor busy, also in a tree of 17 MB.
    const STREAMS: bool = false;

    #[inline(always)]
    fn load_array(self, array: [f32; LANES]) -> F {
        array
    }

    #[inline(always)]
    fn load_array_u(self, array: [u32; LANES]) -> U {
        array
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 64]) -> F {
        std::array::from_fn(|i| {
            f32::from_le_bytes([bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]])
        })
    }

    #[inline(always)]
    fn to_array_u(self, v: U) -> [u32; LANES] {
        v
    }

    #[inline(always)]
    fn sqrt(self, a: F) -> F {
        a.map(f32::sqrt)
    }

    #[inline(always)]
    fn permute(self, table: F, index: U) -> F {
        arrays::permute(&table, &index)
    }

    #[inline(always)]
    fn permute_two(self, [low, high]: [F; 2], index: U) -> F {
        arrays::permute_two([&low, &high], &index)
    }

    #[inline(always)]
    fn unpack(self, bytes: &[u8; 64], code: u32, zeros: u32, base: u32) -> U {
        arrays::unpack(bytes, code, zeros, base)
    }

    #[inline(always)]
    fn as_f32(self, a: U) -> F {
        a.map(f32::from_bits)
    }

    #[inline(always)]
    fn spread(self, bytes: &[u8; 64], code: u32) -> U {
        arrays::unpack(bytes, code, 0, 0)
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self, a: U) -> U {
        std::array::from_fn(|i| a[i] >> BITS)
    }

    #[inline(always)]
    fn numbers(self, bytes: &[u8; LANES]) -> F {
        bytes.map(f32::from)
    }

    #[inline(always)]
    fn swap_halves(self, a: F) -> F {
        std::array::from_fn(|i| a[(i + LANES / 2) % LANES])
    }

    #[inline(always)]
    fn about_mul_sub(self, a: F, b: F, c: F) -> F {
        std::array::from_fn(|i| a[i] * b[i] - c[i])
    }

    #[inline(always)]
    fn about_mul_add(self, a: F, b: F, c: F) -> F {
        std::array::from_fn(|i| a[i] * b[i] + c[i])
    }

    #[inline(always)]
    fn prefetch(self, _: &[u8], _: usize) {}

    #[inline(always)]
    fn doubles(self) -> PortableDoubles {
        PortableDoubles
    }

    #[inline(always)]
    fn lanes8(self) -> PortableLanes8 {
        PortableLanes8
    }

    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        run(kernel)
    }

    #[inline(always)]
    fn part<P: Part<Portable>>(self, part: P) -> P::Output {
        self.apart(part)
    }

    #[inline(never)]
    fn apart<P: Part<Portable>>(self, part: P) -> P::Output {
        part.run(self)
    }
}
