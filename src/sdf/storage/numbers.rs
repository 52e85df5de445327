//! The operations of samples, on one number or on the sixteen of a vector. So a sample is defined in one
//! place, and is the same, bit for bit, alone and in a batch.

use crate::simd::{Arithmetic32, Simd};

/// One number or sixteen. Every operation is rounded once; none is fused with another.
pub(in crate::sdf) trait Numbers: Copy {
    /// The numbers.
    type F: Copy;

    /// The same number in all lanes.
    fn splat(self, value: f32) -> Self::F;
    fn add(self, a: Self::F, b: Self::F) -> Self::F;
    fn sub(self, a: Self::F, b: Self::F) -> Self::F;
    fn mul(self, a: Self::F, b: Self::F) -> Self::F;
    fn div(self, a: Self::F, b: Self::F) -> Self::F;
    /// `b` if they are equal.
    fn min(self, a: Self::F, b: Self::F) -> Self::F;
    /// `b` if they are equal.
    fn max(self, a: Self::F, b: Self::F) -> Self::F;
    /// A bit each: `a < b`.
    fn lt(self, a: Self::F, b: Self::F) -> u32;
    /// A bit each: `a <= b`.
    fn le(self, a: Self::F, b: Self::F) -> u32;
    /// `a` if the bit is set, else `b`.
    fn select(self, mask: u32, a: Self::F, b: Self::F) -> Self::F;
}

/// One number.
#[derive(Clone, Copy)]
pub(in crate::sdf) struct One;

impl Numbers for One {
    type F = f32;

    #[inline(always)]
    fn splat(self, value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn add(self, a: f32, b: f32) -> f32 {
        a + b
    }

    #[inline(always)]
    fn sub(self, a: f32, b: f32) -> f32 {
        a - b
    }

    #[inline(always)]
    fn mul(self, a: f32, b: f32) -> f32 {
        a * b
    }

    #[inline(always)]
    fn div(self, a: f32, b: f32) -> f32 {
        a / b
    }

    #[inline(always)]
    fn min(self, a: f32, b: f32) -> f32 {
        crate::geometry::min(a, b)
    }

    #[inline(always)]
    fn max(self, a: f32, b: f32) -> f32 {
        crate::geometry::max(a, b)
    }

    #[inline(always)]
    fn lt(self, a: f32, b: f32) -> u32 {
        u32::from(a < b)
    }

    #[inline(always)]
    fn le(self, a: f32, b: f32) -> u32 {
        u32::from(a <= b)
    }

    #[inline(always)]
    fn select(self, mask: u32, a: f32, b: f32) -> f32 {
        if mask != 0 { a } else { b }
    }
}

impl<S: Simd> Numbers for S {
    type F = S::F;

    #[inline(always)]
    fn splat(self, value: f32) -> S::F {
        Arithmetic32::splat(self, value)
    }

    #[inline(always)]
    fn add(self, a: S::F, b: S::F) -> S::F {
        Arithmetic32::add(self, a, b)
    }

    #[inline(always)]
    fn sub(self, a: S::F, b: S::F) -> S::F {
        Arithmetic32::sub(self, a, b)
    }

    #[inline(always)]
    fn mul(self, a: S::F, b: S::F) -> S::F {
        Arithmetic32::mul(self, a, b)
    }

    #[inline(always)]
    fn div(self, a: S::F, b: S::F) -> S::F {
        Arithmetic32::div(self, a, b)
    }

    #[inline(always)]
    fn min(self, a: S::F, b: S::F) -> S::F {
        Arithmetic32::min(self, a, b)
    }

    #[inline(always)]
    fn max(self, a: S::F, b: S::F) -> S::F {
        Arithmetic32::max(self, a, b)
    }

    #[inline(always)]
    fn lt(self, a: S::F, b: S::F) -> u32 {
        Arithmetic32::lt(self, a, b)
    }

    #[inline(always)]
    fn le(self, a: S::F, b: S::F) -> u32 {
        Arithmetic32::le(self, a, b)
    }

    #[inline(always)]
    fn select(self, mask: u32, a: S::F, b: S::F) -> S::F {
        Arithmetic32::select(self, mask, a, b)
    }
}

/// `a (1 - t) + b t`: exactly `a` at 0 and `b` at 1.
#[inline(always)]
pub(in crate::sdf) fn lerp<N: Numbers>(n: N, a: N::F, b: N::F, t: N::F) -> N::F {
    n.add(n.mul(a, n.sub(n.splat(1.0), t)), n.mul(b, t))
}
