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
    /// On the surface, where the interpolant is zero, within 2^-14 of a cell and rounding. If it never is
    /// zero, about where it comes nearest to zero. The query point itself if the field is infinite or flat
    /// there, or its distance is beyond
    /// [`StorageOptions::max_distance`](crate::sdf::StorageOptions::max_distance).
    pub point: Vec3,
    /// The field at the query point: the signed distance. Infinite if the field is.
    pub distance: f32,
    /// Unit vector from the surface outwards: the gradient at the query point; zero if the gradient is, and
    /// beyond the largest distance.
    pub normal: Vec3,
    /// The triangle that is nearest to the grid's node nearest to the query point, if triangles are kept,
    /// else [`NO_TRIANGLE`].
    pub triangle: u32,
    /// The error of the distance: no point of the interpolant's surface is nearer than `point` by more than
    /// this. 1/16 of a cell; more if the surface is about as near in very many places, as from the centre of
    /// a ball. Infinite if nothing is known: the field has no surface, or the distance is beyond the largest.
    pub error: f32,
}

impl SdfClosestPoint {
    /// Nothing, to begin with.
    pub const NONE: SdfClosestPoint = SdfClosestPoint {
        point: Vec3::ZERO,
        distance: f32::INFINITY,
        normal: Vec3::ZERO,
        triangle: NO_TRIANGLE,
        error: f32::INFINITY,
    };
}

/// The most steps by which the foot is improved if there is no surface. Each step reduces the rest of the
/// distance to a small fraction.
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

/// A point near which the field may be least in magnitude: against the gradient by the distance, then by
/// further steps while they lead nearer to zero.
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
        // If the field is flat, a step could lead anywhere.
        if step.length() > 2.0 * f64::from(sampler.cell) {
            break;
        }
        foot -= step;
    }
    foot.as_vec3()
}

impl Sdf<'_> {
    /// Finds the point of the surface that is nearest to each point, by branch and bound. The surface is the
    /// zero set of the trilinear interpolant. No other point of it is nearer by more than
    /// [`SdfClosestPoint::error`]. The surface is as accurate as the field: within the storage's error and a
    /// fraction of a cell. For the exact point, ask the mesh.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or
    /// [`crate::ErrorKind::InvalidArgument`] for a point, before anything is written.
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
