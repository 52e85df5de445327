//! Rays that march through the field: Hart, "Sphere Tracing" (1996), with steps that no surface can be
//! within.
//!
//! If the stored field is `d`, the exact values' interpolant is at least `d - e`, with `e` the block's error.
//! It decreases by at most the slope times the way, and must decrease to the largest error near the surface
//! before the stored field is 0. Steps shorter than a sixteenth of a cell are made that long: two surfaces
//! that close may be missed. If the sign changes, the surface is found by false position.

use super::super::Sdf;
use super::batch::check;
use super::chunk::{CHUNK, Chunk};
use super::sampler::{Sampled, Sampler};
use crate::Result;
use crate::arrays::MapEach;
use crate::batch::{Batch, Output};
use crate::geometry::{Aabb, Ray, Vec3, check_ray};
use crate::mesh::NO_TRIANGLE;
use arrayvec::ArrayVec;
use glam::DVec3;

/// The shortest step, in cells.
const SHORTEST: f64 = 1.0 / 16.0;

/// The most narrowings of the step in which the sign changes.
const NARROWINGS: u32 = 24;

/// The distance of a hit from the surface, in cells, if the field there is not too steep.
const TOLERANCE: f64 = 1.0 / 4096.0;

/// The least slope: flatter fields count as this steep.
const FLATTEST: f64 = 1e-6;

/// The hit of a ray that enters the solid of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdfRayHit {
    /// The ray's parameter; infinite for a miss.
    pub t: f32,
    /// The point at that parameter; zero for a miss.
    pub point: Vec3,
    /// Unit vector out of the solid: the gradient there; zero for a miss, and if the field is flat.
    pub normal: Vec3,
    /// The triangle that is nearest to the grid's node nearest to that point, if triangles are kept, else
    /// [`NO_TRIANGLE`].
    pub triangle: u32,
}

impl SdfRayHit {
    /// The answer of a ray that hits nothing.
    pub const MISS: SdfRayHit =
        SdfRayHit { t: f32::INFINITY, point: Vec3::ZERO, normal: Vec3::ZERO, triangle: NO_TRIANGLE };

    /// Returns true if anything was hit.
    pub fn is_hit(&self) -> bool {
        self.t < f32::INFINITY
    }
}

/// The part of a ray that is in a box, if any is.
fn clip(ray: &Ray, bounds: &Aabb) -> Option<[f64; 2]> {
    let (mut enter, mut leave) = (f64::from(ray.t_min), f64::from(ray.t_max));
    for axis in 0..3 {
        let (origin, direction) = (f64::from(ray.origin[axis]), f64::from(ray.direction[axis]));
        let (low, high) = (f64::from(bounds.min[axis]) - origin, f64::from(bounds.max[axis]) - origin);
        if direction == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (a, b) = (low / direction, high / direction);
        (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
    }
    (enter <= leave).then_some([enter, leave])
}

/// A place on a ray, and the field there.
#[derive(Clone, Copy)]
struct Place {
    t: f64,
    sampled: Sampled,
}

/// A ray under way.
struct March {
    /// Its number in the batch.
    ray: usize,
    origin: DVec3,
    direction: DVec3,
    /// The length of the direction.
    speed: f64,
    /// The parameter at which it leaves the grid's box, or ends.
    leave: f64,
    /// The parameter at which the field is sampled next.
    t: f64,
    /// The last place outside, and one inside behind it.
    outside: Option<Place>,
    inside: Option<Place>,
    narrowed: u32,
}

impl March {
    /// A ray where it enters the grid's box, if it does.
    fn new(number: usize, ray: &Ray, bounds: &Aabb) -> Option<March> {
        let [enter, leave] = clip(ray, bounds)?;
        let direction = ray.direction.as_dvec3();
        Some(March {
            ray: number,
            origin: ray.origin.as_dvec3(),
            direction,
            speed: direction.length(),
            leave,
            t: enter,
            outside: None,
            inside: None,
            narrowed: 0,
        })
    }

    fn at(&self, t: f64) -> Vec3 {
        (self.origin + self.direction * t).as_vec3()
    }

    /// The point at which the field is sampled next.
    fn point(&self) -> Vec3 {
        self.at(self.t)
    }

    /// Continues with the sample of that point; returns the answer, once it is known.
    fn step(&mut self, sampler: &Sampler, sampled: Sampled) -> Option<SdfRayHit> {
        let here = Place { t: self.t, sampled };
        if sampled.distance <= 0.0 {
            self.inside = Some(here);
        } else {
            self.outside = Some(here);
        }
        match (self.outside, self.inside) {
            (Some(outside), Some(inside)) => self.narrow(sampler, outside, inside),
            // The ray begins inside.
            (None, _) => Some(self.hit(sampler, here)),
            (Some(outside), None) => self.advance(sampler, outside),
        }
    }

    fn advance(&mut self, sampler: &Sampler, Place { t, sampled }: Place) -> Option<SdfRayHit> {
        let slope = f64::from(sampler.slope).max(FLATTEST);
        let error = f64::from(sampled.error) + f64::from(sampler.errors.near);
        let clear = (f64::from(sampled.distance) - error) / slope;
        let next = t + clear.max(SHORTEST * f64::from(sampler.cell)) / self.speed;
        // At its end, or so far that steps vanish in the rounding of its parameter.
        if t >= self.leave || !(next > t) {
            return Some(SdfRayHit::MISS);
        }
        self.t = next.min(self.leave);
        None
    }

    /// Narrows the interval by false position, and by halving if that is slow.
    fn narrow(&mut self, sampler: &Sampler, outside: Place, inside: Place) -> Option<SdfRayHit> {
        let tolerance = TOLERANCE * f64::from(sampler.cell);
        let [before, behind] = [outside, inside].map_each(|place| f64::from(place.sampled.distance).abs());
        let nearer = if before < behind { outside } else { inside };
        let is_near = before.min(behind) <= tolerance;
        let is_narrow = (inside.t - outside.t) * self.speed <= tolerance;
        if is_near || is_narrow || self.narrowed == NARROWINGS {
            return Some(self.hit(sampler, nearer));
        }
        self.narrowed += 1;
        let part = if self.narrowed.is_multiple_of(3) { 0.5 } else { before / (before + behind) };
        self.t = outside.t + (inside.t - outside.t) * part;
        None
    }

    fn hit(&self, sampler: &Sampler, Place { t, sampled }: Place) -> SdfRayHit {
        let point = self.at(t);
        let t = t as f32;
        if !t.is_finite() {
            return SdfRayHit::MISS;
        }
        let normal = sampled.gradient.as_dvec3().normalize_or_zero().as_vec3();
        SdfRayHit { t, point, normal, triangle: sampler.triangle(point) }
    }
}

impl Sdf<'_> {
    /// Finds the first point of each ray inside the solid, within its range and the grid's box. A ray that
    /// begins inside hits there. A ray may pass through the solid between two places outside that are a
    /// sixteenth of a cell apart.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a
    /// ray, before anything is written.
    pub fn raycast(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        hits: &mut (impl Output<SdfRayHit> + ?Sized),
    ) -> Result<()> {
        check(rays, hits, |ray, i| check_ray(ray, true, || text!("rays[{i}]")))?;
        let (sampler, bounds) = (Sampler::of(self), self.bounds());
        let has_surface = !self.ranges().is_empty();
        let mut under_way = ArrayVec::<March, CHUNK>::new();
        let (mut chunk, mut next) = (Chunk::new(), 0);
        loop {
            while under_way.len() < CHUNK && next < rays.count() {
                match March::new(next, &rays.query(next), &bounds).filter(|_| has_surface) {
                    Some(march) => under_way.push(march),
                    None => hits.write(next, SdfRayHit::MISS),
                }
                next += 1;
            }
            if let [march] = &mut under_way[..] {
                // Without the other lanes.
                let sampled = sampler.one(march.point());
                if let Some(hit) = march.step(&sampler, sampled) {
                    hits.write(march.ray, hit);
                    under_way.clear();
                }
                continue;
            }
            if under_way.is_empty() {
                return Ok(());
            }
            for (i, march) in under_way.iter().enumerate() {
                chunk.put(i, march.point());
            }
            sampler.sample(&mut chunk, under_way.len());
            // From the last, because the last takes the place of one that ends.
            for i in (0..under_way.len()).rev() {
                if let Some(hit) = under_way[i].step(&sampler, sampler.sampled(&chunk, i)) {
                    hits.write(under_way[i].ray, hit);
                    under_way.swap_remove(i);
                }
            }
        }
    }
}
