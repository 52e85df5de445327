//! The pose of a mesh: a rotation, a uniform scale and a translation.
//!
//! A posed vertex is *defined* as f32 arithmetic, so that decisions about posed meshes can be exact: in each
//! coordinate `((r.x * x + r.y * y) + r.z * z) + t`, with `r` that coordinate's row of the matrix, each
//! operation rounded, no fused multiply-add. The definition is the same for both meshes of a query; none is
//! moved into the other's frame.

mod distortion;
mod far;
mod matrix;
mod product;
mod quaternion;

pub use far::{FarPose, NearPoses, about_common_origin};
pub use matrix::PoseMatrix;
pub use quaternion::Pose;
