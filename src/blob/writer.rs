//! Puts sections together into a blob.

use super::*;
use crate::Result;
use arrayvec::ArrayVec;
use bytemuck::NoUninit;

/// The maximal number of sections that a blob is written with.
const MOST: usize = 16;

/// Collects sections by reference to typed slices, then lays them out.
pub(crate) struct BlobWriter<'a> {
    kind: BlobKind,
    sections: ArrayVec<(u32, usize, &'a [u8]), MOST>,
}

impl<'a> BlobWriter<'a> {
    pub(crate) fn new(kind: BlobKind) -> BlobWriter<'a> {
        BlobWriter { kind, sections: ArrayVec::new() }
    }

    /// Appends a section; `id` must be new. Elements with numbers of 64 bits are declared `align(8)`: blobs name the alignment,
    /// and 32-bit x86 would choose four bytes.
    pub(crate) fn section<T: NoUninit>(&mut self, id: u32, content: &'a [T]) {
        debug_assert!(self.sections.iter().all(|s| s.0 != id));
        self.sections.push((id, align_of::<T>(), bytemuck::cast_slice(content)));
    }

    /// Lays the sections out and computes the checksum.
    pub(crate) fn finish(self) -> Result<Blob<'static>> {
        let mut entries: ArrayVec<SectionEntry, MOST> = ArrayVec::new();
        let mut end = (HEADER_SIZE + ENTRY_SIZE * self.sections.len()).next_multiple_of(ALIGNMENT);
        for &(id, alignment, content) in &self.sections {
            let entry = SectionEntry {
                id,
                alignment: alignment as u32,
                offset: end as u64,
                length: content.len() as u64,
            };
            entries.push(entry);
            end = (end + content.len()).next_multiple_of(ALIGNMENT);
        }
        let mut storage = AlignedBytes::zeroed(end)?;
        let bytes = storage.as_mut();
        let mut header = Header {
            magic: MAGIC,
            version: FORMAT_VERSION,
            kind: self.kind as u32,
            byte_order: BYTE_ORDER_MARK,
            section_count: entries.len() as u32,
            total_size: end as u64,
            checksum: 0,
            reserved: [0; 24],
        };
        bytes[..HEADER_SIZE].copy_from_slice(bytemuck::bytes_of(&header));
        bytes[HEADER_SIZE..][..ENTRY_SIZE * entries.len()].copy_from_slice(bytemuck::cast_slice(&entries));
        for (entry, (_, _, content)) in entries.iter().zip(&self.sections) {
            bytes[entry.offset as usize..][..content.len()].copy_from_slice(content);
        }
        header.checksum = checksum(bytes);
        bytes[..HEADER_SIZE].copy_from_slice(bytemuck::bytes_of(&header));
        Ok(Blob::from_owned(storage))
    }
}
