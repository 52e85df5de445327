//! Worlds: pairs, and what has changed of them.

use super::objects::CaromWorld;
use super::types::*;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointer, ListPointers, told};
use crate::ffi::frame::handle;
use crate::ffi::frame::pointer::{Converted, OutArray};
use crate::ffi::frame::status::guard;
use crate::world::Pair;

/// Lists every pair of objects that see each other, of which not both are static, and that share a point:
/// each once, sorted by the lower id and then by the higher one. The list is the same for every structure,
/// number of threads and instruction set. What comes of objects that did not move since the last list is not
/// found again. The list is kept until something is edited, so that asking for the number first finds it
/// once; but of more than 2^20 pairs, and than there is room for, none is kept where nobody asks for changes:
/// they are counted, and found again by the next call.
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

/// Lists the objects that each of these is a pair with, as carom_world_pairs() defines pairs, each list
/// sorted by id. Costs as much as a query with each object's box; the list of all pairs is neither needed nor
/// made.
///
/// @param world     the world
/// @param ids       count of them
/// @param count     how many
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param objects   all lists
/// @param capacity  entries of objects
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Fails for an id that no living object has (CAROM_ERROR_UNKNOWN_ID, for the first such).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_pairs_of(
    world: *const CaromWorld,
    ids: *const u64,
    count: usize,
    offsets: *mut u64,
    objects: *mut u64,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let world = unsafe { handle::inner(world) }?;
        let ids = unsafe { Converted::new(ids, count, "ids") }?;
        let out = ListPointers { offsets, out: objects, out_name: "objects", capacity, written, total };
        unsafe { out.fill(count, |offsets, out| world.pairs_of(&ids, offsets, out)) }
    })
}

/// Lists the pairs that have begun and those that have ended since the last call, each as carom_world_pairs()
/// does; the first call has all pairs begin. Pairs of an object that was removed end, under the id that it
/// had. If a list did not fit, nothing has been told: the next call tells it again.
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
