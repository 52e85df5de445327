//! Saved worlds: the same objects, ids and pairs; damaged ones are errors.

use super::model::{changes, pairs, variants};
use carom::geometry::{Aabb, Sphere, Vec3};
use carom::world::*;

fn sample(options: &WorldOptions) -> World {
    let rng = &mut fastrand::Rng::with_seed(5);
    let world = World::new(options).unwrap();
    let mut ids = [ObjectId::NONE; 60];
    let objects: Vec<Object> = (0..60)
        .map(|i| {
            let center = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 6.0;
            let volume = match i % 3 {
                0 => Volume::Sphere(Sphere { center, radius: rng.f32() }),
                _ => Volume::Box(Aabb::new(center, center + rng.f32())),
            };
            let filter = GroupFilter { group: 1 << rng.u32(0..3), mask: rng.u32(..) };
            Object { volume, filter, user: rng.u64(..), is_static: rng.bool() }
        })
        .collect();
    world.insert(&objects, &mut ids[..]).unwrap();
    for i in 0..5 {
        let volumes: Vec<Volume> = objects[i..3 * i + 1].iter().map(|object| object.volume).collect();
        world.insert_compound(&volumes, &objects[i]).unwrap();
    }
    // The order of volumes that are alike is up to the tree.
    for count in 2..9 {
        let at = |i| Sphere { center: Vec3::splat(9.0), radius: 1.0 + i as f32 };
        let volumes: Vec<Volume> = (0..count).map(|i| Volume::Sphere(at(i))).collect();
        world.insert_compound(&volumes, &objects[0]).unwrap();
    }
    world.remove(&[ids[3], ids[40], ids[17]]).unwrap();
    world
}

#[test]
fn saved_worlds_come_back_with_ids_and_pairs() {
    for options in variants() {
        let world = sample(&WorldOptions { tag: 200, ..options });
        let expected = pairs(&world);
        assert!(expected.len() > 5);
        changes(&world);
        let blob = world.save().unwrap();
        let again = World::open(blob.bytes(), options.thread_count).unwrap();
        assert_eq!(again.options(), world.options());
        assert_eq!(again.ids(), world.ids());
        for id in again.ids() {
            assert_eq!(again.object(id).unwrap(), world.object(id).unwrap());
            assert_eq!(again.volumes(id).unwrap(), world.volumes(id).unwrap());
        }
        assert_eq!(pairs(&again), expected);
        assert_eq!(changes(&again), (expected, vec![]));
        assert_eq!(again.save().unwrap().bytes(), blob.bytes());
        // Both go on alike.
        let mut ids = [[ObjectId::NONE; 5]; 2];
        for (world, ids) in [&world, &again].into_iter().zip(&mut ids) {
            world.insert(&[Object::from(Aabb::new(Vec3::ZERO, Vec3::ONE)); 5], &mut ids[..]).unwrap();
            world.remove(&ids[1..2]).unwrap();
        }
        assert_eq!(ids[0], ids[1]);
        assert_eq!(pairs(&world), pairs(&again));
    }
}

#[test]
fn an_object_of_one_volume_is_that_volume() {
    let sphere = Volume::Sphere(Sphere { center: Vec3::ONE, radius: 2.0 });
    let cube = Volume::Box(Aabb::new(Vec3::ZERO, Vec3::ONE));
    let world = World::new(&WorldOptions::default()).unwrap();
    let id = world.insert_compound(&[sphere], &cube.into()).unwrap();
    assert_eq!(world.object(id).unwrap().volume, sphere);
    assert_eq!(world.volumes(id).unwrap(), [sphere]);
    world.update_compound(id, &[sphere, cube]).unwrap();
    let around = Volume::Box(Aabb::new(Vec3::splat(-1.0), Vec3::splat(3.0)));
    assert_eq!(world.object(id).unwrap().volume, around);
    world.update_compound(id, &[sphere]).unwrap();
    let again = World::open(world.save().unwrap().bytes(), 1).unwrap();
    for world in [world, again] {
        assert_eq!(world.object(id).unwrap().volume, sphere);
    }
}

/// The blob with a byte changed, and its checksum computed anew.
fn forge(bytes: &[u8], at: usize, value: u8) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] ^= value;
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    hash.update(&bytes[..32]);
    hash.update(&bytes[40..]);
    bytes[32..40].copy_from_slice(&hash.digest().to_le_bytes());
    bytes
}

#[test]
fn forged_worlds_are_errors_or_worlds() {
    let blob = sample(&WorldOptions::default()).save().unwrap();
    let bytes = blob.bytes();
    let (mut opened, mut refused) = (0, 0);
    for at in 0..bytes.len() {
        for value in [1, 0x80, 0xff] {
            assert!(
                World::open(
                    &{
                        let mut bytes = bytes.to_vec();
                        bytes[at] ^= value;
                        bytes
                    },
                    1
                )
                .is_err()
            );
            match World::open(&forge(bytes, at, value), 1) {
                Err(_) => refused += 1,
                Ok(world) => {
                    opened += 1;
                    // The world works, whatever its content.
                    if at % 16 == 0 {
                        pairs(&world);
                        world
                            .insert(
                                &[Object::from(Aabb::new(Vec3::ZERO, Vec3::ONE))],
                                &mut [ObjectId::NONE][..],
                            )
                            .unwrap();
                        let ids = world.ids();
                        world.remove(&ids).unwrap();
                        assert_eq!(pairs(&world), []);
                    }
                }
            }
        }
    }
    assert!(opened > 1000 && refused > 1000, "{opened} {refused}");
    for len in 0..bytes.len() {
        assert!(World::open(&bytes[..len], 1).is_err());
    }
}
