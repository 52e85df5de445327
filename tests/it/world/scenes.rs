//! Moving worlds of many kinds: each structure against the loop over all pairs, frame by frame.

use super::model::{changes, pairs, variants};
use crate::common::queries::on_every_level;
use carom::geometry::{Aabb, Vec3};
use carom::world::*;

/// A moving box.
#[derive(Clone, Copy)]
struct Body {
    center: Vec3,
    half: Vec3,
    velocity: Vec3,
    is_static: bool,
}

impl Body {
    fn bounds(&self) -> Aabb {
        Aabb::new(self.center - self.half, self.center + self.half)
    }
}

fn vector(rng: &mut fastrand::Rng, from: f32, to: f32) -> Vec3 {
    Vec3::from_array([0; 3].map(|_| from + rng.f32() * (to - from)))
}

/// The beginning of a world, and the step that moves it on by a frame.
struct Scene {
    name: &'static str,
    bodies: Vec<Body>,
    step: fn(usize, &mut Body, &mut fastrand::Rng),
    /// The number of bodies that are removed and replaced in each frame.
    replaced: usize,
}

fn drift(_: usize, body: &mut Body, _: &mut fastrand::Rng) {
    body.center += body.velocity;
}

fn body(rng: &mut fastrand::Rng, side: f32) -> Body {
    Body {
        center: vector(rng, 0.0, side),
        half: vector(rng, 0.25, 0.75),
        velocity: vector(rng, -0.2, 0.2),
        is_static: false,
    }
}

fn scenes(count: usize) -> Vec<Scene> {
    let rng = &mut fastrand::Rng::with_seed(9);
    let side = (count as f32 * 6.0).cbrt();
    let some = |rng: &mut fastrand::Rng| (0..count).map(|_| body(rng, side)).collect::<Vec<_>>();
    let mut scenes = Vec::new();
    let mut add = |name, bodies, step, replaced| scenes.push(Scene { name, bodies, step, replaced });
    add("uniform", some(rng), drift, 0);
    add("spawned and removed", some(rng), drift, count / 10);
    let mut bodies = some(rng);
    for (i, body) in bodies.iter_mut().enumerate() {
        let place = Vec3::new((i % 8) as f32, (i / 64) as f32, (i / 8 % 8) as f32) * 0.95;
        (body.center, body.half) = (place + vector(rng, -0.1, 0.1), vector(rng, 0.4, 0.55));
    }
    add("pile", bodies, |_, body, rng| body.center += vector(rng, -0.02, 0.02), 0);
    let mut bodies = some(rng);
    bodies.iter_mut().for_each(|body| body.half *= 0.05 * (1.0 / (0.001 + rng.f32())).min(400.0));
    add("mixed sizes", bodies, drift, 0);
    let mut bodies = some(rng);
    bodies.iter_mut().for_each(|body| body.center *= Vec3::new(30.0, 0.2, 0.1));
    add("thin", bodies, drift, 0);
    let mut bodies = some(rng);
    for body in &mut bodies {
        body.velocity = Vec3::new(0.0, -0.3, 0.0);
    }
    bodies[0].half = Vec3::new(side, 0.5, side);
    (bodies[0].velocity, bodies[0].is_static) = (Vec3::ZERO, true);
    let fall = |i: usize, body: &mut Body, _: &mut fastrand::Rng| {
        body.center += body.velocity;
        body.center.y += if i > 0 && body.center.y < -4.0 { 16.0 } else { 0.0 };
    };
    add("falling through a plane", bodies, fall, 0);
    let mut bodies = some(rng);
    bodies.iter_mut().for_each(|body| body.is_static = rng.bool());
    let rarely = |i: usize, body: &mut Body, rng: &mut fastrand::Rng| {
        if i.is_multiple_of(33) || rng.u32(0..400) == 0 {
            body.center += body.velocity;
        }
    };
    add("mostly resting", bodies, rarely, 1);
    let mut bodies = some(rng);
    bodies.iter_mut().for_each(|body| body.velocity.x = 0.0);
    let all_now_and_then = |i: usize, body: &mut Body, _: &mut fastrand::Rng| {
        // Counts frames.
        body.velocity.x += 1.0;
        if i.is_multiple_of(33) || body.velocity.x % 4.0 == 0.0 {
            body.center.y += body.velocity.y;
        }
    };
    add("all now and then", bodies, all_now_and_then, 0);
    add("teleporting", some(rng), |_, body, rng| body.center = vector(rng, -20.0, 40.0), 0);
    let mut bodies = some(rng);
    bodies.iter_mut().enumerate().for_each(|(i, body)| body.center += ((i % 5) * 1000) as f32);
    add("clusters in a large world", bodies, drift, 0);
    let mut bodies = some(rng);
    bodies[7].half = Vec3::new(500.0, 3.0, 300.0);
    bodies[7].velocity = Vec3::splat(90.0);
    add("one huge fast", bodies, drift, 0);
    let mut bodies = some(rng);
    bodies.iter_mut().for_each(|body| *body = Body { half: Vec3::ONE, center: Vec3::ONE, ..*body });
    add("all coincident", bodies, |_, _, _| {}, 0);
    let mut bodies = some(rng);
    for body in &mut bodies {
        *body = Body {
            center: body.center.round(),
            half: Vec3::splat(0.5),
            velocity: body.velocity.signum(),
            ..*body
        };
    }
    add("exact touching", bodies, drift, 0);
    let mut bodies = some(rng);
    bodies.iter_mut().for_each(|body| body.center += Vec3::new(1e7, -1e7, 1e7));
    add("far from the origin", bodies, drift, 0);
    let mut bodies = some(rng);
    bodies.iter_mut().for_each(|body| (body.half, body.center) = (Vec3::ZERO, body.center.round()));
    add("points", bodies, drift, 0);
    let mut bodies = some(rng);
    bodies[3].center = Vec3::new(1e18, 0.0, -1e18);
    add("one far away", bodies, drift, 2);
    scenes
}

/// The lists, which must be the same for all, and the number of pairs.
fn play(scene: &Scene, options: &WorldOptions, frames: usize) -> (Vec<Vec<Pair>>, usize) {
    let rng = &mut fastrand::Rng::with_seed(4);
    let world = World::new(options).unwrap();
    let mut bodies = scene.bodies.clone();
    let object = |body: &Body| Object { is_static: body.is_static, ..body.bounds().into() };
    let mut ids = vec![ObjectId::NONE; bodies.len()];
    world.insert(&bodies.iter().map(object).collect::<Vec<_>>(), &mut ids[..]).unwrap();
    let (mut lists, mut count) = (Vec::new(), 0);
    for frame in 0..frames {
        for _ in 0..scene.replaced {
            let i = rng.usize(0..ids.len());
            world.remove(&[ids[i]]).unwrap();
            world.insert(&[object(&bodies[i])], &mut ids[i..=i]).unwrap();
        }
        let before = bodies.clone();
        bodies.iter_mut().enumerate().for_each(|(i, body)| (scene.step)(i, body, rng));
        let moved: Vec<usize> = (0..ids.len()).filter(|&i| bodies[i].center != before[i].center).collect();
        let moved_ids: Vec<ObjectId> = moved.iter().map(|&i| ids[i]).collect();
        let boxes: Vec<Aabb> = moved.iter().map(|&i| bodies[i].bounds()).collect();
        world.update::<Aabb>(&moved_ids, &boxes).unwrap();
        if frame % 3 != 1 {
            let list = pairs(&world);
            count += list.len();
            lists.push(list);
        }
        if frame % 4 != 2 && frame > 3 {
            let (begun, ended) = changes(&world);
            lists.extend([begun, ended]);
        }
    }
    (lists, count)
}

#[test]
fn lists_are_those_of_the_loop_on_every_structure() {
    for scene in scenes(300) {
        let all_pairs = WorldOptions { structure: StructureKind::AllPairs, ..WorldOptions::default() };
        let (expected, count) = play(&scene, &all_pairs, 16);
        assert!(count > 0 || scene.name == "points", "{}", scene.name);
        for options in variants() {
            assert!(play(&scene, &options, 16).0 == expected, "{} {options:?}", scene.name);
        }
    }
}

#[test]
fn lists_are_those_of_the_loop_on_every_level() {
    for scene in scenes(2000) {
        let all_pairs = WorldOptions { structure: StructureKind::AllPairs, ..WorldOptions::default() };
        let (expected, _) = play(&scene, &all_pairs, 10);
        on_every_level(|level| {
            for thread_count in [1, 3] {
                let options = WorldOptions { thread_count, ..WorldOptions::default() };
                assert!(play(&scene, &options, 10).0 == expected, "{} {level:?}", scene.name);
            }
        });
    }
}

#[test]
fn structures_change_little_while_little_moves() {
    let scene = scenes(2000).swap_remove(0);
    let world = World::new(&WorldOptions::default()).unwrap();
    let mut ids = vec![ObjectId::NONE; scene.bodies.len()];
    let objects: Vec<Object> = scene.bodies.iter().map(|body| body.bounds().into()).collect();
    world.insert(&objects, &mut ids[..]).unwrap();
    for _ in 0..20 {
        world.update::<Aabb>(&ids[..20], &vec![scene.bodies[5].bounds(); 20]).unwrap();
        pairs(&world);
    }
    let before = world.stats().unwrap();
    assert_eq!((before.objects, before.statics), (2000, 0));
    for _ in 0..20 {
        world.update::<Aabb>(&ids[..20], &vec![scene.bodies[6].bounds(); 20]).unwrap();
        pairs(&world);
    }
    let after = world.stats().unwrap();
    assert!(after.builds < before.builds + 20, "{before:?} {after:?}");
}

#[test]
fn a_small_world_has_boxes() {
    for count in [0, 1, 2, 15, 16, 17, 40] {
        let world = World::new(&WorldOptions::default()).unwrap();
        let mut ids = vec![ObjectId::NONE; count];
        let at = |i: usize| Aabb::new(Vec3::splat(i as f32), Vec3::splat(i as f32 + 2.0));
        world.insert(&(0..count).map(|i| at(i).into()).collect::<Vec<Object>>(), &mut ids[..]).unwrap();
        let (mut inside, mut smallest, mut largest) = (0, f32::INFINITY, f32::NEG_INFINITY);
        let look = |node: NodeBox| {
            inside += node.objects;
            (smallest, largest) = (smallest.min(node.bounds.min.x), largest.max(node.bounds.max.x));
        };
        world.boxes(look).unwrap();
        assert_eq!(inside as usize, count);
        assert!(count == 0 || (smallest, largest) == (0.0, count as f32 + 1.0), "{count}");
    }
}

#[test]
fn boxes_contain_objects_and_figures_are_sane() {
    let bodies = scenes(250).swap_remove(0).bodies;
    for options in variants() {
        let world = World::new(&options).unwrap();
        assert_eq!((world.stats().unwrap().nodes, world.stats().unwrap().depth), (0, 0), "{options:?}");
        let mut ids = vec![ObjectId::NONE; bodies.len()];
        let objects: Vec<Object> = bodies.iter().map(|body| body.bounds().into()).collect();
        world.insert(&objects, &mut ids[..]).unwrap();
        let (mut nodes, mut inside, mut levels, mut touched) = (0, 0, std::collections::BTreeSet::new(), 0);
        world
            .boxes(|node| {
                assert!(node.bounds.min.cmple(node.bounds.max).all(), "{options:?} {node:?}");
                nodes += 1;
                inside += node.objects;
                levels.insert(node.depth);
                touched += bodies.iter().filter(|body| body.bounds().touches(&node.bounds)).count();
            })
            .unwrap();
        let stats = world.stats().unwrap();
        assert_eq!(stats.nodes, nodes, "{options:?}");
        assert!(levels.into_iter().eq(0..stats.depth), "{options:?} {stats:?}");
        assert_eq!(stats.overlap, touched as f64 / 250.0, "{options:?}");
        if options.structure != StructureKind::AllPairs {
            assert!(nodes > 0 && stats.depth > 0 && stats.structure_bytes > 0, "{options:?}");
            assert!(options.structure == StructureKind::Grid || inside >= 250, "{options:?} {inside}");
            assert!(stats.area > 0.0, "{options:?}");
        }
        assert!(stats.object_bytes > 250 * 56);
    }
}
