//! Contacts of spheres, capsules and boxes with brushes.

use super::cook::CaromBsp;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointers, lists};
use crate::ffi::frame::pointer::OutArray;
use crate::ffi::frame::types::*;
use crate::ffi::mesh::contacts::contact_options;
use crate::ffi::mesh::contacts_types::*;
use crate::ffi::mesh::query_types::*;
use crate::mesh::Contact;

/// Lists the contacts of each sphere with the brushes, the deepest first, as carom_mesh_contacts_sphere() does with
/// triangles: the same program can ask both. The brush is in `triangle`. A brush is a convex solid: outside of it
/// the normal leads from its closest point to the center, inside it is that of the least way out.
///
/// A normal counts at a point that is farthest along it, if no other brush that has the point, too, and that
/// passes the filter, reaches farther along the normal; that of a face also if it is free right beside the
/// point. So what touches or buries a face, an edge or a corner of another brush takes its contact, and brushes
/// side by side are one floor. A way out that is longer than the shape is wide counts only if it is the least,
/// or if there is no other contact. Whatever touches has one. Brushes touch if they are no farther apart than
/// twice CaromBspStats.slack and 2^-22 of the coordinates. CAROM_CONTACT_EDGES_ALL takes each brush by itself.
///
/// feature has CAROM_FEATURE_FACE, CAROM_FEATURE_EDGE_AB for any edge, or CAROM_FEATURE_VERTEX_A for any corner in
/// bits 0 to 7; the part of the shape in bits 8 to 15; the number of the brush's face, or of one at the edge or
/// corner, in bits 16 and up. Manifolds, options and lists are those of carom_mesh_contacts_sphere().
///
/// @param bsp       the tree, of brushes
/// @param spheres   count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_contacts_sphere(
    bsp: *const CaromBsp,
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
    // SAFETY (here and below): the caller's promises are those of `lists` and `contact_options`.
    unsafe {
        lists(
            bsp,
            (spheres, "spheres"),
            count,
            filter,
            pointers,
            |bsp, queries, filter, offsets, contacts: &mut OutArray<Contact>| {
                bsp.contacts_sphere(queries, filter, &contact_options(options)?, offsets, contacts)
            },
        )
    }
}

/// Lists the contacts of each capsule with the brushes, by the rules of carom_bsp_contacts_sphere(). Over a face, or
/// along an edge that is parallel, there are up to two points, each with its own depth. Where the segment is inside
/// of a brush, the least way out is that of a face, or of an edge and the segment. The part of the shape is 0 and 1
/// for its ends, and 2 for what lies between.
///
/// @param bsp       the tree, of brushes
/// @param capsules  count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_contacts_capsule(
    bsp: *const CaromBsp,
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
    // SAFETY: as above.
    unsafe {
        lists(
            bsp,
            (capsules, "capsules"),
            count,
            filter,
            pointers,
            |bsp, queries, filter, offsets, contacts: &mut OutArray<Contact>| {
                bsp.contacts_capsule(queries, filter, &contact_options(options)?, offsets, contacts)
            },
        )
    }
}

/// Lists the contacts of each box with the brushes, by the rules of carom_bsp_contacts_sphere(). The points are the
/// corners of what a face of the brush and the box's face that opposes the normal have in common, seen along the
/// normal: up to 24, the deepest, each with its own depth. Two edges have one point, or two if they are parallel.
/// The part of the shape is its face: 0 and 1 for -x and +x, 2 and 3 for y, 4 and 5 for z.
///
/// @param bsp       the tree, of brushes
/// @param boxes     count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param options   NULL for the defaults
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_contacts_box(
    bsp: *const CaromBsp,
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
    // SAFETY: as above.
    unsafe {
        lists(
            bsp,
            (boxes, "boxes"),
            count,
            filter,
            pointers,
            |bsp, queries, filter, offsets, contacts: &mut OutArray<Contact>| {
                bsp.contacts_box(queries, filter, &contact_options(options)?, offsets, contacts)
            },
        )
    }
}
