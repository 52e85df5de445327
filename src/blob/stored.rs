//! The bytes of a blob, and what they lie in.

// Bytes are viewed beside their owner.
#![allow(unsafe_code)]

use super::memory::AlignedBytes;
use std::ptr::NonNull;

/// What keeps the bytes.
enum Storage<'a> {
    Owned(AlignedBytes),
    Borrowed(&'a [u8]),
    #[cfg(any(unix, windows))]
    Mapped(memmap2::Mmap),
}

/// Bytes that never change. Where they lie is asked of their storage once, and not by each query.
pub(super) struct Stored<'a> {
    bytes: NonNull<[u8]>,
    /// Never touched but to be dropped.
    _storage: Storage<'a>,
}

// SAFETY, of both: any thread may read and drop all kinds of storage, and nothing writes to the bytes.
unsafe impl Send for Stored<'_> {}
unsafe impl Sync for Stored<'_> {}

impl<'a> Stored<'a> {
    fn new(storage: Storage<'a>) -> Stored<'a> {
        let bytes = NonNull::from(match &storage {
            Storage::Owned(bytes) => bytes.as_ref(),
            Storage::Borrowed(bytes) => bytes,
            #[cfg(any(unix, windows))]
            Storage::Mapped(file) => file,
        });
        Stored { bytes, _storage: storage }
    }

    pub(super) fn owned(bytes: AlignedBytes) -> Stored<'static> {
        Stored::new(Storage::Owned(bytes))
    }

    pub(super) fn borrowed(bytes: &'a [u8]) -> Stored<'a> {
        Stored::new(Storage::Borrowed(bytes))
    }

    #[cfg(any(unix, windows))]
    pub(super) fn mapped(file: memmap2::Mmap) -> Stored<'static> {
        Stored::new(Storage::Mapped(file))
    }

    #[inline(always)]
    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: they are on the heap, in a mapping or the caller's, so that they stay where they are when their storage is
        // moved, and it lives as long as this does.
        unsafe { self.bytes.as_ref() }
    }
}
