//! Handles of fields: build, save, open, destroy, and what is known about them.

use super::types::*;
use crate::ffi::CaromStatus;
use crate::ffi::frame::desc::{in_desc, unknown};
use crate::ffi::frame::file;
use crate::ffi::frame::handle::{self, Handle};
use crate::ffi::frame::pointer::{Out, slice};
use crate::ffi::frame::status::guard;
use crate::ffi::frame::struct_size::{self, OutStruct};
use crate::sdf::{Grid, Sdf, Storage, StorageOptions};
use crate::{Error, Result};
use std::ffi::{c_char, c_void};

/// A cooked signed distance field. Immutable: queries take it const and may run on all threads at once.
pub struct CaromSdf(Sdf<'static>);

impl Handle for CaromSdf {
    const NAME: &'static str = "sdf";
    type Inner = Sdf<'static>;

    fn new(inner: Self::Inner) -> Self {
        CaromSdf(inner)
    }

    fn inner(&self) -> &Self::Inner {
        &self.0
    }
}

/// Fills a descriptor with the defaults: no nodes, everything else zero. carom_sdf_desc_init() passes the
/// caller's sizeof, so that a library with a larger CaromSdfDesc writes no more than the caller has.
///
/// @param desc         written, as many bytes as struct_size says, and its struct_size set to that
/// @param struct_size  sizeof(CaromSdfDesc) as the caller knows it
///
/// CAROM_ERROR_STRUCT_SIZE for a size that no version of the struct has; nothing is written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_desc_init_sized(
    desc: *mut CaromSdfDesc,
    struct_size: usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { struct_size::init(desc, struct_size, "desc") }?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Cooks a field from values that you have. The arrays may be freed afterwards.
///
/// @param desc  the grid, its values and how to store them
/// @param out   receives the field; destroy it with carom_sdf_destroy()
///
/// Fails for a grid of fewer than two nodes along an axis, of more than 4194304, or whose cells are not
/// positive, below 2^-60 or lost in the rounding of coordinates; for a value that is not a number, that is
/// beyond 2^62 or max_distance, or of which only some are infinite (the message names the node); for an
/// option out of its range. All that is CAROM_ERROR_INVALID_ARGUMENT, but too many nodes are
/// CAROM_ERROR_TOO_LARGE, and what is not a number or must be finite CAROM_ERROR_NOT_FINITE. Fails for lack
/// of memory, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_build(desc: *const CaromSdfDesc, out: *mut *mut CaromSdf) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let out = unsafe { Out::new(out, "out") }?;
        let desc = unsafe { struct_size::read(desc, "desc") }?;
        let grid = Grid::new(desc.origin.into(), desc.cell, desc.dims).map_err(in_desc)?;
        let options = StorageOptions {
            max_distance: or(desc.max_distance, f32::INFINITY),
            ..storage_options(desc.storage, desc.band, desc.far_error)?
        };
        let count = usize::try_from(grid.node_count())
            .map_err(|_| Error::too_large(text!("the nodes do not fit in memory")).of("desc", "dims"))?;
        let values = unsafe { slice(desc.values, count, "values") }?;
        let triangles = match desc.triangles.is_null() {
            true => None,
            false => Some(unsafe { slice(desc.triangles, count, "triangles") }?),
        };
        let sdf = Sdf::build(&grid, values, triangles, &options).map_err(in_desc)?;
        out.write(Box::into_raw(handle::handle(sdf)?));
        Ok(CaromStatus::CaromOk)
    })
}

/// The options that a descriptor names.
pub(in crate::ffi) fn storage_options(storage: u32, band: f32, far_error: f32) -> Result<StorageOptions> {
    let storage = Storage::from_number(storage).ok_or_else(|| unknown("storage", storage))?;
    Ok(StorageOptions {
        storage,
        band: or(band, StorageOptions::DEFAULT_BAND),
        far_error: or(far_error, StorageOptions::DEFAULT_FAR_ERROR),
        ..StorageOptions::default()
    })
}

/// 0 stands for the default.
fn or(value: f32, default: f32) -> f32 {
    if value == 0.0 { default } else { value }
}

/// Copies the cooked bytes out, to be stored and opened again on any platform.
///
/// @param sdf       the field
/// @param buffer    receives the bytes, if they fit; NULL to ask for the size
/// @param capacity  bytes of buffer
/// @param size      receives the number of bytes, also if they do not fit
///
/// Returns CAROM_BUFFER_TOO_SMALL if they do not fit; buffer is then untouched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_save(
    sdf: *const CaromSdf,
    buffer: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> CaromStatus {
    // SAFETY: the caller's promises.
    unsafe { handle::save(sdf, buffer, capacity, size) }
}

/// Opens cooked bytes. Everything that safety depends on is checked: a damaged or hostile blob is an error
/// and never more, and so is the blob of a mesh.
///
/// @param blob   the bytes that carom_sdf_save() wrote; NULL only if they are none, which are no blob
/// @param size   how many
/// @param flags  CAROM_OPEN_COPY or CAROM_OPEN_BORROW
/// @param out    receives the field; destroy it with carom_sdf_destroy()
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_open(
    blob: *const c_void,
    size: usize,
    flags: u32,
    out: *mut *mut CaromSdf,
) -> CaromStatus {
    // SAFETY: the caller's promises; for CAROM_OPEN_BORROW that includes that the bytes outlive the handle.
    unsafe { handle::open(blob, size, flags, out) }
}

/// Opens a file of cooked bytes in place: it is mapped, and only what is asked for stays in memory. Checked as by
/// carom_sdf_open(). The file must not be changed while the handle lives; it may be removed, where the system lets that be.
///
/// @param path  the file, in UTF-8, ended by a zero
/// @param out   receives the field; destroy it with carom_sdf_destroy()
///
/// Fails for a file that cannot be read (CAROM_ERROR_FILE), and as carom_sdf_open() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_open_file(path: *const c_char, out: *mut *mut CaromSdf) -> CaromStatus {
    // SAFETY: the caller's promises, among them that the file stays as it is.
    unsafe { file::open(path, out) }
}

/// Writes the cooked bytes into a file, wholly or not at all: beside it first, then in its place.
///
/// @param sdf   the field
/// @param path  the file, in UTF-8, ended by a zero; replaced if it is there
///
/// Fails for a file that cannot be written (CAROM_ERROR_FILE).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_save_file(sdf: *const CaromSdf, path: *const c_char) -> CaromStatus {
    // SAFETY: the caller's promises.
    unsafe { file::save(sdf, path) }
}

/// Frees a field. No call may be using it, and none may use it afterwards.
///
/// @param sdf  the field, or NULL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_destroy(sdf: *mut CaromSdf) {
    // SAFETY: the caller's promises.
    unsafe { handle::destroy(sdf) }
}

/// Says what is known about a field.
///
/// @param sdf    the field
/// @param stats  written; its struct_size must be set
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_stats(sdf: *const CaromSdf, stats: *mut CaromSdfStats) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let sdf = unsafe { handle::inner(sdf) }?;
        let stats = unsafe { OutStruct::new(stats, "stats") }?;
        let known = sdf.stats();
        stats.write(CaromSdfStats {
            struct_size: size_of::<CaromSdfStats>() as u32,
            storage: known.storage as u32,
            flags: if known.is_infinite { CAROM_SDF_INFINITE } else { 0 }
                | if known.has_triangles { CAROM_SDF_TRIANGLES } else { 0 },
            dims: known.grid.dims(),
            origin: known.grid.origin().into(),
            cell: known.grid.cell(),
            block_count: known.block_count,
            brick_count: known.brick_count,
            error: known.error,
            near_error: known.near_error,
            far_error: known.far_error,
            slope: known.slope,
            bytes_values: known.value_bytes,
            bytes_tables: known.table_bytes,
            bytes_triangles: known.triangle_bytes,
            bytes_frame: known
                .total_bytes
                .saturating_sub(known.value_bytes + known.table_bytes + known.triangle_bytes),
            bytes_total: known.total_bytes,
            max_distance: known.max_distance,
            reserved: 0,
        });
        Ok(CaromStatus::CaromOk)
    })
}

// The library's own numbers are the enumerators.
const _: () = assert!(
    Storage::Dense as u32 == CAROM_SDF_DENSE
        && Storage::Bricks16 as u32 == CAROM_SDF_BRICKS16
        && Storage::Bricks8 as u32 == CAROM_SDF_BRICKS8
);
