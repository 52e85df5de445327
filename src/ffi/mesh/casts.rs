//! Moving shapes against meshes.

use super::casts_types::*;
use super::contacts::contact_edges;
use super::cook::CaromMesh;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::{ListPointers, batch, lists};
use crate::ffi::frame::pointer::{OutArray, same_layout};
use crate::ffi::frame::types::*;
use crate::geometry::{BoxCast, CapsuleCast};
use crate::mesh::ShapeHit;

same_layout! {
    CaromShapeHit => ShapeHit { t, depth, point, normal, triangle, feature, attributes, reserved }
}

impl From<ShapeHit> for CaromShapeHit {
    fn from(hit: ShapeHit) -> CaromShapeHit {
        let ShapeHit { t, depth, point, normal, triangle, feature, attributes, reserved } = hit;
        let (point, normal) = (point.into(), normal.into());
        CaromShapeHit { t, depth, point, normal, triangle, feature, attributes, reserved }
    }
}

impl From<CaromCapsuleCast> for CapsuleCast {
    fn from(cast: CaromCapsuleCast) -> CapsuleCast {
        CapsuleCast { capsule: cast.capsule.into(), displacement: cast.displacement.into() }
    }
}

impl From<CaromBoxCast> for BoxCast {
    fn from(cast: CaromBoxCast) -> BoxCast {
        BoxCast { shape: cast.shape.into(), displacement: cast.displacement.into() }
    }
}

/// Finds the first contact of each moving sphere with the surface. Contact at exactly t = 1 counts. Triangles
/// are hit from both sides. Among equally early contacts the lowest triangle index wins; of those at the start
/// the deepest.
///
/// t is never late: before it nothing is touched, but for what is passed by the rules below. At t the gap is no
/// more than 4 units in the last place of the largest coordinate.
///
/// Contact at the start: let n be the unit vector to the sphere's centre from the closest point of a triangle
/// that the sphere touches or overlaps at t = 0; if the centre is on the triangle, n is the triangle's
/// normal. If dot(n, displacement) < 0, the sphere moves into the triangle, and hits it at t = 0, with the
/// depth of the overlap. Otherwise it slides along the triangle or leaves it, and never hits it. Motion within
/// the rounding of f32 coordinates counts as sliding.
///
/// Edges: a sphere that touches anything at the start is not stopped by an edge or a corner, then or later, if
/// another triangle that shares it rises above it, unless the triangle's face is in the way as well; then n is
/// the face's normal. So what stands on a floor, or a little in it, slides over it, whatever its triangles. From
/// a clear start this changes nothing. CAROM_CONTACT_EDGES_ALL takes each triangle by itself.
///
/// So a character may move to t, remove the part of its motion against the normal and cast again: it does not
/// stick, and needs no skin width (examples/character.cpp).
///
/// A displacement of zero makes the cast an overlap test: t = 0 for what touches (at distances below 1e-22,
/// only what the sphere's box reaches).
///
/// A mesh is a surface: inside a closed mesh is as empty as outside. For solids, see carom_bsp_cast_sphere().
///
/// @param mesh    the mesh
/// @param casts   count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param edges   CAROM_CONTACT_EDGES_...
/// @param hits    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_cast_sphere(
    mesh: *const CaromMesh,
    casts: *const CaromSphereCast,
    count: usize,
    filter: *const CaromFilter,
    edges: u32,
    hits: *mut CaromShapeHit,
) -> CaromStatus {
    // SAFETY (here and below): the caller's promises are those of `batch`, or of `lists`.
    unsafe {
        batch(mesh, (casts, "casts"), count, filter, (hits, "hits"), |mesh, queries, filter, answers| {
            queries.check_zero("casts", |query| query.reserved)?;
            mesh.cast_sphere(queries, filter, contact_edges(edges, "edges")?, answers)
        })
    }
}

/// Finds the first contact of each moving capsule with the surface, by the rules of carom_mesh_cast_sphere().
/// Where its segment crosses a triangle at the start, n is the direction of the shortest way out. By the rule for
/// edges, n, the depth and the point are then those of the deepest contact of carom_mesh_contacts_capsule() with that
/// triangle, and a triangle without one is passed. A capsule without length has the hits of a sphere.
///
/// @param mesh    the mesh
/// @param casts   count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param edges   CAROM_CONTACT_EDGES_...
/// @param hits    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_cast_capsule(
    mesh: *const CaromMesh,
    casts: *const CaromCapsuleCast,
    count: usize,
    filter: *const CaromFilter,
    edges: u32,
    hits: *mut CaromShapeHit,
) -> CaromStatus {
    // SAFETY: as above.
    unsafe {
        batch(mesh, (casts, "casts"), count, filter, (hits, "hits"), |mesh, queries, filter, answers| {
            queries.check_zero("casts", |query| query.reserved | query.capsule.reserved)?;
            mesh.cast_capsule(queries, filter, contact_edges(edges, "edges")?, answers)
        })
    }
}

/// Finds the first contact of each moving box with the surface, by the rules of carom_mesh_cast_sphere(). Where
/// it overlaps a triangle at the start, n is the direction of the shortest way out, and the depth that of the deepest
/// point. By the rule for edges, n, the depth and the point are then those of the deepest contact of
/// carom_mesh_contacts_box() with that triangle, in the middle of those that are as deep; a triangle without one is
/// passed: another tells better how deep the box is.
///
/// @param mesh    the mesh
/// @param casts   count of them
/// @param count   how many
/// @param filter  which triangles are seen; NULL for all
/// @param edges   CAROM_CONTACT_EDGES_...
/// @param hits    count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_cast_box(
    mesh: *const CaromMesh,
    casts: *const CaromBoxCast,
    count: usize,
    filter: *const CaromFilter,
    edges: u32,
    hits: *mut CaromShapeHit,
) -> CaromStatus {
    // SAFETY: as above.
    unsafe {
        batch(mesh, (casts, "casts"), count, filter, (hits, "hits"), |mesh, queries, filter, answers| {
            mesh.cast_box(queries, filter, contact_edges(edges, "edges")?, answers)
        })
    }
}

/// Lists the contact of each moving sphere with every triangle that it meets on its way, as if there were no
/// other, but for the rule for edges: by t, equal ones by triangle. See carom_mesh_cast_sphere().
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
pub unsafe extern "C" fn carom_mesh_cast_sphere_all(
    mesh: *const CaromMesh,
    casts: *const CaromSphereCast,
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
            mesh,
            (casts, "casts"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, hits: &mut OutArray<ShapeHit>| {
                queries.check_zero("casts", |query| query.reserved)?;
                mesh.cast_sphere_all(queries, filter, contact_edges(edges, "edges")?, offsets, hits)
            },
        )
    }
}

/// Lists the contact of each moving capsule with every triangle that it meets on its way, as
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
pub unsafe extern "C" fn carom_mesh_cast_capsule_all(
    mesh: *const CaromMesh,
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
            mesh,
            (casts, "casts"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, hits: &mut OutArray<ShapeHit>| {
                queries.check_zero("casts", |query| query.reserved | query.capsule.reserved)?;
                mesh.cast_capsule_all(queries, filter, contact_edges(edges, "edges")?, offsets, hits)
            },
        )
    }
}

/// Lists the contact of each moving box with every triangle that it meets on its way, as
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
pub unsafe extern "C" fn carom_mesh_cast_box_all(
    mesh: *const CaromMesh,
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
            mesh,
            (casts, "casts"),
            count,
            filter,
            pointers,
            |mesh, queries, filter, offsets, hits: &mut OutArray<ShapeHit>| {
                mesh.cast_box_all(queries, filter, contact_edges(edges, "edges")?, offsets, hits)
            },
        )
    }
}
