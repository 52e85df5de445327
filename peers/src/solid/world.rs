//! A world of random brushes, the same on every machine: boxes, turned boxes, ramps, rocks and thin walls.

use super::faces::Brushes;
use super::made::from_brushes;
use crate::mesh::Mesh;
use glam::{Mat3, Quat, Vec3};

const BRUSHES: usize = 2000;

/// Half a side of the world, in units like those of levels.
const HALF: f32 = 1500.0;

/// The world.
pub(crate) fn random_world(name: &str) -> Mesh {
    let mut random = fastrand::Rng::with_seed(0x5eed_b0b5);
    let mut brushes = Brushes { planes: Vec::new(), plane_counts: Vec::new() };
    for _ in 0..BRUSHES {
        let planes = brush(&mut random);
        brushes.plane_counts.push(planes.len() as u32);
        brushes.planes.extend(planes);
    }
    from_brushes(name, brushes)
}

fn brush(random: &mut fastrand::Rng) -> Vec<[f32; 4]> {
    let mut vector =
        |low: f32, high: f32| Vec3::from_array(std::array::from_fn(|_| low + (high - low) * random.f32()));
    let center = vector(-HALF, HALF);
    let mut half = vector(10.0, 120.0);
    let kind = vector(0.0, 20.0).x;
    let mut direction = || vector(-1.0, 1.0).normalize_or(Vec3::Z);
    let mut normals: Vec<(Vec3, f32)> = Vec::new();
    let mut axes = Mat3::IDENTITY;
    if kind >= 18.0 {
        // A rock.
        normals.extend((0..14).map(|_| (direction(), half.x)));
        half *= 1.2;
    } else if kind >= 16.0 {
        // A thin wall.
        half = Vec3::new(150.0, 150.0, 150.0);
        half[(kind * 100.0) as usize % 3] = 4.0;
    } else if kind >= 13.0 {
        // A ramp.
        let mut slope = direction();
        slope[(kind * 100.0) as usize % 3] = 0.0;
        normals.push((slope.normalize_or(Vec3::Z), 0.0));
    } else if kind >= 9.0 {
        axes = Mat3::from_quat(Quat::from_rotation_arc(Vec3::Z, direction()));
    }
    for k in 0..3 {
        normals.extend([(axes.col(k), half[k]), (-axes.col(k), half[k])]);
    }
    normals.iter().map(|&(normal, at)| normal.extend(normal.dot(center) + at).to_array()).collect()
}
