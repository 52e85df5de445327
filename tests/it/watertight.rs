//! Rays aimed exactly at shared edges and vertices from inside a closed surface always hit.

use crate::common::effort::effort_named;
use crate::common::{TestMesh, asset, cook, cook_all, sphere};
use carom::geometry::{Ray, Vec3};
use carom::mesh::{CookOptions, Filter, LayoutKind, Mesh, RayHit, WidePreset};
use rayon::prelude::*;

/// Casts `per_origin` rays from each origin inside at corners and edge points of the mesh; none may get
/// out, that is, hit nothing before `farthest`. (A ray that grazes a corner of a surface that is not
/// convex may rightly go on inside.)
fn check(mesh: &TestMesh, cooked: &Mesh, origins: &[Vec3], per_origin: usize, farthest: f32) -> usize {
    let triangles = mesh.triangles();
    let leaks: usize = origins
        .par_iter()
        .enumerate()
        .map(|(seed, &origin)| {
            let rng = &mut fastrand::Rng::with_seed(seed as u64);
            let rays: Vec<Ray> = (0..per_origin)
                .map(|i| {
                    let t = triangles[rng.usize(0..triangles.len())];
                    let corners = [t.a, t.b, t.c];
                    let k = rng.usize(0..3);
                    let along = if i % 3 == 0 {
                        0.0
                    } else if i % 3 == 1 {
                        0.5
                    } else {
                        rng.f32()
                    };
                    Ray::new(origin, corners[k].lerp(corners[(k + 1) % 3], along) - origin)
                })
                .collect();
            let mut hits = vec![RayHit::MISS; rays.len()];
            cooked.raycast(&rays, &Filter::default(), &mut hits[..]).unwrap();
            let leaked = |(hit, ray): (&RayHit, &Ray)| !(hit.t <= farthest) && ray.direction != Vec3::ZERO;
            hits.iter().zip(&rays).filter(|&pair| leaked(pair)).count()
        })
        .sum();
    assert_eq!(leaks, 0, "rays got through");
    origins.len() * per_origin
}

/// Points inside the surface: halfway between where a ray enters (by a front) and leaves (by a back).
fn inside(cooked: &Mesh, count: usize) -> Vec<Vec3> {
    let bounds = cooked.bounds();
    let size = bounds.max - bounds.min;
    let rng = &mut fastrand::Rng::with_seed(99);
    let mut origins = Vec::new();
    while origins.len() < count {
        let start = bounds.min - size * 0.1;
        let target = bounds.min + size * Vec3::new(rng.f32(), rng.f32(), rng.f32());
        let ray = Ray::new(start, target - start);
        let mut hits = [RayHit::MISS; 2];
        let front = Filter { backfaces: carom::mesh::Backfaces::Cull, ..Filter::default() };
        cooked.raycast(&[ray], &front, &mut hits[..1]).unwrap();
        if !hits[0].is_hit() {
            continue;
        }
        let back = Filter { backfaces: carom::mesh::Backfaces::Only, ..Filter::default() };
        cooked.raycast(&[Ray { t_min: hits[0].t, ..ray }], &back, &mut hits[1..]).unwrap();
        if hits[1].is_hit() && hits[1].t > hits[0].t + 1e-3 {
            origins.push(ray.origin + ray.direction * ((hits[0].t + hits[1].t) * 0.5));
        }
    }
    origins
}

/// The number of rays cast at the skull in each layout and preset, unless the environment variable
/// `CAROM_WATERTIGHT_RAYS` gives another.
fn ray_count() -> usize {
    effort_named("CAROM_WATERTIGHT_RAYS", 240_000, 1_200_000)
}

#[test]
fn the_skull_has_no_leaks() {
    const ORIGINS: usize = 120;
    let mesh = asset("skull");
    let binary = [LayoutKind::Compact, LayoutKind::Delta].map(cook);
    let wide = WidePreset::ALL.map(|preset| CookOptions { preset, ..cook(LayoutKind::Wide) });
    for options in wide.into_iter().chain(binary) {
        let cooked = &Mesh::build(&mesh.input(), options).unwrap();
        let rays = check(&mesh, cooked, &inside(cooked, ORIGINS), ray_count().div_ceil(ORIGINS), f32::MAX);
        assert!(rays >= ray_count());
    }
}

#[test]
fn a_fine_ball_has_no_leaks() {
    let mesh = sphere(60, 10.0);
    for (_, cooked) in &cook_all(&mesh) {
        check(&mesh, cooked, &inside(cooked, 20), 5_000, 1.001);
        check(&mesh, cooked, &[Vec3::ZERO], 20_000, 1.001);
    }
}
