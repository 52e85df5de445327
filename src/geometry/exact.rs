//! Exact signs of polynomials of f32 coordinates, in integers: for what a filter in floating point cannot
//! tell.

use crate::geometry::Vec3;
use bnum::BInt;
use std::ops::{Add, Mul, Sub};

/// Numbers that are not rounded.
pub(in crate::geometry) trait Integer:
    Copy + Default + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
}

impl Integer for i128 {}
impl<const LIMBS: usize> Integer for BInt<LIMBS> {}

/// Integers that are made of f32, in units of 2^-149 if there is room: the largest f32 is below 2^277 of them.
pub(in crate::geometry) trait WideInteger: Integer {
    /// `mantissa * 2^shift`.
    fn shifted(mantissa: u32, shift: u32) -> Self;
}

impl WideInteger for i128 {
    fn shifted(mantissa: u32, shift: u32) -> Self {
        i128::from(mantissa) << shift
    }
}

impl<const LIMBS: usize> WideInteger for BInt<LIMBS> {
    fn shifted(mantissa: u32, shift: u32) -> Self {
        BInt::from(mantissa) << shift
    }
}

/// A homogeneous polynomial of the coordinates of `N` points.
pub(in crate::geometry) trait Polynomial<const N: usize> {
    /// For coordinates of so many bits, no intermediate result has more than 127.
    const FEW: i32;
    /// Has room for every intermediate result, whatever the coordinates.
    type Wide: WideInteger;

    /// Its value.
    fn value<T: Integer>(points: [[T; 3]; N]) -> T;
}

/// The sign of a polynomial: 1, 0 or -1; 0 if a coordinate is not finite.
#[cold]
pub(in crate::geometry) fn exact_sign<P: Polynomial<N>, const N: usize>(points: [Vec3; N]) -> i32 {
    let coordinates = points.iter().flat_map(|point| point.to_array()).filter(|&x| x != 0.0);
    let (mut low, mut high) = (i32::MAX, i32::MIN);
    for x in coordinates {
        let (mantissa, exponent) = parts(x);
        low = low.min(exponent + mantissa.trailing_zeros() as i32);
        high = high.max(exponent + 32 - mantissa.leading_zeros() as i32);
    }
    if low > high || !points.iter().all(|point| point.is_finite()) {
        return 0;
    }
    if high - low <= P::FEW {
        // A power of two from 2^-127 to 2^149, so that this is exact.
        let unit = f64::from_bits(((1023 - low) as u64) << 52);
        return sign(P::value(points.map(|point| point.to_array().map(|x| (f64::from(x) * unit) as i128))));
    }
    // So many bits more in each coordinate multiply those of every intermediate result.
    if high - low <= 2 * P::FEW + 1 {
        return sign_in_units::<P, BInt<4>, N>(points, low);
    }
    if high - low <= 4 * P::FEW + 3 {
        return sign_in_units::<P, BInt<8>, N>(points, low);
    }
    wide_sign::<P, N>(points)
}

/// The same in integers of which 2^`low` is the unit, and a divisor of all coordinates.
#[inline(never)]
fn sign_in_units<P: Polynomial<N>, T: WideInteger, const N: usize>(points: [Vec3; N], low: i32) -> i32 {
    let integer = |x: f32| {
        if x == 0.0 {
            return T::default();
        }
        let (mantissa, exponent) = parts(x);
        let zeros = mantissa.trailing_zeros();
        let size = T::shifted(mantissa >> zeros, (exponent + zeros as i32 - low) as u32);
        if x < 0.0 { T::default() - size } else { size }
    };
    sign(P::value(points.map(|point| point.to_array().map(integer))))
}

/// The same for coordinates of any exponents.
#[inline(never)]
pub(in crate::geometry) fn wide_sign<P: Polynomial<N>, const N: usize>(points: [Vec3; N]) -> i32 {
    let integer = |x: f32| {
        let (mantissa, exponent) = parts(x);
        let size = P::Wide::shifted(mantissa, (exponent + 149) as u32);
        if x < 0.0 { P::Wide::default() - size } else { size }
    };
    sign(P::value(points.map(|point| point.to_array().map(integer))))
}

/// A number's magnitude as an integer times a power of two.
pub(in crate::geometry) fn parts(x: f32) -> (u32, i32) {
    let bits = x.to_bits() & !(1 << 31);
    let exponent = (bits >> 23).max(1);
    let hidden = if bits >> 23 == 0 { 0 } else { 1 << 23 };
    (bits & ((1 << 23) - 1) | hidden, exponent as i32 - 150)
}

fn sign<T: Integer>(value: T) -> i32 {
    let zero = T::default();
    i32::from(value > zero) - i32::from(value < zero)
}

/// From one point to another.
pub(in crate::geometry) fn difference<T: Integer>(to: [T; 3], from: [T; 3]) -> [T; 3] {
    [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
}

/// The dot product.
pub(in crate::geometry) fn product<T: Integer>(a: [T; 3], b: [T; 3]) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A number in f64 with a bound of its error: a running error analysis (Higham, *Accuracy and Stability of
/// Numerical Algorithms* (2002), section 3.3).
#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
struct Bounded {
    value: f64,
    error: f64,
}

/// Half a unit in the last place of 1.
const HALF_ULP: f64 = f64::EPSILON / 2.0;

impl Bounded {
    #[inline(always)]
    fn rounded(value: f64, error: f64) -> Bounded {
        Bounded { value, error: error + value.abs() * HALF_ULP }
    }
}

impl Add for Bounded {
    type Output = Bounded;

    #[inline(always)]
    fn add(self, other: Bounded) -> Bounded {
        Bounded::rounded(self.value + other.value, self.error + other.error)
    }
}

impl Sub for Bounded {
    type Output = Bounded;

    #[inline(always)]
    fn sub(self, other: Bounded) -> Bounded {
        Bounded::rounded(self.value - other.value, self.error + other.error)
    }
}

impl Mul for Bounded {
    type Output = Bounded;

    #[inline(always)]
    fn mul(self, other: Bounded) -> Bounded {
        let error = (self.value.abs() + self.error) * other.error + other.value.abs() * self.error;
        Bounded::rounded(self.value * other.value, error)
    }
}

impl Integer for Bounded {}

/// The sign of a polynomial of a degree of at most 7: in f64 where that is certain, else exactly.
///
/// All intermediate results are multiples of 2^-149 to the power of 7, and so of 2^-1043: where they are
/// below the least normal f64, they are exact. The error's own rounding takes at most four of 2^-53 in each
/// of at most sixteen steps, which is less than 2^-40.
#[inline]
pub(in crate::geometry) fn sign_of<P: Polynomial<N>, const N: usize>(points: [Vec3; N]) -> i32 {
    const OF_THE_ERROR_ITSELF: f64 = 1.0 + 1.0 / (1u64 << 40) as f64;
    let exact = |x: f32| Bounded { value: f64::from(x), error: 0.0 };
    let Bounded { value, error } = P::value(points.map(|point| point.to_array().map(exact)));
    if value.abs() > error * OF_THE_ERROR_ITSELF {
        if value > 0.0 { 1 } else { -1 }
    } else if error == 0.0 {
        0
    } else {
        exact_sign::<P, N>(points)
    }
}
