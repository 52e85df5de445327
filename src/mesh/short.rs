//! Short forms of queries: one question by itself, or the answers in a vector. They allocate where the others write to the
//! caller's arrays.

use super::query::{
    ClosestPoint, Contact, ContactEdges, ContactOptions, Crossing, NO_TRIANGLE, RayHit, ShapeHit,
    SurfacePoint,
};
use super::{CookOptions, Indices, Mesh, MeshInput, Positions};
use crate::Result;
use crate::batch::{AnswerLists, Batch, Filter, ask_each, ask_one, list_each, list_one};
use crate::geometry::{
    Aabb, BoxAxes, BoxCast, Capsule, CapsuleCast, HullCast, HullPose, OrientedBox, PointQuery, Ray, Sphere,
    SphereCast, Vec3,
};

/// A hit of a ray, and the surface there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceHit {
    /// Ray parameter, in units of the direction's length.
    pub t: f32,
    /// Barycentric weight of the triangle's second corner.
    pub u: f32,
    /// Barycentric weight of the triangle's third corner.
    pub v: f32,
    /// The triangle.
    pub triangle: u32,
    /// On the triangle.
    pub point: Vec3,
    /// The triangle's unit normal, towards its front whichever side was hit.
    pub normal: Vec3,
    /// The triangle's attribute bits.
    pub attributes: u16,
}

/// The same shape, asked alone and in batches.
macro_rules! overlaps {
    ($shape:ty $(, $h:lifetime)?: $batch:ident $all:ident $one:ident $all_one:ident $all_vec:ident) => {
        #[doc = concat!("[`Mesh::", stringify!($batch), "`] of one shape: returns true if it touches the surface.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Mesh::", stringify!($batch), "`].")]
        pub fn $one$(<$h>)?(&self, shape: &$shape, filter: &Filter) -> Result<bool> {
            Ok(ask_one(*shape, |shapes, mut out| self.$batch(shapes, filter, &mut out))? != 0)
        }

        #[doc = concat!("[`Mesh::", stringify!($all), "`] of one shape.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Mesh::", stringify!($all), "`].")]
        pub fn $all_one$(<$h>)?(&self, shape: &$shape, filter: &Filter) -> Result<Vec<u32>> {
            list_one(*shape, |shapes, offsets, mut out| self.$all(shapes, filter, offsets, &mut out))
        }

        #[doc = concat!("[`Mesh::", stringify!($all), "`], with the lists in a vector.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Mesh::", stringify!($all), "`].")]
        pub fn $all_vec$(<$h>)?(&self, shapes: &(impl Batch<$shape> + ?Sized), filter: &Filter) -> Result<AnswerLists<u32>> {
            list_each(shapes, |mut offsets, mut out| self.$all(shapes, filter, &mut offsets, &mut out))
        }
    };
}

/// The same moving shape, asked alone.
macro_rules! casts {
    ($shape:ty $(, $h:lifetime)?: $batch:ident $all:ident $one:ident $vec:ident $all_one:ident) => {
        #[doc = concat!("[`Mesh::", stringify!($batch), "`] of one shape; none for a miss.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Mesh::", stringify!($batch), "`].")]
        pub fn $one$(<$h>)?(&self, cast: &$shape, filter: &Filter, edges: ContactEdges) -> Result<Option<ShapeHit>> {
            let hit = ask_one(*cast, |casts, mut out| self.$batch(casts, filter, edges, &mut out))?;
            Ok(hit.is_hit().then_some(hit))
        }

        #[doc = concat!("[`Mesh::", stringify!($batch), "`], with the hits in a vector.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Mesh::", stringify!($batch), "`].")]
        pub fn $vec$(<$h>)?(
            &self,
            casts: &(impl Batch<$shape> + ?Sized),
            filter: &Filter,
            edges: ContactEdges,
        ) -> Result<Vec<ShapeHit>> {
            ask_each(casts, |mut out| self.$batch(casts, filter, edges, &mut out))
        }

        #[doc = concat!("[`Mesh::", stringify!($all), "`] of one shape.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Mesh::", stringify!($all), "`].")]
        pub fn $all_one$(<$h>)?(&self, cast: &$shape, filter: &Filter, edges: ContactEdges) -> Result<Vec<ShapeHit>> {
            list_one(*cast, |casts, offsets, mut out| self.$all(casts, filter, edges, offsets, &mut out))
        }
    };
}

/// The contacts of the same shape, asked alone and in batches.
macro_rules! contacts {
    ($shape:ty $(, $h:lifetime)?: $batch:ident $one:ident $vec:ident) => {
        #[doc = concat!("[`Mesh::", stringify!($batch), "`] of one shape.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Mesh::", stringify!($batch), "`].")]
        pub fn $one$(<$h>)?(
            &self,
            shape: &$shape,
            filter: &Filter,
            options: &ContactOptions,
        ) -> Result<Vec<Contact>> {
            list_one(*shape, |shapes, offsets, mut out| {
                self.$batch(shapes, filter, options, offsets, &mut out)
            })
        }

        #[doc = concat!("[`Mesh::", stringify!($batch), "`], with the lists in a vector.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Mesh::", stringify!($batch), "`].")]
        pub fn $vec$(<$h>)?(
            &self,
            shapes: &(impl Batch<$shape> + ?Sized),
            filter: &Filter,
            options: &ContactOptions,
        ) -> Result<AnswerLists<Contact>> {
            list_each(shapes, |mut offsets, mut out| {
                self.$batch(shapes, filter, options, &mut offsets, &mut out)
            })
        }
    };
}

impl Mesh<'static> {
    /// Cooks a mesh with the default options: three indices a triangle, counter-clockwise from the front.
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
    /// assert_eq!(mesh.triangle_count(), 1);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Mesh::build`].
    pub fn new<'i>(
        positions: impl Into<Positions<'i>>,
        indices: impl Into<Indices<'i>>,
    ) -> Result<Mesh<'static>> {
        Mesh::build(&MeshInput::new(positions, indices), CookOptions::default())
    }
}

impl Mesh<'_> {
    /// [`Mesh::raycast`] of one ray, with the surface where it hits; none for a miss.
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
    /// let ray = Ray::new([0.25, 0.25, 1.0].into(), [0.0, 0.0, -1.0].into());
    /// if let Some(hit) = mesh.raycast_one(&ray, &Filter::ALL)? {
    ///     assert_eq!((hit.t, hit.triangle, hit.normal.z), (1.0, 0, 1.0));
    /// }
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Mesh::raycast`].
    pub fn raycast_one(&self, ray: &Ray, filter: &Filter) -> Result<Option<SurfaceHit>> {
        let mut surface = [SurfacePoint::MISS];
        let hit =
            ask_one(*ray, |rays, mut out| self.raycast_surface(rays, filter, &mut out, &mut surface[..]))?;
        let (RayHit { t, u, v, triangle }, [SurfacePoint { point, normal, attributes }]) = (hit, surface);
        Ok(hit.is_hit().then_some(SurfaceHit { t, u, v, triangle, point, normal, attributes }))
    }

    /// [`Mesh::raycast`], with the hits in a vector.
    ///
    /// # Errors
    /// As for [`Mesh::raycast`].
    pub fn raycast_vec(&self, rays: &(impl Batch<Ray> + ?Sized), filter: &Filter) -> Result<Vec<RayHit>> {
        ask_each(rays, |mut out| self.raycast(rays, filter, &mut out))
    }

    /// [`Mesh::occluded`] of one ray: returns true if it hits anything.
    ///
    /// # Errors
    /// As for [`Mesh::raycast`].
    pub fn occluded_one(&self, ray: &Ray, filter: &Filter) -> Result<bool> {
        Ok(ask_one(*ray, |rays, mut out| self.occluded(rays, filter, &mut out))? != 0)
    }

    /// [`Mesh::line_of_sight`] of two points: returns true if one is seen from the other.
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
    /// let (above, below) = (Vec3::new(0.2, 0.2, 1.0), Vec3::new(0.2, 0.2, -1.0));
    /// assert!(!mesh.line_of_sight_one(above, below, &Filter::ALL)?);
    /// assert!(mesh.line_of_sight_one(above, above, &Filter::ALL)?);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Mesh::line_of_sight`].
    pub fn line_of_sight_one(&self, from: Vec3, to: Vec3, filter: &Filter) -> Result<bool> {
        Ok(ask_one(from, |from, mut out| self.line_of_sight(from, &[to], filter, &mut out))? != 0)
    }

    /// [`Mesh::raycast_all`] of one ray.
    ///
    /// # Errors
    /// As for [`Mesh::raycast`].
    pub fn raycast_all_one(&self, ray: &Ray, filter: &Filter) -> Result<Vec<RayHit>> {
        list_one(*ray, |rays, offsets, mut out| self.raycast_all(rays, filter, offsets, &mut out))
    }

    /// [`Mesh::raycast_all`], with the lists in a vector.
    ///
    /// # Errors
    /// As for [`Mesh::raycast`].
    pub fn raycast_all_vec(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
    ) -> Result<AnswerLists<RayHit>> {
        list_each(rays, |mut offsets, mut out| self.raycast_all(rays, filter, &mut offsets, &mut out))
    }

    /// [`Mesh::crossings`] of one ray.
    ///
    /// # Errors
    /// As for [`Mesh::crossings`].
    pub fn crossings_one(&self, ray: &Ray, filter: &Filter) -> Result<Vec<Crossing>> {
        list_one(*ray, |rays, offsets, mut out| self.crossings(rays, filter, offsets, &mut out))
    }

    /// [`Mesh::closest_point`] of one point; none if nothing is as near as it asks.
    ///
    /// # Errors
    /// As for [`Mesh::closest_point`].
    pub fn closest_point_one(
        &self,
        query: impl Into<PointQuery>,
        filter: &Filter,
    ) -> Result<Option<ClosestPoint>> {
        let closest = ask_one(query.into(), |points, mut out| self.closest_point(points, filter, &mut out))?;
        Ok((closest.triangle != NO_TRIANGLE).then_some(closest))
    }

    /// [`Mesh::closest_point`], with the answers in a vector.
    ///
    /// # Errors
    /// As for [`Mesh::closest_point`].
    pub fn closest_point_vec(
        &self,
        queries: &(impl Batch<PointQuery> + ?Sized),
        filter: &Filter,
    ) -> Result<Vec<ClosestPoint>> {
        ask_each(queries, |mut out| self.closest_point(queries, filter, &mut out))
    }

    overlaps!(Sphere: overlap_sphere overlap_sphere_all overlap_sphere_one overlap_sphere_all_one overlap_sphere_all_vec);
    overlaps!(Capsule: overlap_capsule overlap_capsule_all overlap_capsule_one overlap_capsule_all_one overlap_capsule_all_vec);
    overlaps!(OrientedBox: overlap_box overlap_box_all overlap_box_one overlap_box_all_one overlap_box_all_vec);
    overlaps!(HullPose<'h>, 'h: overlap_hull overlap_hull_all overlap_hull_one overlap_hull_all_one overlap_hull_all_vec);
    casts!(SphereCast: cast_sphere cast_sphere_all cast_sphere_one cast_sphere_vec cast_sphere_all_one);
    casts!(CapsuleCast: cast_capsule cast_capsule_all cast_capsule_one cast_capsule_vec cast_capsule_all_one);
    casts!(BoxCast: cast_box cast_box_all cast_box_one cast_box_vec cast_box_all_one);
    casts!(HullCast<'h>, 'h: cast_hull cast_hull_all cast_hull_one cast_hull_vec cast_hull_all_one);
    contacts!(Sphere: contacts_sphere contacts_sphere_one contacts_sphere_vec);
    contacts!(Capsule: contacts_capsule contacts_capsule_one contacts_capsule_vec);
    contacts!(BoxAxes: contacts_box contacts_box_one contacts_box_vec);
    contacts!(HullPose<'h>, 'h: contacts_hull contacts_hull_one contacts_hull_vec);

    /// [`Mesh::candidates_aabb`] of one box.
    ///
    /// # Errors
    /// As for [`Mesh::candidates_aabb`].
    pub fn candidates_aabb_one(&self, bounds: &Aabb, filter: &Filter) -> Result<Vec<u32>> {
        list_one(*bounds, |boxes, offsets, mut out| self.candidates_aabb(boxes, filter, offsets, &mut out))
    }

    /// [`Mesh::winding_numbers`] of one point.
    ///
    /// # Errors
    /// As for [`Mesh::winding_numbers`].
    pub fn winding_number_one(&self, point: impl Into<Vec3>) -> Result<i32> {
        ask_one(point.into(), |points, mut out| self.winding_numbers(points, &mut out))
    }
}
