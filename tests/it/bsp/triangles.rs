//! The triangles of solids, for drawing.

use crate::common::solid::{Brush, World, random_world};
use crate::common::{asset, sphere};
use carom::bsp::*;
use carom::geometry::{Triangle, Vec3};
use glam::DVec3;

fn triangles(bsp: &Bsp) -> Vec<BspTriangle> {
    let mut all = Vec::new();
    bsp.triangles(|triangle| all.push(triangle)).unwrap();
    all
}

/// Twice the area, along the normal.
fn area(t: &Triangle) -> DVec3 {
    let [a, b, c] = [t.a, t.b, t.c].map(|v| v.as_dvec3());
    (b - a).cross(c - a)
}

/// The triangles of each brush lie on its faces, face outward, and cover all of them.
fn check(world: &World, bsp: &Bsp) {
    let all = triangles(bsp);
    assert!(all.is_sorted_by_key(|found| found.brush));
    let size = f64::from((bsp.bounds().max - bsp.bounds().min).length());
    for (i, brush) in world.brushes.iter().enumerate() {
        let of: Vec<_> = all.iter().filter(|found| found.brush == i as u32).collect();
        let expected: f64 = brush
            .faces
            .iter()
            .map(|(normal, _, corners)| {
                let parts = corners.windows(2).map(|w| (w[0] - corners[0]).cross(w[1] - corners[0]));
                parts.sum::<DVec3>().dot(*normal)
            })
            .sum();
        let (mut whole, mut sum) = (0.0, DVec3::ZERO);
        for found in of {
            assert_eq!(found.attributes, brush.attributes);
            for corner in [found.triangle.a, found.triangle.b, found.triangle.c] {
                assert!(brush.depth(corner.as_dvec3()).abs() < 1e-5 * size, "{i}: {found:?}");
            }
            let area = area(&found.triangle);
            // Outward: along the normal of a face.
            assert!(
                brush.faces.iter().any(|(normal, ..)| normal.dot(area) > 0.999 * area.length()),
                "{i}: {found:?}"
            );
            whole += area.length();
            sum += area;
        }
        assert!((whole - expected).abs() < 1e-4 * (expected + size * size * 1e-3), "{i}: {whole} {expected}");
        assert!(sum.length() < 1e-4 * (expected + size * size * 1e-3), "{i}: {sum}");
    }
}

#[test]
fn they_cover_the_faces_of_brushes() {
    for seed in 0..6 {
        let (mut world, range) = random_world(seed, 40);
        // Far away, where planes have an origin of their own.
        if seed % 2 == 1 {
            let at = Vec3::new(3e3, -2e3, 5e3) * range as f32;
            let boxes = (0..9).map(|i| {
                let min = at + Vec3::splat(i as f32 * range as f32);
                Brush::aabb(min, min + Vec3::splat(range as f32 * 0.5))
            });
            world = World::new(boxes.collect());
        }
        check(&world, &Bsp::build(&world.input(), &BspOptions::default()).unwrap());
    }
}

#[test]
fn brushes_without_volume_have_none() {
    let flat = Brush::aabb(Vec3::ZERO, Vec3::new(1.0, 0.0, 1.0));
    let cube = Brush::aabb(Vec3::ONE, Vec3::splat(2.0));
    let world = World::new(vec![flat, cube]);
    let found = triangles(&Bsp::build(&world.input(), &BspOptions::default()).unwrap());
    assert_eq!(found.iter().map(|found| found.brush).collect::<Vec<_>>(), [1; 12]);
    assert!(
        triangles(&Bsp::build(&World::new(Vec::new()).input(), &BspOptions::default()).unwrap()).is_empty()
    );
}

#[test]
fn surfaces_have_their_own() {
    for mesh in [sphere(5, 2.0), asset("skull")] {
        let input = BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &mesh.indices));
        let options = BspOptions { ignore_leaks: true, ..BspOptions::default() };
        let found = triangles(&Bsp::build(&input, &options).unwrap());
        let sorted = |all: &mut dyn Iterator<Item = Triangle>| {
            let mut bits: Vec<_> =
                all.map(|t| [t.a, t.b, t.c].map(|corner| corner.to_array().map(f32::to_bits))).collect();
            bits.sort_unstable();
            bits
        };
        let found = sorted(&mut found.iter().map(|found| found.triangle));
        assert!(found == sorted(&mut mesh.triangles().into_iter()));
    }
}
