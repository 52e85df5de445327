//! Queries on solids of planes.

use crate::area::{check, measure};
use crate::common::effort::effort;
use crate::common::queries::on_every_level;
use crate::common::solid::random_world;
use crate::common::sphere;
use carom::bsp::*;
use carom::geometry::{
    BoxAxes, BoxCast, Capsule, CapsuleCast, OrientedBox, Quat, Ray, Sphere, SphereCast, Vec3,
};
use carom::mesh::{Contact, ContactEdges, ContactOptions, Filter, ShapeHit};

#[test]
fn queries_on_a_solid() {
    let (world, _) = random_world(3, 60);
    let ball = sphere(12, 3.0);
    let surface = BspInput::Surface(SurfaceInput::triangles(&ball.positions, &ball.indices));
    let options = BspOptions::default();
    let solids = [
        ("brushes", Bsp::build(&world.input(), &options).unwrap()),
        ("bevels", Bsp::build(&world.input(), &BspOptions { bevels: 2, ..options }).unwrap()),
        ("surface", Bsp::build(&surface, &options).unwrap()),
        ("inverse", Bsp::build(&surface, &BspOptions { inverse: true, ..options }).unwrap()),
    ];
    let count = effort(60, 300);
    let rng = &mut fastrand::Rng::with_seed(8);
    for (kind, bsp) in &solids {
        let bounds = bsp.bounds();
        let mut point =
            || bounds.min + (bounds.max - bounds.min) * Vec3::new(rng.f32(), rng.f32(), rng.f32());
        let points: Vec<Vec3> = (0..count).map(|_| point()).collect();
        let ends: Vec<Vec3> = (0..count).map(|_| point()).collect();
        let radius = (bounds.max - bounds.min).max_element() * 0.05;
        let spheres: Vec<Sphere> = points.iter().map(|&center| Sphere { center, radius }).collect();
        let rays: Vec<Ray> = points.iter().zip(&ends).map(|(&a, &b)| Ray::new(a, b - a)).collect();
        let casts: Vec<SphereCast> = points
            .iter()
            .zip(&ends)
            .map(|(&origin, &end)| SphereCast { origin, radius, displacement: end - origin })
            .collect();
        let filter = Filter::default();
        on_every_level(|level| {
            let (mut hits, mut flags) = (vec![BspCastHit::MISS; count], vec![0; count]);
            let mut contents = vec![PointContent::EMPTY; count];
            let mut contacts = vec![BspContact::MISS; count];
            let name = |query: &str| format!("{query}, {kind}, {}", level.name());
            measure(&name("contains_point"), &mut || {
                bsp.contains_point(&points, &filter, &mut contents[..]).unwrap();
            });
            for mode in [SphereMode::Exact, SphereMode::Threshold] {
                measure(&name("overlap_sphere"), &mut || {
                    bsp.overlap_sphere(&spheres, mode, &filter, &mut flags[..]).unwrap();
                });
            }
            measure(&name("collide_sphere"), &mut || {
                bsp.collide_sphere(&spheres, &filter, &mut contacts[..]).unwrap();
            });
            measure(&name("cast_sphere"), &mut || bsp.cast_sphere(&casts, &filter, &mut hits[..]).unwrap());
            measure(&name("raycast"), &mut || bsp.raycast(&rays, &filter, &mut hits[..]).unwrap());
            if ["surface", "inverse"].contains(kind) {
                return;
            }
            let half = Vec3::splat(radius);
            let shape = |&center: &Vec3| -> BoxAxes {
                OrientedBox { center, half_extents: half, rotation: Quat::from_xyzw(0.5, 0.1, 0.2, 0.7) }
                    .into()
            };
            let boxes: Vec<BoxAxes> = points.iter().map(shape).collect();
            let capsules: Vec<Capsule> =
                points.iter().map(|&a| Capsule { a, radius, b: a + half * 2.0 }).collect();
            let displacement = |i: usize| ends[i] - points[i];
            let capsule_casts: Vec<CapsuleCast> = (0..count)
                .map(|i| CapsuleCast { capsule: capsules[i], displacement: displacement(i) })
                .collect();
            let box_casts: Vec<BoxCast> =
                (0..count).map(|i| BoxCast { shape: boxes[i], displacement: displacement(i) }).collect();
            let (mut found, mut shape_hits) =
                (vec![Contact::default(); 99 * count], vec![ShapeHit::MISS; count]);
            let (options, edges) = (ContactOptions::default(), ContactEdges::Smooth);
            measure(&name("overlap_capsule"), &mut || {
                bsp.overlap_capsule(&capsules, &filter, &mut flags[..]).unwrap();
            });
            measure(&name("contacts_capsule"), &mut || {
                bsp.contacts_capsule(&capsules, &filter, &options, &mut (), &mut found[..]).unwrap();
            });
            measure(&name("contacts_box"), &mut || {
                bsp.contacts_box(&boxes, &filter, &options, &mut (), &mut found[..]).unwrap();
            });
            measure(&name("cast_capsule"), &mut || {
                bsp.cast_capsule(&capsule_casts, &filter, edges, &mut shape_hits[..]).unwrap();
            });
            measure(&name("cast_box"), &mut || {
                bsp.cast_box(&box_casts, &filter, edges, &mut shape_hits[..]).unwrap();
            });
        });
    }
    check();
}
