//! The nearest point of the surface, along the gradient.

use super::super::Sdf;
use super::batch::{check, check_point, from_samples};
use super::sampler::{Sampled, Sampler};
use crate::Result;
use crate::batch::{Batch, Output};
use crate::geometry::Vec3;
use crate::mesh::NO_TRIANGLE;
use glam::DVec3;

/// The point of a field's surface that is nearest to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdfClosestPoint {
    /// About on the surface; the point itself where the field is infinite or flat, or its distance is beyond
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
}

/// How often the foot is improved at most. Each time what is left of the distance shrinks to a small fraction.
const STEPS: usize = 4;

fn closest(sampler: &Sampler, point: Vec3, sampled: Sampled) -> SdfClosestPoint {
    let is_beyond = sampler.is_beyond(&sampled);
    let Sampled { distance, gradient, .. } = sampled;
    let normal = if is_beyond { DVec3::ZERO } else { gradient.as_dvec3().normalize_or_zero() };
    let answer = |point, triangle| SdfClosestPoint { point, distance, normal: normal.as_vec3(), triangle };
    if is_beyond {
        return answer(point, NO_TRIANGLE);
    }
    let mut foot = point.as_dvec3() - normal * f64::from(distance);
    let mut left = f64::INFINITY;
    // Steps of Newton's along the gradient where the foot is, for as long as they lead nearer.
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
    answer(foot.as_vec3(), sampler.triangle(point))
}

impl Sdf<'_> {
    /// The nearest point of the surface to each point: against the gradient by the distance, then improved where that
    /// leads. As good as the field: within the storage's error and a fraction of a cell near the surface, less where the
    /// point is far from it or near as far from another part of the surface. For the exact point, ask the mesh.
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
