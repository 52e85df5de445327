//! Cooked bytes on their way out and in, the same for every kind of handle.

use super::CaromStatus;
use super::pointer::{Out, OutArray, slice};
use super::types::{CAROM_OPEN_BORROW, CAROM_OPEN_COPY};
use crate::{Error, Result};
use std::ffi::c_void;

/// Copies bytes into the caller's buffer, if they fit, and says how many they are.
///
/// # Safety
/// If not null, `buffer` must be writable for `capacity` bytes and `size` as a `usize`.
pub(super) unsafe fn save(
    bytes: &[u8],
    buffer: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> Result<CaromStatus> {
    // SAFETY (here and below): the caller's promises.
    let size = unsafe { Out::new(size, "size") }?;
    let mut buffer = unsafe { OutArray::<u8>::new(buffer.cast(), capacity, "buffer") }?;
    let fits = bytes.len() <= capacity;
    if fits {
        buffer.copy_from(bytes);
    }
    size.write(bytes.len());
    Ok(if fits { CaromStatus::CaromOk } else { CaromStatus::CaromBufferTooSmall })
}

/// Opens the caller's bytes by copy or in place, as the flags say.
///
/// # Safety
/// If not null, `blob` must point to `size` readable bytes; for CAROM_OPEN_BORROW, they must outlive what comes of
/// them and stay as they are.
pub(super) unsafe fn open<T>(
    blob: *const c_void,
    size: usize,
    flags: u32,
    copy: impl FnOnce(&'static [u8]) -> Result<T>,
    in_place: impl FnOnce(&'static [u8]) -> Result<T>,
) -> Result<T> {
    if size == 0 {
        // As for every array, NULL may stand for no bytes at all, and an empty slice has an address of its own, which
        // says nothing about the caller's.
        return Err(Error::InvalidBlob("blob: 0 bytes are too few to be a blob".into()));
    }
    // SAFETY: the caller's promise; only what is borrowed keeps the slice.
    let bytes: &'static [u8] = unsafe { slice(blob.cast::<u8>(), size, "blob") }?;
    match flags {
        CAROM_OPEN_COPY => copy(bytes),
        CAROM_OPEN_BORROW => in_place(bytes),
        other => Err(Error::InvalidArgument(format!("flags: {other} is unknown"))),
    }
}
