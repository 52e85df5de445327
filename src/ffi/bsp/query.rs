//! Queries on BSP trees, each a batch.

use super::cook::CaromBsp;
use super::desc::mode;
use super::query_types::*;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{batch, tree_boxes};
use crate::ffi::frame::types::*;

/// Tells whether each sphere touches the solid. Touching counts, and a centre inside the solid touches.
///
/// @param bsp       the tree
/// @param spheres   count of them
/// @param count     how many
/// @param mode      CAROM_BSP_THRESHOLD or CAROM_BSP_EXACT
/// @param filter    which brushes are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_overlap_sphere(
    bsp: *const CaromBsp,
    spheres: *const CaromSphere,
    count: usize,
    mode: u32,
    filter: *const CaromFilter,
    overlaps: *mut u8,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(
            bsp,
            (spheres, "spheres"),
            count,
            filter,
            (overlaps, "overlaps"),
            |bsp, queries, filter, answers| bsp.overlap_sphere(queries, self::mode(mode)?, filter, answers),
        )
    }
}

/// Finds the brush that contains each point; the surface belongs to the solid.
///
/// @param bsp       the tree
/// @param points    count of them, finite
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param contents  count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_contains_point(
    bsp: *const CaromBsp,
    points: *const CaromVec3,
    count: usize,
    filter: *const CaromFilter,
    contents: *mut CaromBspContent,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(
            bsp,
            (points, "points"),
            count,
            filter,
            (contents, "contents"),
            |bsp, queries, filter, answers| bsp.contains_point(queries, filter, answers),
        )
    }
}

/// Finds the contact of each sphere with the solid: the nearest point of its surface. If the centre is
/// inside, that is the shortest translation of the centre out of the union of all brushes that the filter
/// accepts. Exact: edges and corners are rounded. Which of equally near points is unspecified.
///
/// A gap between parallel faces of brushes that is wider than CaromBspStats.slack and twice
/// CaromBspReport.deviation, by which the builder may have moved each face, always counts; one that is left
/// no wider than the slack is none. A translation into a gap narrower than the sphere does not count if
/// another one, longer by the sphere's diameter at most, leads to where there is room.
///
/// @param bsp       the tree
/// @param spheres   count of them
/// @param count     how many
/// @param filter    which brushes are seen; NULL for all
/// @param contacts  count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_collide_sphere(
    bsp: *const CaromBsp,
    spheres: *const CaromSphere,
    count: usize,
    filter: *const CaromFilter,
    contacts: *mut CaromBspContact,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(
            bsp,
            (spheres, "spheres"),
            count,
            filter,
            (contacts, "contacts"),
            |bsp, queries, filter, answers| bsp.collide_sphere(queries, filter, answers),
        )
    }
}

/// Finds the first contact of each moving sphere with the solid, exact at edges and corners. Contact at
/// exactly t = 1 counts. Radius 0 casts a segment. Among equally early contacts, the lowest brush wins of
/// those that the tree stores.
///
/// Contact at the start: let n be the unit vector to the sphere's centre from the nearest point of a brush
/// (of a triangle, if the input is a surface) that the sphere touches or overlaps at t = 0; with the centre
/// inside, n is the normal of carom_bsp_collide_sphere(). If dot(n, displacement) < 0, the sphere moves into
/// the brush, and the hit has t = 0, that point and that normal. Otherwise it slides along the brush or
/// leaves it, and never hits it.
///
/// Where brushes with the same attributes overlap, the tree stores one of them, by their order; so that order
/// decides whether a face that is buried in another brush stops a sphere that touches both at the start.
/// Brushes that only touch do not have this.
///
/// So a character may move to t, remove the part of its motion against the normal and cast again: it does not
/// stick, and needs no skin width.
///
/// Two tolerances make up for rounding. Motion counts as sliding if it brings the sphere nearer than touching
/// by at most 2^-21 of the largest number in the cast, or if it leads in by at most 2^-21 of its own length.
/// For a sphere that starts apart, by however little, there is no tolerance: it hits what comes exactly as
/// near as its radius.
///
/// A displacement of zero makes the cast an overlap test: t = 0 with the contact of
/// carom_bsp_collide_sphere(), or a miss.
///
/// @param bsp     the tree
/// @param casts   count of them
/// @param count   how many
/// @param filter  which brushes are seen; NULL for all
/// @param hits    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_cast_sphere(
    bsp: *const CaromBsp,
    casts: *const CaromSphereCast,
    count: usize,
    filter: *const CaromFilter,
    hits: *mut CaromBspCastHit,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(bsp, (casts, "casts"), count, filter, (hits, "hits"), |bsp, queries, filter, answers| {
            queries.check_zero("casts", |query| query.reserved)?;
            bsp.cast_sphere(queries, filter, answers)
        })
    }
}

/// Finds where each ray is first inside the solid within its range. A ray that is inside at t_min hits there,
/// with the contact of carom_bsp_collide_sphere() for radius 0; otherwise the normal is that of the face
/// through which it enters.
///
/// @param bsp     the tree
/// @param rays    count of them; t_min must be finite
/// @param count   how many
/// @param filter  which brushes are seen, whichever side they are hit from; NULL for all
/// @param hits    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_raycast(
    bsp: *const CaromBsp,
    rays: *const CaromRay,
    count: usize,
    filter: *const CaromFilter,
    hits: *mut CaromBspCastHit,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(bsp, (rays, "rays"), count, filter, (hits, "hits"), |bsp, queries, filter, answers| {
            bsp.raycast(queries, filter, answers)
        })
    }
}

/// Hands out boxes around what a solid is made of, those at some depths, for drawing and measuring. A BSP tree
/// divides space by planes and has no boxes; these are the ones of the other tree that is stored with it. Of
/// brushes, it is a tree with four children a box whose leaves are the boxes of single brushes, by which
/// capsules and boxes find them; brushes without volume have none. Of a surface, it is the tree of its
/// triangles, with boxes as carom_mesh_boxes() hands them out. A blob without boxes of brushes gives one around
/// all of them. Depth first: a box comes right before those below it. The box around all is at depth 0. There
/// are none if there is no brush with a volume, and no triangle.
///
/// @param bsp        the tree
/// @param min_depth  the first depth, 0 for the root
/// @param max_depth  the last depth, no less; UINT32_MAX for all
/// @param boxes      the list
/// @param capacity   entries of boxes
/// @param written    receives how many were written
/// @param total      receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_boxes(
    bsp: *const CaromBsp,
    min_depth: u32,
    max_depth: u32,
    boxes: *mut CaromTreeBox,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `tree_boxes`.
    unsafe {
        tree_boxes(bsp, [min_depth, max_depth], (boxes, capacity), written, total, |bsp, depths, each| {
            bsp.boxes(depths, each);
        })
    }
}
