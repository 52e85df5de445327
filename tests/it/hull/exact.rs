//! Numbers and vectors in integers.

use carom::geometry::Vec3;
use num_bigint::{BigInt, Sign};

pub(super) type Point = [BigInt; 3];

/// A number in units of 2^-149.
pub(super) fn integer(x: f32) -> BigInt {
    let exponent = x.to_bits() >> 23 & 0xff;
    let digits = i64::from(x.to_bits() & 0x7f_ffff) | i64::from(exponent > 0) << 23;
    BigInt::from(if x < 0.0 { -digits } else { digits }) << (exponent.max(1) - 1)
}

pub(super) fn point(v: Vec3) -> Point {
    v.to_array().map(integer)
}

pub(super) fn minus(a: &Point, b: &Point) -> Point {
    std::array::from_fn(|k| &a[k] - &b[k])
}

pub(super) fn cross(a: &Point, b: &Point) -> Point {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &a[i] * &b[j] - &a[j] * &b[i]
    })
}

pub(super) fn dot(a: &Point, b: &Point) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub(super) fn sign(x: &BigInt) -> i32 {
    match x.sign() {
        Sign::Minus => -1,
        Sign::NoSign => 0,
        Sign::Plus => 1,
    }
}

pub(super) fn is_zero(a: &Point) -> bool {
    a.iter().all(|x| sign(x) == 0)
}
