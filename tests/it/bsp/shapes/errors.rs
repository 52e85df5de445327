//! Errors name what is wrong.

use super::*;
use crate::common::bsp::build;
use crate::common::solid::room;
use carom::ErrorKind;

#[test]
fn errors_name_the_shape() {
    let bsp = build(&World::new(vec![Brush::aabb(Vec3::ZERO, Vec3::ONE)]));
    let filter = Filter::default();
    let good = Capsule { a: Vec3::ZERO, radius: 1.0, b: Vec3::ONE };
    let mut answers = [7u8, 7];
    let capsules = [good, Capsule { radius: -1.0, ..good }];
    let error = bsp.overlap_capsule(&capsules, &filter, &mut answers[..]).unwrap_err();
    assert_eq!((error.kind(), answers), (ErrorKind::InvalidArgument, [7, 7]));
    assert_eq!(error.to_string(), "capsules[1].radius: -1 is negative");
    let shape = OrientedBox { center: Vec3::X * f32::NAN, half_extents: Vec3::ONE, rotation: Quat::IDENTITY };
    let error = bsp.overlap_box(&[shape], &filter, &mut answers[..1]).unwrap_err();
    assert_eq!(error.to_string(), "boxes[0].center.x: NaN is not finite");
    let options = ContactOptions { max_points: 5, ..ContactOptions::default() };
    let error = bsp.contacts_capsule(&[good], &filter, &options, &mut (), &mut [][..]).unwrap_err();
    assert_eq!(error.to_string(), "options.max_points: 5 exceeds 4");
    let cast = CapsuleCast { capsule: good, displacement: Vec3::X * f32::INFINITY };
    let mut hits = [ShapeHit::MISS];
    let error = bsp.cast_capsule(&[cast], &filter, ContactEdges::Smooth, &mut hits[..]).unwrap_err();
    assert_eq!(error.to_string(), "casts[0].displacement.x: inf is not finite");
}

#[test]
fn surfaces_are_asked_as_meshes() {
    let surface = room();
    let bsp = Bsp::build(&surface.input(), &BspOptions::default()).unwrap();
    let good = Capsule { a: Vec3::ZERO, radius: 1.0, b: Vec3::ONE };
    let error = bsp.overlap_capsule(&[good], &Filter::default(), &mut [0][..]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().starts_with("bsp: is of a surface"), "{error}");
}
