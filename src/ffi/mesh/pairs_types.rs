//! Poses of meshes, and the answers of queries on two meshes.

use crate::ffi::frame::types::CaromVec3;
use bytemuck::AnyBitPattern;

/// The pose of a mesh: a rotation times a positive scale, the same in all directions, and a translation. A
/// posed vertex is defined in f32 arithmetic: coordinate i is ((r[0] * x + r[1] * y) + r[2] * z) + r[3] with
/// r = rows[i], each operation rounded, none fused. carom_pose_from_quaternion() makes one.
///
/// Every function that takes poses refuses one with a number that is not finite (CAROM_ERROR_NOT_FINITE), or
/// beyond 2^60, axes whose scales differ by more than a thousandth of the largest or whose cosines exceed
/// 0.001, a mirror, a scale of 0, and one that takes the mesh's box beyond 2^60
/// (CAROM_ERROR_INVALID_ARGUMENT). That is the box around the eight posed corners of the mesh's own: it may
/// reach beyond where no vertex does. A pose that is refused is so whatever is asked.
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromPose {
    /// A row for each coordinate: three factors, and what is added last. The factors are a rotation times a
    /// scale, but for 0.001: what is skewed, mirrored or scaled unequally or by zero is
    /// CAROM_ERROR_INVALID_ARGUMENT.
    pub rows: [[f32; 4]; 3],
}

/// A pose in f64, of what may be far from the origin; see carom_poses_about_common_origin().
#[derive(AnyBitPattern, Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromFarPose {
    /// As those of CaromPose.
    pub rows: [[f64; 4]; 3],
}

/// A triangle of one mesh and one of another.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromTrianglePair {
    /// The first mesh's triangle.
    pub a: u32,
    /// The second one's.
    pub b: u32,
}

/// Two triangles and their distance.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromPairDistance {
    /// The first mesh's triangle.
    pub a: u32,
    /// The second one's.
    pub b: u32,
    /// 0 exactly if they touch.
    pub distance: f32,
}

/// Both triangles have an area and lie in one plane.
pub const CAROM_SHARED_COPLANAR: u32 = 1;
/// They share an area, however small: a polygon, of which there may be only two points where it is thinner
/// than rounding. Only together with CAROM_SHARED_COPLANAR.
pub const CAROM_SHARED_AREA: u32 = 2;

/// Two triangles that touch, and what they share.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromPairIntersection {
    /// The first mesh's triangle.
    pub a: u32,
    /// The second one's.
    pub b: u32,
    /// Number of points: 2 for a segment, which may be as short as a point; 3 to 6 for a convex polygon, of
    /// triangles in one plane.
    pub point_count: u32,
    /// CAROM_SHARED_COPLANAR and CAROM_SHARED_AREA.
    pub flags: u32,
    /// The ends, or the polygon's corners in order; zeros follow.
    pub points: [CaromVec3; 6],
}

/// The distance of two meshes, and their nearest points.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromMeshDistance {
    /// The closest point of the first mesh. Zero where nothing was found.
    pub on_a: CaromVec3,
    /// The closest point of the second mesh. Zero where nothing was found.
    pub on_b: CaromVec3,
    /// 0 exactly if they touch; infinite where nothing was found.
    pub distance: f32,
    /// The first mesh's triangle, or CAROM_NONE.
    pub a: u32,
    /// The second one's, or CAROM_NONE.
    pub b: u32,
}

/// The surfaces touch; nothing is said then about what is inside of what.
pub const CAROM_INSIDE_TOUCHING: u32 = 1;
/// Some parts of the first mesh are inside of the second, others are not.
pub const CAROM_INSIDE_A_PARTLY: u32 = 2;
/// All of the first mesh is inside of the second.
pub const CAROM_INSIDE_A_WHOLLY: u32 = 4;
/// Some parts of the second mesh are inside of the first, others are not.
pub const CAROM_INSIDE_B_PARTLY: u32 = 8;
/// All of the second mesh is inside of the first.
pub const CAROM_INSIDE_B_WHOLLY: u32 = 16;
/// The surfaces touch, and the interiors overlap: interference.
pub const CAROM_INSIDE_OVERLAPPING: u32 = 32;
/// The surfaces touch, and the interiors have no point in common: contact.
pub const CAROM_INSIDE_ONLY_TOUCHING: u32 = 64;
