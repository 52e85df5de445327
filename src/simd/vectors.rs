//! Vectors in lanes: three coordinates, sixteen lanes each.

use super::arithmetic::Arithmetic32;
use super::lanes::Simd;
use crate::geometry::Vec3;

/// Three coordinates in lanes.
pub(crate) type Lanes3<S> = [<S as Arithmetic32>::F; 3];

/// A vector in all lanes.
#[inline(always)]
pub(crate) fn splat3<S: Simd>(simd: S, v: Vec3) -> Lanes3<S> {
    [simd.splat(v.x), simd.splat(v.y), simd.splat(v.z)]
}

/// `a - b`.
#[inline(always)]
pub(crate) fn sub3<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>) -> Lanes3<S> {
    [simd.sub(a[0], b[0]), simd.sub(a[1], b[1]), simd.sub(a[2], b[2])]
}

/// A dot product, an operation after the other from the first coordinate on.
#[inline(always)]
pub(crate) fn dot<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>) -> S::F {
    simd.add(simd.add(simd.mul(a[0], b[0]), simd.mul(a[1], b[1])), simd.mul(a[2], b[2]))
}

/// A cross product, an operation after the other.
#[inline(always)]
pub(crate) fn cross<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>) -> Lanes3<S> {
    [
        simd.sub(simd.mul(a[1], b[2]), simd.mul(a[2], b[1])),
        simd.sub(simd.mul(a[2], b[0]), simd.mul(a[0], b[2])),
        simd.sub(simd.mul(a[0], b[1]), simd.mul(a[1], b[0])),
    ]
}

/// A dot product, rounded in any way.
#[inline(always)]
pub(crate) fn about_dot<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>) -> S::F {
    simd.about_mul_add(a[0], b[0], simd.about_mul_add(a[1], b[1], simd.mul(a[2], b[2])))
}

/// A cross product, rounded in any way.
#[inline(always)]
pub(crate) fn about_cross<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>) -> Lanes3<S> {
    [
        simd.about_mul_sub(a[1], b[2], simd.mul(a[2], b[1])),
        simd.about_mul_sub(a[2], b[0], simd.mul(a[0], b[2])),
        simd.about_mul_sub(a[0], b[1], simd.mul(a[1], b[0])),
    ]
}

/// The largest component in magnitude.
#[inline(always)]
pub(crate) fn max_abs<S: Simd>(simd: S, v: Lanes3<S>) -> S::F {
    simd.max(simd.max(simd.abs(v[0]), simd.abs(v[1])), simd.abs(v[2]))
}

/// The lowest of three points' coordinates along each axis.
#[inline(always)]
pub(crate) fn lowest<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>, c: Lanes3<S>) -> Lanes3<S> {
    [
        simd.min(simd.min(a[0], b[0]), c[0]),
        simd.min(simd.min(a[1], b[1]), c[1]),
        simd.min(simd.min(a[2], b[2]), c[2]),
    ]
}

/// The highest of three points' coordinates along each axis.
#[inline(always)]
pub(crate) fn highest<S: Simd>(simd: S, a: Lanes3<S>, b: Lanes3<S>, c: Lanes3<S>) -> Lanes3<S> {
    [
        simd.max(simd.max(a[0], b[0]), c[0]),
        simd.max(simd.max(a[1], b[1]), c[1]),
        simd.max(simd.max(a[2], b[2]), c[2]),
    ]
}
