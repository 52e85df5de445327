//! Saves a world of three objects, for `carom view`: `cargo run --package carom-cli --example world -- FILE`.

use anyhow::{Context, Result};
use carom::prelude::*;

fn main() -> Result<()> {
    let path = std::env::args().nth(1).context("the file to write")?;
    let world = World::new(&WorldOptions::default())?;
    let cube = |center: Vec3, half: f32| Aabb::new(center - Vec3::splat(half), center + Vec3::splat(half));
    world.insert_one(cube(Vec3::new(-2.0, 0.0, 0.0), 1.0))?;
    let filter = GroupFilter { group: 2, ..GroupFilter::default() };
    let ball = Sphere { center: Vec3::new(0.5, 0.0, 0.0), radius: 1.0 };
    world.insert_one(Object { filter, ..ball.into() })?;
    let two = [cube(Vec3::new(2.5, 0.5, 0.0), 0.5), cube(Vec3::new(2.5, -0.5, 0.5), 0.5)].map(Into::into);
    world.insert_compound(&two, &Object::from(two[0]))?;
    Ok(world.save_file(path)?)
}
