//! The contacts of a posed hull and a triangle: the normals that they may have, the points, and how deep they are.
//!
//! Where the two overlap, the normals are those of the faces of their Minkowski difference: both of the triangle,
//! those against the hull's faces, and those of two edges whose arcs on the Gauss map cross (Gregorius, "The Separating
//! Axis Test between Convex Polyhedra", GDC 2013), the one with the least way first. Where they are apart, the normal
//! leads along their closest points.

mod cell;
mod closest;
mod corners;
mod points;
mod ways;

use super::{PosedHull, hull_triangle};
use crate::geometry::contact_normal::{ContactNormal, ContactPoint};
use crate::geometry::direction::Direction;
use crate::geometry::sphere_contact::{NEAREST, face_normal};
use crate::geometry::{Feature, Triangle, Vec3, max, max_abs};
use closest::Closest;
use corners::Corners;
use points::Points;
use ways::{Way, Ways};

/// A hull and a triangle: how they overlap, or their closest points.
#[derive(Clone, Debug)]
pub struct HullTouch {
    corners: Corners,
    kind: Kind,
}

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one at a time, on the stack")]
enum Kind {
    /// The first ways that separate the two.
    Overlap(Ways),
    /// The closest points, with their normal.
    Apart(Closest, ContactNormal),
}

impl HullTouch {
    /// Finds out; `None` if they are farther apart than `max_distance`.
    pub fn new(shape: &PosedHull, triangle: &Triangle, max_distance: f32) -> Option<HullTouch> {
        let corners = Corners::new(shape, triangle);
        let overlap = || Kind::Overlap(Ways::first(shape, &corners, face_normal(triangle).is_some()));
        if hull_triangle(shape, triangle) {
            return Some(HullTouch { corners, kind: overlap() });
        }
        if max_distance == 0.0 {
            return None;
        }
        let closest = Closest::within(shape, triangle, &corners, max_distance.into())?;
        let all = [triangle.a, triangle.b, triangle.c, shape.world().min, shape.world().max];
        let size = all.into_iter().map(max_abs).fold(0.0, max);
        let kind = if closest.distance() <= f64::from(size) * NEAREST {
            overlap()
        } else {
            let unit = closest.offset / closest.distance();
            Kind::Apart(closest, ContactNormal::away_from(triangle, unit, 0.0))
        };
        Some(HullTouch { corners, kind })
    }

    /// The distance, unless they overlap.
    pub fn distance(&self) -> Option<f64> {
        match &self.kind {
            Kind::Apart(closest, _) => Some(closest.distance()),
            Kind::Overlap(_) => None,
        }
    }

    /// The normal of a contact that is tried after `number` others. Only those on one side of the triangle count if
    /// that is asked for: the back where it is true.
    pub fn normal(
        &self,
        shape: &PosedHull,
        triangle: &Triangle,
        side: Option<bool>,
        number: usize,
    ) -> Option<ContactNormal> {
        let ways = match &self.kind {
            Kind::Apart(_, normal) => {
                return (number == 0 && normal.is_on(side, triangle)).then_some(*normal);
            }
            Kind::Overlap(ways) => ways,
        };
        if let Some(way) = ways.first_at(number).filter(|_| side.is_none()) {
            return Some(self.normal_of(shape, triangle, &way));
        }
        let has_face = face_normal(triangle).is_some();
        let mut count = 0;
        for way in ways.all(shape, &self.corners, has_face) {
            let normal = self.normal_of(shape, triangle, &way);
            if normal.is_on(side, triangle) {
                if count == number {
                    return Some(normal);
                }
                count += 1;
            }
        }
        // Of a triangle without a face, the least way is taken if none is admitted.
        (count == number && !has_face).then(|| {
            let least = ways.first_at(0).unwrap_or(Way::NONE);
            ContactNormal { is_sure: true, ..self.normal_of(shape, triangle, &least) }
        })
    }

    /// The normal of a way.
    fn normal_of(&self, shape: &PosedHull, triangle: &Triangle, way: &Way) -> ContactNormal {
        let unit = way.unit(shape, &self.corners);
        match way.side() {
            Some(sign) => ContactNormal {
                direction: Direction::normal(triangle, sign),
                unit,
                is_near: true,
                part: Feature::Face,
                is_sure: true,
                depth: way.depth,
            },
            None => ContactNormal::away_from(triangle, unit, way.depth),
        }
    }

    /// Shows the normal and the points of a contact with one of the normals, in any order: those of a gap as far
    /// as it is no larger than `max_distance`. There is always one.
    pub fn points(
        &self,
        shape: &PosedHull,
        triangle: &Triangle,
        normal: &ContactNormal,
        max_distance: f32,
        mut found: impl FnMut(Vec3, &ContactPoint),
    ) {
        let unit = normal.unit.as_vec3();
        let mut found = |point: &ContactPoint| found(unit, point);
        let mut points = Points::new(shape, &self.corners, normal, &mut found);
        match &self.kind {
            Kind::Overlap(_) => points.overlap(triangle),
            Kind::Apart(closest, _) => points.gap(closest, max_distance.into()),
        }
    }
}
