//! Determinants of f32 corners to a relative error, not only their sign: how far along an edge a crossing is depends on it.
//!
//! f64 where that is good enough, else an exact sum of products, kept as an expansion (Shewchuk 1997, see `predicates.rs`): f64
//! numbers in increasing order that do not overlap, of which the sum is exact. A product of three f32 is two f64; all are
//! multiples of 2^-447 and none exceeds 2^384, so nothing overflows or underflows.

use crate::arrays::MapEach;
use crate::geometry::Vec3;
use glam::DVec3;

/// Where a determinant is at least this part of the sum of its products' magnitudes, f64 is good for 2^-30 of it.
const SURE: f64 = 1.0 / (1u64 << 19) as f64;

/// The determinant of `b - a`, `c - a`, `p - a`, but for 2^-30 of it: six times the volume between them, positive where `p` is in
/// front of the plane through `a`, `b`, `c`.
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
    let mut sum = Expansion::new();
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

/// The same for the determinant of `b - a` and `p - a`, projected along an axis: twice the area between them, positive where `p`
/// is to the left.
pub(super) fn area(axis: usize, [a, b]: [Vec3; 2], p: Vec3) -> f64 {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let [a, b, p] = [a, b, p].map_each(|corner| [f64::from(corner[i]), f64::from(corner[j])]);
    let (left, right) = ((b[0] - a[0]) * (p[1] - a[1]), (b[1] - a[1]) * (p[0] - a[0]));
    let area = left - right;
    if area.abs() >= (left.abs() + right.abs()) * SURE && area != 0.0 {
        return area;
    }
    let mut sum = Expansion::new();
    for (u, v) in [(a, b), (b, p), (p, a)] {
        sum.add(u[0] * v[1]);
        sum.add(-u[1] * v[0]);
    }
    sum.value()
}

/// A sum that is not rounded.
struct Expansion {
    /// In increasing order of magnitude, none zero.
    parts: [f64; 48],
    count: usize,
}

impl Expansion {
    fn new() -> Expansion {
        Expansion { parts: [0.0; 48], count: 0 }
    }

    /// Adds a product of two f32 times a third.
    fn add_product(&mut self, pair: f64, third: f64) {
        // Halves of the 48 digits, so that both products are exact (Veltkamp's split).
        let spread = pair * 134_217_729.0;
        let high = spread - (spread - pair);
        self.add(high * third);
        self.add((pair - high) * third);
    }

    /// Adds a number: Shewchuk's `GROW-EXPANSION`, which leaves out zeros.
    fn add(&mut self, number: f64) {
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

    /// Rounded to f64.
    fn value(&self) -> f64 {
        self.parts[..self.count].iter().sum()
    }
}
