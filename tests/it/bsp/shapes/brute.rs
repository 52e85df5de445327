//! Every answer is that of a loop over all brushes, each asked for by itself: bit for bit.

use super::*;
use crate::common::bsp::build;
use crate::common::solid::random_world;

fn bits(contacts: &[Contact]) -> Vec<[u32; 10]> {
    let mut all: Vec<[u32; 10]> = contacts
        .iter()
        .map(|c| {
            let [x, y, z] = c.point.to_array().map(f32::to_bits);
            let [u, v, w] = c.normal.to_array().map(f32::to_bits);
            [c.triangle, x, y, z, u, v, w, c.depth.to_bits(), c.feature, c.attributes]
        })
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn lists_are_those_of_all_brushes() {
    for (seed, count) in [(21, 1), (22, 7), (23, 150)] {
        let (world, range) = random_world(seed, count);
        let bsp = build(&numbered(world));
        let rng = &mut Rng::with_seed(seed);
        let everything = Filter::default();
        for _ in 0..if count > 100 { 150 } else { 500 } {
            let (capsule, shape) = (random_capsule(rng, range), random_box(rng, range));
            let axes: BoxAxes = shape.into();
            let options = all([0.0, 0.1, 1.0][rng.usize(0..3)]);
            let (mut of_capsule, mut of_box, mut of_sphere) = (Vec::new(), Vec::new(), Vec::new());
            let (mut by_capsule, mut by_box) = (Vec::new(), Vec::new());
            let sphere = Sphere { center: capsule.a, radius: capsule.radius };
            for i in 0..count {
                let filter = only(i);
                of_capsule.extend(contacts_capsule(&bsp, capsule, &filter, &options));
                of_sphere.extend(contacts_sphere(&bsp, sphere, &filter, &options));
                of_box.extend(contacts_box(&bsp, axes, &filter, &options));
                let mut answers = [0, 0];
                bsp.overlap_capsule(&[capsule], &filter, &mut answers[..1]).unwrap();
                bsp.overlap_box(&[shape], &filter, &mut answers[1..]).unwrap();
                by_capsule.extend((answers[0] == 1).then_some(i as u32));
                by_box.extend((answers[1] == 1).then_some(i as u32));
            }
            assert_eq!(bits(&contacts_capsule(&bsp, capsule, &everything, &options)), bits(&of_capsule));
            assert_eq!(bits(&contacts_sphere(&bsp, sphere, &everything, &options)), bits(&of_sphere));
            assert_eq!(bits(&contacts_box(&bsp, axes, &everything, &options)), bits(&of_box));
            let capsules =
                listed(0, |out| bsp.overlap_capsule_all(&[capsule], &everything, &mut (), out).unwrap());
            assert_eq!(capsules, by_capsule);
            let boxes = listed(0, |out| bsp.overlap_box_all(&[shape], &everything, &mut (), out).unwrap());
            assert_eq!(boxes, by_box);
            assert_eq!(overlap_capsule(&bsp, capsule), !by_capsule.is_empty());
            assert_eq!(overlap_box(&bsp, shape), !by_box.is_empty());
        }
    }
}

/// The order of first contacts.
fn earliest(hits: &[ShapeHit]) -> ShapeHit {
    let order = |a: &ShapeHit, b: &ShapeHit| {
        a.t.total_cmp(&b.t).then(b.depth.total_cmp(&a.depth)).then(a.triangle.cmp(&b.triangle))
    };
    hits.iter().copied().min_by(order).unwrap_or(ShapeHit::MISS)
}

#[test]
fn casts_are_those_of_all_brushes() {
    for (seed, count) in [(31, 3), (32, 120)] {
        let (world, range) = random_world(seed, count);
        let bsp = build(&numbered(world));
        let rng = &mut Rng::with_seed(seed);
        let everything = Filter::default();
        for _ in 0..if count > 100 { 300 } else { 1500 } {
            let displacement = match rng.usize(0..6) {
                0 => Vec3::ZERO,
                1 => Vec3::X * 3.0,
                _ => vector(rng, range * 1.5).as_vec3(),
            };
            let capsule = CapsuleCast { capsule: random_capsule(rng, range), displacement };
            let shape = BoxCast { shape: random_box(rng, range).into(), displacement };
            let (mut capsules, mut boxes) = (Vec::new(), Vec::new());
            for i in 0..count {
                let of_capsule = cast_capsule(&bsp, capsule, &only(i), ContactEdges::All);
                capsules.extend(of_capsule.is_hit().then_some(of_capsule));
                let of_box = cast_box(&bsp, shape, &only(i), ContactEdges::All);
                boxes.extend(of_box.is_hit().then_some(of_box));
            }
            let edges = ContactEdges::All;
            assert_eq!(cast_capsule(&bsp, capsule, &everything, edges), earliest(&capsules));
            assert_eq!(cast_box(&bsp, shape, &everything, edges), earliest(&boxes));
            let order = |a: &ShapeHit, b: &ShapeHit| a.t.total_cmp(&b.t).then(a.triangle.cmp(&b.triangle));
            capsules.sort_by(order);
            boxes.sort_by(order);
            let listed_capsules = listed(ShapeHit::MISS, |out| {
                bsp.cast_capsule_all(&[capsule], &everything, edges, &mut (), out).unwrap()
            });
            assert_eq!(listed_capsules, capsules);
            let listed_boxes = listed(ShapeHit::MISS, |out| {
                bsp.cast_box_all(&[shape], &everything, edges, &mut (), out).unwrap()
            });
            assert_eq!(listed_boxes, boxes);
        }
    }
}
