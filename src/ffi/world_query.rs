//! Worlds: queries, each a batch.

use super::CaromStatus;
use super::batch::ListPointers;
use super::handle::inner;
use super::mesh_query_types::CaromPointQuery;
use super::pointer::{Converted, LaidOutAs, OutArray, check_count, reference};
use super::status::guard;
use super::types::*;
use super::world::CaromWorld;
use super::world_query_types::*;
use super::world_types::CaromGroupFilter;
use crate::batch::Lists;
use crate::world::{GroupFilter, Neighbor, ObjectId, World};
use crate::{Error, Result};

/// Lists the objects that touch boxes, each list sorted by id.
///
/// @param world     the world
/// @param boxes     count of them
/// @param count     how many
/// @param filter    which objects are seen: those that see each other with it; NULL for all but those that see nothing
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param objects   all lists
/// @param capacity  entries of objects
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_list_aabb(
    world: *const CaromWorld,
    boxes: *const CaromAabb,
    count: usize,
    filter: *const CaromGroupFilter,
    offsets: *mut u64,
    objects: *mut u64,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let out = ListPointers { offsets, out: objects, out_name: "objects", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(world, (boxes, "boxes"), count, filter, out, |world, queries, filter, offsets, out| {
            world.list_aabb(queries, filter, offsets, out)
        })
    }
}

/// Lists the objects that touch spheres, each list sorted by id.
///
/// @param world     the world
/// @param spheres   count of them
/// @param count     how many
/// @param filter    which objects are seen; NULL for all
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param objects   all lists
/// @param capacity  entries of objects
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_list_sphere(
    world: *const CaromWorld,
    spheres: *const CaromSphere,
    count: usize,
    filter: *const CaromGroupFilter,
    offsets: *mut u64,
    objects: *mut u64,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let out = ListPointers { offsets, out: objects, out_name: "objects", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(world, (spheres, "spheres"), count, filter, out, |world, queries, filter, offsets, out| {
            world.list_sphere(queries, filter, offsets, out)
        })
    }
}

/// Lists the objects that are not wholly outside of any half-space of a frustum, each list sorted by id. That is the usual
/// test of views: an object near an edge may be listed though it is outside.
///
/// @param world     the world
/// @param frusta    count of them
/// @param count     how many
/// @param filter    which objects are seen; NULL for all
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param objects   all lists
/// @param capacity  entries of objects
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_list_frustum(
    world: *const CaromWorld,
    frusta: *const CaromFrustum,
    count: usize,
    filter: *const CaromGroupFilter,
    offsets: *mut u64,
    objects: *mut u64,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let out = ListPointers { offsets, out: objects, out_name: "objects", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(world, (frusta, "frusta"), count, filter, out, |world, queries, filter, offsets, out| {
            world.list_frustum(queries, filter, offsets, out)
        })
    }
}

/// Finds the first object that each ray meets, and where; of those met at the same t, the one with the lowest id. A ray that
/// starts inside of an object meets it at its t_min, which may be infinite.
///
/// @param world   the world
/// @param rays    count of them
/// @param count   how many
/// @param filter  which objects are seen; NULL for all
/// @param hits    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_raycast(
    world: *const CaromWorld,
    rays: *const CaromRay,
    count: usize,
    filter: *const CaromGroupFilter,
    hits: *mut CaromWorldHit,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(world, (rays, "rays"), count, filter, (hits, "hits"), |world, queries, filter, hits| {
            world.raycast(queries, filter, hits)
        })
    }
}

/// Finds the first object that each moving box meets, and on which part of its way; of those met together, the one with the
/// lowest id. What touches at the start is met at 0.
///
/// @param world   the world
/// @param sweeps  count of them
/// @param count   how many
/// @param filter  which objects are seen; NULL for all
/// @param hits    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_sweep_aabb(
    world: *const CaromWorld,
    sweeps: *const CaromBoxSweep,
    count: usize,
    filter: *const CaromGroupFilter,
    hits: *mut CaromWorldHit,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(world, (sweeps, "sweeps"), count, filter, (hits, "hits"), |world, queries, filter, hits| {
            world.sweep_aabb(queries, filter, hits)
        })
    }
}

/// Finds the nearest objects to each point, the nearest first, and of those as far the ones with the lowest ids.
///
/// @param world      the world
/// @param points     count of them, with the largest distance that counts
/// @param count      how many
/// @param wanted     how many objects for each point
/// @param filter     which objects are seen; NULL for all
/// @param neighbors  count * wanted entries, written: those of each point side by side
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_nearest(
    world: *const CaromWorld,
    points: *const CaromPointQuery,
    count: usize,
    wanted: usize,
    filter: *const CaromGroupFilter,
    neighbors: *mut CaromNeighbor,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { inner(world) }?;
        let points = unsafe { Converted::new(points, count, "points") }?;
        let filter = unsafe { group_filter(filter) }?;
        let places = count.checked_mul(wanted).ok_or_else(|| {
            Error::TooLarge(format!("neighbors: {count} times {wanted} do not fit in memory"))
        })?;
        check_count::<CaromNeighbor>(places, "neighbors")?;
        let mut neighbors = unsafe { OutArray::new(neighbors, places, "neighbors") }?.laid_out::<Neighbor>();
        world.nearest(&points, wanted, &filter, &mut neighbors)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// A filter that may be NULL.
///
/// # Safety
/// As for [`reference`].
unsafe fn group_filter(pointer: *const CaromGroupFilter) -> Result<GroupFilter> {
    match pointer.is_null() {
        true => Ok(GroupFilter::ALL),
        // SAFETY: the caller's promise.
        false => Ok((*unsafe { reference(pointer, "filter") }?).into()),
    }
}

/// Runs a query with one answer each.
///
/// # Safety
/// The handle must be as [`inner`] says, the other pointers as the header does.
unsafe fn batch<Q, A>(
    world: *const CaromWorld,
    (queries, name): (*const Q, &str),
    count: usize,
    filter: *const CaromGroupFilter,
    (answers, answers_name): (*mut A, &str),
    query: impl FnOnce(&World, &Converted<Q>, &GroupFilter, &mut OutArray<A>) -> Result<()>,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { inner(world) }?;
        let queries = unsafe { Converted::new(queries, count, name) }?;
        let filter = unsafe { group_filter(filter) }?;
        let mut answers = unsafe { OutArray::new(answers, count, answers_name) }?;
        query(world, &queries, &filter, &mut answers)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Runs a query with a list of objects for an answer.
///
/// # Safety
/// As for [`batch`].
unsafe fn lists<Q>(
    world: *const CaromWorld,
    (queries, name): (*const Q, &str),
    count: usize,
    filter: *const CaromGroupFilter,
    pointers: ListPointers<u64>,
    query: impl FnOnce(
        &World,
        &Converted<Q>,
        &GroupFilter,
        &mut OutArray<u64>,
        &mut OutArray<ObjectId>,
    ) -> Result<Lists>,
) -> CaromStatus
where
    u64: LaidOutAs<ObjectId>,
{
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { inner(world) }?;
        let queries = unsafe { Converted::new(queries, count, name) }?;
        let filter = unsafe { group_filter(filter) }?;
        unsafe { pointers.fill(count, |offsets, out| query(world, &queries, &filter, offsets, out)) }
    })
}
