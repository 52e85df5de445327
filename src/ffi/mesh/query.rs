//! Queries on meshes with one answer each, in batches.

use super::cook::CaromMesh;
use super::query_types::*;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::batch;
use crate::ffi::frame::handle::inner;
use crate::ffi::frame::pointer::{Converted, Out, OutArray, reference};
use crate::ffi::frame::status::guard;
use crate::ffi::frame::types::*;
use crate::geometry::{BoxAxes, OrientedBox};
use crate::mesh::Mesh;
use std::ptr::null;

/// Gives a box its axes: those of the normalised quaternion, computed in f64 and rounded once; those of no
/// rotation are exactly that.
///
/// @param rotated  the box
/// @param out      written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_box_axes_from_box(
    rotated: *const CaromBox,
    out: *mut CaromBoxAxes,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let shape: OrientedBox = (*unsafe { reference(rotated, "rotated") }?).into();
        let out = unsafe { Out::new(out, "out") }?;
        shape.check(|| text!("rotated"))?;
        out.write(BoxAxes::from(shape).into());
        Ok(CaromStatus::CaromOk)
    })
}

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
            let rays = queries.laid_out();
            match surface.is_null() {
                true => mesh.raycast_by(rays, filter, answers, Mesh::raycast_alone),
                false => {
                    let mut surface = OutArray::new(surface, count, "surface")?;
                    mesh.raycast_surface(rays, filter, answers, &mut surface)
                }
            }
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
        batch(mesh, (rays, "rays"), count, filter, (occluded, "occluded"), |mesh, rays, filter, answers| {
            mesh.occluded_by(rays.laid_out(), filter, answers, Mesh::occluded_alone)
        })
    }
}

/// Tells whether nothing is between each two points, nor at one of them: carom_mesh_occluded() of the ray from one to the other,
/// with t from 0 to 1, the other way round. A point sees itself, also one on the surface.
///
/// @param mesh     the mesh
/// @param from     count of them, finite
/// @param to       count of them, finite
/// @param count    how many
/// @param filter   which triangles are seen; NULL for all
/// @param visible  count entries, written: 1 for yes, 0 for no
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_line_of_sight(
    mesh: *const CaromMesh,
    from: *const CaromVec3,
    to: *const CaromVec3,
    count: usize,
    filter: *const CaromFilter,
    visible: *mut u8,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`, and of `Converted::new`.
    unsafe {
        batch(mesh, (from, "from"), count, filter, (visible, "visible"), |mesh, from, filter, visible| {
            mesh.line_of_sight(from, &Converted::new(to, count, "to")?, filter, visible)
        })
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
/// of equal squared distance the triangle with the lowest index. Distances below 1e-22 count as 0; the one that
/// is written is the point's, or max_distance if that is less.
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

/// The winding number of a closed surface about each point: 0 outside; 1 inside, or more where parts overlap; less than 0 in
/// parts that are turned inside out. Exact: carom_mesh_crossings() of a ray along x, added up. A point on the surface counts as
/// one moved by (e, e*e, e*e*e), with an e smaller than any number. Of a surface that is not closed, which
/// carom_mesh_is_closed() tells, it is wrong behind the holes.
///
/// @param mesh     the mesh
/// @param points   count of them, finite
/// @param count    how many
/// @param numbers  count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_winding_numbers(
    mesh: *const CaromMesh,
    points: *const CaromVec3,
    count: usize,
    numbers: *mut i32,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(mesh, (points, "points"), count, null(), (numbers, "numbers"), |mesh, points, _, numbers| {
            mesh.winding_numbers(points, numbers)
        })
    }
}

/// Tells whether the surface is closed: whether its triangles' edges, known by the positions of their ends, run as often in one
/// direction as in the other. The first call looks at all triangles.
///
/// @param mesh    the mesh
/// @param closed  1 or 0, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_is_closed(mesh: *const CaromMesh, closed: *mut u8) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let mesh = unsafe { inner(mesh) }?;
        unsafe { Out::new(closed, "closed") }?.write(mesh.is_closed().into());
        Ok(CaromStatus::CaromOk)
    })
}
