//! Hull handles: build, save, open, destroy, and what is known about them.

use super::types::{CaromHullDesc, CaromHullStats};
use crate::batch::{Lists, Offsets, Output};
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointer, ListPointers};
use crate::ffi::frame::desc::{check_reserved, check_stride};
use crate::ffi::frame::file;
use crate::ffi::frame::handle::{self, Handle};
use crate::ffi::frame::pointer::{Out, OutArray, check_count, slice};
use crate::ffi::frame::status::guard;
use crate::ffi::frame::struct_size::{self, OutStruct};
use crate::ffi::frame::types::CaromVec3;
use crate::geometry::Vec3;
use crate::hull::Hull;
use crate::mesh::Batch;
use crate::{Error, Result};
use std::ffi::{c_char, c_void};

/// The convex hull of points. Immutable: queries take it const and may run on all threads at once.
pub struct CaromHull(Hull<'static>);

impl Handle for CaromHull {
    const NAME: &'static str = "hull";
    type Inner = Hull<'static>;

    fn new(inner: Self::Inner) -> Self {
        CaromHull(inner)
    }

    fn inner(&self) -> &Self::Inner {
        &self.0
    }
}

/// Points in words, so many from one to the next.
struct Points<'a> {
    words: &'a [f32],
    count: usize,
    step: usize,
}

impl Batch<Vec3> for Points<'_> {
    fn count(&self) -> usize {
        self.count
    }

    fn query(&self, i: usize) -> Vec3 {
        Vec3::from_slice(&self.words[i * self.step..][..3])
    }
}

impl<'a> Points<'a> {
    /// # Safety
    /// The descriptor's array must be as its comments say.
    unsafe fn new(desc: &CaromHullDesc) -> Result<Points<'a>> {
        check_stride::<3>(desc.point_stride, "point_stride")?;
        check_reserved(desc.reserved)?;
        let (count, stride) = (desc.point_count as usize, desc.point_stride as usize);
        let step = if stride == 0 { 3 } else { stride / 4 };
        let words = match count.checked_sub(1) {
            None => 0,
            Some(most) => most
                .checked_mul(step)
                .and_then(|words| words.checked_add(3))
                .ok_or_else(|| Error::too_large(text!("points: {count} elements do not fit in memory")))?,
        };
        check_count::<f32>(words, "points")?;
        if count > 0 && desc.points.is_null() {
            return Err(Error::null_argument(text!("points: NULL with point_count {count}")));
        }
        // SAFETY: the caller's promise.
        let words = unsafe { slice(desc.points, words, "points") }?;
        Ok(Points { words, count, step })
    }
}

/// Fills a descriptor with the defaults: no points, everything else zero. carom_hull_desc_init() passes the
/// caller's sizeof, so that a library with a larger CaromHullDesc writes no more than the caller has.
///
/// @param desc         written, as many bytes as struct_size says, and its struct_size set to that
/// @param struct_size  sizeof(CaromHullDesc) as the caller knows it
///
/// CAROM_ERROR_STRUCT_SIZE for a size that no version of the struct has; nothing is written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_hull_desc_init_sized(
    desc: *mut CaromHullDesc,
    struct_size: usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { struct_size::init(desc, struct_size, "desc") }?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Builds the convex hull of points: exactly, in real numbers. No point is outside by any amount, and faces
/// are merged where they are exactly in one plane. The result depends on the set of points only. Points in a
/// plane make a polygon, points on a line a segment, equal points a point: they touch what they share a point
/// with, as solids do. The array may be freed afterwards.
///
/// @param desc  the points
/// @param out   receives the hull; destroy it with carom_hull_destroy()
///
/// Fails for no points, a coordinate that is not finite or beyond 2^60 (the message names the point), a hull
/// with more than 255 vertices (CAROM_ERROR_TOO_LARGE; points inside of the hull may be more), lack of
/// memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_hull_build(
    desc: *const CaromHullDesc,
    out: *mut *mut CaromHull,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let out = unsafe { Out::new(out, "out") }?;
        let desc = unsafe { struct_size::read(desc, "desc") }?;
        let points = unsafe { Points::new(&desc) }?;
        out.write(Box::into_raw(handle::handle(Hull::build(&points)?)?));
        Ok(CaromStatus::CaromOk)
    })
}

/// Copies the cooked bytes out, to be stored and opened again on any platform.
///
/// @param hull      the hull
/// @param buffer    receives the bytes, if they fit; NULL to ask for the size
/// @param capacity  bytes of buffer
/// @param size      receives the number of bytes, also if they do not fit
///
/// Returns CAROM_BUFFER_TOO_SMALL if they do not fit; buffer is then untouched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_hull_save(
    hull: *const CaromHull,
    buffer: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> CaromStatus {
    // SAFETY: the caller's promises.
    unsafe { handle::save(hull, buffer, capacity, size) }
}

/// Opens cooked bytes. The hull of the vertices in them is built again and must be the same: a damaged or
/// hostile blob is an error and never more, and so is the blob of a mesh.
///
/// @param blob   the bytes that carom_hull_save() wrote; NULL only if they are none, which are no blob
/// @param size   how many
/// @param flags  CAROM_OPEN_COPY or CAROM_OPEN_BORROW
/// @param out    receives the hull; destroy it with carom_hull_destroy()
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_hull_open(
    blob: *const c_void,
    size: usize,
    flags: u32,
    out: *mut *mut CaromHull,
) -> CaromStatus {
    // SAFETY: the caller's promises; for CAROM_OPEN_BORROW that includes that the bytes outlive the handle.
    unsafe { handle::open(blob, size, flags, out) }
}

/// Opens a file of cooked bytes in place: it is mapped, and only what is asked for stays in memory. Checked as by
/// carom_hull_open(). The file must not be changed while the handle lives; it may be removed, where the system lets that be.
///
/// @param path  the file, in UTF-8, ended by a zero
/// @param out   receives the hull; destroy it with carom_hull_destroy()
///
/// Fails for a file that cannot be read (CAROM_ERROR_FILE), and as carom_hull_open() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_hull_open_file(path: *const c_char, out: *mut *mut CaromHull) -> CaromStatus {
    // SAFETY: the caller's promises, among them that the file stays as it is.
    unsafe { file::open(path, out) }
}

/// Writes the cooked bytes into a file, wholly or not at all: beside it first, then in its place.
///
/// @param hull  the hull
/// @param path  the file, in UTF-8, ended by a zero; replaced if it is there
///
/// Fails for a file that cannot be written (CAROM_ERROR_FILE).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_hull_save_file(hull: *const CaromHull, path: *const c_char) -> CaromStatus {
    // SAFETY: the caller's promises.
    unsafe { file::save(hull, path) }
}

/// Frees a hull. No call may be using it, and none may use it afterwards.
///
/// @param hull  the hull, or NULL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_hull_destroy(hull: *mut CaromHull) {
    // SAFETY: the caller's promises.
    unsafe { handle::destroy(hull) }
}

/// Says what is known about a hull.
///
/// @param hull   the hull
/// @param stats  written; its struct_size must be set
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_hull_stats(hull: *const CaromHull, stats: *mut CaromHullStats) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let hull = unsafe { handle::inner(hull) }?;
        let stats = unsafe { OutStruct::new(stats, "stats") }?;
        let known = hull.stats();
        stats.write(CaromHullStats {
            struct_size: size_of::<CaromHullStats>() as u32,
            dimension: known.dimension,
            vertex_count: known.vertex_count,
            face_count: known.face_count,
            edge_count: known.edge_count,
            reserved: 0,
            bounds: known.bounds.into(),
            volume: known.volume,
            bytes_total: known.total_bytes,
        });
        Ok(CaromStatus::CaromOk)
    })
}

/// Copies the vertices of a hull out, in the order of their coordinates.
///
/// @param hull      the hull
/// @param vertices  receives them
/// @param capacity  entries of vertices; CaromHullStats has their number, 255 at most
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Returns CAROM_BUFFER_TOO_SMALL if not all fit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_hull_vertices(
    hull: *const CaromHull,
    vertices: *mut CaromVec3,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let hull = unsafe { handle::inner(hull) }?;
        let list = unsafe { ListPointer::new((vertices, "vertices"), capacity, written, total) }?;
        list.fill(|out: &mut OutArray<Vec3>| Ok(put(out, hull.parts().vertices().iter().copied())))
    })
}

/// Copies the faces of a hull out, as polygons: offsets[i] is where face i begins among corners, and the last
/// of face_count + 1 offsets where the last one ends. Corners are numbers of vertices, counter-clockwise seen
/// from outside.
///
/// @param hull      the hull
/// @param offsets   receives face_count + 1 entries, as CaromHullStats has it; NULL if not wanted
/// @param corners   receives the corners of all faces
/// @param capacity  entries of corners; twice the number of edges is enough
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Returns CAROM_BUFFER_TOO_SMALL if not all fit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_hull_faces(
    hull: *const CaromHull,
    offsets: *mut u64,
    corners: *mut u32,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let parts = unsafe { handle::inner(hull) }?.parts();
        let pointers = ListPointers { offsets, out: corners, out_name: "corners", capacity, written, total };
        unsafe {
            pointers.fill(parts.face_count(), |offsets, out: &mut OutArray<u32>| {
                let mut offsets = Offsets::new(offsets);
                let mut end = 0;
                for i in 0..parts.face_count() {
                    end += parts.face(i).len();
                    offsets.end_list(i, end);
                }
                let corners = (0..parts.face_count()).flat_map(|i| parts.face(i));
                Ok(put(out, corners.map(|&corner| u32::from(corner))))
            })
        }
    })
}

/// Writes what there is room for.
fn put<T>(out: &mut OutArray<T>, values: impl Iterator<Item = T>) -> Lists {
    let capacity = Output::<T>::capacity(out);
    let mut lists = Lists::default();
    for value in values {
        if lists.total < capacity {
            Output::<T>::write(out, lists.total, value);
            lists.written += 1;
        }
        lists.total += 1;
    }
    lists
}
