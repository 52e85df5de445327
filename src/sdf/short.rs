//! Short forms of queries: one question by itself, or the answers in a vector. They allocate where the others write to the
//! caller's arrays.

use super::{
    GenerateOptions, Grid, Interpolation, Sdf, SdfClosestPoint, SdfContact, SdfRayHit, SdfSample, SdfSlice,
    StorageOptions, check_grid, generate_from_mesh,
};
use crate::Result;
use crate::batch::{Batch, ask_each, ask_one, list_one};
use crate::geometry::{Capsule, PoseMatrix, Ray, Sphere, Triangle, Vec3};
use crate::mesh::Mesh;
use crate::vectors::{filled, zeroed};

/// The contact of the same shape, asked alone and in batches.
macro_rules! collisions {
    ($shape:ty: $batch:ident $one:ident $vec:ident) => {
        #[doc = concat!("[`Sdf::", stringify!($batch), "`] of one shape; none for a miss.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Sdf::", stringify!($batch), "`].")]
        pub fn $one(&self, shape: &$shape, margin: f32) -> Result<Option<SdfContact>> {
            let contact = ask_one(*shape, |shapes, mut out| self.$batch(shapes, margin, &mut out))?;
            Ok(contact.is_hit().then_some(contact))
        }

        #[doc = concat!("[`Sdf::", stringify!($batch), "`], with the contacts in a vector.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Sdf::", stringify!($batch), "`].")]
        pub fn $vec(&self, shapes: &(impl Batch<$shape> + ?Sized), margin: f32) -> Result<Vec<SdfContact>> {
            ask_each(shapes, |mut out| self.$batch(shapes, margin, &mut out))
        }
    };
}

/// The cells between a mesh and the sides of the grid of [`Sdf::of`].
const PADDING: u32 = 2;

impl Sdf<'static> {
    /// The field of a mesh with the default options: `resolution` cells along the mesh's longest side, two more on every side,
    /// every node as it is. For other options, and for what was found out about the inside, there is
    /// [`generate_from_mesh`].
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let mesh = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let sdf = Sdf::of(&mesh, 16)?;
    /// assert_eq!(sdf.sample_one([0.25, 1.0, 1.0], Interpolation::Linear)?.distance, -0.25);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Grid::around`] and [`generate_from_mesh`]; [`crate::ErrorKind::TooLarge`] for more than
    /// [`MAX_AXIS`](super::MAX_AXIS) nodes along an axis.
    pub fn of(mesh: &Mesh, resolution: u32) -> Result<Sdf<'static>> {
        let grid = Grid::around(&mesh.bounds(), resolution, PADDING)?;
        check_grid(&grid)?;
        generate_from_mesh(mesh, &grid, GenerateOptions::default())?.store(&StorageOptions::default())
    }
}

impl Sdf<'_> {
    /// [`Sdf::sample`] of one point.
    ///
    /// # Errors
    /// As for [`Sdf::sample`].
    pub fn sample_one(&self, point: impl Into<Vec3>, interpolation: Interpolation) -> Result<SdfSample> {
        ask_one(point.into(), |points, mut out| self.sample(points, interpolation, &mut out))
    }

    /// [`Sdf::sample`], with the samples in a vector.
    ///
    /// # Errors
    /// As for [`Sdf::sample`].
    pub fn sample_vec(
        &self,
        points: &(impl Batch<Vec3> + ?Sized),
        interpolation: Interpolation,
    ) -> Result<Vec<SdfSample>> {
        ask_each(points, |mut out| self.sample(points, interpolation, &mut out))
    }

    /// [`Sdf::closest_point`] of one point; none if nothing is known of the surface, that is, where
    /// [`SdfClosestPoint::error`] is infinite.
    ///
    /// # Errors
    /// As for [`Sdf::closest_point`].
    pub fn closest_point_one(&self, point: impl Into<Vec3>) -> Result<Option<SdfClosestPoint>> {
        let closest = ask_one(point.into(), |points, mut out| self.closest_point(points, &mut out))?;
        Ok((closest.error < f32::INFINITY).then_some(closest))
    }

    /// [`Sdf::closest_point`], with the answers in a vector.
    ///
    /// # Errors
    /// As for [`Sdf::closest_point`].
    pub fn closest_point_vec(&self, points: &(impl Batch<Vec3> + ?Sized)) -> Result<Vec<SdfClosestPoint>> {
        ask_each(points, |mut out| self.closest_point(points, &mut out))
    }

    /// [`Sdf::raycast`] of one ray; none for a miss.
    ///
    /// # Errors
    /// As for [`Sdf::raycast`].
    pub fn raycast_one(&self, ray: &Ray) -> Result<Option<SdfRayHit>> {
        let hit = ask_one(*ray, |rays, mut out| self.raycast(rays, &mut out))?;
        Ok(hit.is_hit().then_some(hit))
    }

    /// [`Sdf::raycast`], with the hits in a vector.
    ///
    /// # Errors
    /// As for [`Sdf::raycast`].
    pub fn raycast_vec(&self, rays: &(impl Batch<Ray> + ?Sized)) -> Result<Vec<SdfRayHit>> {
        ask_each(rays, |mut out| self.raycast(rays, &mut out))
    }

    /// [`Sdf::collide_point`] of one point; none for a miss.
    ///
    /// # Errors
    /// As for [`Sdf::collide_point`].
    pub fn collide_point_one(&self, point: impl Into<Vec3>, margin: f32) -> Result<Option<SdfContact>> {
        let contact = ask_one(point.into(), |points, mut out| self.collide_point(points, margin, &mut out))?;
        Ok(contact.is_hit().then_some(contact))
    }

    /// [`Sdf::collide_point`], with the contacts in a vector.
    ///
    /// # Errors
    /// As for [`Sdf::collide_point`].
    pub fn collide_point_vec(
        &self,
        points: &(impl Batch<Vec3> + ?Sized),
        margin: f32,
    ) -> Result<Vec<SdfContact>> {
        ask_each(points, |mut out| self.collide_point(points, margin, &mut out))
    }

    collisions!(Sphere: collide_sphere collide_sphere_one collide_sphere_vec);
    collisions!(Capsule: collide_capsule collide_capsule_one collide_capsule_vec);
    collisions!(Triangle: collide_triangle collide_triangle_one collide_triangle_vec);

    /// [`Sdf::collide_field`] in one pose.
    ///
    /// # Errors
    /// As for [`Sdf::collide_field`].
    pub fn collide_field_one(&self, other: &Sdf, pose: &PoseMatrix, margin: f32) -> Result<Vec<SdfContact>> {
        list_one(*pose, |poses, offsets, mut out| self.collide_field(other, poses, margin, offsets, &mut out))
    }

    /// [`Sdf::slice`], with the distances in a vector.
    ///
    /// # Errors
    /// As for [`Sdf::slice`]; [`crate::ErrorKind::OutOfMemory`].
    pub fn slice_vec(&self, slice: &SdfSlice) -> Result<Vec<f32>> {
        let pixels = u64::from(slice.width) * u64::from(slice.height);
        let mut distances = zeroed(usize::try_from(pixels).unwrap_or(usize::MAX), "slice")?;
        self.slice(slice, &mut distances)?;
        Ok(distances)
    }

    /// [`Sdf::inside_points`], in a vector.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`].
    pub fn inside_points_vec(&self) -> Result<Vec<Vec3>> {
        let none: &mut [Vec3] = &mut [];
        let mut points = filled(Vec3::ZERO, self.inside_points(none).total, "inside_points")?;
        self.inside_points(&mut points);
        Ok(points)
    }
}
