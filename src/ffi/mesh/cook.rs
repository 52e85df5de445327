//! Mesh handles: build, save, open, destroy, and what is known about them.

use super::desc::{input, options};
use super::published::*;
use super::types::*;
use crate::Error;
use crate::ffi::CaromStatus;
use crate::ffi::frame::desc::in_desc;
use crate::ffi::frame::file;
use crate::ffi::frame::handle::{self, Handle};
use crate::ffi::frame::pointer::{Out, OutArray, slice};
use crate::ffi::frame::status::guard;
use crate::ffi::frame::struct_size::{self, OutStruct};
use crate::mesh::{Mesh, MeshReport, Output, SplitRule};
use std::ffi::{c_char, c_void};

/// A cooked triangle mesh. Immutable: queries take it const and may run on all threads at once.
pub struct CaromMesh(Mesh<'static>);

impl Handle for CaromMesh {
    const NAME: &'static str = "mesh";
    type Inner = Mesh<'static>;

    fn new(inner: Self::Inner) -> Self {
        CaromMesh(inner)
    }

    fn inner(&self) -> &Self::Inner {
        &self.0
    }
}

/// Fills a descriptor with the defaults: an empty mesh, everything else zero. carom_mesh_desc_init() passes
/// the caller's sizeof, so that a library with a larger CaromMeshDesc writes no more than the caller has.
///
/// @param desc         written, as many bytes as struct_size says, and its struct_size set to that
/// @param struct_size  sizeof(CaromMeshDesc) as the caller knows it
///
/// CAROM_ERROR_STRUCT_SIZE for a size that no version of the struct has; nothing is written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_desc_init_sized(
    desc: *mut CaromMeshDesc,
    struct_size: usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { struct_size::init(desc, struct_size, "desc") }?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Cooks a mesh. The arrays may be freed afterwards. The result depends on the input and the options, not on
/// the number of threads, the platform or the instruction set.
///
/// @param desc  what to cook and how
/// @param out   receives the mesh; destroy it with carom_mesh_destroy()
///
/// Fails for a position that is not finite (CAROM_ERROR_NOT_FINITE), an index that no vertex has
/// (CAROM_ERROR_INDEX_OUT_OF_RANGE), an unknown enumerator or one that the layout does not have
/// (CAROM_ERROR_INVALID_ARGUMENT), a wrong struct_size (CAROM_ERROR_STRUCT_SIZE), an array that is NULL or
/// not aligned (CAROM_ERROR_NULL_ARGUMENT, CAROM_ERROR_MISALIGNED), arrays that exceed the address space,
/// 0xffffffff triangles, or more than CAROM_LAYOUT_WIDE has room for (CAROM_ERROR_TOO_LARGE), lack of memory
/// (CAROM_ERROR_OUT_OF_MEMORY), cancellation (CAROM_ERROR_CANCELLED). How many triangles fit in the 2 GiB of
/// CAROM_LAYOUT_WIDE depends on the mesh: about 130 million of a closed one; from 520 million on (600 in
/// CAROM_PRESET_SMALL) none do, which is found before anything is built, otherwise when the limit is reached.
/// The other layouts have no such limit. Degenerate triangles are kept; rays never hit them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_build(
    desc: *const CaromMeshDesc,
    out: *mut *mut CaromMesh,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let out = unsafe { Out::new(out, "out") }?;
        let desc = unsafe { struct_size::read(desc, "desc") }?;
        let input = unsafe { input(&desc) }?;
        let mut options = options(&desc)?;
        let order_room = if desc.triangle_order.is_null() { 0 } else { input.triangle_count() };
        let mut order_out =
            unsafe { OutArray::<u32>::new(desc.triangle_order, order_room, "triangle_order") }?;
        let mut report;
        if let Some(progress) = desc.progress {
            report = move |fraction: f32| unsafe { progress(desc.progress_context, fraction) } == 0;
            options.progress = Some(&mut report);
        }
        let (mesh, order) = Mesh::build_with_order(&input, options).map_err(in_desc)?;
        let handle = handle::handle(mesh)?;
        order.into_iter().take(order_room).enumerate().for_each(|(i, t)| order_out.write(i, t));
        out.write(Box::into_raw(handle));
        Ok(CaromStatus::CaromOk)
    })
}

/// Counts what is wrong with a mesh before it is cooked.
///
/// @param desc    the mesh; options are ignored
/// @param report  written; its struct_size must be set
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_report(
    desc: *const CaromMeshDesc,
    report: *mut CaromMeshReport,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let desc = unsafe { struct_size::read(desc, "desc") }?;
        let report = unsafe { OutStruct::new(report, "report") }?;
        let found = MeshReport::new(&unsafe { input(&desc) }?)?;
        report.write(CaromMeshReport {
            struct_size: size_of::<CaromMeshReport>() as u32,
            triangle_count: found.triangle_count,
            vertex_count: found.vertex_count,
            unused_vertices: found.unused_vertices,
            degenerate_triangles: found.degenerate_triangles,
            duplicate_triangles: found.duplicate_triangles,
            open_edges: found.open_edges,
            non_manifold_edges: found.non_manifold_edges,
            inconsistent_edges: found.inconsistent_edges,
            parts: found.parts,
            is_watertight: found.is_watertight().into(),
        });
        Ok(CaromStatus::CaromOk)
    })
}

/// Copies the cooked bytes out, to be stored and opened again on any platform.
///
/// @param mesh      the mesh
/// @param buffer    receives the bytes, if they fit; NULL to ask for the size
/// @param capacity  bytes of buffer
/// @param size      receives the number of bytes, also if they do not fit
///
/// Returns CAROM_BUFFER_TOO_SMALL if they do not fit; buffer is then untouched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_save(
    mesh: *const CaromMesh,
    buffer: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> CaromStatus {
    // SAFETY: the caller's promises.
    unsafe { handle::save(mesh, buffer, capacity, size) }
}

/// Opens cooked bytes. Everything that safety depends on is checked: a damaged or hostile blob is an error
/// and never more.
///
/// @param blob   the bytes that carom_mesh_save() wrote; NULL only if they are none, which are no blob
/// @param size   how many
/// @param flags  CAROM_OPEN_COPY or CAROM_OPEN_BORROW
/// @param out    receives the mesh; destroy it with carom_mesh_destroy()
///
/// Takes as much memory as the bytes, if they are copied, and while they are checked a bit for each triangle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_open(
    blob: *const c_void,
    size: usize,
    flags: u32,
    out: *mut *mut CaromMesh,
) -> CaromStatus {
    // SAFETY: the caller's promises; for CAROM_OPEN_BORROW that includes that the bytes outlive the handle.
    unsafe { handle::open(blob, size, flags, out) }
}

/// Opens a file of cooked bytes in place: it is mapped, and only what is asked for stays in memory. Checked as by
/// carom_mesh_open(). The file must not be changed while the handle lives; it may be removed, where the system lets that be.
///
/// @param path  the file, in UTF-8, ended by a zero
/// @param out   receives the mesh; destroy it with carom_mesh_destroy()
///
/// Fails for a file that cannot be read (CAROM_ERROR_FILE), and as carom_mesh_open() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_open_file(path: *const c_char, out: *mut *mut CaromMesh) -> CaromStatus {
    // SAFETY: the caller's promises, among them that the file stays as it is.
    unsafe { file::open(path, out) }
}

/// Writes the cooked bytes into a file, wholly or not at all: beside it first, then in its place.
///
/// @param mesh  the mesh
/// @param path  the file, in UTF-8, ended by a zero; replaced if it is there
///
/// Fails for a file that cannot be written (CAROM_ERROR_FILE).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_save_file(mesh: *const CaromMesh, path: *const c_char) -> CaromStatus {
    // SAFETY: the caller's promises.
    unsafe { file::save(mesh, path) }
}

/// Frees a mesh. No call may be using it, and none may use it afterwards.
///
/// @param mesh  the mesh, or NULL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_destroy(mesh: *mut CaromMesh) {
    // SAFETY: the caller's promises.
    unsafe { handle::destroy(mesh) }
}

/// Says what is known about a mesh.
///
/// @param mesh   the mesh
/// @param stats  written; its struct_size must be set
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_stats(mesh: *const CaromMesh, stats: *mut CaromMeshStats) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let mesh = unsafe { handle::inner(mesh) }?;
        let stats = unsafe { OutStruct::new(stats, "stats") }?;
        let known = mesh.stats();
        let size = known.size;
        stats.write(CaromMeshStats {
            struct_size: size_of::<CaromMeshStats>() as u32,
            layout: known.layout as u32,
            triangle_count: known.triangle_count,
            source_vertex_count: known.source_vertex_count,
            stored_vertex_count: known.stored_vertex_count,
            node_count: known.node_count,
            depth: known.depth,
            flags: if known.cooked_order { CAROM_BUILD_COOKED_ORDER } else { 0 }
                | if known.triangle_table { CAROM_BUILD_TRIANGLE_TABLE } else { 0 },
            split: match known.split {
                SplitRule::SurfaceArea => CAROM_SPLIT_SURFACE_AREA,
                SplitRule::Median => CAROM_SPLIT_MEDIAN,
            },
            cost: known.cost,
            attributes_any: known.attributes_any.into(),
            attributes_all: known.attributes_all.into(),
            bounds: known.bounds.into(),
            bytes_nodes: size.nodes,
            bytes_leaves: size.leaves,
            bytes_pages: size.pages,
            bytes_positions: size.positions,
            bytes_triangle_ids: size.triangle_ids,
            bytes_frame: size.frame,
            bytes_total: size.total,
            preset: known.preset as u32,
            piece_count: known.piece_count,
        });
        Ok(CaromStatus::CaromOk)
    })
}

/// Gives back one triangle as it was cooked, bit for bit. Takes a search through the mesh unless it was
/// cooked with CAROM_BUILD_TRIANGLE_TABLE, CAROM_BUILD_COOKED_ORDER or CAROM_LAYOUT_DELTA; to get many, see
/// carom_mesh_triangles(), and for the surface where rays hit, carom_mesh_raycast().
///
/// @param mesh      the mesh
/// @param triangle  which, as answers name it
/// @param out       written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_triangle(
    mesh: *const CaromMesh,
    triangle: u32,
    out: *mut CaromTriangle,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let mesh = unsafe { handle::inner(mesh) }?;
        let out = unsafe { Out::new(out, "out") }?;
        out.write(mesh.triangle(triangle)?.into());
        Ok(CaromStatus::CaromOk)
    })
}

/// Gives back triangles as they were cooked, bit for bit: those of a list, or consecutive ones. Consecutive
/// ones take one pass through the mesh at most, and a list one for every 4,096 entries; few triangles of a
/// mesh that was cooked with CAROM_BUILD_TRIANGLE_TABLE, CAROM_BUILD_COOKED_ORDER or CAROM_LAYOUT_DELTA take
/// none.
///
/// @param mesh       the mesh
/// @param triangles  count of them, in any order, as answers name them; NULL for consecutive ones
/// @param first      the first of consecutive ones; 0 with a list
/// @param count      how many
/// @param out        count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_triangles(
    mesh: *const CaromMesh,
    triangles: *const u32,
    first: u32,
    count: usize,
    out: *mut CaromTriangle,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let mesh = unsafe { handle::inner(mesh) }?;
        if triangles.is_null() {
            let mut out = unsafe { OutArray::new(out, count, "out") }?;
            mesh.triangles(first, &mut out)?;
            return Ok(CaromStatus::CaromOk);
        }
        if first != 0 {
            return Err(Error::invalid_argument(text!(
                "first: {first} is not zero, though triangles are listed"
            )));
        }
        let triangles = unsafe { slice(triangles, count, "triangles") }?;
        let mut out = unsafe { OutArray::new(out, count, "out") }?;
        mesh.triangles_at(triangles, &mut out)?;
        Ok(CaromStatus::CaromOk)
    })
}
