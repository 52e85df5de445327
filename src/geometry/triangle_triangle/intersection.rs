//! The intersection of two triangles.
//!
//! Exact signs decide which edges cross which faces and edges (`contacts.rs`), so that no end is missed and
//! none lies outside of either triangle, however thin or nearly parallel they are. Crossings are computed in
//! f64 from determinants with a relative error of 2^-30 (`expansion.rs`), and rounded once.

use super::contacts::{Contact, Shape, contacts};
use super::expansion::{area, volume};
use super::polygon::polygon;
use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3};
use arrayvec::ArrayVec;
use glam::DVec3;

/// The points that two triangles share. The error of each coordinate of each point is at most one unit in the
/// last place of the largest coordinate of the two triangles, so the points are as near to both triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Intersection {
    /// A segment from its lower to its higher end, in the order of x, then y, then z. The ends are equal, or
    /// nearly so by rounding, if the triangles touch in a point.
    Segment([Vec3; 2]),
    /// Coplanar triangles: a convex polygon.
    Polygon {
        /// The first `count` are in order around it, in either sense; no two neighbours are equal.
        corners: [Vec3; 6],
        /// The number of corners, from 3 to 6.
        count: usize,
    },
    /// Coplanar triangles whose polygon has only these two corners. With an area, it is a polygon thinner
    /// than rounding; without, the part of an edge or the corner that both triangles have.
    Thin {
        /// The ends, ordered like those of a segment.
        ends: [Vec3; 2],
        /// True if the triangles share an area, however small: exact.
        has_area: bool,
    },
}

impl Intersection {
    /// The two ends, or the corners in order.
    pub fn points(&self) -> &[Vec3] {
        match self {
            Intersection::Segment(ends) | Intersection::Thin { ends, .. } => ends,
            Intersection::Polygon { corners, count } => &corners[..(*count).min(corners.len())],
        }
    }

    /// Returns true if both triangles have an area and lie in one plane.
    pub fn is_coplanar(&self) -> bool {
        !matches!(self, Intersection::Segment(_))
    }

    /// Returns true if the triangles share an area, however small: exact.
    pub fn has_area(&self) -> bool {
        matches!(self, Intersection::Polygon { .. } | Intersection::Thin { has_area: true, .. })
    }
}

/// The intersection of two triangles; `None` if [`super::triangles_intersect`] is false. The bits do not
/// depend on the order of the two and of their corners.
pub fn intersection(a: &Triangle, b: &Triangle) -> Option<Intersection> {
    let (a, b, _) = in_order(a, b);
    let (a, b) = (Shape::new(&a), Shape::new(&b));
    if let (Shape::Face(a), Shape::Face(b)) = (&a, &b)
        && a.sides(b.corners) == [0; 3]
    {
        let corners = polygon(a, b);
        // The number of the exact polygon's corners, before any two are rounded to one.
        let has_area = corners.len() > 2;
        return from_polygon(corners.into_iter().map(|contact| point(&contact)), has_area);
    }
    // Each of the six edges has two ends and crosses at most each edge of the other triangle.
    let mut points = ArrayVec::<DVec3, 48>::new();
    contacts(&a, &b, &mut |contact| {
        let point = point(&contact);
        if !points.contains(&point) && !points.is_full() {
            points.push(point);
        }
        false
    });
    farthest(&points)
}

/// The same triangles with their corners, and themselves, in an order that depends on their coordinates
/// alone. Also returns true if the two are swapped.
pub(super) fn in_order(a: &Triangle, b: &Triangle) -> (Triangle, Triangle, bool) {
    let (a, b) = (sorted(a), sorted(b));
    let swapped = [a.a, a.b, a.c].map_each(key) > [b.a, b.b, b.c].map_each(key);
    if swapped { (b, a, true) } else { (a, b, false) }
}

/// The corners in order.
fn sorted(triangle: &Triangle) -> Triangle {
    let mut corners = [triangle.a, triangle.b, triangle.c];
    corners.sort_unstable_by_key(|&corner| key(corner));
    let [a, b, c] = corners;
    Triangle::new(a, b, c)
}

/// Integers in the order of the coordinates; -0.0 is before 0.0.
fn key(corner: Vec3) -> [i32; 3] {
    corner.to_array().map_each(|x| {
        let bits = x.to_bits().cast_signed();
        if bits < 0 { bits ^ i32::MAX } else { bits }
    })
}

/// The position of a contact.
fn point(contact: &Contact) -> DVec3 {
    match *contact {
        Contact::Corner(corner) => corner.as_dvec3(),
        Contact::Crossing { segment, plane } => between(segment, segment.map_each(|end| volume(plane, end))),
        Contact::Meeting { segment, other, axis } => {
            between(segment, segment.map_each(|end| area(axis, other, end)))
        }
    }
}

/// The point of a segment whose distances from the ends are in proportion to these heights, which have
/// opposite signs.
fn between([from, to]: [Vec3; 2], heights: [f64; 2]) -> DVec3 {
    let (from, to) = (from.as_dvec3(), to.as_dvec3());
    let [at_from, at_to] = heights.map_each(f64::abs);
    let along = to - from;
    // From the nearer end, so that rounding is relative to the distance from it.
    if at_from <= at_to {
        from + along * (at_from / (at_from + at_to))
    } else {
        to - along * (at_to / (at_from + at_to))
    }
}

/// The two points of a line that are farthest apart.
fn farthest(points: &[DVec3]) -> Option<Intersection> {
    let first = points.first()?;
    let (mut ends, mut longest) = ([*first, *first], 0.0);
    for (i, &p) in points.iter().enumerate() {
        for &q in &points[i + 1..] {
            let length = p.distance_squared(q);
            if length > longest {
                (ends, longest) = ([p, q], length);
            }
        }
    }
    Some(Intersection::Segment(ordered(ends.map_each(|end| end.as_vec3()))))
}

/// The lower end first.
fn ordered([from, to]: [Vec3; 2]) -> [Vec3; 2] {
    if key(from) <= key(to) { [from, to] } else { [to, from] }
}

/// A polygon of up to six corners; [`Intersection::Thin`] if fewer than three are left.
fn from_polygon(points: impl Iterator<Item = DVec3>, has_area: bool) -> Option<Intersection> {
    let thin = |ends: [Vec3; 2]| Some(Intersection::Thin { ends: ordered(ends), has_area });
    let (mut corners, mut count) = ([Vec3::ZERO; 6], 0);
    for point in points.map(|point| point.as_vec3()) {
        if count < corners.len() && (count == 0 || corners[count - 1] != point) {
            corners[count] = point;
            count += 1;
        }
    }
    // The last is also the first one's neighbour.
    if count > 1 && corners[count - 1] == corners[0] {
        count -= 1;
        corners[count] = Vec3::ZERO;
    }
    match count {
        0 => None,
        1 => thin([corners[0]; 2]),
        2 => thin([corners[0], corners[1]]),
        _ => Some(Intersection::Polygon { corners, count }),
    }
}
