//! BSP trees asked with zeros of both signs, denormals, the largest numbers and infinities: every call is
//! answered, and the sign of a zero means nothing.

use crate::common::queries::{Counts, Queries};
use crate::common::solid::random_world;
use crate::common::sphere;
use carom::bsp::*;
use carom::geometry::{Ray, Sphere, SphereCast, Vec3};
use carom::mesh::Filter;

/// The same with zeros that are positive.
fn plain(v: Vec3) -> Vec3 {
    v + Vec3::ZERO
}

#[derive(Debug, PartialEq)]
struct Answers {
    overlaps: [Vec<u8>; 2],
    contents: Vec<PointContent>,
    contacts: Vec<BspContact>,
    casts: Vec<BspCastHit>,
    hits: Vec<BspCastHit>,
}

fn ask(bsp: &Bsp, rays: &[Ray], spheres: &[Sphere], casts: &[SphereCast]) -> Answers {
    let (filter, n) = (&Filter::default(), spheres.len());
    let points: Vec<Vec3> = spheres.iter().map(|sphere| sphere.center).collect();
    let mut answers = Answers {
        overlaps: [vec![7; n], vec![7; n]],
        contents: vec![PointContent { brush: 7, attributes: 7 }; n],
        contacts: vec![BspContact::MISS; n],
        casts: vec![BspCastHit::MISS; casts.len()],
        hits: vec![BspCastHit::MISS; rays.len()],
    };
    for (mode, overlaps) in [SphereMode::Threshold, SphereMode::Exact].into_iter().zip(&mut answers.overlaps)
    {
        bsp.overlap_sphere(spheres, mode, filter, &mut overlaps[..]).unwrap();
    }
    bsp.contains_point(&points, filter, &mut answers.contents[..]).unwrap();
    bsp.collide_sphere(spheres, filter, &mut answers.contacts[..]).unwrap();
    bsp.cast_sphere(casts, filter, &mut answers.casts[..]).unwrap();
    bsp.raycast(rays, filter, &mut answers.hits[..]).unwrap();
    answers
}

fn check(bsp: &Bsp, seed: u64) {
    let mut queries = Queries::extreme(&sphere(6, 3.0), seed, Counts { rays: 16, others: 16 });
    // Here ranges must begin somewhere.
    queries.rays.retain(|ray| ray.t_min.is_finite());
    let answers = ask(bsp, &queries.rays, &queries.spheres, &queries.casts);
    let number = |x: f32| x + 0.0;
    let ray = |r: &Ray| Ray {
        origin: plain(r.origin),
        t_min: number(r.t_min),
        direction: plain(r.direction),
        t_max: number(r.t_max),
    };
    let ball = |s: &Sphere| Sphere { center: plain(s.center), radius: number(s.radius) };
    let cast = |c: &SphereCast| SphereCast {
        origin: plain(c.origin),
        radius: number(c.radius),
        displacement: plain(c.displacement),
    };
    let rays: Vec<Ray> = queries.rays.iter().map(ray).collect();
    let spheres: Vec<Sphere> = queries.spheres.iter().map(ball).collect();
    let casts: Vec<SphereCast> = queries.casts.iter().map(cast).collect();
    let expected = ask(bsp, &rays, &spheres, &casts);
    for (i, (found, expected)) in answers.hits.iter().zip(&expected.hits).enumerate() {
        assert_eq!(found, expected, "{:?}", queries.rays[i]);
    }
    for (i, (found, expected)) in answers.contacts.iter().zip(&expected.contacts).enumerate() {
        assert_eq!(found, expected, "{:?}", queries.spheres[i]);
    }
    for (i, (found, expected)) in answers.casts.iter().zip(&expected.casts).enumerate() {
        assert_eq!(found, expected, "{:?}", queries.casts[i]);
    }
    assert_eq!(answers, expected);
}

#[test]
fn brushes() {
    let (world, _) = random_world(3, 30);
    check(&Bsp::build(&world.input(), &BspOptions::default()).unwrap(), 1);
}

#[test]
fn surfaces() {
    let ball = sphere(6, 3.0);
    let input = BspInput::Surface(SurfaceInput::triangles(&ball.positions, &ball.indices));
    for inverse in [false, true] {
        check(&Bsp::build(&input, &BspOptions { inverse, ..BspOptions::default() }).unwrap(), 2);
    }
}
