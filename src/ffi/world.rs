//! World handles: create, destroy, edits, pairs, figures.

use super::CaromStatus;
use super::handle::{self, Handle};
use super::pointer::{Converted, LaidOutAs, Out, OutArray, reference, slice};
use super::status::guard;
use super::struct_size::{self, OutStruct};
use super::types::{CaromAabb, CaromSphere};
use super::world_convert::{check_objects, check_shapes, options};
use super::world_types::*;
use crate::Result;
use crate::batch::{Lists, Output};
use crate::geometry::{Aabb, Sphere};
use crate::world::{ObjectId, Pair, Volume, World};
use std::ffi::c_void;

/// Moving objects, and which of them touch. Any thread may call any function on it at any time, but for
/// carom_world_destroy(). Edits, carom_world_pairs() and carom_world_pair_changes() wait for each other and for queries that
/// have begun. Queries wait for edits that have begun, and not for each other, except that the first one after edits
/// brings the structure up to date while others wait. A query so sees all edits that returned before it was called, each
/// batch wholly or not at all. Batches of edits are checked before anything changes: a bad element is an error that names
/// it, and nothing has changed. In a steady state, where as many objects move as before, nothing is allocated on the
/// caller's thread.
pub struct CaromWorld(World);

impl Handle for CaromWorld {
    const NAME: &'static str = "world";
    type Inner = World;

    fn new(inner: Self::Inner) -> Self {
        CaromWorld(inner)
    }

    fn inner(&self) -> &Self::Inner {
        &self.0
    }
}

/// Fills a descriptor with the defaults: the fastest structure, the caller's thread alone. carom_world_desc_init() passes
/// the caller's sizeof, so that a library with a larger CaromWorldDesc writes no more than the caller has.
///
/// @param desc         written, as many bytes as struct_size says, and its struct_size set to that
/// @param struct_size  sizeof(CaromWorldDesc) as the caller knows it
///
/// CAROM_ERROR_STRUCT_SIZE for a size that no version of the struct has; nothing is written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_desc_init_sized(
    desc: *mut CaromWorldDesc,
    struct_size: usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { struct_size::init(desc, struct_size, "desc") }?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Makes an empty world.
///
/// @param desc  how
/// @param out   receives the world; destroy it with carom_world_destroy()
///
/// Fails for an unknown enumerator, axes that are not two different ones, a cell size that is negative or not finite, bounds
/// that are inverted or not finite, more than 1024 threads, or threads that cannot be started.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_create(
    desc: *const CaromWorldDesc,
    out: *mut *mut CaromWorld,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let out = unsafe { Out::new(out, "out") }?;
        let desc = unsafe { struct_size::read(desc, "desc") }?;
        out.write(Box::into_raw(handle::handle(World::new(&options(&desc)?)?)?));
        Ok(CaromStatus::CaromOk)
    })
}

/// Copies a world out, to be stored and opened again on any platform: its objects with their ids, and how it was made but for
/// its threads. Changes of pairs that have not been told are not kept.
///
/// @param world     the world
/// @param buffer    receives the bytes, if they fit; NULL to ask for the size
/// @param capacity  bytes of buffer
/// @param size      receives the number of bytes, also if they do not fit
///
/// Returns CAROM_BUFFER_TOO_SMALL if they do not fit; buffer is then untouched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_save(
    world: *const CaromWorld,
    buffer: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        let size = unsafe { Out::new(size, "size") }?;
        let mut buffer = unsafe { OutArray::<u8>::new(buffer.cast(), capacity, "buffer") }?;
        let blob = world.save()?;
        let fits = blob.bytes().len() <= capacity;
        if fits {
            buffer.copy_from(blob.bytes());
        }
        size.write(blob.bytes().len());
        Ok(if fits { CaromStatus::CaromOk } else { CaromStatus::CaromBufferTooSmall })
    })
}

/// Opens a saved world: with the same objects, ids and pairs. The bytes are copied. A damaged or hostile blob is an error and
/// never more. The first changes of its pairs are that all begin.
///
/// @param blob          the bytes that carom_world_save() wrote; NULL only if they are none, which are no blob
/// @param size          how many
/// @param thread_count  see CaromWorldDesc
/// @param out           receives the world; destroy it with carom_world_destroy()
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_open(
    blob: *const c_void,
    size: usize,
    thread_count: u32,
    out: *mut *mut CaromWorld,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let out = unsafe { Out::new(out, "out") }?;
        let bytes = unsafe { slice(blob.cast::<u8>(), size, "blob") }?;
        out.write(Box::into_raw(handle::handle(World::open(bytes, thread_count as usize)?)?));
        Ok(CaromStatus::CaromOk)
    })
}

/// Frees a world. No call may be using it, and none may use it afterwards.
///
/// @param world  the world, or NULL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_destroy(world: *mut CaromWorld) {
    // SAFETY: the caller's promises.
    unsafe { handle::destroy(world) }
}

/// Adds objects.
///
/// @param world    the world
/// @param objects  count of them
/// @param count    how many
/// @param ids      count entries, written: their ids, never CAROM_NO_OBJECT
///
/// Fails for a number that is not finite or too large, a box that is inverted, a negative radius, an unknown shape, more
/// objects than there are ids for (CAROM_ERROR_TOO_LARGE: 2^30 at a time), lack of memory.
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
        check_objects(unsafe { slice(objects, count, "objects") }?, |i| format!("objects[{i}]"))?;
        let objects = unsafe { Converted::new(objects, count, "objects") }?;
        let mut ids = unsafe { OutArray::new(ids, count, "ids") }?;
        world.insert(&objects, &mut ids)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Adds one object of several volumes. It has one id, touches where any of its volumes does, and is found once.
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
        check_objects(&[object], |_| "object".into())?;
        let volumes = unsafe { compound(volumes, count) }?;
        let id = unsafe { Out::new(id, "id") }?;
        id.write(world.insert_compound(&volumes, &object.into())?.0);
        Ok(CaromStatus::CaromOk)
    })
}

/// Changes what objects fill. One that had several volumes then has one. If an id is there twice, the last counts.
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
        check_shapes(unsafe { slice(volumes, count, "volumes") }?, |i| format!("volumes[{i}]"))?;
        unsafe { update::<_, Volume>(world, ids, volumes, count, "volumes") }
    })
}

/// Changes what objects fill to boxes: as carom_world_update(), and faster.
///
/// @param world  the world
/// @param ids    count of them
/// @param boxes  count of them; errors call them volumes
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
/// @param spheres  count of them; errors call them volumes
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

/// Lists every pair of objects that see each other, of which not both are static, and that share a point: each once, sorted by
/// the lower id and then by the higher one. The list is the same for every structure, number of threads and instruction
/// set. What comes of objects that did not move since the last list is not found again.
///
/// @param world     the world
/// @param pairs     the list
/// @param capacity  entries of pairs
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_pairs(
    world: *const CaromWorld,
    pairs: *mut CaromWorldPair,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        let pairs = unsafe { ListPointer::new((pairs, "pairs"), capacity, written, total) }?;
        pairs.fill(|pairs: &mut OutArray<Pair>| world.pairs(pairs))
    })
}

/// Lists the pairs that have begun and those that have ended since the last call, each as carom_world_pairs() does; the first
/// call has all pairs begin. Pairs of an object that was removed end, under the id that it had. If a list did not fit,
/// nothing has been told: the next call tells it again.
///
/// @param world           the world
/// @param begun           the pairs that have begun
/// @param begun_capacity  entries of begun
/// @param begun_written   receives how many were written
/// @param begun_total     receives how many there are
/// @param ended           the pairs that have ended
/// @param ended_capacity  entries of ended
/// @param ended_written   receives how many were written
/// @param ended_total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_pair_changes(
    world: *mut CaromWorld,
    begun: *mut CaromWorldPair,
    begun_capacity: usize,
    begun_written: *mut usize,
    begun_total: *mut usize,
    ended: *mut CaromWorldPair,
    ended_capacity: usize,
    ended_written: *mut usize,
    ended_total: *mut usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        let begun =
            unsafe { ListPointer::new((begun, "begun"), begun_capacity, begun_written, begun_total) }?;
        let ended =
            unsafe { ListPointer::new((ended, "ended"), ended_capacity, ended_written, ended_total) }?;
        let (mut begun_out, mut ended_out) = (begun.out.laid_out::<Pair>(), ended.out.laid_out::<Pair>());
        let (begun_lists, ended_lists) = world.pair_changes(&mut begun_out, &mut ended_out)?;
        let statuses =
            [told(begun.written, begun.total, begun_lists), told(ended.written, ended.total, ended_lists)];
        Ok(statuses[usize::from(statuses[0] == CaromStatus::CaromOk)])
    })
}

/// Lists the ids of all objects, ascending.
///
/// @param world     the world
/// @param ids       the list
/// @param capacity  entries of ids
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_ids(
    world: *const CaromWorld,
    ids: *mut u64,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        let ids = unsafe { ListPointer::new((ids, "ids"), capacity, written, total) }?;
        ids.fill(|out: &mut OutArray<ObjectId>| Ok(write_all(world.ids().into_iter(), out)))
    })
}

/// Hands out the boxes that a world's structure is made of, for drawing and measuring, in an order of its own.
///
/// @param world     the world
/// @param boxes     the list
/// @param capacity  entries of boxes
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_boxes(
    world: *const CaromWorld,
    boxes: *mut CaromWorldBox,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        let ListPointer { mut out, written, total } =
            unsafe { ListPointer::new((boxes, "boxes"), capacity, written, total) }?;
        let mut lists = Lists::default();
        world.boxes(|node| {
            if lists.written < capacity {
                out.write(lists.written, node);
                lists.written += 1;
            }
            lists.total += 1;
        })?;
        Ok(told(written, total, lists))
    })
}

/// Says what is known about a world. Takes some time: it looks at all objects.
///
/// @param world  the world
/// @param stats  written; its struct_size must be set
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_stats(
    world: *const CaromWorld,
    stats: *mut CaromWorldStats,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        let out = unsafe { OutStruct::new(stats, "stats") }?;
        out.write(world.stats()?.into());
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
    world.update::<V>(&ids, &volumes)?;
    Ok(CaromStatus::CaromOk)
}

/// The volumes of a compound.
///
/// # Safety
/// As [`slice`] says.
unsafe fn compound(volumes: *const CaromVolume, count: usize) -> Result<Vec<Volume>> {
    // SAFETY: the caller's promise.
    let volumes = unsafe { slice(volumes, count, "volumes") }?;
    check_shapes(volumes, |i| format!("volumes[{i}]"))?;
    crate::error::collected(volumes.iter().map(|&volume| volume.into()), "volumes")
}

/// The caller's outputs for one list.
struct ListPointer<'a, A> {
    out: OutArray<'a, A>,
    written: Out<usize>,
    total: Out<usize>,
}

impl<A> ListPointer<'_, A> {
    /// # Safety
    /// They must be as the header says.
    unsafe fn new(
        (out, name): (*mut A, &str),
        capacity: usize,
        written: *mut usize,
        total: *mut usize,
    ) -> Result<Self> {
        // SAFETY: the caller's promises.
        unsafe {
            Ok(ListPointer {
                out: OutArray::new(out, capacity, name)?,
                written: Out::new(written, "written")?,
                total: Out::new(total, "total")?,
            })
        }
    }

    fn fill<V>(self, list: impl FnOnce(&mut OutArray<V>) -> Result<Lists>) -> Result<CaromStatus>
    where
        A: LaidOutAs<V>,
    {
        let lists = list(&mut self.out.laid_out())?;
        Ok(told(self.written, self.total, lists))
    }
}

/// Tells how many there are, and how many fit.
fn told(written: Out<usize>, total: Out<usize>, lists: Lists) -> CaromStatus {
    written.write(lists.written);
    total.write(lists.total);
    if lists.written == lists.total { CaromStatus::CaromOk } else { CaromStatus::CaromBufferTooSmall }
}

fn write_all<T>(elements: impl ExactSizeIterator<Item = T>, out: &mut impl Output<T>) -> Lists {
    let lists = Lists { written: elements.len().min(out.capacity()), total: elements.len() };
    elements.take(lists.written).enumerate().for_each(|(i, element)| out.write(i, element));
    lists
}
