//! Readers beside a writer: a query finds the objects from before or after an edit, never from between.

use super::model::{changes, pairs};
use carom::geometry::{Aabb, Ray, Vec3};
use carom::world::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Enough of them that every part of the work is shared.
#[test]
fn lists_are_the_same_for_any_number_of_threads() {
    const COUNT: usize = 40_000;
    let boxes = |frame: usize| {
        let rng = &mut fastrand::Rng::with_seed(7);
        let side = (COUNT as f32 * 3.0).cbrt();
        let mut at = |_| {
            let at = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * side;
            let way = Vec3::new(rng.f32(), rng.f32(), rng.f32()) - 0.5;
            Aabb::new(at + way * frame as f32, at + way * frame as f32 + 1.0)
        };
        (0..COUNT).map(&mut at).collect::<Vec<Aabb>>()
    };
    let frames: Vec<Vec<Aabb>> = (0..5).map(boxes).collect();
    let play = |thread_count| {
        let world = World::new(&WorldOptions { thread_count, ..WorldOptions::default() }).unwrap();
        let mut ids = vec![ObjectId::NONE; COUNT];
        world
            .insert(&frames[0].iter().map(|&bounds| bounds.into()).collect::<Vec<Object>>(), &mut ids[..])
            .unwrap();
        world.set_filter(&ids[..100], &[GroupFilter { group: 2, mask: 1 }; 100]).unwrap();
        let mut lists = Vec::new();
        for boxes in &frames {
            world.update::<Aabb>(&ids, boxes).unwrap();
            lists.push((pairs(&world), changes(&world)));
        }
        // Few that move, and many that rest.
        for boxes in &frames {
            world.update::<Aabb>(&ids[..50], &boxes[..50]).unwrap();
            lists.push((pairs(&world), changes(&world)));
        }
        lists
    };
    let expected = play(1);
    assert!(expected.iter().all(|(pairs, _)| pairs.len() > 1 << 15));
    for threads in [2, 5] {
        assert!(play(threads) == expected, "{threads} threads");
    }
}

/// While one call waits for the world's own threads, its thread must not begin another on the same world.
#[test]
fn a_pool_of_the_callers_may_call() {
    const COUNT: usize = 20_000;
    let mut rng = fastrand::Rng::with_seed(8);
    let world = World::new(&WorldOptions { thread_count: 3, ..WorldOptions::default() }).unwrap();
    let objects: Vec<Object> = (0..COUNT)
        .map(|_| Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 40.0)
        .map(|at| Aabb::new(at, at + 1.0).into())
        .collect();
    let mut ids = vec![ObjectId::NONE; COUNT];
    world.insert(&objects, &mut ids[..]).unwrap();
    let expected = pairs(&world).len();
    let boxes: Vec<Aabb> = objects.iter().map(|object| object.volume.bounds()).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    pool.scope(|scope| {
        for _ in 0..64 {
            scope.spawn(|_| {
                world.update::<Aabb>(&ids, &boxes).unwrap();
                assert_eq!(pairs(&world).len(), expected);
            });
        }
    });
}

#[test]
fn readers_on_seven_threads_see_whole_batches() {
    for structure in StructureKind::ALL {
        let world = World::new(&WorldOptions { structure, ..WorldOptions::default() }).unwrap();
        // All objects stand at one place, and are moved to another together.
        let at = |x: f32| Aabb::new(Vec3::splat(x), Vec3::splat(x + 1.0));
        let mut ids = vec![ObjectId::NONE; 40];
        world.insert(&vec![Object::from(at(0.0)); 40], &mut ids[..]).unwrap();
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let mut readers = Vec::new();
            for reader in 0..7 {
                let (world, done) = (&world, &done);
                readers.push(scope.spawn(move || {
                    let mut found = vec![ObjectId::NONE; 100];
                    let mut hits = [Hit::MISS];
                    while !done.load(Ordering::Relaxed) {
                        let here = at(if reader % 2 == 0 { 0.0 } else { 10.0 });
                        let lists = world
                            .overlap_aabb_all(&[here], &GroupFilter::ALL, &mut (), &mut found[..])
                            .unwrap();
                        assert!(lists.total == 0 || lists.total == 40, "{}", lists.total);
                        let ray = Ray::new(Vec3::splat(-5.0), Vec3::ONE);
                        world.raycast(&[ray], &GroupFilter::ALL, &mut hits[..]).unwrap();
                        assert!(hits[0].t == 5.0 || hits[0].t == 15.0, "{hits:?}");
                        if reader == 3 {
                            assert_eq!(pairs(world).len(), 40 * 39 / 2);
                        }
                        if reader == 4 {
                            changes(world);
                        }
                    }
                }));
            }
            for round in 0..150 {
                let x = if round % 2 == 0 { 10.0 } else { 0.0 };
                world.update::<Aabb>(&ids, &vec![at(x); 40]).unwrap();
                if round % 10 == 0 {
                    // Far away from where anyone looks.
                    let mut id = [ObjectId::NONE];
                    world.insert(&[at(1e6 + 3.0 * round as f32).into()], &mut id[..]).unwrap();
                    world.remove(&id).unwrap();
                }
            }
            done.store(true, Ordering::Relaxed);
            // A thread sanitizer sees this, but not how a scope waits.
            readers.into_iter().for_each(|reader| reader.join().unwrap());
        });
        assert_eq!(pairs(&world).len(), 40 * 39 / 2);
    }
}
