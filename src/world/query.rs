//! Queries: what touches a box or a sphere or is in view. What is met along a way is in `along.rs`, what is nearest in `nearest.rs`.
//!
//! Answers are defined by a loop over all objects with the arithmetic of `predicate.rs`; lists come sorted by id, and ties go to
//! the lowest id. Queries allocate nothing.

use super::frustum::Frustum;
use super::id::ObjectId;
use super::predicate::Touching;
use super::query_filter::QueryFilter;
use super::volume::{Volume, check_box};
use super::world::World;
use crate::Result;
use crate::batch::{Batch, ListOutput, Lists, Output};
use crate::geometry::{Aabb, Sphere};

impl World {
    /// Lists the objects that touch boxes, each list sorted by id, one after another.
    ///
    /// # Errors
    /// A box that is not finite or is inverted; offsets that are neither empty nor one more than the queries; more than one
    /// filter, but not one for each query.
    pub fn overlap_aabb_all(
        &self,
        queries: &(impl Batch<Aabb> + ?Sized),
        filters: &(impl Batch<QueryFilter> + ?Sized),
        offsets: &mut (impl Output<u64> + ?Sized),
        objects: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        for i in 0..queries.count() {
            check_box(&queries.query(i), || format!("boxes[{i}]"))?;
        }
        let predicate = |i| Touching::new(Volume::Box(queries.query(i)));
        self.lists(queries.count(), predicate, filters, offsets, objects)
    }

    /// Lists the objects that touch spheres, as [`World::overlap_aabb_all`] does.
    ///
    /// # Errors
    /// A sphere that is not finite or has a negative radius; offsets and filters as there.
    pub fn overlap_sphere_all(
        &self,
        queries: &(impl Batch<Sphere> + ?Sized),
        filters: &(impl Batch<QueryFilter> + ?Sized),
        offsets: &mut (impl Output<u64> + ?Sized),
        objects: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        for i in 0..queries.count() {
            Volume::Sphere(queries.query(i)).check(|| format!("spheres[{i}]"))?;
        }
        let predicate = |i| Touching::new(Volume::Sphere(queries.query(i)));
        self.lists(queries.count(), predicate, filters, offsets, objects)
    }

    /// Lists the objects that are not wholly outside of any plane of a frustum, as [`World::overlap_aabb_all`] does.
    ///
    /// # Errors
    /// A plane that is not finite or has no direction; offsets and filters as there.
    pub fn overlap_frustum_all(
        &self,
        queries: &(impl Batch<Frustum> + ?Sized),
        filters: &(impl Batch<QueryFilter> + ?Sized),
        offsets: &mut (impl Output<u64> + ?Sized),
        objects: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        for i in 0..queries.count() {
            queries.query(i).check(|| format!("frusta[{i}]"))?;
        }
        self.lists(queries.count(), |i| queries.query(i), filters, offsets, objects)
    }
}
