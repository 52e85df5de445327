//! Queries on BSP trees, each a batch.

use super::CaromStatus;
use super::batch::batch;
use super::bsp::CaromBsp;
use super::bsp_desc::mode;
use super::bsp_types::*;
use super::types::*;

/// Tells whether each ball touches the solid. Touching counts, and a centre inside the solid touches.
///
/// @param bsp      the tree
/// @param spheres  count of them
/// @param count    how many
/// @param mode     CAROM_BSP_THRESHOLD or CAROM_BSP_EXACT
/// @param filter   which brushes are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_bsp_check_sphere(
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
            |bsp, queries, filter, answers| bsp.check_sphere(queries, self::mode(mode)?, filter, answers),
        )
    }
}

/// Tells what each point is inside of; the surface belongs to the solid.
///
/// @param bsp     the tree
/// @param points  count of them, finite
/// @param count   how many
/// @param filter  which brushes are seen; NULL for all
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

/// Finds the contact of each ball with the solid: its nearest point or, if the centre is inside, the shortest way out
/// of all that the filter lets through. Exact: edges and corners are rounded. Which of equally near points is not said. A
/// gap that is narrower than the ball, from where the shortest way comes out straight on, is no way out where another
/// way, no longer by more than the ball is wide, comes out where there is room.
///
/// @param bsp      the tree
/// @param spheres  count of them
/// @param count    how many
/// @param filter   which brushes are seen; NULL for all
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

/// Finds the first contact of each moving ball with the solid, exact at edges and corners. Contact at exactly t = 1
/// counts; radius 0 casts a segment; without motion it is an overlap test, which gives t = 0 and the contact of
/// carom_bsp_collide_sphere(), or a miss. Among equally early contacts, the lowest brush of those that the tree knows.
///
/// A ball that touches at the start, or overlaps, is stopped only by what it moves into: let n be the unit vector to its
/// centre from the nearest point of a brush (of a triangle, where the input is a surface). If dot(n, displacement) < 0,
/// the hit has t = 0 and that point and normal; if not, the ball leaves the brush or slides along it, and never touches
/// it again. With the centre inside, n is the normal of carom_bsp_collide_sphere(), the shortest way out. So a mover may
/// go to t, take from its displacement what leads against the normal, and ask again: it does not stick, and needs no
/// skin. What rounding may come to counts as sliding: motion that comes no nearer than touching by more than 2^-21 of
/// the largest number in the cast, or that leads in by no more than 2^-21 of its own length. A ball that starts apart, by
/// however little, and stays so does not touch; one that comes exactly as near as its radius does.
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

/// Finds where each ray is first inside the solid within its range. A ray that is inside at t_min hits there, and has
/// the contact of carom_bsp_collide_sphere() with radius 0; otherwise the normal is that of the face that it comes in
/// through.
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
