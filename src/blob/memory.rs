//! The memory of blobs that carom owns.

use bytemuck::{Pod, Zeroable};

/// The alignment, in bytes, of a blob that is read in place.
pub const ALIGNMENT: usize = 64;

/// A cache line of bytes, which gives vectors the alignment of a blob.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Line([u8; ALIGNMENT]);

/// Owned bytes at an address that is a multiple of [`ALIGNMENT`].
pub(super) struct AlignedBytes {
    storage: Storage,
    len: usize,
}

enum Storage {
    Lines(Vec<Line>),
    /// Whole pages, huge ones where the system has them: queries read a tree all over, and with small pages
    /// they miss the TLB.
    #[cfg(target_os = "linux")]
    Pages(memmap2::MmapMut),
}

/// The size from which on huge pages are requested: one of them.
#[cfg(target_os = "linux")]
const LARGE: usize = 2 << 20;

impl AlignedBytes {
    pub(super) fn zeroed(len: usize) -> crate::Result<AlignedBytes> {
        #[cfg(target_os = "linux")]
        if len >= LARGE {
            let pages = memmap2::MmapMut::map_anon(len)
                .map_err(|_| crate::vectors::out_of_memory::<u8>(len, "blob"))?;
            // A kernel without huge pages refuses; small ones are used then.
            let _ = pages.advise(memmap2::Advice::HugePage);
            return Ok(AlignedBytes { storage: Storage::Pages(pages), len });
        }
        let lines = crate::vectors::zeroed(len.div_ceil(ALIGNMENT), "blob")?;
        Ok(AlignedBytes { storage: Storage::Lines(lines), len })
    }

    pub(super) fn copy_of(bytes: &[u8]) -> crate::Result<AlignedBytes> {
        let mut copy = AlignedBytes::zeroed(bytes.len())?;
        copy.as_mut().copy_from_slice(bytes);
        Ok(copy)
    }

    #[inline]
    pub(super) fn as_ref(&self) -> &[u8] {
        match &self.storage {
            Storage::Lines(lines) => &bytemuck::cast_slice(lines)[..self.len],
            #[cfg(target_os = "linux")]
            Storage::Pages(pages) => &pages[..self.len],
        }
    }

    pub(super) fn as_mut(&mut self) -> &mut [u8] {
        match &mut self.storage {
            Storage::Lines(lines) => &mut bytemuck::cast_slice_mut(lines)[..self.len],
            #[cfg(target_os = "linux")]
            Storage::Pages(pages) => &mut pages[..self.len],
        }
    }
}
