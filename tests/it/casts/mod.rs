//! Moving shapes against meshes: never late, hardly early, and over floors without a stop. That answers equal a loop
//! over all triangles is tested with those of all other queries.

mod distance;
mod errors;
mod floors;
mod hull_floors;
mod hull_meshes;
mod hulls;
mod single;
mod start;

use crate::common::{TestMesh, cook};
use carom::geometry::{BoxAxes, BoxCast, Capsule, CapsuleCast, OrientedBox, Quat, Vec3};
use carom::mesh::{ContactEdges, Filter, LayoutKind, Mesh, ShapeHit};

const SMOOTH_AND_ALL: [ContactEdges; 2] = [ContactEdges::Smooth, ContactEdges::All];

fn capsule(a: Vec3, radius: f32, b: Vec3, displacement: Vec3) -> CapsuleCast {
    CapsuleCast { capsule: Capsule { a, radius, b }, displacement }
}

fn turned(center: Vec3, half_extents: Vec3, rotation: Quat) -> BoxAxes {
    OrientedBox { center, half_extents, rotation }.into()
}

/// A square in the plane z = 0, of two triangles.
fn plate() -> Mesh<'static> {
    let positions = vec![[-4.0, -4.0, 0.0], [4.0, -4.0, 0.0], [4.0, 4.0, 0.0], [-4.0, 4.0, 0.0]];
    let mesh = TestMesh::new(positions, vec![0, 1, 2, 0, 2, 3]);
    Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap()
}

fn cast_capsule(mesh: &Mesh, cast: CapsuleCast, edges: ContactEdges) -> ShapeHit {
    let mut hit = [ShapeHit::MISS];
    mesh.cast_capsule(&[cast], &Filter::default(), edges, &mut hit[..]).unwrap();
    hit[0]
}

fn cast_box(mesh: &Mesh, shape: BoxAxes, displacement: Vec3, edges: ContactEdges) -> ShapeHit {
    let mut hit = [ShapeHit::MISS];
    mesh.cast_box(&[BoxCast { shape, displacement }], &Filter::default(), edges, &mut hit[..]).unwrap();
    hit[0]
}
