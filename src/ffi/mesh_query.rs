//! Queries on meshes, each a batch.

use super::CaromStatus;
use super::batch::{ListPointers, batch, lists};
use super::mesh::CaromMesh;
use super::pointer::OutArray;
use super::types::*;
use crate::mesh::RayHit;

/// Finds the nearest hit of each ray; among equally near ones the triangle with the lowest index. Watertight along
/// shared edges and vertices; degenerate triangles are never hit.
///
/// @param mesh    the mesh
/// @param rays  count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param hits  count entries, written
/// @param surface  count entries, written: the point, the normal and the attributes where each ray hits; NULL if not
///                 wanted
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_raycast(
    mesh: *const CaromMesh,
    rays: *const CaromRay,
    count: usize,
    filter: *const CaromFilter,
    hits: *mut CaromRayHit,
    surface: *mut CaromSurfacePoint,
) -> CaromStatus {
    // SAFETY (here and below): the caller's promises are those of `batch`.
    unsafe {
        batch(mesh, (rays, "rays"), count, filter, (hits, "hits"), |mesh, queries, filter, answers| {
            if surface.is_null() {
                return mesh.raycast(queries, filter, answers);
            }
            let mut surface = OutArray::new(surface, count, "surface")?;
            mesh.raycast_surface(queries, filter, answers, &mut surface)
        })
    }
}

/// Tells whether each ray hits anything within its range.
///
/// @param mesh    the mesh
/// @param rays  count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param occluded  count entries, written: 1 for yes, 0 for no
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_occluded(
    mesh: *const CaromMesh,
    rays: *const CaromRay,
    count: usize,
    filter: *const CaromFilter,
    occluded: *mut u8,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(
            mesh,
            (rays, "rays"),
            count,
            filter,
            (occluded, "occluded"),
            |mesh, queries, filter, answers| mesh.occluded(queries, filter, answers),
        )
    }
}

/// Tells whether each ball touches the surface; a triangle at exactly the radius is touched.
///
/// @param mesh    the mesh
/// @param spheres  count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_overlap_sphere(
    mesh: *const CaromMesh,
    spheres: *const CaromSphere,
    count: usize,
    filter: *const CaromFilter,
    overlaps: *mut u8,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(
            mesh,
            (spheres, "spheres"),
            count,
            filter,
            (overlaps, "overlaps"),
            |mesh, queries, filter, answers| mesh.overlap_sphere(queries, filter, answers),
        )
    }
}

/// Tells whether each capsule touches the surface.
///
/// @param mesh    the mesh
/// @param capsules  count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_overlap_capsule(
    mesh: *const CaromMesh,
    capsules: *const CaromCapsule,
    count: usize,
    filter: *const CaromFilter,
    overlaps: *mut u8,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(
            mesh,
            (capsules, "capsules"),
            count,
            filter,
            (overlaps, "overlaps"),
            |mesh, queries, filter, answers| {
                queries.check_zero("capsules", |query| query.reserved)?;
                mesh.overlap_capsule(queries, filter, answers)
            },
        )
    }
}

/// Tells whether each rotated box, which is solid, touches the surface.
///
/// @param mesh    the mesh
/// @param boxes  count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_overlap_box(
    mesh: *const CaromMesh,
    boxes: *const CaromBox,
    count: usize,
    filter: *const CaromFilter,
    overlaps: *mut u8,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(
            mesh,
            (boxes, "boxes"),
            count,
            filter,
            (overlaps, "overlaps"),
            |mesh, queries, filter, answers| mesh.overlap_box(queries, filter, answers),
        )
    }
}

/// Finds the closest point of the surface to each point, no farther than its max_distance; among those
/// of equal squared distance the triangle with the lowest index.
///
/// @param mesh    the mesh
/// @param queries  count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param closest  count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_closest_point(
    mesh: *const CaromMesh,
    queries: *const CaromPointQuery,
    count: usize,
    filter: *const CaromFilter,
    closest: *mut CaromClosestPoint,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(
            mesh,
            (queries, "queries"),
            count,
            filter,
            (closest, "closest"),
            |mesh, queries, filter, answers| mesh.closest_point(queries, filter, answers),
        )
    }
}

/// Finds the first contact of each moving ball; among equally early ones the triangle with the lowest index.
/// Surfaces are touched from both sides; contact at exactly t = 1 counts. A ball that touches a triangle at the start is
/// stopped by it, with t = 0, only if it moves nearer to it; motion along it or away from it is no hit, within the rounding
/// of f32 coordinates. So a mover may go to t, drop the part of its motion into the normal and go on, without a skin
/// around it (examples/character.cpp). A triangle that the ball does not touch at the start is
/// a hit like any other, also the next one of a flat floor into which rounding has put the ball. Nearer means towards the closest point; where the centre is on the triangle itself,
/// towards its back. Without motion it is an overlap test, and what touches has t = 0. What is inside a closed surface
/// is as empty as what is outside: a solid is what carom_bsp_cast_sphere() knows.
///
/// @param mesh    the mesh
/// @param casts  count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param hits  count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_cast_sphere(
    mesh: *const CaromMesh,
    casts: *const CaromSphereCast,
    count: usize,
    filter: *const CaromFilter,
    hits: *mut CaromCastHit,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(mesh, (casts, "casts"), count, filter, (hits, "hits"), |mesh, queries, filter, answers| {
            queries.check_zero("casts", |query| query.reserved)?;
            mesh.cast_sphere(queries, filter, answers)
        })
    }
}

/// Finds every hit of each ray within its range, each list sorted by t, equal ones by triangle.
///
/// @param mesh      the mesh
/// @param rays  count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param offsets   count + 1 entries, written: list i is hits[offsets[i]] up to hits[offsets[i + 1]], as if
///                  there were room for all; NULL if not wanted
/// @param hits  all lists one after another, as far as they fit
/// @param capacity  entries of hits; 0, with NULL for hits, to be told the total alone
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Returns CAROM_BUFFER_TOO_SMALL if not all fitted; what is written is then the beginning of all. The offsets are
/// complete in any case, and nothing is written behind the last entry that counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_raycast_all(
    mesh: *const CaromMesh,
    rays: *const CaromRay,
    count: usize,
    filter: *const CaromFilter,
    offsets: *mut u64,
    hits: *mut CaromRayHit,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers = ListPointers { offsets, out: hits, out_name: "hits", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(
            mesh,
            (rays, "rays"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, hits: &mut OutArray<RayHit>| {
                mesh.raycast_all(queries, filter, offsets, hits)
            },
        )
    }
}

/// Lists the triangles whose bounding boxes touch each box, each once and sorted by index: the candidates of a narrow
/// phase.
///
/// @param mesh      the mesh
/// @param boxes  count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param offsets   count + 1 entries, written: list i is triangles[offsets[i]] up to triangles[offsets[i + 1]], as if
///                  there were room for all; NULL if not wanted
/// @param triangles  all lists one after another, as far as they fit
/// @param capacity  entries of triangles; 0, with NULL for triangles, to be told the total alone
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Returns CAROM_BUFFER_TOO_SMALL if not all fitted; what is written is then the beginning of all. The offsets are
/// complete in any case, and nothing is written behind the last entry that counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_list_aabb(
    mesh: *const CaromMesh,
    boxes: *const CaromAabb,
    count: usize,
    filter: *const CaromFilter,
    offsets: *mut u64,
    triangles: *mut u32,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers = ListPointers { offsets, out: triangles, out_name: "triangles", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(
            mesh,
            (boxes, "boxes"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, triangles: &mut OutArray<u32>| {
                mesh.list_aabb(queries, filter, offsets, triangles)
            },
        )
    }
}

/// Lists the triangles that touch each ball, each once and sorted by index: exact, not only their boxes. A triangle at
/// exactly the radius is touched.
///
/// @param mesh      the mesh
/// @param spheres  count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param offsets   count + 1 entries, written: list i is triangles[offsets[i]] up to triangles[offsets[i + 1]], as if
///                  there were room for all; NULL if not wanted
/// @param triangles  all lists one after another, as far as they fit
/// @param capacity  entries of triangles; 0, with NULL for triangles, to be told the total alone
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Returns CAROM_BUFFER_TOO_SMALL if not all fitted; what is written is then the beginning of all. The offsets are
/// complete in any case, and nothing is written behind the last entry that counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_list_sphere(
    mesh: *const CaromMesh,
    spheres: *const CaromSphere,
    count: usize,
    filter: *const CaromFilter,
    offsets: *mut u64,
    triangles: *mut u32,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers = ListPointers { offsets, out: triangles, out_name: "triangles", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(
            mesh,
            (spheres, "spheres"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, triangles: &mut OutArray<u32>| {
                mesh.list_sphere(queries, filter, offsets, triangles)
            },
        )
    }
}
