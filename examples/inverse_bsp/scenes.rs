//! False hits elsewhere than at a single edge: at a corner, and where the plane of a far face cuts a solid.

use crate::formula::{self, Rule};
use crate::shapes::{TILT, corner, cut_at_a_shallow_angle};
use crate::solid::{World, vector};
use crate::wedge::{Asked, ROUNDING};
use anyhow::Result;
use carom::geometry::Sphere;
use fastrand::Rng;
use glam::{DVec3, UVec3};
use serde::Serialize;
use std::f64::consts::FRAC_PI_2;

/// A scene, with the places that are searched.
struct Scene {
    /// The name of the scene.
    name: &'static str,
    /// The solid.
    world: World,
    /// The box of places, or a rectangle in it, in the solid's units; spheres have the radius 1.
    low: DVec3,
    high: DVec3,
    /// Between two places.
    step: f64,
    /// The expected depth of false hits, a rule each.
    expected: [f64; 4],
}

/// The results of one rule in a scene, in units of the radius.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// The scene's name.
    pub(crate) scene: &'static str,
    /// The rule.
    pub(crate) rule: Rule,
    /// The expected depth.
    pub(crate) expected_depth: f64,
    /// The largest distance beyond the radius at which a reported centre lies.
    pub(crate) depth: f64,
    /// The volume of such places; their area in a cut.
    pub(crate) size: f64,
    /// Places from which the solid is reached and that were not reported.
    pub(crate) missed: u64,
    /// Of the tree.
    pub(crate) nodes: u32,
    /// Of the blob.
    pub(crate) bytes: u64,
}

/// Measures every rule in every scene.
///
/// # Errors
/// None but the library's own.
pub(crate) fn measure(quick: bool) -> Result<Vec<Row>> {
    let scenes = all(quick);
    scenes.iter().flat_map(|scene| (0..Rule::ALL.len()).map(|i| scene.measure(i))).collect()
}

/// The misses, the false hits of the exact check, and the false hits that are deeper than expected. A better
/// tree may have less deep ones.
pub(crate) fn failures(rows: &[Row]) -> Vec<String> {
    let mut failures = Vec::new();
    for row in rows {
        let what = format!("{}, {}", row.scene, row.rule.name());
        if row.missed > 0 {
            failures.push(format!("{what}: {} missed", row.missed));
        }
        if row.depth > row.expected_depth + 1e-3 {
            failures.push(format!("{what}: depth {}, not {}", row.depth, row.expected_depth));
        }
    }
    failures
}

/// A cube's corner, and the block cut by a far plane or not.
fn all(quick: bool) -> Vec<Scene> {
    // An odd number of bevel planes leaves three at the corner that meet at (1, 1, 1) / sqrt 2.
    let bevelled = 1.5f64.sqrt() - 1.0;
    // Without the half of the cube's surroundings in which its edges over-report: the corner alone.
    let corner = Scene {
        name: "cube's corner",
        world: corner(),
        low: DVec3::ZERO,
        high: DVec3::splat(1.25),
        step: if quick { 0.05 } else { 0.0125 },
        expected: [3f64.sqrt() - 1.0, bevelled, bevelled, 0.0],
    };
    let cut = |name, tiles, expected| Scene {
        name,
        world: cut_at_a_shallow_angle(tiles),
        low: DVec3::new(-36.0, 0.0, -3.0),
        high: DVec3::new(20.0, 0.0, 3.0),
        step: if quick { 0.05 } else { 0.02 },
        expected,
    };
    let edge = |rule| formula::depth(FRAC_PI_2, rule);
    let tip = |rule| if rule == Rule::ALL[0] { shallow_depth() } else { edge(rule) };
    vec![
        corner,
        cut("cut through a block, a far tile", 1, Rule::ALL.map(edge)),
        cut("cut through a block, a far slope of 12", 12, Rule::ALL.map(tip)),
    ]
}

/// The distance from the block of the tip of the mitre between its top and the far plane, beyond the radius
/// of 1. A tree that cuts the block by that plane reports up to there. The tip is 1 above the top, which is
/// at 1, and 1 below the plane, which is at 0.5 in the middle.
fn shallow_depth() -> f64 {
    let tip = -(1.0 + TILT.cos() * 1.5) / TILT.sin();
    DVec3::new(-10.0 - tip, 0.0, 1.0).length() - 1.0
}

impl Scene {
    fn measure(&self, i: usize) -> Result<Row> {
        let rule = Rule::ALL[i];
        let asked = Asked::new(&self.world.input(), rule)?;
        let stats = asked.bsp.stats();
        let mut row = Row {
            scene: self.name,
            rule,
            expected_depth: self.expected[i],
            depth: 0.0,
            size: 0.0,
            missed: 0,
            nodes: stats.node_count,
            bytes: stats.total_bytes,
        };
        let (exact, mut best, rng) = (rule == Rule::Exact, self.low, &mut Rng::with_seed(2));
        let extent = self.high - self.low;
        let count = (extent / self.step).as_uvec3().max(UVec3::ONE);
        let cell = extent / count.as_dvec3();
        let cell_size: f64 = cell.to_array().into_iter().filter(|&size| size > 0.0).product();
        let (mut spheres, mut answers) = (Vec::new(), vec![0; count.x as usize]);
        for z in 0..count.z {
            for y in 0..count.y {
                // Anywhere in its cell, because faces of the solid lie along the grid.
                let mut center = |x| {
                    let within = (vector(rng, 1.0) + 1.0) * 0.5;
                    self.low + (UVec3::new(x, y, z).as_dvec3() + within) * cell
                };
                spheres.clear();
                spheres.extend((0..count.x).map(|x| Sphere { center: center(x).as_vec3(), radius: 1.0 }));
                asked.all(&spheres, &mut answers)?;
                for (sphere, &answer) in spheres.iter().zip(&answers) {
                    let distance = self.world.distance(sphere.center.as_dvec3());
                    row.missed +=
                        u64::from(answer == 0 && distance <= if exact { 1.0 - ROUNDING } else { 1.0 });
                    if answer == 1 && distance > 1.0 + ROUNDING {
                        row.size += cell_size;
                        if distance - 1.0 > row.depth {
                            (row.depth, best) = (distance - 1.0, sphere.center.as_dvec3());
                        }
                    }
                }
            }
        }
        row.depth = self.climb(&asked, best, row.depth)?;
        Ok(row)
    }

    /// From the deepest place of the grid to the deepest there is: along random directions from a place
    /// somewhat nearer to the solid, to the last that is reported.
    fn climb(&self, asked: &Asked, mut best: DVec3, mut depth: f64) -> Result<f64> {
        // A cut is not left.
        let across = (self.high - self.low).signum().abs();
        let rng = &mut Rng::with_seed(1);
        for _ in 0..if depth > 0.0 { 4000 } else { 0 } {
            let Some((foot, _)) = self.world.nearest(best, |_| true) else { break };
            let mut any = |least: f64| 10f64.powf(least * rng.f64());
            let (back, width) = (0.3 * any(-4.0), any(-4.0));
            let away = best - foot;
            let from = foot + away * (1.0 - back);
            let direction = (away.normalize() + vector(rng, width) * across).normalize();
            let to = from + direction * (2.0 * back * away.length() + self.step);
            let (near, far) = (from.as_vec3(), to.as_vec3());
            if !asked.one(near, 1.0)? || asked.one(far, 1.0)? {
                continue;
            }
            let at = near.as_dvec3().lerp(far.as_dvec3(), asked.limit(near, far, 1.0)?);
            let further = self.world.distance(at) - 1.0;
            if further > depth {
                (best, depth) = (at, further);
            }
        }
        Ok(depth)
    }
}
