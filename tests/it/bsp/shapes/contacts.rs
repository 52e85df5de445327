//! Contacts with single brushes: depths by distances and by support functions along many directions.

use super::*;
use crate::common::bsp::build;
use crate::common::solid::random_brush;

/// Distances and depths to that: the library's planes are rounded.
const NEAR: f64 = 3e-5;

/// Compares the contacts of a shape that is `distance` away, or that overlaps, with what its support says.
fn compare(
    found: &[Contact],
    brush: &Brush,
    max_distance: f64,
    distance: Option<f64>,
    lowest: impl Fn(DVec3) -> f64,
    rng: &mut Rng,
    what: &str,
) {
    if let Some(distance) = distance
        && distance > NEAR
    {
        if (distance - max_distance).abs() > NEAR {
            assert_eq!(!found.is_empty(), distance < max_distance, "{what}: {distance} {found:?}");
        }
        if let Some(first) = found.first() {
            assert!((f64::from(first.depth) + distance).abs() < NEAR, "{what}: {distance} {found:?}");
        }
    }
    let Some(first) = found.first() else { return };
    let normal = first.normal.as_dvec3();
    assert!((normal.length() - 1.0).abs() < 1e-6, "{what}: {normal}");
    // The way that separates them along the normal.
    let way = highest(brush, normal) - lowest(normal);
    for contact in found {
        assert_eq!(contact.normal, first.normal, "{what}");
        let point = contact.point.as_dvec3();
        assert!(brush.depth(point).abs() < NEAR, "{what}: {contact:?} is not on the brush");
        assert!(f64::from(contact.depth) <= way + NEAR, "{what}: {contact:?} is deeper than {way}");
        assert!(f64::from(contact.depth) >= -max_distance - NEAR, "{what}: {contact:?}");
    }
    // No direction has a shorter way.
    for _ in 0..200 {
        let other = (normal + direction(rng) * rng.f64() * 2.0).normalize();
        let by = highest(brush, other) - lowest(other);
        assert!(by >= way - NEAR, "{what}: {by} along {other} is less than {way} along {normal}");
    }
}

#[test]
fn depths_of_capsules_and_spheres() {
    let rng = &mut Rng::with_seed(41);
    let mut counts = [0; 3];
    for _ in 0..1000 {
        let brush = random_brush(rng, 1.0);
        let bsp = build(&World::new(vec![brush.clone()]));
        for _ in 0..4 {
            let capsule = random_capsule(rng, 2.5);
            let max_distance = [0.0, 0.2, 2.0][rng.usize(0..3)];
            let options = all(max_distance);
            let distance = distance_of_segment(&brush, capsule.a.as_dvec3(), capsule.b.as_dvec3());
            let gap = (distance > NEAR).then_some(distance - f64::from(capsule.radius));
            let found = contacts_capsule(&bsp, capsule, &Filter::default(), &options);
            counts[found.len()] += 1;
            let what = format!("{capsule:?} {brush:?}");
            // A radius around an edge: only the distance is to be compared.
            match gap {
                Some(gap) if gap > -NEAR => {
                    compare(
                        &found,
                        &brush,
                        max_distance.into(),
                        Some(gap),
                        |n| lowest_of_capsule(&capsule, n),
                        rng,
                        &what,
                    );
                }
                Some(gap) => {
                    assert!((f64::from(found[0].depth) + gap).abs() < NEAR, "{gap} {found:?} {what}");
                    compare(
                        &found,
                        &brush,
                        max_distance.into(),
                        None,
                        |n| lowest_of_capsule(&capsule, n),
                        rng,
                        &what,
                    );
                }
                None if distance == 0.0 => {
                    compare(
                        &found,
                        &brush,
                        max_distance.into(),
                        None,
                        |n| lowest_of_capsule(&capsule, n),
                        rng,
                        &what,
                    );
                    assert!(!found.is_empty());
                }
                None => {}
            }
            let touches = overlap_capsule(&bsp, capsule);
            if touches {
                assert!(!found.is_empty(), "{what}");
            }
            if max_distance == 0.0 && distance - f64::from(capsule.radius) > NEAR {
                assert!(!touches && found.is_empty(), "{what}");
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}

#[test]
fn depths_of_boxes() {
    let rng = &mut Rng::with_seed(42);
    let mut most = 0;
    for _ in 0..1500 {
        let brush = random_brush(rng, 1.0);
        let bsp = build(&World::new(vec![brush.clone()]));
        for _ in 0..4 {
            let shape: BoxAxes = random_box(rng, 2.0).into();
            let max_distance = [0.0, 0.2, 2.0][rng.usize(0..3)];
            let found = contacts_box(&bsp, shape, &Filter::default(), &all(max_distance));
            most = most.max(found.len());
            let what = format!("{shape:?} {brush:?}");
            compare(&found, &brush, max_distance.into(), None, |n| lowest_of_box(&shape, n), rng, &what);
            // Overlap has a contact, and the way along its normal separates.
            let overlaps = box_meets(&brush, &shape, -1e-4);
            if overlaps {
                assert!(!found.is_empty(), "{what}");
            }
            if max_distance == 0.0 && !box_meets(&brush, &shape, 1e-4) {
                assert!(found.is_empty(), "{what}");
            }
            if let Some(first) = found.first().filter(|_| overlaps) {
                let normal = first.normal.as_dvec3();
                let way = highest(&brush, normal) - lowest_of_box(&shape, normal);
                let center = (shape.center.as_dvec3() + normal * (way + 2e-4)).as_vec3();
                assert!(!box_meets(&brush, &BoxAxes { center, ..shape }, 0.0), "{what}");
            }
        }
    }
    assert!(most >= 5, "{most}");
}

#[test]
fn a_box_on_a_box_has_four_points() {
    let bsp = build(&World::new(vec![Brush::aabb(Vec3::ZERO, Vec3::new(4.0, 4.0, 1.0))]));
    let stand = |x: f32, z: f32| BoxAxes {
        center: Vec3::new(x, 2.0, z),
        half_extents: Vec3::splat(0.5),
        axes: [Vec3::X, Vec3::Y, Vec3::Z],
    };
    // In the middle, over the edge, touching, near, too far.
    for (x, z, count, depth) in [
        (2.0, 1.25, 4, 0.25),
        (0.0, 1.25, 4, 0.25),
        (2.0, 1.5, 4, 0.0),
        (2.0, 1.75, 4, -0.25),
        (2.0, 1.8, 0, 0.0),
    ] {
        let found = contacts_box(&bsp, stand(x, z), &Filter::default(), &smooth(0.25));
        assert_eq!(found.len(), count, "{x} {z}: {found:?}");
        let mut corners: Vec<[f32; 3]> = found.iter().map(|contact| contact.point.to_array()).collect();
        corners.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let (low, high) = ((x - 0.5).max(0.0), x + 0.5);
        let expected = [[low, 1.5, 1.0], [low, 2.5, 1.0], [high, 1.5, 1.0], [high, 2.5, 1.0]];
        assert_eq!(corners, &expected[..count]);
        for contact in &found {
            assert_eq!((contact.depth, contact.normal, contact.triangle), (depth, Vec3::Z, 0));
            // Its face -z; a face of the brush.
            assert_eq!(contact.feature & 0xffff, 4 << 8);
        }
    }
    let most = ContactOptions { max_points: 2, ..smooth(0.0) };
    assert_eq!(contacts_box(&bsp, stand(2.0, 1.25), &Filter::default(), &most).len(), 2);
}

#[test]
fn a_capsule_lies_on_two_points() {
    let bsp = build(&World::new(vec![Brush::aabb(Vec3::ZERO, Vec3::new(4.0, 4.0, 1.0))]));
    let lie = |a: Vec3, b: Vec3| {
        contacts_capsule(&bsp, Capsule { a, radius: 0.5, b }, &Filter::default(), &smooth(0.0))
    };
    let found = lie(Vec3::new(1.0, 2.0, 1.25), Vec3::new(6.0, 2.0, 1.25));
    let points: Vec<(Vec3, f32, u32)> =
        found.iter().map(|c| (c.point, c.depth, c.feature >> 8 & 0xff)).collect();
    assert_eq!(points, [(Vec3::new(1.0, 2.0, 1.0), 0.25, 0), (Vec3::new(4.0, 2.0, 1.0), 0.25, 2)]);
    // Along an edge, at 3, 4, 5.
    let found = lie(Vec3::new(-1.0, -0.3, 1.4), Vec3::new(2.0, -0.3, 1.4));
    assert_eq!(found.len(), 2, "{found:?}");
    for (contact, x) in found.iter().zip([0.0, 2.0]) {
        assert!((contact.point - Vec3::new(x, 0.0, 1.0)).length() < 1e-6, "{contact:?}");
        assert!((contact.normal - Vec3::new(0.0, -0.6, 0.8)).length() < 1e-6 && contact.depth.abs() < 1e-6);
    }
    // Upright, one.
    let found = lie(Vec3::new(1.0, 2.0, 1.25), Vec3::new(1.0, 2.0, 3.0));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].point, found[0].depth), (Vec3::new(1.0, 2.0, 1.0), 0.25));
}
