//! Surfaces of several solids that touch.

use crate::common::bsp::{Truth, contains, exact};
use crate::common::solid::{Brush, Surface, World, vector};
use carom::bsp::*;
use carom::geometry::Vec3;
use fastrand::Rng;
use glam::DVec3;

/// Blocks that share a face, part of one, an edge or a corner, with the oracle of brushes: the shortest way
/// out is that of all of them together.
#[test]
fn solids_of_one_surface_may_touch() {
    let boxes = [
        ([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]),
        ([1.0, 0.25, -0.5], [2.0, 0.75, 0.5]),
        ([-0.5, -0.5, 1.0], [1.5, 0.5, 3.0]),
        ([1.0, 1.0, 0.0], [2.0, 2.0, 1.0]),
        ([1.0, 1.0, 1.0], [2.0, 2.0, 2.0]),
    ];
    for (min, max) in boxes {
        let brushes = vec![Brush::aabb(Vec3::ZERO, Vec3::ONE), Brush::aabb(Vec3::from(min), Vec3::from(max))];
        let world = World::new(brushes);
        let mut surface = Surface::default();
        for (_, _, polygon) in world.brushes.iter().flat_map(|brush| &brush.faces) {
            let mut corners: Vec<Vec3> = polygon.iter().map(|corner| corner.as_vec3()).collect();
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
            let center = world.brushes.iter().find(|brush| brush.faces.iter().any(|face| &face.2 == polygon));
            let (min, max) = center.unwrap().bounds();
            if normal.as_dvec3().dot(polygon[0] - (min + max) * 0.5) < 0.0 {
                corners.reverse();
            }
            surface.push(&corners);
        }
        let outside = world.surface(|_| true);
        let distance = |p: DVec3| world.distance(p);
        let truth = Truth { distance: &distance, surface: Some(&outside) };
        for inverse in [false, true] {
            let options = BspOptions { inverse, ..BspOptions::default() };
            let bsp = Bsp::build(&surface.input(), &options).unwrap();
            assert!(!bsp.stats().leaks);
            let rng = &mut Rng::with_seed(4);
            for i in 0..4000 {
                let point = (vector(rng, 1.5) + DVec3::splat(0.75)).as_vec3().as_dvec3();
                let radius = [0.05f32, 0.2, 0.6][i % 3];
                if world.depth(point).abs() > 1e-5 {
                    assert_eq!(
                        contains(&bsp, point, &Filter::default()).is_solid(),
                        world.depth(point) > 0.0,
                        "{point}"
                    );
                }
                let gap = distance(point) - f64::from(radius);
                if gap.abs() > 1e-5 {
                    assert_eq!(exact(&bsp, point, radius), gap < 0.0, "{point} {radius}");
                }
                // Right where the blocks meet, either says that the other is there.
                if world.depth(point).abs() > 1e-3 {
                    truth.check_contact(&bsp, point, radius, &Filter::default());
                }
            }
        }
    }
}
