//! The mesh, or the hulls, as the C and C++ shims get it.

use crate::mesh::Mesh;
use crate::solid::Solid;

/// `PeerMesh` of `shims/peer.h`.
#[repr(C)]
pub(crate) struct PeerMesh {
    positions: *const [f32; 3],
    indices: *const [u32; 3],
    vertex_count: u32,
    triangle_count: u32,
}

impl PeerMesh {
    /// Points into `mesh`, which must outlive whatever the shim makes of it.
    pub(crate) fn new(mesh: &Mesh) -> PeerMesh {
        PeerMesh {
            positions: mesh.positions().as_ptr(),
            indices: mesh.triangles.as_ptr(),
            vertex_count: mesh.positions().len() as u32,
            triangle_count: mesh.triangles.len() as u32,
        }
    }

    /// The same with other vertices, of which there must be as many, and one more to read past the end.
    #[cfg(any(peer = "embree_pairs", peer = "ode_pairs", peer = "fcl_pairs", peer = "cgal_pairs"))]
    pub(crate) fn moved(mesh: &Mesh, positions: &[[f32; 3]]) -> PeerMesh {
        assert!(positions.len() > mesh.positions().len(), "too few vertices");
        PeerMesh { positions: positions.as_ptr(), ..PeerMesh::new(mesh) }
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
