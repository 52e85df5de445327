//! The bytes of trees are the same on every platform: no mathematical library decides any.

use crate::common::solid::{Brush, World, random_brush};
use carom::bsp::*;
use carom::geometry::Vec3;
use fastrand::Rng;
use xxhash_rust::xxh3::xxh3_64;

fn hash(world: &World, bevels: u32) -> u64 {
    let options = BspOptions { bevels, ..BspOptions::default() };
    xxh3_64(Bsp::build(&world.input(), &options).unwrap().bytes())
}

/// Sines and arccosines of two libraries once gave two boxes other bytes.
#[test]
fn boxes_with_bevels() {
    let world = World::new(vec![
        Brush::aabb(Vec3::new(0.375, -2.0, -1.375), Vec3::new(2.375, -0.125, -1.0)),
        Brush::aabb(Vec3::new(-0.375, -2.75, -1.0), Vec3::new(0.875, -1.125, 0.25)),
    ]);
    assert_eq!(
        [hash(&world, 6), hash(&world, 0)].map(|hash| format!("{hash:016x}")),
        ["c25d3721bec2192b", "b6a1c5c87095766e"]
    );
}

/// Brushes cut at all angles, so that the order of corners around cuts matters.
#[test]
fn many_brushes() {
    let mut all = String::new();
    for seed in 0..20 {
        // Nothing but square roots is in these brushes.
        let rng = &mut Rng::with_seed(seed);
        let world = World::new((0..12).map(|_| random_brush(rng, 3.0)).collect());
        all += &format!("{:016x} {:016x}\n", hash(&world, 0), hash(&world, 5));
    }
    assert_eq!(format!("{:016x}", xxh3_64(all.as_bytes())), "0091ba2e9ee679c3");
}
