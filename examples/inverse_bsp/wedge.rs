//! False hits at a wedge, measured in the cut perpendicular to its edge.
//!
//! Twice, independently. Along rays from the edge the last place where a sphere is reported is found by
//! bisection: this gives depth and area to a hundred-thousandth or so. On a grid every place is compared with
//! the formula: this finds misses, false hits where none should be, and places that should be false hits and
//! are not.

use crate::formula::{self, Rule};
use carom::Result;
use carom::bsp::{Bsp, BspInput, BspOptions, Filter, SphereMode};
use carom::geometry::{Sphere, Vec3};
use glam::DVec2;
use serde::Serialize;
use std::f64::consts::{FRAC_PI_2, PI};

/// Departures up to this share of the radius are rounding: planes in f32, and the walk's padding for them.
pub(crate) const ROUNDING: f64 = 1e-4;

/// The tolerance of EXACT, which is decided in f64, but on numbers that were rounded to f32.
const EXACT_ROUNDING: f64 = 2e-5;

/// The position of the cut along the edge.
const CUT: f32 = 0.25;

/// The resolution of a measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolution {
    /// Rays from the edge; a multiple of 16, so that the kinks between mitres lie on rays.
    pub(crate) rays: usize,
    /// Cells of the grid along a radius.
    pub(crate) cells: usize,
}

/// The false hits of one rule at one wedge, in units of the radius.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct FalseHits {
    /// The largest distance beyond the radius at which a centre is reported. From the rays.
    pub(crate) depth: f64,
    /// The area of such places. From the rays.
    pub(crate) area: f64,
    /// The same from the grid.
    pub(crate) grid_area: f64,
    /// The largest distance of the measured limit from the formula's, over all rays.
    pub(crate) departure: f64,
    /// Places of the grid, and the number of those with an answer other than the formula's, beyond rounding.
    pub(crate) places: u64,
    /// See `places`.
    pub(crate) departing: u64,
    /// Places from which the solid is reached and that were not reported.
    pub(crate) missed: u64,
}

/// A tree and a rule to ask it by.
pub(crate) struct Asked {
    /// The tree, built for the rule.
    pub(crate) bsp: Bsp<'static>,
    /// The rule.
    pub(crate) rule: Rule,
}

impl Asked {
    /// Builds the tree that a rule needs.
    pub(crate) fn new(input: &BspInput, rule: Rule) -> Result<Asked> {
        let options = BspOptions { bevels: rule.bevels(), ..BspOptions::default() };
        Ok(Asked { bsp: Bsp::build(input, &options)?, rule })
    }

    /// The mode that asks for the rule.
    pub(crate) fn mode(&self) -> SphereMode {
        match self.rule {
            Rule::Threshold { .. } => SphereMode::Threshold,
            Rule::Exact => SphereMode::Exact,
        }
    }

    /// The answers to a batch.
    pub(crate) fn all(&self, spheres: &[Sphere], answers: &mut [u8]) -> Result<()> {
        self.bsp.overlap_sphere(spheres, self.mode(), &Filter::default(), answers)
    }

    /// The answer to one.
    pub(crate) fn one(&self, center: Vec3, radius: f32) -> Result<bool> {
        let mut answer = [0];
        self.all(&[Sphere { center, radius }], &mut answer)?;
        Ok(answer[0] == 1)
    }

    /// The last reported place between `near`, which is reported, and `far`, which is not. As a share of the
    /// way.
    pub(crate) fn limit(&self, near: Vec3, far: Vec3, radius: f32) -> Result<f64> {
        let (mut low, mut high) = (0.0f64, 1.0f64);
        while high - low > 1e-8 {
            let middle = (low + high) / 2.0;
            let at = near.as_dvec3().lerp(far.as_dvec3(), middle);
            if self.one(at.as_vec3(), radius)? {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }
}

/// Measures one rule at a wedge of angle `theta` with spheres of radius `radius`.
///
/// # Errors
/// None but the library's own.
pub(crate) fn measure(asked: &Asked, theta: f64, radius: f32, resolution: Resolution) -> Result<FalseHits> {
    let mut measured = FalseHits::default();
    along_rays(asked, theta, radius, resolution.rays, &mut measured)?;
    on_a_grid(asked, theta, radius, resolution.cells, &mut measured)?;
    Ok(measured)
}

/// The distance from the edge up to which spheres are reported in a direction, in radii.
pub(crate) fn reach(asked: &Asked, theta: f64, radius: f32, angle: f64) -> Result<f64> {
    let (direction, r) = (DVec2::from_angle(angle), f64::from(radius));
    let at = |radii: f64| place(direction * (radii * r));
    // From just before the solid's true limit to beyond the formula's.
    let near = 0.999 / formula::distance(theta, direction);
    let far = 1.5 / formula::height(theta, Rule::Threshold { bevels: 0 }, direction);
    if !asked.one(at(near), radius)? || asked.one(at(far), radius)? {
        // Nothing to bisect: a miss, or more than the formula says. Either departs, and is seen to.
        return Ok(if asked.one(at(far), radius)? { far } else { 0.0 });
    }
    Ok(near + (far - near) * asked.limit(at(near), at(far), radius)?)
}

fn along_rays(asked: &Asked, theta: f64, radius: f32, rays: usize, measured: &mut FalseHits) -> Result<()> {
    // The arc around the edge that no face's normals reach but at its ends; all of the outside, where there
    // is none.
    let (from, to) = match theta < PI {
        true => (theta / 2.0 + FRAC_PI_2, PI * 1.5 - theta / 2.0),
        false => (theta / 2.0, PI * 2.0 - theta / 2.0),
    };
    let step = (to - from) / rays as f64;
    let mut best = from;
    for i in 0..=rays {
        let angle = from + step * i as f64;
        let direction = DVec2::from_angle(angle);
        // Along a face, limits are as far as can be.
        if formula::distance(theta, direction) < 1.0 / 16.0 {
            continue;
        }
        let reach = reach(asked, theta, radius, angle)?;
        let height = formula::height(theta, asked.rule, direction * reach);
        measured.departure = measured.departure.max((height - 1.0).abs());
        let depth = formula::distance(theta, direction * reach) - 1.0;
        if depth > measured.depth {
            (measured.depth, best) = (depth, angle);
        }
        if depth > ROUNDING {
            // Simpson's rule for the area between the limits.
            let weight = if i == 0 || i == rays { 1.0 } else { [2.0, 4.0][i % 2] } / 3.0;
            let limit = 1.0 / formula::distance(theta, direction);
            measured.area += weight * step * (reach * reach - limit * limit) / 2.0;
        }
    }
    // The tip may lie between two rays: golden section around the best one.
    let depth = |angle: f64| -> Result<f64> {
        let at = DVec2::from_angle(angle) * reach(asked, theta, radius, angle)?;
        Ok(formula::distance(theta, at) - 1.0)
    };
    let (mut low, mut high) = ((best - step).max(from), (best + step).min(to));
    while theta < PI && high - low > step * 1e-3 {
        let part = (high - low) * 0.382;
        let (left, right) = (depth(low + part)?, depth(high - part)?);
        measured.depth = measured.depth.max(left).max(right);
        if left < right {
            low += part;
        } else {
            high -= part;
        }
    }
    Ok(())
}

fn on_a_grid(asked: &Asked, theta: f64, radius: f32, cells: usize, measured: &mut FalseHits) -> Result<()> {
    let (r, size) = (f64::from(radius), 1.0 / cells as f64);
    // Around the tip of the mitre, or of the angle outside.
    let tip = 1.0 / (theta / 2.0).sin();
    let (columns, rows) = (((tip + 4.0) / size) as usize, (5.0 / size) as usize);
    let (mut spheres, mut answers) = (Vec::new(), vec![0; columns]);
    for row in 0..rows {
        let y = (row as f64 + 0.5) * size - 2.5;
        let center = |column: usize| DVec2::new((column as f64 + 0.5) * size - tip - 1.5, y);
        spheres.clear();
        spheres.extend((0..columns).map(|i| Sphere { center: place(center(i) * r), radius }));
        asked.all(&spheres, &mut answers)?;
        for (sphere, &answer) in spheres.iter().zip(&answers) {
            // The place after rounding.
            let p = sphere.center.as_dvec3().truncate() / r;
            let (distance, height) = (formula::distance(theta, p), formula::height(theta, asked.rule, p));
            let (reported, exact) = (answer == 1, asked.rule == Rule::Exact);
            let band = if exact { EXACT_ROUNDING } else { ROUNDING };
            measured.places += 1;
            measured.departing += u64::from((height - 1.0).abs() > band && reported != (height < 1.0));
            measured.missed += u64::from(!reported && distance <= if exact { 1.0 - band } else { 1.0 });
            if reported && distance > 1.0 + band {
                measured.grid_area += size * size;
            }
        }
    }
    Ok(())
}

fn place(p: DVec2) -> Vec3 {
    let p = p.as_vec2();
    Vec3::new(p.x, p.y, CUT)
}
