//! Queries on worlds that are up to date, and edits.

use crate::area::{check, measure};
use carom::geometry::{Aabb, Ray, Sphere, Vec3};
use carom::world::*;

#[test]
fn queries_on_a_world() {
    let count = 2000;
    let rng = &mut fastrand::Rng::with_seed(9);
    let boxes: Vec<Aabb> = (0..count)
        .map(|_| {
            let at = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 20.0;
            Aabb::new(at, at + rng.f32() * 2.0)
        })
        .collect();
    let objects: Vec<Object> = boxes.iter().map(|&bounds| bounds.into()).collect();
    let all = GroupFilter::ALL;
    let nothing = Pair { a: ObjectId::NONE, b: ObjectId::NONE };
    for structure in StructureKind::ALL {
        let world = World::new(&WorldOptions { structure, ..WorldOptions::default() }).unwrap();
        let name = |query: &str| format!("{query}, {structure:?}");
        let mut ids = vec![ObjectId::NONE; count];
        world.insert(&objects, &mut ids[..]).unwrap();
        let (mut pairs, mut ended) = (vec![nothing; 20 * count], vec![nothing; 20 * count]);
        let mut found = vec![ObjectId::NONE; 10 * count];
        let (mut hits, mut near) = (vec![Hit::MISS; 50], vec![Neighbor::NONE; 50 * 8]);
        let mut met = vec![Hit::MISS; 10 * count];
        let spheres: Vec<Sphere> =
            boxes[..50].iter().map(|b| Sphere { center: b.min, radius: 3.0 }).collect();
        let rays: Vec<Ray> = boxes[..50].iter().map(|b| Ray::new(b.min, boxes[60].min - b.min)).collect();
        let casts: Vec<AabbCast> =
            boxes[..50].iter().map(|&bounds| AabbCast { bounds, displacement: -bounds.min }).collect();
        let points: Vec<PointQuery> =
            boxes[..50].iter().map(|b| PointQuery { point: b.max, max_distance: f32::INFINITY }).collect();
        measure(&name("pairs"), &mut || _ = world.pairs(&mut pairs[..]).unwrap());
        measure(&name("pair_changes"), &mut || {
            world.update::<Aabb>(&ids[..40], &boxes[40..80]).unwrap();
            _ = world.pair_changes(&mut pairs[..], &mut ended[..]).unwrap();
        });
        measure(&name("overlap_aabb_all"), &mut || {
            _ = world.overlap_aabb_all(&boxes[..50], &all, &mut (), &mut found[..]).unwrap();
        });
        measure(&name("overlap_sphere_all"), &mut || {
            _ = world.overlap_sphere_all(&spheres[..], &all, &mut (), &mut found[..]).unwrap();
        });
        measure(&name("raycast"), &mut || world.raycast(&rays[..], &all, &mut hits[..]).unwrap());
        measure(&name("raycast_all"), &mut || {
            _ = world.raycast_all(&rays[..], &all, &mut (), &mut met[..]).unwrap();
        });
        measure(&name("cast_aabb"), &mut || world.cast_aabb(&casts[..], &all, &mut hits[..]).unwrap());
        measure(&name("cast_aabb_all"), &mut || {
            _ = world.cast_aabb_all(&casts[..], &all, &mut (), &mut met[..]).unwrap();
        });
        measure(&name("pairs_of"), &mut || {
            _ = world.pairs_of(&ids[..50], &mut (), &mut found[..]).unwrap();
        });
        measure(&name("nearest"), &mut || {
            world.nearest(&points[..], 8, &all, &mut near[..]).unwrap();
        });
    }
    check();
}
