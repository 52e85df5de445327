//! The contacts of a capsule and a triangle: the normals that they may have, the points, and how deep they
//! are.
//!
//! Where the segment and the triangle are apart, the normal leads along their closest pair of features. A
//! pair is closest if the direction between its points lies in the normal cones of both (the conditions of
//! Karush, Kuhn and Tucker); these are signs of polynomials, so that the pair is decided exactly. Where they
//! cross, the normals are those of the faces of their Minkowski sum: of the triangle's two sides, and of the
//! cross products of its edges with the segment.

use super::closest_feature::closest_feature;
use super::contact_normal::{
    ContactNormal, ContactPoint, ContactPoints, PARALLEL_SQUARED, Wanted, insert_by_depth,
};
use super::direction::{Direction, corners, edges};
use super::point_triangle::closest_offset;
use super::sphere_contact::{NEAREST, distance_bounds, face_normal, part_corners};
use super::triangle_triangle::{side, triangles_intersect};
use super::{Capsule, Feature, Triangle, Vec3, closest_on_segments, max_abs};
use crate::arrays::MapEach;
use arrayvec::ArrayVec;
use glam::DVec3;

/// The number of a capsule's part in contacts: its first end.
const END_A: u32 = 0;
/// Its second end.
const END_B: u32 = 1;
/// What lies between.
const BETWEEN: u32 = 2;

/// A capsule and a triangle: their closest features, or how they cross.
#[derive(Clone, Debug)]
pub struct CapsuleTouch {
    /// The normals that a contact may have: that of the closest features alone, or several, the one that
    /// separates by the least way first.
    normals: Normals,
    /// The distance of the segment from the triangle, at least and at most, unless they touch.
    distance: Option<[f64; 2]>,
    /// The place of the closest point, or of the crossing, on the segment: 0, 1, or between.
    at: f64,
}

/// The closest features of a segment and a triangle that are apart.
#[derive(Clone, Copy)]
struct Closest {
    direction: Direction,
    part: Feature,
    /// The segment's end that is closest; none if both are closest between their ends.
    end: Option<usize>,
}

/// The normals of a capsule and a triangle.
type Normals = ArrayVec<ContactNormal, 8>;

/// The normals of a capsule and a triangle that overlap: those that are tried.
#[derive(Clone, Debug)]
pub struct CapsuleWays {
    /// The one with the least way first.
    normals: Normals,
    least: f64,
}

impl CapsuleWays {
    /// The normal that is tried after `number` others.
    pub fn normal(&self, number: usize) -> Option<&ContactNormal> {
        self.normals.get(number)
    }

    /// The least way of all, whether it is tried or not.
    pub fn least(&self) -> f64 {
        self.least
    }

    /// The least way of a face that is seen; infinite if there is none.
    pub fn face(&self) -> f64 {
        let face = self.normals.iter().find(|normal| normal.is_sure && normal.part == Feature::Face);
        face.map_or(f64::INFINITY, |normal| normal.depth)
    }
}

impl CapsuleTouch {
    /// Finds them. The capsule's ends must differ.
    pub fn new(capsule: &Capsule, triangle: &Triangle) -> CapsuleTouch {
        let ends = [capsule.a, capsule.b];
        if triangles_intersect(&Triangle::new(ends[0], ends[1], ends[1]), triangle) {
            let at = Segment::new(capsule).through(triangle);
            return CapsuleTouch { normals: crossing(ends, triangle), distance: None, at };
        }
        let closest = closest(ends, triangle);
        let (unit, at, distance) = unit_of(&closest, ends, triangle);
        let Closest { direction, part, .. } = closest;
        let is_sure = part == Feature::Face;
        let is_near = false;
        let normal = ContactNormal { direction, unit, is_near, part, is_sure, depth: 0.0 };
        CapsuleTouch { normals: ArrayVec::from_iter([normal]), distance: Some(distance), at }
    }

    /// Of two that are apart, the normal, and the distance at least and at most.
    pub fn apart(&self) -> Option<(&ContactNormal, [f64; 2])> {
        self.normals.first().zip(self.distance)
    }

    /// Of two that overlap, the normals that are tried.
    pub fn ways(&self, triangle: &Triangle, wanted: Wanted) -> CapsuleWays {
        let is_tried = |normal: &&ContactNormal| {
            normal.depth < wanted.below
                && (normal.is_sure || !wanted.rise_above(normal.unit, None)[0])
                && wanted.sees(triangle, &normal.direction)
        };
        CapsuleWays {
            normals: self.normals.iter().filter(is_tried).copied().collect(),
            least: self.normals.first().map_or(f64::INFINITY, |normal| normal.depth),
        }
    }

    /// The points of a contact with one of the normals; a second one only if its gap is no larger than
    /// `max_distance`.
    pub fn points(
        &self,
        capsule: &Capsule,
        triangle: &Triangle,
        normal: &ContactNormal,
        max_distance: f32,
    ) -> ContactPoints<2> {
        let segment = Segment::new(capsule);
        let radius = f64::from(capsule.radius);
        let unit = normal.unit;
        // The way from a point of the segment to the capsule's surface, against the normal.
        let extent = |at: f64| segment.extent(at, unit, radius);
        // The point of the triangle, and how deep it is.
        let mut found = ArrayVec::<(f64, DVec3, f64), 2>::new();
        let mut add = |at: f64, point: DVec3, depth: f64| {
            let _ = found.try_push((at, point, depth));
        };
        match normal.part {
            Feature::Face => {
                for at in segment.over(triangle, self.at) {
                    let (offset, _) = closest_offset(segment.at(at), triangle);
                    let beyond = if self.distance.is_some() { -offset.length() } else { unit.dot(offset) };
                    add(at, segment.at(at) + offset, beyond + extent(at));
                }
            }
            _ if self.distance.is_some() => {
                for (at, offset) in segment.beside(&part_corners(triangle, normal.part), self.at) {
                    add(at, segment.at(at) + offset, radius - offset.length());
                }
            }
            _ => {
                for (at, point) in segment.chord(triangle, unit) {
                    add(at, point, radius + unit.dot(point - segment.from));
                }
            }
        }
        let mut points: ArrayVec<ContactPoint, 2> = found
            .iter()
            .map(|&(at, point, depth)| ContactPoint {
                point: point.as_vec3(),
                depth: depth as f32,
                part: if at <= 0.0 {
                    END_A
                } else if at >= 1.0 {
                    END_B
                } else {
                    BETWEEN
                },
            })
            .collect();
        if let [first, second] = points[..] {
            if second.depth > first.depth {
                points.swap(0, 1);
            }
            if first.point == second.point || points[1].depth < -max_distance {
                points.pop();
            }
        }
        ContactPoints { normal: unit.as_vec3(), points }
    }
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

/// The unit cross product of two edges, unless they are nearly parallel.
fn unit_cross(e: DVec3, d: DVec3) -> Option<DVec3> {
    let cross = e.cross(d);
    let square = cross.length_squared();
    let is_sure = square > PARALLEL_SQUARED * e.length_squared() * d.length_squared();
    is_sure.then(|| cross / square.sqrt())
}

/// A unit vector at right angles to another, and the axis that it is the cross product with.
fn at_right_angles(d: DVec3) -> (DVec3, usize) {
    let size = d.abs();
    let least = size.min_element();
    let axis = (0..3).find(|&k| size[k] == least).unwrap_or(0);
    let across = d.cross(DVec3::AXES[axis]);
    (if across == DVec3::ZERO { DVec3::Z } else { across.normalize() }, axis)
}

/// The normals of a segment and a triangle that touch, with the way along each that separates them.
fn crossing(ends: [Vec3; 2], triangle: &Triangle) -> ArrayVec<ContactNormal, 8> {
    let [p, q] = ends.map_each(|end| end.as_dvec3());
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
    let mut normals = ArrayVec::new();
    let face = face_normal(triangle);
    if let Some(face) = &face {
        for sign in [1, -1] {
            let unit = face.normal * f64::from(sign);
            let depth = (-unit.dot(p - a)).max(-unit.dot(q - a)).max(0.0);
            let direction = Direction::normal(triangle, sign);
            insert_by_depth(
                &mut normals,
                ContactNormal { direction, unit, is_near: true, part: Feature::Face, is_sure: true, depth },
            );
        }
    }
    for (edge, (across, [u, v, w])) in edges(triangle)
        .into_iter()
        .zip([Feature::VertexC, Feature::VertexA, Feature::VertexB])
        .map(|((edge, points), across)| (edge, (across, points)))
    {
        let Some(unit) = unit_cross(v.as_dvec3() - u.as_dvec3(), q - p) else { continue };
        for sign in [1, -1] {
            let direction = Direction::Cross { sign, first: [u, v], second: ends };
            let part = match direction.rise(u, w) {
                1 => across,
                0 if face.is_some() => continue,
                _ => edge,
            };
            let unit = unit * f64::from(sign);
            let depth = [a, b, c].map_each(|corner| unit.dot(corner - p)).into_iter().fold(0.0, f64::max);
            insert_by_depth(
                &mut normals,
                ContactNormal { direction, unit, is_near: true, part, is_sure: false, depth },
            );
        }
    }
    if normals.is_empty() {
        // A point or a segment on the capsule's own.
        let (unit, axis) = at_right_angles(q - p);
        let direction = Direction::Cross { sign: 1, first: ends, second: [Vec3::ZERO, Vec3::AXES[axis]] };
        let part = Feature::VertexA;
        let is_near = false;
        normals.push(ContactNormal { direction, unit, is_near, part, is_sure: true, depth: 0.0 });
    } else if face.is_none() {
        // The least way, if none is admitted.
        normals.push(ContactNormal { is_sure: true, ..normals[0] });
    }
    normals
}

impl Capsule {
    /// Which of a triangle's corners are in the capsule. The ends must differ.
    pub fn has_corners(&self, triangle: &Triangle) -> [bool; 3] {
        let (segment, radius) = (Segment::new(self), f64::from(self.radius));
        [triangle.a, triangle.b, triangle.c].map_each(|corner| {
            let corner = corner.as_dvec3();
            corner.distance_squared(segment.closest_to(corner)) <= radius * radius
        })
    }
}

/// The segment of a capsule.
struct Segment {
    from: DVec3,
    along: DVec3,
}

impl Segment {
    fn new(capsule: &Capsule) -> Segment {
        let from = capsule.a.as_dvec3();
        Segment { from, along: capsule.b.as_dvec3() - from }
    }

    fn at(&self, at: f64) -> DVec3 {
        // The ends exactly.
        if at == 1.0 { self.from + self.along } else { self.from + self.along * at }
    }

    /// The way from a point of the segment to the surface of the capsule, against a direction.
    fn extent(&self, at: f64, unit: DVec3, radius: f64) -> f64 {
        let (square, slope) = (self.along.length_squared(), unit.dot(self.along));
        if slope == 0.0 {
            return radius;
        }
        // Through the cylinder, unless that ends before.
        let sine = (1.0 - slope * slope / square).max(0.0).sqrt();
        let way = radius / sine;
        let end = at - way * slope / square;
        if (0.0..=1.0).contains(&end) {
            return way;
        }
        let to_end = self.at(at) - self.at(if slope > 0.0 { 0.0 } else { 1.0 });
        let ahead = unit.dot(to_end);
        ahead + (ahead * ahead - to_end.length_squared() + radius * radius).max(0.0).sqrt()
    }

    /// Its point that is closest to another.
    fn closest_to(&self, point: DVec3) -> DVec3 {
        self.at((self.along.dot(point - self.from) / self.along.length_squared()).clamp(0.0, 1.0))
    }

    /// The place where it goes through a triangle's plane; one end if it lies in it.
    fn through(&self, triangle: &Triangle) -> f64 {
        let normal = triangle.area_vector_f64();
        let slope = normal.dot(self.along);
        let at = normal.dot(triangle.a.as_dvec3() - self.from) / slope;
        if at > 0.0 { at.min(1.0) } else { 0.0 }
    }

    /// The ends of the stretch that lies over or under a triangle, along its normal; `at`, which does, if
    /// rounding leaves none.
    fn over(&self, triangle: &Triangle, at: f64) -> [f64; 2] {
        let normal = triangle.area_vector_f64();
        let (mut low, mut high) = (0.0, 1.0);
        for (_, [u, v, _]) in edges(triangle) {
            let u = u.as_dvec3();
            let inward = normal.cross(v.as_dvec3() - u);
            let (start, slope) = (inward.dot(self.from - u), inward.dot(self.along));
            // Inside where start + slope * at is not negative.
            if slope > 0.0 {
                low = f64::max(low, -start / slope);
            } else if slope < 0.0 {
                high = f64::min(high, -start / slope);
            } else if start < 0.0 {
                high = -1.0;
            }
        }
        if low <= high { [low, high] } else { [at, at] }
    }

    /// Where it is closest to an edge or a corner, with the offset to that: the ends of the stretch beside an
    /// edge that is parallel to it, or the place that is given.
    fn beside(&self, part: &[Vec3], at: f64) -> ArrayVec<(f64, DVec3), 2> {
        let mut found = ArrayVec::new();
        let start = part[0].as_dvec3();
        let edge = part.get(1).map_or(DVec3::ZERO, |to| to.as_dvec3() - start);
        let length = edge.length_squared();
        let ends = [0.0, 1.0].map_each(|at| self.at(at).as_vec3());
        let to_edge = |point: DVec3| {
            let along = if length > 0.0 { (edge.dot(point - start) / length).clamp(0.0, 1.0) } else { 0.0 };
            start + edge * along
        };
        if let [u, v] = *part
            && Direction::are_parallel(ends, [u, v])
        {
            let square = self.along.length_squared();
            let place = |point: Vec3| (self.along.dot(point.as_dvec3() - self.from) / square).clamp(0.0, 1.0);
            let (s, t) = (place(u), place(v));
            for at in [s.min(t), s.max(t)] {
                found.push((at, to_edge(self.at(at)) - self.at(at)));
            }
        } else {
            let point = self.at(at);
            found.push((at, to_edge(point) - point));
        }
        found
    }

    /// The triangle's points in the plane through the segment and a direction at right angles to it, each with
    /// its place along the segment: the two that are farthest apart, cut off beyond the segment's ends.
    fn chord(&self, triangle: &Triangle, unit: DVec3) -> ArrayVec<(f64, DVec3), 2> {
        let across = self.along.cross(unit);
        let corners = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
        let heights = corners.map_each(|corner| across.dot(corner - self.from));
        let square = self.along.length_squared();
        let mut ends = ArrayVec::<DVec3, 6>::new();
        for i in 0..3 {
            let j = (i + 1) % 3;
            let (here, there) = (heights[i], heights[j]);
            if here == 0.0 {
                ends.push(corners[i]);
            } else if here < 0.0 && there > 0.0 || here > 0.0 && there < 0.0 {
                // From the same end whichever way the edge goes.
                let (from, to, h, g) = if here < 0.0 {
                    (corners[i], corners[j], here, there)
                } else {
                    (corners[j], corners[i], there, here)
                };
                ends.push(from + (to - from) * (h / (h - g)));
            }
        }
        if ends.is_empty() {
            // Rounding leaves none: the corner that is nearest to the plane.
            let least = heights.into_iter().fold(f64::INFINITY, |least, height| least.min(height.abs()));
            ends.extend(
                corners
                    .into_iter()
                    .zip(heights)
                    .filter(|(_, h)| h.abs() == least)
                    .map(|(corner, _)| corner)
                    .take(1),
            );
        }
        // By their place along the segment, then along the direction.
        let place = |point: DVec3| self.along.dot(point - self.from) / square;
        let height = |point: DVec3| unit.dot(point - self.from);
        let key = |point: &DVec3| (place(*point), height(*point));
        let (mut low, mut high) = (ends[0], ends[0]);
        for end in &ends {
            if key(end) < key(&low) {
                low = *end;
            }
            if key(end) > key(&high) {
                high = *end;
            }
        }
        let (s, t) = (place(low), place(high));
        let cut = |at: f64| if t > s { low + (high - low) * ((at - s) / (t - s)) } else { low };
        let mut found = ArrayVec::new();
        let (s_cut, t_cut) = (s.clamp(0.0, 1.0), t.clamp(0.0, 1.0));
        found.push((s_cut, if s == s_cut { low } else { cut(s_cut.min(t)) }));
        found.push((t_cut, if t == t_cut { high } else { cut(t_cut.max(s)) }));
        found
    }
}
