//! The library's own query on its fastest layout, beside the published storages.

use anyhow::{Result, ensure};
use carom::geometry::PoseMatrix;
use carom::mesh::{Filter, Mesh, PosePair, TrianglePair};

/// The number of pairs of triangles of two posed meshes that touch. They are also listed in `room`, sorted.
pub(crate) fn pairs(meshes: [&Mesh; 2], poses: &[PoseMatrix; 2], room: &mut [TrianglePair]) -> Result<u64> {
    let ([first, second], &[a, b], all) = (meshes, poses, Filter::default());
    let lists = first.overlap_mesh_all(second, &[PosePair { a, b }], [&all; 2], &mut (), room)?;
    ensure!(lists.written == lists.total, "{} pairs found, room for {}", lists.total, room.len());
    Ok(lists.total as u64)
}
