//! Each short form gives what the batch gives. Misses are none, and errors name the element.

use crate::common::sphere;
use carom::prelude::*;

fn vector(rng: &mut fastrand::Rng, size: f32) -> Vec3 {
    let mut number = || (rng.f32() * 2.0 - 1.0) * size;
    Vec3::new(number(), number(), number())
}

fn spheres(rng: &mut fastrand::Rng, count: usize) -> Vec<Sphere> {
    (0..count).map(|_| Sphere { center: vector(rng, 5.0), radius: rng.f32() * 2.0 }).collect()
}

fn rays(rng: &mut fastrand::Rng, count: usize) -> Vec<Ray> {
    (0..count).map(|_| Ray::new(vector(rng, 5.0), vector(rng, 1.0))).collect()
}

fn pose(rng: &mut fastrand::Rng) -> PoseMatrix {
    let rotation = Quat::from_rotation_z(rng.f32()) * Quat::from_rotation_x(rng.f32());
    Pose { rotation, translation: vector(rng, 6.0), scale: 0.5 + rng.f32() }.matrix(String::new).unwrap()
}

/// The answers that are some where they are a hit.
fn hits<T: Copy>(answers: &[T], is_hit: impl Fn(&T) -> bool) -> Vec<Option<T>> {
    let hits: Vec<_> = answers.iter().map(|answer| is_hit(answer).then_some(*answer)).collect();
    assert!(hits.iter().any(Option::is_some) && hits.iter().any(Option::is_none));
    hits
}

#[test]
fn hulls_and_meshes() -> Result<(), Error> {
    let test = sphere(12, 3.0);
    let mesh = Mesh::build(&test.input(), CookOptions::default())?;
    let hull = Hull::build(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z])?;
    let rng = &mut fastrand::Rng::with_seed(1);
    let (all, edges, options) = (&Filter::ALL, ContactEdges::Smooth, &ContactOptions::default());
    let hulls: Vec<_> = (0..60).map(|_| hull.at(pose(rng))).collect();
    let casts: Vec<_> =
        hulls.iter().map(|&shape| HullCast { shape, displacement: vector(rng, 5.0) }).collect();
    let mut touch = vec![0; hulls.len()];
    mesh.overlap_hull(&hulls, all, &mut touch)?;
    let mut first = vec![ShapeHit::MISS; casts.len()];
    mesh.cast_hull(&casts, all, edges, &mut first)?;
    assert_eq!(mesh.cast_hull_vec(&casts, all, edges)?, first);
    let first = hits(&first, ShapeHit::is_hit);
    let lists = mesh.overlap_hull_all_vec(&hulls, all)?;
    let contacts = mesh.contacts_hull_vec(&hulls, all, options)?;
    for (i, (shape, cast)) in hulls.iter().zip(&casts).enumerate() {
        assert_eq!(mesh.overlap_hull_one(shape, all)?, touch[i] != 0);
        assert_eq!(mesh.overlap_hull_all_one(shape, all)?, lists[i]);
        assert_eq!(lists[i].is_empty(), touch[i] == 0);
        assert_eq!(mesh.cast_hull_one(cast, all, edges)?, first[i]);
        let mut room = [ShapeHit::MISS; 1000];
        let all_hits = mesh.cast_hull_all(&[*cast], all, edges, &mut (), &mut room)?;
        assert_eq!(mesh.cast_hull_all_one(cast, all, edges)?, room[..all_hits.written]);
        assert_eq!(mesh.contacts_hull_one(shape, all, options)?, contacts[i]);
    }
    let spheres = spheres(rng, 60);
    let contacts = mesh.contacts_sphere_vec(&spheres, all, options)?;
    for (sphere, list) in spheres.iter().zip(contacts.iter()) {
        assert_eq!(mesh.contacts_sphere_one(sphere, all, options)?, list);
        let bounds = Aabb::new(sphere.center, sphere.center + sphere.radius);
        let mut total = vec![0; 1000];
        let lists = mesh.candidates_aabb(&[bounds], all, &mut (), &mut total)?;
        assert_eq!(mesh.candidates_aabb_one(&bounds, all)?, total[..lists.written]);
        let mut number = [7];
        mesh.winding_numbers(&[sphere.center], &mut number)?;
        assert_eq!(mesh.winding_number_one(sphere.center)?, number[0]);
    }
    let bad = hull.at(PoseMatrix { translation: Vec3::NAN, ..PoseMatrix::IDENTITY });
    let error = mesh.overlap_hull_one(&bad, all).unwrap_err().to_string();
    assert!(error.starts_with("hulls[0]"), "{error}");
    Ok(())
}

#[test]
fn pairs_of_meshes() -> Result<(), Error> {
    let (a, b) = (sphere(8, 3.0), sphere(10, 2.0));
    let a = Mesh::build(&a.input(), CookOptions::default())?;
    let b = Mesh::build(&b.input(), CookOptions::default())?;
    let rng = &mut fastrand::Rng::with_seed(2);
    let poses: Vec<_> = (0..20).map(|_| PosePair { a: PoseMatrix::IDENTITY, b: pose(rng) }).collect();
    let filters = [&Filter::ALL; 2];
    let mut touch = vec![0; poses.len()];
    a.overlap_mesh(&b, &poses, filters, &mut touch)?;
    let lists = a.overlap_mesh_all_vec(&b, &poses, filters)?;
    let distances = a.distance_vec(&b, &poses, 1.0, filters)?;
    let found = hits(&distances, |distance| distance.distance <= 1.0);
    for (i, pair) in poses.iter().enumerate() {
        assert_eq!(a.overlap_mesh_one(&b, pair, filters)?, touch[i] != 0);
        assert_eq!(a.overlap_mesh_all_one(&b, pair, filters)?, lists[i]);
        assert_eq!(lists[i].is_empty(), touch[i] == 0);
        let shared = a.intersections_one(&b, pair, filters)?;
        assert!(shared.iter().map(|shared| &shared.pair).eq(&lists[i]));
        assert_eq!(a.distance_one(&b, pair, 1.0, filters)?, found[i]);
        let near = a.within_one(&b, pair, 1.0, filters)?;
        assert_eq!(near.is_empty(), found[i].is_none());
        assert_eq!(a.inside_one(&b, pair)?.touches, touch[i] != 0);
    }
    let far = PosePair { b: PoseMatrix { translation: Vec3::INFINITY, ..poses[0].b }, ..poses[0] };
    let error = a.distance_one(&b, &far, 1.0, filters).unwrap_err().to_string();
    assert!(error.starts_with("b_poses[0].translation"), "{error}");
    Ok(())
}

#[test]
fn solids() -> Result<(), Error> {
    let boxes = [Aabb::new(Vec3::ZERO, Vec3::ONE), Aabb::new(Vec3::splat(-3.0), Vec3::splat(-1.0))];
    let bsp = Bsp::from_boxes(&boxes)?;
    let rng = &mut fastrand::Rng::with_seed(3);
    let (all, edges, options) = (&Filter::ALL, ContactEdges::Smooth, &ContactOptions::default());
    let (rays, spheres) = (rays(rng, 200), spheres(rng, 200));
    let ray_hits = bsp.raycast_vec(&rays, all)?;
    for (ray, hit) in rays.iter().zip(hits(&ray_hits, |hit| hit.is_hit())) {
        assert_eq!(bsp.raycast_one(ray, all)?, hit);
    }
    let centers: Vec<_> = spheres.iter().map(|sphere| sphere.center).collect();
    let contents = hits(&bsp.contains_point_vec(&centers, all)?, PointContent::is_solid);
    let contacts = hits(&bsp.collide_sphere_vec(&spheres, all)?, BspContact::is_hit);
    let casts: Vec<_> = spheres
        .iter()
        .map(|&Sphere { center, radius }| SphereCast {
            origin: center,
            radius,
            displacement: vector(rng, 2.0),
        })
        .collect();
    let cast_hits = hits(&bsp.cast_sphere_vec(&casts, all)?, BspCastHit::is_hit);
    let mut touch = vec![0; spheres.len()];
    bsp.overlap_sphere(&spheres, SphereMode::Exact, all, &mut touch)?;
    let capsules: Vec<_> = casts
        .iter()
        .map(|&SphereCast { origin, radius, displacement }| Capsule {
            a: origin,
            b: origin + displacement,
            radius,
        })
        .collect();
    let lists = bsp.overlap_capsule_all_vec(&capsules, all)?;
    let manifolds = bsp.contacts_capsule_vec(&capsules, all, options)?;
    let moving: Vec<_> =
        capsules.iter().map(|&capsule| CapsuleCast { capsule, displacement: vector(rng, 3.0) }).collect();
    let first = hits(&bsp.cast_capsule_vec(&moving, all, edges)?, ShapeHit::is_hit);
    for (i, sphere) in spheres.iter().enumerate() {
        assert_eq!(bsp.contains_point_one(sphere.center, all)?, contents[i]);
        assert_eq!(bsp.collide_sphere_one(sphere, all)?, contacts[i]);
        assert_eq!(bsp.overlap_sphere_one(sphere, SphereMode::Exact, all)?, touch[i] != 0);
        assert_eq!(bsp.cast_sphere_one(&casts[i], all)?, cast_hits[i]);
        assert_eq!(bsp.overlap_capsule_one(&capsules[i], all)?, !lists[i].is_empty());
        assert_eq!(bsp.overlap_capsule_all_one(&capsules[i], all)?, lists[i]);
        assert_eq!(bsp.contacts_capsule_one(&capsules[i], all, options)?, manifolds[i]);
        assert_eq!(bsp.cast_capsule_one(&moving[i], all, edges)?, first[i]);
        let mut room = [ShapeHit::MISS; 10];
        let all_hits = bsp.cast_capsule_all(&moving[i..=i], all, edges, &mut (), &mut room)?;
        assert_eq!(bsp.cast_capsule_all_one(&moving[i], all, edges)?, room[..all_hits.written]);
    }
    let error = bsp.contains_point_one(Vec3::NAN, all).unwrap_err().to_string();
    assert_eq!(error, "points[0].x: NaN is not finite");
    let error = Bsp::from_boxes(&[boxes[0], Aabb::new(Vec3::ONE, Vec3::ZERO)]).unwrap_err().to_string();
    assert!(error.starts_with("boxes[1]"), "{error}");
    Ok(())
}

#[test]
fn fields() -> Result<(), Error> {
    let test = sphere(12, 3.0);
    let mesh = Mesh::build(&test.input(), CookOptions::default())?;
    let sdf = Sdf::of(&mesh, 16)?;
    let rng = &mut fastrand::Rng::with_seed(4);
    let (rays, spheres) = (rays(rng, 100), spheres(rng, 100));
    let points: Vec<_> = spheres.iter().map(|sphere| sphere.center).collect();
    let ray_hits = hits(&sdf.raycast_vec(&rays)?, SdfRayHit::is_hit);
    let samples = sdf.sample_vec(&points, Interpolation::Cubic)?;
    let closest = sdf.closest_point_vec(&points)?;
    let touching = hits(&sdf.collide_point_vec(&points, 0.5)?, SdfContact::is_hit);
    let contacts = hits(&sdf.collide_sphere_vec(&spheres, 0.0)?, SdfContact::is_hit);
    let segments: Vec<_> = points.windows(2).map(|ends| (ends[0], ends[1])).collect();
    for i in 0..points.len() {
        assert_eq!(sdf.raycast_one(&rays[i])?, ray_hits[i]);
        assert_eq!(sdf.sample_one(points[i], Interpolation::Cubic)?, samples[i]);
        assert_eq!(sdf.closest_point_one(points[i])?, Some(closest[i]));
        assert_eq!(sdf.collide_point_one(points[i], 0.5)?, touching[i]);
        assert_eq!(sdf.collide_sphere_one(&spheres[i], 0.0)?, contacts[i]);
    }
    for &(a, b) in &segments[..20] {
        let (capsule, triangle) = (Capsule { a, b, radius: 0.1 }, Triangle::new(a, b, a));
        let found = sdf.collide_capsule_vec(&[capsule], 0.0)?[0];
        assert_eq!(sdf.collide_capsule_one(&capsule, 0.0)?, found.is_hit().then_some(found));
        let found = sdf.collide_triangle_vec(&[triangle], 0.0)?[0];
        assert_eq!(sdf.collide_triangle_one(&triangle, 0.0)?, found.is_hit().then_some(found));
    }
    let beside = PoseMatrix { translation: Vec3::new(5.0, 0.0, 0.0), ..PoseMatrix::IDENTITY };
    let mut room = vec![sdf.collide_sphere_vec(&spheres[..1], 0.0)?[0]; 100_000];
    let lists = sdf.collide_field(&sdf, &[beside], 0.0, &mut (), &mut room)?;
    assert!(lists.total > 0 && lists.total == lists.written);
    assert_eq!(sdf.collide_field_one(&sdf, &beside, 0.0)?, room[..lists.total]);
    let slice = SdfSlice { origin: points[0], right: Vec3::X, down: Vec3::Y, width: 5, height: 4 };
    let mut pixels = [7.0; 20];
    sdf.slice(&slice, &mut pixels)?;
    assert_eq!(sdf.slice_vec(&slice)?, pixels);
    let inside = sdf.inside_points_vec()?;
    assert!(!inside.is_empty());
    for point in inside {
        assert!(sdf.sample_one(point, Interpolation::Linear)?.distance < 0.0);
    }
    let endless = SdfSlice { width: u32::MAX, height: u32::MAX, ..slice };
    assert_eq!(sdf.slice_vec(&endless).unwrap_err().kind(), ErrorKind::OutOfMemory);
    let error = sdf.sample_one([0.0, f32::NAN, 0.0], Interpolation::Linear).unwrap_err().to_string();
    assert_eq!(error, "points[0].y: NaN is not finite");
    // A field without a surface has no closest point.
    let grid = *sdf.grid();
    let nothing = vec![f32::INFINITY; grid.node_count() as usize];
    let empty = Sdf::build(&grid, &nothing, None, &StorageOptions::default())?;
    assert_eq!(empty.closest_point_one(Vec3::ZERO)?, None);
    Ok(())
}

#[test]
fn worlds() -> Result<(), Error> {
    let world = World::new(&WorldOptions::default())?;
    let rng = &mut fastrand::Rng::with_seed(5);
    let objects: Vec<Object> = spheres(rng, 60).into_iter().map(Object::from).collect();
    let ids = world.insert_vec(&objects)?;
    let own = world.insert_one(Object { user: 7, ..Aabb::new(Vec3::ZERO, Vec3::ONE).into() })?;
    assert_eq!((world.len(), world.object(own)?.user), (61, 7));
    let mut pairs = vec![Pair { a: own, b: own }; 10_000];
    let lists = world.pairs(&mut pairs)?;
    assert!(lists.total > 0);
    assert_eq!(world.pairs_vec()?, pairs[..lists.written]);
    assert_eq!(world.pair_changes_vec()?, (world.pairs_vec()?, vec![]));
    assert_eq!(world.pair_changes_vec()?, (vec![], vec![]));
    let partners = world.pairs_of_vec(&ids)?;
    for (&id, list) in ids.iter().zip(partners.iter()) {
        assert_eq!(world.pairs_of_one(id)?, list);
    }

    let but_one = QueryFilter::ignoring(own);
    let (rays, spheres) = (rays(rng, 60), spheres(rng, 60));
    let boxes: Vec<_> =
        spheres.iter().map(|sphere| Aabb::new(sphere.center, sphere.center + sphere.radius)).collect();
    let casts: Vec<_> =
        boxes.iter().map(|&bounds| AabbCast { bounds, displacement: vector(rng, 0.5) }).collect();
    let ray_hits = hits(&world.raycast_vec(&rays, &but_one)?, |hit| hit.object != ObjectId::NONE);
    let cast_hits = hits(&world.cast_aabb_vec(&casts, &but_one)?, |hit| hit.object != ObjectId::NONE);
    let all_hits = world.raycast_all_vec(&rays, &but_one)?;
    let in_spheres = world.overlap_sphere_all_vec(&spheres, &but_one)?;
    let in_boxes = world.overlap_aabb_all_vec(&boxes, &but_one)?;
    let points: Vec<PointQuery> = spheres
        .iter()
        .map(|sphere| PointQuery { point: sphere.center, max_distance: sphere.radius })
        .collect();
    let mut places = vec![Neighbor::NONE; points.len() * 3];
    world.nearest(&points, 3, &but_one, &mut places)?;
    let nearest = world.nearest_vec(&points, 3, &but_one)?;
    assert_eq!(nearest.len(), points.len());
    for i in 0..rays.len() {
        assert_eq!(world.raycast_one(&rays[i], &but_one)?, ray_hits[i]);
        assert_eq!(world.raycast_all_one(&rays[i], &but_one)?, all_hits[i]);
        assert_eq!(all_hits[i].first().copied(), ray_hits[i]);
        assert_eq!(world.cast_aabb_one(&casts[i], &but_one)?, cast_hits[i]);
        assert_eq!(world.cast_aabb_all_one(&casts[i], &but_one)?.first().copied(), cast_hits[i]);
        assert_eq!(world.overlap_sphere_all_one(&spheres[i], &but_one)?, in_spheres[i]);
        assert_eq!(world.overlap_aabb_all_one(&boxes[i], &but_one)?, in_boxes[i]);
        let there = places[3 * i..][..3].iter().filter(|neighbor| neighbor.object != ObjectId::NONE);
        assert!(there.eq(&nearest[i]));
        assert_eq!(world.nearest_one(points[i], 3, &but_one)?, nearest[i]);
    }
    assert_eq!(world.nearest_one(Vec3::ZERO, 100, &QueryFilter::ALL)?.len(), 61);
    let planes = [Plane { normal: Vec3::X, offset: 0.0 }; 6];
    let seen = world.overlap_frustum_all_one(&Frustum { planes }, &but_one)?;
    assert_eq!(world.overlap_frustum_all_vec(&[Frustum { planes }], &but_one)?.items(), seen);

    let before = world.pairs_vec()?;
    let with_own = world.pairs_of_one(own)?.len();
    world.update_one(own, Sphere { center: Vec3::splat(50.0), radius: 1.0 })?;
    let (begun, ended) = world.pair_changes_vec()?;
    assert_eq!((begun.len(), ended.len(), before.len() - with_own), (0, with_own, world.pairs_vec()?.len()));
    world.set_user_one(own, 8)?;
    world.set_static_one(own, true)?;
    world.set_filter_one(own, GroupFilter { group: 2, mask: 4 })?;
    let object = world.object(own)?;
    assert_eq!((object.user, object.is_static, object.filter.mask), (8, true, 4));
    world.remove_one(own)?;
    assert_eq!(world.remove_one(own).unwrap_err().kind(), ErrorKind::UnknownId);
    let error = world.insert_one(Sphere { center: Vec3::NAN, radius: 1.0 }).unwrap_err().to_string();
    assert_eq!(error, "objects[0].volume.center.x: NaN is not finite");
    assert_eq!(world.nearest_vec(&points, usize::MAX, &but_one).unwrap_err().kind(), ErrorKind::TooLarge);
    Ok(())
}
