//! Sizes from denormal ones to the largest: powers of two change no digit.

use super::*;
use crate::common::bsp::build;
use crate::common::solid::random_world;

/// A number of a power of two.
fn scaled(v: Vec3, by: i32) -> Vec3 {
    (v.as_dvec3() * f64::from(by).exp2()).as_vec3()
}

#[test]
fn answers_scale_by_powers_of_two() {
    let (world, range) = random_world(71, 12);
    // So coarse that no scale rounds them.
    let coarse = |x: f32| (x * 256.0).round() / 256.0;
    let brushes: Vec<Brush> = world
        .brushes
        .iter()
        .map(|brush| {
            let planes = brush.planes.iter().map(|&[x, y, z, d]| [x, y, z, coarse(d)]).collect();
            Brush::new(planes, 0)
        })
        .collect();
    let at = |scale: i32| {
        let grown = |d: f32| (f64::from(d) * f64::from(scale).exp2()) as f32;
        let scaled = |brush: &Brush| Brush {
            planes: brush.planes.iter().map(|&[x, y, z, d]| [x, y, z, grown(d)]).collect(),
            ..brush.clone()
        };
        build(&World::new(brushes.iter().map(scaled).collect()))
    };
    let one = at(0);
    let rng = &mut Rng::with_seed(72);
    let queries: Vec<(Capsule, OrientedBox, Vec3)> = (0..150)
        .map(|_| {
            let (capsule, shape) = (random_capsule(rng, range), random_box(rng, range));
            let round = |v: Vec3| Vec3::from_array(v.to_array().map(coarse));
            let radius = coarse(capsule.radius);
            let capsule = Capsule { a: round(capsule.a), radius, b: round(capsule.b) };
            let shape =
                OrientedBox { center: round(shape.center), half_extents: round(shape.half_extents), ..shape };
            (capsule, shape, round(vector(rng, range).as_vec3()))
        })
        .collect();
    for scale in [-100, -60, -20, 20, 50] {
        let other = at(scale);
        let grow = |x: f32| (f64::from(x) * f64::from(scale).exp2()) as f32;
        for (capsule, shape, displacement) in &queries {
            let big = Capsule {
                a: scaled(capsule.a, scale),
                radius: grow(capsule.radius),
                b: scaled(capsule.b, scale),
            };
            let big_box = OrientedBox {
                center: scaled(shape.center, scale),
                half_extents: scaled(shape.half_extents, scale),
                ..*shape
            };
            assert_eq!(overlap_capsule(&one, *capsule), overlap_capsule(&other, big), "{scale} {capsule:?}");
            assert_eq!(overlap_box(&one, *shape), overlap_box(&other, big_box), "{scale} {shape:?}");
            let filter = Filter::default();
            let same = |a: &[Contact], b: &[Contact]| {
                a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| {
                        a.normal == b.normal && grow(a.depth) == b.depth && scaled(a.point, scale) == b.point
                    })
            };
            let (a, b) = (
                contacts_capsule(&one, *capsule, &filter, &all(0.5)),
                contacts_capsule(&other, big, &filter, &all(grow(0.5))),
            );
            assert!(same(&a, &b), "{scale}: {a:?} {b:?}");
            let (a, b) = (
                contacts_box(&one, (*shape).into(), &filter, &all(0.5)),
                contacts_box(&other, big_box.into(), &filter, &all(grow(0.5))),
            );
            assert!(same(&a, &b), "{scale}: {a:?} {b:?}");
            let moved = scaled(*displacement, scale);
            let (a, b) = (
                cast_capsule(
                    &one,
                    CapsuleCast { capsule: *capsule, displacement: *displacement },
                    &filter,
                    ContactEdges::Smooth,
                ),
                cast_capsule(
                    &other,
                    CapsuleCast { capsule: big, displacement: moved },
                    &filter,
                    ContactEdges::Smooth,
                ),
            );
            assert_eq!((a.t, a.normal, a.triangle), (b.t, b.normal, b.triangle), "{scale}");
            let (a, b) = (
                cast_box(
                    &one,
                    BoxCast { shape: (*shape).into(), displacement: *displacement },
                    &filter,
                    ContactEdges::Smooth,
                ),
                cast_box(
                    &other,
                    BoxCast { shape: big_box.into(), displacement: moved },
                    &filter,
                    ContactEdges::Smooth,
                ),
            );
            assert_eq!((a.t, a.normal, a.triangle), (b.t, b.normal, b.triangle), "{scale}");
        }
    }
}

#[test]
fn any_numbers_are_answered() {
    let (world, _) = random_world(73, 20);
    let bsp = build(&world);
    let numbers = [0.0, -0.0, 1e-45, -1e-38, 1e-20, 1.0, -3.5, 1e6, 1e18, -1.1e18, 0.3];
    let rng = &mut Rng::with_seed(74);
    for _ in 0..3000 {
        let mut number = || numbers[rng.usize(0..numbers.len())];
        let mut v = || Vec3::new(number(), number(), number());
        let (a, b, displacement) = (v(), v(), v());
        let half = v().abs();
        let radius = half.x;
        let capsule = Capsule { a, radius, b };
        let shape: BoxAxes = OrientedBox { center: a, half_extents: half, rotation: Quat::IDENTITY }.into();
        for edges in [ContactEdges::Smooth, ContactEdges::All] {
            let options = ContactOptions { edges, ..smooth(half.y) };
            for found in [
                contacts_capsule(&bsp, capsule, &Filter::default(), &options),
                contacts_box(&bsp, shape, &Filter::default(), &options),
            ] {
                for contact in found {
                    assert!(
                        contact.point.is_finite() && contact.normal.is_finite() && contact.depth.is_finite()
                    );
                }
            }
            for hit in [
                cast_capsule(&bsp, CapsuleCast { capsule, displacement }, &Filter::default(), edges),
                cast_box(&bsp, BoxCast { shape, displacement }, &Filter::default(), edges),
            ] {
                assert!(!hit.is_hit() || (0.0..=1.0).contains(&hit.t) && hit.normal.is_finite());
                assert!(hit.point.is_finite() && hit.depth.is_finite());
            }
        }
        overlap_capsule(&bsp, capsule);
    }
}
