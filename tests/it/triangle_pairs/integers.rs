//! Corners without fractions.

use carom::geometry::{Triangle, Vec3};
use num_bigint::BigInt;
use num_rational::BigRational;

pub(super) type Corners = [[BigInt; 3]; 3];

/// Corners as integers, times the same power of two: that power's exponent, and the integers.
pub(super) fn integers(triangles: [&Triangle; 2]) -> (i32, [Corners; 2]) {
    let parts = |x: f32| {
        let exponent = (x.to_bits() >> 23 & 0xff) as i32;
        let digits = i64::from(x.to_bits() & 0x7f_ffff) | i64::from(exponent > 0) << 23;
        (if x < 0.0 { -digits } else { digits }, exponent.max(1) - 150)
    };
    let corners = triangles.map(|t| [t.a, t.b, t.c].map(|v: Vec3| v.to_array().map(parts)));
    let all = corners.iter().flatten().flatten().filter(|(digits, _)| *digits != 0);
    let least = all.map(|(digits, exponent)| exponent + digits.trailing_zeros() as i32).min().unwrap_or(0);
    let integer = |(digits, exponent): (i64, i32)| {
        let zeros = if digits == 0 { 0 } else { digits.trailing_zeros() };
        let shift = if digits == 0 { 0 } else { exponent + zeros as i32 - least };
        BigInt::from(digits >> zeros) << shift
    };
    (least, corners.map(|corners| corners.map(|corner| corner.map(integer))))
}

/// A power of two.
pub(super) fn power_of_two(exponent: i32) -> BigRational {
    BigRational::from_integer(2.into()).pow(exponent)
}
