//! The points of a contact of a hull and a triangle.

use super::cell::Cell;
use super::closest::Closest;
use super::corners::Corners;
use crate::geometry::contact_normal::{ContactNormal, ContactPoint, Place};
use crate::geometry::polytope::{Polytope, PosedHull};
use crate::geometry::{Feature, Triangle};
use glam::DVec3;

/// The cosine of the angle between a normal and the face that opposes it, below which the face tells no depth.
const LEAST_COS: f64 = 0.0625;

/// The part of its depth up to which a vertex is not as deep as others: all but rounding, and what faces are off by.
const OVERHANG: f64 = 0.99;

/// Finds the points.
pub(super) struct Points<'a> {
    shape: &'a PosedHull<'a>,
    corners: &'a Corners,
    normal: &'a ContactNormal,
    /// The face of the hull that opposes the normal most, with the change of a height over it along the normal.
    face: Option<(usize, f64)>,
    found: &'a mut dyn FnMut(&ContactPoint),
}

impl<'a> Points<'a> {
    pub(super) fn new(
        shape: &'a PosedHull<'a>,
        corners: &'a Corners,
        normal: &'a ContactNormal,
        found: &'a mut dyn FnMut(&ContactPoint),
    ) -> Points<'a> {
        let mut face = None;
        let mut most = LEAST_COS * LEAST_COS;
        for i in 0..shape.face_count() {
            let outward = shape.face_normal(i);
            let along = outward.dot(normal.unit);
            let square = along * along / outward.length_squared();
            if along < 0.0 && square > most {
                most = square;
                face = Some((i, -along));
            }
        }
        Points { shape, corners, normal, face, found }
    }

    fn add(&mut self, place: &Place, depth: f64) {
        let part = self.face.map_or(0, |(face, _)| face as u32);
        (self.found)(&ContactPoint { point: place.world.as_vec3(), depth: depth as f32, part });
    }

    /// The height of a point over a face, in the hull's own frame.
    fn height(&self, face: usize, local: DVec3) -> f64 {
        let from = self.shape.hull().face_origin(face).as_dvec3();
        self.shape.hull().planes()[face].normal.dot(local - from)
    }

    fn heights(&self, face: usize) -> [f64; 3] {
        self.corners.locals().map(|local| self.height(face, local))
    }

    /// The way from a point to the face that opposes the normal, against it.
    fn way(&self, place: &Place) -> Option<f64> {
        let (face, slope) = self.face?;
        Some(-self.height(face, place.local) / slope)
    }

    /// The corners of the triangle cut off by the hull.
    pub(super) fn overlap(&mut self, triangle: &Triangle) {
        let hull = *self.shape.hull();
        let deepest = (0..self.shape.vertex_count()).map(|i| self.normal.unit.dot(self.shape.vertex(i)));
        let deepest = deepest.fold(f64::MAX, f64::min);
        let origin = self.shape.origin().as_dvec3();
        let depth = |points: &Points, place: &Place| {
            let whole = points.normal.unit.dot(place.world - origin) - deepest;
            points.way(place).map_or(whole, |way| way.min(whole)).max(0.0)
        };
        let (mut count, mut most) = (0, 0.0f64);
        let mut add = |points: &mut Points, place: &Place| {
            let depth = depth(points, place);
            (count, most) = (count + 1, most.max(depth));
            points.add(place, depth);
        };
        if hull.dimension() == 3 {
            let mut cell = Cell::WHOLE;
            (0..hull.face_count()).for_each(|face| cell.cut(self.heights(face)));
            cell.corners(self.corners, Feature::Face, |place| add(self, &place));
        } else if hull.dimension() == 2 {
            // Its edges go through the polygon.
            let heights = self.heights(0);
            let corners = self.corners;
            for k in 0..3 {
                let (first, last) = (heights[k], heights[(k + 1) % 3]);
                if first * last < 0.0 {
                    let (from, to) = (corners.0[k], corners.0[(k + 1) % 3]);
                    let place = from.between(to, first / (first - last));
                    if hull.is_over(0, place.local) {
                        add(self, &place);
                    }
                }
            }
        }
        // Where the hull's edges go through the triangle.
        let (normal, from) = (self.corners.normal(), self.corners.0[0].local);
        for edge in hull.edges() {
            let [a, b] = [edge.a, edge.b].map(|v| hull.vertices()[usize::from(v)].as_dvec3());
            let [first, last] = [a, b].map(|v| normal.dot(v - from));
            if first > 0.0 && last < 0.0 || first < 0.0 && last > 0.0 {
                let through = a + (b - a) * (first / (first - last));
                if let Some(place) = self.corners.inside(through) {
                    add(self, &place);
                }
            }
        }
        // A vertex that overhangs is deeper than all that the triangle and the hull have in common. It counts where it
        // has come through the triangle.
        let along = self.shape.local_at(self.normal.unit);
        let speed = normal.dot(along);
        let is_lowest = |i: &usize| self.normal.unit.dot(self.shape.vertex(*i)) <= deepest;
        if count > 0
            && let Some(i) = (0..self.shape.vertex_count()).find(is_lowest)
        {
            let vertex = hull.vertices()[i].as_dvec3();
            let through = vertex - along * (normal.dot(vertex - from) / speed);
            if let Some(place) = self.corners.inside(through) {
                let depth = self.normal.unit.dot(place.world - origin) - deepest;
                if most < depth * OVERHANG {
                    self.add(&place, depth);
                }
            }
        }
        if count == 0 {
            // They touch, but for rounding.
            self.touching(triangle, depth);
        }
    }

    /// The points of what touches, if none is certainly in both.
    fn touching(&mut self, triangle: &Triangle, depth: impl Fn(&Points, &Place) -> f64) {
        let mut count = 0;
        self.under_face(Feature::Face, |points, place| {
            if points.way(place).is_none_or(|way| way >= 0.0) {
                count += 1;
                points.add(place, depth(points, place));
            }
        });
        if count == 0
            && let Some(closest) = Closest::within(self.shape, triangle, self.corners, f64::INFINITY)
        {
            let place = closest.place(self.shape);
            self.add(&place, depth(self, &place));
        }
    }

    /// The corners of the part that is farthest along the normal, cut off by the face of the hull that opposes it,
    /// as far as the gaps there are no larger than `max_distance`; the closest one always.
    pub(super) fn gap(&mut self, closest: &Closest, max_distance: f64) {
        let mut nearest = f64::MAX;
        self.under_face(self.normal.part, |points, place| {
            if let Some(gap) =
                points.way(place).map(|way| -way).filter(|gap| (0.0..=max_distance).contains(gap))
            {
                nearest = nearest.min(gap);
                points.add(place, -gap);
            }
        });
        if nearest > closest.distance() * (1.0 + 1e-6) {
            self.add(&closest.place(self.shape), -closest.distance());
        }
    }

    /// The corners of a part of the triangle cut off by what the opposing face sweeps along the normal.
    fn under_face(&mut self, part: Feature, mut found: impl FnMut(&mut Points, &Place)) {
        let Some((face, _)) = self.face else { return };
        let hull = *self.shape.hull();
        let along = self.shape.local_at(self.normal.unit);
        let vertices = hull.face(face);
        let vertex = |i: usize| hull.vertices()[usize::from(vertices[i % vertices.len()])].as_dvec3();
        let mut cell = Cell::WHOLE;
        for i in 0..vertices.len() {
            let (from, to) = (vertex(i), vertex(i + 1));
            let outward = along.cross(to - from);
            cell.cut(self.corners.locals().map(|corner| outward.dot(corner - from)));
        }
        cell.corners(self.corners, part, |place| found(self, &place));
        if part != Feature::Face {
            return;
        }
        let (normal, from) = (self.corners.normal(), self.corners.0[0].local);
        let speed = normal.dot(along);
        for i in 0..vertices.len() {
            let at = vertex(i) - along * (normal.dot(vertex(i) - from) / speed);
            if let Some(place) = self.corners.inside(at) {
                found(self, &place);
            }
        }
    }
}
