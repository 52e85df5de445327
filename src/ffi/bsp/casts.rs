//! Moving capsules and boxes against brushes.

use super::cook::CaromBsp;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointers, batch, lists};
use crate::ffi::frame::pointer::OutArray;
use crate::ffi::frame::types::*;
use crate::ffi::mesh::casts_types::*;
use crate::ffi::mesh::contacts::contact_edges;
use crate::mesh::ShapeHit;

/// Finds the first contact of each moving capsule with a brush, by the rules of carom_mesh_cast_capsule(), so that
/// the same program can ask both: t is never late, and what touches at the start stops the capsule only if it moves
/// in. The brush is in `triangle`. Among equally early contacts the lowest brush wins; of those at the start the
/// deepest.
///
/// A capsule that touches anything at the start is not stopped, then or later, where another brush has the point and
/// reaches farther along the normal, unless a face of the brush that is free there is in the way as well; then the
/// normal is the face's. So what stands on brushes side by side, or a little in them, slides over them.
/// CAROM_CONTACT_EDGES_ALL takes each brush by itself.
///
/// @param bsp     the tree, of brushes
/// @param casts   count of them
/// @param count   how many
/// @param filter  which brushes are seen; NULL for all
/// @param edges   CAROM_CONTACT_EDGES_...
/// @param hits    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_cast_capsule(
    bsp: *const CaromBsp,
    casts: *const CaromCapsuleCast,
    count: usize,
    filter: *const CaromFilter,
    edges: u32,
    hits: *mut CaromShapeHit,
) -> CaromStatus {
    // SAFETY (here and below): the caller's promises are those of `batch` and `lists`.
    unsafe {
        batch(bsp, (casts, "casts"), count, filter, (hits, "hits"), |bsp, queries, filter, answers| {
            queries.check_zero("casts", |query| query.reserved | query.capsule.reserved)?;
            bsp.cast_capsule(queries, filter, contact_edges(edges, "edges")?, answers)
        })
    }
}

/// Finds the first contact of each moving box with a brush, by the rules of carom_bsp_cast_capsule().
///
/// @param bsp     the tree, of brushes
/// @param casts   count of them
/// @param count   how many
/// @param filter  which brushes are seen; NULL for all
/// @param edges   CAROM_CONTACT_EDGES_...
/// @param hits    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_cast_box(
    bsp: *const CaromBsp,
    casts: *const CaromBoxCast,
    count: usize,
    filter: *const CaromFilter,
    edges: u32,
    hits: *mut CaromShapeHit,
) -> CaromStatus {
    // SAFETY: as above.
    unsafe {
        batch(bsp, (casts, "casts"), count, filter, (hits, "hits"), |bsp, queries, filter, answers| {
            bsp.cast_box(queries, filter, contact_edges(edges, "edges")?, answers)
        })
    }
}

/// Lists the contact of each moving capsule with every brush that it meets on its way, as if there were no other: by t,
/// equal ones by brush. See carom_bsp_cast_capsule().
///
/// @param bsp       the tree, of brushes
/// @param casts     count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param edges     CAROM_CONTACT_EDGES_...
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_cast_capsule_all(
    bsp: *const CaromBsp,
    casts: *const CaromCapsuleCast,
    count: usize,
    filter: *const CaromFilter,
    edges: u32,
    offsets: *mut u64,
    hits: *mut CaromShapeHit,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers = ListPointers { offsets, out: hits, out_name: "hits", capacity, written, total };
    // SAFETY: as above.
    unsafe {
        lists(
            bsp,
            (casts, "casts"),
            count,
            filter,
            pointers,
            |bsp, queries, filter, offsets, hits: &mut OutArray<ShapeHit>| {
                queries.check_zero("casts", |query| query.reserved | query.capsule.reserved)?;
                bsp.cast_capsule_all(queries, filter, contact_edges(edges, "edges")?, offsets, hits)
            },
        )
    }
}

/// Lists the contact of each moving box with every brush that it meets on its way, as if there were no other: by t,
/// equal ones by brush. See carom_bsp_cast_box().
///
/// @param bsp       the tree, of brushes
/// @param casts     count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param edges     CAROM_CONTACT_EDGES_...
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_cast_box_all(
    bsp: *const CaromBsp,
    casts: *const CaromBoxCast,
    count: usize,
    filter: *const CaromFilter,
    edges: u32,
    offsets: *mut u64,
    hits: *mut CaromShapeHit,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers = ListPointers { offsets, out: hits, out_name: "hits", capacity, written, total };
    // SAFETY: as above.
    unsafe {
        lists(
            bsp,
            (casts, "casts"),
            count,
            filter,
            pointers,
            |bsp, queries, filter, offsets, hits: &mut OutArray<ShapeHit>| {
                bsp.cast_box_all(queries, filter, contact_edges(edges, "edges")?, offsets, hits)
            },
        )
    }
}
