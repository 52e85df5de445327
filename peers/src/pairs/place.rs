//! The two meshes, and where the second one stands.

use crate::mesh::Mesh;
use carom::geometry::{PoseMatrix, Quat, Vec3};

/// Two meshes, which may be one.
pub(crate) struct Subject<'a> {
    pub(crate) a: &'a Mesh,
    pub(crate) b: &'a Mesh,
}

impl Subject<'_> {
    /// The name in tables and records.
    pub(crate) fn name(&self) -> String {
        if self.is_one() { self.a.name.clone() } else { format!("{} x {}", self.a.name, self.b.name) }
    }

    /// Returns true if it is two copies of one mesh.
    pub(super) fn is_one(&self) -> bool {
        std::ptr::eq(self.a, self.b)
    }

    pub(super) fn triangles(&self) -> usize {
        self.a.triangles.len() + self.b.triangles.len()
    }
}

/// The place of the second mesh. The first one is at home.
pub(super) struct Place {
    pub(super) matrix: PoseMatrix,
    /// The rotation that the matrix is made of.
    pub(super) rotation: Quat,
    /// The second mesh's vertices there, as carom defines them, and one more to read past the end.
    pub(super) baked: Vec<[f32; 3]>,
}

impl Place {
    pub(super) fn new(mesh: &Mesh, matrix: PoseMatrix, rotation: Quat) -> Place {
        let pose = |&vertex: &[f32; 3]| <[f32; 3]>::from(matrix.point(Vec3::from_array(vertex)));
        let baked = mesh.positions().iter().map(pose).chain([[0.0; 3]]).collect();
        Place { matrix, rotation, baked }
    }
}
