//! Queries of hulls on meshes.

use super::poses::{CaromHullPose, HullPoses};
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointers, batch, lists};
use crate::ffi::frame::pointer::OutArray;
use crate::ffi::frame::types::*;
use crate::ffi::mesh::contacts::contact_options;
use crate::ffi::mesh::contacts_types::{CaromContact, CaromContactOptions};
use crate::ffi::mesh::cook::CaromMesh;
use crate::mesh::Contact;

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

/// Lists the contacts of each posed hull with the surface, the deepest first. No inner edge of a flat or concave
/// surface makes a contact, and whatever touches, which is decided exactly, has one.
///
/// Of a triangle that the hull touches, the normals count that separate the two: those of the face, those
/// against the hull's faces, and those of an edge of each that belong to a face of their Minkowski difference.
/// The one with the least way is taken of those along which no triangle that passes the filter is farther yet,
/// which shares all of what is farthest of this one, or one corner of that which is in the hull, by equal
/// coordinates: decided exactly. The face's own always is one of these, and is taken unless another way is less
/// by more than 2^-32 of it. A contact is left to a triangle that shares a corner and is less than a quarter as
/// deep, as for carom_mesh_contacts_box(). The front is where the normal leads. With CAROM_CONTACT_EDGES_ALL,
/// nothing but the triangle counts. Of a triangle that is no farther than max_distance, the normal of the
/// closest points counts.
///
/// The points are the corners of the triangle cut off by the hull, each with its own depth: the way along the
/// normal to the face of the hull that opposes it most, but no more than moves the whole hull beyond the point. The
/// hull's lowest vertex, where it has come through the triangle, is one if it overhangs and is deeper than these. The
/// part of the shape is that face's number; 0 for a segment or a point. Manifolds and lists are those of
/// carom_mesh_contacts_sphere(); max_points keeps up to four of each manifold.
///
/// @param mesh      the mesh
/// @param hulls     count of them
/// @param count     how many
/// @param filter    which triangles and sides are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_contacts_hull(
    mesh: *const CaromMesh,
    hulls: *const CaromHullPose,
    count: usize,
    filter: *const CaromFilter,
    options: *const CaromContactOptions,
    offsets: *mut u64,
    contacts: *mut CaromContact,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers = ListPointers { offsets, out: contacts, out_name: "contacts", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`, `HullPoses` and `options`.
    unsafe {
        lists(
            mesh,
            (hulls, "hulls"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, contacts: &mut OutArray<Contact>| {
                let hulls = HullPoses::new(queries, "hulls")?;
                mesh.contacts_hull(&hulls, filter, &contact_options(options)?, offsets, contacts)
            },
        )
    }
}
