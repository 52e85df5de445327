//! The result of a moving shape and a triangle, and the rule for edges and corners.

use crate::geometry::{Feature, Triangle, Vec3};
use glam::DVec3;

/// The first contact of a moving shape with a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleHit {
    /// From 0 to 1: never late, and early by rounding at most.
    pub t: f32,
    /// By how much they overlap, if `t` is 0; else 0.
    pub depth: f32,
    /// On the triangle.
    pub point: Vec3,
    /// Unit, from the triangle to the shape.
    pub normal: Vec3,
    /// The part of the triangle that is touched.
    pub feature: Feature,
}

/// The result of a moving shape and a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastOutcome {
    /// None if the shape never touches the triangle, or is free to pass it.
    pub hit: Option<TriangleHit>,
    /// True if the shape touches or overlaps the triangle at the start, give or take rounding.
    pub is_near: bool,
}

impl CastOutcome {
    /// The result for a triangle that is not reached.
    pub const MISS: CastOutcome = CastOutcome { hit: None, is_near: false };
}

/// Tells whether a normal counts at an edge or corner of a triangle, whose corners are given: none that shares it
/// [`rises_above`] it.
pub type EdgeRule<'a> = dyn FnMut(DVec3, &[Vec3]) -> bool + 'a;

/// Rounding errors of a normal, as a sine: 2^-30.
const ROUNDING: f64 = 1.0 / (1u64 << 30) as f64;

/// Returns true if a corner of a triangle, which shares a part of another, lies farther along the normal than that
/// part.
pub fn rises_above(triangle: &Triangle, normal: DVec3, part: &[Vec3]) -> bool {
    let Some(foot) = part.first() else { return false };
    [triangle.a, triangle.b, triangle.c].into_iter().any(|corner| {
        let way = corner.as_dvec3() - foot.as_dvec3();
        !part.contains(&corner) && normal.dot(way) > way.length() * ROUNDING
    })
}
