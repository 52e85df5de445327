//! The closest features of a segment and a triangle that are apart, and the normal along them.
//!
//! A pair is closest if the direction between its points lies in the normal cones of both (the conditions of
//! Karush, Kuhn and Tucker); these are signs of polynomials, so that the pair is decided exactly.

use super::across::{at_right_angles, unit_cross};
use crate::arrays::MapEach;
use crate::geometry::closest_feature::closest_feature;
use crate::geometry::contact_normal::ContactNormal;
use crate::geometry::direction::{Direction, corners, edges};
use crate::geometry::point_triangle::closest_offset;
use crate::geometry::sphere_contact::{NEAREST, distance_bounds, face_normal, part_corners};
use crate::geometry::triangle_triangle::side;
use crate::geometry::{Feature, Triangle, Vec3, closest_on_segments, max_abs};
use glam::DVec3;

/// The closest features of a segment and a triangle that are apart.
#[derive(Clone, Copy)]
struct Closest {
    direction: Direction,
    part: Feature,
    /// The segment's end that is closest; none if both are closest between their ends.
    end: Option<usize>,
}

/// The normal along the closest features, the place of the closest point on the segment, and the distance, at least
/// and at most.
#[inline]
pub(super) fn closest_normal(ends: [Vec3; 2], triangle: &Triangle) -> (ContactNormal, f64, [f64; 2]) {
    let closest = closest(ends, triangle);
    let (unit, at, distance) = unit_of(&closest, ends, triangle);
    let Closest { direction, part, .. } = closest;
    let is_sure = part == Feature::Face;
    let is_near = false;
    (ContactNormal { direction, unit, is_near, part, is_sure, depth: 0.0 }, at, distance)
}

/// The closest features of a segment and a triangle. Of several pairs, the first in the order face, edges,
/// corners.
fn closest(ends: [Vec3; 2], triangle: &Triangle) -> Closest {
    let found = closest_pair(ends, triangle);
    let [p, q] = ends;
    let Triangle { a, b, c } = *triangle;
    let is_level = found.part != Feature::Face
        && Direction::normal(triangle, 1).rise(p, q) == 0
        && found.direction.rise(a, b) == 0
        && found.direction.rise(a, c) == 0;
    if is_level && covers(ends, triangle) {
        let direction = Direction::normal(triangle, side(a, b, c, p));
        return Closest { direction, part: Feature::Face, ..found };
    }
    if matches!(found.part, Feature::VertexA | Feature::VertexB | Feature::VertexC) {
        let own = part_corners(triangle, found.part)[0];
        for (part, [u, v, _]) in edges(triangle) {
            let along = |from: Vec3| [u, v].map(|to| Direction::Between { from: p, to: q }.rise(from, to));
            if [u, v].contains(&own)
                && u != v
                && Direction::are_parallel(ends, [u, v])
                && along(p).into_iter().any(|sign| sign > 0)
                && along(q).into_iter().any(|sign| sign < 0)
            {
                return Closest { part, ..found };
            }
        }
    }
    found
}

/// Returns true if the shadow of a segment on a triangle, along the triangle's normal, has points inside of
/// it (by the separating axes of the plane).
fn covers([p, q]: [Vec3; 2], triangle: &Triangle) -> bool {
    // The side of the plane through two points along the normal.
    let side_of = |from: Vec3, to: Vec3, point: Vec3| {
        Direction::Cross { sign: 1, first: [from, to], second: [from, point] }.along_normal(triangle)
    };
    let sides = [triangle.a, triangle.b, triangle.c].map_each(|corner| side_of(p, q, corner));
    sides.contains(&1)
        && sides.contains(&-1)
        && edges(triangle).iter().all(|&(_, [u, v, _])| side_of(u, v, p) > 0 || side_of(u, v, q) > 0)
}

/// A closest pair of features, which may not be the only one.
fn closest_pair(ends: [Vec3; 2], triangle: &Triangle) -> Closest {
    let [p, q] = ends;
    let Triangle { a, b, c } = *triangle;
    let parts = ends.map_each(|end| closest_feature(end, triangle));
    let of_end = |i: usize, direction: Direction| {
        // The segment must lead away from the triangle, or along it.
        (direction.rise(ends[i], ends[1 - i]) >= 0).then_some(Closest {
            direction,
            part: parts[i],
            end: Some(i),
        })
    };
    for i in [0, 1] {
        if parts[i] == Feature::Face
            && let Some(found) = of_end(i, Direction::normal(triangle, side(a, b, c, ends[i])))
        {
            return found;
        }
    }
    for (part, [u, v, w]) in edges(triangle) {
        let from_segment = |point: Vec3| Direction::Across { sign: 1, line: ends, point }.rise(u, v);
        let from_edge = |point: Vec3| Direction::Across { sign: 1, line: [u, v], point }.rise(p, q);
        if from_segment(u) < 0 && from_segment(v) > 0 && from_edge(p) < 0 && from_edge(q) > 0 {
            let cross = |sign: i32| Direction::Cross { sign, first: [u, v], second: ends };
            let direction = cross(cross(1).rise(u, p));
            if direction.rise(u, w) <= 0 {
                return Closest { direction, part, end: None };
            }
        }
    }
    let along = Direction::Between { from: p, to: q };
    for (part, [v, x, y]) in corners(triangle) {
        if along.rise(p, v) > 0 && along.rise(q, v) < 0 {
            let direction = Direction::Across { sign: -1, line: ends, point: v };
            if direction.rise(v, x) <= 0 && direction.rise(v, y) <= 0 {
                return Closest { direction, part, end: None };
            }
        }
    }
    for i in [0, 1] {
        for (part, [u, v, _]) in edges(triangle) {
            if part == parts[i]
                && let Some(found) = of_end(i, Direction::Across { sign: 1, line: [u, v], point: ends[i] })
            {
                return found;
            }
        }
    }
    let of_corner = |i: usize| {
        let (_, [corner, ..]) = corners(triangle).into_iter().find(|&(part, _)| part == parts[i])?;
        of_end(i, Direction::Between { from: corner, to: ends[i] })
    };
    // One of all pairs is closest.
    of_corner(0).or_else(|| of_corner(1)).unwrap_or(Closest {
        direction: Direction::Between { from: a, to: p },
        part: Feature::VertexA,
        end: Some(0),
    })
}

/// The unit normal of the closest features, where on the segment the closest point lies, and the distance.
fn unit_of(closest: &Closest, ends: [Vec3; 2], triangle: &Triangle) -> (DVec3, f64, [f64; 2]) {
    let [p, q] = ends.map_each(|end| end.as_dvec3());
    let size = [triangle.a, triangle.b, triangle.c, ends[0], ends[1]].into_iter().map(max_abs);
    let size = size.fold(0.0, f32::max);
    let (start, along) = match closest.end {
        Some(0) => (p, DVec3::ZERO),
        Some(_) => (q, DVec3::ZERO),
        None => (p, q - p),
    };
    let corners = part_corners(triangle, closest.part);
    let (offset, at) = if closest.part == Feature::Face {
        // Level, or at an end.
        let at = closest.end.map_or(0.5, |end| end as f64);
        (closest_offset(start + along * at, triangle).0, at)
    } else {
        let from = corners[0].as_dvec3();
        let edge = corners.get(1).map_or(DVec3::ZERO, |to| to.as_dvec3() - from);
        let (s, _, offset) = closest_on_segments(along, edge, from - start);
        (offset, closest.end.map_or(s, |end| end as f64))
    };
    let length = offset.length();
    let by_offset = (length > 0.0).then(|| offset / -length);
    let is_near = length <= f64::from(size) * NEAREST;
    let by_face = face_normal(triangle).map(|face| {
        let is_back = closest.direction.along_normal(triangle) < 0;
        (if is_back { -face.normal } else { face.normal }, face.is_thin)
    });
    let unit = match (closest.part, by_offset, by_face) {
        (Feature::Face, _, Some((normal, false))) => Some(normal),
        (_, Some(normal), _) if !is_near => Some(normal),
        _ => match closest.direction {
            Direction::Cross { sign, .. } if closest.part != Feature::Face => {
                let edge = corners[1].as_dvec3() - corners[0].as_dvec3();
                unit_cross(edge, q - p).map(|unit| unit * f64::from(sign))
            }
            _ => None,
        }
        .or(by_face.map(|(normal, _)| normal))
        .or(by_offset),
    };
    (unit.unwrap_or_else(|| at_right_angles(q - p).0), at, distance_bounds(length, size))
}
