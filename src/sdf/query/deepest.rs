//! The deepest point of a segment or triangle, by local optimisation: Macklin, Erleben, Müller, Chentanez, Jeschke and Corse,
//! "Local Optimization for Robust Signed Distance Field Collision" (2020).
//!
//! The field is sampled at a lattice on the shape, all at once in lanes, whose points are about four cells apart if it is not
//! too large; from the deepest of them, projected gradient descent: a step against the gradient, back to the nearest point
//! of the shape, and half the step where that is not deeper. What it finds is at least as deep as all points of the lattice.

use super::chunk::{CHUNK, Chunk};
use super::sampler::{Sampled, Sampler};
use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3, closest_offset};
use glam::DVec3;

/// How many cells points of the lattice are apart.
const SPACING: f64 = 4.0;

/// Into how many parts edges of triangles are divided at least and at most: (9 + 1) (9 + 2) / 2 = 55 points.
const PARTS: [usize; 2] = [3, 9];

/// The same for segments.
const SEGMENT_PARTS: [usize; 2] = [4, CHUNK - 1];

/// How many samples the descent takes at most.
const STEPS: usize = 32;

/// The descent ends where steps are smaller than this part of a cell.
const SMALLEST_STEP: f64 = 1.0 / 4096.0;

/// A point of a shape, and the field there.
#[derive(Clone, Copy)]
pub(super) struct Deepest {
    pub(super) point: Vec3,
    pub(super) sampled: Sampled,
}

/// The deepest point of a triangle, which is a segment if its second corner is the third.
pub(super) fn deepest(sampler: &Sampler, triangle: &Triangle) -> Deepest {
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
    let is_segment = triangle.b == triangle.c;
    let longest = (b - a).length().max((c - b).length()).max((a - c).length());
    let cell = f64::from(sampler.cell);
    let [least, most] = if is_segment { SEGMENT_PARTS } else { PARTS };
    let parts = ((longest / (SPACING * cell)).ceil() as usize).clamp(least, most);
    let mut chunk = Chunk::new();
    let mut count = 0;
    for j in 0..=if is_segment { 0 } else { parts } {
        for i in 0..=parts - j {
            let (u, v) = (i as f64 / parts as f64, j as f64 / parts as f64);
            chunk.put(count, at([a, b, c], u, v));
            count += 1;
        }
    }
    sampler.sample(&mut chunk, count);
    let mut first = 0;
    for i in 1..count {
        if chunk.distances[i] < chunk.distances[first] {
            first = i;
        }
    }
    let start = Deepest { point: chunk.point(first), sampled: sampler.sampled(&chunk, first) };
    descend(sampler, triangle, start, longest / parts as f64)
}

/// A point of a triangle; corners are exact.
fn at([a, b, c]: [DVec3; 3], u: f64, v: f64) -> Vec3 {
    (a * (1.0 - u - v).max(0.0) + b * u + c * v).as_vec3()
}

fn descend(sampler: &Sampler, triangle: &Triangle, start: Deepest, spacing: f64) -> Deepest {
    let mut best = start;
    let mut step = spacing;
    let smallest = SMALLEST_STEP * f64::from(sampler.cell);
    for _ in 0..STEPS {
        if !(step > smallest) {
            break;
        }
        let from = best.point.as_dvec3();
        let target = from - best.sampled.gradient.as_dvec3().normalize_or_zero() * step;
        let point = (target + closest_offset(target, triangle).0).as_vec3();
        if point == best.point {
            // The gradient is perpendicular to the shape, or leads out of it.
            break;
        }
        let sampled = sampler.one(point);
        if sampled.distance < best.sampled.distance {
            best = Deepest { point, sampled };
        } else {
            // What the projection has left of the step says how much of it was along the shape.
            step = 0.5 * step.min((point.as_dvec3() - from).length());
        }
    }
    best
}
