//! The bytes of a blob, and what they lie in.

// Bytes are viewed beside their owner.
#![allow(unsafe_code)]

use super::memory::AlignedBytes;
use std::ptr::NonNull;

/// The owner of the bytes.
enum Storage<'a> {
    Owned(AlignedBytes),
    Borrowed(&'a [u8]),
    #[cfg(any(unix, windows))]
    Mapped(memmap2::Mmap),
}

/// Bytes that never change. Where they lie is asked of their storage once, and not by each query.
pub(super) struct StoredBytes<'a> {
    bytes: NonNull<[u8]>,
    /// Never touched but to be dropped.
    _storage: Storage<'a>,
}

// SAFETY, of both: any thread may read and drop every kind of owner, and nothing writes to the bytes.
unsafe impl Send for StoredBytes<'_> {}
unsafe impl Sync for StoredBytes<'_> {}

impl<'a> StoredBytes<'a> {
    fn new(storage: Storage<'a>) -> StoredBytes<'a> {
        let bytes = NonNull::from(match &storage {
            Storage::Owned(bytes) => bytes.as_ref(),
            Storage::Borrowed(bytes) => bytes,
            #[cfg(any(unix, windows))]
            Storage::Mapped(file) => file,
        });
        StoredBytes { bytes, _storage: storage }
    }

    pub(super) fn owned(bytes: AlignedBytes) -> StoredBytes<'static> {
        StoredBytes::new(Storage::Owned(bytes))
    }

    pub(super) fn borrowed(bytes: &'a [u8]) -> StoredBytes<'a> {
        StoredBytes::new(Storage::Borrowed(bytes))
    }

    #[cfg(any(unix, windows))]
    pub(super) fn mapped(file: memmap2::Mmap) -> StoredBytes<'static> {
        StoredBytes::new(Storage::Mapped(file))
    }

    #[inline(always)]
    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: they are on the heap, in a mapping or the caller's, so that they stay where they are when their storage is
        // moved, and it lives as long as this does.
        unsafe { self.bytes.as_ref() }
    }
}
