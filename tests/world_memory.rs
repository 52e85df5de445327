//! A world in a steady state allocates nothing: frames in which everything moves, frames in which few objects do, and queries
//! of every kind. What a world takes a object is bounded.

// A counting allocator cannot be used without.
#![allow(unsafe_code)]

use carom::geometry::{Aabb, Ray, Sphere, Vec3};
use carom::world::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: passes everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often something is allocated.
fn allocations(call: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.with(Cell::get);
    call();
    ALLOCATIONS.with(Cell::get) - before
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
    assert_eq!(allocations(|| (0..40).for_each(|i| frame(i, COUNT))), 0);
    // Few move, all others come to rest.
    (0..200).for_each(|i| frame(i, 30));
    assert_eq!(allocations(|| (0..40).for_each(|i| frame(i, 30))), 0);
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
    let (mut hits, mut near) = ([Hit::MISS; 2], [Neighbor::NONE; 8]);
    let mut ask = || {
        // Right after an edit.
        world.update::<Aabb>(&ids[..1], &first[..1]).unwrap();
        world.list_aabb(&first[..50], &all, &mut (), &mut found[..]).unwrap();
        let sphere = Sphere { center: Vec3::splat(5.0), radius: 3.0 };
        world.list_sphere(&[sphere], &all, &mut (), &mut found[..]).unwrap();
        let plane = Plane { normal: Vec3::X, offset: -4.0 };
        world.list_frustum(&[Frustum { planes: [plane; 6] }], &all, &mut (), &mut found[..]).unwrap();
        let ray = Ray::new(Vec3::splat(-3.0), Vec3::new(1.0, 1.1, 1.2));
        world.raycast(&[ray, ray], &all, &mut hits[..]).unwrap();
        let sweep = BoxSweep { bounds: first[3], displacement: Vec3::splat(4.0) };
        world.sweep_aabb(&[sweep, sweep], &all, &mut hits[..]).unwrap();
        let point = PointQuery { point: Vec3::ZERO, max_distance: f32::INFINITY };
        world.nearest(&[point], 8, &all, &mut near[..]).unwrap();
    };
    ask();
    assert_eq!(allocations(ask), 0);
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
