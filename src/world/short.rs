//! Short forms of edits and queries: one by itself, or the answers in a vector. They allocate where the others write to
//! the caller's arrays.

use super::{
    AabbCast, Frustum, GroupFilter, Hit, Neighbor, Object, ObjectId, Pair, QueryFilter, Volume, World,
};
use crate::batch::{AnswerLists, Batch, ask_each, ask_one, grow, list_each, list_one};
use crate::geometry::{Aabb, PointQuery, Ray, Sphere};
use crate::vectors::filled;
use crate::{Error, Result};

/// The objects that touch the same shape, asked alone and in batches.
macro_rules! overlaps {
    ($shape:ty: $all:ident $all_one:ident $all_vec:ident) => {
        #[doc = concat!("[`World::", stringify!($all), "`] of one shape.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`World::", stringify!($all), "`].")]
        pub fn $all_one(&self, shape: &$shape, filter: &QueryFilter) -> Result<Vec<ObjectId>> {
            list_one(*shape, |shapes, offsets, mut out| self.$all(shapes, filter, offsets, &mut out))
        }

        #[doc = concat!("[`World::", stringify!($all), "`], with the lists in a vector.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`World::", stringify!($all), "`].")]
        pub fn $all_vec(
            &self,
            shapes: &(impl Batch<$shape> + ?Sized),
            filters: &(impl Batch<QueryFilter> + ?Sized),
        ) -> Result<AnswerLists<ObjectId>> {
            list_each(shapes, |mut offsets, mut out| self.$all(shapes, filters, &mut offsets, &mut out))
        }
    };
}

/// Objects that the same ray or moving box meets, asked alone and in batches.
macro_rules! paths {
    ($path:ty: $batch:ident $all:ident $one:ident $vec:ident $all_one:ident $all_vec:ident) => {
        #[doc = concat!("[`World::", stringify!($batch), "`] of one; none if it meets nothing.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`World::", stringify!($batch), "`].")]
        pub fn $one(&self, path: &$path, filter: &QueryFilter) -> Result<Option<Hit>> {
            let hit = ask_one(*path, |paths, mut out| self.$batch(paths, filter, &mut out))?;
            Ok((hit.object != ObjectId::NONE).then_some(hit))
        }

        #[doc = concat!("[`World::", stringify!($batch), "`], with the hits in a vector.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`World::", stringify!($batch), "`].")]
        pub fn $vec(
            &self,
            paths: &(impl Batch<$path> + ?Sized),
            filters: &(impl Batch<QueryFilter> + ?Sized),
        ) -> Result<Vec<Hit>> {
            ask_each(paths, |mut out| self.$batch(paths, filters, &mut out))
        }

        #[doc = concat!("[`World::", stringify!($all), "`] of one.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`World::", stringify!($all), "`].")]
        pub fn $all_one(&self, path: &$path, filter: &QueryFilter) -> Result<Vec<Hit>> {
            list_one(*path, |paths, offsets, mut out| self.$all(paths, filter, offsets, &mut out))
        }

        #[doc = concat!("[`World::", stringify!($all), "`], with the lists in a vector.")]
        ///
        /// # Errors
        #[doc = concat!("As for [`World::", stringify!($all), "`].")]
        pub fn $all_vec(
            &self,
            paths: &(impl Batch<$path> + ?Sized),
            filters: &(impl Batch<QueryFilter> + ?Sized),
        ) -> Result<AnswerLists<Hit>> {
            list_each(paths, |mut offsets, mut out| self.$all(paths, filters, &mut offsets, &mut out))
        }
    };
}

impl World {
    /// [`World::insert`] of one object, or of a box or a sphere that becomes one with the default filter.
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// let world = World::new(&WorldOptions::default())?;
    /// let a = world.insert_one(Sphere { center: Vec3::ZERO, radius: 1.0 })?;
    /// let b = world.insert_one(Aabb::new(Vec3::ONE, Vec3::splat(2.0)))?;
    /// assert!(world.pairs_vec()?.is_empty());
    /// world.update_one(b, Aabb::new(Vec3::ZERO, Vec3::ONE))?;
    /// assert_eq!(world.pairs_vec()?, [Pair { a, b }]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`World::insert`].
    pub fn insert_one(&self, object: impl Into<Object>) -> Result<ObjectId> {
        ask_one(object.into(), |objects, mut out| self.insert(objects, &mut out))
    }

    /// [`World::insert`], with the ids in a vector.
    ///
    /// # Errors
    /// As for [`World::insert`].
    pub fn insert_vec(&self, objects: &(impl Batch<Object> + ?Sized)) -> Result<Vec<ObjectId>> {
        ask_each(objects, |mut out| self.insert(objects, &mut out))
    }

    /// [`World::update`] of one object.
    ///
    /// # Errors
    /// As for [`World::update`].
    pub fn update_one(&self, id: ObjectId, volume: impl Into<Volume>) -> Result<()> {
        let volume: Volume = volume.into();
        self.update(&[id], &[volume])
    }

    /// [`World::set_filter`] of one object.
    ///
    /// # Errors
    /// As for [`World::set_filter`].
    pub fn set_filter_one(&self, id: ObjectId, filter: GroupFilter) -> Result<()> {
        self.set_filter(&[id], &[filter])
    }

    /// [`World::set_static`] of one object.
    ///
    /// # Errors
    /// As for [`World::set_static`].
    pub fn set_static_one(&self, id: ObjectId, is_static: bool) -> Result<()> {
        self.set_static(&[id], &[is_static])
    }

    /// [`World::set_user`] of one object.
    ///
    /// # Errors
    /// As for [`World::set_user`].
    pub fn set_user_one(&self, id: ObjectId, user: u64) -> Result<()> {
        self.set_user(&[id], &[user])
    }

    /// [`World::remove`] of one object.
    ///
    /// # Errors
    /// As for [`World::remove`].
    pub fn remove_one(&self, id: ObjectId) -> Result<()> {
        self.remove(&[id])
    }

    /// [`World::pairs`], in a vector.
    ///
    /// # Errors
    /// As for [`World::pairs`].
    pub fn pairs_vec(&self) -> Result<Vec<Pair>> {
        grow(|mut pairs| self.pairs(&mut pairs))
    }

    /// [`World::pair_changes`], in vectors: the pairs that have begun, and those that have ended.
    ///
    /// # Errors
    /// As for [`World::pair_changes`].
    pub fn pair_changes_vec(&self) -> Result<(Vec<Pair>, Vec<Pair>)> {
        let mut ended = Vec::new();
        let begun = grow(|mut begun| {
            let mut lists = None;
            ended = grow(|mut ended| {
                let (begun, ended) = self.pair_changes(&mut begun, &mut ended)?;
                lists = Some(begun);
                Ok(ended)
            })?;
            Ok(lists.unwrap_or_default())
        })?;
        Ok((begun, ended))
    }

    /// [`World::pairs_of`] one object.
    ///
    /// # Errors
    /// As for [`World::pairs_of`].
    pub fn pairs_of_one(&self, id: ObjectId) -> Result<Vec<ObjectId>> {
        list_one(id, |ids, offsets, mut out| self.pairs_of(ids, offsets, &mut out))
    }

    /// [`World::pairs_of`], with the lists in a vector.
    ///
    /// # Errors
    /// As for [`World::pairs_of`].
    pub fn pairs_of_vec(&self, ids: &(impl Batch<ObjectId> + ?Sized)) -> Result<AnswerLists<ObjectId>> {
        list_each(ids, |mut offsets, mut out| self.pairs_of(ids, &mut offsets, &mut out))
    }

    paths!(Ray: raycast raycast_all raycast_one raycast_vec raycast_all_one raycast_all_vec);
    paths!(AabbCast: cast_aabb cast_aabb_all cast_aabb_one cast_aabb_vec cast_aabb_all_one cast_aabb_all_vec);
    overlaps!(Aabb: overlap_aabb_all overlap_aabb_all_one overlap_aabb_all_vec);
    overlaps!(Sphere: overlap_sphere_all overlap_sphere_all_one overlap_sphere_all_vec);
    overlaps!(Frustum: overlap_frustum_all overlap_frustum_all_one overlap_frustum_all_vec);

    /// [`World::nearest`] to one point: as many as there are, at most `k`.
    ///
    /// # Errors
    /// As for [`World::nearest`]; [`crate::ErrorKind::OutOfMemory`] for a `k` for which there is no room.
    pub fn nearest_one(
        &self,
        query: impl Into<PointQuery>,
        k: usize,
        filter: &QueryFilter,
    ) -> Result<Vec<Neighbor>> {
        let mut neighbors = filled(Neighbor::NONE, k, "nearest")?;
        self.nearest(&[query.into()], k, filter, &mut neighbors)?;
        neighbors.truncate(found(&neighbors).len());
        Ok(neighbors)
    }

    /// [`World::nearest`], with the lists in a vector: each as long as there are objects, at most `k`.
    ///
    /// # Errors
    /// As for [`World::nearest`]; [`crate::ErrorKind::OutOfMemory`] for a `k` for which there is no room.
    pub fn nearest_vec(
        &self,
        queries: &(impl Batch<PointQuery> + ?Sized),
        k: usize,
        filters: &(impl Batch<QueryFilter> + ?Sized),
    ) -> Result<AnswerLists<Neighbor>> {
        let count = queries.count();
        let Some(places) = count.checked_mul(k) else {
            return Err(Error::too_large(text!("k: {k} for {count} queries are more than can be numbered")));
        };
        let mut neighbors = filled(Neighbor::NONE, places, "nearest")?;
        self.nearest(queries, k, filters, &mut neighbors)?;
        let list = |i: usize| found(&neighbors[i * k..(i + 1) * k]);
        AnswerLists::of((0..count).map(list))
    }
}

/// The neighbours in front of the places where there is none.
fn found(places: &[Neighbor]) -> &[Neighbor] {
    &places[..places.partition_point(|neighbor| neighbor.object != ObjectId::NONE)]
}
