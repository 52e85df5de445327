//! The log: a function that a program has set.

use crate::locks::RwLock;
use std::ffi::{c_char, c_void};

/// Log level: a defect in carom itself; please report the message.
pub const CAROM_LOG_ERROR: u32 = 1;
/// Log level: a call failed. The message is that of carom_last_error_message().
pub const CAROM_LOG_WARNING: u32 = 2;

/// Takes a message, which ends with a zero and is valid during the call, and its level. Called from any thread, and from several
/// at once. Must not throw.
pub type CaromLog = Option<unsafe extern "C" fn(context: *mut c_void, level: u32, message: *const c_char)>;

#[derive(Clone, Copy)]
struct Log {
    log: unsafe extern "C" fn(*mut c_void, u32, *const c_char),
    context: *mut c_void,
}

// SAFETY (both): the context is only handed to the function, which may be called on any thread.
unsafe impl Send for Log {}
unsafe impl Sync for Log {}

static LOG: RwLock<Option<Log>> = RwLock::new(None);

/// Has messages go to this function, or to none.
pub(super) fn set_log(log: CaromLog, context: *mut c_void) {
    *LOG.write() = log.map(|log| Log { log, context });
}

/// Hands on a message.
pub(super) fn log(level: u32, message: *const c_char) {
    // The lock is not held meanwhile: the function may call carom.
    let log = *LOG.read();
    if let Some(Log { log, context }) = log {
        // SAFETY: as `carom_set_log` requires; the message is a text of C.
        unsafe { log(context, level, message) };
    }
}
