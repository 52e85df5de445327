//! A world in a steady state allocates nothing: frames in which everything moves, frames in which few objects
//! do, and queries of every kind. The bytes of a world for each object are bounded.

#[path = "common/allocator.rs"]
mod allocator;

use allocator::{Plan, allocations, set_plan};
use carom::ErrorKind;
use carom::geometry::{Aabb, Ray, Sphere, Vec3};
use carom::world::*;

/// The number of allocations that something makes.
fn allocations_of(call: impl FnOnce()) -> usize {
    let before = allocations();
    call();
    allocations() - before
}

const COUNT: usize = 3000;
const NO_PAIR: Pair = Pair { a: ObjectId::NONE, b: ObjectId::NONE };

/// Boxes of a frame: each swings about its place, some far.
fn boxes(frame: usize) -> Vec<Aabb> {
    let rng = &mut fastrand::Rng::with_seed(1);
    let side = (COUNT as f32 * 6.0).cbrt();
    (0..COUNT)
        .map(|_| {
            let at = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * side;
            let swing = Vec3::splat(rng.f32() * 2.0) * (rng.f32() * 9.0 + frame as f32 * 0.7).sin();
            Aabb::new(at + swing, at + swing + 1.0)
        })
        .collect()
}

#[test]
fn a_steady_frame_allocates_nothing() {
    let frames: Vec<Vec<Aabb>> = (0..40).map(boxes).collect();
    let world = World::new(&WorldOptions::default()).unwrap();
    let objects: Vec<Object> = frames[0].iter().map(|&bounds| bounds.into()).collect();
    let mut ids = vec![ObjectId::NONE; COUNT];
    world.insert(&objects, &mut ids[..]).unwrap();
    let (mut pairs, mut ended) = (vec![NO_PAIR; 40 * COUNT], vec![NO_PAIR; 40 * COUNT]);
    let mut frame = |frame: usize, moving: usize| {
        let boxes = &frames[frame % frames.len()];
        world.update::<Aabb>(&ids[..moving], &boxes[..moving]).unwrap();
        assert!(world.pairs(&mut pairs[..]).unwrap().total > 0);
        world.pair_changes(&mut pairs[..], &mut ended[..]).unwrap();
    };
    // All move.
    (0..40).for_each(|i| frame(i, COUNT));
    assert_eq!(allocations_of(|| (0..40).for_each(|i| frame(i, COUNT))), 0);
    // Few move, all others come to rest.
    (0..200).for_each(|i| frame(i, 30));
    assert_eq!(allocations_of(|| (0..40).for_each(|i| frame(i, 30))), 0);
}

/// All structures that are not built anew for each change.
fn kept() -> Vec<WorldOptions> {
    let of = |structure| WorldOptions { structure, ..WorldOptions::default() };
    let mut all = vec![of(StructureKind::Auto), of(StructureKind::AllPairs), of(StructureKind::MultiGrid)];
    all.push(WorldOptions { thread_count: 3, ..WorldOptions::default() });
    for structure in [StructureKind::SphereTree, StructureKind::BoxTree] {
        for build in [HierarchyBuild::Insertion, HierarchyBuild::TopDown] {
            all.push(WorldOptions { build, ..of(structure) });
        }
    }
    for placement in [Placement::Single, Placement::Every] {
        all.push(WorldOptions { placement, ..of(StructureKind::Grid) });
    }
    all
}

/// Other objects move in each frame, so that objects come to rest and wake all the time. Queries run in
/// between.
#[test]
fn frames_with_other_movers_allocate_nothing_on_any_structure() {
    for options in kept() {
        let count = if options.structure == StructureKind::AllPairs { 300 } else { 1000 };
        let frames = [boxes(0), boxes(1)];
        let world = World::new(&options).unwrap();
        let objects: Vec<Object> = frames[0].iter().take(count).map(|&bounds| bounds.into()).collect();
        let mut ids = vec![ObjectId::NONE; count];
        world.insert(&objects, &mut ids[..]).unwrap();
        let (mut pairs, mut ended) = (vec![NO_PAIR; 40 * COUNT], vec![NO_PAIR; 40 * COUNT]);
        let mut found = vec![ObjectId::NONE; COUNT];
        // The same again and again: some at a time move to and fro.
        let mut round = || {
            for step in 0..32 {
                let (from, boxes) = (step % 8 * count / 8, &frames[step / 8 % 2]);
                let some = from..from + [3, count / 8, count / 20][step % 3];
                world.update::<Aabb>(&ids[some.clone()], &boxes[some]).unwrap();
                world.overlap_aabb_all(&boxes[..3], &GroupFilter::ALL, &mut (), &mut found[..]).unwrap();
                world.pairs(&mut pairs[..]).unwrap();
                world.pair_changes(&mut pairs[..], &mut ended[..]).unwrap();
                world.pairs_of(&ids[..9], &mut (), &mut found[..]).unwrap();
            }
        };
        (0..8).for_each(|_| round());
        let allocated = allocations_of(|| (0..3).for_each(|_| round()));
        // A note for each of two threads, and its container, for each of some steps of a frame.
        let most = if options.thread_count > 1 { 3 * 32 * 40 } else { 0 };
        assert!(allocated <= most, "{allocated} {options:?}");
    }
}

#[test]
fn pairs_that_are_only_counted_are_not_kept() {
    // All touch all.
    let objects = vec![Object::from(Aabb::new(Vec3::ZERO, Vec3::ONE)); 3000];
    let expected = 3000 * 2999 / 2;
    for structure in StructureKind::ALL {
        let world = World::new(&WorldOptions { structure, ..WorldOptions::default() }).unwrap();
        let mut ids = vec![ObjectId::NONE; 3000];
        world.insert(&objects, &mut ids[..]).unwrap();
        let mut some = [NO_PAIR; 5];
        let lists = world.pairs(&mut some[..]).unwrap();
        assert_eq!((lists.written, lists.total), (5, expected), "{structure:?}");
        assert_eq!(some, [1, 2, 3, 4, 5].map(|i| Pair { a: ids[0], b: ids[i] }), "{structure:?}");
        assert_eq!(world.pairs(&mut [][..]).unwrap().total, expected);
        assert!(world.stats().unwrap().pair_bytes < 1 << 20, "{structure:?}");
    }
    // With room for all they are.
    let world = World::new(&WorldOptions::default()).unwrap();
    world.insert(&objects, &mut vec![ObjectId::NONE; 3000][..]).unwrap();
    assert_eq!(world.pairs(&mut [][..]).unwrap().total, expected);
    let mut all = vec![NO_PAIR; expected];
    assert_eq!(world.pairs(&mut all[..]).unwrap().written, expected);
    assert!(all.is_sorted_by(|a, b| a < b) && world.stats().unwrap().pair_bytes > expected as u64 * 8);
}

#[test]
fn queries_allocate_nothing() {
    let world = World::new(&WorldOptions::default()).unwrap();
    let first = boxes(0);
    let objects: Vec<Object> = first.iter().map(|&bounds| bounds.into()).collect();
    let mut ids = vec![ObjectId::NONE; COUNT];
    world.insert(&objects, &mut ids[..]).unwrap();
    let all = GroupFilter::ALL;
    let mut found = vec![ObjectId::NONE; COUNT];
    let (mut hits, mut near) = ([Hit::MISS; 2], vec![Neighbor::NONE; COUNT]);
    let mut met = vec![Hit::MISS; COUNT];
    let mut ask = || {
        // Right after an edit.
        world.update::<Aabb>(&ids[..1], &first[..1]).unwrap();
        world.overlap_aabb_all(&first[..50], &all, &mut (), &mut found[..]).unwrap();
        let sphere = Sphere { center: Vec3::splat(5.0), radius: 3.0 };
        world.overlap_sphere_all(&[sphere], &all, &mut (), &mut found[..]).unwrap();
        let plane = Plane { normal: Vec3::X, offset: -4.0 };
        world.overlap_frustum_all(&[Frustum { planes: [plane; 6] }], &all, &mut (), &mut found[..]).unwrap();
        let ray = Ray::new(Vec3::splat(-3.0), Vec3::new(1.0, 1.1, 1.2));
        world.raycast(&[ray, ray], &all, &mut hits[..]).unwrap();
        let cast = AabbCast { bounds: first[3], displacement: Vec3::splat(4.0) };
        world.cast_aabb(&[cast, cast], &all, &mut hits[..]).unwrap();
        world.raycast_all(&[ray, ray], &QueryFilter::ignoring(ids[0]), &mut (), &mut met[..]).unwrap();
        world.cast_aabb_all(&[cast, cast], &all, &mut (), &mut met[..5]).unwrap();
        world.pairs_of(&ids[..50], &mut (), &mut found[..]).unwrap();
        let point = PointQuery { point: Vec3::ZERO, max_distance: f32::INFINITY };
        world.nearest(&[point], 8, &all, &mut near[..8]).unwrap();
        world.nearest(&[point], COUNT, &all, &mut near[..]).unwrap();
    };
    ask();
    assert_eq!(allocations_of(ask), 0);
}

#[test]
fn an_object_takes_a_bounded_number_of_bytes() {
    let world = World::new(&WorldOptions::default()).unwrap();
    let objects: Vec<Object> = boxes(0).into_iter().map(Object::from).collect();
    world.insert(&objects, &mut vec![ObjectId::NONE; COUNT][..]).unwrap();
    world.pairs(&mut vec![NO_PAIR; 40 * COUNT][..]).unwrap();
    let stats = world.stats().unwrap();
    let bytes = stats.object_bytes + stats.structure_bytes + stats.pair_bytes;
    assert!(bytes / COUNT as u64 <= 400, "{stats:?}");
    assert_eq!(stats.compound_bytes, 0);
}

#[test]
fn without_memory_no_world_is_made_or_opened() {
    for kind in StructureKind::ALL {
        let options = WorldOptions { structure: kind, ..WorldOptions::default() };
        let world = World::new(&options).unwrap();
        let objects: Vec<Object> = boxes(0).into_iter().take(9).map(Object::from).collect();
        world.insert(&objects, &mut [ObjectId::NONE; 9][..]).unwrap();
        let volumes = [objects[0].volume, objects[1].volume];
        world.insert_compound(&volumes, &objects[0]).unwrap();
        let bytes = world.save().unwrap();
        let fails_always = |what: &str, make: &dyn Fn() -> carom::Result<usize>, count: usize| {
            let mut failures = 0;
            for fails in 0.. {
                set_plan(Plan::FailOne(fails));
                let made = make();
                set_plan(Plan::Calm);
                match made {
                    Ok(made) => {
                        assert_eq!(made, count, "{kind:?} {what}");
                        break;
                    }
                    Err(error) => {
                        assert!(error.kind() == ErrorKind::OutOfMemory, "{kind:?} {what} {error}")
                    }
                }
                failures += 1;
            }
            assert!(failures >= 3, "{kind:?} {what}: {failures}");
        };
        fails_always("new", &|| Ok(World::new(&options)?.len()), 0);
        fails_always("open", &|| Ok(World::open(bytes.bytes(), 1)?.len()), 10);
        fails_always("save", &|| Ok(world.save()?.bytes().len()), bytes.bytes().len());
    }
}

/// Edits and questions, each asked again if it has failed; the lists of pairs, and how often something
/// failed.
fn disturbed(kind: StructureKind, fails: usize) -> (Vec<Vec<Pair>>, usize) {
    let world = World::new(&WorldOptions { structure: kind, ..WorldOptions::default() }).unwrap();
    let mut failures = 0;
    let mut again = |call: &mut dyn FnMut() -> carom::Result<()>| {
        while let Err(error) = call() {
            assert!(error.kind() == ErrorKind::OutOfMemory, "{kind:?} {error}");
            failures += 1;
        }
    };
    let boxes: Vec<Aabb> =
        boxes(0).into_iter().take(60).map(|b| Aabb::new(b.min * 0.3, b.max * 0.3)).collect();
    let objects: Vec<Object> = boxes.iter().map(|&bounds| bounds.into()).collect();
    let (mut ids, mut extra) = (vec![ObjectId::NONE; 60], [ObjectId::NONE; 9]);
    let (mut begun, mut ended) = (vec![NO_PAIR; 3000], vec![NO_PAIR; 3000]);
    let mut lists = Vec::with_capacity(64);
    let room: Vec<Vec<Pair>> = (0..20).map(|_| Vec::with_capacity(6000)).collect();
    set_plan(fails.checked_sub(1).map_or(Plan::Calm, Plan::FailOne));
    again(&mut || world.insert(&objects, &mut ids[..]));
    let volumes = [Volume::Box(boxes[3]), Volume::Box(boxes[9])];
    again(&mut || world.insert_compound(&volumes, &objects[0]).map(|_| ()));
    for (frame, mut list) in room.into_iter().enumerate() {
        let moving = if frame % 5 == 4 { 60 } else { 2 };
        again(&mut || world.update::<Aabb>(&ids[..moving], &boxes[60 - moving..]));
        if frame % 6 == 3 {
            again(&mut || world.insert(&objects[..9], &mut extra[..]));
            again(&mut || world.remove(&extra[..8]));
        }
        let mut counts = (0, 0);
        again(&mut || {
            let (a, b) = world.pair_changes(&mut begun[..], &mut ended[..])?;
            counts = (a.total, b.total);
            Ok(())
        });
        list.extend_from_slice(&begun[..counts.0]);
        list.extend_from_slice(&ended[..counts.1]);
        again(&mut || world.pairs(&mut begun[..]).map(|lists| counts.0 = lists.total));
        list.extend_from_slice(&begun[..counts.0]);
        lists.push(list);
    }
    set_plan(Plan::Calm);
    (lists, failures)
}

#[test]
fn lack_of_memory_is_an_error_and_nothing_is_lost() {
    for kind in StructureKind::ALL {
        let (expected, none) = disturbed(kind, 0);
        assert_eq!(none, 0);
        let mut failed = 0;
        for fails in 1.. {
            let (lists, failures) = disturbed(kind, fails);
            assert!(lists == expected, "{kind:?}, allocation {fails}");
            failed += failures;
            if failures == 0 {
                break;
            }
        }
        assert!(failed > 10, "{kind:?} {failed}");
    }
}
