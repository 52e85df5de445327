//! Worlds: objects are added, changed and removed.

use super::convert::{check_objects, check_shapes};
use super::objects::CaromWorld;
use super::types::*;
use crate::batch::Batch;
use crate::ffi::CaromStatus;
use crate::ffi::frame::handle;
use crate::ffi::frame::pointer::{Converted, Out, OutArray, reference, slice};
use crate::ffi::frame::status::guard;
use crate::ffi::frame::types::{CaromAabb, CaromSphere};
use crate::geometry::{Aabb, Sphere};
use crate::world::{ObjectId, Volume};
use crate::{Error, Result};

/// Adds objects.
///
/// @param world    the world
/// @param objects  count of them
/// @param count    how many
/// @param ids      count entries, written: their ids, never CAROM_NO_OBJECT
///
/// Fails for a number that is not finite or too large, a box that is inverted, a negative radius, an unknown
/// shape, more objects than there are ids for (CAROM_ERROR_TOO_LARGE: 2^30 at a time), lack of memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_insert(
    world: *mut CaromWorld,
    objects: *const CaromWorldObject,
    count: usize,
    ids: *mut u64,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        check_objects(unsafe { slice(objects, count, "objects") }?, |i| text!("objects[{i}]"))?;
        let objects = unsafe { Converted::new(objects, count, "objects") }?;
        let mut ids = unsafe { OutArray::new(ids, count, "ids") }?;
        world.insert(&objects, &mut ids)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Adds one object of several volumes. It has one id, touches where any of its volumes does, and is found
/// once.
///
/// @param world    the world
/// @param object   what it is; its volume is ignored, but its shape must be known
/// @param volumes  count of them
/// @param count    how many, at least one
/// @param id       written: its id
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_insert_compound(
    world: *mut CaromWorld,
    object: *const CaromWorldObject,
    volumes: *const CaromVolume,
    count: usize,
    id: *mut u64,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        let object = *unsafe { reference(object, "object") }?;
        check_objects(&[object], |_| text!("object"))?;
        let volumes = unsafe { compound(volumes, count) }?;
        let id = unsafe { Out::new(id, "id") }?;
        id.write(world.insert_compound(&volumes, &object.into())?.0);
        Ok(CaromStatus::CaromOk)
    })
}

/// Changes what objects fill. One that had several volumes then has one. If an id is there twice, the last
/// counts.
///
/// @param world    the world
/// @param ids      count of them
/// @param volumes  count of them
/// @param count    how many
///
/// Fails for an id that no living object has (CAROM_ERROR_UNKNOWN_ID, for the first such), and for volumes as
/// carom_world_insert() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_update(
    world: *mut CaromWorld,
    ids: *const u64,
    volumes: *const CaromVolume,
    count: usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        check_shapes(unsafe { slice(volumes, count, "volumes") }?, |i| text!("volumes[{i}]"))?;
        unsafe { update::<_, Volume>(world, ids, volumes, count, "volumes") }
    })
}

/// Changes what objects fill to boxes: as carom_world_update(), and faster.
///
/// @param world  the world
/// @param ids    count of them
/// @param boxes  count of them
/// @param count  how many
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_update_boxes(
    world: *mut CaromWorld,
    ids: *const u64,
    boxes: *const CaromAabb,
    count: usize,
) -> CaromStatus {
    // SAFETY: the caller's promises.
    guard(|| unsafe { update::<_, Aabb>(world, ids, boxes, count, "boxes") })
}

/// Changes what objects fill to spheres: as carom_world_update(), and faster.
///
/// @param world    the world
/// @param ids      count of them
/// @param spheres  count of them
/// @param count    how many
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_update_spheres(
    world: *mut CaromWorld,
    ids: *const u64,
    spheres: *const CaromSphere,
    count: usize,
) -> CaromStatus {
    // SAFETY: the caller's promises.
    guard(|| unsafe { update::<_, Sphere>(world, ids, spheres, count, "spheres") })
}

/// Changes what one object fills to several volumes.
///
/// @param world    the world
/// @param id       its id
/// @param volumes  count of them
/// @param count    how many, at least one
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_update_compound(
    world: *mut CaromWorld,
    id: u64,
    volumes: *const CaromVolume,
    count: usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        world.update_compound(ObjectId(id), &unsafe { compound(volumes, count) }?)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Removes objects. Their ids are errors from then on, and never those of another object.
///
/// @param world  the world
/// @param ids    count of them
/// @param count  how many
///
/// Fails for an id that no living object has, or that is there twice (CAROM_ERROR_UNKNOWN_ID).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_remove(
    world: *mut CaromWorld,
    ids: *const u64,
    count: usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        world.remove(&unsafe { Converted::new(ids, count, "ids") }?)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Changes which objects these see.
///
/// @param world    the world
/// @param ids      count of them
/// @param filters  count of them
/// @param count    how many
///
/// Fails for an id that no living object has (CAROM_ERROR_UNKNOWN_ID).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_set_filter(
    world: *mut CaromWorld,
    ids: *const u64,
    filters: *const CaromGroupFilter,
    count: usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        let ids = unsafe { Converted::new(ids, count, "ids") }?;
        let filters = unsafe { Converted::new(filters, count, "filters") }?;
        world.set_filter(&ids, &filters)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Changes whether objects are static: two static objects are never a pair.
///
/// @param world      the world
/// @param ids        count of them
/// @param is_static  count of them, each 0 or 1
/// @param count      how many
///
/// Fails for an id that no living object has (CAROM_ERROR_UNKNOWN_ID).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_set_static(
    world: *mut CaromWorld,
    ids: *const u64,
    is_static: *const u8,
    count: usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        let ids = unsafe { Converted::new(ids, count, "ids") }?;
        let is_static = unsafe { slice(is_static, count, "is_static") }?;
        if let Some(i) = is_static.iter().position(|&flag| flag > 1) {
            let flag = is_static[i];
            return Err(Error::invalid_argument(text!("is_static[{i}]: {flag} is neither 0 nor 1")));
        }
        world.set_static(&ids, &Flags(is_static))?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Changes the users of objects.
///
/// @param world  the world
/// @param ids    count of them
/// @param users  count of them
/// @param count  how many
///
/// Fails for an id that no living object has (CAROM_ERROR_UNKNOWN_ID).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_set_user(
    world: *mut CaromWorld,
    ids: *const u64,
    users: *const u64,
    count: usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        let ids = unsafe { Converted::new(ids, count, "ids") }?;
        world.set_user(&ids, unsafe { slice(users, count, "users") }?)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Removes all objects, as carom_world_remove() does: their ids are errors from then on, and their pairs end.
/// The next objects take their places, the lowest first.
///
/// @param world  the world
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_clear(world: *mut CaromWorld) -> CaromStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { handle::inner(world) }?.clear();
        Ok(CaromStatus::CaromOk)
    })
}

/// Says what an object is. The volume of one of several volumes is the box around them.
///
/// @param world   the world
/// @param id      its id
/// @param object  written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_object(
    world: *const CaromWorld,
    id: u64,
    object: *mut CaromWorldObject,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        let out = unsafe { Out::new(object, "object") }?;
        out.write(world.object(ObjectId(id))?.into());
        Ok(CaromStatus::CaromOk)
    })
}

/// Changes what objects fill.
///
/// # Safety
/// As [`handle::inner`] and [`Converted::new`] say.
unsafe fn update<C: Copy + Into<V>, V: Into<Volume>>(
    world: *mut CaromWorld,
    ids: *const u64,
    volumes: *const C,
    count: usize,
    name: &str,
) -> Result<CaromStatus> {
    // SAFETY (here and below): the caller's promises.
    let world = unsafe { handle::inner(world) }?;
    let ids = unsafe { Converted::new(ids, count, "ids") }?;
    let volumes = unsafe { Converted::new(volumes, count, name) }?;
    world.update_named::<V>(&ids, &volumes, name)?;
    Ok(CaromStatus::CaromOk)
}

/// Bytes that are 0 or 1.
struct Flags<'a>(&'a [u8]);

impl Batch<bool> for Flags<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn query(&self, i: usize) -> bool {
        self.0[i] != 0
    }
}

/// The volumes of a compound.
///
/// # Safety
/// As [`slice`] says.
unsafe fn compound(volumes: *const CaromVolume, count: usize) -> Result<Vec<Volume>> {
    // SAFETY: the caller's promise.
    let volumes = unsafe { slice(volumes, count, "volumes") }?;
    check_shapes(volumes, |i| text!("volumes[{i}]"))?;
    crate::vectors::collected(volumes.iter().map(|&volume| volume.into()), "volumes")
}
