//! The contacts of a box and a triangle: the normals that they may have, the points, and how deep they are.
//!
//! In the box's frame, thirteen axes may separate the two (Gottschalk, Lin, Manocha, "OBBTree", 1996): the
//! triangle's normal, the box's own axes, and the cross products of its axes with the triangle's edges. Where
//! they overlap, the normals are these, both ways, the one with the least way first (as for polytopes by
//! Gregorius, "The Separating Axis Test between Convex Polyhedra", 2013). The points are the corners of the
//! triangle cut off by the box, each with its own way to the face of the box that opposes the normal most, but no
//! farther than the box reaches.
//! Where they are apart, the normal leads along their closest points.

use super::box_axes::steepest;
use super::box_triangle::{OrientedBoxBounds, box_triangle};
use super::contact_normal::{
    BESIDE_FACE, ContactNormal, ContactPoint, ContactPoints, PARALLEL_SQUARED, Place, ROUNDED, Wanted,
};
use super::direction::{Direction, edges};
use super::sphere_contact::face_normal;
use super::{BoxAxes, Feature, Triangle, Vec3, closest_on_segments};
use crate::arrays::MapEach;
use arrayvec::ArrayVec;
use glam::DVec3;

/// The most points: the corners of a triangle that is cut by six planes.
const POINTS: usize = 9;
/// The normals: two of the face, six of the box, and eighteen of two edges.
const NORMALS: usize = 26;

/// More than the square of a length may change with the frame, whose axes are off by 2^-20: 1 + 2^-16.
const LONGER: f64 = 1.0 + 1.0 / 65_536.0;

/// A box and a triangle: that they overlap, or their closest points.
#[derive(Clone, Debug)]
pub struct BoxTouch {
    half: DVec3,
    corners: [Place; 3],
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Overlap,
    /// The normal, the closest point of the triangle, and the distance.
    Apart(ContactNormal, Place, f64),
}

/// The normals of a box and a triangle that overlap, by their numbers.
#[derive(Clone, Debug)]
pub struct BoxWays {
    /// With the way along each that separates the two, the least first.
    ways: ArrayVec<(u8, f64), NORMALS>,
    /// The least way of all.
    least: Option<(u8, f64)>,
    /// The least way of a face that is seen: it always stands, so that none is tried that is not less. Infinite if there
    /// is none.
    face: f64,
    has_face: bool,
}

impl BoxWays {
    /// The least way of all, whether it is tried or not.
    pub fn least(&self) -> f64 {
        self.least.map_or(f64::INFINITY, |(_, depth)| depth)
    }

    /// The least way of a face that is seen; infinite if there is none.
    pub fn face(&self) -> f64 {
        self.face
    }

    /// Adds one, after those with the same way, which have lower numbers.
    fn add(&mut self, number: u8, depth: f64) {
        let place = self.ways.iter().take_while(|(_, before)| *before <= depth).count();
        let _ = self.ways.try_insert(place, (number, depth));
    }
}

impl BoxTouch {
    /// Finds out; `None` if they are farther apart than `max_distance`.
    pub fn new(shape: &BoxAxes, triangle: &Triangle, max_distance: f32) -> Option<BoxTouch> {
        let mut touch = BoxTouch::of_overlapping(shape, triangle);
        if !box_triangle(&OrientedBoxBounds::of_axes(shape), triangle) {
            let (normal, point, distance) = touch.closest(shape, triangle);
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
        let half = shape.half_extents.as_dvec3();
        let [x, y, z] = shape.axes.map_each(|axis| axis.as_dvec3());
        let center = shape.center.as_dvec3();
        let corners = [triangle.a, triangle.b, triangle.c].map_each(|corner| {
            let world = corner.as_dvec3();
            let offset = world - center;
            Place { local: DVec3::new(x.dot(offset), y.dot(offset), z.dot(offset)), world }
        });
        BoxTouch { half, corners, kind: Kind::Overlap }
    }

    /// Of two that are apart, the normal and the distance.
    pub fn apart(&self) -> Option<(&ContactNormal, f64)> {
        match &self.kind {
            Kind::Apart(normal, _, distance) => Some((normal, *distance)),
            Kind::Overlap => None,
        }
    }

    /// Which of the triangle's corners are in the box.
    pub fn has_corners(&self) -> [bool; 3] {
        self.corners.map_each(|corner| corner.local.abs().cmple(self.half).all())
    }

    /// Of two that overlap, the normal that is tried after `number` others.
    pub fn normal(
        &self,
        shape: &BoxAxes,
        triangle: &Triangle,
        ways: &BoxWays,
        number: usize,
    ) -> Option<ContactNormal> {
        if let Some(&(number, depth)) = ways.ways.get(number) {
            return Some(self.normal_of(shape, triangle, number, depth));
        }
        // Of a triangle without a face, the least way is taken if none is admitted.
        let (least, depth) = ways.least.filter(|_| !ways.has_face && number == ways.ways.len())?;
        Some(ContactNormal { is_sure: true, ..self.normal_of(shape, triangle, least, depth) })
    }

    /// The triangle's edges, each from its corner to the next, in the frame.
    fn sides(&self) -> [DVec3; 3] {
        let [a, b, c] = self.corners.map_each(|corner| corner.local);
        [b - a, c - b, a - c]
    }

    /// An axis, of which each has two directions, in the frame.
    fn axis(sides: &[DVec3; 3], axis: usize) -> DVec3 {
        match axis {
            0 => sides[0].cross(-sides[2]),
            1..4 => DVec3::AXES[axis - 1],
            _ => sides[(axis - 4) / 3].cross(DVec3::AXES[(axis - 4) % 3]),
        }
    }

    /// A direction by its number, in the frame.
    fn local(&self, number: u8) -> DVec3 {
        let sign = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
        Self::axis(&self.sides(), usize::from(number / 2)) * sign
    }

    /// In the world: a functional of the frame, so that lengths change by as much as the axes are no unit
    /// vectors.
    fn in_world(shape: &BoxAxes, local: DVec3) -> DVec3 {
        let [x, y, z] = shape.axes.map_each(|axis| axis.as_dvec3());
        x * local.x + y * local.y + z * local.z
    }

    /// A normal's direction by its number.
    fn direction(&self, shape: &BoxAxes, triangle: &Triangle, number: u8) -> Direction {
        let sign = if number.is_multiple_of(2) { 1 } else { -1 };
        match number / 2 {
            0 => Direction::normal(triangle, sign),
            k @ 1..4 => {
                let to = shape.axes[usize::from(k) - 1] * sign as f32;
                Direction::Between { from: Vec3::ZERO, to }
            }
            k => edge_axis(shape, triangle, usize::from(k - 4), sign),
        }
    }

    /// A normal's unit vector by its number.
    fn unit(&self, shape: &BoxAxes, triangle: &Triangle, number: u8) -> DVec3 {
        if number < 2 {
            let normal = face_normal(triangle).map_or(DVec3::Z, |face| face.normal);
            return if number == 0 { normal } else { -normal };
        }
        Self::in_world(shape, self.local(number)).normalize()
    }

    /// A normal by its number.
    fn normal_of(&self, shape: &BoxAxes, triangle: &Triangle, number: u8, depth: f64) -> ContactNormal {
        let direction = self.direction(shape, triangle, number);
        let unit = self.unit(shape, triangle, number);
        let is_sure = number < 2;
        let part = if is_sure { Feature::Face } else { direction.farthest_part(unit, triangle) };
        ContactNormal { direction, unit, is_near: true, part, is_sure, depth }
    }

    /// The ways that separate two that overlap: those that are tried.
    pub fn ways(&self, shape: &BoxAxes, triangle: &Triangle, wanted: Wanted) -> BoxWays {
        let has_face = face_normal(triangle).is_some();
        let found = BoxWays { ways: ArrayVec::new(), least: None, face: f64::INFINITY, has_face };
        let locals = self.corners.map_each(|corner| corner.local);
        let sides = self.sides();
        let ways_along = |reach: f64, places: [f64; 3]| {
            let high = places[0].max(places[1]).max(places[2]);
            let low = places[0].min(places[1]).min(places[2]);
            [high + reach, reach - low]
        };
        let mut search = Search { touch: self, shape, triangle, wanted, sides, limit: wanted.below, found };
        if has_face {
            let local = Self::axis(&sides, 0);
            let places = locals.map_each(|corner| local.dot(corner));
            search.add(0, ways_along(local.abs().dot(self.half), places));
        }
        for k in 0..3 {
            let ways = ways_along(self.half[k], locals.map_each(|corner| corner[k]));
            if !search.is_longer(ways, LONGER) {
                search.add(1 + k, ways);
            }
        }
        for (number, side) in sides.iter().enumerate() {
            for k in 0..3 {
                // The cross product has two components.
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                let (u, v) = (side[j], -side[i]);
                let reach = u.abs() * self.half[i] + v.abs() * self.half[j];
                let ways = ways_along(reach, locals.map_each(|corner| u * corner[i] + v * corner[j]));
                if !search.is_longer(ways, (u * u + v * v) * LONGER) {
                    search.add(4 + 3 * number + k, ways);
                }
            }
        }
        search.found
    }

    /// The points of a contact with one of the normals: those of a gap as far as it is no larger than
    /// `max_distance`.
    pub fn points(
        &self,
        shape: &BoxAxes,
        normal: &ContactNormal,
        max_distance: f32,
    ) -> ContactPoints<POINTS> {
        let [x, y, z] = shape.axes.map_each(|axis| axis.as_dvec3());
        let unit = normal.unit;
        let along = DVec3::new(x.dot(unit), y.dot(unit), z.dot(unit));
        // The face that opposes the normal most.
        let size = along.abs();
        let axis = steepest(along.to_array());
        let sign = if along[axis] < 0.0 { -1.0 } else { 1.0 };
        let part = (2 * axis + usize::from(sign < 0.0)) as u32;
        // The way from a point to that face, against the normal.
        let way = |place: &Place| (sign * place.local[axis] + self.half[axis]) / size[axis];
        // And to the box's farthest corner.
        let whole = |place: &Place| along.dot(place.local) + size.dot(self.half);
        let depth = |place: &Place| way(place).min(whole(place)).max(0.0);
        let mut polygon = Polygon::from_iter(self.corners);
        match &self.kind {
            Kind::Overlap => {
                for k in 0..3 {
                    for side in [1.0, -1.0] {
                        cut(&mut polygon, |place| self.half[k] - side * place.local[k]);
                    }
                }
            }
            Kind::Apart(..) => {
                // A corner is the closest point, which comes below.
                let kept =
                    Some(normal.part.corners()).filter(|corners| corners.len() > 1).unwrap_or_default();
                polygon = kept.iter().map(|&i| self.corners[i]).collect();
                for k in [(axis + 1) % 3, (axis + 2) % 3] {
                    for side in [1.0, -1.0] {
                        cut(&mut polygon, |place| {
                            self.half[k] - side * (place.local[k] - way(place) * along[k])
                        });
                    }
                }
            }
        }
        let point = |place: &Place, depth: f64| ContactPoint {
            point: place.world.as_vec3(),
            depth: depth as f32,
            part,
        };
        let mut points: ArrayVec<ContactPoint, POINTS> = ArrayVec::new();
        let mut add = |found: ContactPoint| {
            if !points.iter().any(|before| before.point == found.point) {
                let place = points.iter().take_while(|before| before.depth >= found.depth).count();
                let _ = points.try_insert(place, found);
            }
        };
        match &self.kind {
            Kind::Overlap => polygon.iter().for_each(|place| add(point(place, depth(place)))),
            Kind::Apart(_, closest, distance) => {
                let is_near = |way: f64| -way <= f64::from(max_distance) && way <= 0.0;
                polygon
                    .iter()
                    .filter(|place| is_near(way(place)))
                    .for_each(|place| add(point(place, way(place))));
                // The closest ones always, unless they are among these.
                if points.first().is_none_or(|first| f64::from(first.depth) < -distance * (1.0 + 1e-6)) {
                    add_first(&mut points, point(closest, -distance));
                }
            }
        }
        if points.is_empty() {
            // They touch, but for rounding.
            let (place, _) = self.nearest();
            points.push(point(&place, depth(&place)));
        }
        ContactPoints { normal: unit.as_vec3(), points }
    }

    /// The closest points: that of the triangle, and the offset from it to that of the box, in the frame.
    fn nearest(&self) -> (Place, DVec3) {
        let half = self.half;
        let [a, b, c] = self.corners;
        let mut best = (a, DVec3::ZERO, f64::INFINITY);
        let mut consider = |place: Place, offset: DVec3| {
            let square = offset.length_squared();
            if square < best.2 {
                best = (place, offset, square);
            }
        };
        // Corners of the triangle, then of the box, then edges of both.
        for corner in self.corners {
            consider(corner, corner.local.clamp(-half, half) - corner.local);
        }
        let corner_of = |i: usize| {
            let side = |k: usize| if i >> k & 1 == 0 { -half[k] } else { half[k] };
            DVec3::new(side(0), side(1), side(2))
        };
        let (e, f) = (b.local - a.local, c.local - a.local);
        let normal = e.cross(f);
        let area = normal.length_squared();
        for i in 0..8 {
            let corner = corner_of(i);
            let to = corner - a.local;
            let (v, w) = (to.cross(f).dot(normal), e.cross(to).dot(normal));
            if area > 0.0 && v >= 0.0 && w >= 0.0 && v + w <= area {
                let (v, w) = (v / area, w / area);
                let place = Place {
                    local: a.local + e * v + f * w,
                    world: a.world + (b.world - a.world) * v + (c.world - a.world) * w,
                };
                consider(place, normal * (normal.dot(to) / area));
            }
        }
        for (from, to) in [(a, b), (b, c), (c, a)] {
            for k in 0..3 {
                for i in (0..8).filter(|i| i >> k & 1 == 0) {
                    let start = corner_of(i);
                    let along = DVec3::AXES[k] * (2.0 * half[k]);
                    let (s, _, offset) =
                        closest_on_segments(to.local - from.local, along, start - from.local);
                    consider(from.between(to, s), offset);
                }
            }
        }
        (best.0, best.1)
    }

    /// The closest points of a box and a triangle that are apart: the normal, the point of the triangle, and
    /// the distance.
    fn closest(&self, shape: &BoxAxes, triangle: &Triangle) -> (ContactNormal, Place, f64) {
        let (place, offset) = self.nearest();
        let distance = offset.length();
        let toward = if distance > 0.0 { offset / distance } else { DVec3::Z };
        // The direction exactly, if it is one of those that separate; else as it is rounded.
        let is_like = |local: DVec3| {
            let length = local.length();
            length > 0.0 && (local / length).dot(toward) > 1.0 - 1e-12
        };
        let has_face = face_normal(triangle).is_some();
        let number =
            (0..NORMALS as u8).find(|&number| (number >= 2 || has_face) && is_like(self.local(number)));
        let normal = match number {
            Some(number) => self.normal_of(shape, triangle, number, 0.0),
            None => {
                let unit = Self::in_world(shape, toward).normalize();
                ContactNormal::away_from(triangle, unit, 0.0)
            }
        };
        (normal, place, distance)
    }
}

/// The search for the ways that separate two that overlap.
struct Search<'a> {
    touch: &'a BoxTouch,
    shape: &'a BoxAxes,
    triangle: &'a Triangle,
    wanted: Wanted<'a>,
    sides: [DVec3; 3],
    /// Only ways of less than this are tried.
    limit: f64,
    found: BoxWays,
}

impl Search<'_> {
    /// Returns true if both ways along an axis are surely longer than the limit. They are products with the axis, of which
    /// the square of the length is given, or a little more.
    #[inline(always)]
    fn is_longer(&self, ways: [f64; 2], square: f64) -> bool {
        let least = ways[0].min(ways[1]);
        least > 0.0 && least * least > self.limit * self.limit * square
    }

    /// Adds the ways along an axis that are wanted.
    #[inline(never)]
    fn add(&mut self, axis: usize, ways: [f64; 2]) {
        let Search { touch, shape, triangle, wanted, .. } = *self;
        let world = BoxTouch::in_world(shape, BoxTouch::axis(&self.sides, axis));
        let square = world.length_squared();
        let is_sure = match axis {
            0..4 => square > 0.0,
            _ => square > PARALLEL_SQUARED * self.sides[(axis - 4) / 3].length_squared(),
        };
        if !is_sure || self.is_longer(ways, square * ROUNDED) {
            return;
        }
        let length = square.sqrt();
        let depths = ways.map_each(|way| (way / length).max(0.0));
        let mut is_passed = [false; 2];
        if axis > 0 && depths[0].min(depths[1]) < self.limit {
            is_passed = wanted.rise_above(world / length, axis.checked_sub(4).map(|pair| pair / 3));
        }
        for (k, depth) in depths.into_iter().enumerate() {
            let number = (2 * axis + k) as u8;
            let found = &mut self.found;
            if found.least.is_none_or(|(_, least)| depth < least) {
                found.least = Some((number, depth));
            }
            let is_less = depth < if axis == 0 { found.face } else { self.limit };
            if !is_less || is_passed[k] {
                continue;
            }
            if wanted.side.is_some() && !wanted.sees(triangle, &touch.direction(shape, triangle, number)) {
                continue;
            }
            if axis == 0 {
                found.face = depth;
            }
            if depth < self.limit {
                found.add(number, depth);
                self.limit = self.limit.min(found.face * BESIDE_FACE);
            }
        }
    }
}

/// Puts a point before all others; the last goes if there is no room.
fn add_first(points: &mut ArrayVec<ContactPoint, POINTS>, point: ContactPoint) {
    if points.is_full() {
        points.pop();
    }
    points.insert(0, point);
}

/// The cross product of a triangle's edge and an axis of a box, by its number.
fn edge_axis(shape: &BoxAxes, triangle: &Triangle, number: usize, sign: i32) -> Direction {
    let (_, [u, v, _]) = edges(triangle)[number / 3];
    let axis = number % 3;
    Direction::InFrame { sign, edge: [u, v], axes: [shape.axes[(axis + 2) % 3], shape.axes[(axis + 1) % 3]] }
}

/// A polygon of a cut triangle: each cut adds a corner at most, and rounding no more than that.
type Polygon = ArrayVec<Place, 12>;

/// Cuts off the part of a polygon where a function that is linear is negative (Sutherland and Hodgman, "Reentrant
/// Polygon Clipping", 1974).
fn cut(polygon: &mut Polygon, value: impl Fn(&Place) -> f64) {
    // Most planes cut nothing off.
    if polygon.iter().all(|place| value(place) >= 0.0) {
        return;
    }
    let whole: Polygon = polygon.iter().copied().collect();
    polygon.clear();
    for (i, place) in whole.iter().enumerate() {
        let next = &whole[(i + 1) % whole.len()];
        let (here, there) = (value(place), value(next));
        if here >= 0.0 {
            let _ = polygon.try_push(*place);
        }
        if here > 0.0 && there < 0.0 {
            let _ = polygon.try_push(place.between(*next, here / (here - there)));
        } else if here < 0.0 && there > 0.0 {
            // From the same end whichever way the edge goes.
            let _ = polygon.try_push(next.between(*place, there / (there - here)));
        }
    }
}
