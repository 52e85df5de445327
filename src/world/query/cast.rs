//! The arithmetic of rays and of boxes that move: when they meet a volume.

use super::predicate::{EVERYWHERE, Predicate};
use crate::Result;
use crate::arrays::MapEach;
use crate::batch::check_coordinates;
use crate::geometry::{Aabb, Ray, Sphere, Vec3};
use crate::world::objects::{Volume, box_sphere, length_squared};
use arrayvec::ArrayVec;
use glam::DVec3;

/// The parameters between which a point that moves is between `low` and `high` on an axis, cut to `range`.
/// Monotone in the ends. `slack` says by how much what is not cut reaches beyond.
#[inline(always)]
fn slab(low: f64, high: f64, speed: f64, [from, to]: [f64; 2], slack: Slack) -> [f64; 2] {
    if speed == 0.0 {
        return if low <= 0.0 && high >= 0.0 { [from, to] } else { [f64::INFINITY, f64::NEG_INFINITY] };
    }
    let (a, b) = (low / speed, high / speed);
    let (enter, leave) = if speed > 0.0 { (a, b) } else { (b, a) };
    let (enter, leave) = match slack {
        Slack::None => (enter, leave),
        Slack::Rounding => (lowered(enter), -lowered(-leave)),
    };
    [if enter > from { enter } else { from }, if leave < to { leave } else { to }]
}

/// By how much an interval is wider than computed.
#[derive(Clone, Copy)]
enum Slack {
    /// As the keys of boxes are. On each axis a difference and a quotient are rounded; a way that touches a
    /// box where it starts or ends is never missed for it, as those are numbers that nothing less rounds
    /// beyond.
    None,
    /// More than both roundings, of 2^-53 each. So it is where something that is met may be, however that was
    /// found.
    Rounding,
}

/// A little less; monotone. No quotient of differences of f32 numbers underflows.
#[inline(always)]
fn lowered(x: f64) -> f64 {
    const PART: f64 = 1.0 / (1u64 << 50) as f64;
    let (a, b) = (x * (1.0 - PART), x * (1.0 + PART));
    if a < b { a } else { b }
}

/// Volumes that a ray meets; the key is the parameter, as it is returned. One that overflows f32 is none.
impl Predicate for Ray {
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        let [enter, leave] = self.interval(bounds, Slack::Rounding);
        (enter <= leave).then_some(f64::from(enter as f32))
    }

    fn key(&self, volume: &Volume) -> Option<f64> {
        let enter = match volume {
            Volume::Box(bounds) => {
                let [enter, leave] = self.interval(bounds, Slack::None);
                (enter <= leave).then_some(enter)?
            }
            Volume::Sphere(sphere) => {
                let [enter, leave] = self.interval(&volume.bounds(), Slack::Rounding);
                if !(enter <= leave) {
                    return None;
                }
                let first = self.meets(sphere)?;
                // No sooner than structures know it by.
                if first > enter { first } else { enter }
            }
        };
        let t = enter as f32;
        t.is_finite().then_some(t.into())
    }

    fn range(&self) -> Aabb {
        let end = |t: f32| {
            let end = self.origin.as_dvec3() + self.direction.as_dvec3() * f64::from(t);
            end.clamp(EVERYWHERE.min.as_dvec3(), EVERYWHERE.max.as_dvec3())
        };
        // A direction may have zeros, which infinity times is no number.
        if !(self.t_min.is_finite() && self.t_max.is_finite()) {
            return EVERYWHERE;
        }
        let (a, b) = (end(self.t_min), end(self.t_max));
        outwards(self.origin.as_dvec3(), a.min(b), a.max(b))
    }
}

/// Volumes that rays meet.
trait Meeting {
    fn interval(&self, bounds: &Aabb, slack: Slack) -> [f64; 2];
    fn meets(&self, sphere: &Sphere) -> Option<f64>;
}

impl Meeting for Ray {
    #[inline]
    fn interval(&self, bounds: &Aabb, slack: Slack) -> [f64; 2] {
        let origin = self.origin.as_dvec3();
        let (low, high) = (bounds.min.as_dvec3() - origin, bounds.max.as_dvec3() - origin);
        let direction = self.direction.as_dvec3();
        let range = [f64::from(self.t_min), f64::from(self.t_max)];
        let range = slab(low.x, high.x, direction.x, range, slack);
        let range = slab(low.y, high.y, direction.y, range, slack);
        slab(low.z, high.z, direction.z, range, slack)
    }

    /// The time at which it first meets a sphere. A meeting is decided by points that rounding does not move
    /// where numbers have few digits: by its start and its end, as two volumes are compared, and between them
    /// by the line's nearest point.
    fn meets(&self, sphere: &Sphere) -> Option<f64> {
        let (first, last) = (f64::from(self.t_min), f64::from(self.t_max));
        let direction = self.direction.as_dvec3();
        let to_center = sphere.center.as_dvec3() - self.origin.as_dvec3();
        let reach = f64::from(sphere.radius) * f64::from(sphere.radius);
        // An infinite end is nowhere: what is no number is not near.
        let is_inside = |t: f64| length_squared(to_center - direction * t) <= reach;
        if is_inside(first) {
            return Some(first);
        }
        let square = length_squared(direction);
        let middle = dot(to_center, direction) / square;
        // The distance of the line from the centre, times the length of the direction: no large numbers are
        // subtracted for it.
        let inside = reach * square - length_squared(cross(to_center, direction));
        let passes = inside >= 0.0 && first <= middle && middle <= last;
        if !passes && !is_inside(last) {
            return None;
        }
        let enter = middle - if inside > 0.0 { inside.sqrt() / square } else { 0.0 };
        let enter = if enter > first { enter } else { first };
        Some(if enter < last { enter } else { last })
    }
}

/// A box around the ends of a way, with as much to spare as its numbers are rounded by: some units of f64 of
/// the largest that is subtracted, which is much where a way from afar ends near zero, and by which intervals
/// are widened; and of f32.
fn outwards(from: DVec3, min: DVec3, max: DVec3) -> Aabb {
    let slack = from.abs().max(min.abs()).max(max.abs()) * (1.0 / (1u64 << 47) as f64);
    let low = (min - slack).as_vec3().to_array().map_each(|x| x.next_down().next_down());
    let high = (max + slack).as_vec3().to_array().map_each(|x| x.next_up().next_up());
    Aabb::new(low.into(), high.into())
}

#[inline(always)]
fn dot(a: DVec3, b: DVec3) -> f64 {
    (a.x * b.x + a.y * b.y) + a.z * b.z
}

#[inline(always)]
fn cross(a: DVec3, b: DVec3) -> DVec3 {
    DVec3::new(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// A box that moves along a straight line, without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AabbCast {
    /// The box where it starts.
    pub bounds: Aabb,
    /// The displacement from there; may be zero.
    pub displacement: Vec3,
}

impl AabbCast {
    pub(super) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        self.bounds.check(|| text!("{}.bounds", name()))?;
        check_coordinates(self.displacement, || text!("{}.displacement", name()))
    }

    /// The part of the way, of [0, 1], on which it touches a box.
    #[inline]
    fn interval(&self, bounds: &Aabb, slack: Slack) -> [f64; 2] {
        let low = bounds.min.as_dvec3() - self.bounds.max.as_dvec3();
        let high = bounds.max.as_dvec3() - self.bounds.min.as_dvec3();
        let way = self.displacement.as_dvec3();
        let range = slab(low.x, high.x, way.x, [0.0, 1.0], slack);
        let range = slab(low.y, high.y, way.y, range, slack);
        slab(low.z, high.z, way.z, range, slack)
    }

    /// Returns true if it is no farther from the centre of a sphere than its radius, once it has arrived.
    fn ends_near(&self, sphere: &Sphere) -> bool {
        let way = self.displacement.as_dvec3();
        let low = self.bounds.min.as_dvec3() - sphere.center.as_dvec3() + way;
        let high = sphere.center.as_dvec3() - self.bounds.max.as_dvec3() - way;
        let radius = f64::from(sphere.radius);
        length_squared(low.max(high).max(DVec3::ZERO)) <= radius * radius
    }

    /// The first part of the way from `enter` to `leave` at which it is no farther from a point than
    /// `radius`. The squared distance is a quadratic function between the places at which a face passes the
    /// point.
    fn first_near(&self, point: Vec3, radius: f32, enter: f64, leave: f64) -> Option<f64> {
        let low = self.bounds.min.as_dvec3() - point.as_dvec3();
        let high = self.bounds.max.as_dvec3() - point.as_dvec3();
        let way = self.displacement.as_dvec3();
        let mut places = ArrayVec::<f64, 8>::new();
        for k in 0..3 {
            for face in [low[k], high[k]] {
                let place = -face / way[k];
                if place > enter && place < leave {
                    places.push(place);
                }
            }
        }
        places.sort_unstable_by(f64::total_cmp);
        places.push(leave);
        let square = f64::from(radius) * f64::from(radius);
        let mut from = enter;
        for to in places {
            let middle = from + (to - from) * 0.5;
            // Of the gap on each axis: its size at the start, and how it grows.
            let (mut gap, mut growth) = (DVec3::ZERO, DVec3::ZERO);
            for k in 0..3 {
                let speed = way[k];
                if low[k] + speed * middle > 0.0 {
                    (gap[k], growth[k]) = (low[k], speed);
                } else if high[k] + speed * middle < 0.0 {
                    (gap[k], growth[k]) = (high[k], speed);
                }
            }
            let here = gap + growth * from;
            let (a, b, c) = (length_squared(growth), dot(here, growth), length_squared(here) - square);
            if c <= 0.0 {
                return Some(from);
            }
            // From what has not been rounded: exact where numbers have few digits, so that what is only
            // touched in passing is met.
            let discriminant = square * a - length_squared(cross(gap, growth));
            if b < 0.0 && discriminant >= 0.0 {
                let place = from + c / (-b + discriminant.sqrt());
                // If a face passes just then, both places are rounded.
                if place <= to {
                    return Some(place);
                } else if lowered(place) <= to {
                    return Some(to);
                }
            }
            from = to;
        }
        None
    }
}

/// Keys are parts of the way.
impl Predicate for AabbCast {
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        let [enter, leave] = self.interval(bounds, Slack::Rounding);
        (enter <= leave).then_some(f64::from(enter as f32))
    }

    fn key(&self, volume: &Volume) -> Option<f64> {
        let enter = match volume {
            Volume::Box(bounds) => {
                let [enter, leave] = self.interval(bounds, Slack::None);
                (enter <= leave).then_some(enter)?
            }
            Volume::Sphere(sphere) => {
                let [enter, leave] = self.interval(&volume.bounds(), Slack::Rounding);
                if !(enter <= leave) {
                    return None;
                }
                // Its start and its end are compared as volumes are, because no root is exact.
                match box_sphere(&self.bounds, sphere) {
                    true => enter,
                    false => match self.first_near(sphere.center, sphere.radius, enter, leave) {
                        Some(first) => first,
                        None => self.ends_near(sphere).then_some(leave)?,
                    },
                }
            }
        };
        Some(f64::from(enter as f32))
    }

    fn range(&self) -> Aabb {
        let way = self.displacement.as_dvec3();
        let (min, max) = (self.bounds.min.as_dvec3(), self.bounds.max.as_dvec3());
        outwards(min, min.min(min + way), max.max(max + way))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::PointQuery;
    use crate::world::query::frustum::{Frustum, Plane};
    use crate::world::query::predicate::Touching;

    fn number(rng: &mut fastrand::Rng) -> f32 {
        match rng.u32(0..4) {
            0 => rng.i32(-4..5) as f32,
            1 => (rng.f32() - 0.5) * 1e-3,
            _ => (rng.f32() - 0.5) * 10.0,
        }
    }

    fn vector(rng: &mut fastrand::Rng) -> Vec3 {
        Vec3::from_array([0; 3].map(|_| number(rng)))
    }

    fn volume(rng: &mut fastrand::Rng) -> Volume {
        let (a, size) = (vector(rng), vector(rng).abs());
        match rng.bool() {
            true => Volume::Box(Aabb::new(a, a + size)),
            false => Volume::Sphere(Sphere { center: a, radius: size.x }),
        }
    }

    /// A box that contains another, often just so.
    fn around(bounds: Aabb, rng: &mut fastrand::Rng) -> Aabb {
        let grow = |rng: &mut fastrand::Rng| {
            Vec3::from_array([0; 3].map(|_| if rng.bool() { 0.0 } else { number(rng).abs() }))
        };
        Aabb::new(bounds.min - grow(rng), bounds.max + grow(rng))
    }

    fn check(predicate: &impl Predicate, rng: &mut fastrand::Rng, answers: &mut usize) {
        for _ in 0..20 {
            let volume = volume(rng);
            let Some(key) = predicate.key(&volume) else { continue };
            *answers += 1;
            let bounds = around(volume.bounds(), rng);
            assert!(predicate.bound(&bounds).is_some_and(|bound| bound <= key), "{volume:?} {bounds:?}");
            assert!(predicate.range().touches(&volume.bounds()), "{volume:?}");
        }
    }

    #[test]
    fn bounds_are_bounds_of_every_box_around_an_answer() {
        let rng = &mut fastrand::Rng::with_seed(2);
        let mut answers = 0;
        for _ in 0..20_000 {
            let (volume, a, b) = (volume(rng), vector(rng), vector(rng));
            check(&Touching::new(volume), rng, &mut answers);
            check(&PointQuery { point: a, max_distance: b.x.abs() }, rng, &mut answers);
            let plane = |rng: &mut fastrand::Rng| Plane { normal: vector(rng), offset: number(rng) };
            check(&Frustum { planes: [0; 6].map(|_| plane(rng)) }, rng, &mut answers);
            check(&AabbCast { bounds: volume.bounds(), displacement: b }, rng, &mut answers);
            if b != Vec3::ZERO {
                check(&Ray { origin: a, t_min: 0.0, direction: b, t_max: 2.0 }, rng, &mut answers);
                check(&Ray::new(a, b), rng, &mut answers);
            }
            // From so far that other numbers vanish beside that.
            let far = [0; 3].map(|_| rng.i32(-1..2) as f32 * 2f32.powi(rng.i32(20..59)));
            let (far, bounds) = (Vec3::from_array(far), volume.bounds());
            let start = Aabb::new(bounds.min + far, bounds.max + far);
            check(&AabbCast { bounds: start, displacement: b - far }, rng, &mut answers);
            if far != Vec3::ZERO {
                let ray = Ray { origin: a + far, t_min: 0.0, direction: b - far, t_max: 1.0 };
                check(&ray, rng, &mut answers);
            }
        }
        assert!(answers > 100_000, "{answers}");
    }

    #[test]
    fn keys_are_the_times_of_first_contact() {
        let rng = &mut fastrand::Rng::with_seed(3);
        let mut met = 0;
        for _ in 0..20_000 {
            let (target, start, way) = (volume(rng), volume(rng).bounds(), vector(rng));
            let sweep = AabbCast { bounds: start, displacement: way };
            let moved = |t: f64| {
                let way = way.as_dvec3() * t;
                let (min, max) = (start.min.as_dvec3() + way, start.max.as_dvec3() + way);
                gap(min, max, &target)
            };
            match sweep.key(&target) {
                // It touches there, and nowhere before.
                Some(t) => {
                    met += 1;
                    assert!(moved(t) <= 1e-5, "{sweep:?} {target:?} {t}");
                    assert!((0..32).all(|k| moved(t * f64::from(k) / 32.0) >= 0.0));
                    assert!(t == 0.0 || (0..32).all(|k| moved(t * f64::from(k) / 32.0 - 1e-6) > 0.0), "{t}");
                }
                None => assert!((0..=64).all(|k| moved(f64::from(k) / 64.0) > 0.0)),
            }
        }
        assert!(met > 2000, "{met}");
    }

    /// The distance of a box from a volume; 0 where they touch.
    fn gap(min: DVec3, max: DVec3, volume: &Volume) -> f64 {
        let (low, high, radius) = match volume {
            Volume::Box(bounds) => (bounds.min.as_dvec3(), bounds.max.as_dvec3(), 0.0),
            Volume::Sphere(s) => (s.center.as_dvec3(), s.center.as_dvec3(), f64::from(s.radius)),
        };
        let gap = (low - max).max(min - high).max(DVec3::ZERO);
        (gap.length() - radius).max(0.0)
    }
}
