//! Queries: what touches a box or a sphere or is in view, what a ray or a moving box meets first, what is nearest.
//!
//! Answers are defined by a loop over all objects with the arithmetic of `goal.rs`; lists come sorted by id, and ties go to
//! the lowest id. Queries allocate nothing.

use super::frustum::Frustum;
use super::goal::{Goal, PointQuery, Touching};
use super::id::ObjectId;
use super::object::GroupFilter;
use super::objects::Objects;
use super::state::AnyStructure;
use super::visitor::Visitor;
use super::volume::{Volume, check_box};
use super::way::BoxSweep;
use super::world::World;
use crate::batch::{Batch, ListOutput, Lists, Output, check_length};
use crate::geometry::{Aabb, Ray, Sphere, check_ray};
use crate::{Error, Result};

/// What a ray or a moving box meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The ray's parameter, or the part of the way; infinite if nothing is met.
    pub t: f32,
    /// [`ObjectId::NONE`] if nothing is met.
    pub object: ObjectId,
}

impl Hit {
    /// Nothing is met.
    pub const MISS: Hit = Hit { t: f32::INFINITY, object: ObjectId::NONE };
}

/// One of the nearest objects.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Neighbor {
    /// [`ObjectId::NONE`] if there is none.
    pub object: ObjectId,
    /// How far it is; 0 inside. Infinite if there is none.
    pub distance: f32,
    /// So that no byte is undefined.
    zero: u32,
}

impl Neighbor {
    /// There is none.
    pub const NONE: Neighbor = Neighbor::new(ObjectId::NONE, f32::INFINITY);

    /// An object, and how far it is.
    pub const fn new(object: ObjectId, distance: f32) -> Neighbor {
        Neighbor { object, distance, zero: 0 }
    }
}

impl World {
    /// Lists the objects that touch boxes, each list sorted by id, one after another.
    ///
    /// # Errors
    /// A box that is not finite or is inverted; offsets that are neither empty nor one more than the queries.
    pub fn list_aabb(
        &self,
        queries: &(impl Batch<Aabb> + ?Sized),
        filter: &GroupFilter,
        offsets: &mut (impl Output<u64> + ?Sized),
        objects: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        for i in 0..queries.count() {
            check_box(&queries.query(i), || format!("boxes[{i}]"))?;
        }
        let goal = |i| Touching::new(Volume::Box(queries.query(i)));
        self.lists(queries.count(), goal, filter, offsets, objects)
    }

    /// Lists the objects that touch spheres, as [`World::list_aabb`] does.
    ///
    /// # Errors
    /// A sphere that is not finite or has a negative radius; offsets as there.
    pub fn list_sphere(
        &self,
        queries: &(impl Batch<Sphere> + ?Sized),
        filter: &GroupFilter,
        offsets: &mut (impl Output<u64> + ?Sized),
        objects: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        for i in 0..queries.count() {
            Volume::Sphere(queries.query(i)).check(|| format!("spheres[{i}]"))?;
        }
        let goal = |i| Touching::new(Volume::Sphere(queries.query(i)));
        self.lists(queries.count(), goal, filter, offsets, objects)
    }

    /// Lists the objects that are not wholly outside of any plane of a frustum, as [`World::list_aabb`] does.
    ///
    /// # Errors
    /// A plane that is not finite or has no direction; offsets as there.
    pub fn list_frustum(
        &self,
        queries: &(impl Batch<Frustum> + ?Sized),
        filter: &GroupFilter,
        offsets: &mut (impl Output<u64> + ?Sized),
        objects: &mut (impl ListOutput<ObjectId> + ?Sized),
    ) -> Result<Lists> {
        for i in 0..queries.count() {
            queries.query(i).check(|| format!("frusta[{i}]"))?;
        }
        self.lists(queries.count(), |i| queries.query(i), filter, offsets, objects)
    }

    /// The first object that each ray meets. A ray that starts inside meets it at its `t_min`, which may be infinite: what a line
    /// meets first.
    ///
    /// # Errors
    /// A ray that is not finite, but for its range, or the direction of which is too short: its largest component is at least
    /// 1e-28.
    pub fn raycast(
        &self,
        queries: &(impl Batch<Ray> + ?Sized),
        filter: &GroupFilter,
        hits: &mut (impl Output<Hit> + ?Sized),
    ) -> Result<()> {
        check_length(queries.count(), hits.capacity())?;
        for i in 0..queries.count() {
            check_ray(&queries.query(i), false, || format!("rays[{i}]"))?;
        }
        let state = self.fresh()?;
        for i in 0..queries.count() {
            let ray = queries.query(i);
            let mut visitor = First::new(&state.objects, &ray, filter);
            match &state.structure {
                AnyStructure::Packed(packed) => {
                    let start = Aabb::new(ray.origin, ray.origin);
                    packed.visit_way(&start, ray.direction, [ray.t_min, ray.t_max], &mut visitor);
                }
                AnyStructure::Other(structure) => structure.visit(&state.objects, &mut visitor),
            }
            let hit = visitor.hit();
            hits.write(i, hit);
        }
        Ok(())
    }

    /// The first object that each moving box meets, and at which part of its way. One that touches at the start is met at 0.
    ///
    /// # Errors
    /// A box that is not finite or is inverted, or a displacement that is not finite.
    pub fn sweep_aabb(
        &self,
        queries: &(impl Batch<BoxSweep> + ?Sized),
        filter: &GroupFilter,
        hits: &mut (impl Output<Hit> + ?Sized),
    ) -> Result<()> {
        check_length(queries.count(), hits.capacity())?;
        for i in 0..queries.count() {
            queries.query(i).check(|| format!("sweeps[{i}]"))?;
        }
        let state = self.fresh()?;
        for i in 0..queries.count() {
            let sweep = queries.query(i);
            let mut visitor = First::new(&state.objects, &sweep, filter);
            match &state.structure {
                AnyStructure::Packed(packed) => {
                    packed.visit_way(&sweep.bounds, sweep.displacement, [0.0, 1.0], &mut visitor);
                }
                AnyStructure::Other(structure) => structure.visit(&state.objects, &mut visitor),
            }
            hits.write(i, visitor.hit());
        }
        Ok(())
    }

    /// The `k` nearest objects to each point, the nearest first, and among those as far the lowest id. `neighbors` has `k` places
    /// for each point; where there are fewer, [`Neighbor::NONE`] follows.
    ///
    /// # Errors
    /// A point that is not finite, a distance that is negative or no number.
    pub fn nearest(
        &self,
        queries: &(impl Batch<PointQuery> + ?Sized),
        k: usize,
        filter: &GroupFilter,
        neighbors: &mut (impl ListOutput<Neighbor> + ?Sized),
    ) -> Result<()> {
        let count = queries.count();
        let places = count.checked_mul(k);
        if places != Some(neighbors.capacity()) {
            let room = neighbors.capacity();
            return Err(Error::InvalidArgument(format!(
                "neighbors: room for {room}, not {k} for {count} queries"
            )));
        }
        for i in 0..count {
            queries.query(i).check(|| format!("points[{i}]"))?;
        }
        let state = self.fresh()?;
        for i in 0..count {
            for place in i * k..(i + 1) * k {
                neighbors.write(place, Neighbor::NONE);
            }
            let (goal, places) = (queries.query(i), neighbors.written(i * k..(i + 1) * k));
            let mut visitor = Nearest { objects: &state.objects, goal, filter, places };
            if k > 0 {
                match &state.structure {
                    AnyStructure::Packed(packed) => {
                        packed.visit_near(goal.point, goal.max_distance, &mut visitor);
                    }
                    AnyStructure::Other(structure) => structure.visit(&state.objects, &mut visitor),
                }
            }
        }
        Ok(())
    }
}

/// Keeps the object with the smallest key.
struct First<'a, G> {
    objects: &'a Objects,
    goal: &'a G,
    filter: &'a GroupFilter,
    /// The smallest key so far.
    key: f64,
    /// Whose it is; 0 for nobody's.
    slot: u32,
}

impl<'a, G: Goal> First<'a, G> {
    fn new(objects: &'a Objects, goal: &'a G, filter: &'a GroupFilter) -> First<'a, G> {
        First { objects, goal, filter, key: f64::INFINITY, slot: 0 }
    }

    fn hit(&self) -> Hit {
        match self.slot {
            0 => Hit::MISS,
            // Keys are f32 numbers.
            slot => Hit { t: self.key as f32, object: self.objects.id(slot) },
        }
    }
}

impl<G: Goal> Visitor for First<'_, G> {
    #[inline]
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        self.goal.bound(bounds).filter(|&bound| bound <= self.key)
    }

    #[inline]
    fn limit(&self) -> f32 {
        self.key as f32
    }

    #[inline]
    fn object(&mut self, slot: u32) {
        if let Some(key) = self.objects.key(slot, self.goal, self.filter)
            && (key < self.key || key == self.key && (slot < self.slot || self.slot == 0))
        {
            (self.key, self.slot) = (key, slot);
        }
    }

    fn range(&self) -> Aabb {
        self.goal.range()
    }

    fn is_strict(&self) -> bool {
        false
    }
}

/// Keeps as many objects with the smallest keys as there are places.
struct Nearest<'a> {
    objects: &'a Objects,
    goal: PointQuery,
    filter: &'a GroupFilter,
    /// Sorted; at least one.
    places: &'a mut [Neighbor],
}

impl Visitor for Nearest<'_> {
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        let last = self.places[self.places.len() - 1].distance;
        self.goal.bound(bounds).filter(|&bound| bound <= f64::from(last))
    }

    fn limit(&self) -> f32 {
        self.places[self.places.len() - 1].distance
    }

    fn object(&mut self, slot: u32) {
        let Some(key) = self.objects.key(slot, &self.goal, self.filter) else { return };
        let neighbor = Neighbor::new(self.objects.id(slot), key as f32);
        let order = |n: &Neighbor| (n.distance, n.object == ObjectId::NONE, n.object);
        let place = self.places.partition_point(|n| order(n) < order(&neighbor));
        // It may have been visited before.
        if self.places.get(place).is_some_and(|other| *other != neighbor) {
            self.places[place..].rotate_right(1);
            self.places[place] = neighbor;
        }
    }

    fn range(&self) -> Aabb {
        self.goal.range()
    }

    fn is_strict(&self) -> bool {
        false
    }
}
