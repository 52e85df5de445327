//! The poses of two meshes.

use crate::Result;
use crate::geometry::PoseMatrix;
use crate::mesh::Mesh;

/// The poses of two meshes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosePair {
    /// The first mesh's pose.
    pub a: PoseMatrix,
    /// The second one's.
    pub b: PoseMatrix,
}

impl Default for PosePair {
    fn default() -> PosePair {
        PosePair { a: PoseMatrix::IDENTITY, b: PoseMatrix::IDENTITY }
    }
}

/// Checks the poses of element `i` of a batch.
pub(super) fn check_poses(a: &Mesh, b: &Mesh, poses: &PosePair, i: usize) -> Result<()> {
    for (which, pose, mesh) in [("a", &poses.a, a), ("b", &poses.b, b)] {
        let name = || text!("{which}_poses[{i}]");
        pose.check(name)?;
        if mesh.triangle_count() > 0 {
            pose.check_reach(&mesh.bounds(), "mesh", name)?;
        }
    }
    Ok(())
}
