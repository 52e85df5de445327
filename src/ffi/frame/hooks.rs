//! Hooks that a program sets before anything else: for memory, and for messages.

use super::memory::{Memory, set_memory};
use super::status::guard;
use crate::Error;
use crate::ffi::CaromStatus;
use parking_lot::RwLock;
use std::ffi::{c_char, c_void};

/// Gives memory: `size` bytes, at least 1, at a multiple of `alignment`, a power of two; NULL if there are none. Called from any
/// thread, and from several at once. Must not call carom, and must not throw.
pub type CaromAllocate =
    Option<unsafe extern "C" fn(context: *mut c_void, size: usize, alignment: usize) -> *mut c_void>;

/// Takes memory back, with the size and the alignment that it was asked for with. The same rules.
pub type CaromFree =
    Option<unsafe extern "C" fn(context: *mut c_void, memory: *mut c_void, size: usize, alignment: usize)>;

/// Log level: a defect in carom itself; please report the message.
pub const CAROM_LOG_ERROR: u32 = 1;
/// Log level: a call failed. The message is that of carom_last_error_message().
pub const CAROM_LOG_WARNING: u32 = 2;

/// Takes a message, which ends with a zero and is valid during the call, and its level. Called from any thread, and from several
/// at once. Must not throw.
pub type CaromLog = Option<unsafe extern "C" fn(context: *mut c_void, level: u32, message: *const c_char)>;

/// Has all of carom's memory come from your functions, and go back there; without, it is the C library's. Handles, threads'
/// last errors and what calls use for a while: all of it, on all threads. All of it comes back when handles are destroyed and
/// threads end, but for some kilobytes a thread that builds with several threads keep for the next.
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
        let null = |name: &str| Error::null_argument(format!("{name} is NULL"));
        let allocate = allocate.ok_or_else(|| null("allocate"))?;
        let release = release.ok_or_else(|| null("release"))?;
        if !set_memory(Memory { allocate, free: release, context }) {
            let late =
                "allocate: carom has taken memory already; call this before any other function, and once";
            return Err(Error::invalid_argument(late.into()));
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
        *LOG.write() = log.map(|log| Log { log, context });
        Ok(CaromStatus::CaromOk)
    })
}

#[derive(Clone, Copy)]
struct Log {
    log: unsafe extern "C" fn(*mut c_void, u32, *const c_char),
    context: *mut c_void,
}

// SAFETY (both): the context is only handed to the function, which may be called on any thread.
unsafe impl Send for Log {}
unsafe impl Sync for Log {}

static LOG: RwLock<Option<Log>> = RwLock::new(None);

/// Hands on a message.
pub(super) fn log(level: u32, message: *const c_char) {
    // The lock is not held meanwhile: the function may call carom.
    let log = *LOG.read();
    if let Some(Log { log, context }) = log {
        // SAFETY: as `carom_set_log` requires; the message is a text of C.
        unsafe { log(context, level, message) };
    }
}
