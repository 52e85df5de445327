//! Fields asked with zeros of both signs, denormals and the largest numbers: every call is answered, with
//! numbers.

use crate::common::effort::effort;
use crate::common::field::*;
use carom::geometry::{Capsule, PoseMatrix, Ray, Sphere, Triangle, Vec3};
use carom::sdf::*;
use fastrand::Rng;

const NUMBERS: [f32; 14] = [
    0.0,
    -0.0,
    1e-45,
    -1e-45,
    1e-40,
    f32::MIN_POSITIVE,
    -1e-30,
    1.0,
    -0.3,
    1e10,
    1e18,
    -1e18,
    1.1529215e18,
    -1.1529215e18,
];

fn number(rng: &mut Rng) -> f32 {
    if rng.bool() { NUMBERS[rng.usize(0..NUMBERS.len())] } else { (rng.f32() - 0.5) * 3.0 }
}

fn vector(rng: &mut Rng) -> Vec3 {
    Vec3::new(number(rng), number(rng), number(rng))
}

fn check(contacts: &[SdfContact]) {
    for contact in contacts {
        assert!(contact.point.is_finite() && contact.normal.is_finite() && !contact.depth.is_nan());
        let length = contact.normal.length();
        assert!(length == 0.0 || (length - 1.0).abs() < 1e-4, "{contact:?}");
    }
}

fn ask(sdf: &Sdf, rng: &mut Rng) {
    let n = 70;
    let points: Vec<Vec3> = (0..n).map(|_| vector(rng)).collect();
    let mut samples = vec![SdfSample { distance: 0.0, gradient: Vec3::ZERO }; n];
    for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
        sdf.sample(&points, interpolation, &mut samples[..]).unwrap();
        for (sample, point) in samples.iter().zip(&points) {
            assert!(sample.distance.is_finite() && sample.gradient.is_finite(), "{point} {sample:?}");
        }
    }
    let mut contacts = vec![SdfContact::MISS; n];
    let margin = number(rng).abs();
    sdf.collide_point(&points, margin, &mut contacts[..]).unwrap();
    check(&contacts);
    let radius = |rng: &mut Rng| number(rng).abs();
    let spheres: Vec<Sphere> = points.iter().map(|&center| Sphere { center, radius: radius(rng) }).collect();
    sdf.collide_sphere(&spheres, margin, &mut contacts[..]).unwrap();
    check(&contacts);
    let capsules: Vec<Capsule> =
        points.iter().map(|&a| Capsule { a, radius: radius(rng), b: vector(rng) }).collect();
    sdf.collide_capsule(&capsules, margin, &mut contacts[..]).unwrap();
    check(&contacts);
    let triangles: Vec<Triangle> =
        points.iter().map(|&a| Triangle::new(a, vector(rng), vector(rng))).collect();
    sdf.collide_triangle(&triangles, margin, &mut contacts[..]).unwrap();
    check(&contacts);
    let none =
        SdfClosestPoint { point: Vec3::ZERO, distance: 0.0, normal: Vec3::ZERO, triangle: 0, error: 0.0 };
    let mut closest = vec![none; n];
    sdf.closest_point(&points, &mut closest[..]).unwrap();
    assert!(closest.iter().all(|found| found.point.is_finite() && found.distance.is_finite()));
    let rays: Vec<Ray> = points
        .iter()
        .map(|&origin| Ray { origin, t_min: number(rng), direction: vector(rng), t_max: number(rng) })
        .filter(|ray| ray.direction.abs().max_element() >= 1e-28)
        .collect();
    let mut hits = vec![SdfRayHit::MISS; rays.len()];
    sdf.raycast(&rays, &mut hits[..]).unwrap();
    for (hit, ray) in hits.iter().zip(&rays) {
        assert!(!hit.t.is_nan() && hit.point.is_finite() && hit.normal.is_finite(), "{ray:?}");
        assert!(!hit.is_hit() || hit.t >= ray.t_min && hit.t <= ray.t_max, "{ray:?} {hit:?}");
    }
    let pose = PoseMatrix { translation: vector(rng), ..PoseMatrix::IDENTITY };
    let mut contacts = vec![SdfContact::MISS; n];
    let lists = sdf.collide_field(sdf, &[pose], margin, &mut (), &mut contacts[..]);
    if let Ok(lists) = lists {
        check(&contacts[..lists.written]);
    }
}

#[test]
fn every_call_is_answered() {
    let rng = &mut Rng::with_seed(1);
    for round in 0..effort(8, 40) {
        let field = match round {
            0 => Field::of(unit_grid(20), ball([0.0; 3], 0.5)),
            1 => Field::of(unit_grid(3), |_| 0.0),
            2 => Field::of(unit_grid(3), |_| -1.0),
            _ => {
                let grid = random_grid(rng);
                Field { values: random_values(&grid, rng), grid }
            }
        };
        for storage in [Storage::Dense, Storage::Bricks16, Storage::Bricks8] {
            ask(&field.cook(storage), rng);
        }
    }
}
