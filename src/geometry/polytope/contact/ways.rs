//! The ways that separate a hull and a triangle which overlap.

use super::corners::Corners;
use crate::geometry::Triangle;
use crate::geometry::contact_normal::{BESIDE_FACE, PARALLEL_SQUARED, ROUNDED, Wanted};
use crate::geometry::direction::Direction;
use crate::geometry::polytope::{NO_FACE, PosedHull};
use crate::geometry::sphere_contact::face_normal;
use arrayvec::ArrayVec;
use glam::DVec3;

/// So many are found at once. Few are ever tried.
const ROOM: usize = 32;

/// A direction along which the hull can be moved out of the triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way {
    /// How far; not negative.
    pub(super) depth: f64,
    /// 0 and 1 for the triangle's front and back; then the hull's faces; then its edges, each with the triangle's
    /// three, both ways.
    number: u16,
}

/// What a number stands for.
enum Kind {
    Side(i32),
    Face(usize),
    Edges { edge: usize, side: usize, sign: f64 },
    Nothing,
}

impl Way {
    /// That of a point in a point, which has no direction.
    pub(super) const NONE: Way = Way { depth: 0.0, number: u16::MAX };

    fn kind(&self, faces: usize) -> Kind {
        match usize::from(self.number) {
            _ if *self == Way::NONE => Kind::Nothing,
            0 => Kind::Side(1),
            1 => Kind::Side(-1),
            number if number < 2 + faces => Kind::Face(number - 2),
            number => {
                let pair = number - 2 - faces;
                let sign = if pair.is_multiple_of(2) { 1.0 } else { -1.0 };
                Kind::Edges { edge: pair / 6, side: pair / 2 % 3, sign }
            }
        }
    }

    /// 1 for the triangle's front, -1 for its back.
    pub(super) fn side(&self) -> Option<i32> {
        match self.number {
            0 => Some(1),
            1 => Some(-1),
            _ => None,
        }
    }

    /// The direction, in the world.
    pub(super) fn unit(&self, shape: &PosedHull, corners: &Corners) -> DVec3 {
        let local = match self.kind(shape.hull().face_count()) {
            Kind::Side(sign) => corners.normal() * f64::from(sign),
            Kind::Face(face) => -shape.hull().planes()[face].normal,
            Kind::Edges { edge, side, sign } => {
                let edge = shape.hull().edges()[edge];
                let [from, to] = [edge.a, edge.b].map(|v| shape.hull().vertices()[usize::from(v)].as_dvec3());
                (to - from).cross(corners.sides()[side]) * sign
            }
            Kind::Nothing => return DVec3::Z,
        };
        shape.world_direction(local).try_normalize().unwrap_or(DVec3::Z)
    }
}

/// The first of the ways that are tried, the least first: as many as there is room for.
#[derive(Clone, Debug)]
pub struct HullWays {
    ways: ArrayVec<Way, ROOM>,
    /// True if there are others.
    are_more: bool,
    /// The least of all.
    least: Way,
    /// The least way of a face that is seen: it always stands, so that none is tried that is not less. Infinite if there
    /// is none.
    face: f64,
    has_face: bool,
}

/// A hull and a triangle that overlap, and which ways are wanted.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) shape: &'a PosedHull<'a>,
    pub(super) corners: &'a Corners,
    pub(super) triangle: &'a Triangle,
    pub(super) wanted: Wanted<'a>,
}

impl HullWays {
    /// The least way of all, whether it is tried or not.
    pub fn least(&self) -> f64 {
        self.least.depth
    }

    /// The least way of a face that is seen; infinite if there is none.
    pub fn face(&self) -> f64 {
        self.face
    }

    /// The way after `number` others.
    pub(super) fn at(&self, search: &Search, number: usize) -> Option<Way> {
        if let Some(way) = self.ways.get(number) {
            return Some(*way);
        }
        let (mut ways, mut rest) = (self.clone(), number);
        while ways.are_more && rest >= ways.ways.len() {
            rest -= ways.ways.len();
            ways = search.ways(ways.ways.last().copied());
        }
        ways.ways.get(rest).copied()
    }

    /// Of a triangle without a face, the least way, which is taken if `number` others have not been admitted, and these
    /// are all.
    pub(super) fn last_resort(&self, search: &Search, number: usize) -> Option<Way> {
        let are_all = !self.has_face && (number == 0 || self.at(search, number - 1).is_some());
        are_all.then_some(self.least)
    }

    /// Adds a way, after those of the same length. It is a product with a direction in the hull's own frame.
    #[inline(always)]
    fn add(
        &mut self,
        search: &Search,
        last: Option<Way>,
        number: usize,
        length: f64,
        edge: Option<usize>,
        local: DVec3,
    ) {
        let Search { shape, triangle, wanted, .. } = search;
        let limit = if number < 2 { self.face } else { wanted.below.min(self.face * BESIDE_FACE) };
        // Surely as long as the limit.
        let is_longer = |square: f64| number >= 2 && length > 0.0 && length * length > limit * limit * square;
        if is_longer(local.length_squared() * shape.stretch_squared()) {
            return;
        }
        let vector = shape.world_direction(local);
        let square = vector.length_squared();
        if square <= 0.0 || is_longer(square * ROUNDED) {
            return;
        }
        let long = square.sqrt();
        let way = Way { depth: (length / long).max(0.0), number: number as u16 };
        let key = |way: &Way| (way.depth, way.number);
        if self.least == Way::NONE || key(&way) < key(&self.least) {
            self.least = way;
        }
        let is_full = self.ways.is_full();
        let is_late = way.depth >= limit
            || last.is_some_and(|last| key(&way) <= key(&last))
            || is_full && self.are_more && self.ways.last().is_some_and(|worst| key(worst) < key(&way));
        if is_late {
            return;
        }
        if let Some(sign) = way.side() {
            if !wanted.sees(triangle, &Direction::normal(triangle, sign)) {
                return;
            }
            self.face = way.depth;
            if way.depth >= wanted.below {
                return;
            }
        } else {
            let unit = vector.try_normalize().unwrap_or(DVec3::Z);
            let is_passed = wanted.rise_above(unit, edge)[0]
                || wanted.side.is_some() && !wanted.sees(triangle, &Direction::away_from(triangle, unit));
            if is_passed {
                return;
            }
        }
        if is_full {
            self.are_more = true;
            if self.ways.last().is_some_and(|worst| key(worst) < key(&way)) {
                return;
            }
            self.ways.pop();
        }
        let place = self.ways.iter().take_while(|before| key(before) < key(&way)).count();
        self.ways.insert(place, way);
    }
}

impl Search<'_> {
    /// The ways that come after one.
    pub(super) fn ways(&self, last: Option<Way>) -> HullWays {
        let Search { shape, corners, triangle, .. } = *self;
        let has_face = face_normal(triangle).is_some();
        let mut found = HullWays {
            ways: ArrayVec::new(),
            are_more: false,
            least: Way::NONE,
            face: f64::INFINITY,
            has_face,
        };
        let hull = shape.hull();
        let vertices = || hull.vertices().iter().map(|v| v.as_dvec3());
        let locals = corners.locals();
        if has_face {
            let normal = corners.normal();
            let heights = vertices().map(|v| normal.dot(v - locals[0]));
            let (low, high) =
                heights.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
            for (number, way) in [(0, -low), (1, high)] {
                found.add(self, last, number, way, None, normal);
            }
        }
        for (i, plane) in hull.planes().iter().enumerate() {
            let from = hull.face_origin(i).as_dvec3();
            let [a, b, c] = locals.map(|corner| plane.normal.dot(corner - from));
            found.add(self, last, 2 + i, -a.min(b).min(c), None, -plane.normal);
        }
        let sides = corners.sides();
        for (i, edge) in hull.edges().iter().enumerate() {
            let from = hull.vertices()[usize::from(edge.a)].as_dvec3();
            let along = hull.vertices()[usize::from(edge.b)].as_dvec3() - from;
            let is_segment = edge.left == NO_FACE;
            for (k, side) in sides.into_iter().enumerate() {
                // The hull's arc crosses the plane across the side, upward or downward.
                let [rise, fall] = match is_segment {
                    true => [1.0, -1.0],
                    false => {
                        [edge.left, edge.right].map(|face| hull.planes()[usize::from(face)].normal.dot(side))
                    }
                };
                if rise > 0.0 && fall > 0.0 || rise < 0.0 && fall < 0.0 {
                    continue;
                }
                let across = along.cross(side);
                let lengths = along.length_squared() * side.length_squared();
                if across.length_squared() <= PARALLEL_SQUARED * lengths {
                    continue;
                }
                let heights = [locals[k], locals[(k + 2) % 3]].map(|corner| across.dot(corner - from));
                // The outward side of the hull's edge.
                let outward = if rise >= fall { 1.0 } else { -1.0 };
                for sign in [1.0, -1.0] {
                    if !is_segment && sign == outward {
                        continue;
                    }
                    // The triangle's edge must be farthest along.
                    let [edge, third] = heights.map(|height| height * sign);
                    if third <= edge {
                        let number = 2 + hull.face_count() + 6 * i + 2 * k + usize::from(sign < 0.0);
                        found.add(self, last, number, edge, Some(k), across * sign);
                    }
                }
            }
        }
        found
    }
}
