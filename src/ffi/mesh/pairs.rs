//! Queries on two meshes, each a batch of poses.

use super::cook::CaromMesh;
use super::pairs_batch::{InsideBits, PairPointers, answers, lists};
use super::pairs_types::*;
use crate::batch::Output;
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::ListPointers;
use crate::ffi::frame::pointer::{Out, OutArray, reference, slice};
use crate::ffi::frame::status::guard;
use crate::ffi::frame::types::{CaromFilter, CaromVec3};
use crate::geometry::{FarPose, Pose, Quat, about_common_origin};
use std::ptr::null;

/// Makes a pose: first the scale, then the rotation, then the translation. The matrix is computed in f64 from
/// the normalised quaternion, and rounded once; that of no rotation and scale 1 is exactly that.
///
/// @param rotation     unit quaternion x, y, z, w; its length may be off by 0.001. NULL for none
/// @param translation  what is added last; NULL for none
/// @param scale        the same in all directions; positive, at most 2^60, and not subnormal, since a matrix
///                     of so few digits is no rotation
/// @param out          written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pose_from_quaternion(
    rotation: *const f32,
    translation: *const CaromVec3,
    scale: f32,
    out: *mut CaromPose,
) -> CaromStatus {
    guard(|| {
        let mut pose = Pose { scale, ..Pose::IDENTITY };
        if !rotation.is_null() {
            // SAFETY (here and below): the caller's promises.
            pose.rotation = Quat::from_slice(unsafe { slice(rotation, 4, "rotation") }?);
        }
        if !translation.is_null() {
            pose.translation = (*unsafe { reference(translation, "translation") }?).into();
        }
        let out = unsafe { Out::new(out, "out") }?;
        out.write(pose.matrix(String::new)?.into());
        Ok(CaromStatus::CaromOk)
    })
}

/// Makes two poses that stand to each other as two in f64 do, about an origin that is near both: for queries
/// on two meshes far from the origin, where f32 has no room for what lies between them. Queries answer in
/// coordinates about that origin.
///
/// The offset of the two is kept to 2^-48 of itself: the larger part is the second pose's translation, what
/// it lacks the first one's, turned round. The axes stay. What remains is what poses cost anywhere: each
/// factor is rounded once, and posed vertices are, to a few times 2^-24 of how far they are from the common
/// origin, which lies at the first mesh's own. So let a mesh's own origin lie within it, and call the larger
/// mesh first.
///
/// @param a        count poses of the first mesh
/// @param b        count poses of the second mesh
/// @param count    how many
/// @param a_poses  count poses, written; with a number that is not finite, what CaromPose refuses, or two
///                 that are more than 2^60 apart, nothing is written
/// @param b_poses  count poses, written
/// @param origins  count times three numbers, written: what is added to a point about the common origin to
///                 have it where a and b do; NULL if not wanted
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_poses_about_common_origin(
    a: *const CaromFarPose,
    b: *const CaromFarPose,
    count: usize,
    a_poses: *mut CaromPose,
    b_poses: *mut CaromPose,
    origins: *mut f64,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let (a, b) = unsafe { (slice(a, count, "a")?, slice(b, count, "b")?) };
        let mut a_poses = unsafe { OutArray::new(a_poses, count, "a_poses") }?;
        let mut b_poses = unsafe { OutArray::new(b_poses, count, "b_poses") }?;
        let mut origins = match origins.is_null() {
            true => None,
            false => Some(unsafe { OutArray::new(origins.cast::<[f64; 3]>(), count, "origins") }?),
        };
        let near = |i: usize| {
            let far = |pose: &CaromFarPose| FarPose { rows: pose.rows };
            about_common_origin(&far(&a[i]), &far(&b[i]), [&|| text!("a[{i}]"), &|| text!("b[{i}]")])
        };
        (0..count).try_for_each(|i| near(i).map(|_| ()))?;
        for i in 0..count {
            let near = near(i)?;
            a_poses.write(i, near.a);
            b_poses.write(i, near.b);
            if let Some(origins) = &mut origins {
                origins.write(i, near.origin);
            }
        }
        Ok(CaromStatus::CaromOk)
    })
}

/// Lists the pairs of triangles that touch, of two meshes in many poses, each list sorted by the first mesh's
/// triangle and then by the second's. Exact: posed triangles are closed sets of real points, so touching
/// counts, and neither order nor layout makes a difference. A mesh may meet itself.
///
/// @param a         the first mesh
/// @param b         the second mesh
/// @param a_poses   count of them, where the first mesh stands; NULL if it stays where it is
/// @param b_poses   count of them, where the second mesh stands; NULL if it stays where it is
/// @param count     how many
/// @param a_filter  which triangles of the first mesh are seen; NULL for all
/// @param b_filter  which triangles of the second mesh are seen; NULL for all
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param pairs     all lists
/// @param capacity  entries of pairs
/// @param written   receives how many were written
/// @param total     receives how many there are
///
/// Fails for a pose with a number that is not finite (CAROM_ERROR_NOT_FINITE), one that is no rotation with a
/// positive scale, and one that puts the mesh's box beyond 2^60 (CAROM_ERROR_INVALID_ARGUMENT), as CaromPose
/// says. So do all queries on two meshes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_overlap_mesh_all(
    a: *const CaromMesh,
    b: *const CaromMesh,
    a_poses: *const CaromPose,
    b_poses: *const CaromPose,
    count: usize,
    a_filter: *const CaromFilter,
    b_filter: *const CaromFilter,
    offsets: *mut u64,
    pairs: *mut CaromTrianglePair,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers =
        PairPointers { meshes: [a, b], poses: [a_poses, b_poses], count, filters: [a_filter, b_filter] };
    let out = ListPointers { offsets, out: pairs, out_name: "pairs", capacity, written, total };
    // SAFETY (here and below): the caller's promises are those of `lists`.
    unsafe {
        lists(pointers, out, |both, offsets, pairs| {
            both.a.overlap_mesh_all(both.b, &both.poses, both.filters(), offsets, pairs)
        })
    }
}

/// Tells whether any triangles of two meshes touch, as carom_mesh_overlap_mesh_all() does and faster: the
/// first pair is enough. Surfaces: a mesh that lies inside of another does not touch it; see
/// carom_mesh_inside().
///
/// @param a         the first mesh
/// @param b         the second mesh
/// @param a_poses   count of them, where the first mesh stands; NULL if it stays where it is
/// @param b_poses   count of them, where the second mesh stands; NULL if it stays where it is
/// @param count     how many
/// @param a_filter  which triangles of the first mesh are seen; NULL for all
/// @param b_filter  which triangles of the second mesh are seen; NULL for all
/// @param overlaps  count entries, written: 1 for yes, 0 for no
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_overlap_mesh(
    a: *const CaromMesh,
    b: *const CaromMesh,
    a_poses: *const CaromPose,
    b_poses: *const CaromPose,
    count: usize,
    a_filter: *const CaromFilter,
    b_filter: *const CaromFilter,
    overlaps: *mut u8,
) -> CaromStatus {
    let pointers =
        PairPointers { meshes: [a, b], poses: [a_poses, b_poses], count, filters: [a_filter, b_filter] };
    // SAFETY (here and below): the caller's promises are those of `answers`.
    unsafe {
        answers(pointers, (overlaps, "overlaps"), |both, overlaps| {
            both.a.overlap_mesh(both.b, &both.poses, both.filters(), overlaps)
        })
    }
}

/// Lists the pairs of triangles that are no farther apart than a distance, with their distance; those that
/// touch are among them, with 0. Sorted as by carom_mesh_overlap_mesh_all().
///
/// @param a         the first mesh
/// @param b         the second mesh
/// @param a_poses   count of them, where the first mesh stands; NULL if it stays where it is
/// @param b_poses   count of them, where the second mesh stands; NULL if it stays where it is
/// @param count     how many
/// @param distance  the largest distance that counts; may be infinite, for all pairs; not negative, not NaN
/// @param a_filter  which triangles of the first mesh are seen; NULL for all
/// @param b_filter  which triangles of the second mesh are seen; NULL for all
/// @param offsets   where each list begins, and where the last one ends; NULL if not wanted
/// @param pairs     all lists
/// @param capacity  entries of pairs
/// @param written   receives how many were written
/// @param total     receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_within(
    a: *const CaromMesh,
    b: *const CaromMesh,
    a_poses: *const CaromPose,
    b_poses: *const CaromPose,
    count: usize,
    distance: f32,
    a_filter: *const CaromFilter,
    b_filter: *const CaromFilter,
    offsets: *mut u64,
    pairs: *mut CaromPairDistance,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers =
        PairPointers { meshes: [a, b], poses: [a_poses, b_poses], count, filters: [a_filter, b_filter] };
    let out = ListPointers { offsets, out: pairs, out_name: "pairs", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(pointers, out, |both, offsets, pairs| {
            both.a.within(both.b, &both.poses, distance, both.filters(), offsets, pairs)
        })
    }
}

/// Lists the pairs of carom_mesh_overlap_mesh_all(), each with what its triangles share: a segment, or a
/// polygon of triangles in one plane. For cutting, drawing and contact patches. A point is less than a unit
/// in the last place of the largest coordinate from both triangles.
///
/// @param a              the first mesh
/// @param b              the second mesh
/// @param a_poses        count of them, where the first mesh stands; NULL if it stays where it is
/// @param b_poses        count of them, where the second mesh stands; NULL if it stays where it is
/// @param count          how many
/// @param a_filter       which triangles of the first mesh are seen; NULL for all
/// @param b_filter       which triangles of the second mesh are seen; NULL for all
/// @param offsets        where each list begins, and where the last one ends; NULL if not wanted
/// @param intersections  all lists
/// @param capacity       entries of intersections
/// @param written        receives how many were written
/// @param total          receives how many there are
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_intersections(
    a: *const CaromMesh,
    b: *const CaromMesh,
    a_poses: *const CaromPose,
    b_poses: *const CaromPose,
    count: usize,
    a_filter: *const CaromFilter,
    b_filter: *const CaromFilter,
    offsets: *mut u64,
    intersections: *mut CaromPairIntersection,
    capacity: usize,
    written: *mut usize,
    total: *mut usize,
) -> CaromStatus {
    let pointers =
        PairPointers { meshes: [a, b], poses: [a_poses, b_poses], count, filters: [a_filter, b_filter] };
    let out =
        ListPointers { offsets, out: intersections, out_name: "intersections", capacity, written, total };
    // SAFETY: the caller's promises are those of `lists`.
    unsafe {
        lists(pointers, out, |both, offsets, shared| {
            both.a.intersections(both.b, &both.poses, both.filters(), offsets, shared)
        })
    }
}

/// Finds the smallest distance of two meshes, no larger than max_distance, with the closest points and their
/// triangles; among equally near pairs the one with the lowest triangle of the first mesh, and then of the
/// second. Where they touch, it is exactly 0, and both points are one that both have. Surfaces: a mesh inside
/// of another is as far from it as its surface; see carom_mesh_inside().
///
/// @param a             the first mesh
/// @param b             the second mesh
/// @param a_poses       count of them, where the first mesh stands; NULL if it stays where it is
/// @param b_poses       count of them, where the second mesh stands; NULL if it stays where it is
/// @param count         how many
/// @param max_distance  the largest distance that counts; may be infinite; not negative, not NaN. The
///                      smaller, the faster
/// @param a_filter      which triangles of the first mesh are seen; NULL for all
/// @param b_filter      which triangles of the second mesh are seen; NULL for all
/// @param distances     count entries, written
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_distance(
    a: *const CaromMesh,
    b: *const CaromMesh,
    a_poses: *const CaromPose,
    b_poses: *const CaromPose,
    count: usize,
    max_distance: f32,
    a_filter: *const CaromFilter,
    b_filter: *const CaromFilter,
    distances: *mut CaromMeshDistance,
) -> CaromStatus {
    let pointers =
        PairPointers { meshes: [a, b], poses: [a_poses, b_poses], count, filters: [a_filter, b_filter] };
    // SAFETY: the caller's promises are those of `answers`.
    unsafe {
        answers(pointers, (distances, "distances"), |both, distances| {
            both.a.distance(both.b, &both.poses, max_distance, both.filters(), distances)
        })
    }
}

/// Tells whether one mesh lies inside of another, which their surfaces alone do not say. A triangle is inside
/// where its first corner is: within the box around the other mesh, where the winding number of the other
/// surface is not 0, by the crossings of a ray towards +x. Both must be closed, or what is inside means
/// little; it is the same in every layout, but takes longer, as each triangle may have to be asked. Solids
/// overlap unless this is 0 or has CAROM_INSIDE_ONLY_TOUCHING. There is no filter, which would open the
/// surface. The first time that it matters whether a mesh is closed, that takes a pass over its triangles.
///
/// Interference and contact of touching surfaces are told apart exactly for meshes that are closed, have
/// their fronts outside, and of which no triangles meet but at common corners and edges, posed. If a mesh is
/// open, or a triangle without area touches, or faces of one mesh lie on each other where the other touches,
/// there is CAROM_INSIDE_TOUCHING alone, which leaves it open. Of meshes that cross themselves it may be
/// wrong.
///
/// @param a        the first mesh
/// @param b        the second mesh
/// @param a_poses  count of them, where the first mesh stands; NULL if it stays where it is
/// @param b_poses  count of them, where the second mesh stands; NULL if it stays where it is
/// @param count    how many
/// @param inside   count entries, written: CAROM_INSIDE_TOUCHING with at most one of CAROM_INSIDE_OVERLAPPING
///                 and CAROM_INSIDE_ONLY_TOUCHING, or else what is inside: at most one of CAROM_INSIDE_A_...
///                 and at most one of CAROM_INSIDE_B_...
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_inside(
    a: *const CaromMesh,
    b: *const CaromMesh,
    a_poses: *const CaromPose,
    b_poses: *const CaromPose,
    count: usize,
    inside: *mut u8,
) -> CaromStatus {
    let pointers =
        PairPointers { meshes: [a, b], poses: [a_poses, b_poses], count, filters: [null(), null()] };
    // SAFETY: the caller's promises are those of `answers`.
    unsafe {
        answers(pointers, (inside, "inside"), |both, inside| {
            both.a.inside(both.b, &both.poses, &mut InsideBits(inside))
        })
    }
}
