//! Exact tests between single shapes, a file or folder a pair: the reference arithmetic of carom.
//!
//! Every answer that a tree gives is defined by these functions: it equals, bit for bit, a plain loop
//! over all triangles that calls them. To make that hold for *any* input, they keep three rules:
//!
//! 1. **One arithmetic.** Each operation is written down once, without fused multiply-add and without
//!    re-association, so that every platform computes the same bits. Decisions and results are f64, rounded
//!    once; f32 is used only where it is exact, or a bound. `min` and `max` are comparisons with a
//!    defined result for equal and unordered arguments.
//! 2. **Boxes decide alike.** No box that contains a triangle fails a query's box test if the triangle is an
//!    answer, and its key there is not larger. For points, spheres, capsules and boxes, the triangle's own
//!    box is part of the test, in monotone arithmetic. For rays and moving spheres, boxes are padded by more
//!    than the sum of all rounding errors.
//! 3. **Degenerate triangles have defined answers.** For distances they are the segment or the point
//!    that they are; a ray never hits them.
//!
//! No trees here, no unsafe, no allocation.

mod aabb;
mod arc_tangent;
mod axis_order;
mod box_axes;
mod box_contact;
mod box_triangle;
mod capsule_contact;
mod capsule_triangle;
mod casts;
mod closest_feature;
mod contact_normal;
mod direction;
mod exact;
mod halving;
mod limits;
mod line;
mod point_query;
mod point_triangle;
mod polytope;
mod pose;
mod position_bits;
mod power_of_two;
mod ray_check;
mod ray_crossing;
mod ray_triangle;
mod ring;
mod rounding;
mod segment_segment;
mod sphere_contact;
mod sphere_triangle;
#[cfg(test)]
mod testing;
mod triangle;
mod triangle_triangle;
mod winding;

pub use aabb::Aabb;
pub(crate) use arc_tangent::arc_tangent;
pub(crate) use axis_order::AxisOrder;
pub(crate) use box_axes::steepest;
pub use box_axes::{AXES_TOLERANCE, BoxAxes};
pub use box_contact::{BoxTouch, BoxWays};
pub use box_triangle::{OrientedBox, OrientedBoxBounds, box_triangle};
pub use capsule_contact::{CapsuleTouch, CapsuleWays};
pub use capsule_triangle::{Capsule, CapsuleBounds, capsule_triangle};
pub use casts::{
    BoxCast, BoxCastBounds, CapsuleCast, CapsuleCastBounds, CastOutcome, EdgeRule, HullCast, HullCastBounds,
    SphereCast, TriangleHit, rises_above,
};
pub(crate) use casts::{Motion as CastMotion, Path as CastPath};
pub use closest_feature::closest_feature;
pub use contact_normal::{ContactNormal, ContactPoint, ContactPoints, Rises, Wanted};
pub(crate) use halving::{halve_by, longest_axis, median};
pub use limits::POSE_TOLERANCE;
pub(crate) use limits::{
    Brief, SHORTEST_DIRECTION, bad_coordinates, bad_direction, check_coordinates, check_length_of,
    check_number,
};
pub(crate) use line::{LEAST_PAD, LineBounds, PAD};
pub use point_query::PointQuery;
pub use point_triangle::{ClosestOnTriangle, Feature, closest_point_triangle, distance_squared_triangle};
pub(crate) use point_triangle::{THINNEST_SQUARED, closest_offset, closest_offset_from};
pub(crate) use polytope::BoxPlace;
pub use polytope::{
    ConvexHull, HullEdge, HullPlane, HullPose, HullTouch, HullWays, NO_FACE, Polytope, PosedHull,
    hull_triangle,
};
pub use pose::{FarPose, NearPoses, Pose, PoseMatrix, about_common_origin};
pub(crate) use position_bits::PositionBits;
pub(crate) use power_of_two::{power_of_two_above, power_of_two_below};
pub(crate) use ray_check::check_ray;
pub use ray_crossing::{RayCrossing, compare_crossings, ray_crossing};
pub use ray_triangle::{Ray, RayTriangleHit, WatertightRay, ray_triangle};
pub(crate) use ray_triangle::{meet, meet_plane, meet_projected};
pub use ring::Ring;
pub(crate) use rounding::{SQUARE_AFTER_ROUNDING, round_down, round_up};
pub(crate) use segment_segment::{closest_on_segments, segment_segment};
pub use sphere_contact::{
    NormalSum, PartCorners, SphereContact, SphereOffset, is_same_part, part_corners, shares,
};
pub use sphere_triangle::{Sphere, sphere_triangle};
pub use triangle::Triangle;
pub(crate) use triangle_triangle::{
    Around, EdgeContact, ORIENTATION_FLOOR, ORIENTATION_ROUNDING, SolidContact, distance_apart, sectors,
    solid_contact, triangles_intersect_exactly,
};
pub use triangle_triangle::{
    ClosestOnTriangles, Intersection, distance_triangle_triangle, intersection, triangles_intersect,
};
pub(crate) use triangle_triangle::{is_on_line, projection, side, turn};
pub(crate) use winding::{crossing_number, is_before, line_crossing, moved_side, sector_crossing};

pub use glam::{Quat, Vec3};

/// Steps of the tests above that are tested alone.
pub(crate) mod internal {
    pub use super::triangle_triangle::{triangles_intersect_exactly, triangles_intersect_filter};
    pub use super::winding::crossing_number;
}

/// The largest coordinate, length or displacement, in magnitude, that meshes and queries may have: 2^60, so
/// that squared distances fit f32.
pub const LARGEST: f32 = (1u64 << 60) as f32;

/// The smaller of two values: `b` where they are equal or unordered (the rule of x86's `minps`).
#[inline(always)]
pub(crate) fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two values: `b` where they are equal or unordered (the rule of x86's `maxps`).
#[inline(always)]
pub(crate) fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Dot product with a written-down order of additions: `(x + y) + z`.
#[inline(always)]
pub(crate) fn dot(a: Vec3, b: Vec3) -> f32 {
    (a.x * b.x + a.y * b.y) + a.z * b.z
}

/// Cross product, each component as one difference of two rounded products.
#[inline(always)]
pub(crate) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    Vec3::new(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// Componentwise [`min`].
#[inline(always)]
pub(crate) fn min3(a: Vec3, b: Vec3) -> Vec3 {
    Vec3::new(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z))
}

/// Componentwise [`max`].
#[inline(always)]
pub(crate) fn max3(a: Vec3, b: Vec3) -> Vec3 {
    Vec3::new(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z))
}

/// The largest magnitude among the components.
#[inline(always)]
pub(crate) fn max_abs(v: Vec3) -> f32 {
    max(max(v.x.abs(), v.y.abs()), v.z.abs())
}

/// The power of two that brings `largest` into `[1, 2)`. Scaling by it is exact, and afterwards products
/// of several lengths neither overflow nor underflow.
#[inline(always)]
pub(crate) fn unit_scale(largest: f32) -> f32 {
    let normal = min(max(largest, f32::MIN_POSITIVE), f32::MAX);
    1.0 / f32::from_bits(normal.to_bits() & 0x7f80_0000)
}
