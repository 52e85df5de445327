//! Queries on meshes.

use crate::area::{PROMISED, check, measure, measure_up_to};
use crate::common::effort::effort;
use crate::common::queries::{Counts, Queries, on_every_level};
use crate::common::{TestMesh, asset, cook_all, sphere};
use carom::SimdLevel;
use carom::geometry::{Aabb, Feature, HullCast, HullPose, Pose, Quat, Vec3};
use carom::hull::Hull;
use carom::mesh::{
    ClosestPoint, Contact, ContactEdges, ContactOptions, Filter, Mesh, MeshDistance, MeshInside,
    PairDistance, PairIntersection, PosePair, RayHit, ShapeHit, TrianglePair,
};

/// The limit in bytes that docs/conventions.md promises for queries on two meshes of which one is not of
/// layout WIDE with clusters of one table.
const PROMISED_OF_OTHER_PAIRS: usize = 56 << 10;

/// Poses of one mesh in another's place: deep, across, near, apart, inside, and at the same place.
fn poses(bounds: &Aabb) -> Vec<PosePair> {
    let (middle, size) = ((bounds.min + bounds.max) * 0.5, (bounds.max - bounds.min).max_element());
    let pose = |rotation: Quat, scale: f32, offset: f32| {
        let at = middle + Vec3::new(1.0, 0.3, 0.2).normalize() * (offset * size);
        let pose = Pose { rotation, scale, translation: at - rotation * (middle * scale) };
        PosePair { b: pose.matrix(String::new).unwrap(), ..PosePair::default() }
    };
    let turned = Quat::from_xyzw(0.1, 0.4, 0.2, 0.9).normalize();
    vec![
        pose(Quat::IDENTITY, 1.0, 0.0),
        pose(Quat::IDENTITY, 1.0, 0.01),
        pose(turned, 1.0, 0.05),
        pose(turned, 1.0, 0.7),
        pose(turned, 1.0, 1.2),
        pose(turned, 1.0, 9.0),
        pose(turned, 0.01, 0.0),
    ]
}

/// Two meshes of layout WIDE with clusters of one table are within the limit of all queries, and others
/// within their own.
fn check_pairs(name: &str, a: &Mesh, b: &Mesh, are_wide: bool) {
    let limit = if are_wide { PROMISED } else { PROMISED_OF_OTHER_PAIRS };
    let measure = |name: &str, run: &mut dyn FnMut()| measure_up_to(limit, name, run);
    let (all, near) = (Filter::default(), 1e-3 * (a.bounds().max - a.bounds().min).length());
    let (filters, poses) = ([&all, &all], poses(&a.bounds()));
    let count = poses.len();
    let mut touches = vec![0; count];
    measure(&format!("touches, {name}"), &mut || {
        a.overlap_mesh(b, &poses[..], filters, &mut touches[..]).unwrap()
    });
    let mut pairs = vec![TrianglePair::default(); 100_000];
    measure(&format!("pairs, {name}"), &mut || {
        _ = a.overlap_mesh_all(b, &poses[..], filters, &mut (), &mut pairs[..]).unwrap();
    });
    let mut within = vec![PairDistance::default(); 100_000];
    measure(&format!("within, {name}"), &mut || {
        _ = a.within(b, &poses[..], near, filters, &mut (), &mut within[..]).unwrap();
    });
    let mut shared = vec![PairIntersection::default(); 100_000];
    measure(&format!("intersections, {name}"), &mut || {
        _ = a.intersections(b, &poses[..], filters, &mut (), &mut shared[..]).unwrap();
    });
    let mut distances = vec![MeshDistance::NONE; count];
    measure(&format!("distance, {name}"), &mut || {
        a.distance(b, &poses[..], f32::INFINITY, filters, &mut distances[..]).unwrap();
    });
    let mut inside = vec![MeshInside::default(); count];
    measure(&format!("inside, {name}"), &mut || a.inside(b, &poses[..], &mut inside[..]).unwrap());
}

#[test]
fn queries_on_two_meshes() {
    let skull = asset("skull");
    let count = 3 * effort(300, 6000);
    let skull = TestMesh::new(skull.positions.clone(), skull.indices[..count].to_vec());
    for mesh in [skull, sphere(12, 3.0)] {
        let cooked = cook_all(&mesh);
        on_every_level(|level| {
            for (n, (name, a)) in cooked.iter().enumerate() {
                let (other, b) = &cooked[(n * 5 + 3) % cooked.len()];
                let is_wide = |name: &str| name.starts_with("wide") && !name.starts_with("wide small");
                check_pairs(&format!("{name} and itself, {}", level.name()), a, a, is_wide(name));
                let are_wide = is_wide(name) && is_wide(other);
                check_pairs(&format!("{name} and {other}, {}", level.name()), a, b, are_wide);
            }
        });
    }
    check();
}

#[test]
fn queries_on_a_mesh() {
    let mesh = asset("skull");
    let queries =
        Queries::random(&mesh, 4, effort(Counts { rays: 40, others: 10 }, Counts { rays: 200, others: 60 }));
    let cooked = cook_all(&mesh);
    let filter = Filter::default();
    // With a corner on a vertex of the mesh, exactly, in a turned pose or not; and polygons.
    let corners =
        [[0.0; 3], [9.0, 1.0, 2.0], [1.0, 9.0, 3.0], [2.0, 1.0, 9.0], [7.0, 7.0, 7.0]].map(Vec3::from);
    let hulls = [Hull::build(&corners).unwrap(), Hull::build(&corners[..3]).unwrap()];
    let rotation = Quat::from_xyzw(0.5, 0.5, -0.5, 0.5);
    let posed = |i: usize, scale: f32| {
        let translation = Vec3::from(mesh.positions[i * 7]);
        let rotation = if i.is_multiple_of(3) { Quat::IDENTITY } else { rotation };
        hulls[i % 2].at(Pose { rotation, translation, scale }.matrix(String::new).unwrap())
    };
    let shapes: Vec<HullPose> = (0..effort(12, 60)).map(|i| posed(i, 0.7)).collect();
    // Not with all of the mesh inside.
    let small: Vec<HullPose> = (0..effort(6, 12)).map(|i| posed(i, 5e-4)).collect();
    on_every_level(|level| {
        // Others than WIDE know no instruction sets.
        let on_level = |name: &str| level == SimdLevel::Portable || name.starts_with("wide");
        for (name, mesh) in cooked.iter().filter(|(name, _)| on_level(name)) {
            let name = |query: &str| format!("{query}, {name}, {}", level.name());
            let mut hits = vec![RayHit::MISS; queries.rays.len()];
            measure(&name("raycast"), &mut || {
                mesh.raycast(&queries.rays[..], &filter, &mut hits[..]).unwrap()
            });
            let mut flags = vec![0; 1000];
            measure(&name("occluded"), &mut || {
                mesh.occluded(&queries.rays[..], &filter, &mut flags[..queries.rays.len()]).unwrap();
            });
            // Rays that do not lie in a slice are copied.
            let (from, to): (Vec<_>, Vec<_>) =
                queries.rays.iter().map(|ray| (ray.origin, ray.origin + ray.direction)).unzip();
            measure(&name("line_of_sight"), &mut || {
                mesh.line_of_sight(&from, &to, &filter, &mut flags[..from.len()]).unwrap();
            });
            measure(&name("overlap_sphere"), &mut || {
                let flags = &mut flags[..queries.spheres.len()];
                mesh.overlap_sphere(&queries.spheres[..], &filter, flags).unwrap();
            });
            measure(&name("overlap_capsule"), &mut || {
                let flags = &mut flags[..queries.capsules.len()];
                mesh.overlap_capsule(&queries.capsules[..], &filter, flags).unwrap();
            });
            measure(&name("overlap_box"), &mut || {
                mesh.overlap_box(&queries.boxes[..], &filter, &mut flags[..queries.boxes.len()]).unwrap();
            });
            measure(&name("overlap_hull"), &mut || {
                mesh.overlap_hull(&shapes[..], &filter, &mut flags[..shapes.len()]).unwrap();
            });
            let nothing =
                ClosestPoint { point: Vec3::ZERO, distance: 0.0, triangle: 0, feature: Feature::Face };
            let mut points = vec![nothing; queries.points.len()];
            measure(&name("closest_point"), &mut || {
                mesh.closest_point(&queries.points[..], &filter, &mut points[..]).unwrap();
            });
            let mut casts = vec![ShapeHit::MISS; queries.casts.len()];
            measure(&name("cast_sphere"), &mut || {
                mesh.cast_sphere(&queries.casts[..], &filter, ContactEdges::Smooth, &mut casts[..]).unwrap();
            });
            let mut all = vec![RayHit::MISS; 10_000];
            measure(&name("raycast_all"), &mut || {
                _ = mesh.raycast_all(&queries.rays[..], &filter, &mut (), &mut all[..]).unwrap();
            });
            let mut list = vec![0; 100_000];
            measure(&name("candidates_aabb"), &mut || {
                _ = mesh.candidates_aabb(&queries.aabbs[..], &filter, &mut (), &mut list[..]).unwrap();
            });
            measure(&name("overlap_sphere_all"), &mut || {
                _ = mesh.overlap_sphere_all(&queries.spheres[..], &filter, &mut (), &mut list[..]).unwrap();
            });
            measure(&name("overlap_capsule_all"), &mut || {
                _ = mesh.overlap_capsule_all(&queries.capsules[..], &filter, &mut (), &mut list[..]).unwrap();
            });
            measure(&name("overlap_box_all"), &mut || {
                _ = mesh.overlap_box_all(&queries.boxes[..], &filter, &mut (), &mut list[..]).unwrap();
            });
            measure(&name("overlap_hull_all"), &mut || {
                _ = mesh.overlap_hull_all(&shapes[..], &filter, &mut (), &mut list[..]).unwrap();
            });
            let mut contacts = vec![Contact::default(); 100_000];
            let options = ContactOptions { max_distance: 1e-3, ..ContactOptions::default() };
            measure(&name("contacts_hull"), &mut || {
                _ = mesh.contacts_hull(&small[..], &filter, &options, &mut (), &mut contacts[..]).unwrap();
            });
            let moving: Vec<HullCast> = small
                .iter()
                .zip(&queries.casts)
                .map(|(&shape, cast)| HullCast { shape, displacement: cast.displacement })
                .collect();
            let mut casts = vec![ShapeHit::MISS; moving.len()];
            measure(&name("cast_hull"), &mut || {
                mesh.cast_hull(&moving[..], &filter, ContactEdges::Smooth, &mut casts[..]).unwrap();
            });
            let mut casts = vec![ShapeHit::MISS; 100_000];
            measure(&name("cast_hull_all"), &mut || {
                let (edges, casts) = (ContactEdges::Smooth, &mut casts[..]);
                _ = mesh.cast_hull_all(&moving[..], &filter, edges, &mut (), casts).unwrap();
            });
        }
    });
    check();
}
