//! Blobs of every kind, damaged behind a right checksum, or no blobs at all: those that open are asked everything.
#![no_main]

use carom::bsp::{Bsp, SphereMode};
use carom::geometry::{Aabb, HullPose, Ray, Sphere, Vec3};
use carom::hull::Hull;
use carom::mesh::{ContactEdges, ContactOptions, CookOptions, Filter, Mesh};
use carom::sdf::{Interpolation, Sdf};
use carom::world::{QueryFilter, StructureKind, World, WorldOptions};
use carom_fuzz::common::forge::forge;
use carom_fuzz::common::queries::{Counts, Queries};
use carom_fuzz::common::{TestMesh, cook_all, sphere};
use carom_fuzz::source::Source;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// Blobs that are whole.
static WHOLE: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let ball = ball();
    let mut whole: Vec<Vec<u8>> = cook_all(&ball).iter().map(|(_, mesh)| mesh.bytes().to_vec()).collect();
    let boxes = [(-2.0, 1.0), (0.0, 2.0), (3.0, 4.0)].map(|(a, b)| Aabb::new(Vec3::splat(a), Vec3::splat(b)));
    whole.push(Bsp::from_boxes(&boxes).unwrap().bytes().to_vec());
    whole.push(Sdf::of(&BALL, 6).unwrap().bytes().to_vec());
    let points: Vec<Vec3> = ball.positions.iter().map(|&point| point.into()).collect();
    whole.push(Hull::build(&points).unwrap().bytes().to_vec());
    for structure in [StructureKind::Auto, StructureKind::Octree] {
        let world = World::new(&WorldOptions { structure, ..WorldOptions::default() }).unwrap();
        let ids = world.insert_vec(&boxes.map(Into::into)).unwrap();
        world.remove_one(ids[1]).unwrap();
        whole.push(world.save().unwrap().bytes().to_vec());
    }
    whole
});

static QUERIES: LazyLock<Queries> =
    LazyLock::new(|| Queries::random(&ball(), 7, Counts { rays: 32, others: 4 }));

static BALL: LazyLock<Mesh> = LazyLock::new(|| Mesh::build(&ball().input(), CookOptions::default()).unwrap());

fn ball() -> TestMesh {
    sphere(3, 1.0)
}

fn ask_mesh(mesh: &Mesh) {
    let (queries, filter) = (&*QUERIES, &Filter { exclude: 8, ..Filter::ALL });
    let _ = mesh.raycast_vec(&queries.rays, filter);
    for ray in &queries.rays[..8] {
        let _ = mesh.raycast_all_one(ray, filter);
    }
    for sphere in &queries.spheres {
        let _ = mesh.overlap_sphere_all_one(sphere, filter);
        let _ = mesh.contacts_sphere_one(sphere, filter, &ContactOptions::default());
    }
    for capsule in &queries.capsules {
        let _ = mesh.overlap_capsule_one(capsule, filter);
    }
    for cast in &queries.casts {
        let _ = mesh.cast_sphere_one(cast, filter, ContactEdges::Smooth);
    }
    for point in &queries.points {
        let _ = mesh.closest_point_one(*point, filter);
    }
    let _ = mesh.triangle_count();
    let _ = mesh.stats();
}

fn ask_bsp(bsp: &Bsp) {
    for (sphere, cast) in QUERIES.spheres.iter().zip(&QUERIES.casts) {
        let _ = bsp.contains_point_one(sphere.center, &Filter::ALL);
        let _ = bsp.overlap_sphere_one(sphere, SphereMode::Threshold, &Filter::ALL);
        let _ = bsp.collide_sphere_one(sphere, &Filter::ALL);
        let _ = bsp.cast_sphere_one(cast, &Filter::ALL);
    }
    for ray in &QUERIES.rays[..8] {
        let _ = bsp.raycast_one(ray, &Filter::ALL);
    }
}

fn ask_sdf(sdf: &Sdf) {
    for query in &QUERIES.points {
        let _ = sdf.sample_one(query.point, Interpolation::Linear);
        let _ = sdf.sample_one(query.point, Interpolation::Cubic);
        let _ = sdf.closest_point_one(query.point);
        let _ = sdf.collide_point_one(query.point, 0.5);
    }
    for ray in &QUERIES.rays[..8] {
        let _ = sdf.raycast_one(ray);
    }
}

fn ask_hull(hull: &Hull) {
    let shape: HullPose = hull.at(carom::geometry::PoseMatrix::IDENTITY);
    let _ = BALL.overlap_hull_one(&shape, &Filter::ALL);
}

fn ask_world(world: &World) {
    let filter = &QueryFilter::ALL;
    let _ = world.pairs_vec();
    let _ = world.overlap_aabb_all_one(&Aabb::new(Vec3::splat(-1.0), Vec3::ONE), filter);
    let _ = world.overlap_sphere_all_one(&Sphere { center: Vec3::ZERO, radius: 2.0 }, filter);
    let _ = world.raycast_one(&Ray::new(Vec3::splat(-9.0), Vec3::ONE), filter);
    let _ = world.insert_one(Sphere { center: Vec3::ONE, radius: 1.0 });
    let _ = world.pairs_vec();
}

/// Opens bytes as everything that they may be.
fn open(bytes: &[u8]) {
    if let Ok(mesh) = Mesh::open_copy(bytes) {
        ask_mesh(&mesh);
    }
    if let Ok(bsp) = Bsp::open_copy(bytes) {
        ask_bsp(&bsp);
    }
    if let Ok(sdf) = Sdf::open_copy(bytes) {
        ask_sdf(&sdf);
    }
    if let Ok(hull) = Hull::open_copy(bytes) {
        ask_hull(&hull);
    }
    if let Ok(world) = World::open(bytes, 1) {
        ask_world(&world);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let source = &mut Source(bytes);
    let which = source.below(WHOLE.len() + 1);
    let Some(whole) = WHOLE.get(which) else {
        return open(source.0);
    };
    let mut blob = whole.clone();
    while !source.is_empty() {
        let place = source.word() as usize % blob.len();
        // Signs and exponents, single bits, whole words.
        match source.byte() {
            bits @ 0..128 => blob[place] ^= 1 << (bits % 8),
            128..192 => blob[place] = source.byte(),
            _ => {
                let (end, word) = ((place + 4).min(blob.len()), source.word().to_le_bytes());
                blob[place..end].copy_from_slice(&word[..end - place]);
            }
        }
    }
    forge(&mut blob);
    open(&blob);
});
