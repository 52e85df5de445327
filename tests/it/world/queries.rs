//! Queries of every kind: each structure against the loop over all objects, bit by bit, right after edits.

use super::model::*;
use crate::common::effort::effort;
use carom::geometry::{Aabb, Ray, Sphere, Vec3};
use carom::world::*;

fn vector(rng: &mut fastrand::Rng, size: f32) -> Vec3 {
    let mut number = || match rng.u32(0..6) {
        0 => 0.0,
        1 => rng.i32(-3..4) as f32,
        _ => (rng.f32() - 0.5) * 2.0 * size,
    };
    Vec3::new(number(), number(), number())
}

fn volume(rng: &mut fastrand::Rng, spread: f32, size: f32) -> Volume {
    let (at, extent) = (vector(rng, spread), vector(rng, size).abs());
    match rng.u32(0..3) {
        0 => Volume::Sphere(Sphere { center: at, radius: extent.x }),
        _ => Volume::Box(Aabb::new(at, at + extent)),
    }
}

/// All answers of a world, as text.
fn answers(world: &World, rng: &mut fastrand::Rng, spread: f32) -> Vec<String> {
    let mut all = Vec::new();
    let seen = [GroupFilter::ALL, GroupFilter { group: 1, mask: 2 }][rng.usize(0..2)];
    let rays: Vec<Ray> = (0..12)
        .map(|i| {
            let mut direction = vector(rng, [1.0, 1e-3, 1e-27, 1e9][i % 4]);
            direction.z = if direction.abs().max_element() < 1e-28 { -1.0 } else { direction.z };
            let t_max = [f32::INFINITY, 2.0, 0.5, f32::INFINITY][i / 3];
            Ray {
                origin: vector(rng, spread),
                t_min: [0.0, -1.0, 0.25, f32::NEG_INFINITY][i / 2 % 4],
                direction,
                t_max,
            }
        })
        .collect();
    let mut hits = vec![Hit::MISS; rays.len()];
    world.raycast(&rays, &seen, &mut hits[..]).unwrap();
    all.push(format!("{hits:?}"));
    let casts: Vec<AabbCast> = (0..12)
        .map(|_| AabbCast { bounds: volume(rng, spread, 1.0).bounds(), displacement: vector(rng, spread) })
        .collect();
    world.cast_aabb(&casts, &seen, &mut hits[..]).unwrap();
    all.push(format!("{hits:?}"));
    let points: Vec<PointQuery> = (0..8)
        .map(|i| PointQuery {
            point: vector(rng, 2.0 * spread),
            max_distance: [f32::INFINITY, 1.5, 0.0, 1e30][i % 4],
        })
        .collect();
    for k in [0, 1, 7] {
        let mut neighbors = vec![Neighbor::NONE; points.len() * k];
        world.nearest(&points, k, &seen, &mut neighbors[..]).unwrap();
        all.push(format!("{neighbors:?}"));
    }
    let frusta: Vec<Frustum> = (0..6)
        .map(|_| {
            let eye = vector(rng, spread);
            Frustum {
                planes: [0; 6].map(|_| {
                    let mut normal = vector(rng, 1.0);
                    normal.x = if normal == Vec3::ZERO { 1.0 } else { normal.x };
                    Plane { normal, offset: -normal.dot(eye) + rng.f32() * 2.0 }
                }),
            }
        })
        .collect();
    let found = lists(&frusta, |q, offsets, ids| world.overlap_frustum_all(q, &seen, offsets, ids));
    all.push(format!("{found:?}"));
    let spheres: Vec<Sphere> =
        (0..8).map(|_| Sphere { center: vector(rng, spread), radius: rng.f32() * spread * 0.3 }).collect();
    let found = lists(&spheres, |q, offsets, ids| world.overlap_sphere_all(q, &seen, offsets, ids));
    all.push(format!("{found:?}"));
    let boxes: Vec<Aabb> = (0..8).map(|_| volume(rng, spread, spread * 0.5).bounds()).collect();
    let found = lists(&boxes, |q, offsets, ids| world.overlap_aabb_all(q, &seen, offsets, ids));
    all.push(format!("{found:?}"));
    all
}

#[test]
fn answers_are_those_of_the_loop() {
    for round in 0..effort(12, 60) {
        let (spread, size) = ([3.0, 20.0, 1e4][round % 3], [0.5, 3.0, 1e-4, 30.0][round % 4]);
        let play = |options: &WorldOptions| {
            let rng = &mut fastrand::Rng::with_seed(round as u64);
            let world = World::new(options).unwrap();
            let mut said = answers(&world, rng, spread);
            let count = [5, 40, 200, 600][round % 4];
            let objects: Vec<Object> = (0..count)
                .map(|_| Object {
                    filter: GroupFilter { group: rng.u32(1..4), mask: rng.u32(1..4) },
                    is_static: rng.bool(),
                    ..volume(rng, spread, size).into()
                })
                .collect();
            let mut ids = vec![ObjectId::NONE; count];
            world.insert(&objects, &mut ids[..]).unwrap();
            for _ in 0..3 {
                let volumes: Vec<Volume> = (0..4).map(|_| volume(rng, spread, size)).collect();
                ids.push(world.insert_compound(&volumes, &volumes[0].into()).unwrap());
            }
            for step in 0..6 {
                said.extend(answers(&world, rng, spread));
                if step % 2 == 0 {
                    let mut out = [Pair { a: ObjectId::NONE, b: ObjectId::NONE }; 1];
                    world.pairs(&mut out[..]).unwrap();
                    said.extend(answers(&world, rng, spread));
                }
                // Of few or of many.
                let moved = &ids[..if step % 2 == 0 { 3 } else { ids.len() }];
                let volumes: Vec<Volume> = moved.iter().map(|_| volume(rng, spread, size)).collect();
                world.update::<Volume>(moved, &volumes).unwrap();
                let gone = ids.swap_remove(rng.usize(0..ids.len()));
                world.remove(&[gone]).unwrap();
                said.extend(answers(&world, rng, spread));
                let id = world.insert_compound(&[volume(rng, spread, size)], &volumes[0].into()).unwrap();
                ids.push(id);
            }
            said
        };
        let all_pairs = WorldOptions { structure: StructureKind::AllPairs, ..WorldOptions::default() };
        let expected = play(&all_pairs);
        for options in variants() {
            let said = play(&options);
            for (i, (said, expected)) in said.iter().zip(&expected).enumerate() {
                assert_eq!(said, expected, "round {round}, answer {i}, {options:?}");
            }
        }
    }
}

#[test]
fn a_ray_meets_the_nearest_and_of_equals_the_first() {
    let world = World::new(&WorldOptions::default()).unwrap();
    let at = |x: f32| Object::from(Aabb::new(Vec3::splat(x), Vec3::splat(x + 1.0)));
    let mut ids = [ObjectId::NONE; 4];
    world.insert(&[at(9.0), at(5.0), at(5.0), at(20.0)], &mut ids[..]).unwrap();
    let ray = |t_min, t_max| Ray { origin: Vec3::splat(0.5), t_min, direction: Vec3::splat(0.5), t_max };
    let mut hits = [Hit::MISS; 4];
    let rays = [ray(0.0, f32::INFINITY), ray(0.0, 8.9), ray(11.5, 30.0), ray(10.0, 10.0)];
    world.raycast(&rays, &GroupFilter::ALL, &mut hits[..]).unwrap();
    assert_eq!(hits[0], Hit::new(9.0, ids[1], 0));
    assert_eq!(hits[1], Hit::MISS);
    assert_eq!(hits[2], Hit::new(17.0, ids[0], 0));
    assert_eq!(hits[3], Hit::new(10.0, ids[1], 0));
    // A line, both ends of which are infinite, from behind them.
    let line = Ray { origin: Vec3::splat(30.0), ..ray(f32::NEG_INFINITY, f32::INFINITY) };
    world.raycast(&[line], &GroupFilter::ALL, &mut hits[..1]).unwrap();
    assert_eq!(hits[0], Hit::new(-50.0, ids[1], 0));
}
