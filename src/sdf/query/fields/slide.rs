//! From a point of a surface to a deeper one, within a cell or two: a pattern search on the surface.
//!
//! Sixteen points around the best one, on its tangent plane, are brought back to the surface by two steps of
//! Newton's method, and the solid is sampled there, all in lanes. If none is deeper, the pattern shrinks. It
//! needs no derivatives of the solid's field, whose gradient jumps where two of its faces meet.

use super::super::chunk::{CHUNK, Chunk};
use super::facing::{Facing, Meeting};
use super::foot::{Place, on_surface};
use crate::geometry::Vec3;
use crate::simd::LANES;
use glam::DVec3;
use std::f64::consts::FRAC_1_SQRT_2;

/// The first radius of the pattern, in cells of the surface's field, and the one at which the search ends.
const RADII: [f64; 2] = [0.5, 1.0 / 24.0];

/// The most rounds of the pattern.
const ROUNDS: usize = 10;

/// Directions on the tangent plane.
const DIRECTIONS: [[f64; 2]; LANES / 2] = [
    [1.0, 0.0],
    [FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    [0.0, 1.0],
    [-FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    [-1.0, 0.0],
    [-FRAC_1_SQRT_2, -FRAC_1_SQRT_2],
    [0.0, -1.0],
    [FRAC_1_SQRT_2, -FRAC_1_SQRT_2],
];

/// A deeper point of the surface near a point of it, or that point itself.
pub(super) fn slide(facing: &Facing, from: Meeting) -> Meeting {
    let surface = &facing.surface.sampler;
    let [first, last] = RADII.map(|radius| radius * facing.surface.cell());
    let mut best = from;
    let mut chunk = Chunk::new();
    let mut on = [Vec3::ZERO; CHUNK];
    let mut radius = first;
    for _ in 0..ROUNDS {
        let here = best.on.as_dvec3();
        let normal = surface.one(best.on).gradient.as_dvec3().normalize_or_zero();
        if radius < last || normal == DVec3::ZERO {
            break;
        }
        let (right, up) = normal.any_orthonormal_pair();
        for (i, [x, y]) in DIRECTIONS.into_iter().enumerate() {
            let step = (right * x + up * y) * radius;
            chunk.put(i, (here + step).as_vec3());
            chunk.put(i + LANES / 2, (here + step * 0.5).as_vec3());
        }
        for _ in 0..2 {
            surface.sample(&mut chunk, LANES);
            for i in 0..LANES {
                let gradient = chunk.gradient(i).as_dvec3();
                let step = gradient * (f64::from(chunk.distances[i]) / gradient.length_squared());
                if step.length() <= radius {
                    chunk.put(i, (chunk.point(i).as_dvec3() - step).as_vec3());
                } else {
                    chunk.put(i, best.on);
                }
            }
        }
        for (i, on) in on.iter_mut().enumerate().take(LANES) {
            *on = chunk.point(i);
            chunk.put(i, facing.motion.point(on.as_dvec3()));
        }
        let mut next = Some(best);
        facing.deeper(&mut chunk, &on, LANES, &mut next);
        match next {
            Some(next) if next.on != best.on => best = next,
            _ => radius *= 0.5,
        }
    }
    if best.on == from.on {
        return from;
    }
    // The rest of the way to the surface, after two steps.
    match on_surface(surface, Place::of(surface, best.on.as_dvec3())).map(|place| facing.meet(place.at)) {
        Some(meeting) if meeting.place.value() < from.place.value() => meeting,
        _ => from,
    }
}
