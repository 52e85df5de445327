//! The mesh, or the hulls, as the C and C++ shims get it.

use crate::mesh::Mesh;
use crate::solid::Solid;

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

/// The corners of all hulls, and where each hull's end.
pub(super) struct Hulls {
    corners: Vec<[f32; 3]>,
    ends: Vec<u32>,
}

/// `PeerHulls` of `shims/peer.h`.
#[repr(C)]
pub(super) struct PeerHulls {
    corners: *const [f32; 3],
    ends: *const u32,
    hull_count: u32,
}

impl Hulls {
    pub(super) fn new(solid: &Solid) -> Hulls {
        let mut hulls = Hulls { corners: Vec::new(), ends: Vec::new() };
        for hull in solid.hulls() {
            hulls.corners.extend(hull);
            hulls.ends.push(hulls.corners.len() as u32);
        }
        hulls
    }

    /// Points into these.
    pub(super) fn raw(&self) -> PeerHulls {
        PeerHulls {
            corners: self.corners.as_ptr(),
            ends: self.ends.as_ptr(),
            hull_count: self.ends.len() as u32,
        }
    }
}
