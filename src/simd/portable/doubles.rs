//! Eight f64 as an array.

use super::arrays::zip;
use crate::arrays::array_of;
use crate::simd::doubles::{Arithmetic64, Doubles};
use crate::simd::sizes::LANES8;

/// The level that needs nothing.
#[derive(Clone, Copy)]
pub(in crate::simd) struct PortableDoubles;

type F = [f64; LANES8];

impl Arithmetic64 for PortableDoubles {
    type F = F;
    type Mask = [bool; LANES8];

    #[inline(always)]
    fn splat(self, value: f64) -> F {
        [value; LANES8]
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
    fn lt(self, a: F, b: F) -> [bool; LANES8] {
        zip(a, b, |a, b| a < b)
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> [bool; LANES8] {
        zip(a, b, |a, b| a <= b)
    }

    #[inline(always)]
    fn or(self, a: [bool; LANES8], b: [bool; LANES8]) -> [bool; LANES8] {
        zip(a, b, |a, b| a | b)
    }

    #[inline(always)]
    fn and(self, a: [bool; LANES8], b: [bool; LANES8]) -> [bool; LANES8] {
        zip(a, b, |a, b| a & b)
    }

    #[inline(always)]
    fn select(self, mask: [bool; LANES8], a: F, b: F) -> F {
        std::array::from_fn(|i| if mask[i] { a[i] } else { b[i] })
    }
}

impl Doubles for PortableDoubles {
    #[inline(always)]
    fn lanes(self, bits: u32) -> [bool; LANES8] {
        array_of(|i| bits >> i & 1 != 0)
    }

    #[inline(always)]
    fn load_array(self, array: &F) -> F {
        *array
    }

    #[inline(always)]
    fn to_array(self, v: F) -> F {
        v
    }
}
