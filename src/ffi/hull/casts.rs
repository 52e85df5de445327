//! Moving hulls against meshes.

use super::poses::CaromHullPose;
use crate::Result;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointers, batch, lists};
use crate::ffi::frame::pointer::{Converted, OutArray};
use crate::ffi::frame::types::*;
use crate::ffi::mesh::casts_types::CaromShapeHit;
use crate::ffi::mesh::contacts::contact_edges;
use crate::ffi::mesh::cook::CaromMesh;
use crate::geometry::HullCast;
use crate::mesh::{Batch, ShapeHit};
use bytemuck::{AnyBitPattern, Zeroable};

/// A convex hull that moves along a straight line without turning, from t = 0 to t = 1.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromHullCast {
    /// The hull and its pose at t = 0.
    pub shape: CaromHullPose,
    /// From there to where it is at t = 1; finite; may be zero.
    pub displacement: CaromVec3,
    /// Zero.
    pub reserved: u32,
}

// SAFETY: any bits are a value of its fields, as for `CaromHullPose`; there is no padding.
unsafe impl AnyBitPattern for CaromHullCast {}

/// Moving hulls, none of which is NULL.
struct HullCasts<'a>(&'a [CaromHullCast]);

impl<'a> HullCasts<'a> {
    /// # Safety
    /// As for [`super::poses::HullPoses::new`].
    unsafe fn new(casts: &Converted<'a, CaromHullCast>) -> Result<HullCasts<'a>> {
        casts.check_zero("casts", |cast| cast.reserved)?;
        let casts = casts.as_slice();
        for (i, cast) in casts.iter().enumerate() {
            cast.shape.check_hull(|| text!("casts[{i}].shape"))?;
        }
        Ok(HullCasts(casts))
    }
}

impl<'a> Batch<HullCast<'a>> for HullCasts<'a> {
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn query(&self, i: usize) -> HullCast<'a> {
        let CaromHullCast { shape, displacement, .. } = self.0[i];
        // SAFETY: checked; the rest was promised to `new`.
        HullCast { shape: unsafe { shape.posed() }, displacement: displacement.into() }
    }
}

/// Finds the first contact of each moving hull with the surface, by the rules of carom_mesh_cast_box(). Whether it
/// touches at the start is exact: as carom_mesh_overlap_hull() says.
///
/// @param mesh    the mesh
/// @param casts   count of them; poses are refused as CaromPose says, hulls take the mesh's place there
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param edges   CAROM_CONTACT_EDGES_...
/// @param hits    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_cast_hull(
    mesh: *const CaromMesh,
    casts: *const CaromHullCast,
    count: usize,
    filter: *const CaromFilter,
    edges: u32,
    hits: *mut CaromShapeHit,
) -> CaromStatus {
    // SAFETY: the caller's promises are those of `batch` and `HullCasts`.
    unsafe {
        batch(mesh, (casts, "casts"), count, filter, (hits, "hits"), |mesh, queries, filter, answers| {
            let casts = HullCasts::new(queries)?;
            mesh.cast_hull(&casts, filter, contact_edges(edges, "edges")?, answers)
        })
    }
}

/// Lists the contact of each moving hull with every triangle that it meets on its way, as
/// carom_mesh_cast_sphere_all() does.
///
/// @param mesh      the mesh
/// @param casts     count of them
/// @param count     how many
/// @param filter    which triangles are seen; NULL for all
/// @param edges     CAROM_CONTACT_EDGES_...
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param hits      all lists
/// @param capacity  entries of hits
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_cast_hull_all(
    mesh: *const CaromMesh,
    casts: *const CaromHullCast,
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
    // SAFETY: the caller's promises are those of `lists` and `HullCasts`.
    unsafe {
        lists(
            mesh,
            (casts, "casts"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, hits: &mut OutArray<ShapeHit>| {
                let casts = HullCasts::new(queries)?;
                mesh.cast_hull_all(&casts, filter, contact_edges(edges, "edges")?, offsets, hits)
            },
        )
    }
}
