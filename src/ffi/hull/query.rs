//! Queries of hulls on meshes.

use super::poses::{CaromHullPose, HullPoses};
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointers, batch, lists};
use crate::ffi::frame::pointer::OutArray;
use crate::ffi::frame::types::*;
use crate::ffi::mesh::cook::CaromMesh;

/// Tells whether each posed hull, which is solid, touches the surface. Touching counts, and is exact.
///
/// @param mesh      the mesh
/// @param hulls     count of them; poses are refused as CaromPose says, hulls take the mesh's place there
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_overlap_hull(
    mesh: *const CaromMesh,
    hulls: *const CaromHullPose,
    count: usize,
    filter: *const CaromFilter,
    overlaps: *mut u8,
) -> CaromStatus {
    // SAFETY (here and below): the caller's promises are those of `batch` and `HullPoses`.
    unsafe {
        batch(
            mesh,
            (hulls, "hulls"),
            count,
            filter,
            (overlaps, "overlaps"),
            |mesh, queries, filter, answers| {
                mesh.overlap_hull(&HullPoses::new(queries, "hulls")?, filter, answers)
            },
        )
    }
}

/// Lists the triangles that touch each posed hull, each once and sorted by index: those for which
/// carom_mesh_overlap_hull() gives 1 on their own. The hull of the eight corners of a view frustum lists what
/// may be seen.
///
/// @param mesh       the mesh
/// @param hulls      count of them
/// @param count      how many
/// @param filter     which triangles are seen; NULL for all
/// @param offsets    where each list begins, and where the last one ends; NULL if not wanted
/// @param triangles  all lists
/// @param capacity   entries of triangles
/// @param written    receives how many were written
/// @param total      receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_overlap_hull_all(
    mesh: *const CaromMesh,
    hulls: *const CaromHullPose,
    count: usize,
    filter: *const CaromFilter,
    offsets: *mut u64,
    triangles: *mut u32,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers = ListPointers { offsets, out: triangles, out_name: "triangles", capacity, written, total };
    // SAFETY (here and below): the caller's promises are those of `lists` and `HullPoses`.
    unsafe {
        lists(
            mesh,
            (hulls, "hulls"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, triangles: &mut OutArray<u32>| {
                mesh.overlap_hull_all(&HullPoses::new(queries, "hulls")?, filter, offsets, triangles)
            },
        )
    }
}
