//! Determinants of f32 corners to a relative error, not only their signs: the place of a crossing along an
//! edge depends on their values.
//!
//! Determinants are computed in f64 if that is accurate enough, else as an exact sum of products, kept as an
//! expansion (Shewchuk 1997, see `predicates.rs`): f64 numbers in increasing order that do not overlap, of
//! which the sum is exact. A product of three f32 is two f64. All are multiples of 2^-447 and none exceeds
//! 2^384, so nothing overflows or underflows.

use crate::arrays::MapEach;
use crate::geometry::Vec3;
use glam::DVec3;

/// The least ratio of a determinant to the sum of its products' magnitudes at which the error of f64 is below
/// 2^-30 of the determinant.
const SURE: f64 = 1.0 / (1u64 << 19) as f64;

/// The determinant of `b - a`, `c - a`, `p - a`, with an error of at most 2^-30 of it: six times the volume
/// between them, positive if `p` is in front of the plane through `a`, `b`, `c`.
pub(super) fn volume([a, b, c]: [Vec3; 3], p: Vec3) -> f64 {
    let [e, f, r] = [b, c, p].map_each(|corner| corner.as_dvec3() - a.as_dvec3());
    let size = |v: DVec3, w: DVec3| {
        let (v, w) = (v.abs(), w.abs());
        DVec3::new(v.y * w.z + v.z * w.y, v.z * w.x + v.x * w.z, v.x * w.y + v.y * w.x)
    };
    let volume = e.cross(f).dot(r);
    if volume.abs() >= size(e, f).dot(r.abs()) * SURE && volume != 0.0 {
        return volume;
    }
    let mut sum = Expansion::<48>::new();
    for (sign, [u, v, w]) in [(1.0, [b, c, p]), (-1.0, [a, c, p]), (1.0, [a, b, p]), (-1.0, [a, b, c])] {
        let [u, v, w] = [u, v, w].map_each(|corner| corner.as_dvec3());
        for k in 0..3 {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            sum.add_product(v[i] * w[j], sign * u[k]);
            sum.add_product(v[j] * w[i], -sign * u[k]);
        }
    }
    sum.value()
}

/// The same for the determinant of `b - a` and `p - a`, projected along an axis: twice the area between them,
/// positive if `p` is to the left.
pub(super) fn area(axis: usize, [a, b]: [Vec3; 2], p: Vec3) -> f64 {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let [a, b, p] = [a, b, p].map_each(|corner| [f64::from(corner[i]), f64::from(corner[j])]);
    let (left, right) = ((b[0] - a[0]) * (p[1] - a[1]), (b[1] - a[1]) * (p[0] - a[0]));
    let area = left - right;
    if area.abs() >= (left.abs() + right.abs()) * SURE && area != 0.0 {
        return area;
    }
    let mut sum = Expansion::<6>::new();
    for (u, v) in [(a, b), (b, p), (p, a)] {
        sum.add(u[0] * v[1]);
        sum.add(-u[1] * v[0]);
    }
    sum.value()
}

/// A sum that is not rounded, of at most `N` numbers.
pub(in crate::geometry) struct Expansion<const N: usize> {
    /// The parts, in increasing order of magnitude, none zero.
    parts: [f64; N],
    count: usize,
}

impl<const N: usize> Expansion<N> {
    pub(in crate::geometry) fn new() -> Expansion<N> {
        Expansion { parts: [0.0; N], count: 0 }
    }

    /// Adds a product of two f32 times a third.
    fn add_product(&mut self, pair: f64, third: f64) {
        let [high, low] = halves(pair);
        self.add(high * third);
        self.add(low * third);
    }

    /// Adds a product of any two numbers, as two: Dekker's `TWO-PRODUCT`.
    pub(in crate::geometry) fn add_exact_product(&mut self, a: f64, b: f64) {
        let product = a * b;
        let ([a_high, a_low], [b_high, b_low]) = (halves(a), halves(b));
        let error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
        self.add(error);
        self.add(product);
    }

    /// Adds a product of two sums, as two numbers for each pair of their parts.
    pub(in crate::geometry) fn add_product_of<const M: usize>(
        &mut self,
        a: &Expansion<M>,
        b: &Expansion<M>,
        sign: f64,
    ) {
        for &of_a in &a.parts[..a.count] {
            for &of_b in &b.parts[..b.count] {
                self.add_exact_product(sign * of_a, of_b);
            }
        }
    }

    /// Adds a number: Shewchuk's `GROW-EXPANSION`, which leaves out zeros.
    pub(in crate::geometry) fn add(&mut self, number: f64) {
        let (mut sum, mut kept) = (number, 0);
        for i in 0..self.count {
            let part = self.parts[i];
            let total = sum + part;
            // Knuth's `TWO-SUM`.
            let virtual_part = total - sum;
            let error = (sum - (total - virtual_part)) + (part - virtual_part);
            sum = total;
            if error != 0.0 {
                self.parts[kept] = error;
                kept += 1;
            }
        }
        if sum != 0.0 {
            self.parts[kept] = sum;
            kept += 1;
        }
        self.count = kept;
    }

    /// The same sum in the fewest parts: each is at least 2^52 times as large as the one before (the first
    /// pass of Shewchuk's `COMPRESS`).
    pub(in crate::geometry) fn compressed(self) -> Expansion<N> {
        let mut few = Expansion::new();
        let Some((&largest, rest)) = self.parts[..self.count].split_last() else { return few };
        let mut sum = largest;
        for &part in rest.iter().rev() {
            let total = sum + part;
            let error = part - (total - sum);
            if error == 0.0 {
                sum = total;
            } else {
                few.parts[few.count] = total;
                few.count += 1;
                sum = error;
            }
        }
        few.parts[few.count] = sum;
        few.count += 1;
        few.parts[..few.count].reverse();
        few
    }

    /// Rounded to f64.
    pub(in crate::geometry) fn value(&self) -> f64 {
        self.parts[..self.count].iter().sum()
    }

    /// The sign: 1, 0 or -1. The largest part is larger than all others together.
    pub(in crate::geometry) fn sign(&self) -> i32 {
        let largest = self.parts[..self.count].last();
        largest.map_or(0, |&part| if part > 0.0 { 1 } else { -1 })
    }
}

/// Halves of a number's digits, 26 at most each, so that products of them are exact: Veltkamp's split.
fn halves(number: f64) -> [f64; 2] {
    let spread = number * 134_217_729.0;
    let high = spread - (spread - number);
    [high, number - high]
}
