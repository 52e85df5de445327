//! BSP handles: build, save, open, destroy, and what is known about them.

use super::desc::{Arrays, options};
use super::published::*;
use super::types::*;
use crate::bsp::{Bsp, BspReport};
use crate::ffi::CaromStatus;
use crate::ffi::frame::desc::in_desc;
use crate::ffi::frame::file;
use crate::ffi::frame::handle::{self, Handle};
use crate::ffi::frame::pointer::Out;
use crate::ffi::frame::status::guard;
use crate::ffi::frame::struct_size::{self, OutStruct};
use crate::ffi::frame::types::{CAROM_NONE, CaromVec3};
use crate::progress::Progress;
use std::ffi::{c_char, c_void};

/// A cooked BSP tree of solids. Immutable: queries take it const and may run on all threads at once.
pub struct CaromBsp(Bsp<'static>);

impl Handle for CaromBsp {
    const NAME: &'static str = "bsp";
    type Inner = Bsp<'static>;

    fn new(inner: Self::Inner) -> Self {
        CaromBsp(inner)
    }

    fn inner(&self) -> &Self::Inner {
        &self.0
    }
}

/// Fills a descriptor with the defaults: no brushes, everything else zero. carom_bsp_desc_init() passes the
/// caller's sizeof, so that a library with a larger CaromBspDesc writes no more than the caller has.
///
/// @param desc         written, as many bytes as struct_size says, and its struct_size set to that
/// @param struct_size  sizeof(CaromBspDesc) as the caller knows it
///
/// CAROM_ERROR_STRUCT_SIZE for a size that no version of the struct has; nothing is written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_desc_init_sized(
    desc: *mut CaromBspDesc,
    struct_size: usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { struct_size::init(desc, struct_size, "desc") }?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Builds a BSP tree. The arrays may be freed afterwards. Brushes without volume and polygons without area
/// are left out and counted, and so are those thinner than about twice snap_distance: by default, in a world
/// of 10000 metres, a wall of a millimetre. A surface that faces inwards is solid on the outside. A surface
/// may consist of several solids, which may touch. Many overlapping brushes with different attributes make
/// many nodes.
///
/// @param desc  what to build from and how
/// @param out   receives the tree; destroy it with carom_bsp_destroy()
///
/// Fails for a number that is not finite, an index that no vertex has, a plane without a direction, counts
/// that do not add up, an unknown enumerator, an option out of its range, a brush that its planes do not
/// bound, a polygon that is not flat or not convex, a surface with an open edge or that intersects itself
/// (the message says where; see CAROM_BSP_IGNORE_LEAKS), a tree with a path of more than 1024 planes
/// (CAROM_ERROR_TOO_LARGE), lack of memory. Lack of memory ends the process only while threads are started,
/// for the mesh of a large surface or of any with a progress callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_build(desc: *const CaromBspDesc, out: *mut *mut CaromBsp) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let out = unsafe { Out::new(out, "out") }?;
        let desc = unsafe { struct_size::read(desc, "desc") }?;
        let report_out = match desc.report.is_null() {
            true => None,
            false => Some(unsafe { OutStruct::new(desc.report, "desc.report") }?),
        };
        let arrays = unsafe { Arrays::new(&desc) }?;
        let mut report;
        let mut progress: Option<Progress> = None;
        if let Some(callback) = desc.progress {
            report = move |fraction: f32| unsafe { callback(desc.progress_context, fraction) } == 0;
            progress = Some(&mut report);
        }
        let (bsp, report) =
            Bsp::build_with_progress(&arrays.input(), &options(&desc)?, progress).map_err(in_desc)?;
        let handle = handle::handle(bsp)?;
        if let Some(report_out) = report_out {
            report_out.write(report.into());
        }
        out.write(Box::into_raw(handle));
        Ok(CaromStatus::CaromOk)
    })
}

impl From<BspReport> for CaromBspReport {
    fn from(report: BspReport) -> CaromBspReport {
        CaromBspReport {
            struct_size: size_of::<CaromBspReport>() as u32,
            skipped_brushes: report.skipped_brushes,
            first_skipped: report.first_skipped.unwrap_or(CAROM_NONE),
            degenerate_faces: report.degenerate_faces,
            faces: report.faces,
            planes: report.planes,
            splits: report.splits,
            deviation: report.deviation,
            leak_fraction: report.leak.map_or(0.0, |leak| leak.fraction),
            leak_position: report
                .leak
                .map_or(CaromVec3 { x: 0.0, y: 0.0, z: 0.0 }, |leak| leak.position.into()),
            leak: match report.leak {
                None => CAROM_BSP_LEAK_NONE,
                Some(leak) if leak.outside => CAROM_BSP_LEAK_OUTSIDE,
                Some(_) => CAROM_BSP_LEAK_SURFACE,
            },
            repaired_leaves: report.repaired_leaves,
        }
    }
}

/// Copies the cooked bytes out, to be stored and opened again on any platform.
///
/// @param bsp       the tree
/// @param buffer    receives the bytes, if they fit; NULL to ask for the size
/// @param capacity  bytes of buffer
/// @param size      receives the number of bytes, also if they do not fit
///
/// Returns CAROM_BUFFER_TOO_SMALL if they do not fit; buffer is then untouched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_save(
    bsp: *const CaromBsp,
    buffer: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> CaromStatus {
    // SAFETY: the caller's promises.
    unsafe { handle::save(bsp, buffer, capacity, size) }
}

/// Opens cooked bytes. Everything that safety depends on is checked: a damaged or hostile blob is an error
/// and never more, and so is the blob of a mesh.
///
/// @param blob   the bytes that carom_bsp_save() wrote; NULL only if they are none, which are no blob
/// @param size   how many
/// @param flags  CAROM_OPEN_COPY or CAROM_OPEN_BORROW
/// @param out    receives the tree; destroy it with carom_bsp_destroy()
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_open(
    blob: *const c_void,
    size: usize,
    flags: u32,
    out: *mut *mut CaromBsp,
) -> CaromStatus {
    // SAFETY: the caller's promises; for CAROM_OPEN_BORROW that includes that the bytes outlive the handle.
    unsafe { handle::open(blob, size, flags, out) }
}

/// Opens a file of cooked bytes in place: it is mapped, and only what is asked for stays in memory. Checked as by
/// carom_bsp_open(). The file must not be changed while the handle lives; it may be removed, where the system lets that be.
///
/// @param path  the file, in UTF-8, ended by a zero
/// @param out   receives the tree; destroy it with carom_bsp_destroy()
///
/// Fails for a file that cannot be read (CAROM_ERROR_FILE), and as carom_bsp_open() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_open_file(path: *const c_char, out: *mut *mut CaromBsp) -> CaromStatus {
    // SAFETY: the caller's promises, among them that the file stays as it is.
    unsafe { file::open(path, out) }
}

/// Writes the cooked bytes into a file, wholly or not at all: beside it first, then in its place.
///
/// @param bsp   the tree
/// @param path  the file, in UTF-8, ended by a zero; replaced if it is there
///
/// Fails for a file that cannot be written (CAROM_ERROR_FILE).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_save_file(bsp: *const CaromBsp, path: *const c_char) -> CaromStatus {
    // SAFETY: the caller's promises.
    unsafe { file::save(bsp, path) }
}

/// Frees a BSP tree. No call may be using it, and none may use it afterwards.
///
/// @param bsp  the tree, or NULL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_destroy(bsp: *mut CaromBsp) {
    // SAFETY: the caller's promises.
    unsafe { handle::destroy(bsp) }
}

/// Says what is known about a BSP tree.
///
/// @param bsp    the tree
/// @param stats  written; its struct_size must be set
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_stats(bsp: *const CaromBsp, stats: *mut CaromBspStats) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let bsp = unsafe { handle::inner(bsp) }?;
        let stats = unsafe { OutStruct::new(stats, "stats") }?;
        let known = bsp.stats();
        stats.write(CaromBspStats {
            struct_size: size_of::<CaromBspStats>() as u32,
            flags: if known.inverse { CAROM_BSP_INVERSE } else { 0 }
                | if known.leaks { CAROM_BSP_IGNORE_LEAKS } else { 0 },
            brush_count: known.brush_count,
            face_count: known.face_count,
            node_count: known.node_count,
            plane_count: known.plane_count,
            depth: known.depth,
            slack: known.slack,
            attributes_any: known.attributes_any.into(),
            attributes_all: known.attributes_all.into(),
            bounds: known.bounds.into(),
            bytes_nodes: known.node_bytes,
            bytes_planes: known.plane_bytes,
            bytes_solids: known.solid_bytes,
            bytes_frame: known
                .total_bytes
                .saturating_sub(known.node_bytes + known.plane_bytes + known.solid_bytes),
            bytes_total: known.total_bytes,
        });
        Ok(CaromStatus::CaromOk)
    })
}
