//! World handles: create, save, open, destroy, figures.

use super::convert::options;
use super::types::*;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::ListPointer;
use crate::ffi::frame::desc::in_desc;
use crate::ffi::frame::file::path;
use crate::ffi::frame::handle::{self, Handle};
use crate::ffi::frame::pointer::{Out, OutArray, slice};
use crate::ffi::frame::status::guard;
use crate::ffi::frame::struct_size::{self, OutStruct};
use crate::world::{ObjectId, World};
use std::ffi::{c_char, c_void};

/// Moving objects, and which of them touch. Any thread may call any function on it at any time, but for
/// carom_world_destroy(). Edits, carom_world_pairs() and carom_world_pair_changes() wait for each other and
/// for queries that have begun. Queries wait for edits that have begun, and not for each other, except that
/// the first one after edits brings the structure up to date while others wait. A query so sees all edits
/// that returned before it was called, each batch wholly or not at all. Batches of edits are checked before
/// anything changes: a bad element is an error that names it, and nothing has changed. In a steady state,
/// where as many objects move and touch as before, nothing is allocated, but by structures that are built
/// anew, by cells in which more than 64 objects have different filters, and a note of less than a hundred
/// bytes for each thread that is woken.
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

/// Fills a descriptor with the defaults: the fastest structure, the caller's thread alone.
/// carom_world_desc_init() passes the caller's sizeof, so that a library with a larger CaromWorldDesc writes
/// no more than the caller has.
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
/// Fails for an unknown enumerator, axes that are not two different ones, a cell size that is negative or not
/// finite, bounds that are inverted or not finite, more than 1024 threads, or threads that cannot be started.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_create(
    desc: *const CaromWorldDesc,
    out: *mut *mut CaromWorld,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let out = unsafe { Out::new(out, "out") }?;
        let desc = unsafe { struct_size::read(desc, "desc") }?;
        out.write(Box::into_raw(handle::handle(World::new(&options(&desc)?).map_err(in_desc)?)?));
        Ok(CaromStatus::CaromOk)
    })
}

/// Copies a world out, to be stored and opened again on any platform: its objects with their ids, and how it
/// was made but for its threads. Changes of pairs that have not been told are not kept, nor free places that
/// carom_world_compact() would forget: to go on alike, with the same ids, this world must be compacted too.
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
        let buffer = unsafe { OutArray::with_capacity(buffer.cast(), capacity, "buffer") }?;
        Ok(handle::copy_out(world.save()?.bytes(), buffer, capacity, size))
    })
}

/// Opens a saved world: with the same objects, ids and pairs. The bytes are copied. A damaged or hostile blob
/// is an error and never more. The first changes of its pairs are that all begin.
///
/// @param blob          the bytes that carom_world_save() wrote; NULL only if they are none, which are no
///                      blob
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

/// Writes what carom_world_save() gives into a file, wholly or not at all: beside it first, then in its place.
///
/// @param world  the world
/// @param path   the file, in UTF-8, ended by a zero; replaced if it is there
///
/// Fails for a file that cannot be written (CAROM_ERROR_FILE), and for lack of memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_save_file(world: *const CaromWorld, path: *const c_char) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        world.save_file(unsafe { self::path(path) }?)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Opens a file that carom_world_save_file() wrote. It is read and closed: the world does not need it any more.
///
/// @param path          the file, in UTF-8, ended by a zero
/// @param thread_count  see CaromWorldDesc
/// @param out           receives the world; destroy it with carom_world_destroy()
///
/// Fails for a file that cannot be read (CAROM_ERROR_FILE), and as carom_world_open() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_open_file(
    path: *const c_char,
    thread_count: u32,
    out: *mut *mut CaromWorld,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let out = unsafe { Out::new(out, "out") }?;
        let world = World::open_file(unsafe { self::path(path) }?, thread_count as usize)?;
        out.write(Box::into_raw(handle::handle(world)?));
        Ok(CaromStatus::CaromOk)
    })
}

/// Forgets free places of removed objects, but for as many as there are objects, and gives back memory: from
/// then on, the world costs as much as if the others had never been. Ids stay as they are, and those of
/// removed objects stay errors. Objects that are inserted take the lowest free places that are left, and then
/// new ones beyond all others; forgotten ones are taken again once the world has been compacted again. Does
/// nothing, and keeps all memory, where there are no more free places than objects. Takes as long as to
/// insert all objects anew. It is an edit: it waits for queries that have begun.
///
/// @param world  the world
///
/// Fails for lack of memory; then nothing has changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_compact(world: *mut CaromWorld) -> CaromStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { handle::inner(world) }?.compact()?;
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
        ids.fill(|out: &mut OutArray<ObjectId>| Ok(world.list_ids(out)))
    })
}

/// Hands out the boxes that a world's structure is made of, for drawing and measuring, in an order of its
/// own.
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
        let boxes = unsafe { ListPointer::new((boxes, "boxes"), capacity, written, total) }?;
        boxes.gather(|each| world.boxes(each))
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
