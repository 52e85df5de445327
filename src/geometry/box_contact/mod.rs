//! The contacts of a box and a triangle: the normals that they may have, the points, and how deep they are.
//!
//! In the box's frame, thirteen axes may separate the two (Gottschalk, Lin, Manocha, "OBBTree", 1996): the
//! triangle's normal, the box's own axes, and the cross products of its axes with the triangle's edges. Where
//! they overlap, the normals are these, both ways, the one with the least way first (as for polytopes by
//! Gregorius, "The Separating Axis Test between Convex Polyhedra", 2013). The points are the corners of the
//! triangle cut off by the box, each with its own way to the face of the box that opposes the normal most, but no
//! farther than the box reaches.
//! The normal leads along their closest points where they are apart.

mod closest;
mod normals;
mod placed;
mod points;
mod ways;

pub use ways::BoxWays;

use super::box_triangle::{OrientedBoxBounds, box_triangle};
use super::contact_normal::{ContactNormal, ContactPoints, Place, Wanted};
use super::{BoxAxes, Triangle};
use closest::closest;
use placed::Placed;
use points::{POINTS, points};

/// A box and a triangle: that they overlap, or their closest points.
#[derive(Clone, Debug)]
pub struct BoxTouch {
    placed: Placed,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Overlap,
    /// The normal, the closest point of the triangle, and the distance.
    Apart(ContactNormal, Place, f64),
}

impl BoxTouch {
    /// Finds out; `None` if they are farther apart than `max_distance`.
    pub fn new(shape: &BoxAxes, triangle: &Triangle, max_distance: f32) -> Option<BoxTouch> {
        let mut touch = BoxTouch::of_overlapping(shape, triangle);
        if !box_triangle(&OrientedBoxBounds::of_axes(shape), triangle) {
            let (normal, point, distance) = closest(&touch.placed, shape, triangle);
            if distance > f64::from(max_distance) {
                return None;
            }
            touch.kind = Kind::Apart(normal, point, distance);
        }
        Some(touch)
    }

    /// Of two that are known to overlap.
    #[inline]
    pub fn of_overlapping(shape: &BoxAxes, triangle: &Triangle) -> BoxTouch {
        BoxTouch { placed: Placed::new(shape, triangle), kind: Kind::Overlap }
    }

    /// Of two that are apart, the normal and the distance.
    pub fn apart(&self) -> Option<(&ContactNormal, f64)> {
        match &self.kind {
            Kind::Apart(normal, _, distance) => Some((normal, *distance)),
            Kind::Overlap => None,
        }
    }

    /// For each of the triangle's corners, whether it is in the box.
    pub fn has_corners(&self) -> [bool; 3] {
        self.placed.has_corners()
    }

    /// Of two that overlap, the normal that is tried after `number` others.
    pub fn normal(
        &self,
        shape: &BoxAxes,
        triangle: &Triangle,
        ways: &BoxWays,
        number: usize,
    ) -> Option<ContactNormal> {
        ways.normal(&self.placed, shape, triangle, number)
    }

    /// The ways that separate two that overlap: those that are tried.
    pub fn ways(&self, shape: &BoxAxes, triangle: &Triangle, wanted: Wanted) -> BoxWays {
        BoxWays::new(&self.placed, shape, triangle, wanted)
    }

    /// The points of a contact with one of the normals: those of a gap as far as it is no larger than
    /// `max_distance`.
    pub fn points(
        &self,
        shape: &BoxAxes,
        normal: &ContactNormal,
        max_distance: f32,
    ) -> ContactPoints<POINTS> {
        let apart = match &self.kind {
            Kind::Overlap => None,
            Kind::Apart(_, closest, distance) => Some((closest, *distance)),
        };
        points(&self.placed, shape, normal, max_distance, apart)
    }
}
