//! Queries on distance fields.

use crate::area::{check, measure};
use crate::common::field::{Field, cuboid, unit_grid};
use crate::common::queries::on_every_level;
use carom::geometry::{Capsule, Pose, PoseMatrix, Quat, Ray, Sphere, Triangle, Vec3};
use carom::sdf::*;

#[test]
fn queries_on_a_field() {
    let field = Field::of(unit_grid(41), cuboid([0.3, 0.2, 0.4]));
    let count = 200;
    let rng = &mut fastrand::Rng::with_seed(7);
    let points: Vec<Vec3> =
        (0..count).map(|_| Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 3.0 - 1.5).collect();
    let ends: Vec<Vec3> = points.iter().map(|&p| Vec3::new(p.y, -p.x, p.z * 0.3)).collect();
    let spheres: Vec<Sphere> = points.iter().map(|&center| Sphere { center, radius: 0.1 }).collect();
    let capsules: Vec<Capsule> =
        points.iter().zip(&ends).map(|(&a, &b)| Capsule { a, b, radius: 0.1 }).collect();
    let triangles: Vec<Triangle> =
        points.iter().zip(&ends).map(|(&a, &b)| Triangle::new(a, b, Vec3::Y)).collect();
    let rays: Vec<Ray> = points.iter().zip(&ends).map(|(&a, &b)| Ray::new(a, b - a)).collect();
    let turned = Quat::from_xyzw(0.1, 0.4, 0.2, 0.9).normalize();
    let poses: Vec<PoseMatrix> = (0..9)
        .map(|i| {
            let pose = Pose { rotation: turned, translation: Vec3::X * (0.1 * i as f32), scale: 1.0 };
            pose.matrix(String::new).unwrap()
        })
        .collect();
    let slice =
        SdfSlice { origin: Vec3::NEG_ONE, right: Vec3::X * 0.1, down: Vec3::Y * 0.1, width: 20, height: 20 };
    on_every_level(|level| {
        let nothing =
            SdfClosestPoint { point: Vec3::ZERO, distance: 0.0, normal: Vec3::ZERO, triangle: 0, error: 0.0 };
        let mut samples = vec![SdfSample { distance: 0.0, gradient: Vec3::ZERO }; count];
        let (mut contacts, mut many) = (vec![SdfContact::MISS; count], vec![SdfContact::MISS; 10_000]);
        let (mut closest, mut hits) = (vec![nothing; count], vec![SdfRayHit::MISS; count]);
        let (mut image, mut inside) = (vec![0.0; 400], vec![Vec3::ZERO; 50]);
        for storage in [Storage::Dense, Storage::Bricks16, Storage::Bricks8] {
            let sdf = field.cook(storage);
            let name = |query: &str| format!("{query}, {storage:?}, {}", level.name());
            for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
                measure(&name("sample"), &mut || {
                    sdf.sample(&points, interpolation, &mut samples[..]).unwrap()
                });
            }
            measure(&name("closest_point"), &mut || sdf.closest_point(&points, &mut closest[..]).unwrap());
            measure(&name("collide_point"), &mut || {
                sdf.collide_point(&points, 0.1, &mut contacts[..]).unwrap()
            });
            measure(&name("collide_sphere"), &mut || {
                sdf.collide_sphere(&spheres, 0.1, &mut contacts[..]).unwrap()
            });
            measure(&name("collide_capsule"), &mut || {
                sdf.collide_capsule(&capsules, 0.1, &mut contacts[..]).unwrap();
            });
            measure(&name("collide_triangle"), &mut || {
                sdf.collide_triangle(&triangles, 0.1, &mut contacts[..]).unwrap();
            });
            measure(&name("raycast"), &mut || sdf.raycast(&rays, &mut hits[..]).unwrap());
            measure(&name("slice"), &mut || sdf.slice(&slice, &mut image[..]).unwrap());
            measure(&name("inside_points"), &mut || _ = sdf.inside_points(&mut inside[..]));
            measure(&name("collide_field"), &mut || {
                _ = sdf.collide_field(&sdf, &poses[..], 0.05, &mut (), &mut many[..]).unwrap();
            });
        }
    });
    check();
}
