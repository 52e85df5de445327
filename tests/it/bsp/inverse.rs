//! The inverse tree, the published form to the letter: it answers as the ordinary one.

use super::surfaces::triangles;
use super::wedges::wedge;
use crate::common::bsp::{cast, contains, exact, raycast, threshold};
use crate::common::solid::{Surface, room, vector};
use crate::common::{asset, sphere};
use carom::bsp::*;
use carom::geometry::Ray;
use fastrand::Rng;
use glam::DVec3;

/// The published form: faces turned around, the tree built on them, AND over both children, the answer
/// inverted. On the same splitters it answers as OR on the ordinary tree.
#[test]
fn the_published_form_is_the_mirror() {
    let mesh = sphere(12, 2.0);
    let mut hollow = Surface::default();
    for polygon in room().polygons() {
        hollow.push(&polygon.iter().map(|corner| corner.as_vec3()).collect::<Vec<_>>());
    }
    let inverse = BspOptions { inverse: true, ..BspOptions::default() };
    for (input, range, offset) in [
        (triangles(&mesh), 3.0, DVec3::ZERO),
        (wedge(1.0).input(), 5.0, DVec3::ZERO),
        (hollow.input(), 8.0, DVec3::new(4.0, 4.0, 0.0)),
    ] {
        let plain = Bsp::build(&input, &BspOptions::default()).unwrap();
        let mirror = Bsp::build(&input, &inverse).unwrap();
        assert!(mirror.stats().inverse && !plain.stats().inverse);
        let rng = &mut Rng::with_seed(9);
        let (mut hits, count) = (0, 20_000);
        for i in 0..count {
            let (p, radius) = (vector(rng, range) + offset, [0.01, 0.1, 0.5, 1.0][i % 4]);
            let published = threshold(&mirror, p, radius);
            assert_eq!(published, threshold(&plain, p, radius), "{p} {radius}");
            assert_eq!(exact(&mirror, p, radius), exact(&plain, p, radius), "{p} {radius}");
            assert_eq!(
                contains(&mirror, p, &Filter::default()).is_solid(),
                contains(&plain, p, &Filter::default()).is_solid()
            );
            let origin = (vector(rng, range) + offset).as_vec3();
            let motion = (p.as_vec3() - origin) * 1.5;
            let radius = if i % 3 == 0 { 0.0 } else { radius };
            let (a, b) = (cast(&mirror, origin, radius, motion), cast(&plain, origin, radius, motion));
            assert_eq!((a.t, a.is_hit()), (b.t, b.is_hit()), "{origin} {radius} {motion}");
            let ray = Ray::new(origin, motion);
            let (a, b) = (raycast(&mirror, ray), raycast(&plain, ray));
            assert!(a.is_hit() == b.is_hit() && (a.t == b.t || (a.t - b.t).abs() < 1e-5), "{a:?} {b:?}");
            hits += usize::from(published);
        }
        assert!(hits > count / 50 && hits < count, "{hits}");
    }
}

/// Also where planes along the axes are put between the faces, in whatever order cells are divided.
#[test]
fn the_published_form_of_a_scan_is_the_mirror() {
    let mesh = asset("skull");
    let input = BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &mesh.indices));
    let options = BspOptions { ignore_leaks: true, ..BspOptions::default() };
    let plain = Bsp::build(&input, &options).unwrap();
    let mirror = Bsp::build(&input, &BspOptions { inverse: true, ..options }).unwrap();
    assert_eq!(plain.stats().node_count, mirror.stats().node_count);
    let rng = &mut Rng::with_seed(10);
    for i in 0..5000 {
        let corner = DVec3::from(mesh.positions[rng.usize(..mesh.positions.len())].map(f64::from));
        let radius = [0.001, 0.004, 0.02][i % 3];
        let p = corner + vector(rng, 2.0 * f64::from(radius));
        assert_eq!(threshold(&mirror, p, radius), threshold(&plain, p, radius), "{p} {radius}");
    }
}
