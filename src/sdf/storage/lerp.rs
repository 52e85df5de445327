//! Interpolation between two numbers, or two a lane. So a sample is defined in one place, and is the same, bit for bit, alone
//! and in a batch.

use crate::simd::Arithmetic32;

/// `a (1 - t) + b t`: exactly `a` at 0 and `b` at 1.
#[inline(always)]
pub(in crate::sdf) fn lerp<N: Arithmetic32>(n: N, a: N::F, b: N::F, t: N::F) -> N::F {
    n.add(n.mul(a, n.sub(n.splat(1.0), t)), n.mul(b, t))
}
