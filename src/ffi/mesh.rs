//! Mesh handles: build, save, open, destroy, and what is known about them.

use super::CaromStatus;
use super::pointer::{Out, OutArray, reference, slice};
use super::status::guard;
use super::types::*;
use crate::mesh::{
    CookOptions, Indices, LayoutKind, Mesh, MeshInput, MeshReport, Output, Positions, Quality, SplitRule,
};
use crate::{Error, Result};
use std::ffi::c_void;
use std::mem::offset_of;

/// A cooked triangle mesh. Immutable: queries take it const and may run on all threads at once.
pub struct CaromMesh(pub(super) Mesh<'static>);

/// Copies a struct whose first field is its size, as the caller's version of the header knew it.
///
/// # Safety
/// If not null, `pointer` must point to `struct_size` readable bytes.
unsafe fn sized<T: Copy>(pointer: *const T, name: &str) -> Result<T> {
    // SAFETY: every such struct begins with its u32 size; the rest is the caller's promise.
    let size = *unsafe { reference(pointer.cast::<u32>(), name) }?;
    if size as usize != size_of::<T>() {
        let expected = size_of::<T>();
        return Err(Error::StructSize(format!(
            "{name}.struct_size: {size}, but this version has {expected}"
        )));
    }
    // SAFETY: aligned for T is checked; all bytes of T are readable by the promise above.
    Ok(*unsafe { reference(pointer, name) }?)
}

/// # Safety
/// As for [`sized`].
pub(super) unsafe fn filter(pointer: *const CaromFilter) -> Result<crate::mesh::Filter> {
    use crate::mesh::{Backfaces, Filter};
    if pointer.is_null() {
        return Ok(Filter::default());
    }
    // SAFETY: the caller's promise.
    let filter = unsafe { sized(pointer, "filter") }?;
    let mask = |bits: u32, name: &str| {
        u16::try_from(bits)
            .map_err(|_| Error::InvalidArgument(format!("filter.{name}: {bits:#x} has more than 16 bits")))
    };
    let backfaces = match filter.backfaces {
        CAROM_BACKFACES_HIT => Backfaces::Hit,
        CAROM_BACKFACES_CULL => Backfaces::Cull,
        CAROM_BACKFACES_ONLY => Backfaces::Only,
        other => return Err(Error::InvalidArgument(format!("filter.backfaces: {other} is unknown"))),
    };
    Ok(Filter {
        require: mask(filter.require, "require")?,
        exclude: mask(filter.exclude, "exclude")?,
        backfaces,
    })
}

/// The input that a descriptor describes.
///
/// # Safety
/// The descriptor's arrays must be as its comments say.
unsafe fn input<'a>(desc: &CaromMeshDesc) -> Result<MeshInput<'a>> {
    let vertices = desc.vertex_count as usize;
    let triangles = desc.triangle_count as usize;
    let stride = if desc.position_stride == 0 { 12 } else { desc.position_stride as usize };
    if !stride.is_multiple_of(4) {
        return Err(Error::InvalidArgument(format!("position_stride: {stride} is not a multiple of 4")));
    }
    let too_large = |name: &str, count: usize, size: usize| {
        Error::TooLarge(format!("{name}: {count} elements of {size} bytes do not fit in memory"))
    };
    let bytes = match vertices {
        0 => 0,
        n => (n - 1)
            .checked_mul(stride)
            .and_then(|n| n.checked_add(12))
            .ok_or_else(|| too_large("positions", vertices, stride))?,
    };
    if vertices > 0 && !desc.positions.is_null() && !desc.positions.is_aligned() {
        return Err(Error::Misaligned("positions: address is not a multiple of 4".into()));
    }
    // SAFETY (here and below): the caller's promise.
    let bytes = unsafe { slice(desc.positions.cast::<u8>(), bytes, "positions") }?;
    let positions = Positions::strided(bytes, vertices, stride)?;
    let index_size = if desc.index_size == 0 { 4 } else { desc.index_size as usize };
    let count = triangles.checked_mul(3).ok_or_else(|| too_large("indices", triangles, 3 * index_size))?;
    let indices = match index_size {
        2 => Indices::U16(unsafe { slice(desc.indices.cast(), count, "indices") }?),
        4 => Indices::U32(unsafe { slice(desc.indices.cast(), count, "indices") }?),
        other => return Err(Error::InvalidArgument(format!("index_size: {other} is neither 2 nor 4"))),
    };
    let attributes = match desc.attributes.is_null() {
        true => None,
        false => Some(unsafe { slice(desc.attributes, triangles, "attributes") }?),
    };
    Ok(MeshInput { positions, indices, attributes })
}

/// The options that a descriptor names, but for progress.
fn options<'a>(desc: &CaromMeshDesc) -> Result<CookOptions<'a>> {
    let unknown = |name: &str, value: u32| Error::InvalidArgument(format!("{name}: {value} is unknown"));
    let layout = match desc.layout {
        CAROM_LAYOUT_DEFAULT => LayoutKind::default(),
        other => LayoutKind::from_number(other).ok_or_else(|| unknown("layout", other))?,
    };
    let quality = match desc.quality {
        CAROM_QUALITY_DEFAULT | CAROM_QUALITY_MEDIUM => Quality::Medium,
        CAROM_QUALITY_FAST => Quality::Fast,
        CAROM_QUALITY_HIGH => Quality::High,
        other => return Err(unknown("quality", other)),
    };
    let split = match desc.split {
        CAROM_SPLIT_SURFACE_AREA => SplitRule::SurfaceArea,
        CAROM_SPLIT_MEDIAN => SplitRule::Median,
        other => return Err(unknown("split", other)),
    };
    let cooked_order = match desc.flags {
        0 => false,
        CAROM_BUILD_COOKED_ORDER => true,
        other => return Err(unknown("flags", other)),
    };
    if desc.thread_count > MAX_THREADS {
        let count = desc.thread_count;
        return Err(Error::InvalidArgument(format!("thread_count: {count} exceeds {MAX_THREADS}")));
    }
    let thread_count = desc.thread_count as usize;
    Ok(CookOptions { layout, quality, split, thread_count, cooked_order, progress: None })
}

/// More build threads than this are taken for a mistake.
const MAX_THREADS: u32 = 1024;

/// Fills a descriptor with the defaults: an empty mesh, everything else zero.
///
/// @param desc  written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_desc_init(desc: *mut CaromMeshDesc) -> CaromStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(desc, "desc") }?;
        out.write(CaromMeshDesc {
            struct_size: size_of::<CaromMeshDesc>() as u32,
            layout: CAROM_LAYOUT_DEFAULT,
            positions: std::ptr::null(),
            indices: std::ptr::null(),
            attributes: std::ptr::null(),
            vertex_count: 0,
            position_stride: 0,
            triangle_count: 0,
            index_size: 0,
            quality: CAROM_QUALITY_DEFAULT,
            split: CAROM_SPLIT_SURFACE_AREA,
            thread_count: 0,
            flags: 0,
            triangle_order: std::ptr::null_mut(),
            progress: None,
            progress_context: std::ptr::null_mut(),
        });
        Ok(CaromStatus::CaromOk)
    })
}

/// Cooks a mesh. The arrays may be freed afterwards. The result depends on the input and the options, not on
/// the number of threads, the platform or the instruction set.
///
/// @param desc  what to cook and how
/// @param out   receives the mesh; destroy it with carom_mesh_destroy()
///
/// Fails for a position that is not finite, an index that no vertex has, an unknown enumerator, lack of
/// memory, cancellation. Degenerate triangles are kept; rays never hit them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_build(
    desc: *const CaromMeshDesc,
    out: *mut *mut CaromMesh,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let out = unsafe { Out::new(out, "out") }?;
        let desc = unsafe { sized(desc, "desc") }?;
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
        let (mesh, order) = Mesh::build_with_order(&input, options)?;
        order.into_iter().take(order_room).enumerate().for_each(|(i, t)| order_out.write(i, t));
        out.write(Box::into_raw(Box::new(CaromMesh(mesh))));
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
        let desc = unsafe { sized(desc, "desc") }?;
        unsafe { check_output_size(report, "report") }?;
        let found = MeshReport::new(&unsafe { input(&desc) }?)?;
        unsafe { Out::new(report, "report") }?.write(CaromMeshReport {
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

/// Checks the `struct_size` of an output; the rest of it may be uninitialised.
///
/// # Safety
/// If not null, `pointer` must begin with a readable u32.
unsafe fn check_output_size<T>(pointer: *mut T, name: &str) -> Result<()> {
    // SAFETY: the caller's promise; only the size is read.
    let size = *unsafe { reference(pointer.cast::<u32>().cast_const(), name) }?;
    if size as usize != size_of::<T>() {
        let expected = size_of::<T>();
        return Err(Error::StructSize(format!(
            "{name}.struct_size: {size}, but this version has {expected}"
        )));
    }
    Ok(())
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
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let bytes = unsafe { reference(mesh, "mesh") }?.0.bytes();
        let size = unsafe { Out::new(size, "size") }?;
        let mut buffer = unsafe { OutArray::<u8>::new(buffer.cast(), capacity, "buffer") }?;
        let fits = bytes.len() <= capacity;
        if fits {
            buffer.copy_from(bytes);
        }
        size.write(bytes.len());
        Ok(if fits { CaromStatus::CaromOk } else { CaromStatus::CaromBufferTooSmall })
    })
}

/// Opens cooked bytes. Everything that safety depends on is checked: a damaged or hostile blob is an error and
/// never more.
///
/// @param blob   the bytes that carom_mesh_save() wrote
/// @param size   how many
/// @param flags  CAROM_OPEN_COPY or CAROM_OPEN_BORROW
/// @param out    receives the mesh; destroy it with carom_mesh_destroy()
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_open(
    blob: *const c_void,
    size: usize,
    flags: u32,
    out: *mut *mut CaromMesh,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises; for CAROM_OPEN_BORROW that includes that the
        // bytes outlive the handle.
        let out = unsafe { Out::new(out, "out") }?;
        if blob.is_null() {
            return Err(Error::NullArgument("blob: NULL".into()));
        }
        let bytes: &'static [u8] = unsafe { slice(blob.cast::<u8>(), size, "blob") }?;
        let mesh = match flags {
            CAROM_OPEN_COPY => Mesh::open_copy(bytes)?,
            CAROM_OPEN_BORROW => Mesh::open_in_place(bytes)?,
            other => return Err(Error::InvalidArgument(format!("flags: {other} is unknown"))),
        };
        out.write(Box::into_raw(Box::new(CaromMesh(mesh))));
        Ok(CaromStatus::CaromOk)
    })
}

/// Frees a mesh. No call may be using it, and none may use it afterwards.
///
/// @param mesh  the mesh, or NULL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_destroy(mesh: *mut CaromMesh) {
    guard(|| {
        if !mesh.is_null() {
            // SAFETY: every handle comes from Box::into_raw, and the caller destroys it once.
            drop(unsafe { Box::from_raw(mesh) });
        }
        Ok(CaromStatus::CaromOk)
    });
}

/// Says what is known about a mesh.
///
/// @param mesh   the mesh
/// @param stats  written; its struct_size must be set
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_stats(mesh: *const CaromMesh, stats: *mut CaromMeshStats) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let mesh = unsafe { reference(mesh, "mesh") }?;
        unsafe { check_output_size(stats, "stats") }?;
        let known = mesh.0.stats();
        let size = known.size;
        unsafe { Out::new(stats, "stats") }?.write(CaromMeshStats {
            struct_size: size_of::<CaromMeshStats>() as u32,
            layout: known.layout as u32,
            triangle_count: known.triangle_count,
            source_vertex_count: known.source_vertex_count,
            stored_vertex_count: known.stored_vertex_count,
            node_count: known.node_count,
            depth: known.depth,
            flags: if known.cooked_order { CAROM_BUILD_COOKED_ORDER } else { 0 },
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
        });
        Ok(CaromStatus::CaromOk)
    })
}

/// Gives back one triangle as it was cooked, bit for bit. Takes a search through the mesh unless it was cooked
/// with CAROM_BUILD_COOKED_ORDER; to get many, see carom_mesh_triangles().
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
        let mesh = unsafe { reference(mesh, "mesh") }?;
        let out = unsafe { Out::new(out, "out") }?;
        out.write(mesh.0.triangle(triangle)?.into());
        Ok(CaromStatus::CaromOk)
    })
}

/// Gives back consecutive triangles as they were cooked, bit for bit, in one pass through the mesh.
///
/// @param mesh   the mesh
/// @param first  the first of them
/// @param count  how many
/// @param out    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_triangles(
    mesh: *const CaromMesh,
    first: u32,
    count: usize,
    out: *mut CaromTriangle,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let mesh = unsafe { reference(mesh, "mesh") }?;
        let mut out = unsafe { OutArray::new(out, count, "out") }?;
        mesh.0.triangles(first, &mut out)?;
        Ok(CaromStatus::CaromOk)
    })
}

// The field that `sized` and `check_output_size` read comes first.
const _: () = assert!(
    offset_of!(CaromMeshDesc, struct_size) == 0
        && offset_of!(CaromFilter, struct_size) == 0
        && offset_of!(CaromMeshStats, struct_size) == 0
        && offset_of!(CaromMeshReport, struct_size) == 0
);
