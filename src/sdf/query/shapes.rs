//! Contacts of capsules, segments and triangles: that of their deepest point.

use super::super::Sdf;
use super::batch::{check, check_margin};
use super::contact::{SdfContact, contact};
use super::deepest::deepest;
use super::lowest::Deepest;
use super::sampler::Sampler;
use crate::Result;
use crate::batch::{Batch, Output, check_coordinates};
use crate::geometry::{Capsule, Triangle};

/// The contact of all points within a radius of a triangle.
fn of_triangle(sampler: &Sampler, triangle: &Triangle, radius: f32, margin: f32) -> SdfContact {
    let Deepest { point, sampled } = deepest(sampler, triangle, radius, margin);
    contact(sampler, point, radius, margin, sampled)
}

impl Sdf<'_> {
    /// The contact of each capsule at the deepest point of its segment; see [`Sdf::collide_triangle`]. A
    /// segment is a capsule of radius 0.
    ///
    /// # Errors
    /// As for [`Sdf::collide_point`].
    pub fn collide_capsule(
        &self,
        capsules: &(impl Batch<Capsule> + ?Sized),
        margin: f32,
        contacts: &mut (impl Output<SdfContact> + ?Sized),
    ) -> Result<()> {
        check_margin(margin)?;
        check(capsules, contacts, |capsule, i| capsule.check(|| text!("capsules[{i}]")))?;
        let sampler = Sampler::of(self);
        for i in 0..capsules.count() {
            let Capsule { a, radius, b } = capsules.query(i);
            contacts.write(i, of_triangle(&sampler, &Triangle::new(a, b, b), radius, margin));
        }
        Ok(())
    }

    /// The contact of each triangle at its deepest point, for example of a cloth between its particles. By
    /// branch and bound: no point of the shape is deeper by more than 1/16 of a cell, and no point of a
    /// missed shape touches by more than 2^-10 of one. Shapes over which the field is about as low in
    /// thousands of cells, or that are large and outside of the grid, are searched less finely.
    ///
    /// # Errors
    /// As for [`Sdf::collide_point`].
    pub fn collide_triangle(
        &self,
        triangles: &(impl Batch<Triangle> + ?Sized),
        margin: f32,
        contacts: &mut (impl Output<SdfContact> + ?Sized),
    ) -> Result<()> {
        check_margin(margin)?;
        check(triangles, contacts, |triangle, i| {
            check_coordinates(triangle.a, || text!("triangles[{i}].a"))?;
            check_coordinates(triangle.b, || text!("triangles[{i}].b"))?;
            check_coordinates(triangle.c, || text!("triangles[{i}].c"))
        })?;
        let sampler = Sampler::of(self);
        for i in 0..triangles.count() {
            contacts.write(i, of_triangle(&sampler, &triangles.query(i), 0.0, margin));
        }
        Ok(())
    }
}
