//! Objects that came and went cost nothing once they are forgotten, and their ids stay errors.

use super::model::{changes, pairs};
use carom::geometry::{Aabb, Vec3};
use carom::world::*;
use std::collections::{BTreeMap, HashSet};

fn cube(rng: &mut fastrand::Rng, spread: f32) -> Object {
    let at = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * spread;
    Aabb::new(at, at + 1.0).into()
}

fn insert(world: &World, objects: &[Object]) -> Vec<ObjectId> {
    let mut ids = vec![ObjectId::NONE; objects.len()];
    world.insert(objects, &mut ids[..]).unwrap();
    ids
}

fn bytes(world: &World) -> u64 {
    let stats = world.stats().unwrap();
    stats.object_bytes + stats.compound_bytes + stats.structure_bytes + stats.pair_bytes
}

#[test]
fn memory_and_saved_worlds_follow_the_living() {
    for structure in StructureKind::ALL {
        let rng = &mut fastrand::Rng::with_seed(1);
        let options = WorldOptions { structure, ..WorldOptions::default() };
        let (small, large) = (World::new(&options).unwrap(), World::new(&options).unwrap());
        let objects: Vec<Object> = (0..30_000).map(|_| cube(rng, 400.0)).collect();
        let ids = insert(&large, &objects);
        large
            .overlap_aabb_all(
                &[Aabb::new(Vec3::ZERO, Vec3::ONE)],
                &GroupFilter::ALL,
                &mut (),
                &mut ids.clone()[..],
            )
            .unwrap();
        let (kept, gone): (Vec<_>, Vec<_>) = ids.iter().enumerate().partition(|(i, _)| i % 100 == 99);
        large.remove(&gone.iter().map(|(_, id)| **id).collect::<Vec<_>>()).unwrap();
        let kept: Vec<Object> = kept.iter().map(|(i, _)| objects[*i]).collect();
        insert(&small, &kept);
        let (expected, saved) = (small.save().unwrap().bytes().len(), large.save().unwrap().bytes().len());
        // Free places may be kept for the number of objects, and 64 more.
        assert!(saved < 3 * expected + 64 * 64, "{saved} {expected} {structure:?}");
        let found = pairs(&large);
        large.compact().unwrap();
        assert_eq!(pairs(&large), found);
        assert_eq!(pairs(&small).len(), found.len());
        let (expected, bytes) = (bytes(&small), bytes(&large));
        assert!(bytes < 3 * expected + 64 * 200, "{bytes} {expected} {structure:?}");
        assert_eq!(large.save().unwrap().bytes().len(), saved);
    }
}

#[test]
fn no_id_is_ever_another_objects() {
    let rng = &mut fastrand::Rng::with_seed(2);
    let mut world = World::new(&WorldOptions::default()).unwrap();
    let (mut all, mut living) = (HashSet::new(), BTreeMap::new());
    for round in 0..300 {
        let objects: Vec<Object> = (0..rng.usize(0..600)).map(|_| cube(rng, 30.0)).collect();
        for (id, object) in insert(&world, &objects).into_iter().zip(objects) {
            assert!(all.insert(id), "{id} in round {round}");
            living.insert(id, object);
        }
        let most = [3, 50, 1000][rng.usize(0..3)];
        let gone: Vec<ObjectId> = living.keys().copied().filter(|_| rng.usize(0..most) > 2).collect();
        world.remove(&gone).unwrap();
        gone.iter().for_each(|id| assert!(living.remove(id).is_some()));
        match rng.u32(0..4) {
            0 => world.compact().unwrap(),
            1 => world = World::open(world.save().unwrap().bytes(), 1).unwrap(),
            _ => {}
        }
        assert_eq!(world.ids(), living.keys().copied().collect::<Vec<_>>());
        for id in all.iter().filter(|id| id.0 % 7 == round % 7) {
            assert_eq!(world.object(*id).ok(), living.get(id).copied());
        }
    }
}

#[test]
fn pairs_that_ended_before_are_told_after() {
    let world = World::new(&WorldOptions::default()).unwrap();
    let here: Object = Aabb::new(Vec3::ZERO, Vec3::ONE).into();
    let far = |i: usize| {
        Object::from(Aabb::new(Vec3::splat(9.0 + 2.0 * i as f32), Vec3::splat(10.0 + 2.0 * i as f32)))
    };
    insert(&world, &(0..500).map(far).collect::<Vec<_>>());
    let [a, b, c] = insert(&world, &[here; 3])[..] else { unreachable!() };
    assert_eq!(changes(&world), (vec![Pair { a, b }, Pair { a, b: c }, Pair { a: b, b: c }], vec![]));
    // All that lies below is forgotten, and b too.
    let below: Vec<ObjectId> = world.ids().into_iter().filter(|&id| id < a).chain([b]).collect();
    world.remove(&below).unwrap();
    let [d] = insert(&world, &[here])[..] else { unreachable!() };
    world.compact().unwrap();
    world.remove(&[d]).unwrap();
    let [e] = insert(&world, &[here])[..] else { unreachable!() };
    assert!(e != d && e != b);
    world.compact().unwrap();
    let mut begun = vec![Pair { a: a.min(e), b: a.max(e) }, Pair { a: c.min(e), b: c.max(e) }];
    begun.sort_unstable();
    assert_eq!(changes(&world), (begun, vec![Pair { a, b }, Pair { a: b, b: c }]));
    assert_eq!(changes(&world), (vec![], vec![]));
}

#[test]
fn few_free_slots_are_not_forgotten() {
    let rng = &mut fastrand::Rng::with_seed(3);
    let [a, b] = [(); 2].map(|()| World::new(&WorldOptions::default()).unwrap());
    let objects: Vec<Object> = (0..200).map(|_| cube(rng, 9.0)).collect();
    let ids = insert(&a, &objects);
    assert_eq!(insert(&b, &objects), ids);
    for world in [&a, &b] {
        world.remove(&ids[40..140]).unwrap();
    }
    a.compact().unwrap();
    assert_eq!(a.save().unwrap().bytes(), b.save().unwrap().bytes());
    assert_eq!(insert(&a, &objects), insert(&b, &objects));
}
