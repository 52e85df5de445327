//! Worlds of planes that are nearly the same: turned and moved by little, so that the solids in cells are
//! nearly flat. Their trees are built, whatever is left of their brushes in a cell, and nothing is lost.

use super::volume::ask;
use crate::common::effort::effort;
use crate::common::solid::{Brush, World, direction};
use carom::bsp::*;
use fastrand::Rng;
use glam::{DQuat, DVec3};
use rayon::prelude::*;

type Planes = Vec<(DVec3, f64)>;

fn cuboid(min: DVec3, max: DVec3) -> Planes {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    axes.into_iter().flat_map(|axis| [(axis, axis.dot(max)), (-axis, -axis.dot(min))]).collect()
}

/// Boxes that stand on one plane, and ramps that end there a little behind a side of one of them. The rest of
/// a ramp behind that side is flat, and lies in the plane at which all boxes begin. This plane is the middle
/// one of 16 beginnings, and so a plane to split by, though it divides nothing.
fn ramps(rng: &mut Rng) -> Vec<Brush> {
    let floor = 56.0;
    let grid = |rng: &mut Rng, most: i32| f64::from(rng.i32(-most..=most)) * 16.0;
    let (mut brushes, mut sides) = (Vec::new(), Vec::new());
    let is_long = rng.bool();
    while brushes.len() < 20 {
        let a = DVec3::new(grid(rng, 20), grid(rng, 20), floor);
        let b = DVec3::new(grid(rng, 20), grid(rng, 20), floor + grid(rng, 3).abs());
        let (mut min, mut max) = (a.min(b), a.max(b));
        if is_long && rng.u32(..4) > 0 {
            (min.x, max.x, min.y) = (min.x.min(-8.0), max.x.max(8.0), min.y.min(-8.0));
        }
        if (max - min).min_element() > 0.0 {
            sides.push(max.y);
            brushes.push(Brush::from_planes(&cuboid(min, max), 1 << rng.u16(..2)));
        }
    }
    for _ in 0..rng.usize(1..4) {
        let end = DVec3::new(0.0, sides[rng.usize(..sides.len())] + rng.f64() * 1e-3, floor);
        let normal = DVec3::new(0.0, rng.f64() * 0.05 + 0.001, 1.0).normalize();
        let mut planes = cuboid(DVec3::new(-300.0, -330.0, floor), DVec3::new(300.0, 400.0, 200.0));
        planes.push((normal, normal.dot(end)));
        brushes.push(Brush::from_planes(&planes, 1 << rng.u16(..2)));
    }
    brushes
}

/// Boxes that lie in one another, each turned and moved by little.
fn turned(rng: &mut Rng) -> Vec<Brush> {
    let size = DVec3::new(1.0, rng.f64() + 0.1, rng.f64() * 0.2 + 0.001) * 512.0;
    let little = [1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2][rng.usize(..6)];
    let brushes = (0..rng.usize(16..20)).map(|_| {
        let turn = DQuat::from_axis_angle(direction(rng), rng.f64() * little);
        let at = direction(rng) * (rng.f64() * little * 512.0);
        let shift = if rng.bool() { DVec3::ZERO } else { DVec3::new(0.0, 0.0, size.z * 2.0) };
        let planes = cuboid(shift - size, shift + size);
        let planes: Planes =
            planes.into_iter().map(|(normal, d)| (turn * normal, d + (turn * normal).dot(at))).collect();
        Brush::from_planes(&planes, rng.u16(..2))
    });
    brushes.collect()
}

fn check(worlds: u64, make: fn(&mut Rng) -> Vec<Brush>) {
    let failed: Vec<String> = (0..worlds)
        .into_par_iter()
        .flat_map_iter(|seed| {
            let world = World::new(make(&mut Rng::with_seed(seed)));
            let objections = match Bsp::build_with_report(&world.input(), &BspOptions::default()) {
                Err(error) => vec![error.to_string()],
                Ok((bsp, report)) => {
                    let (_, mut objections) = ask(&world, &bsp, 24, &mut Rng::with_seed(seed));
                    if report.repaired_leaves > 0 {
                        objections.push(format!("{} leaves repaired", report.repaired_leaves));
                    }
                    objections
                }
            };
            objections.into_iter().map(move |objection| format!("world {seed}: {objection}"))
        })
        .collect();
    assert!(failed.is_empty(), "{}: {:#?}", failed.len(), &failed[..failed.len().min(20)]);
}

#[test]
fn ramps_that_end_at_a_side() {
    check(effort(200, 600), ramps);
}

#[test]
fn boxes_turned_by_little() {
    check(effort(30, 60), turned);
}
