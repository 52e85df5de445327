//! Files of cooked bytes.

use super::handle::{Cooked, Handle, handle, inner};
use super::pointer::{Out, check_present};
use super::status::guard;
use crate::ffi::CaromStatus;
use crate::{Error, Result};
use std::ffi::{CStr, c_char};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// The file that a text of C names.
///
/// # Safety
/// If not null, `pointer` must point to bytes that end with a zero and outlive `'a`.
unsafe fn path<'a>(pointer: *const c_char) -> Result<&'a Path> {
    check_present(pointer, "path")?;
    // SAFETY: not null; the rest is the caller's promise.
    let text = unsafe { CStr::from_ptr(pointer) };
    let not_utf8 = |_| Error::invalid_argument(format!("path: {} is not UTF-8", text.to_string_lossy()));
    text.to_str().map(Path::new).map_err(not_utf8)
}

fn failed(path: &Path, verb: &str, error: &io::Error) -> Error {
    Error::file(format!("path: {} cannot be {verb}: {error}", path.display()))
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
        let opened = unsafe { open_path::<H::Inner>(path) }?;
        out.write(Box::into_raw(handle(opened)?));
        Ok(CaromStatus::CaromOk)
    })
}

/// # Safety
/// The file must stay as it is as long as what is opened lives.
#[cfg(any(unix, windows))]
unsafe fn open_path<T: Cooked>(path: &Path) -> Result<T> {
    let cannot = |error| failed(path, "read", &error);
    let file = fs::File::open(path).map_err(cannot)?;
    if file.metadata().map_err(cannot)?.len() == 0 {
        // Which systems do not map.
        return T::open_copy(&[]);
    }
    // SAFETY: the caller's promise.
    T::open_mapped(unsafe { memmap2::Mmap::map(&file) }.map_err(cannot)?)
}

/// # Safety
/// None is needed: it is a copy.
#[cfg(not(any(unix, windows)))]
unsafe fn open_path<T: Cooked>(path: &Path) -> Result<T> {
    T::open_copy(&fs::read(path).map_err(|error| failed(path, "read", &error))?)
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
        let bytes = unsafe { inner(pointer) }?.bytes();
        let path = unsafe { self::path(path) }?;
        let beside = beside(path);
        let written = write(bytes, &beside).and_then(|()| fs::rename(&beside, path));
        written.map_err(|error| {
            // What could not be made need not be there.
            let _ = fs::remove_file(&beside);
            failed(path, "written", &error)
        })?;
        Ok(CaromStatus::CaromOk)
    })
}

/// A name beside a file that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    static SAVES: AtomicU32 = AtomicU32::new(0);
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.{}.part", process::id(), SAVES.fetch_add(1, Ordering::Relaxed)));
    name.into()
}

fn write(bytes: &[u8], path: &Path) -> io::Result<()> {
    let mut file = fs::File::create_new(path)?;
    file.write_all(bytes)?;
    // Before it takes the place of another: what is renamed may be written later than the renaming.
    file.sync_all()
}
