//! Volumes of objects, and the test of two that touch: the arithmetic by which all structures answer.
//!
//! Volumes are closed: touching counts. Boxes are compared in f32, which is exact. For spheres, differences,
//! squares and their sums in the order `(x + y) + z` are f64, each rounded once; that is exact where the
//! numbers have few digits, as those of a grid have. In addition the bounding boxes must touch, so that no
//! structure that compares these first finds less than another.

use crate::Result;
use crate::geometry::{Aabb, LARGEST, Sphere, Vec3};
use glam::DVec3;

/// The volume of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Volume {
    /// An axis-aligned box, both ends included.
    Box(Aabb),
    /// A solid sphere.
    Sphere(Sphere),
}

impl From<Aabb> for Volume {
    #[inline(always)]
    fn from(bounds: Aabb) -> Volume {
        Volume::Box(bounds)
    }
}

impl From<Sphere> for Volume {
    #[inline(always)]
    fn from(sphere: Sphere) -> Volume {
        Volume::Sphere(sphere)
    }
}

impl Volume {
    /// The smallest box of f32 numbers around it.
    #[inline]
    pub fn bounds(&self) -> Aabb {
        match self {
            Volume::Box(bounds) => *bounds,
            Volume::Sphere(sphere) => sphere_bounds(sphere),
        }
    }

    /// Returns true if the two share a point.
    pub fn touches(&self, other: &Volume) -> bool {
        self.bounds().touches(&other.bounds())
            && match (self, other) {
                (Volume::Box(_), Volume::Box(_)) => true,
                (Volume::Box(bounds), Volume::Sphere(sphere))
                | (Volume::Sphere(sphere), Volume::Box(bounds)) => box_sphere(bounds, sphere),
                (Volume::Sphere(a), Volume::Sphere(b)) => spheres(a, b),
            }
    }

    /// Returns true if [`Volume::check`] finds nothing.
    #[inline(always)]
    pub(in crate::world) fn is_good(&self) -> bool {
        match self {
            Volume::Box(bounds) => is_good_box(bounds),
            Volume::Sphere(Sphere { center, radius }) => {
                fits(center.x) & fits(center.y) & fits(center.z) & (*radius >= 0.0) & fits(*radius)
            }
        }
    }

    /// Checks its numbers; `name` is only called for the error text.
    pub(in crate::world) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        match self {
            Volume::Box(bounds) => bounds.check(name),
            Volume::Sphere(sphere) => sphere.check(name),
        }
    }
}

#[inline(always)]
fn fits(number: f32) -> bool {
    number.abs() <= LARGEST
}

/// Without a branch, because whole batches are checked so.
#[inline(always)]
fn is_good_box(bounds: &Aabb) -> bool {
    let (min, max) = (bounds.min, bounds.max);
    fits(min.x)
        & fits(min.y)
        & fits(min.z)
        & fits(max.x)
        & fits(max.y)
        & fits(max.z)
        & (min.x <= max.x)
        & (min.y <= max.y)
        & (min.z <= max.z)
}

/// The smallest box of f32 numbers around a sphere.
#[inline]
fn sphere_bounds(sphere: &Sphere) -> Aabb {
    let low = |c: f32| -ceiling(-c, sphere.radius);
    let high = |c: f32| ceiling(c, sphere.radius);
    let c = sphere.center;
    Aabb::new(Vec3::new(low(c.x), low(c.y), low(c.z)), Vec3::new(high(c.x), high(c.y), high(c.z)))
}

/// The smallest f32 that is not less than `a + b`.
#[inline(always)]
fn ceiling(a: f32, b: f32) -> f32 {
    let (a, b) = (f64::from(a), f64::from(b));
    let sum = a + b;
    // The part that the sum has lost (Knuth's TwoSum).
    let part = sum - a;
    let lost = (a - (sum - part)) + (b - part);
    let rounded = sum as f32;
    let wide = f64::from(rounded);
    if wide < sum || wide == sum && lost > 0.0 { rounded.next_up() } else { rounded }
}

/// Returns true if two spheres share a point, if their bounding boxes do.
#[inline]
pub(in crate::world) fn spheres(a: &Sphere, b: &Sphere) -> bool {
    let reach = f64::from(a.radius) + f64::from(b.radius);
    length_squared(a.center.as_dvec3() - b.center.as_dvec3()) <= reach * reach
}

/// Returns true if a box and a sphere share a point, if their bounding boxes do.
#[inline]
pub(in crate::world) fn box_sphere(bounds: &Aabb, sphere: &Sphere) -> bool {
    let radius = f64::from(sphere.radius);
    box_distance_squared(bounds, sphere.center) <= radius * radius
}

/// Squared distance from a point to a box; 0 inside. Monotone: a box that contains another is never farther.
#[inline(always)]
pub(in crate::world) fn box_distance_squared(bounds: &Aabb, point: Vec3) -> f64 {
    let point = point.as_dvec3();
    let (below, above) = (bounds.min.as_dvec3() - point, point - bounds.max.as_dvec3());
    let gap = |below: f64, above: f64| {
        let gap = if below > above { below } else { above };
        if gap > 0.0 { gap } else { 0.0 }
    };
    length_squared(DVec3::new(gap(below.x, above.x), gap(below.y, above.y), gap(below.z, above.z)))
}

#[inline(always)]
pub(in crate::world) fn length_squared(v: DVec3) -> f64 {
    (v.x * v.x + v.y * v.y) + v.z * v.z
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sphere(x: f32, y: f32, z: f32, radius: f32) -> Sphere {
        Sphere { center: Vec3::new(x, y, z), radius }
    }

    #[test]
    fn touching_counts() {
        let unit = Volume::Box(Aabb::new(Vec3::ZERO, Vec3::ONE));
        let beside = |x: f32| Volume::Box(Aabb::new(Vec3::new(x, 1.0, -1.0), Vec3::new(x + 1.0, 2.0, 0.0)));
        assert!(unit.touches(&beside(1.0)) && !unit.touches(&beside(1.0f32.next_up())));
        // 3, 4, 5.
        assert!(Volume::from(sphere(0.0, 0.0, 0.0, 2.0)).touches(&sphere(3.0, 4.0, 0.0, 3.0).into()));
        assert!(
            !Volume::from(sphere(0.0, 0.0, 0.0, 2.0))
                .touches(&sphere(3.0, 4.0f32.next_up(), 0.0, 3.0).into())
        );
        assert!(unit.touches(&sphere(4.0, 5.0, 0.5, 5.0).into()));
        assert!(!unit.touches(&sphere(4.0, 5.0, 0.5, 5.0f32.next_down()).into()));
        let point = Volume::from(sphere(1.0, 1.0, 1.0, 0.0));
        assert!(unit.touches(&point) && point.touches(&unit) && point.touches(&point));
    }

    #[test]
    fn bounding_boxes_are_tight_and_contain() {
        let rng = &mut fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let number = |rng: &mut fastrand::Rng| {
                let scale = (rng.i32(-149..60) as f32).exp2();
                (rng.f32() - 0.5) * scale
            };
            let (c, r) = (number(rng), number(rng).abs());
            let high = ceiling(c, r);
            // As fractions of 2^-149, both fit 256 bits; compared as big numbers.
            let exact = |x: f32| {
                let x = f64::from(x);
                let bits = x.to_bits();
                let exponent = (bits >> 52 & 0x7ff) as i32;
                if exponent == 0 {
                    return num_bigint::BigInt::from(0);
                }
                let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
                let shift = exponent - 1075 + 160;
                let magnitude = match shift >= 0 {
                    true => num_bigint::BigInt::from(mantissa) << shift,
                    false => num_bigint::BigInt::from(mantissa) >> -shift,
                };
                if x < 0.0 { -magnitude } else { magnitude }
            };
            let sum = exact(c) + exact(r);
            assert!(exact(high) >= sum && exact(high.next_down()) < sum, "{c} {r} {high}");
        }
    }

    #[test]
    fn bad_numbers_are_named() {
        let name = || "objects[3]".to_string();
        let bad = Volume::Box(Aabb::new(Vec3::new(0.0, 2.0, 0.0), Vec3::ONE));
        let text = bad.check(name).unwrap_err().to_string();
        assert_eq!(text, "objects[3].min.y: 2 is more than objects[3].max.y, 1");
        let bad = Volume::Sphere(sphere(0.0, f32::NAN, 0.0, 1.0));
        assert_eq!(bad.check(name).unwrap_err().to_string(), "objects[3].center.y: NaN is not finite");
        let bad = Volume::Sphere(sphere(0.0, 0.0, 0.0, -1.0));
        assert_eq!(bad.check(name).unwrap_err().to_string(), "objects[3].radius: -1 is negative");
        assert!(Volume::Sphere(sphere(0.0, 0.0, 0.0, 0.0)).check(name).is_ok());
    }
}
