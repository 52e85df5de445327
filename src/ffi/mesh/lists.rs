//! Queries on meshes with a list for an answer, in batches.

use super::cook::CaromMesh;
use super::query_types::*;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointers, lists, tree_boxes};
use crate::ffi::frame::pointer::OutArray;
use crate::ffi::frame::types::*;
use crate::mesh::{Crossing, RayHit};

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

/// Hands out the boxes that a mesh's tree is made of, those at some depths, for drawing and measuring. Depth
/// first: a box comes right before those below it. A leaf's triangles lie in its box and in all above it. The
/// box around the mesh is at depth 0, and none is deeper than the depth of CaromMeshStats. There are none without
/// triangles. To draw a mesh as far as some depth, ask for the depths from 0 to there, and leave out inner nodes
/// above it: what is left is around all triangles.
///
/// Their number and places depend on the layout and on how the mesh was cooked, and may change between
/// versions. Leaves of CAROM_LAYOUT_WIDE are clusters of up to 32 triangles, those of the others single
/// triangles. Boxes of CAROM_LAYOUT_WIDE and CAROM_LAYOUT_COMPACT are coded in few bits, and so larger than
/// what is in them; those of CAROM_LAYOUT_WIDE may reach a little out of the one above. Of CAROM_PRESET_RAYS,
/// they are those of the first tree.
///
/// @param mesh       the mesh
/// @param min_depth  the first depth, 0 for the root
/// @param max_depth  the last depth, no less; UINT32_MAX for all
/// @param boxes      the list
/// @param capacity   entries of boxes
/// @param written    receives how many were written
/// @param total      receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_boxes(
    mesh: *const CaromMesh,
    min_depth: u32,
    max_depth: u32,
    boxes: *mut CaromTreeBox,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `tree_boxes`.
    unsafe {
        tree_boxes(mesh, [min_depth, max_depth], (boxes, capacity), written, total, |mesh, depths, each| {
            mesh.boxes(depths, each);
        })
    }
}
