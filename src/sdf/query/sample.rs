//! Distances and gradients at points.

use super::super::Sdf;
use super::batch::{check, check_point, from_samples};
use super::cubic::cubic;
use super::sampler::{Sampled, Sampler};
use crate::Result;
use crate::batch::{Batch, Output};
use crate::geometry::Vec3;

/// The interpolation between nodes. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum Interpolation {
    /// Trilinear: eight nodes. The gradient jumps between cells.
    #[default]
    Linear = 0,
    /// Tricubic (Catmull–Rom): 64 nodes. The gradient is continuous, and the error of smooth surfaces far
    /// smaller; edges overshoot a little.
    Cubic = 1,
}

/// The field at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdfSample {
    /// The distance, negative inside. Outside of the grid's box, that of the box's nearest point plus the
    /// distance to it. Infinite if the field is.
    pub distance: f32,
    /// The gradient of that interpolant: about a unit vector away from the surface. Zero if the field is
    /// infinite.
    pub gradient: Vec3,
}

impl SdfSample {
    /// Nothing, to begin with.
    pub const NONE: SdfSample = SdfSample { distance: f32::INFINITY, gradient: Vec3::ZERO };
}

impl Sdf<'_> {
    /// Samples the field at points anywhere. A sample at a node is exactly the value stored there.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or
    /// [`crate::ErrorKind::InvalidArgument`] for a point, before anything is written.
    pub fn sample(
        &self,
        points: &(impl Batch<Vec3> + ?Sized),
        interpolation: Interpolation,
        samples: &mut (impl Output<SdfSample> + ?Sized),
    ) -> Result<()> {
        check(points, samples, check_point)?;
        let sampler = Sampler::of(self);
        let answer = |Sampled { distance, gradient, .. }: Sampled| SdfSample { distance, gradient };
        match interpolation {
            Interpolation::Linear => {
                from_samples(&sampler, points, |&point| point, |_, _, sampled| answer(sampled), samples);
            }
            Interpolation::Cubic => {
                (0..points.count()).for_each(|i| samples.write(i, answer(cubic(&sampler, points.query(i)))));
            }
        }
        Ok(())
    }
}
