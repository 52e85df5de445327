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

pub use ways::HullWays;

use super::{HullPlane, PosedHull, hull_triangle};
use crate::arrays::MapEach;
use crate::geometry::contact_normal::{ContactNormal, ContactPoint, Wanted};
use crate::geometry::direction::Direction;
use crate::geometry::sphere_contact::NEAREST;
use crate::geometry::{Feature, Triangle, Vec3, max, max_abs};
use closest::Closest;
use corners::Corners;
use points::Points;
use ways::{Search, Way};

/// A hull and a triangle: how they overlap, or their closest points.
#[derive(Clone, Debug)]
pub struct HullTouch {
    corners: Corners,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Overlap,
    /// The closest points, with their normal.
    Apart(Closest, ContactNormal),
}

impl HullTouch {
    /// Finds out; `None` if they are farther apart than `max_distance`.
    pub fn new(shape: &PosedHull, triangle: &Triangle, max_distance: f32) -> Option<HullTouch> {
        let corners = Corners::new(shape, triangle);
        if hull_triangle(shape, triangle) {
            return Some(HullTouch { corners, kind: Kind::Overlap });
        }
        if max_distance == 0.0 {
            return None;
        }
        let closest = Closest::within(shape, triangle, &corners, max_distance.into())?;
        let all = [triangle.a, triangle.b, triangle.c, shape.world().min, shape.world().max];
        let size = all.into_iter().map(max_abs).fold(0.0, max);
        let kind = if closest.distance() <= f64::from(size) * NEAREST {
            Kind::Overlap
        } else {
            let unit = closest.offset / closest.distance();
            Kind::Apart(closest, ContactNormal::away_from(triangle, unit, 0.0))
        };
        Some(HullTouch { corners, kind })
    }

    /// Of two that are apart, the normal and the distance.
    pub fn apart(&self) -> Option<(&ContactNormal, f64)> {
        match &self.kind {
            Kind::Apart(closest, normal) => Some((normal, closest.distance())),
            Kind::Overlap => None,
        }
    }

    /// Which of the triangle's corners are in the hull.
    pub fn has_corners(&self, shape: &PosedHull) -> [bool; 3] {
        let hull = shape.hull();
        self.corners.locals().map_each(|corner| {
            let is_behind = |(i, plane): (usize, &HullPlane)| {
                plane.normal.dot(corner - hull.face_origin(i).as_dvec3()) <= 0.0
            };
            hull.planes().iter().enumerate().all(is_behind)
        })
    }

    /// The ways that separate two that overlap: those that are tried.
    pub fn ways(&self, shape: &PosedHull, triangle: &Triangle, wanted: Wanted) -> HullWays {
        Search { shape, corners: &self.corners, triangle, wanted }.ways(None)
    }

    /// Of two that overlap, the normal that is tried after `number` others.
    pub fn normal(
        &self,
        shape: &PosedHull,
        triangle: &Triangle,
        wanted: Wanted,
        ways: &HullWays,
        number: usize,
    ) -> Option<ContactNormal> {
        let search = Search { shape, corners: &self.corners, triangle, wanted };
        if let Some(way) = ways.at(&search, number) {
            return Some(self.normal_of(shape, triangle, &way));
        }
        let least = ways.last_resort(&search, number)?;
        Some(ContactNormal { is_sure: true, ..self.normal_of(shape, triangle, &least) })
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
            Kind::Overlap => points.overlap(triangle),
            Kind::Apart(closest, _) => points.gap(closest, max_distance.into()),
        }
    }
}
