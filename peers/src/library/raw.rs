//! The mesh as the C and C++ shims get it.

use crate::mesh::Mesh;

/// `PeerMesh` of `shims/peer.h`.
#[repr(C)]
pub(super) struct PeerMesh {
    positions: *const [f32; 3],
    indices: *const [u32; 3],
    vertex_count: u32,
    triangle_count: u32,
}

impl PeerMesh {
    /// Points into `mesh`, which must outlive whatever the shim makes of it.
    pub(super) fn new(mesh: &Mesh) -> PeerMesh {
        PeerMesh {
            positions: mesh.positions().as_ptr(),
            indices: mesh.triangles.as_ptr(),
            vertex_count: mesh.positions().len() as u32,
            triangle_count: mesh.triangles.len() as u32,
        }
    }
}
