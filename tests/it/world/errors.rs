//! Bad input: named, refused whole, and nothing has changed.

use super::model::{changes, pairs, variants};
use carom::ErrorKind;
use carom::geometry::{Aabb, Ray, Sphere, Vec3};
use carom::world::*;

fn unit(x: f32) -> Object {
    Aabb::new(Vec3::splat(x), Vec3::splat(x + 1.0)).into()
}

fn text(result: carom::Result<impl std::fmt::Debug>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn stale_ids_are_named_and_the_batch_refused_whole() {
    for options in variants() {
        let world = World::new(&options).unwrap();
        let mut ids = [ObjectId::NONE; 4];
        world.insert(&[0.0, 0.5, 5.0, 9.0].map(unit), &mut ids[..]).unwrap();
        world.remove(&[ids[2]]).unwrap();
        let before = pairs(&world);
        assert_eq!(before, [Pair { a: ids[0], b: ids[1] }]);
        let far = [Aabb::new(Vec3::splat(50.0), Vec3::splat(51.0)); 3];
        let batch = [ids[0], ids[2], ids[1]];
        let expected = format!("ids[1]: {} was removed", ids[2]);
        assert_eq!(text(world.update::<Aabb>(&batch, &far)), expected);
        assert_eq!(text(world.remove(&batch)), expected);
        assert_eq!(text(world.set_filter(&batch, &[GroupFilter { group: 0, mask: 0 }; 3])), expected);
        let expected = format!("id: {} was removed", ids[2]);
        assert_eq!(text(world.object(ids[2])), expected);
        assert_eq!(text(world.volumes(ids[2])), expected);
        assert_eq!(text(world.update_compound(ids[2], &[far[0].into()])), expected);
        assert!(matches!(world.object(ids[2]), Err(error) if error.kind() == ErrorKind::UnknownId));
        let twice = [ids[0], ids[1], ids[0]];
        assert_eq!(text(world.remove(&twice)), format!("ids[2]: {} is there twice", ids[0]));
        assert_eq!(text(world.remove(&[ObjectId::NONE])), "ids[0]: 0 is no object's");
        let unknown = ObjectId(77 << 32 | 1);
        assert_eq!(
            text(world.remove(&[unknown])),
            format!("ids[0]: {unknown} no object of this world has had it")
        );
        assert_eq!(pairs(&world), before);
        // The place is used again, under another id.
        let mut id = [ObjectId::NONE];
        world.insert(&[unit(5.0)], &mut id[..]).unwrap();
        assert!(id[0] != ids[2] && world.object(ids[2]).is_err() && world.object(id[0]).is_ok());
        assert!(world.remove(&[ids[0], ids[1]]).is_ok());
        assert_eq!(pairs(&world), []);
    }
}

#[test]
fn ids_of_another_world_are_refused_if_their_tags_differ() {
    let [a, b] = [3, 4].map(|tag| World::new(&WorldOptions { tag, ..WorldOptions::default() }).unwrap());
    let mut id = [ObjectId::NONE];
    a.insert(&[unit(0.0)], &mut id[..]).unwrap();
    b.insert(&[unit(0.0)], &mut [ObjectId::NONE][..]).unwrap();
    let expected = format!("ids[0]: {} has the tag 3, but this world 4", id[0]);
    assert_eq!(text(b.remove(&id)), expected);
    assert!(a.remove(&id).is_ok());
}

#[test]
fn bad_numbers_are_named() {
    let world = World::new(&WorldOptions::default()).unwrap();
    let mut ids = [ObjectId::NONE; 2];
    world.insert(&[unit(0.0), unit(0.5)], &mut ids[..]).unwrap();
    let insert =
        |volume: Volume| text(world.insert(&[unit(0.0), volume.into()], &mut [ObjectId::NONE; 2][..]));
    let bounds = |min: Vec3, max: Vec3| Volume::Box(Aabb::new(min, max));
    let nan = Vec3::new(0.0, f32::NAN, 0.0);
    assert_eq!(insert(bounds(nan, Vec3::ONE)), "objects[1].volume.min.y: NaN is not finite");
    assert_eq!(insert(bounds(Vec3::ZERO, Vec3::INFINITY)), "objects[1].volume.max.x: inf is not finite");
    let inverted = bounds(Vec3::new(0.0, 0.0, 2.0), Vec3::ONE);
    assert_eq!(insert(inverted), "objects[1].volume.min.z: 2 is more than objects[1].volume.max.z, 1");
    assert!(insert(bounds(Vec3::ZERO, Vec3::splat(1e30))).contains("exceeds"));
    let sphere = |radius| Volume::Sphere(Sphere { center: Vec3::ZERO, radius });
    assert_eq!(insert(sphere(-1.0)), "objects[1].volume.radius: -1 is negative");
    assert_eq!(insert(sphere(f32::NAN)), "objects[1].volume.radius: NaN is not a number");
    for bad in [inverted, sphere(-1.0), sphere(f32::INFINITY), bounds(nan, nan)] {
        assert!(world.update::<Volume>(&ids, &[sphere(1.0), bad]).is_err());
        assert!(world.insert_compound(&[sphere(1.0), bad], &unit(0.0)).is_err());
        assert!(world.update_compound(ids[0], &[bad]).is_err());
    }
    assert_eq!(text(world.insert_compound(&[], &unit(0.0))), "volumes: an object has at least one");
    assert_eq!(text(world.update::<Volume>(&ids, &[sphere(1.0)])), "volumes: 1 for 2 ids");
    assert_eq!(text(world.set_filter(&ids, &[])), "filters: 0 for 2 ids");
    assert!(world.insert(&[unit(0.0); 3], &mut [ObjectId::NONE; 2][..]).is_err());
    assert_eq!((world.len(), pairs(&world).len()), (2, 1));
}

#[test]
fn bad_queries_are_named() {
    let world = World::new(&WorldOptions::default()).unwrap();
    world.insert(&[unit(0.0)], &mut [ObjectId::NONE][..]).unwrap();
    let all = &GroupFilter::ALL;
    let mut hits = [Hit::MISS; 2];
    let ray = |direction| Ray::new(Vec3::ZERO, direction);
    let rays = [ray(Vec3::X), ray(Vec3::ZERO)];
    assert_eq!(
        text(world.raycast(&rays, all, &mut hits[..])),
        "rays[1].direction: no component of [0.0, 0.0, 0.0] reaches 1e-28"
    );
    let rays = [Ray { t_min: f32::NAN, ..ray(Vec3::X) }, ray(Vec3::X)];
    assert_eq!(text(world.raycast(&rays, all, &mut hits[..])), "rays[0].t_min: NaN is not a number");
    let rays = [Ray { t_max: f32::NAN, ..ray(Vec3::X) }, ray(Vec3::X)];
    assert_eq!(text(world.raycast(&rays, all, &mut hits[..])), "rays[0].t_max: NaN is not a number");
    let cast = AabbCast { bounds: Aabb::new(Vec3::ONE, Vec3::ZERO), displacement: Vec3::ZERO };
    assert!(text(world.cast_aabb(&[cast], all, &mut hits[..1])).starts_with("casts[0].bounds.min.x: 1"));
    let query = PointQuery { point: Vec3::ZERO, max_distance: -1.0 };
    let mut neighbors = [Neighbor::NONE; 2];
    assert_eq!(
        text(world.nearest(&[query], 2, all, &mut neighbors[..])),
        "points[0].max_distance: -1 is negative"
    );
    assert_eq!(
        text(world.nearest(&[query], 1, all, &mut neighbors[..])),
        "neighbors: room for 2, not 1 for 1 queries"
    );
    let mut frustum = Frustum { planes: [Plane { normal: Vec3::X, offset: 0.0 }; 6] };
    frustum.planes[4].offset = f32::INFINITY;
    let mut none = [ObjectId::NONE; 0];
    assert_eq!(
        text(world.overlap_frustum_all(&[frustum], all, &mut (), &mut none[..])),
        "frusta[0].planes[4].offset: inf is not finite"
    );
    let inverted = Aabb::new(Vec3::ONE, Vec3::ZERO);
    assert!(world.overlap_aabb_all(&[inverted], all, &mut (), &mut none[..]).is_err());
    assert!(
        world
            .overlap_aabb_all(&[Aabb::new(Vec3::ZERO, Vec3::ONE)], all, &mut [0; 3][..], &mut none[..])
            .is_err()
    );
}

#[test]
fn bad_options_are_named() {
    let bad = |options: WorldOptions| text(World::new(&options));
    let good = WorldOptions::default();
    assert_eq!(bad(WorldOptions { axes: [1, 1], ..good }), "options.axes: 1 and 1 are not two of 0, 1 and 2");
    assert_eq!(bad(WorldOptions { axes: [3, 1], ..good }), "options.axes: 3 and 1 are not two of 0, 1 and 2");
    assert_eq!(bad(WorldOptions { cell_size: f32::NAN, ..good }), "options.cell_size: NaN is not finite");
    assert!(
        bad(WorldOptions { cell_size: -1.0, ..good })
            .starts_with("options.cell_size: -1 is not between 0 and")
    );
    assert_eq!(bad(WorldOptions { thread_count: 5000, ..good }), "options.thread_count: 5000 exceeds 1024");
    let blob = World::new(&good).unwrap().save().unwrap();
    assert_eq!(text(World::open(blob.bytes(), 5000)), "thread_count: 5000 exceeds 1024");
    let bounds = Some(Aabb::new(Vec3::ONE, Vec3::ZERO));
    assert!(bad(WorldOptions { bounds, ..good }).starts_with("options.bounds.min.x: 1 is more than"));
    assert_eq!(StructureKind::from_number(9), None);
    for (number, kind) in StructureKind::ALL.into_iter().enumerate() {
        assert_eq!(StructureKind::from_number(number as u32), Some(kind));
        assert_eq!(kind as usize, number);
    }
}

#[test]
fn a_mask_of_zero_touches_nothing() {
    for options in variants() {
        let world = World::new(&options).unwrap();
        let mut ids = [ObjectId::NONE; 3];
        world.insert(&[unit(0.0); 3], &mut ids[..]).unwrap();
        assert_eq!(pairs(&world).len(), 3);
        changes(&world);
        world.set_filter(&ids[1..2], &[GroupFilter { group: 1, mask: 0 }]).unwrap();
        assert_eq!(pairs(&world), [Pair { a: ids[0], b: ids[2] }]);
        let gone = vec![Pair { a: ids[0], b: ids[1] }, Pair { a: ids[1], b: ids[2] }];
        assert_eq!(changes(&world), (vec![], gone.clone()));
        world.set_filter(&ids[1..2], &[GroupFilter::default()]).unwrap();
        assert_eq!(changes(&world), (gone, vec![]));
    }
}
