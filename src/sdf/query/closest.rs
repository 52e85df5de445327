//! The nearest point of the surface.

use super::super::Sdf;
use super::batch::{check, check_point, from_samples};
use super::sampler::{Sampled, Sampler};
use super::surface::Foot;
use crate::Result;
use crate::batch::{Batch, Output};
use crate::geometry::Vec3;
use crate::mesh::NO_TRIANGLE;
use glam::DVec3;

/// The point of a field's surface that is nearest to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdfClosestPoint {
    /// On the surface, where the interpolant is zero, within 2^-14 of a cell and rounding; about where it comes nearest to
    /// zero if it never is; the point itself where the field is infinite or flat, or its distance is beyond
    /// [`StorageOptions::max_distance`](crate::sdf::StorageOptions::max_distance).
    pub point: Vec3,
    /// The field at the query point: the signed distance. Infinite if the field is.
    pub distance: f32,
    /// Unit vector from the surface outwards, where the query point is seen from: the gradient there; zero where it is, and
    /// beyond the largest distance.
    pub normal: Vec3,
    /// The triangle that is nearest to the grid's node nearest to the query point, where triangles are kept, or
    /// [`NO_TRIANGLE`].
    pub triangle: u32,
    /// No point of the interpolant's surface is nearer than `point` by more than this: 1/16 of a cell, more where the surface is
    /// about as near in very many places, as from the centre of a ball. Infinite where nothing is known: the field has no
    /// surface, or the distance is beyond the largest.
    pub error: f32,
}

/// How often the foot is improved at most where there is no surface. Each time what is left of the distance shrinks to a
/// small fraction.
const STEPS: usize = 4;

fn closest(sampler: &Sampler, point: Vec3, sampled: Sampled) -> SdfClosestPoint {
    let is_beyond = sampler.is_beyond(&sampled);
    let Sampled { distance, gradient, .. } = sampled;
    let normal = if is_beyond { DVec3::ZERO } else { gradient.as_dvec3().normalize_or_zero() };
    let answer = |point, triangle, error| {
        let normal = normal.as_vec3();
        SdfClosestPoint { point, distance, normal, triangle, error }
    };
    if is_beyond {
        return answer(point, NO_TRIANGLE, f32::INFINITY);
    }
    let triangle = sampler.triangle(point);
    match sampler.nearest(point, &sampled) {
        Some(Foot { point, error, .. }) => answer(point.as_vec3(), triangle, error as f32),
        None => answer(descend(sampler, point, distance, normal), triangle, f32::INFINITY),
    }
}

/// A point near which the field may be least in magnitude: against the gradient by the distance, and on for as long as that
/// leads nearer to zero.
fn descend(sampler: &Sampler, point: Vec3, distance: f32, normal: DVec3) -> Vec3 {
    let mut foot = point.as_dvec3() - normal * f64::from(distance);
    let mut left = f64::INFINITY;
    for _ in 0..STEPS {
        let here = sampler.one(foot.as_vec3());
        let gradient = here.gradient.as_dvec3();
        let (distance, square) = (f64::from(here.distance), gradient.length_squared());
        if !(distance.abs() < left && square > 0.0) || distance.abs() <= f64::from(here.error) {
            break;
        }
        left = distance.abs();
        let step = gradient * (distance / square);
        // Where the field is flat, a step could lead anywhere.
        if step.length() > 2.0 * f64::from(sampler.cell) {
            break;
        }
        foot -= step;
    }
    foot.as_vec3()
}

impl Sdf<'_> {
    /// The nearest point to each point of the surface, where the trilinear interpolant is zero, by branch and bound: no
    /// other is nearer by more than [`SdfClosestPoint::error`]. The surface is as good as the field: within the storage's error and
    /// a fraction of a cell. For the exact point, ask the mesh.
    ///
    /// # Errors
    /// [`Error::NotFinite`](crate::Error::NotFinite) or [`Error::InvalidArgument`](crate::Error::InvalidArgument) for a
    /// point, before anything is written.
    pub fn closest_point(
        &self,
        points: &(impl Batch<Vec3> + ?Sized),
        answers: &mut (impl Output<SdfClosestPoint> + ?Sized),
    ) -> Result<()> {
        check(points, answers, check_point)?;
        let sampler = Sampler::of(self);
        let answer = |_: &_, point, sampled| closest(&sampler, point, sampled);
        from_samples(&sampler, points, |&point| point, answer, answers);
        Ok(())
    }
}
