//! Angles that are the same on every platform: an arctangent of additions, products and quotients alone.
//!
//! The functions of mathematical libraries differ in their last bits from one to the next, and so would signs
//! and bytes that depend on them. These operations and the square root are rounded correctly wherever IEEE
//! 754 is.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// The arctangents of eighths.
const OF_EIGHTHS: [f64; 9] = [
    0.0,
    0.12435499454676144,
    0.24497866312686414,
    0.35877067027057225,
    0.4636476090008061,
    0.5585993153435624,
    0.6435011087932844,
    0.7188299996216245,
    FRAC_PI_4,
];

/// The angle of `(x, y)` from the x axis, from -pi to pi. Its error is at most 1e-15, and for small angles at
/// most 1e-15 of the angle. 0 for the origin. The numbers are finite.
///
/// The angle within an octant is the arctangent of the nearest multiple `k / 8`, plus a remainder whose
/// tangent `u` is at most 1/16. The remainder is the first terms of `u - u^3 / 3 + u^5 / 5 - ...`; leaving
/// out the others costs `u^17 / 17`, less than 2^-68 of it. Roundings: 2^-53 of the product below; 2^-55 of
/// the differences and the quotient; 2^-54 each of the arctangent of `k / 8` and the sum; in other octants
/// 2^-52 each of the multiples of pi and of a difference that is at most pi.
pub(crate) fn arc_tangent(y: f64, x: f64) -> f64 {
    let (along, across) = (x.abs(), y.abs());
    let (small, large) = if across < along { (across, along) } else { (along, across) };
    if large == 0.0 {
        return 0.0;
    }
    // From 0 to 8, so that this truncates to the nearest.
    let eighth = (small / large * 8.0 + 0.5) as usize;
    let tangent = eighth as f64 * 0.125;
    let u = (small - tangent * large) / (large + tangent * small);
    let square = u * u;
    let series = square
        * (1.0 / 3.0
            - square
                * (1.0 / 5.0
                    - square
                        * (1.0 / 7.0
                            - square
                                * (1.0 / 9.0
                                    - square
                                        * (1.0 / 11.0 - square * (1.0 / 13.0 - square * (1.0 / 15.0)))))));
    let octant = OF_EIGHTHS[eighth] + (u - u * series);
    let quadrant = if across < along { octant } else { FRAC_PI_2 - octant };
    let half = if x < 0.0 { PI - quadrant } else { quadrant };
    if y < 0.0 { -half } else { half }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Directions around the circle, at angles from 2^-1000 on, of lengths from 1e-300 to 1e300.
    #[test]
    fn it_is_within_its_bound() {
        let mut rng = fastrand::Rng::with_seed(5);
        for i in 0..400_000 {
            let angle = match i % 4 {
                0 => rng.f64() * 2f64.powi(rng.i32(-1000..0)),
                1 => f64::from(rng.i32(-8..9)) * PI / 8.0 + (rng.f64() - 0.5) * 1e-9,
                _ => (rng.f64() - 0.5) * 2.0 * PI,
            };
            let length = 10f64.powi(rng.i32(-300..300));
            let (y, x) = (angle.sin() * length, angle.cos() * length);
            let (found, expected) = (arc_tangent(y, x), y.atan2(x));
            let near = expected.abs().min(1.0) * 1e-15 + f64::MIN_POSITIVE;
            assert!((found - expected).abs() <= near, "{y:e} {x:e}: {found} {expected}");
        }
    }

    #[test]
    fn axes_and_diagonals() {
        for (y, x) in
            [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (1.0, -1.0), (0.0, -1.0), (-1.0, -1.0), (-1.0, 0.0)]
        {
            assert_eq!(arc_tangent(y, x), f64::atan2(y, x), "{y} {x}");
        }
        for (y, x) in [(0.0, 0.0), (-0.0, 0.0), (0.0, -0.0), (-0.0, -0.0), (0.0, 5e-324)] {
            assert_eq!(arc_tangent(y, x), 0.0);
        }
        assert_eq!(arc_tangent(5e-324, 0.0), FRAC_PI_2);
    }

    /// The same bits on every platform: these were computed on one.
    #[test]
    fn its_bits_are_known() {
        let mut rng = fastrand::Rng::with_seed(6);
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for _ in 0..10_000 {
            let (y, x) = (rng.f64() - 0.5, rng.f64() - 0.5);
            hash = (hash ^ arc_tangent(y, x).to_bits()).wrapping_mul(0x100_0000_01b3);
        }
        assert_eq!(hash, 7_112_314_284_979_499_125);
    }
}
