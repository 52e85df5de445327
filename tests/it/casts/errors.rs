//! Bad casts are errors that name the element.

use super::{capsule, turned};
use crate::common::{TestMesh, cook};
use carom::ErrorKind;
use carom::geometry::{BoxCast, Quat, Vec3};
use carom::mesh::{ContactEdges, Filter, LayoutKind, Mesh, ShapeHit};

#[test]
fn errors_name_the_element() {
    let mesh = TestMesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![0, 1, 2]);
    let mesh = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    let good = capsule(Vec3::ONE, 1.0, Vec3::ONE, -Vec3::Z);
    let (nan, far) = (Vec3::new(0.0, f32::NAN, 0.0), Vec3::new(0.0, 0.0, 2e18));
    let filter = Filter::default();
    for (bad, kind, text) in [
        (capsule(nan, 1.0, Vec3::ONE, Vec3::X), ErrorKind::NotFinite, "casts[1].capsule.a.y: NaN"),
        (capsule(Vec3::ONE, 1.0, far, Vec3::X), ErrorKind::InvalidArgument, "casts[1].capsule.b.z: 2e18"),
        (
            capsule(Vec3::ONE, -1.0, Vec3::ONE, Vec3::X),
            ErrorKind::InvalidArgument,
            "casts[1].capsule.radius: -1",
        ),
        (capsule(Vec3::ONE, 1.0, Vec3::ONE, nan), ErrorKind::NotFinite, "casts[1].displacement.y: NaN"),
    ] {
        let mut hits = [ShapeHit::MISS; 2];
        let error =
            mesh.cast_capsule(&[good, bad], &filter, ContactEdges::Smooth, &mut hits[..]).unwrap_err();
        assert!(error.kind() == kind && error.to_string().starts_with(text), "{error}");
        let lists =
            mesh.cast_capsule_all(&[good, bad], &filter, ContactEdges::Smooth, &mut (), &mut hits[..]);
        assert!(lists.unwrap_err().to_string().starts_with(text));
        assert_eq!(hits, [ShapeHit::MISS; 2]);
    }
    let shape = turned(Vec3::ONE, Vec3::ONE, Quat::IDENTITY);
    let mut slanted = shape;
    slanted.axes[2] = Vec3::new(0.6, 0.0, 0.8);
    for (shape, displacement, text) in [
        (slanted, Vec3::X, "casts[0].shape.axes[2]"),
        (turned(Vec3::ONE, -Vec3::Y, Quat::IDENTITY), Vec3::X, "casts[0].shape.half_extents.y: -1"),
        (shape, far, "casts[0].displacement.z: 2e18"),
    ] {
        let cast = BoxCast { shape, displacement };
        let mut hits = [ShapeHit::MISS];
        let error = mesh.cast_box(&[cast], &filter, ContactEdges::Smooth, &mut hits[..]).unwrap_err();
        assert!(error.to_string().starts_with(text), "{error}");
    }
}
