//! The cooked format: a header, a table of sections, the sections.
//!
//! ```text
//! 0    magic "\x89CAROM\r\n"
//! 8    format version, u32           12  kind (mesh, ...), u32
//! 16   byte order mark 0x01020304    20  number of sections, u32
//! 24   total size in bytes, u64      32  checksum, u64
//! 40   zero, 24 bytes
//! 64   sections: id u32, alignment u32, offset u64, length u64
//! ...  the sections, each at a multiple of 64, zeros between
//! ```
//!
//! The checksum is XXH3 (64 bits) of everything but itself. All numbers are little-endian. A blob does not
//! depend on its address: it is read in place, from a file mapping if need be, at any multiple of
//! [`ALIGNMENT`]. The same input gives the same bytes on every platform.

mod cooked;
mod memory;
mod reader;
mod storage;
mod writer;

pub use cooked::Cooked;
pub(crate) use cooked::{in_file, read_file};
pub use memory::ALIGNMENT;
use memory::AlignedBytes;
pub(crate) use reader::BlobView;
pub use reader::{Blob, Section};
use storage::StoredBytes;
pub(crate) use writer::BlobWriter;

use bytemuck::{Pod, Zeroable};

/// The one format version that this library reads and writes.
pub const FORMAT_VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"\x89CAROM\r\n";
const BYTE_ORDER_MARK: u32 = 0x0102_0304;
const MAX_SECTIONS: u32 = 64;

/// The kind of a blob's content. Numbers are append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum BlobKind {
    /// A triangle mesh and its tree.
    Mesh = 1,
    /// Solids and their BSP tree.
    Bsp = 2,
    /// A signed distance field.
    Sdf = 3,
    /// A world's objects.
    World = 4,
    /// A convex hull.
    Hull = 5,
}

impl BlobKind {
    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            BlobKind::Mesh => "mesh",
            BlobKind::Bsp => "bsp",
            BlobKind::Sdf => "sdf",
            BlobKind::World => "world",
            BlobKind::Hull => "hull",
        }
    }

    /// The kind in the header of some bytes; `None` if they are no blob, or of an unknown kind. Nothing else
    /// is checked: opening them does that.
    pub fn of(bytes: &[u8]) -> Option<BlobKind> {
        let header: Header = bytemuck::try_pod_read_unaligned(bytes.get(..HEADER_SIZE)?).ok()?;
        [BlobKind::Mesh, BlobKind::Bsp, BlobKind::Sdf, BlobKind::World, BlobKind::Hull]
            .into_iter()
            .find(|&kind| header.magic == MAGIC && header.kind == kind as u32)
    }
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Header {
    magic: [u8; 8],
    version: u32,
    kind: u32,
    byte_order: u32,
    section_count: u32,
    total_size: u64,
    checksum: u64,
    reserved: [u8; 24],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct SectionEntry {
    id: u32,
    alignment: u32,
    offset: u64,
    length: u64,
}

const HEADER_SIZE: usize = size_of::<Header>();
const ENTRY_SIZE: usize = size_of::<SectionEntry>();
const CHECKSUM_AT: std::ops::Range<usize> = 32..40;

fn checksum(bytes: &[u8]) -> u64 {
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    hash.update(&bytes[..CHECKSUM_AT.start]);
    hash.update(&bytes[CHECKSUM_AT.end..]);
    hash.digest()
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::ErrorKind;

    fn sample() -> Blob<'static> {
        let mut writer = BlobWriter::new(BlobKind::Mesh);
        writer.section(1, &[1u32, 2, 3]);
        writer.section(7, &[0.5f32; 40]);
        writer.section::<u8>(9, &[]);
        writer.finish().unwrap()
    }

    #[test]
    fn sections_come_back() {
        let blob = sample();
        assert_eq!(blob.bytes().len() % ALIGNMENT, 0);
        assert_eq!(blob.bytes().as_ptr() as usize % ALIGNMENT, 0);
        let again = Blob::open_in_place(blob.bytes(), BlobKind::Mesh).unwrap();
        let section = again.view().find::<u32>(1, "numbers").unwrap();
        assert_eq!(again.view().view::<u32>(section), &[1, 2, 3]);
        let section = again.view().find::<f32>(7, "halves").unwrap();
        assert_eq!(again.view().view::<f32>(section).len(), 40);
        assert_eq!(again.view().view::<u8>(again.view().find::<u8>(9, "nothing").unwrap()).len(), 0);
        assert!(
            matches!(again.view().find::<u32>(2, "others"), Err(error) if error.kind() == ErrorKind::InvalidBlob && error.to_string().contains("others"))
        );
        assert!(
            matches!(again.view().find::<[u64; 3]>(1, "numbers"), Err(error) if error.kind() == ErrorKind::InvalidBlob)
        );
    }

    #[test]
    fn kinds_are_known_without_opening() {
        let good = sample();
        assert_eq!(BlobKind::of(good.bytes()), Some(BlobKind::Mesh));
        assert_eq!(BlobKind::of(&good.bytes()[..HEADER_SIZE - 1]), None);
        let mut bytes = good.bytes().to_vec();
        bytes[12] = 2;
        assert_eq!(BlobKind::of(&bytes), Some(BlobKind::Bsp));
        bytes[12] = 3;
        assert_eq!(BlobKind::of(&bytes), Some(BlobKind::Sdf));
        bytes[12] = 9;
        assert_eq!(BlobKind::of(&bytes), None);
        assert_eq!(BlobKind::of(&[b'x'; 100]), None);
    }

    #[test]
    fn damage_is_found() {
        let good = sample();
        for at in 0..good.bytes().len() {
            let mut bytes = good.bytes().to_vec();
            bytes[at] ^= 0x10;
            let opened = Blob::open_copy(&bytes, BlobKind::Mesh);
            match opened {
                Err(error) if error.kind() == ErrorKind::InvalidBlob => {}
                Err(error) if error.kind() == ErrorKind::UnsupportedVersion => assert!((8..12).contains(&at)),
                other => panic!("byte {at}: {:?}", other.map(|_| "opened")),
            }
        }
        for len in 0..good.bytes().len() {
            assert!(Blob::open_copy(&good.bytes()[..len], BlobKind::Mesh).is_err());
        }
    }

    #[test]
    fn misaligned_bytes_are_refused_in_place_and_copied_otherwise() {
        let good = sample();
        let mut shifted = AlignedBytes::zeroed(good.bytes().len() + 4).unwrap();
        shifted.as_mut()[4..].copy_from_slice(good.bytes());
        let bytes = &shifted.as_ref()[4..];
        assert!(
            matches!(Blob::open_in_place(bytes, BlobKind::Mesh), Err(error) if error.kind() == ErrorKind::Misaligned)
        );
        assert!(Blob::open_copy(bytes, BlobKind::Mesh).is_ok());
    }
}
