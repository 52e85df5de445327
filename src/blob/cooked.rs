//! The bytes of cooked things, and files of them: alike for meshes, solids, fields and hulls.

// Mapped files are read in place.
#![allow(unsafe_code)]

use super::{Blob, BlobKind};
use crate::{Error, ErrorKind, Result, vectors};
use arrayvec::ArrayString;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Something that is cooked: a mesh, a tree of solids, a field, a hull.
///
/// ```no_run
/// use carom::prelude::*;
///
/// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
/// mesh.save_file("level.carom")?;
/// // SAFETY: nobody changes the file meanwhile.
/// let again = unsafe { Mesh::open_file("level.carom") }?;
/// assert_eq!(again.triangle_count(), 1);
/// # Ok::<(), carom::Error>(())
/// ```
pub trait Cooked: Sized {
    #[doc(hidden)]
    const KIND: BlobKind;

    #[doc(hidden)]
    fn from_blob(blob: Blob<'static>) -> Result<Self>;

    #[doc(hidden)]
    fn blob(&self) -> &Blob<'static>;

    /// Writes the cooked bytes into a file: see [`Blob::save_file`].
    ///
    /// # Errors
    /// [`crate::ErrorKind::File`].
    fn save_file(&self, path: impl AsRef<Path>) -> Result<()> {
        self.blob().save_file(path)
    }

    /// Opens a file of cooked bytes in place where it can be mapped, else a copy: only what is asked for stays in memory.
    ///
    /// # Errors
    /// [`crate::ErrorKind::File`], [`crate::ErrorKind::InvalidBlob`] or [`crate::ErrorKind::UnsupportedVersion`].
    ///
    /// # Safety
    /// The file must not be changed as long as what is opened lives. It may be removed, where the system lets that be.
    unsafe fn open_file(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        // SAFETY: the caller's promise.
        let blob = unsafe { open(path, Self::KIND) };
        in_file(path, blob.and_then(Self::from_blob))
    }
}

impl Blob<'_> {
    /// Writes the bytes into a file, wholly or not at all: beside it first, then in its place. If the path is a link, the
    /// file that it leads to.
    ///
    /// # Errors
    /// [`crate::ErrorKind::File`].
    pub fn save_file(&self, path: impl AsRef<Path>) -> Result<()> {
        write_whole(self.bytes(), path.as_ref())
    }
}

/// Names the file in errors about its bytes.
pub(crate) fn in_file<T>(path: &Path, made: Result<T>) -> Result<T> {
    made.map_err(|error| match error.kind() {
        ErrorKind::InvalidBlob | ErrorKind::UnsupportedVersion => {
            error.about(&text!("path: {}:", path.display()))
        }
        _ => error,
    })
}

fn failed(path: &Path, verb: &str, error: &io::Error) -> Error {
    let text = match error.raw_os_error() {
        // The system's own words would be read into memory that cannot be missing.
        Some(number) => {
            text!("path: {} cannot be {verb}: {} (os error {number})", path.display(), error.kind())
        }
        None => text!("path: {} cannot be {verb}: {error}", path.display()),
    };
    Error::file(error.kind(), text)
}

/// A file to read, and how many bytes it has.
fn opened(path: &Path) -> Result<(fs::File, u64)> {
    let cannot = |error| failed(path, "read", &error);
    let file = fs::File::open(path).map_err(|error| match fs::metadata(path) {
        // Windows opens no folders.
        Ok(known) if !known.is_file() => no_file(path, "read"),
        _ => cannot(error),
    })?;
    let known = file.metadata().map_err(cannot)?;
    if !known.is_file() {
        return Err(no_file(path, "read"));
    }
    Ok((file, known.len()))
}

/// All bytes of a file.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>> {
    let (file, length) = opened(path)?;
    let mut bytes = vectors::reserve(usize::try_from(length).unwrap_or(usize::MAX), "path")?;
    // No more than there is room for, if it grows meanwhile.
    file.take(length).read_to_end(&mut bytes).map_err(|error| failed(path, "read", &error))?;
    Ok(bytes)
}

/// # Safety
/// The file must stay as it is as long as the blob lives.
#[cfg(any(unix, windows))]
unsafe fn open(path: &Path, kind: BlobKind) -> Result<Blob<'static>> {
    let (file, length) = opened(path)?;
    if length == 0 {
        // Systems map no empty file.
        return Blob::open_copy(&[], kind);
    }
    // SAFETY: the caller's promise.
    let mapped = unsafe { memmap2::Mmap::map(&file) }.map_err(|error| failed(path, "read", &error))?;
    Blob::open_mapped(mapped, kind)
}

/// # Safety
/// None is needed: it is a copy.
#[cfg(not(any(unix, windows)))]
unsafe fn open(path: &Path, kind: BlobKind) -> Result<Blob<'static>> {
    Blob::open_copy(&read_file(path)?, kind)
}

fn write_whole(bytes: &[u8], path: &Path) -> Result<()> {
    let file = destination(path)?;
    let beside = beside(&file)?;
    let written = write(bytes, &beside).and_then(|()| fs::rename(&beside, &file));
    written.map_err(|error| {
        // It is there only if it could be made.
        let _ = fs::remove_file(&beside);
        failed(path, "written", &error)
    })
}

fn no_file(path: &Path, verb: &str) -> Error {
    Error::file(io::ErrorKind::Other, text!("path: {} cannot be {verb}: it is not a file", path.display()))
}

/// The file itself: where a link leads. What is there and is no file, such as a device, is not replaced.
fn destination(path: &Path) -> Result<PathBuf> {
    let cannot = |error| failed(path, "written", &error);
    match fs::metadata(path) {
        // The system's memory for where a link leads cannot be missing.
        Ok(known) if known.is_file() && is_link(path) => fs::canonicalize(path).map_err(cannot),
        Ok(known) if !known.is_file() => Err(no_file(path, "written")),
        // A file, or one that is not there yet.
        _ => longer(path, ""),
    }
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|known| known.is_symlink())
}

/// A name beside a file that nobody else uses.
fn beside(path: &Path) -> Result<PathBuf> {
    static SAVES: AtomicU32 = AtomicU32::new(0);
    let mut end = ArrayString::<32>::new();
    // Two numbers of ten digits fit.
    let _ = write!(end, ".{}.{}.part", process::id(), SAVES.fetch_add(1, Ordering::Relaxed));
    longer(path, &end)
}

/// A copy of a path with more at its end.
fn longer(path: &Path, end: &str) -> Result<PathBuf> {
    let (mut name, bytes) = (OsString::new(), path.as_os_str().len() + end.len());
    name.try_reserve_exact(bytes).map_err(|_| vectors::out_of_memory::<u8>(bytes, "path"))?;
    name.push(path);
    name.push(end);
    Ok(name.into())
}

fn write(bytes: &[u8], path: &Path) -> io::Result<()> {
    let mut file = fs::File::create_new(path)?;
    file.write_all(bytes)?;
    // Before it takes the place of another: what is renamed may be written later than the renaming.
    file.sync_all()
}
