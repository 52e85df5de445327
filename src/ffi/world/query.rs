//! Worlds: queries, each a batch.

use super::objects::CaromWorld;
use super::query_types::*;
use crate::batch::Lists;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::ListPointers;
use crate::ffi::frame::handle::inner;
use crate::ffi::frame::pointer::{Converted, LaidOutAs, OutArray, check_count};
use crate::ffi::frame::status::guard;
use crate::ffi::frame::types::*;
use crate::world::{Neighbor, World};
use crate::{Error, Result};

/// Lists the objects that touch boxes, each list sorted by id.
///
/// @param world     the world
/// @param boxes     count of them
/// @param count     how many
/// @param filters   which objects are seen: one for all queries, or count of them; NULL for all objects but
///                  those that see nothing
/// @param filter_count  how many filters: 0, 1 or count
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param objects   all lists
/// @param capacity  entries of objects
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_overlap_aabb_all(
    world: *const CaromWorld,
    boxes: *const CaromAabb,
    count: usize,
    filters: *const CaromWorldFilter,
    filter_count: usize,
    offsets: *mut u64,
    objects: *mut u64,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let out = ListPointers { offsets, out: objects, out_name: "objects", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(
            world,
            (boxes, "boxes"),
            count,
            (filters, filter_count),
            out,
            |world, queries, filters, offsets, out| world.overlap_aabb_all(queries, filters, offsets, out),
        )
    }
}

/// Lists the objects that touch spheres, each list sorted by id.
///
/// @param world     the world
/// @param spheres   count of them
/// @param count     how many
/// @param filters   which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param objects   all lists
/// @param capacity  entries of objects
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_overlap_sphere_all(
    world: *const CaromWorld,
    spheres: *const CaromSphere,
    count: usize,
    filters: *const CaromWorldFilter,
    filter_count: usize,
    offsets: *mut u64,
    objects: *mut u64,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let out = ListPointers { offsets, out: objects, out_name: "objects", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(
            world,
            (spheres, "spheres"),
            count,
            (filters, filter_count),
            out,
            |world, queries, filters, offsets, out| world.overlap_sphere_all(queries, filters, offsets, out),
        )
    }
}

/// Lists the objects that are not wholly outside of any half-space of a frustum, each list sorted by id. That
/// is the usual test of views: an object near an edge may be listed though it is outside.
///
/// @param world     the world
/// @param frusta    count of them
/// @param count     how many
/// @param filters   which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param objects   all lists
/// @param capacity  entries of objects
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_overlap_frustum_all(
    world: *const CaromWorld,
    frusta: *const CaromFrustum,
    count: usize,
    filters: *const CaromWorldFilter,
    filter_count: usize,
    offsets: *mut u64,
    objects: *mut u64,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let out = ListPointers { offsets, out: objects, out_name: "objects", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(
            world,
            (frusta, "frusta"),
            count,
            (filters, filter_count),
            out,
            |world, queries, filters, offsets, out| world.overlap_frustum_all(queries, filters, offsets, out),
        )
    }
}

/// Finds the first object that each ray meets, and where; of those met at the same t, the one with the lowest
/// id. A ray that starts inside of an object, or on it, meets it at its t_min. Where t_min is -INFINITY, the
/// whole line up to t_max is asked, and t is where it enters the object.
///
/// @param world   the world
/// @param rays    count of them
/// @param count   how many
/// @param filters  which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param hits    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_raycast(
    world: *const CaromWorld,
    rays: *const CaromRay,
    count: usize,
    filters: *const CaromWorldFilter,
    filter_count: usize,
    hits: *mut CaromWorldHit,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(
            world,
            (rays, "rays"),
            count,
            (filters, filter_count),
            (hits, "hits"),
            |world, queries, filters, hits| world.raycast(queries, filters, hits),
        )
    }
}

/// Finds the first object that each moving box meets, and on which part of its way; of those met together,
/// the one with the lowest id. What touches at the start is met at 0.
///
/// @param world   the world
/// @param casts  count of them
/// @param count   how many
/// @param filters  which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param hits    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_cast_aabb(
    world: *const CaromWorld,
    casts: *const CaromAabbCast,
    count: usize,
    filters: *const CaromWorldFilter,
    filter_count: usize,
    hits: *mut CaromWorldHit,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(
            world,
            (casts, "casts"),
            count,
            (filters, filter_count),
            (hits, "hits"),
            |world, queries, filters, hits| world.cast_aabb(queries, filters, hits),
        )
    }
}

/// Lists all objects that each ray meets, each once, where it is first met; each list sorted by t and then by
/// id. The first of a list is what carom_world_raycast() finds.
///
/// @param world     the world
/// @param rays      count of them
/// @param count     how many
/// @param filters   which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_raycast_all(
    world: *const CaromWorld,
    rays: *const CaromRay,
    count: usize,
    filters: *const CaromWorldFilter,
    filter_count: usize,
    offsets: *mut u64,
    hits: *mut CaromWorldHit,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let out = ListPointers { offsets, out: hits, out_name: "hits", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(
            world,
            (rays, "rays"),
            count,
            (filters, filter_count),
            out,
            |world, queries, filters, offsets, out| world.raycast_all(queries, filters, offsets, out),
        )
    }
}

/// Lists all objects that each moving box meets, each once, where it is first met; each list sorted by t and
/// then by id. The first of a list is what carom_world_cast_aabb() finds.
///
/// @param world     the world
/// @param casts    count of them
/// @param count     how many
/// @param filters   which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_cast_aabb_all(
    world: *const CaromWorld,
    casts: *const CaromAabbCast,
    count: usize,
    filters: *const CaromWorldFilter,
    filter_count: usize,
    offsets: *mut u64,
    hits: *mut CaromWorldHit,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let out = ListPointers { offsets, out: hits, out_name: "hits", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(
            world,
            (casts, "casts"),
            count,
            (filters, filter_count),
            out,
            |world, queries, filters, offsets, out| world.cast_aabb_all(queries, filters, offsets, out),
        )
    }
}

/// Finds the nearest objects to each point, the nearest first, and of those as far the ones with the lowest
/// ids.
///
/// @param world      the world
/// @param points     count of them, with the largest distance that counts
/// @param count      how many
/// @param wanted     how many objects for each point
/// @param filters    which objects are seen; see carom_world_overlap_aabb_all()
/// @param filter_count  how many filters: 0, 1 or count
/// @param neighbors  count * wanted entries, written: those of each point side by side
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_nearest(
    world: *const CaromWorld,
    points: *const CaromPointQuery,
    count: usize,
    wanted: usize,
    filters: *const CaromWorldFilter,
    filter_count: usize,
    neighbors: *mut CaromNeighbor,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { inner(world) }?;
        let points = unsafe { Converted::new(points, count, "points") }?;
        let filters = unsafe { Converted::new(filters, filter_count, "filters") }?;
        let places = count.checked_mul(wanted).ok_or_else(|| {
            Error::too_large(text!("neighbors: {count} times {wanted} do not fit in memory"))
        })?;
        check_count::<CaromNeighbor>(places, "neighbors")?;
        let mut neighbors = unsafe { OutArray::new(neighbors, places, "neighbors") }?.laid_out::<Neighbor>();
        world.nearest(&points, wanted, &filters, &mut neighbors)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// The caller's filters.
type Filters<'a> = Converted<'a, CaromWorldFilter>;

/// Runs a query with one answer each.
///
/// # Safety
/// The handle must be as [`inner`] says, the other pointers as the header does.
unsafe fn batch<Q, A>(
    world: *const CaromWorld,
    (queries, name): (*const Q, &str),
    count: usize,
    (filters, filter_count): (*const CaromWorldFilter, usize),
    (answers, answers_name): (*mut A, &str),
    query: impl FnOnce(&World, &Converted<Q>, &Filters, &mut OutArray<A>) -> Result<()>,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { inner(world) }?;
        let queries = unsafe { Converted::new(queries, count, name) }?;
        let filters = unsafe { Converted::new(filters, filter_count, "filters") }?;
        let mut answers = unsafe { OutArray::new(answers, count, answers_name) }?;
        query(world, &queries, &filters, &mut answers)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Runs a query with a list for an answer.
///
/// # Safety
/// As for [`batch`].
unsafe fn lists<Q, A: LaidOutAs<V>, V>(
    world: *const CaromWorld,
    (queries, name): (*const Q, &str),
    count: usize,
    (filters, filter_count): (*const CaromWorldFilter, usize),
    pointers: ListPointers<A>,
    query: impl FnOnce(&World, &Converted<Q>, &Filters, &mut OutArray<u64>, &mut OutArray<V>) -> Result<Lists>,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { inner(world) }?;
        let queries = unsafe { Converted::new(queries, count, name) }?;
        let filters = unsafe { Converted::new(filters, filter_count, "filters") }?;
        unsafe { pointers.fill(count, |offsets, out| query(world, &queries, &filters, offsets, out)) }
    })
}
