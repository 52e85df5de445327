//! Checks a blob's frame and hands out its sections.

use super::*;
use crate::{Error, Result};
use std::fmt;

/// The bytes of a blob whose frame has been checked: sizes, section table, checksum. The meaning of the
/// sections is checked by the module that owns the kind.
pub struct Blob<'a>(StoredBytes<'a>);

impl fmt::Debug for Blob<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Blob").field("bytes", &self.bytes().len()).finish_non_exhaustive()
    }
}

/// The bytes of a [`Blob`], or of a blob that lies in a section of another.
#[derive(Clone, Copy)]
pub(crate) struct BlobView<'a>(&'a [u8]);

/// A section that was found and whose element type fits.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    offset: usize,
    length: usize,
}

impl Section {
    /// Its size in bytes.
    pub fn size(self) -> usize {
        self.length
    }
}

impl<'a> Blob<'a> {
    pub(super) fn from_owned(bytes: AlignedBytes) -> Blob<'static> {
        Blob(StoredBytes::owned(bytes))
    }

    /// Checks `bytes` and keeps a copy of them.
    pub fn open_copy(bytes: &[u8], kind: BlobKind) -> Result<Blob<'static>> {
        check(bytes, kind)?;
        Ok(Blob::from_owned(AlignedBytes::copy_of(bytes)?))
    }

    /// Checks `bytes` and reads them where they are, at a multiple of [`ALIGNMENT`].
    pub fn open_in_place(bytes: &'a [u8], kind: BlobKind) -> Result<Blob<'a>> {
        let address = bytes.as_ptr() as usize;
        if !address.is_multiple_of(ALIGNMENT) {
            return Err(Error::misaligned(text!(
                "blob: address ends in {:#x}, which is not a multiple of {ALIGNMENT}; align it or open a copy",
                address & 0xfff
            )));
        }
        check(bytes, kind)?;
        Ok(Blob(StoredBytes::borrowed(bytes)))
    }

    /// Checks the bytes of a file that is mapped, which begins at a page, and keeps the mapping.
    #[cfg(any(unix, windows))]
    pub(crate) fn open_mapped(file: memmap2::Mmap, kind: BlobKind) -> Result<Blob<'static>> {
        check(&file, kind)?;
        Ok(Blob(StoredBytes::mapped(file)))
    }

    /// All its bytes, as they are saved.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// A view of the bytes, from which sections are read.
    #[inline]
    pub(crate) fn view(&self) -> BlobView<'_> {
        BlobView(self.bytes())
    }
}

impl<'a> BlobView<'a> {
    /// Checks the frame of the blob that is the content of a section of this one.
    pub(crate) fn check_nested(self, section: Section, kind: BlobKind) -> Result<BlobView<'a>> {
        let bytes = self.view(section);
        check(bytes, kind)?;
        Ok(BlobView(bytes))
    }

    /// The blob in a section for which [`BlobView::check_nested`] has checked it.
    #[inline]
    pub(crate) fn nested(self, section: Section) -> BlobView<'a> {
        BlobView(self.view(section))
    }

    /// Returns true if there is a section `id`.
    pub(crate) fn has(self, id: u32) -> bool {
        entries(self.0).iter().any(|entry| entry.id == id)
    }

    /// Looks up section `id`, whose elements are `T`; `name` is for the error text.
    pub(crate) fn find<T>(self, id: u32, name: &str) -> Result<Section> {
        let entry = entries(self.0).iter().find(|entry| entry.id == id);
        let entry = entry.ok_or_else(|| Error::invalid_blob(text!("section {id} ({name}) is missing")))?;
        if !entry.length.is_multiple_of(size_of::<T>() as u64) {
            let (length, size) = (entry.length, size_of::<T>());
            return Err(Error::invalid_blob(text!(
                "section {id} ({name}): {length} bytes are no multiple of {size}"
            )));
        }
        Ok(Section { offset: entry.offset as usize, length: entry.length as usize })
    }

    /// The content of a section that [`BlobView::find`] returned for this blob with the same `T`.
    #[inline]
    pub(crate) fn view<T: Pod>(self, section: Section) -> &'a [T] {
        bytemuck::cast_slice(&self.0[section.offset..][..section.length])
    }
}

fn entries(bytes: &[u8]) -> &[SectionEntry] {
    let header: &Header = bytemuck::from_bytes(&bytes[..HEADER_SIZE]);
    bytemuck::cast_slice(&bytes[HEADER_SIZE..][..ENTRY_SIZE * header.section_count as usize])
}

/// Checks everything about the frame, in the order in which damage is best explained.
fn check(bytes: &[u8], kind: BlobKind) -> Result<()> {
    if bytes.len() < HEADER_SIZE {
        return Err(Error::invalid_blob(text!("{} bytes are too few to be a blob", bytes.len())));
    }
    let header: Header = bytemuck::pod_read_unaligned(&bytes[..HEADER_SIZE]);
    if header.magic != MAGIC {
        return Err(Error::invalid_blob("does not begin with carom's magic number: not a cooked file"));
    }
    if header.byte_order != BYTE_ORDER_MARK {
        return Err(Error::invalid_blob(text!("byte order mark is {:#010x}", header.byte_order)));
    }
    if header.version != FORMAT_VERSION {
        let version = header.version;
        return Err(Error::unsupported_version(text!(
            "blob: format version {version}, but this library reads version {FORMAT_VERSION}: cook it again"
        )));
    }
    if header.total_size != bytes.len() as u64 {
        return Err(Error::invalid_blob(text!(
            "says {} bytes, but {} were given",
            header.total_size,
            bytes.len()
        )));
    }
    if checksum(bytes) != header.checksum {
        return Err(Error::invalid_blob("checksum does not match: the bytes are damaged"));
    }
    if header.kind != kind as u32 {
        return Err(Error::invalid_blob(text!(
            "holds kind {}, not {} ({})",
            header.kind,
            kind as u32,
            kind.name()
        )));
    }
    let table = HEADER_SIZE as u64 + ENTRY_SIZE as u64 * u64::from(header.section_count);
    if header.section_count > MAX_SECTIONS || table > header.total_size {
        return Err(Error::invalid_blob(text!(
            "section table with {} entries does not fit",
            header.section_count
        )));
    }
    for (i, entry) in bytes[HEADER_SIZE..table as usize].chunks_exact(ENTRY_SIZE).enumerate() {
        let entry: SectionEntry = bytemuck::pod_read_unaligned(entry);
        let end = entry.offset.checked_add(entry.length);
        let aligned = entry.offset.is_multiple_of(ALIGNMENT as u64);
        if !aligned || entry.offset < table || end.is_none_or(|end| end > header.total_size) {
            let (offset, length) = (entry.offset, entry.length);
            return Err(Error::invalid_blob(text!(
                "sections[{i}]: offset {offset}, length {length} does not fit"
            )));
        }
    }
    Ok(())
}
