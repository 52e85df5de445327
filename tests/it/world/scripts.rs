//! Random edits of all kinds, against the model, on every structure.

use super::model::*;
use carom::ErrorKind;
use carom::geometry::{Ray, Vec3};
use carom::world::*;
use proptest::prelude::*;
use std::collections::HashSet;

/// Edits and questions, and how many objects there should be about.
fn script(options: &WorldOptions, seed: u64, spread: i64, size: i64, steps: usize, about: usize) {
    let rng = &mut fastrand::Rng::with_seed(seed);
    let mut world = World::new(options).unwrap();
    let mut model = Model::default();
    let mut gone = HashSet::new();
    let some = |rng: &mut fastrand::Rng, model: &Model, most: usize| {
        let mut ids = model.ids();
        rng.shuffle(&mut ids);
        ids.truncate(rng.usize(0..=most));
        ids
    };
    let filter = |rng: &mut fastrand::Rng| match rng.u32(0..4) {
        0 => GroupFilter { group: rng.u32(0..4), mask: rng.u32(0..4) },
        _ => GroupFilter::default(),
    };
    for step in 0..steps {
        match rng.u32(0..10) {
            0..3 => {
                let count = rng.usize(0..=about / 2 + 1);
                let known: Vec<Known> = (0..count)
                    .map(|_| Known {
                        shapes: vec![Shape::random(rng, spread, size)],
                        filter: filter(rng),
                        is_static: rng.u32(0..5) == 0,
                    })
                    .collect();
                let objects: Vec<Object> = known
                    .iter()
                    .map(|known| Object {
                        filter: known.filter,
                        is_static: known.is_static,
                        user: rng.u64(..),
                        ..known.shapes[0].volume().into()
                    })
                    .collect();
                let mut ids = vec![ObjectId::NONE; count];
                world.insert(&objects, &mut ids[..]).unwrap();
                for (i, (id, known)) in ids.iter().zip(known).enumerate() {
                    assert!(model.objects.insert(*id, known).is_none() && !gone.contains(id));
                    assert_eq!(world.object(*id).unwrap(), objects[i]);
                }
            }
            3 => {
                let shapes: Vec<Shape> =
                    (0..rng.usize(1..6)).map(|_| Shape::random(rng, spread, size)).collect();
                let volumes: Vec<Volume> = shapes.iter().map(Shape::volume).collect();
                let object = Object { filter: filter(rng), ..volumes[0].into() };
                let known = Known { shapes, filter: object.filter, is_static: false };
                match some(rng, &model, 1).first() {
                    Some(&id) if rng.bool() => {
                        world.update_compound(id, &volumes).unwrap();
                        let old = model.objects.get_mut(&id).unwrap();
                        *old = Known { filter: old.filter, is_static: old.is_static, ..known };
                    }
                    _ => {
                        let id = world.insert_compound(&volumes, &object).unwrap();
                        model.objects.insert(id, known);
                    }
                }
            }
            4..7 => {
                let many = model.objects.len();
                let most = if rng.bool() { many } else { 3 };
                let ids = some(rng, &model, most);
                let shapes: Vec<Shape> = ids.iter().map(|_| Shape::random(rng, spread, size)).collect();
                let volumes: Vec<Volume> = shapes.iter().map(Shape::volume).collect();
                world.update::<Volume>(&ids, &volumes).unwrap();
                for (id, shape) in ids.iter().zip(shapes) {
                    model.objects.get_mut(id).unwrap().shapes = vec![shape];
                }
            }
            7 => {
                let most = model.objects.len().saturating_sub(about) + 2;
                let ids = some(rng, &model, most);
                world.remove(&ids).unwrap();
                ids.iter().for_each(|id| assert!(model.objects.remove(id).is_some() && gone.insert(*id)));
                if let Some(&id) = ids.first() {
                    assert!(matches!(world.object(id), Err(error) if error.kind() == ErrorKind::UnknownId));
                }
            }
            8 => {
                let ids = some(rng, &model, 4);
                let filters: Vec<GroupFilter> = ids.iter().map(|_| filter(rng)).collect();
                world.set_filter(&ids, &filters).unwrap();
                for (id, filter) in ids.iter().zip(filters) {
                    model.objects.get_mut(id).unwrap().filter = filter;
                }
            }
            // Many come and go, so that there are places to be forgotten.
            9 if rng.u32(0..3) == 0 => {
                let many = vec![Shape::random(rng, spread, size).volume().into(); 80 + rng.usize(0..400)];
                let mut ids = vec![ObjectId::NONE; many.len()];
                world.insert(&many, &mut ids[..]).unwrap();
                assert!(ids.iter().all(|&id| gone.insert(id)));
                if rng.bool() {
                    world.list_ids(&mut ids.clone()[..]);
                    world
                        .raycast(&[Ray::new(Vec3::ZERO, Vec3::ONE)], &GroupFilter::ALL, &mut [Hit::MISS][..])
                        .unwrap();
                }
                world.remove(&ids).unwrap();
                if rng.bool() {
                    world.compact().unwrap();
                }
                if rng.u32(0..4) == 0 {
                    // Changes that have not been told are not kept.
                    assert_eq!(changes(&world), model.changes(), "step {step} of {seed} on {options:?}");
                    world.compact().unwrap();
                    let other = World::open(world.save().unwrap().bytes(), options.thread_count).unwrap();
                    assert_eq!(other.save().unwrap().bytes(), world.save().unwrap().bytes());
                    assert_eq!(changes(&other), (model.pairs(), vec![]));
                    world = other;
                }
            }
            // Nothing moves for a while.
            _ => (0..rng.usize(0..8)).for_each(|_| assert_eq!(pairs(&world), model.pairs())),
        }
        assert_eq!(world.len(), model.objects.len());
        if rng.bool() {
            assert_eq!(pairs(&world), model.pairs(), "step {step} of {seed} on {options:?}");
        }
        if rng.bool() {
            assert_eq!(changes(&world), model.changes(), "step {step} of {seed} on {options:?}");
        }
        if rng.bool() {
            let shape = Shape::random(rng, spread, 2 * size);
            let seen = GroupFilter { group: u32::MAX, mask: [u32::MAX, 1, 2][rng.usize(0..3)] };
            let found = match shape.volume() {
                Volume::Box(bounds) => {
                    lists(&[bounds], |q, offsets, ids| world.overlap_aabb_all(q, &seen, offsets, ids))
                }
                Volume::Sphere(sphere) => {
                    lists(&[sphere], |q, offsets, ids| world.overlap_sphere_all(q, &seen, offsets, ids))
                }
            };
            assert_eq!(found[0], model.touching(&shape, &seen), "step {step} of {seed} on {options:?}");
        }
    }
    assert_eq!(world.ids(), model.ids());
    assert!(
        gone.iter().all(|&id| matches!(world.object(id), Err(error) if error.kind() == ErrorKind::UnknownId))
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn every_structure_is_the_model(
        seed: u64, spread in 0i64..2000, size in 0i64..200, about in 1usize..60,
    ) {
        for options in variants() {
            script(&options, seed, spread, size, 24, about);
        }
    }

    #[test]
    fn the_fast_structure_is_the_model_with_more_objects(
        seed: u64, spread in 100i64..20000, size in 0i64..400, about in 60usize..400,
    ) {
        script(&WorldOptions::default(), seed, spread, size, 40, about);
    }
}

/// Pairs of objects that woke and parted were told to have ended twice, once more after `compact`.
#[test]
fn pairs_that_have_woken_and_ended_stay_so_when_objects_get_other_slots() {
    script(&WorldOptions::default(), 7_454_603_391_618_748_195, 1536, 377, 40, 150);
}
