//! Files of cooked bytes.

use super::handle::{Handle, handle, inner};
use super::pointer::{Out, check_present};
use super::status::guard;
use crate::blob::Cooked;
use crate::ffi::CaromStatus;
use crate::{Error, Result};
use std::ffi::{CStr, c_char};
use std::path::Path;

/// The file that a text of C names.
///
/// # Safety
/// If not null, `pointer` must point to bytes that end with a zero and outlive `'a`.
pub(in crate::ffi) unsafe fn path<'a>(pointer: *const c_char) -> Result<&'a Path> {
    check_present(pointer, "path")?;
    // SAFETY: not null; the rest is the caller's promise.
    let text = unsafe { CStr::from_ptr(pointer) };
    let not_utf8 =
        |_| Error::invalid_argument(text!("path: {} is not UTF-8", text.to_bytes().escape_ascii()));
    text.to_str().map(Path::new).map_err(not_utf8)
}

/// Opens a file in place where it can be mapped, else a copy.
///
/// # Safety
/// As for [`path`]; `out` must be writable, and the file must stay as it is as long as the handle lives.
pub(in crate::ffi) unsafe fn open<H: Handle<Inner: Cooked>>(
    path: *const c_char,
    out: *mut *mut H,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let out = unsafe { Out::new(out, "out") }?;
        let path = unsafe { self::path(path) }?;
        let opened = unsafe { H::Inner::open_file(path) }?;
        out.write(Box::into_raw(handle(opened)?));
        Ok(CaromStatus::CaromOk)
    })
}

/// Writes the cooked bytes of a handle into a file, wholly or not at all.
///
/// # Safety
/// As for [`inner`] and [`path`].
pub(in crate::ffi) unsafe fn save<H: Handle<Inner: Cooked>>(
    pointer: *const H,
    path: *const c_char,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let cooked = unsafe { inner(pointer) }?;
        cooked.save_file(unsafe { self::path(path) }?)?;
        Ok(CaromStatus::CaromOk)
    })
}
