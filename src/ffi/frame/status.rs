//! Statuses, the last error's text, and the guard that no panic passes.

use super::log::{CAROM_LOG_ERROR, CAROM_LOG_WARNING, log};
use crate::{Error, ErrorKind};
use std::any::Any;
use std::cell::RefCell;
use std::ffi::c_char;
use std::fmt::{self, Write};
use std::panic::AssertUnwindSafe;

/// The result of a call. Negative: an error, and no output was written. Numbers are append-only.
/// cbindgen:rename-all=ScreamingSnakeCase
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum CaromStatus {
    /// Done.
    CaromOk = 0,
    /// Done, but the caller's array was too small: what fits was written, and the total says how much
    /// room is needed.
    CaromBufferTooSmall = 1,
    /// A pointer is NULL that must not be.
    CaromErrorNullArgument = -1,
    /// A value is out of its range, or an enumerator is unknown.
    CaromErrorInvalidArgument = -2,
    /// A number is NaN or infinite that must not be.
    CaromErrorNotFinite = -3,
    /// A vertex or triangle index names nothing.
    CaromErrorIndexOutOfRange = -4,
    /// A struct_size that no version of the struct has, or fields that this version does not know and that
    /// are not zero.
    CaromErrorStructSize = -5,
    /// Out of memory.
    CaromErrorOutOfMemory = -6,
    /// The progress callback asked to stop.
    CaromErrorCancelled = -7,
    /// Bytes that are not a cooked blob of the right kind, or a damaged one.
    CaromErrorInvalidBlob = -8,
    /// A blob of another format version: cook it again.
    CaromErrorUnsupportedVersion = -9,
    /// A pointer is not aligned as its use needs.
    CaromErrorMisaligned = -10,
    /// More elements or bytes than can be addressed.
    CaromErrorTooLarge = -11,
    /// A defect in carom itself; please report the message.
    CaromErrorInternal = -12,
    /// An id that no living object of a world has: it was removed, or is of another world.
    CaromErrorUnknownId = -13,
    /// A file that cannot be opened, read or written.
    CaromErrorFile = -14,
}

const ALL: [(CaromStatus, &std::ffi::CStr); 16] = [
    (CaromStatus::CaromOk, c"CAROM_OK"),
    (CaromStatus::CaromBufferTooSmall, c"CAROM_BUFFER_TOO_SMALL"),
    (CaromStatus::CaromErrorNullArgument, c"CAROM_ERROR_NULL_ARGUMENT"),
    (CaromStatus::CaromErrorInvalidArgument, c"CAROM_ERROR_INVALID_ARGUMENT"),
    (CaromStatus::CaromErrorNotFinite, c"CAROM_ERROR_NOT_FINITE"),
    (CaromStatus::CaromErrorIndexOutOfRange, c"CAROM_ERROR_INDEX_OUT_OF_RANGE"),
    (CaromStatus::CaromErrorStructSize, c"CAROM_ERROR_STRUCT_SIZE"),
    (CaromStatus::CaromErrorOutOfMemory, c"CAROM_ERROR_OUT_OF_MEMORY"),
    (CaromStatus::CaromErrorCancelled, c"CAROM_ERROR_CANCELLED"),
    (CaromStatus::CaromErrorInvalidBlob, c"CAROM_ERROR_INVALID_BLOB"),
    (CaromStatus::CaromErrorUnsupportedVersion, c"CAROM_ERROR_UNSUPPORTED_VERSION"),
    (CaromStatus::CaromErrorMisaligned, c"CAROM_ERROR_MISALIGNED"),
    (CaromStatus::CaromErrorTooLarge, c"CAROM_ERROR_TOO_LARGE"),
    (CaromStatus::CaromErrorInternal, c"CAROM_ERROR_INTERNAL"),
    (CaromStatus::CaromErrorUnknownId, c"CAROM_ERROR_UNKNOWN_ID"),
    (CaromStatus::CaromErrorFile, c"CAROM_ERROR_FILE"),
];

impl From<&Error> for CaromStatus {
    fn from(error: &Error) -> CaromStatus {
        match error.kind() {
            ErrorKind::NullArgument => CaromStatus::CaromErrorNullArgument,
            ErrorKind::InvalidArgument => CaromStatus::CaromErrorInvalidArgument,
            ErrorKind::NotFinite => CaromStatus::CaromErrorNotFinite,
            ErrorKind::IndexOutOfRange => CaromStatus::CaromErrorIndexOutOfRange,
            ErrorKind::StructSize => CaromStatus::CaromErrorStructSize,
            ErrorKind::OutOfMemory => CaromStatus::CaromErrorOutOfMemory,
            ErrorKind::Cancelled => CaromStatus::CaromErrorCancelled,
            ErrorKind::InvalidBlob => CaromStatus::CaromErrorInvalidBlob,
            ErrorKind::UnsupportedVersion => CaromStatus::CaromErrorUnsupportedVersion,
            ErrorKind::Misaligned => CaromStatus::CaromErrorMisaligned,
            ErrorKind::TooLarge => CaromStatus::CaromErrorTooLarge,
            ErrorKind::UnknownId => CaromStatus::CaromErrorUnknownId,
            ErrorKind::File => CaromStatus::CaromErrorFile,
        }
    }
}

thread_local! {
    /// With a zero at its end; empty if there was none.
    static LAST_ERROR: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Writes into a vector, or fails where there is no memory.
struct Text<'a>(&'a mut Vec<u8>);

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.try_reserve(text.len()).map_err(|_| fmt::Error)?;
        self.0.extend(text.bytes().map(|byte| if byte == 0 { b' ' } else { byte }));
        Ok(())
    }
}

/// Keeps a message. If there is no memory for it, it is empty.
fn set_last_error(message: &dyn fmt::Display) {
    let keep = |last: &RefCell<Vec<u8>>| {
        let mut last = last.borrow_mut();
        last.clear();
        let written = write!(Text(&mut last), "{message}");
        if written.is_ok() && last.try_reserve(1).is_ok() {
            last.push(0);
        } else {
            last.clear();
        }
    };
    // A thread that is exiting has no last error any more.
    let _ = LAST_ERROR.try_with(keep);
}

/// Runs a function of the ABI: turns its error, or its panic, into a status and a message. Inlined, so that the function's
/// arguments stay in registers.
#[inline(always)]
pub(in crate::ffi) fn guard(call: impl FnOnce() -> Result<CaromStatus, Error>) -> CaromStatus {
    // A half-done call is never seen again after a panic: handles are immutable, and a world's structure is
    // built anew.
    match std::panic::catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => failed(error),
        Err(panic) => panicked(&*panic),
    }
}

/// Keeps the message of an error. Not a part of [`guard`], of which there is one for each function of the
/// ABI.
#[cold]
fn failed(error: Error) -> CaromStatus {
    set_last_error(&error);
    log(CAROM_LOG_WARNING, carom_last_error_message());
    CaromStatus::from(&error)
}

/// Keeps the message of a panic.
#[cold]
fn panicked(panic: &dyn Any) -> CaromStatus {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    set_last_error(&format_args!("internal error: {}", text.unwrap_or("panic")));
    log(CAROM_LOG_ERROR, carom_last_error_message());
    CaromStatus::CaromErrorInternal
}

/// The library's version: `major << 16 | minor << 8 | patch`. That of the header is CAROM_VERSION.
#[unsafe(no_mangle)]
pub extern "C" fn carom_version() -> u32 {
    crate::VERSION
}

/// The name of a status, such as "CAROM_OK"; "unknown status" for a number that is none.
/// Static text, never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn carom_status_name(status: i32) -> *const c_char {
    ALL.iter().find(|(s, _)| *s as i32 == status).map_or(c"unknown status", |(_, name)| name).as_ptr()
}

/// The message of the last failed call of this thread, as UTF-8; empty if none failed. Never NULL; valid
/// until the next failed call of this thread. A call that succeeds leaves it alone.
#[unsafe(no_mangle)]
pub extern "C" fn carom_last_error_message() -> *const c_char {
    let address = |last: &RefCell<Vec<u8>>| match last.borrow().as_slice() {
        [] => c"".as_ptr(),
        text => text.as_ptr().cast(),
    };
    LAST_ERROR.try_with(address).unwrap_or(c"".as_ptr())
}

/// Fails on purpose, with the status given and a message, so that a binding can test how it handles each
/// of them. CAROM_ERROR_INTERNAL is reached by a real panic, which shows that the boundary stops it
/// (the text on stderr is part of that).
///
/// Returns the status; CAROM_ERROR_INVALID_ARGUMENT if it is not an error.
#[unsafe(no_mangle)]
pub extern "C" fn carom_debug_raise(status: i32) -> CaromStatus {
    guard(|| {
        let found = ALL.iter().find(|(s, _)| *s as i32 == status && status < 0);
        let Some(&(raised, name)) = found else {
            return Err(Error::invalid_argument(text!("status: {status} is not an error")));
        };
        assert!(raised != CaromStatus::CaromErrorInternal, "raised on purpose by carom_debug_raise");
        set_last_error(&format_args!("raised on purpose: {}", name.to_string_lossy()));
        Ok(raised)
    })
}
