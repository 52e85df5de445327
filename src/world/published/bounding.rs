//! The volumes that hierarchies are made of.

use crate::geometry::{Aabb, Vec3};
use crate::world::objects::{Objects, Volume};
use glam::DVec3;

/// A volume around objects.
pub(super) trait Bounding: Copy + Send + Sync {
    /// Around one object.
    fn of(objects: &Objects, slot: u32) -> Self;
    /// Around both.
    fn merged(&self, other: &Self) -> Self;
    /// By how much the surface grows if another is merged into this.
    fn growth(&self, other: &Self) -> f64;
    /// A measure of the surface.
    fn size(&self) -> f64;
    /// Returns true if the two may share a point; never no where they do.
    fn touches(&self, other: &Self) -> bool;
    /// A box around it.
    fn bounds(&self) -> Aabb;
}

impl Bounding for Aabb {
    fn of(objects: &Objects, slot: u32) -> Aabb {
        objects.bounds(slot)
    }

    fn merged(&self, other: &Aabb) -> Aabb {
        self.union(other)
    }

    fn growth(&self, other: &Aabb) -> f64 {
        self.union(other).half_area() - self.half_area()
    }

    fn size(&self) -> f64 {
        self.half_area()
    }

    fn touches(&self, other: &Aabb) -> bool {
        Aabb::touches(self, other)
    }

    fn bounds(&self) -> Aabb {
        *self
    }
}

/// A sphere around objects, in f64.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundingSphere {
    center: DVec3,
    radius: f64,
}

/// By how much radii grow so that rounding leaves nothing outside.
const ROUNDING: f64 = 1.0 + 1.0 / (1u64 << 40) as f64;

impl Bounding for BoundingSphere {
    fn of(objects: &Objects, slot: u32) -> BoundingSphere {
        match objects.object(slot).volume {
            Volume::Sphere(sphere) => {
                BoundingSphere { center: sphere.center.as_dvec3(), radius: f64::from(sphere.radius) }
            }
            Volume::Box(bounds) => {
                let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
                BoundingSphere { center: (min + max) * 0.5, radius: (max - min).length() * (0.5 * ROUNDING) }
            }
        }
    }

    fn merged(&self, other: &BoundingSphere) -> BoundingSphere {
        let apart = other.center - self.center;
        let distance = apart.length();
        // One may contain the other; then the sphere around both is not between them.
        if self.radius >= distance * ROUNDING + other.radius {
            return *self;
        }
        if other.radius >= distance * ROUNDING + self.radius {
            return *other;
        }
        // Of spheres that nearly contain each other, rounding may say anything.
        let radius = (distance + self.radius + other.radius) * 0.5;
        let part = if distance > 0.0 { ((radius - self.radius) / distance).clamp(0.0, 1.0) } else { 0.0 };
        let center = self.center + apart * part;
        // From the middle as it is rounded, it still reaches around both.
        let far = |ball: &BoundingSphere| (ball.center - center).length() + ball.radius;
        BoundingSphere { center, radius: far(self).max(far(other)) * ROUNDING }
    }

    /// Of the square of the radius, which the surface is proportional to.
    fn growth(&self, other: &BoundingSphere) -> f64 {
        let radius = self.merged(other).radius;
        radius * radius - self.radius * self.radius
    }

    fn size(&self) -> f64 {
        self.radius
    }

    fn touches(&self, other: &BoundingSphere) -> bool {
        (self.center - other.center).length() <= (self.radius + other.radius) * ROUNDING
    }

    fn bounds(&self) -> Aabb {
        let low = |x: f64| ((x - self.radius * ROUNDING) as f32).next_down();
        let high = |x: f64| ((x + self.radius * ROUNDING) as f32).next_up();
        let c = self.center;
        Aabb::new(Vec3::new(low(c.x), low(c.y), low(c.z)), Vec3::new(high(c.x), high(c.y), high(c.z)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball(rng: &mut fastrand::Rng) -> BoundingSphere {
        let number = |rng: &mut fastrand::Rng| (rng.f64() - 0.5) * f64::from(rng.i32(-20..20)).exp2();
        BoundingSphere {
            center: DVec3::new(number(rng), number(rng), number(rng)),
            radius: number(rng).abs(),
        }
    }

    #[test]
    fn merged_spheres_contain_both_and_are_no_larger_than_one_that_contains_the_other() {
        let rng = &mut fastrand::Rng::with_seed(1);
        let mut contained = 0;
        for _ in 0..20_000 {
            let (a, b) = (ball(rng), ball(rng));
            let merged = a.merged(&b);
            for inner in [a, b] {
                let reach = (inner.center - merged.center).length() + inner.radius;
                assert!(reach <= merged.radius * ROUNDING, "{a:?} {b:?}");
            }
            let distance = (a.center - b.center).length();
            if a.radius > 1.001 * (distance + b.radius) || b.radius > 1.001 * (distance + a.radius) {
                contained += 1;
                assert_eq!(merged.radius, a.radius.max(b.radius));
            }
            assert!(
                merged.radius <= (distance + a.radius + b.radius) * 0.5001 + a.radius.max(b.radius) * 0.5001
            );
        }
        assert!(contained > 1000, "{contained}");
    }

    #[test]
    fn coincident_spheres_merge() {
        let a = BoundingSphere { center: DVec3::ONE, radius: 1.0 };
        assert_eq!(a.merged(&a).radius, 1.0);
        assert!(a.growth(&a) == 0.0 && a.touches(&a));
    }
}
