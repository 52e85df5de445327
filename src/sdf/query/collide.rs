//! Contacts of points and spheres: a sample each.

use super::super::Sdf;
use super::batch::{check, check_margin, check_point, from_samples};
use super::contact::{SdfContact, contact};
use super::sampler::Sampler;
use crate::Result;
use crate::batch::{Batch, Output};
use crate::geometry::{Sphere, Vec3};

impl Sdf<'_> {
    /// The contact of each point, for example of a cloth's particles: a point has one if it is inside, or no
    /// farther from the surface than `margin`. Points that may be so, within the storage's error, are
    /// reported too.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or
    /// [`crate::ErrorKind::InvalidArgument`] for a point or the margin, before anything
    /// is written.
    pub fn collide_point(
        &self,
        points: &(impl Batch<Vec3> + ?Sized),
        margin: f32,
        contacts: &mut (impl Output<SdfContact> + ?Sized),
    ) -> Result<()> {
        check_margin(margin)?;
        check(points, contacts, check_point)?;
        let sampler = Sampler::of(self);
        let answer = |_: &_, point, sampled| contact(&sampler, point, 0.0, margin, sampled);
        from_samples(&sampler, points, |&point| point, answer, contacts);
        Ok(())
    }

    /// The contact of each sphere: a sphere has one if it touches the solid, or is no farther from it than
    /// `margin`. Spheres that may be so, within the storage's error, are reported too.
    ///
    /// # Errors
    /// As for [`Sdf::collide_point`].
    pub fn collide_sphere(
        &self,
        spheres: &(impl Batch<Sphere> + ?Sized),
        margin: f32,
        contacts: &mut (impl Output<SdfContact> + ?Sized),
    ) -> Result<()> {
        check_margin(margin)?;
        check(spheres, contacts, |sphere, i| sphere.check(|| text!("spheres[{i}]")))?;
        let sampler = Sampler::of(self);
        let answer =
            |sphere: &Sphere, center, sampled| contact(&sampler, center, sphere.radius, margin, sampled);
        from_samples(&sampler, spheres, |sphere| sphere.center, answer, contacts);
        Ok(())
    }
}
