//! The meshes: scans, and balls with bumps of every size.

use crate::common::{ASSETS, TestMesh, asset, sphere};
use std::f32::consts::TAU;

/// A mesh with its name.
pub(crate) struct Scene {
    pub(crate) name: String,
    pub(crate) mesh: TestMesh,
}

/// All meshes; the balls from the smallest to the largest first.
pub(crate) fn all(quick: bool) -> Vec<Scene> {
    let rings: &[usize] = if quick { &[8, 16, 32] } else { &[8, 16, 32, 64, 128, 256, 512] };
    let balls =
        rings.iter().map(|&rings| Scene { name: format!("ball of {rings} rings"), mesh: ball(rings) });
    let scans = if quick { &ASSETS[..1] } else { &ASSETS[..] };
    balls.chain(scans.iter().map(|&name| Scene { name: name.into(), mesh: asset(name) })).collect()
}

/// A ball with bumps, the same shape at all resolutions.
fn ball(rings: usize) -> TestMesh {
    let mut mesh = sphere(rings, 1.0);
    for position in &mut mesh.positions {
        let [x, y, z] = *position;
        let bumps = (TAU * 1.3 * x).sin() * (TAU * 1.7 * y + 1.0).sin() + (TAU * 1.1 * z + 2.0).sin();
        *position = [x, y, z].map(|coordinate| coordinate * (1.0 + 0.08 * bumps));
    }
    mesh
}
