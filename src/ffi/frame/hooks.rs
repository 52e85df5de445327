//! Hooks that a program sets before anything else: for memory, and for messages.

use super::log::{CaromLog, set_log};
use super::memory::{Memory, set_memory};
use super::status::guard;
use crate::Error;
use crate::ffi::CaromStatus;
use std::ffi::c_void;

/// Gives memory: `size` bytes, at least 1, at a multiple of `alignment`, a power of two; NULL if there are none. Called from any
/// thread, and from several at once. Must not call carom, and must not throw.
pub type CaromAllocate =
    Option<unsafe extern "C" fn(context: *mut c_void, size: usize, alignment: usize) -> *mut c_void>;

/// Takes memory back, with the size and the alignment that it was asked for with. The same rules.
pub type CaromFree =
    Option<unsafe extern "C" fn(context: *mut c_void, memory: *mut c_void, size: usize, alignment: usize)>;

/// Has all of carom's memory come from your functions, and go back there; without, it is the C library's. Handles, threads'
/// last errors and what calls use for a while: all of it, on all threads. All of it comes back when handles are destroyed and
/// threads end, but for some kilobytes a thread that builds with several threads keep for the next.
///
/// A call for which `allocate` gives NULL fails with CAROM_ERROR_OUT_OF_MEMORY and has changed nothing; an error for another
/// reason stays that error, with an empty message. Threads that are started or woken, and systems' work on paths of files that
/// are links or longer than 300 bytes, have no such way: they end the program. With a thread_count of 1 and no progress callback, no call
/// starts threads.
///
/// Call it before any other function of carom, and once: a pointer must go back where it came from.
/// CAROM_ERROR_INVALID_ARGUMENT if carom has taken memory already, CAROM_ERROR_NULL_ARGUMENT if a function is NULL.
///
/// @param allocate  gives memory
/// @param release   takes it back
/// @param context   handed to both
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_set_allocator(
    allocate: CaromAllocate,
    release: CaromFree,
    context: *mut c_void,
) -> CaromStatus {
    guard(|| {
        let null = |name: &str| Error::null_argument(text!("{name} is NULL"));
        let allocate = allocate.ok_or_else(|| null("allocate"))?;
        let release = release.ok_or_else(|| null("release"))?;
        if !set_memory(Memory { allocate, free: release, context }) {
            return Err(Error::invalid_argument(text!(
                "allocate: carom has taken memory already; call this before any other function, and once"
            )));
        }
        Ok(CaromStatus::CaromOk)
    })
}

/// Has messages go to your function, too: why a call failed, and defects. NULL ends it.
///
/// Call it before other threads use carom: one that is about to call the earlier function still does.
///
/// @param log      takes messages, or NULL
/// @param context  handed to it
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_set_log(log: CaromLog, context: *mut c_void) -> CaromStatus {
    guard(|| {
        set_log(log, context);
        Ok(CaromStatus::CaromOk)
    })
}
