//! The contacts of a capsule and a triangle: the normals that they may have, the points, and how deep they
//! are.
//!
//! The normal leads along the closest pair of features where the segment and the triangle are apart. The normals are those
//! of the faces of their Minkowski sum where they cross.

mod across;
mod closest;
mod crossing;
mod segment;

use super::contact_normal::{ContactNormal, ContactPoint, ContactPoints, Wanted};
use super::point_triangle::closest_offset;
use super::sphere_contact::part_corners;
use super::triangle_triangle::triangles_intersect;
use super::{Capsule, Feature, Triangle};
use crate::arrays::MapEach;
use arrayvec::ArrayVec;
use closest::closest_normal;
use crossing::{Normals, crossing};
use glam::DVec3;
use segment::Segment;

/// The number of a capsule's part in contacts: its first end.
const END_A: u32 = 0;
/// Its second end.
const END_B: u32 = 1;
/// The part between the ends.
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
        let (normal, at, distance) = closest_normal(ends, triangle);
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
                    add(at, point, radius + segment.height(point, unit));
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

impl Capsule {
    /// For each of a triangle's corners, whether it is in the capsule. The ends must differ.
    pub fn has_corners(&self, triangle: &Triangle) -> [bool; 3] {
        let (segment, radius) = (Segment::new(self), f64::from(self.radius));
        [triangle.a, triangle.b, triangle.c].map_each(|corner| {
            let corner = corner.as_dvec3();
            corner.distance_squared(segment.closest_to(corner)) <= radius * radius
        })
    }
}
