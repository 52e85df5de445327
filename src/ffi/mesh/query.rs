//! Queries on meshes, each a batch.

use super::cook::CaromMesh;
use super::query_types::*;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointers, batch, lists};
use crate::ffi::frame::pointer::OutArray;
use crate::ffi::frame::types::*;
use crate::mesh::{Crossing, RayHit};

/// Finds the nearest hit of each ray; among equally near ones the triangle with the lowest index. Watertight
/// along shared edges and vertices; degenerate triangles, and those in whose plane the ray lies, are never
/// hit.
///
/// @param mesh     the mesh
/// @param rays     count of them
/// @param count    how many
/// @param filter   which triangles are seen; NULL for all
/// @param hits     count entries, written
/// @param surface  count entries, written: the point, the normal and the attributes where each ray hits; NULL
///                 if not wanted
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
            let mut points =
                (!surface.is_null()).then(|| OutArray::new(surface, count, "surface")).transpose()?;
            mesh.raycast_with(queries, filter, answers, points.as_mut())
        })
    }
}

/// Tells whether each ray hits anything within its range.
///
/// @param mesh      the mesh
/// @param rays      count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
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

/// Tells whether each sphere touches the surface; a triangle at exactly the radius is touched.
///
/// @param mesh      the mesh
/// @param spheres   count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
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
/// @param mesh      the mesh
/// @param capsules  count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
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

/// Tells whether each oriented box, which is solid, touches the surface.
///
/// @param mesh      the mesh
/// @param boxes     count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
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
/// @param mesh     the mesh
/// @param queries  count of them
/// @param count    how many
/// @param filter   which triangles are seen; NULL for all
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

/// Finds the first contact of each moving sphere with the surface. Contact at exactly t = 1 counts. Triangles
/// are hit from both sides. Among equally early contacts, the lowest triangle index wins.
///
/// Contact at the start: let n be the unit vector to the sphere's centre from the closest point of a triangle
/// that the sphere touches or overlaps at t = 0; if the centre is on the triangle, n is the triangle's
/// normal. If dot(n, displacement) < 0, the sphere moves into the triangle, and hits it at t = 0. Otherwise
/// it slides along the triangle or leaves it, and never hits it. Motion within the rounding of f32
/// coordinates counts as sliding. Triangles that do not touch at the start are not exempt: a sphere that
/// rounding has put into a flat floor hits the floor's next triangle.
///
/// So a character may move to t, remove the part of its motion against the normal and cast again: it does not
/// stick, and needs no skin width (examples/character.cpp).
///
/// A displacement of zero makes the cast an overlap test: t = 0 for what touches (at distances below 1e-22,
/// only what the sphere's box reaches).
///
/// A mesh is a surface: inside a closed mesh is as empty as outside. For solids, see carom_bsp_cast_sphere().
///
/// @param mesh    the mesh
/// @param casts   count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param hits    count entries, written
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
/// @param rays      count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
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

/// Lists where each ray crosses the surface, in the order along it: once where it goes through an edge or a
/// corner, whose triangles carom_mesh_raycast_all() lists all. Decided exactly, as for a ray that is moved by
/// (e, e*e, e*e*e), with an e smaller than any number. So of a closed surface a ray crosses as many triangles
/// in as out, less one for each end that is inside, whatever it goes through; and alternately, where parts do
/// not overlap. The signs of a whole ray's crossings add up to the winding number at its start. t_min and
/// t_max are exact too: an end on the surface is moved as the ray is. Triangles that are parallel to the ray
/// or degenerate are never crossed. Of crossings in one plane, as where solids touch, those that leave come
/// before those that enter, and then the lowest triangle. docs/exactness.md has more.
///
/// @param mesh       the mesh
/// @param rays       count of them
/// @param count      how many
/// @param filter     which triangles are seen, and from which side; NULL for all. What is left of a closed
///                   surface is open.
/// @param offsets    where each list begins, and where the last one ends; NULL if not wanted
/// @param crossings  all lists
/// @param capacity   entries of crossings
/// @param written    receives how many were written
/// @param total      receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_crossings(
    mesh: *const CaromMesh,
    rays: *const CaromRay,
    count: usize,
    filter: *const CaromFilter,
    offsets: *mut u64,
    crossings: *mut CaromCrossing,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers = ListPointers { offsets, out: crossings, out_name: "crossings", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(
            mesh,
            (rays, "rays"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, crossings: &mut OutArray<Crossing>| {
                mesh.crossings(queries, filter, offsets, crossings)
            },
        )
    }
}

/// Lists the triangles whose bounding boxes touch each box, each once and sorted by index: the candidates of
/// a narrow phase.
///
/// @param mesh       the mesh
/// @param boxes      count of them
/// @param count      how many
/// @param filter     which triangles are seen; NULL for all
/// @param offsets    where each list begins, and where the last one ends; NULL if not wanted
/// @param triangles  all lists
/// @param capacity   entries of triangles
/// @param written    receives how many were written
/// @param total      receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_candidates_aabb(
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
                mesh.candidates_aabb(queries, filter, offsets, triangles)
            },
        )
    }
}

/// Lists the triangles that touch each sphere, each once and sorted by index: exact, not only their boxes. A
/// triangle at exactly the radius is touched.
///
/// @param mesh       the mesh
/// @param spheres    count of them
/// @param count      how many
/// @param filter     which triangles are seen; NULL for all
/// @param offsets    where each list begins, and where the last one ends; NULL if not wanted
/// @param triangles  all lists
/// @param capacity   entries of triangles
/// @param written    receives how many were written
/// @param total      receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_overlap_sphere_all(
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
                mesh.overlap_sphere_all(queries, filter, offsets, triangles)
            },
        )
    }
}

/// Lists the triangles that touch each capsule, each once and sorted by index: those for which
/// carom_mesh_overlap_capsule() gives 1 on their own.
///
/// @param mesh       the mesh
/// @param capsules   count of them
/// @param count      how many
/// @param filter     which triangles are seen; NULL for all
/// @param offsets    where each list begins, and where the last one ends; NULL if not wanted
/// @param triangles  all lists
/// @param capacity   entries of triangles
/// @param written    receives how many were written
/// @param total      receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_overlap_capsule_all(
    mesh: *const CaromMesh,
    capsules: *const CaromCapsule,
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
            (capsules, "capsules"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, triangles: &mut OutArray<u32>| {
                mesh.overlap_capsule_all(queries, filter, offsets, triangles)
            },
        )
    }
}

/// Lists the triangles that touch each rotated box, each once and sorted by index: those for which
/// carom_mesh_overlap_box() gives 1 on their own. The box is solid.
///
/// @param mesh       the mesh
/// @param boxes      count of them
/// @param count      how many
/// @param filter     which triangles are seen; NULL for all
/// @param offsets    where each list begins, and where the last one ends; NULL if not wanted
/// @param triangles  all lists
/// @param capacity   entries of triangles
/// @param written    receives how many were written
/// @param total      receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_overlap_box_all(
    mesh: *const CaromMesh,
    boxes: *const CaromBox,
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
                mesh.overlap_box_all(queries, filter, offsets, triangles)
            },
        )
    }
}
