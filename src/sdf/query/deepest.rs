//! The deepest point of a segment or triangle: the point where the interpolant is least, within a tolerance,
//! with a proof by bounds.
//!
//! A sample in the middle shows, by the slope, that most shapes that are clear of the surface are so. For the
//! others, the field is sampled at a lattice on the shape, all at once in lanes. From the deepest of its
//! points, projected gradient descent leads to a local minimum of a triangle: Macklin, Erleben, Müller,
//! Chentanez, Jeschke and Corse, "Local Optimization for Robust Signed Distance Field Collision" (2020). Then
//! branch and bound looks for deeper points, and leaves out parts that cannot be deeper, by
//! [`Lowest::cutoff`]. Parts that are not near enough for a contact are left out, too: the deepest point of a
//! shape that is missed is not looked for.

use super::chunk::{CHUNK, Chunk};
use super::deepest_segment::search_segment;
use super::deepest_triangle::search_triangle;
use super::lowest::{Deepest, Lowest};
use super::sampler::Sampler;
use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3, closest_offset};
use crate::simd::LANES;
use glam::DVec3;

/// The distance of neighbouring points of the lattice, in cells, if the lattice is not too large.
const SPACING: f64 = 4.0;

/// The least and the greatest number of parts into which edges of triangles are divided: (9 + 1) (9 + 2) / 2
/// = 55 points.
const PARTS: [usize; 2] = [3, 9];

/// The same for segments; the least number fills a vector.
const SEGMENT_PARTS: [usize; 2] = [LANES - 1, CHUNK - 1];

/// The most samples of the descent.
const STEPS: usize = 16;

/// The depth, in cells, by which a point of the shape may be deeper than the one that is found.
const TOLERANCE: f64 = 1.0 / 16.0;

/// The deepest point of a triangle, which is a segment if its second corner equals the third. No other point
/// is deeper by more than 1/16 of a cell, if the shape is near enough for a contact with a ball of a radius,
/// and a margin.
pub(super) fn deepest(sampler: &Sampler, triangle: &Triangle, radius: f32, margin: f32) -> Deepest {
    let corners = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
    let [a, b, c] = corners;
    let is_segment = triangle.b == triangle.c;
    let cell = f64::from(sampler.cell);
    let middle = if is_segment { (a + b) * 0.5 } else { (a + b + c) / 3.0 }.as_vec3();
    let start = Deepest { point: middle, sampled: sampler.one(middle) };
    let apart = corners.map_each(|corner| corner.distance_squared(middle.as_dvec3()));
    let apart = apart[0].max(apart[1]).max(apart[2]).sqrt();
    let is_inside = corners.iter().all(|&corner| sampler.is_in_box(corner));
    let reach = f64::from(radius) + f64::from(margin);
    let mut lowest = Lowest::new(sampler, start, reach, TOLERANCE * cell);
    // Also ends if a bound has overflowed, and nothing is known.
    if !(lowest.least_around(start.sampled.distance, apart, is_inside) < lowest.cutoff()) {
        return start;
    }
    let longest = (b - a).length().max((c - b).length()).max((a - c).length());
    let [least, most] = if is_segment { SEGMENT_PARTS } else { PARTS };
    let parts = ((longest / (SPACING * cell)).ceil() as usize).clamp(least, most);
    let mut chunk = Chunk::new();
    let mut count = 0;
    for j in 0..=if is_segment { 0 } else { parts } {
        for i in 0..=parts - j {
            let (u, v) = (i as f64 / parts as f64, j as f64 / parts as f64);
            chunk.put(count, at(corners, u, v));
            count += 1;
        }
    }
    sampler.sample(&mut chunk, count);
    (0..count).for_each(|i| lowest.take(chunk.point(i), sampler.sampled(&chunk, i)));
    if is_segment {
        search_segment(&mut lowest, a, b, &chunk.distances[..count]);
    } else {
        descend(&mut lowest, triangle, longest / parts as f64);
        search_triangle(&mut lowest, corners);
    }
    lowest.best()
}

/// Steps from the deepest point so far against the gradient, and back to the nearest point of the shape. The
/// step is halved if it leads to no deeper point. Ends when steps are no longer than the tolerance.
fn descend(lowest: &mut Lowest, triangle: &Triangle, spacing: f64) {
    let mut step = spacing;
    for _ in 0..STEPS {
        let best = lowest.best();
        let from = best.point.as_dvec3();
        if !(step > lowest.tolerance()) {
            return;
        }
        let target = from - best.sampled.gradient.as_dvec3().normalize_or_zero() * step;
        let point = (target + closest_offset(target, triangle).0).as_vec3();
        if point == best.point {
            // The gradient is perpendicular to the shape, or leads out of it.
            return;
        }
        lowest.offer(point.as_dvec3());
        if lowest.best().point == best.point {
            // The length of the projected step shows how much of it was along the shape.
            step = 0.5 * step.min((point.as_dvec3() - from).length());
        }
    }
}

/// A point of a triangle; corners are exact.
fn at([a, b, c]: [DVec3; 3], u: f64, v: f64) -> Vec3 {
    (a * (1.0 - u - v).max(0.0) + b * u + c * v).as_vec3()
}
