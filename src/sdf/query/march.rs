//! Rays that march through the field: Hart, "Sphere Tracing" (1996), with steps that no surface can be within.
//!
//! Where the stored field is `d`, the exact values' interpolant is at least `d - e`, with `e` the block's error, and comes
//! down by no more than the slope times the way; and it must come down to the largest error near the surface before the stored
//! field is 0. Steps that are less than a sixteenth of a cell are made that long: two surfaces that close may be missed.
//! Where the sign changes, the step is halved until it is tiny.

use super::super::Sdf;
use super::batch::check;
use super::sampler::{Sampled, Sampler};
use crate::batch::{Batch, Output, check_coordinates};
use crate::geometry::{Aabb, Ray, Vec3};
use crate::mesh::NO_TRIANGLE;
use crate::{Error, Result};
use glam::DVec3;

/// The shortest step, in cells.
const SHORTEST: f64 = 1.0 / 16.0;

/// How often the step in which the sign changes is halved.
const HALVINGS: u32 = 20;

/// Where a ray enters the solid of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdfRayHit {
    /// The ray's parameter; infinite for a miss.
    pub t: f32,
    /// The point at that parameter; zero for a miss.
    pub point: Vec3,
    /// Unit vector out of the solid: the gradient there; zero for a miss, and where the field is flat.
    pub normal: Vec3,
    /// The triangle that is nearest to the grid's node nearest to that point, where triangles are kept, or
    /// [`NO_TRIANGLE`].
    pub triangle: u32,
}

impl SdfRayHit {
    /// The answer of a ray that hits nothing.
    pub const MISS: SdfRayHit =
        SdfRayHit { t: f32::INFINITY, point: Vec3::ZERO, normal: Vec3::ZERO, triangle: NO_TRIANGLE };

    /// Whether anything was hit.
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

fn march(sampler: &Sampler, ray: &Ray, bounds: &Aabb) -> SdfRayHit {
    let Some([enter, leave]) = clip(ray, bounds) else { return SdfRayHit::MISS };
    let (origin, direction) = (ray.origin.as_dvec3(), ray.direction.as_dvec3());
    let at = |t: f64| (origin + direction * t).as_vec3();
    let (cell, slope) = (f64::from(sampler.cell), f64::from(sampler.slope).max(1e-6));
    let near = f64::from(sampler.errors.near);
    let speed = direction.length();
    let mut t = enter;
    let mut here = sampler.one(at(t));
    while !(here.distance <= 0.0) {
        if t >= leave {
            return SdfRayHit::MISS;
        }
        let clear = (f64::from(here.distance) - f64::from(here.error) - near) / slope;
        let next = t + clear.max(SHORTEST * cell) / speed;
        // Not where t is so large that steps are lost in it.
        if !(next > t) {
            return SdfRayHit::MISS;
        }
        let next = next.min(leave);
        let there = sampler.one(at(next));
        if there.distance <= 0.0 {
            let (t, hit) = halve(sampler, at, [t, next], there);
            return answer(sampler, at, t, hit);
        }
        (t, here) = (next, there);
    }
    answer(sampler, at, t, here)
}

/// The first of two parameters is outside, the second inside: the end of their interval after it was halved.
fn halve(
    sampler: &Sampler,
    at: impl Fn(f64) -> Vec3,
    [mut outside, mut inside]: [f64; 2],
    mut hit: Sampled,
) -> (f64, Sampled) {
    for _ in 0..HALVINGS {
        let middle = 0.5 * (outside + inside);
        let sampled = sampler.one(at(middle));
        if sampled.distance <= 0.0 {
            (inside, hit) = (middle, sampled);
        } else {
            outside = middle;
        }
    }
    (inside, hit)
}

fn answer(sampler: &Sampler, at: impl Fn(f64) -> Vec3, t: f64, hit: Sampled) -> SdfRayHit {
    let (t, point) = (t as f32, at(t));
    if !t.is_finite() {
        return SdfRayHit::MISS;
    }
    let normal = hit.gradient.as_dvec3().normalize_or_zero().as_vec3();
    SdfRayHit { t, point, normal, triangle: sampler.triangle(point) }
}

/// Checks ray `i`.
fn check_ray(ray: &Ray, i: usize) -> Result<()> {
    check_coordinates(ray.origin, || format!("rays[{i}].origin"))?;
    check_coordinates(ray.direction, || format!("rays[{i}].direction"))?;
    if ray.direction.as_dvec3() == DVec3::ZERO {
        return Err(Error::InvalidArgument(format!("rays[{i}].direction: zero")));
    }
    if !ray.t_min.is_finite() {
        return Err(Error::NotFinite(format!("rays[{i}].t_min: {} is not finite", ray.t_min)));
    }
    if ray.t_max.is_nan() {
        return Err(Error::NotFinite(format!("rays[{i}].t_max: NaN is not a number")));
    }
    Ok(())
}

impl Sdf<'_> {
    /// Where each ray is first inside the solid, within its range and the grid's box; one that begins inside hits there.
    /// Between two places outside that are a sixteenth of a cell apart, it may pass through.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::InvalidArgument`] for a ray, before anything is written.
    pub fn raymarch(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        hits: &mut (impl Output<SdfRayHit> + ?Sized),
    ) -> Result<()> {
        check(rays, hits, check_ray)?;
        let (sampler, bounds) = (Sampler::of(self), self.bounds());
        for i in 0..rays.count() {
            let hit = match self.ranges().is_empty() {
                true => SdfRayHit::MISS,
                false => march(&sampler, &rays.query(i), &bounds),
            };
            hits.write(i, hit);
        }
        Ok(())
    }
}
