//! Capsules and boxes that touch brushes.

use super::cook::CaromBsp;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointers, batch, lists};
use crate::ffi::frame::pointer::OutArray;
use crate::ffi::frame::types::*;
use crate::ffi::mesh::query_types::*;

/// Tells whether each capsule touches a brush. Touching counts, within the rounding of doubles. A capsule of no
/// length has the answer of carom_bsp_overlap_sphere() with CAROM_BSP_EXACT. The tree must be of brushes: the
/// triangles of a surface are asked as a mesh.
///
/// @param bsp       the tree, of brushes
/// @param capsules  count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_overlap_capsule(
    bsp: *const CaromBsp,
    capsules: *const CaromCapsule,
    count: usize,
    filter: *const CaromFilter,
    overlaps: *mut u8,
) -> CaromStatus {
    // SAFETY (here and below): the caller's promises are those of `batch` and `lists`.
    unsafe {
        batch(
            bsp,
            (capsules, "capsules"),
            count,
            filter,
            (overlaps, "overlaps"),
            |bsp, queries, filter, answers| {
                queries.check_zero("capsules", |query| query.reserved)?;
                bsp.overlap_capsule(queries, filter, answers)
            },
        )
    }
}

/// Tells whether each oriented box, which is solid, touches a brush, as carom_bsp_overlap_capsule() does.
///
/// @param bsp       the tree, of brushes
/// @param boxes     count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_overlap_box(
    bsp: *const CaromBsp,
    boxes: *const CaromBox,
    count: usize,
    filter: *const CaromFilter,
    overlaps: *mut u8,
) -> CaromStatus {
    // SAFETY: as above.
    unsafe {
        batch(
            bsp,
            (boxes, "boxes"),
            count,
            filter,
            (overlaps, "overlaps"),
            |bsp, queries, filter, answers| bsp.overlap_box(queries, filter, answers),
        )
    }
}

/// Lists the brushes that touch each capsule, each once and sorted, those that others bury included: those for
/// which carom_bsp_overlap_capsule() gives 1 on their own.
///
/// @param bsp       the tree, of brushes
/// @param capsules  count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param brushes   all lists
/// @param capacity  entries of brushes
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_overlap_capsule_all(
    bsp: *const CaromBsp,
    capsules: *const CaromCapsule,
    count: usize,
    filter: *const CaromFilter,
    offsets: *mut u64,
    brushes: *mut u32,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers = ListPointers { offsets, out: brushes, out_name: "brushes", capacity, written, total };
    // SAFETY: as above.
    unsafe {
        lists(
            bsp,
            (capsules, "capsules"),
            count,
            filter,
            pointers,
            |bsp, queries, filter, offsets, brushes: &mut OutArray<u32>| {
                queries.check_zero("capsules", |query| query.reserved)?;
                bsp.overlap_capsule_all(queries, filter, offsets, brushes)
            },
        )
    }
}

/// Lists the brushes that touch each oriented box, as carom_bsp_overlap_capsule_all() does.
///
/// @param bsp       the tree, of brushes
/// @param boxes     count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param brushes   all lists
/// @param capacity  entries of brushes
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_overlap_box_all(
    bsp: *const CaromBsp,
    boxes: *const CaromBox,
    count: usize,
    filter: *const CaromFilter,
    offsets: *mut u64,
    brushes: *mut u32,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers = ListPointers { offsets, out: brushes, out_name: "brushes", capacity, written, total };
    // SAFETY: as above.
    unsafe {
        lists(
            bsp,
            (boxes, "boxes"),
            count,
            filter,
            pointers,
            |bsp, queries, filter, offsets, brushes: &mut OutArray<u32>| {
                bsp.overlap_box_all(queries, filter, offsets, brushes)
            },
        )
    }
}
