//! Filters a query, the pairs of single objects, and edits of the fields of objects other than volumes:
//! against the model, with every structure.

use super::model::*;
use carom::ErrorKind;
use carom::geometry::{Aabb, Ray, Vec3};
use carom::world::*;

/// A world of random objects, its model, and the ids.
fn scene(options: &WorldOptions, rng: &mut fastrand::Rng, count: usize) -> (World, Model, Vec<ObjectId>) {
    let (world, mut model, mut ids) = (World::new(options).unwrap(), Model::default(), Vec::new());
    for _ in 0..count {
        let shapes: Vec<Shape> =
            (0..if rng.u32(0..5) == 0 { 3 } else { 1 }).map(|_| Shape::random(rng, 400, 60)).collect();
        let volumes: Vec<Volume> = shapes.iter().map(Shape::volume).collect();
        let filter = match rng.bool() {
            true => GroupFilter::default(),
            false => GroupFilter { group: rng.u32(0..4), mask: rng.u32(0..4) },
        };
        let object = Object { filter, is_static: rng.u32(0..4) == 0, ..volumes[0].into() };
        let id = world.insert_compound(&volumes, &object).unwrap();
        model.objects.insert(id, Known { shapes, filter, is_static: object.is_static });
        ids.push(id);
    }
    (world, model, ids)
}

#[test]
fn each_query_has_a_filter_of_its_own_and_ignores_one() {
    for (round, options) in variants().iter().enumerate() {
        let rng = &mut fastrand::Rng::with_seed(round as u64);
        let (world, mut model, ids) = scene(options, rng, [3, 40, 150][round % 3]);
        let gone = ids[1];
        world.remove(&[gone]).unwrap();
        model.objects.remove(&gone);
        for count in [1, 2, 30] {
            let shapes: Vec<Shape> = (0..count).map(|_| Shape::random(rng, 400, 200)).collect();
            let boxes: Vec<Aabb> = shapes.iter().map(|shape| shape.volume().bounds()).collect();
            let filters: Vec<QueryFilter> = (0..count)
                .map(|_| QueryFilter {
                    groups: [GroupFilter::ALL, GroupFilter { group: 1, mask: 2 }][rng.usize(0..2)],
                    ignore: [ObjectId::NONE, gone, ids[0], ids[rng.usize(0..ids.len())]][rng.usize(0..4)],
                })
                .collect();
            let expected = |i: usize, filter: &QueryFilter| {
                let inside = boxes[i].min.to_array().map(|x| (x * FINE) as i64);
                let shape = Shape::Box(inside, boxes[i].max.to_array().map(|x| (x * FINE) as i64));
                let mut found = model.touching(&shape, &filter.groups);
                found.retain(|id| *id != filter.ignore);
                found
            };
            let found = lists(&boxes, |q, offsets, ids| world.overlap_aabb_all(q, &filters, offsets, ids));
            for (i, filter) in filters.iter().enumerate() {
                assert_eq!(found[i], expected(i, filter), "{filter:?} {options:?}");
            }
            // One for all, and none.
            let found = lists(&boxes, |q, offsets, ids| world.overlap_aabb_all(q, &filters[0], offsets, ids));
            (0..count).for_each(|i| assert_eq!(found[i], expected(i, &filters[0]), "{options:?}"));
            let none: [QueryFilter; 0] = [];
            let found = lists(&boxes, |q, offsets, ids| world.overlap_aabb_all(q, &none, offsets, ids));
            (0..count).for_each(|i| assert_eq!(found[i], expected(i, &QueryFilter::ALL), "{options:?}"));
            // The nearest do not have it either.
            let points: Vec<PointQuery> =
                boxes.iter().map(|b| PointQuery { point: b.min, max_distance: f32::INFINITY }).collect();
            let mut near = vec![Neighbor::NONE; 200 * count];
            world.nearest(&points, 200, &filters, &mut near[..]).unwrap();
            for (near, filter) in near.chunks(200).zip(&filters) {
                let mut found: Vec<ObjectId> =
                    near.iter().map(|n| n.object).filter(|id| *id != ObjectId::NONE).collect();
                assert!(near.is_sorted_by_key(|n| (n.distance, n.object == ObjectId::NONE, n.object)));
                found.sort();
                let all = Shape::Box([-(1 << 20); 3], [1 << 20; 3]);
                let mut expected = model.touching(&all, &filter.groups);
                expected.retain(|id| *id != filter.ignore);
                assert_eq!(found, expected, "{options:?}");
                // Fewer are the first of them.
                let mut few = vec![Neighbor::NONE; 7];
                let point = points[0];
                let of = |k: usize, out: &mut [Neighbor]| world.nearest(&[point], k, filter, out).unwrap();
                of(7, &mut few);
                let mut many = vec![Neighbor::NONE; 200];
                of(200, &mut many);
                assert_eq!(few[..], many[..7], "{options:?}");
            }
        }
        let error = world.overlap_aabb_all(
            &[Aabb::new(Vec3::ZERO, Vec3::ONE); 3],
            &[QueryFilter::ALL; 2],
            &mut (),
            &mut [][..],
        );
        assert!(
            matches!(error, Err(error) if error.kind() == ErrorKind::InvalidArgument && error.to_string().starts_with("filters: 2 for 3"))
        );
    }
}

#[test]
fn the_pairs_of_an_object_are_those_of_all_that_it_is_in() {
    for (round, options) in variants().iter().enumerate() {
        let rng = &mut fastrand::Rng::with_seed(100 + round as u64);
        let (world, model, mut ids) = scene(options, rng, [3, 60, 200][round % 3]);
        rng.shuffle(&mut ids);
        let pairs = model.pairs();
        let found = lists(&ids, |ids, offsets, objects| world.pairs_of(ids, offsets, objects));
        for (id, found) in ids.iter().zip(found) {
            let mut expected: Vec<ObjectId> = pairs
                .iter()
                .filter(|pair| pair.a == *id || pair.b == *id)
                .map(|pair| if pair.a == *id { pair.b } else { pair.a })
                .collect();
            expected.sort();
            assert_eq!(found, expected, "{options:?}");
        }
        let error = world.pairs_of(&[ids[0], ObjectId(77)], &mut (), &mut [][..]);
        assert!(
            matches!(error, Err(error) if error.kind() == ErrorKind::UnknownId && error.to_string().starts_with("ids[1]"))
        );
    }
}

#[test]
fn objects_become_static_and_move_again() {
    for (round, options) in variants().iter().enumerate() {
        let rng = &mut fastrand::Rng::with_seed(200 + round as u64);
        let (world, mut model, ids) = scene(options, rng, [3, 60, 200][round % 3]);
        for step in 0..24 {
            let mut some = ids.clone();
            rng.shuffle(&mut some);
            some.truncate(rng.usize(0..=ids.len() / [1, 20][step % 2]));
            let is_static: Vec<bool> = some.iter().map(|_| rng.bool()).collect();
            world.set_static(&some, &is_static).unwrap();
            for (id, &is_static) in some.iter().zip(&is_static) {
                model.objects.get_mut(id).unwrap().is_static = is_static;
                assert_eq!(world.object(*id).unwrap().is_static, is_static);
            }
            let statics = model.objects.values().filter(|known| known.is_static).count();
            assert_eq!(world.stats().unwrap().statics, statics as u64);
            // Long enough for objects to come to rest, at times.
            for _ in 0..[1, 1, 12][step % 3] {
                assert_eq!(pairs(&world), model.pairs(), "step {step}, {options:?}");
                assert_eq!(changes(&world), model.changes(), "step {step}, {options:?}");
            }
        }
        let error = world.set_static(&[ids[0], ObjectId(5)], &[true, true]);
        assert!(
            matches!(error, Err(error) if error.kind() == ErrorKind::UnknownId && error.to_string().starts_with("ids[1]"))
        );
        assert!(
            matches!(world.set_static(&ids[..1], &[]), Err(error) if error.kind() == ErrorKind::InvalidArgument)
        );
    }
}

#[test]
fn users_are_changed_and_come_with_hits() {
    for options in variants() {
        let world = World::new(&options).unwrap();
        let at = |x: f32| Object { user: x as u64, ..Aabb::new(Vec3::splat(x), Vec3::splat(x + 1.0)).into() };
        let mut ids = [ObjectId::NONE; 2];
        world.insert(&[at(3.0), at(5.0)], &mut ids[..]).unwrap();
        world.set_user(&ids[1..], &[u64::MAX]).unwrap();
        assert_eq!(world.object(ids[1]).unwrap().user, u64::MAX);
        let mut hits = [Hit::MISS; 2];
        let ray = Ray::new(Vec3::splat(0.5), Vec3::ONE);
        world
            .raycast(&[ray, ray], &[QueryFilter::ALL, QueryFilter::ignoring(ids[0])], &mut hits[..])
            .unwrap();
        assert_eq!(hits, [Hit::new(2.5, ids[0], 3), Hit::new(4.5, ids[1], u64::MAX)]);
        let mut near = [Neighbor::NONE; 3];
        let point = PointQuery { point: Vec3::splat(5.5), max_distance: 9.0 };
        world.nearest(&[point], 3, &GroupFilter::ALL, &mut near[..]).unwrap();
        assert_eq!(near.map(|n| (n.object, n.user)), [(ids[1], u64::MAX), (ids[0], 3), (ObjectId::NONE, 0)]);
        let error = world.set_user(&[ObjectId::NONE], &[1]);
        assert!(matches!(error, Err(error) if error.kind() == ErrorKind::UnknownId));
    }
}

#[test]
fn a_cleared_world_is_empty_and_goes_on() {
    for (round, options) in variants().iter().enumerate() {
        let rng = &mut fastrand::Rng::with_seed(300 + round as u64);
        let (world, mut model, ids) = scene(options, rng, 50);
        for frames in [0, 1, 12] {
            for _ in 0..frames {
                assert_eq!(changes(&world), model.changes(), "{options:?}");
            }
            world.clear();
            model.objects.clear();
            assert!(world.is_empty() && world.ids().is_empty());
            assert!(matches!(world.object(ids[0]), Err(error) if error.kind() == ErrorKind::UnknownId));
            assert_eq!((pairs(&world), changes(&world)), (vec![], model.changes()), "{options:?}");
            let mut boxes = 0;
            world.boxes(|_| boxes += 1).unwrap();
            assert_eq!((boxes, world.stats().unwrap().nodes), (0, 0), "{options:?}");
            let ray = Ray::new(Vec3::splat(-100.0), Vec3::ONE);
            let mut hit = [Hit::new(0.0, ids[0], 0)];
            world.raycast(&[ray], &GroupFilter::ALL, &mut hit[..]).unwrap();
            assert_eq!(hit, [Hit::MISS]);
            let shapes: Vec<Shape> = (0..50).map(|_| Shape::random(rng, 200, 60)).collect();
            let objects: Vec<Object> = shapes.iter().map(|shape| shape.volume().into()).collect();
            let mut again = vec![ObjectId::NONE; 50];
            world.insert(&objects, &mut again[..]).unwrap();
            // The same places, in the same order.
            assert!(again.iter().zip(&ids).all(|(a, b)| a.0 >> 32 == b.0 >> 32 && a != b));
            for (id, shape) in again.iter().zip(shapes) {
                let known = Known { shapes: vec![shape], filter: GroupFilter::default(), is_static: false };
                model.objects.insert(*id, known);
            }
            assert_eq!(pairs(&world), model.pairs(), "{options:?}");
        }
    }
}
