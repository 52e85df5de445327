//! Raycasts and casts of boxes: the first object that is met, or all.
//!
//! Both are defined by a loop over all objects with the arithmetic of `cast.rs`. Nothing is allocated.

use super::cast::AabbCast;
use super::filter::{QueryFilter, Seen, check_filters};
use super::hit::Hit;
use super::predicate::Predicate;
use crate::Result;
use crate::batch::{
    Batch, Found, ListOutput, ListWriter, Lists, Offsets, Output, check_length, check_offsets,
};
use crate::geometry::{Aabb, Ray, check_ray};
use crate::world::objects::{GroupFilter, Objects};
use crate::world::structure::{Motion, Visitor};
use crate::world::world::World;

impl World {
    /// The first object that each ray meets; of those met at the same `t`, the one with the lowest id. A ray
    /// that starts inside of an object, or on it, meets it at its `t_min`. If `t_min` is negative and
    /// infinite, that is the whole line up to `t_max`, and `t` where it enters an object.
    ///
    /// # Errors
    /// A ray that is not finite, but for its range, or the direction of which is too short: its largest
    /// component is at least 1e-28. More than one filter, but not one for each.
    pub fn raycast(
        &self,
        queries: &(impl Batch<Ray> + ?Sized),
        filters: &(impl Batch<QueryFilter> + ?Sized),
        hits: &mut (impl Output<Hit> + ?Sized),
    ) -> Result<()> {
        check_rays(queries)?;
        self.first(queries, filters, hits)
    }

    /// The first object that each moving box meets, and at which part of its way; of those met together, the
    /// one with the lowest id. One that touches at the start is met at 0.
    ///
    /// # Errors
    /// A box that is not finite or is inverted, or a displacement that is not finite; filters as there.
    pub fn cast_aabb(
        &self,
        queries: &(impl Batch<AabbCast> + ?Sized),
        filters: &(impl Batch<QueryFilter> + ?Sized),
        hits: &mut (impl Output<Hit> + ?Sized),
    ) -> Result<()> {
        check_casts(queries)?;
        self.first(queries, filters, hits)
    }

    /// All objects that each ray meets, one list after another, each sorted by `t` and then by id: where
    /// [`World::raycast`] meets the first of them. An object is listed once, where it is first met.
    ///
    /// # Errors
    /// As there; offsets that are neither empty nor one more than the queries.
    pub fn raycast_all(
        &self,
        queries: &(impl Batch<Ray> + ?Sized),
        filters: &(impl Batch<QueryFilter> + ?Sized),
        offsets: &mut (impl Output<u64> + ?Sized),
        hits: &mut (impl ListOutput<Hit> + ?Sized),
    ) -> Result<Lists> {
        check_rays(queries)?;
        self.all(queries, filters, offsets, hits)
    }

    /// All objects that each moving box meets, as [`World::raycast_all`] lists them.
    ///
    /// # Errors
    /// As [`World::cast_aabb`]; offsets as there.
    pub fn cast_aabb_all(
        &self,
        queries: &(impl Batch<AabbCast> + ?Sized),
        filters: &(impl Batch<QueryFilter> + ?Sized),
        offsets: &mut (impl Output<u64> + ?Sized),
        hits: &mut (impl ListOutput<Hit> + ?Sized),
    ) -> Result<Lists> {
        check_casts(queries)?;
        self.all(queries, filters, offsets, hits)
    }

    fn first<P: Path>(
        &self,
        queries: &(impl Batch<P> + ?Sized),
        filters: &(impl Batch<QueryFilter> + ?Sized),
        hits: &mut (impl Output<Hit> + ?Sized),
    ) -> Result<()> {
        check_length(queries.count(), hits.capacity())?;
        check_filters(filters, queries.count())?;
        let state = self.up_to_date()?;
        let objects = &state.objects;
        for i in 0..queries.count() {
            let (path, seen) = (queries.query(i), Seen::by(objects, filters, i));
            let mut visitor = First { objects, path: &path, seen, key: f64::INFINITY, slot: 0 };
            state.structure().visit_along(objects, &path.motion(), &mut visitor);
            hits.write(i, visitor.hit());
        }
        Ok(())
    }

    fn all<P: Path>(
        &self,
        queries: &(impl Batch<P> + ?Sized),
        filters: &(impl Batch<QueryFilter> + ?Sized),
        offsets: &mut (impl Output<u64> + ?Sized),
        hits: &mut (impl ListOutput<Hit> + ?Sized),
    ) -> Result<Lists> {
        let count = queries.count();
        check_offsets(count, offsets)?;
        check_filters(filters, count)?;
        let state = self.up_to_date()?;
        let objects = &state.objects;
        let mut found = ListWriter::new(hits, Hit::order, |list| list.sort_unstable_by(Hit::order));
        let mut offsets = Offsets::new(offsets);
        for i in 0..count {
            let (path, seen) = (queries.query(i), Seen::by(objects, filters, i));
            let mut visitor = All { objects, path: &path, seen, found: &mut found };
            state.structure().visit_along(objects, &path.motion(), &mut visitor);
            offsets.end_list(i, found.finish_list(false));
        }
        Ok(found.finish())
    }
}

fn check_rays(queries: &(impl Batch<Ray> + ?Sized)) -> Result<()> {
    (0..queries.count()).try_for_each(|i| check_ray(&queries.query(i), false, || text!("rays[{i}]")))
}

fn check_casts(queries: &(impl Batch<AabbCast> + ?Sized)) -> Result<()> {
    (0..queries.count()).try_for_each(|i| queries.query(i).check(|| text!("casts[{i}]")))
}

/// A path along which objects are met.
trait Path: Predicate {
    /// Its motion: that of a point for a ray.
    fn motion(&self) -> Motion;
}

impl Path for Ray {
    fn motion(&self) -> Motion {
        let start = Aabb::new(self.origin, self.origin);
        Motion { start, velocity: self.direction, times: [self.t_min, self.t_max] }
    }
}

impl Path for AabbCast {
    fn motion(&self) -> Motion {
        Motion { start: self.bounds, velocity: self.displacement, times: [0.0, 1.0] }
    }
}

/// Keeps the object with the smallest key.
struct First<'a, P> {
    objects: &'a Objects,
    path: &'a P,
    seen: Seen,
    /// The smallest key so far.
    key: f64,
    /// Whose it is; 0 for nobody's.
    slot: u32,
}

impl<P: Path> First<'_, P> {
    fn hit(&self) -> Hit {
        match self.slot {
            0 => Hit::MISS,
            // Keys are f32 numbers.
            slot => Hit::new(self.key as f32, self.objects.id(slot), self.objects.user(slot)),
        }
    }
}

impl<P: Path> Visitor for First<'_, P> {
    #[inline]
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        self.path.bound(bounds).filter(|&bound| bound <= self.key)
    }

    #[inline]
    fn limit(&self) -> f32 {
        self.key as f32
    }

    fn filter(&self) -> GroupFilter {
        self.seen.groups()
    }

    #[inline]
    fn object(&mut self, slot: u32) {
        if let Some(key) = self.seen.key(self.objects, slot, self.path)
            && (key < self.key || key == self.key && (slot < self.slot || self.slot == 0))
        {
            (self.key, self.slot) = (key, slot);
        }
    }

    fn range(&self) -> Aabb {
        self.path.range()
    }
}

/// Lists all that are met.
struct All<'a, P, F> {
    objects: &'a Objects,
    path: &'a P,
    seen: Seen,
    found: &'a mut F,
}

impl<P: Path, F: Found<Hit>> Visitor for All<'_, P, F> {
    #[inline]
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        self.path.bound(bounds)
    }

    fn limit(&self) -> f32 {
        f32::INFINITY
    }

    fn filter(&self) -> GroupFilter {
        self.seen.groups()
    }

    #[inline]
    fn object(&mut self, slot: u32) {
        if let Some(key) = self.seen.key(self.objects, slot, self.path) {
            self.found.push(Hit::new(key as f32, self.objects.id(slot), self.objects.user(slot)));
        }
    }

    fn range(&self) -> Aabb {
        self.path.range()
    }
}
