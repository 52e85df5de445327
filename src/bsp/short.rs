//! Short forms of queries: one question by itself, or the answers in a vector. They allocate where the others write to the
//! caller's arrays.

use super::{BrushInput, Bsp, BspCastHit, BspContact, BspInput, BspOptions, PointContent, SphereMode};
use crate::Result;
use crate::batch::{AnswerLists, Batch, Filter, ask_each, ask_one, list_each, list_one};
use crate::geometry::{
    Aabb, BoxAxes, BoxCast, Capsule, CapsuleCast, OrientedBox, Ray, Sphere, SphereCast, Vec3,
};
use crate::mesh::{Contact, ContactEdges, ContactOptions, ShapeHit};
use crate::vectors::{collected, filled};

/// The same shape, asked alone and in batches.
macro_rules! overlaps {
    ($shape:ty: $batch:ident $all:ident $one:ident $all_one:ident $all_vec:ident) => {
        #[doc = concat!("[`Bsp::", stringify!($batch), "`] of one shape: returns true if it touches a brush.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Bsp::", stringify!($batch), "`].")]
        pub fn $one(&self, shape: &$shape, filter: &Filter) -> Result<bool> {
            Ok(ask_one(*shape, |shapes, mut out| self.$batch(shapes, filter, &mut out))? != 0)
        }

        #[doc = concat!("[`Bsp::", stringify!($all), "`] of one shape.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Bsp::", stringify!($all), "`].")]
        pub fn $all_one(&self, shape: &$shape, filter: &Filter) -> Result<Vec<u32>> {
            list_one(*shape, |shapes, offsets, mut out| self.$all(shapes, filter, offsets, &mut out))
        }

        #[doc = concat!("[`Bsp::", stringify!($all), "`], with the lists in a vector.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Bsp::", stringify!($all), "`].")]
        pub fn $all_vec(
            &self,
            shapes: &(impl Batch<$shape> + ?Sized),
            filter: &Filter,
        ) -> Result<AnswerLists<u32>> {
            list_each(shapes, |mut offsets, mut out| self.$all(shapes, filter, &mut offsets, &mut out))
        }
    };
}

/// The same moving shape, asked alone and in batches.
macro_rules! casts {
    ($shape:ty: $batch:ident $all:ident $one:ident $vec:ident $all_one:ident) => {
        #[doc = concat!("[`Bsp::", stringify!($batch), "`] of one shape; none for a miss.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Bsp::", stringify!($batch), "`].")]
        pub fn $one(&self, cast: &$shape, filter: &Filter, edges: ContactEdges) -> Result<Option<ShapeHit>> {
            let hit = ask_one(*cast, |casts, mut out| self.$batch(casts, filter, edges, &mut out))?;
            Ok(hit.is_hit().then_some(hit))
        }

        #[doc = concat!("[`Bsp::", stringify!($batch), "`], with the hits in a vector.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Bsp::", stringify!($batch), "`].")]
        pub fn $vec(
            &self,
            casts: &(impl Batch<$shape> + ?Sized),
            filter: &Filter,
            edges: ContactEdges,
        ) -> Result<Vec<ShapeHit>> {
            ask_each(casts, |mut out| self.$batch(casts, filter, edges, &mut out))
        }

        #[doc = concat!("[`Bsp::", stringify!($all), "`] of one shape.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Bsp::", stringify!($all), "`].")]
        pub fn $all_one(&self, cast: &$shape, filter: &Filter, edges: ContactEdges) -> Result<Vec<ShapeHit>> {
            list_one(*cast, |casts, offsets, mut out| self.$all(casts, filter, edges, offsets, &mut out))
        }
    };
}

/// The contacts of the same shape, asked alone and in batches.
macro_rules! contacts {
    ($shape:ty: $batch:ident $one:ident $vec:ident) => {
        #[doc = concat!("[`Bsp::", stringify!($batch), "`] of one shape.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Bsp::", stringify!($batch), "`].")]
        pub fn $one(
            &self,
            shape: &$shape,
            filter: &Filter,
            options: &ContactOptions,
        ) -> Result<Vec<Contact>> {
            list_one(*shape, |shapes, offsets, mut out| {
                self.$batch(shapes, filter, options, offsets, &mut out)
            })
        }

        #[doc = concat!("[`Bsp::", stringify!($batch), "`], with the lists in a vector.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`Bsp::", stringify!($batch), "`].")]
        pub fn $vec(
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

impl Bsp<'static> {
    /// Builds the tree of axis-aligned boxes with the default options: brush `i` is box `i`. They may overlap and touch.
    /// Boxes without volume are left out, but numbered.
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// let bsp = Bsp::from_boxes(&[Aabb::new(Vec3::ZERO, Vec3::ONE)])?;
    /// let ball = Sphere { center: Vec3::new(0.5, 0.5, 1.5), radius: 1.0 };
    /// let contact = bsp.collide_sphere_one(&ball, &Filter::ALL)?.expect("it touches the box");
    /// assert_eq!((contact.depth, contact.normal, contact.brush), (0.5, Vec3::Z, 0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a box that is not finite or is inverted;
    /// as for [`Bsp::build`].
    pub fn from_boxes(boxes: &(impl Batch<Aabb> + ?Sized)) -> Result<Bsp<'static>> {
        let count = boxes.count();
        for i in 0..count {
            boxes.query(i).check(|| text!("boxes[{i}]"))?;
        }
        let planes = (0..count).flat_map(|i| {
            let Aabb { min, max } = boxes.query(i);
            [
                [1.0, 0.0, 0.0, max.x],
                [0.0, 1.0, 0.0, max.y],
                [0.0, 0.0, 1.0, max.z],
                [-1.0, 0.0, 0.0, -min.x],
                [0.0, -1.0, 0.0, -min.y],
                [0.0, 0.0, -1.0, -min.z],
            ]
        });
        let (planes, counts) = (collected(planes, "planes")?, filled(6, count, "plane_counts")?);
        Bsp::build(&BspInput::Brushes(BrushInput::new(&planes, &counts)), &BspOptions::default())
    }
}

impl Bsp<'_> {
    /// [`Bsp::raycast`] of one ray; none for a miss.
    ///
    /// # Errors
    /// As for [`Bsp::raycast`].
    pub fn raycast_one(&self, ray: &Ray, filter: &Filter) -> Result<Option<BspCastHit>> {
        let hit = ask_one(*ray, |rays, mut out| self.raycast(rays, filter, &mut out))?;
        Ok(hit.is_hit().then_some(hit))
    }

    /// [`Bsp::raycast`], with the hits in a vector.
    ///
    /// # Errors
    /// As for [`Bsp::raycast`].
    pub fn raycast_vec(&self, rays: &(impl Batch<Ray> + ?Sized), filter: &Filter) -> Result<Vec<BspCastHit>> {
        ask_each(rays, |mut out| self.raycast(rays, filter, &mut out))
    }

    /// [`Bsp::contains_point`] of one point; none if nothing contains it.
    ///
    /// # Errors
    /// As for [`Bsp::contains_point`].
    pub fn contains_point_one(
        &self,
        point: impl Into<Vec3>,
        filter: &Filter,
    ) -> Result<Option<PointContent>> {
        let content = ask_one(point.into(), |points, mut out| self.contains_point(points, filter, &mut out))?;
        Ok(content.is_solid().then_some(content))
    }

    /// [`Bsp::contains_point`], with the answers in a vector.
    ///
    /// # Errors
    /// As for [`Bsp::contains_point`].
    pub fn contains_point_vec(
        &self,
        points: &(impl Batch<Vec3> + ?Sized),
        filter: &Filter,
    ) -> Result<Vec<PointContent>> {
        ask_each(points, |mut out| self.contains_point(points, filter, &mut out))
    }

    /// [`Bsp::overlap_sphere`] of one sphere: returns true if it touches.
    ///
    /// # Errors
    /// As for [`Bsp::overlap_sphere`].
    pub fn overlap_sphere_one(&self, sphere: &Sphere, mode: SphereMode, filter: &Filter) -> Result<bool> {
        Ok(ask_one(*sphere, |spheres, mut out| self.overlap_sphere(spheres, mode, filter, &mut out))? != 0)
    }

    /// [`Bsp::collide_sphere`] of one sphere; none if it touches nothing.
    ///
    /// # Errors
    /// As for [`Bsp::collide_sphere`].
    pub fn collide_sphere_one(&self, sphere: &Sphere, filter: &Filter) -> Result<Option<BspContact>> {
        let contact = ask_one(*sphere, |spheres, mut out| self.collide_sphere(spheres, filter, &mut out))?;
        Ok(contact.is_hit().then_some(contact))
    }

    /// [`Bsp::collide_sphere`], with the contacts in a vector.
    ///
    /// # Errors
    /// As for [`Bsp::collide_sphere`].
    pub fn collide_sphere_vec(
        &self,
        spheres: &(impl Batch<Sphere> + ?Sized),
        filter: &Filter,
    ) -> Result<Vec<BspContact>> {
        ask_each(spheres, |mut out| self.collide_sphere(spheres, filter, &mut out))
    }

    /// [`Bsp::cast_sphere`] of one sphere; none for a miss.
    ///
    /// # Errors
    /// As for [`Bsp::cast_sphere`].
    pub fn cast_sphere_one(&self, cast: &SphereCast, filter: &Filter) -> Result<Option<BspCastHit>> {
        let hit = ask_one(*cast, |casts, mut out| self.cast_sphere(casts, filter, &mut out))?;
        Ok(hit.is_hit().then_some(hit))
    }

    /// [`Bsp::cast_sphere`], with the hits in a vector.
    ///
    /// # Errors
    /// As for [`Bsp::cast_sphere`].
    pub fn cast_sphere_vec(
        &self,
        casts: &(impl Batch<SphereCast> + ?Sized),
        filter: &Filter,
    ) -> Result<Vec<BspCastHit>> {
        ask_each(casts, |mut out| self.cast_sphere(casts, filter, &mut out))
    }

    overlaps!(Capsule: overlap_capsule overlap_capsule_all overlap_capsule_one overlap_capsule_all_one overlap_capsule_all_vec);
    overlaps!(OrientedBox: overlap_box overlap_box_all overlap_box_one overlap_box_all_one overlap_box_all_vec);
    casts!(CapsuleCast: cast_capsule cast_capsule_all cast_capsule_one cast_capsule_vec cast_capsule_all_one);
    casts!(BoxCast: cast_box cast_box_all cast_box_one cast_box_vec cast_box_all_one);
    contacts!(Sphere: contacts_sphere contacts_sphere_one contacts_sphere_vec);
    contacts!(Capsule: contacts_capsule contacts_capsule_one contacts_capsule_vec);
    contacts!(BoxAxes: contacts_box contacts_box_one contacts_box_vec);
}
