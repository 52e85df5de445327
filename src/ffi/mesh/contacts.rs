//! Contacts of shapes with meshes.

use super::contacts_types::*;
use super::cook::CaromMesh;
use super::query_types::CaromBoxAxes;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointers, lists};
use crate::ffi::frame::pointer::{OutArray, same_layout};
use crate::ffi::frame::struct_size;
use crate::ffi::frame::types::*;
use crate::mesh::{Contact, ContactEdges, ContactOptions};
use crate::{Error, Result};

same_layout! {
    CaromContact => Contact { point, depth, normal, triangle, feature, manifold, attributes, reserved }
}

/// An enumerator.
pub(in crate::ffi) fn contact_edges(edges: u32, name: &'static str) -> Result<ContactEdges> {
    match edges {
        CAROM_CONTACT_EDGES_SMOOTH => Ok(ContactEdges::Smooth),
        CAROM_CONTACT_EDGES_ALL => Ok(ContactEdges::All),
        other => Err(Error::invalid_argument(text!("{other} is unknown")).at(name)),
    }
}

/// The options of contact queries; the defaults without a pointer.
///
/// # Safety
/// If not null, the pointer must be as [`struct_size::read`] says.
pub(in crate::ffi) unsafe fn contact_options(pointer: *const CaromContactOptions) -> Result<ContactOptions> {
    if pointer.is_null() {
        return Ok(ContactOptions::default());
    }
    // SAFETY: the caller's promise.
    let options = unsafe { struct_size::read(pointer, "options") }?;
    let edges = contact_edges(options.edges, "options.edges")?;
    let merge_cos =
        if options.merge_cos == 0.0 { ContactOptions::default().merge_cos } else { options.merge_cos };
    Ok(ContactOptions {
        max_distance: options.max_distance,
        edges,
        max_points: options.max_points,
        merge_cos,
    })
}

/// Lists the contacts of each sphere with the surface, the deepest first: where the distance to the surface
/// has a local minimum that is no more than the radius and max_distance. Exact; no inner edge of a flat or
/// concave surface makes a contact, if its triangles meet corner to corner: where one's corner lies on the edge
/// of another, nothing is shared. Whatever touches has one: the list is empty only where
/// carom_mesh_overlap_sphere says that a sphere grown by max_distance touches nothing.
///
/// Of a triangle, the point closest to the center is a contact. If it lies on an edge or at a corner, it is
/// one only if the same edge or corner is closest on each triangle that shares it, by equal coordinates, and
/// that passes the filter; then once, for the lowest of them that is within reach and seen from a side that
/// the filter lets pass. The front is where the center is not behind the triangle's plane. With
/// CAROM_CONTACT_EDGES_ALL, every triangle has a contact.
///
/// The normal leads from the point to the center; on a face it is the face's. If the center is on the
/// surface, it is that of the face, or the mean of the normals of all faces at the edge or corner.
///
/// A contact belongs to the manifold of the deepest contact whose normal is the same, or within the angle of
/// merge_cos. With max_points, at most so many of each are kept: the deepest; the one farthest from it; the one
/// with which they make the largest triangle; the one that adds the most area. Fewer only if there are fewer, or
/// if all lie on a line: then the deepest and the ends. Lists that do not fit are not reduced, so that total says
/// how much room is enough.
///
/// @param mesh      the mesh
/// @param spheres   count of them
/// @param count     how many
/// @param filter    which triangles and sides are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_contacts_sphere(
    mesh: *const CaromMesh,
    spheres: *const CaromSphere,
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
    // SAFETY: the caller's promises are those of `lists` and `contact_options`.
    unsafe {
        lists(
            mesh,
            (spheres, "spheres"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, contacts: &mut OutArray<Contact>| {
                mesh.contacts_sphere(queries, filter, &contact_options(options)?, offsets, contacts)
            },
        )
    }
}

/// Lists the contacts of each capsule with the surface, the deepest first: where the distance to the surface
/// has a local minimum that is no more than the radius and max_distance, and where the capsule's segment goes
/// through it. Decided exactly; no inner edge of a flat or concave surface makes a contact, and whatever
/// touches has one. A capsule of no length has the contacts of carom_mesh_contacts_sphere().
///
/// Of a triangle beside the segment, the pair of closest features counts. It makes a contact if no triangle
/// that shares the feature, by equal coordinates, and that passes the filter has a corner farther along the
/// normal; then once, for the lowest of them. Of a triangle through which the segment goes, the normals count
/// that separate the two: those of the face, and those of an edge and the segment. The one with the least way
/// is taken of those along which no triangle is farther yet that shares all of what is farthest of this one, or
/// one corner of that which is in the capsule; the face's own always is one of these. A contact is left to a
/// triangle that shares a corner and is less than a quarter as deep, if a way of less than that was ruled out
/// and no more than 32 triangles share the corners. The front is where the segment's closest point is not
/// behind the triangle's plane; of a triangle that it goes through, where the normal leads. With
/// CAROM_CONTACT_EDGES_ALL, nothing but the triangle counts.
///
/// A face or a parallel edge has up to two points: the ends of what lies over it, each with its own depth, the
/// second unless its gap exceeds max_distance. The part of the shape is 0 and 1 for its ends, and 2 for what
/// lies between. Manifolds and lists are those of carom_mesh_contacts_sphere().
///
/// @param mesh      the mesh
/// @param capsules  count of them
/// @param count     how many
/// @param filter    which triangles and sides are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_contacts_capsule(
    mesh: *const CaromMesh,
    capsules: *const CaromCapsule,
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
    // SAFETY: the caller's promises are those of `lists` and `contact_options`.
    unsafe {
        lists(
            mesh,
            (capsules, "capsules"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, contacts: &mut OutArray<Contact>| {
                mesh.contacts_capsule(queries, filter, &contact_options(options)?, offsets, contacts)
            },
        )
    }
}

/// Lists the contacts of each box with the surface, the deepest first. No inner edge of a flat or concave
/// surface makes a contact, and whatever touches has one.
///
/// Of a triangle that the box touches, the normals count that separate the two: those of the face, the box's
/// axes, and the cross products of its axes with the triangle's edges, both ways. The one with the least way is
/// taken of those along which no triangle that passes the filter is farther yet, which shares all of what is
/// farthest of this one, or one corner of that which is in the box, by equal coordinates: decided exactly. The
/// face's own always is one of these, and is taken unless another way is less by more than 2^-32 of it. A
/// contact is left to a triangle that shares a corner and is less than a quarter as deep, if a way of less than
/// that was ruled out and no more than 32 triangles share the corners: so few are far deeper than the surface
/// around them. The front is where the normal leads. With CAROM_CONTACT_EDGES_ALL, nothing but the triangle
/// counts. Of a triangle that is no farther than max_distance, the normal of the closest points counts.
///
/// The points are the corners of the triangle cut off by the box, up to nine, each with its own depth: the way
/// along the normal to the face of the box that opposes it most, but no more than moves the whole box beyond the
/// point. The part of the shape is that face: 0 and 1 for -x and +x, 2 and 3 for y, 4 and 5 for z. Manifolds and
/// lists are those of carom_mesh_contacts_sphere(); max_points keeps up to four of each manifold.
///
/// @param mesh      the mesh
/// @param boxes     count of them
/// @param count     how many
/// @param filter    which triangles and sides are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_contacts_box(
    mesh: *const CaromMesh,
    boxes: *const CaromBoxAxes,
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
    // SAFETY: the caller's promises are those of `lists` and `contact_options`.
    unsafe {
        lists(
            mesh,
            (boxes, "boxes"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, contacts: &mut OutArray<Contact>| {
                mesh.contacts_box(queries, filter, &contact_options(options)?, offsets, contacts)
            },
        )
    }
}
