//! Wedges: the error of the published rule at a convex edge, and the effect of bevel planes.

use crate::common::bsp::{exact, threshold};
use crate::common::solid::Surface;
use carom::bsp::*;
use carom::geometry::Vec3;
use fastrand::Rng;
use glam::DVec3;
use std::f64::consts::PI;

/// A wedge of angle `theta` with its edge along z through the origin: a pie, 40 wide, 100 high.
pub(super) fn wedge(theta: f64) -> Surface {
    let steps = ((theta / 45f64.to_radians()).ceil() as usize).max(2);
    let mut outline = vec![DVec3::ZERO];
    for i in 0..=steps {
        let angle = -theta / 2.0 + theta * i as f64 / steps as f64;
        outline.push(DVec3::new(40.0 * angle.cos(), 40.0 * angle.sin(), 0.0));
    }
    let at = |i: usize, z: f32| {
        let corner = outline[i % outline.len()].as_vec3();
        Vec3::new(corner.x, corner.y, z)
    };
    let mut surface = Surface::default();
    for i in 0..outline.len() {
        surface.push(&[at(i, -50.0), at(i + 1, -50.0), at(i + 1, 50.0), at(i, 50.0)]);
    }
    for i in 1..=steps {
        surface.push(&[at(0, 50.0), at(i, 50.0), at(i + 1, 50.0)]);
        surface.push(&[at(i + 1, -50.0), at(i, -50.0), at(0, -50.0)]);
    }
    surface
}

/// The distance of a point from the two half-planes of a wedge, 0 inside.
fn wedge_distance(theta: f64, p: DVec3) -> f64 {
    let (angle, size) = (p.y.atan2(p.x).abs(), (p.x * p.x + p.y * p.y).sqrt());
    let beyond = angle - theta / 2.0;
    if beyond <= 0.0 {
        0.0
    } else if beyond >= PI / 2.0 {
        size
    } else {
        size * beyond.sin()
    }
}

/// A convex edge over-reports up to `R (1 / sin(theta / 2) - 1)`, and nothing else does.
#[test]
fn wedges_are_wrong_by_the_formula_or_not_at_all() {
    let radius = 1.0f64;
    for degrees in [10, 20, 30, 45, 60, 90, 120, 150, 175, 185, 225, 270, 300, 330, 350] {
        let theta = f64::from(degrees).to_radians();
        let surface = wedge(theta);
        let bsp = Bsp::build(&surface.input(), &BspOptions::default()).unwrap();
        let mitre = 1.0 / (theta / 2.0).sin();
        let rng = &mut Rng::with_seed(degrees as u64);
        let (mut most, mut beyond): (f64, usize) = (0.0, 0);
        let range = mitre.max(1.0) + 1.0;
        let count = 40_000;
        for _ in 0..count {
            let p = DVec3::new(range * (rng.f64() * 2.0 - 1.0), range * (rng.f64() * 2.0 - 1.0), rng.f64());
            let p = p.as_vec3().as_dvec3();
            let distance = wedge_distance(theta, p);
            let (found, reported) = (exact(&bsp, p, radius as f32), threshold(&bsp, p, radius as f32));
            assert!(reported || distance > radius, "{degrees}: {p} {distance} missed");
            if (distance - radius).abs() > 2e-5 {
                assert_eq!(found, distance < radius, "{degrees}: {p} {distance}");
            }
            if reported && distance > radius {
                most = most.max(distance - radius);
                beyond += usize::from(distance - radius > 1e-4);
            }
        }
        if degrees > 180 {
            assert_eq!(beyond, 0, "{degrees}: {most}");
        } else {
            let formula = mitre - 1.0;
            assert!(most <= formula + 1e-4, "{degrees}: {most} exceeds {formula}");
            // And their area: the mitre without the circle's sector.
            let area = beyond as f64 / count as f64 * (2.0 * range).powi(2);
            let expected = 1.0 / (theta / 2.0).tan() - (PI - theta) / 2.0;
            assert!((area - expected).abs() < 0.1 * expected + 0.02, "{degrees}: {area} of {expected}");
        }
        // At the very tip.
        let tip = |over: f64| DVec3::new(-(radius + over), 0.0, 0.5);
        if degrees < 180 {
            assert!(threshold(&bsp, tip((mitre - 1.0) * 0.999), radius as f32));
            assert!(!threshold(&bsp, tip((mitre - 1.0) * 1.001 + 1e-4), radius as f32));
            assert!(exact(&bsp, tip(-1e-4), radius as f32) && !exact(&bsp, tip(1e-4), radius as f32));
        }
    }
}

/// Bevel planes take away some of the wrong reports, never all, and none of the right ones.
#[test]
fn bevels_help_and_cost() {
    let radius = 1.0f32;
    for degrees in [20, 45, 90] {
        let theta = f64::from(degrees).to_radians();
        let surface = wedge(theta);
        let mut last = (usize::MAX, 0);
        for bevels in [0, 1, 3] {
            let options = BspOptions { bevels, ..BspOptions::default() };
            let bsp = Bsp::build(&surface.input(), &options).unwrap();
            let rng = &mut Rng::with_seed(degrees as u64);
            let range = 1.0 / (theta / 2.0).sin() + 1.0;
            let mut beyond = 0;
            for _ in 0..20_000 {
                let p =
                    DVec3::new(range * (rng.f64() * 2.0 - 1.0), range * (rng.f64() * 2.0 - 1.0), rng.f64());
                let p = p.as_vec3().as_dvec3();
                let distance = wedge_distance(theta, p);
                let reported = threshold(&bsp, p, radius);
                assert!(
                    reported || distance > f64::from(radius),
                    "{degrees} {bevels}: {p} {distance} missed"
                );
                if (distance - f64::from(radius)).abs() > 2e-5 {
                    assert_eq!(
                        exact(&bsp, p, radius),
                        distance < f64::from(radius),
                        "{degrees} {bevels}: {p}"
                    );
                }
                beyond += usize::from(reported && distance > f64::from(radius) + 1e-4);
            }
            let nodes = bsp.stats().node_count;
            assert!(
                beyond < last.0 && nodes > last.1 && beyond > 0,
                "{degrees} {bevels}: {beyond} {nodes} {last:?}"
            );
            last = (beyond, nodes);
        }
    }
    let options = BspOptions { bevels: 17, ..BspOptions::default() };
    let error = Bsp::build(&wedge(1.0).input(), &options).err().unwrap();
    assert_eq!(error.to_string(), "options.bevels: 17 exceeds 16");
}
