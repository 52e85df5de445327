//! Edits one at a time, each followed by a question: the answers are right, and no tree is built for each.

use super::model::*;
use carom::world::*;

fn known(rng: &mut fastrand::Rng, filtered: bool) -> Known {
    let filter = match filtered && rng.bool() {
        true => GroupFilter { group: 1 << rng.u32(0..3), mask: rng.u32(..) },
        false => GroupFilter::default(),
    };
    Known { shapes: vec![Shape::random(rng, 1500, 100)], filter, is_static: rng.u32(0..6) == 0 }
}

/// One edit of a random object.
fn edit(rng: &mut fastrand::Rng, world: &World, model: &mut Model, filtered: bool) {
    let ids = model.ids();
    let id = ids[rng.usize(0..ids.len())];
    match rng.u32(0..8) {
        0 => {
            world.remove(&[id]).unwrap();
            model.objects.remove(&id);
        }
        1 | 2 => model.insert(world, vec![known(rng, filtered)]),
        3 => {
            let filter = known(rng, filtered).filter;
            world.set_filter(&[id], &[filter]).unwrap();
            model.objects.get_mut(&id).unwrap().filter = filter;
        }
        _ => {
            let shape = match (rng.bool(), &model.objects[&id].shapes[0]) {
                // A little, so that some pairs stay.
                (true, Shape::Box(min, max)) => Shape::Box(min.map(|x| x + 1), max.map(|x| x + 1)),
                _ => Shape::random(rng, 1500, 100),
            };
            world.update::<Volume>(&[id], &[shape.volume()]).unwrap();
            model.objects.get_mut(&id).unwrap().shapes = vec![shape];
        }
    }
}

#[test]
fn pairs_and_changes_after_each_edit_are_the_models() {
    for (seed, threads) in [(1, 1), (2, 1), (3, 3), (4, 1)] {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let world = World::new(&WorldOptions { thread_count: threads, ..WorldOptions::default() }).unwrap();
        let mut model = Model::default();
        let filtered = seed == 2;
        model.insert(&world, (0..400).map(|_| known(rng, filtered)).collect());
        for frame in 0..400 {
            // Nearly all come to rest, and one at a time moves.
            if frame > 5 {
                (0..[1, 1, 1, 3][rng.usize(0..4)]).for_each(|_| edit(rng, &world, &mut model, filtered));
            }
            if rng.u32(0..3) > 0 {
                assert_eq!(pairs(&world), model.pairs(), "frame {frame} of {seed}");
            }
            if rng.u32(0..3) > 0 {
                assert_eq!(changes(&world), model.changes(), "frame {frame} of {seed}");
            }
            if frame % 100 == 99 {
                world.compact().unwrap();
            }
        }
    }
}

#[test]
fn answers_after_each_edit_are_the_models_and_trees_are_seldom_built() {
    for filtered in [false, true] {
        let rng = &mut fastrand::Rng::with_seed(5);
        let world = World::new(&WorldOptions::default()).unwrap();
        let mut model = Model::default();
        model.insert(&world, (0..6000).map(|_| known(rng, filtered)).collect());
        let ask = |rng: &mut fastrand::Rng, model: &Model| {
            let shape = Shape::random(rng, 1500, 300);
            let bounds = shape.volume().bounds();
            let all = GroupFilter::ALL;
            let found = lists(&[bounds], |q, offsets, ids| world.overlap_aabb_all(q, &all, offsets, ids));
            if let Shape::Box(..) = shape {
                assert_eq!(found[0], model.touching(&shape, &all));
            }
        };
        ask(rng, &model);
        let before = world.stats().unwrap().builds;
        for _ in 0..700 {
            model.insert(&world, vec![known(rng, filtered)]);
            ask(rng, &model);
        }
        let builds = world.stats().unwrap().builds - before;
        assert!(builds <= 20, "{builds} trees were built for 700 insertions");
        for _ in 0..700 {
            edit(rng, &world, &mut model, filtered);
            ask(rng, &model);
        }
        let builds = world.stats().unwrap().builds - before;
        assert!(builds <= 60, "{builds} trees were built for 1400 edits");
    }
}

#[test]
fn pairs_are_the_models_also_while_trees_are_sorted_in_steps() {
    for (seed, filtered, threads) in [(1, false, 1), (2, true, 1), (3, false, 3)] {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let world = World::new(&WorldOptions { thread_count: threads, ..WorldOptions::default() }).unwrap();
        let mut model = Model::default();
        model.insert(&world, (0..1500).map(|_| known(rng, false)).collect());
        for step in 0..1500 {
            // Filters begin to differ, places are forgotten, and many come at once, wherever the sorting is.
            match rng.u32(0..200) {
                0 => model.insert(&world, (0..rng.usize(1..300)).map(|_| known(rng, filtered)).collect()),
                1 => world.compact().unwrap(),
                2 | 3 => assert_eq!(pairs(&world), model.pairs(), "step {step} of {seed}"),
                4 => assert_eq!(changes(&world), model.changes(), "step {step} of {seed}"),
                _ => edit(rng, &world, &mut model, filtered && step > 200),
            }
            let bounds = Shape::random(rng, 1500, 300);
            let found = lists(&[bounds.volume().bounds()], |q, offsets, ids| {
                world.overlap_aabb_all(q, &GroupFilter::ALL, offsets, ids)
            });
            if let Shape::Box(..) = bounds {
                assert_eq!(found[0], model.touching(&bounds, &GroupFilter::ALL), "step {step} of {seed}");
            }
        }
        assert_eq!(pairs(&world), model.pairs());
    }
}
