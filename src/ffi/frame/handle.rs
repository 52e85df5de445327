//! Handles: opaque pointers of the ABI. All kinds are made, read, saved, opened and destroyed alike.

use super::pointer::{Out, OutArray, boxed, bytes, reference};
use super::status::guard;
use super::types::{CAROM_OPEN_BORROW, CAROM_OPEN_COPY};
use crate::blob::{Blob, Cooked};
use crate::ffi::CaromStatus;
use crate::{Error, Result};
use std::ffi::c_void;

/// The struct that an opaque pointer of the ABI points to.
pub(in crate::ffi) trait Handle: Sized {
    /// The name of the argument.
    const NAME: &'static str;
    /// The library's type behind it.
    type Inner;

    fn new(inner: Self::Inner) -> Self;

    fn inner(&self) -> &Self::Inner;
}

/// Puts what was made behind a handle, or fails with [`crate::ErrorKind::OutOfMemory`]. The caller gets
/// `Box::into_raw` of it.
pub(in crate::ffi) fn handle<H: Handle>(inner: H::Inner) -> Result<Box<H>> {
    boxed(H::new(inner))
}

/// The value behind a handle that must be there.
///
/// # Safety
/// If not null, `pointer` must come from [`handle`] and not be destroyed during `'a`.
pub(in crate::ffi) unsafe fn inner<'a, H: Handle + 'a>(pointer: *const H) -> Result<&'a H::Inner> {
    // SAFETY: the caller's promise.
    Ok(unsafe { reference(pointer, H::NAME) }?.inner())
}

/// Frees what is behind a handle; NULL is nothing.
///
/// # Safety
/// If not null, `pointer` must come from [`handle`], and must not be used by another thread now or by any
/// later.
pub(in crate::ffi) unsafe fn destroy<H: Handle>(pointer: *mut H) {
    guard(|| {
        if !pointer.is_null() {
            // SAFETY: `handle` made a box of it, and the caller destroys it once.
            drop(unsafe { Box::from_raw(pointer) });
        }
        Ok(CaromStatus::CaromOk)
    });
}

/// Copies the cooked bytes into the caller's buffer, if they fit, and says how many they are.
///
/// # Safety
/// As for [`inner`]. If not null, `buffer` must be writable for `capacity` bytes and `size` as a `usize`.
pub(in crate::ffi) unsafe fn save<H: Handle<Inner: Cooked>>(
    pointer: *const H,
    buffer: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let bytes = unsafe { inner(pointer) }?.blob().bytes();
        let size = unsafe { Out::new(size, "size") }?;
        let buffer = unsafe { OutArray::with_capacity(buffer.cast(), capacity, "buffer") }?;
        Ok(copy_out(bytes, buffer, capacity, size))
    })
}

/// Copies bytes into a buffer of some capacity, if they fit, and says how many they are.
pub(in crate::ffi) fn copy_out(
    bytes: &[u8],
    mut buffer: OutArray<u8>,
    capacity: usize,
    size: Out<usize>,
) -> CaromStatus {
    let fits = bytes.len() <= capacity;
    if fits {
        buffer.copy_from(bytes);
    }
    size.write(bytes.len());
    if fits { CaromStatus::CaromOk } else { CaromStatus::CaromBufferTooSmall }
}

/// Opens the caller's bytes by copy or in place, as the flags say.
///
/// # Safety
/// If not null, `blob` must point to `size` readable bytes, and `out` must be writable. For
/// CAROM_OPEN_BORROW, the bytes must outlive the handle and stay as they are.
pub(in crate::ffi) unsafe fn open<H: Handle<Inner: Cooked>>(
    blob: *const c_void,
    size: usize,
    flags: u32,
    out: *mut *mut H,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let out = unsafe { Out::new(out, "out") }?;
        if size == 0 {
            // As for every array, NULL may stand for no bytes at all, and an empty slice has an address of
            // its own, which says nothing about the caller's.
            return Err(Error::invalid_blob("0 bytes are too few to be a blob"));
        }
        // Only what is borrowed keeps the slice.
        let bytes: &'static [u8] = unsafe { bytes(blob.cast(), size, "blob") }?;
        let blob = match flags {
            CAROM_OPEN_COPY => Blob::open_copy(bytes, H::Inner::KIND)?,
            CAROM_OPEN_BORROW => Blob::open_in_place(bytes, H::Inner::KIND)?,
            other => return Err(Error::invalid_argument(text!("flags: {other} is unknown"))),
        };
        out.write(Box::into_raw(handle(H::Inner::from_blob(blob)?)?));
        Ok(CaromStatus::CaromOk)
    })
}
