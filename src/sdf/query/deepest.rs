//! The deepest point of a segment or triangle: where the interpolant is least, within a tolerance, and how that is known.
//!
//! The field is sampled at a lattice on the shape, all at once in lanes. Then branch and bound looks for what is deeper, and leaves out
//! what cannot be, by [`Lowest::cutoff`]. What is not
//! near enough for a contact is left out, too: of a shape that is missed, the deepest point is not looked for.

use super::chunk::{CHUNK, Chunk};
use super::deepest_segment::search_segment;
use super::deepest_triangle::search_triangle;
use super::lowest::{Deepest, Lowest};
use super::sampler::Sampler;
use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3};
use glam::DVec3;

/// How many cells points of the lattice are apart, if it is not too large.
const SPACING: f64 = 4.0;

/// Into how many parts edges of triangles are divided at least and at most: (9 + 1) (9 + 2) / 2 = 55 points.
const PARTS: [usize; 2] = [3, 9];

/// The same for segments.
const SEGMENT_PARTS: [usize; 2] = [4, CHUNK - 1];

/// How much deeper than what is found a point of the shape may be, in cells.
const TOLERANCE: f64 = 1.0 / 16.0;

/// The deepest point of a triangle, which is a segment if its second corner is the third: no other is deeper by more than 1/16 of a
/// cell, if it is near enough for a contact with a ball of a radius, and a margin.
pub(super) fn deepest(sampler: &Sampler, triangle: &Triangle, radius: f32, margin: f32) -> Deepest {
    let corners = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
    let [a, b, c] = corners;
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
            chunk.put(count, at(corners, u, v));
            count += 1;
        }
    }
    sampler.sample(&mut chunk, count);
    let start = Deepest { point: chunk.point(0), sampled: sampler.sampled(&chunk, 0) };
    let reach = f64::from(radius) + f64::from(margin);
    let mut lowest = Lowest::new(sampler, start, reach, TOLERANCE * cell);
    (1..count).for_each(|i| lowest.take(chunk.point(i), sampler.sampled(&chunk, i)));
    match is_segment {
        true => search_segment(&mut lowest, a, b),
        false => search_triangle(&mut lowest, corners),
    }
    lowest.best()
}

/// A point of a triangle; corners are exact.
fn at([a, b, c]: [DVec3; 3], u: f64, v: f64) -> Vec3 {
    (a * (1.0 - u - v).max(0.0) + b * u + c * v).as_vec3()
}
