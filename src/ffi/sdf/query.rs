//! Queries on fields, each a batch.

use super::cook::CaromSdf;
use super::query_types::*;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointers, batch};
use crate::ffi::frame::handle::{Handle, inner};
use crate::ffi::frame::pointer::{Converted, Out, OutArray, check_count, reference};
use crate::ffi::frame::status::guard;
use crate::ffi::frame::types::*;
use crate::ffi::mesh::pairs_types::CaromPose;
use crate::sdf::Interpolation;
use crate::{Error, Result};
use std::ptr::null;

/// The interpolation that a number names.
fn interpolation(number: u32) -> Result<Interpolation> {
    match number {
        CAROM_SDF_LINEAR => Ok(Interpolation::Linear),
        CAROM_SDF_CUBIC => Ok(Interpolation::Cubic),
        other => Err(Error::invalid_argument(text!("interpolation: {other} is unknown"))),
    }
}

/// Samples a field at points anywhere. A point on a node gives exactly what is stored there. The same bits on
/// every instruction set, alone or in a batch.
///
/// @param sdf            the field
/// @param points         count of them, finite
/// @param count          how many
/// @param interpolation  CAROM_SDF_LINEAR or CAROM_SDF_CUBIC
/// @param samples        count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_sample(
    sdf: *const CaromSdf,
    points: *const CaromVec3,
    count: usize,
    interpolation: u32,
    samples: *mut CaromSdfSample,
) -> CaromStatus {
    // SAFETY (here and below): the caller's promises are those of `batch`.
    unsafe {
        batch(sdf, (points, "points"), count, null(), (samples, "samples"), |sdf, points, _, samples| {
            sdf.sample(points, self::interpolation(interpolation)?, samples)
        })
    }
}

/// Finds the nearest point to each point of the surface, where the trilinear interpolant is zero, by branch
/// and bound: no other is nearer by more than the answer's error, 1/16 of a cell but for places that are
/// about as far from very many. The surface is as good as the field: within the storage's error and a
/// fraction of a cell. For the exact point, ask the mesh.
///
/// @param sdf     the field
/// @param points  count of them, finite
/// @param count   how many
/// @param closest count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_closest_point(
    sdf: *const CaromSdf,
    points: *const CaromVec3,
    count: usize,
    closest: *mut CaromSdfClosestPoint,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(sdf, (points, "points"), count, null(), (closest, "closest"), |sdf, points, _, closest| {
            sdf.closest_point(points, closest)
        })
    }
}

/// Finds the contact of each point, as of a cloth's particles: where it is inside, or no farther from the
/// surface than a margin. What may be so, within the storage's error, is reported too. Outside of the grid,
/// where the distance to its box is added to the sample, what touches may be missed.
///
/// @param sdf       the field
/// @param points    count of them, finite
/// @param count     how many
/// @param margin    the distance from which on contacts are reported; finite, not negative
/// @param contacts  count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_collide_point(
    sdf: *const CaromSdf,
    points: *const CaromVec3,
    count: usize,
    margin: f32,
    contacts: *mut CaromSdfContact,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(sdf, (points, "points"), count, null(), (contacts, "contacts"), |sdf, points, _, contacts| {
            sdf.collide_point(points, margin, contacts)
        })
    }
}

/// Finds the contact of each sphere: where it touches the solid, or is no farther from it than a margin. What
/// may be so, within the storage's error, is reported too. Outside of the grid, a centre's distance is that
/// to the grid and on from there, which is more than the shortest: a sphere whose centre is there may touch
/// and not be reported.
///
/// @param sdf       the field
/// @param spheres   count of them
/// @param count     how many
/// @param margin    the distance from which on contacts are reported; finite, not negative
/// @param contacts  count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_collide_sphere(
    sdf: *const CaromSdf,
    spheres: *const CaromSphere,
    count: usize,
    margin: f32,
    contacts: *mut CaromSdfContact,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(
            sdf,
            (spheres, "spheres"),
            count,
            null(),
            (contacts, "contacts"),
            |sdf, spheres, _, contacts| sdf.collide_sphere(spheres, margin, contacts),
        )
    }
}

/// Finds the contact of each capsule at the deepest point of its segment, as carom_sdf_collide_triangle()
/// does. A segment is a capsule of radius 0.
///
/// @param sdf       the field
/// @param capsules  count of them
/// @param count     how many
/// @param margin    the distance from which on contacts are reported; finite, not negative
/// @param contacts  count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_collide_capsule(
    sdf: *const CaromSdf,
    capsules: *const CaromCapsule,
    count: usize,
    margin: f32,
    contacts: *mut CaromSdfContact,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(
            sdf,
            (capsules, "capsules"),
            count,
            null(),
            (contacts, "contacts"),
            |sdf, capsules, _, contacts| {
                capsules.check_zero("capsules", |capsule| capsule.reserved)?;
                sdf.collide_capsule(capsules, margin, contacts)
            },
        )
    }
}

/// Finds the contact of each triangle at its deepest point, as of a cloth between its particles. By branch
/// and bound: no point of the shape is deeper by more than 1/16 of a cell, and what is missed has no point
/// that touches by more than 2^-10 of one. Shapes over which the field is about as low in thousands of cells,
/// or that are large and outside of the grid, are searched less finely.
///
/// @param sdf        the field
/// @param triangles  count of them
/// @param count      how many
/// @param margin     the distance from which on contacts are reported; finite, not negative
/// @param contacts   count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_collide_triangle(
    sdf: *const CaromSdf,
    triangles: *const CaromSdfTriangle,
    count: usize,
    margin: f32,
    contacts: *mut CaromSdfContact,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        let inputs = (triangles, "triangles");
        batch(sdf, inputs, count, null(), (contacts, "contacts"), |sdf, triangles, _, contacts| {
            sdf.collide_triangle(triangles, margin, contacts)
        })
    }
}

/// Finds where the solid of another field, posed, touches a field's solid or is no farther from it than a
/// margin. A list for each pose: up to one contact for each block of 8 x 8 x 8 cells of the other field, of
/// about the deepest point of its surface there, in the order of blocks. Where no block has one, as where the
/// other field contains this one, up to one for each block of this field, of about the deepest point of its
/// surface in the other.
///
/// Both fields are what carom_sdf_sample() with CAROM_SDF_LINEAR has of them. The point of a contact lies on
/// this field's surface, and deepest on the other's: both within half a cell of it, of the smaller of both
/// fields' cells. So surfaces that are farther apart than the margin have no contact. The depth is within
/// half a cell of the value of one field at the point of the other's surface, as far as fields are distances,
/// and within a cell in the middle of a solid. The normal points out of this field's solid; it is zero where
/// all that is known is that the depth is beyond max_distance, and there point is the other's.
///
/// Solids that overlap have a contact if a point of both is deeper in this field than a sixteenth of a cell,
/// of the smaller cells. That is promised for distances, whose slope does not exceed 2, and inside of both
/// grids: beyond its grid a field has no surface. A contact of surfaces that do not overlap, but are nearer
/// than the margin, is found if it is near the deepest points of blocks.
///
/// @param sdf       the field
/// @param other     the other field, which may be the same
/// @param poses     count of them, where the other field stands relative to this one
/// @param count     how many
/// @param margin    the distance from which on contacts are reported; finite, not negative
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param contacts  all lists
/// @param capacity  entries of contacts
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Fails for a pose that is no rotation with a positive scale, or that puts the other field's box beyond the
/// largest coordinate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_collide_field(
    sdf: *const CaromSdf,
    other: *const CaromSdf,
    poses: *const CaromPose,
    count: usize,
    margin: f32,
    offsets: *mut u64,
    contacts: *mut CaromSdfContact,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let sdf = unsafe { inner(sdf) }?;
        let other = unsafe { reference(other, "other") }?;
        let other = other.inner();
        let poses = unsafe { Converted::new(poses, count, "poses") }?;
        let pointers =
            ListPointers { offsets, out: contacts, out_name: "contacts", capacity, written, total };
        unsafe {
            pointers
                .fill(count, |offsets, contacts| sdf.collide_field(other, &poses, margin, offsets, contacts))
        }
    })
}

/// Finds where each ray is first inside the solid, within its range and the grid's box. A ray that begins
/// inside hits there. Between two places outside that are a sixteenth of a cell apart, it may pass through.
///
/// @param sdf    the field
/// @param rays   count of them; t_min must be finite
/// @param count  how many
/// @param hits   count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_raycast(
    sdf: *const CaromSdf,
    rays: *const CaromRay,
    count: usize,
    hits: *mut CaromSdfRayHit,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch`.
    unsafe {
        batch(sdf, (rays, "rays"), count, null(), (hits, "hits"), |sdf, rays, _, hits| {
            sdf.raycast(rays, hits)
        })
    }
}

/// Writes the distances at the pixels of a slice, row by row, as carom_sdf_sample() with CAROM_SDF_LINEAR has
/// them.
///
/// @param sdf        the field
/// @param slice      the pixels
/// @param distances  width * height entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_slice(
    sdf: *const CaromSdf,
    slice: *const CaromSdfSlice,
    distances: *mut f32,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let sdf = unsafe { inner(sdf) }?;
        let slice = *unsafe { reference(slice, "slice") }?;
        if slice.reserved != 0 {
            let reserved = slice.reserved;
            return Err(Error::invalid_argument(text!("slice.reserved: {reserved} is not zero")));
        }
        let pixels = (slice.width as usize).saturating_mul(slice.height as usize);
        check_count::<f32>(pixels, "distances")?;
        let mut distances = unsafe { OutArray::<f32>::new(distances, pixels, "distances") }?;
        sdf.slice(&slice.into(), &mut distances)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Lists the grid's nodes inside the solid, those with a negative value, x fastest, then y, then z. Every
/// storage keeps the sign of every node, so that the list does not depend on it.
///
/// @param sdf       the field
/// @param points    receives the nodes' positions
/// @param capacity  entries of points
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_inside_points(
    sdf: *const CaromSdf,
    points: *mut CaromVec3,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let sdf = unsafe { inner(sdf) }?;
        let mut points = unsafe { OutArray::with_capacity(points, capacity, "points") }?;
        let written = unsafe { Out::new(written, "written") }?;
        let total = unsafe { Out::new(total, "total") }?;
        let lists = sdf.inside_points(&mut points);
        written.write(lists.written);
        total.write(lists.total);
        let fits = lists.written == lists.total;
        Ok(if fits { CaromStatus::CaromOk } else { CaromStatus::CaromBufferTooSmall })
    })
}

// The library's own numbers are the enumerators.
const _: () = assert!(
    Interpolation::Linear as u32 == CAROM_SDF_LINEAR && Interpolation::Cubic as u32 == CAROM_SDF_CUBIC
);
