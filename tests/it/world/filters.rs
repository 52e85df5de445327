//! Objects that do not see each other: found by nobody, on every structure, and not compared.

use super::model::*;
use carom::geometry::{Ray, Vec3};
use carom::world::*;

/// Filters of several kinds.
fn filters(rng: &mut fastrand::Rng, kind: usize) -> GroupFilter {
    let team = rng.u32(0..3);
    let (group, mask) = match kind {
        // One of a hundred sees the others.
        0 => [(1, 2), (2, 1)][usize::from(rng.u32(0..100) == 0)],
        // None sees any, but each some who do not see it.
        1 => (1 << team, 1 << ((team + 1) % 3)),
        // Each its own team.
        2 => (1 << team, 1 << team),
        // The others.
        3 => (1 << team, !(1 << team)),
        4 => (rng.u32(..) & rng.u32(..), rng.u32(..) & rng.u32(..)),
        5 => (1 << rng.u32(0..32), 1 << rng.u32(0..32)),
        // All, but for some who see nothing.
        6 => (u32::from(rng.u32(0..9) > 0), u32::MAX),
        // All the same.
        7 => (1, 2),
        _ => (4, 5),
    };
    GroupFilter { group, mask }
}

fn check(options: &WorldOptions, kind: usize, count: usize, spread: i64) {
    let rng = &mut fastrand::Rng::with_seed((kind * 1000 + count) as u64);
    let (world, mut model) = (World::new(options).unwrap(), Model::default());
    for round in 0..4 {
        let known: Vec<Known> = (0..count / (round + 1))
            .map(|_| Known {
                shapes: vec![Shape::random(rng, spread, 100)],
                filter: filters(rng, kind),
                is_static: rng.u32(0..9) == 0,
            })
            .collect();
        model.insert(&world, known);
        for _ in 0..4 {
            assert_eq!(pairs(&world), model.pairs(), "{kind} {count} {options:?}");
            for _ in 0..4 {
                let (shape, seen) = (Shape::random(rng, spread, 300), filters(rng, rng.clone().usize(0..9)));
                let box_of = |shape: &Shape| shape.volume().bounds();
                let bounds = box_of(&shape);
                let found =
                    lists(&[bounds], |q, offsets, ids| world.overlap_aabb_all(q, &seen, offsets, ids));
                let is_seen = |known: &&Known| {
                    known.filter.group & seen.mask != 0 && seen.group & known.filter.mask != 0
                };
                let seen_ones = || model.objects.iter().filter(|(_, known)| is_seen(known));
                let touches = |known: &Known| known.shapes[0].volume().touches(&Volume::Box(bounds));
                let expected: Vec<ObjectId> =
                    seen_ones().filter(|(_, known)| touches(known)).map(|(&id, _)| id).collect();
                assert_eq!(found[0], expected, "{kind} {count} {options:?}");
                // A ray from far away meets the same object as in a world of only those that it sees.
                let only =
                    World::new(&WorldOptions { structure: StructureKind::AllPairs, ..*options }).unwrap();
                let objects: Vec<Object> =
                    seen_ones().map(|(_, known)| known.shapes[0].volume().into()).collect();
                let mut names = vec![ObjectId::NONE; objects.len()];
                only.insert(&objects, &mut names[..]).unwrap();
                let ray = Ray::new(Vec3::splat(-1000.0), bounds.min + Vec3::splat(1000.0));
                let mut hits = [[Hit::MISS]; 2];
                world.raycast(&[ray], &seen, &mut hits[0][..]).unwrap();
                only.raycast(&[ray], &GroupFilter::ALL, &mut hits[1][..]).unwrap();
                assert_eq!(hits[0][0].t, hits[1][0].t);
                let point = PointQuery { point: bounds.min, max_distance: f32::INFINITY };
                let mut near = [[Neighbor::NONE; 5]; 2];
                world.nearest(&[point], 5, &seen, &mut near[0][..]).unwrap();
                only.nearest(&[point], 5, &GroupFilter::ALL, &mut near[1][..]).unwrap();
                assert_eq!(near[0].map(|near| near.distance), near[1].map(|near| near.distance));
            }
            // Some move, some see others, some go.
            for (&id, known) in model.objects.iter_mut() {
                if rng.u32(0..5) == 0 {
                    known.shapes = vec![Shape::random(rng, spread, 100)];
                    world.update::<Volume>(&[id], &[known.shapes[0].volume()]).unwrap();
                }
                if rng.u32(0..20) == 0 {
                    known.filter = filters(rng, kind);
                    world.set_filter(&[id], &[known.filter]).unwrap();
                }
            }
            let gone: Vec<ObjectId> = model.objects.keys().copied().filter(|_| rng.u32(0..30) == 0).collect();
            world.remove(&gone).unwrap();
            gone.iter().for_each(|id| assert!(model.objects.remove(id).is_some()));
        }
    }
}

#[test]
fn every_structure_is_the_model_whatever_is_seen() {
    for options in variants() {
        for kind in 0..9 {
            check(&options, kind, 60, 400);
            check(&options, kind, 100, 0);
        }
    }
}

#[test]
fn the_fast_structure_is_the_model_with_more_objects() {
    for threads in [1, 3] {
        let options = WorldOptions { thread_count: threads, ..WorldOptions::default() };
        for kind in 0..9 {
            check(&options, kind, 700, [1000, 4000][kind % 2]);
        }
    }
}

/// Pairs that are found and thrown away would take memory.
#[test]
fn those_that_see_nobody_are_not_gathered() {
    for options in variants() {
        for kind in [1, 7] {
            let rng = &mut fastrand::Rng::with_seed(1);
            let world = World::new(&options).unwrap();
            let cube = Shape::Box([0; 3], [64; 3]).volume();
            let objects: Vec<Object> =
                (0..2000).map(|_| Object { filter: filters(rng, kind), ..cube.into() }).collect();
            let mut ids = vec![ObjectId::NONE; objects.len()];
            world.insert(&objects, &mut ids[..]).unwrap();
            assert_eq!(pairs(&world), []);
            assert!(world.stats().unwrap().pair_bytes < 1 << 18, "{options:?}");
            // One sees all of the first kind; nobody of the others.
            let one = GroupFilter { group: 2, mask: 1 };
            world.insert(&[Object { filter: one, ..cube.into() }], &mut [ObjectId::NONE][..]).unwrap();
            let seen = objects.iter().filter(|object| object.filter.sees(&one)).count();
            assert_eq!(pairs(&world).len(), seen);
            assert!(world.stats().unwrap().pair_bytes < 1 << 19, "{options:?}");
        }
    }
}
