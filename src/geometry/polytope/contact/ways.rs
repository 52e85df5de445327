//! The ways that separate a hull and a triangle which overlap.

use super::corners::Corners;
use crate::geometry::contact_normal::PARALLEL_SQUARED;
use crate::geometry::polytope::{NO_FACE, PosedHull};
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

/// The first ways, the least first.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    ways: ArrayVec<Way, ROOM>,
    /// True if there are others.
    are_more: bool,
}

impl Ways {
    /// The least ones.
    pub(super) fn first(shape: &PosedHull, corners: &Corners, has_face: bool) -> Ways {
        Ways::after(None, shape, corners, has_face)
    }

    /// The way after `number` others, if it was found with the first.
    pub(super) fn first_at(&self, number: usize) -> Option<Way> {
        self.ways.get(number).copied()
    }

    /// All of them, the least first; none that come after both of the triangle's own.
    pub(super) fn all(
        &self,
        shape: &PosedHull,
        corners: &Corners,
        has_face: bool,
    ) -> impl Iterator<Item = Way> {
        let mut ways = self.clone();
        let mut at = 0;
        let mut sides = if has_face { 2 } else { usize::MAX };
        std::iter::from_fn(move || {
            if sides == 0 {
                return None;
            }
            if at == ways.ways.len() {
                let last = ways.ways.last().copied().filter(|_| ways.are_more)?;
                ways = Ways::after(Some(last), shape, corners, has_face);
                at = 0;
            }
            let way = *ways.ways.get(at)?;
            at += 1;
            sides -= usize::from(way.side().is_some());
            Some(way)
        })
    }

    /// Those that come after one.
    fn after(last: Option<Way>, shape: &PosedHull, corners: &Corners, has_face: bool) -> Ways {
        let mut found = Ways { ways: ArrayVec::new(), are_more: false };
        let hull = shape.hull();
        let vertices = || hull.vertices().iter().map(|v| v.as_dvec3());
        let locals = corners.locals();
        if has_face {
            let normal = corners.normal();
            let heights = vertices().map(|v| normal.dot(v - locals[0]));
            let (low, high) =
                heights.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
            for (number, way) in [(0, -low), (1, high)] {
                found.add(last, number, way, || shape.world_direction(normal));
            }
        }
        for (i, plane) in hull.planes().iter().enumerate() {
            let from = hull.face_origin(i).as_dvec3();
            let [a, b, c] = locals.map(|corner| plane.normal.dot(corner - from));
            found.add(last, 2 + i, -a.min(b).min(c), || shape.world_direction(plane.normal));
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
                        found.add(last, number, edge, || shape.world_direction(across));
                    }
                }
            }
        }
        found
    }

    /// Adds a way, as long as a vector tells, after those of the same length.
    #[inline(always)]
    fn add(&mut self, last: Option<Way>, number: usize, length: f64, vector: impl FnOnce() -> DVec3) {
        let vector = vector().length();
        if vector <= 0.0 {
            return;
        }
        let way = Way { depth: (length / vector).max(0.0), number: number as u16 };
        let key = |way: &Way| (way.depth, way.number);
        if last.is_some_and(|last| key(&way) <= key(&last)) {
            return;
        }
        if self.ways.is_full() {
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
