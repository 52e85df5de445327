//! The points of a contact: what the shape's lowest part and the solid's face have in common, seen along the normal.

use super::closest::{Features, PARALLEL, Pair};
use super::core::Core;
use super::solid::{Edge, Solid};
use crate::geometry::Feature;
use arrayvec::ArrayVec;
use glam::DVec3;

/// A point of a contact.
#[derive(Clone, Copy)]
pub(super) struct Point {
    /// On the solid.
    pub(super) at: DVec3,
    /// By how much the shape reaches beyond it, against the normal; negative for a gap.
    pub(super) depth: f64,
    /// The number of the shape's part.
    pub(super) part: u32,
    /// The kind of the solid's part: its face, an edge, or a corner.
    pub(super) kind: Feature,
    /// A face that it belongs to.
    pub(super) face: usize,
}

/// The least cosine between a normal and a side that has points along it: 2^-10.
const FACING: f64 = 1.0 / 1024.0;

/// The most points of a contact: a face of many corners may have more in common with a box, of which these are the
/// deepest.
const MOST: usize = 24;

/// The points of a contact, the deepest first.
pub(super) type Points = ArrayVec<Point, MOST>;

/// The number that says which face of the shape, edge or corner opposes the normal, of shapes that are no box.
const SIDE: u32 = 2;

/// Puts a point among those that are deeper; the shallowest goes if there is no room.
fn add(points: &mut Points, point: Point) {
    if points.iter().any(|before| before.at.as_vec3() == point.at.as_vec3()) {
        return;
    }
    let place = points.iter().take_while(|before| before.depth >= point.depth).count();
    if points.is_full() {
        if place == MOST {
            return;
        }
        points.pop();
    }
    points.insert(place, point);
}

/// What is to be found along a normal.
pub(super) struct Clip<'a, 'b> {
    pub(super) solid: &'a Solid<'b>,
    pub(super) core: &'a Core,
    /// Unit, from the solid to the shape.
    pub(super) normal: DVec3,
    /// The least depth.
    pub(super) least: f64,
}

impl Clip<'_, '_> {
    /// The points of a face of the solid that is nearly at right angles to the normal, or faces it most. If none is
    /// found, those of any other sides of both: the ones with the deepest. If there are none, the core's lowest point is
    /// one, moved onto the face's plane, which is as deep as `deepest`.
    pub(super) fn of_face(&self, face: usize, deepest: f64) -> Points {
        let Clip { solid, core, normal, .. } = *self;
        let mut points = self.of_sides(face, core.opposing(normal));
        if points.is_empty() && !core.generators.is_empty() {
            let mut try_sides = |face: usize, own: Option<(usize, f64, u32)>| {
                let found = self.of_sides(face, own);
                let depth = |points: &Points| points.first().map_or(f64::NEG_INFINITY, |first| first.depth);
                if depth(&found) > depth(&points) {
                    points = found;
                }
            };
            for face in std::iter::once(face).chain(0..solid.face_count()) {
                if !(solid.face(face).normal.dot(normal) > FACING) {
                    continue;
                }
                match core.axes.len() {
                    0 => try_sides(face, None),
                    count => (0..count).for_each(|axis| try_sides(face, Some(core.side(axis, normal)))),
                }
            }
        }
        if points.is_empty() {
            let own = solid.face(face);
            let lowest = core.farthest(-normal);
            let slope = own.normal.dot(normal);
            let at = if slope > 0.0 { lowest - normal * (own.height(lowest) / slope) } else { lowest };
            let kind = Feature::Face;
            add(&mut points, Point { at, depth: deepest, part: self.part(lowest), kind, face });
        }
        points
    }

    /// The points of a face of the solid and a side of the core.
    fn of_sides(&self, face: usize, side: Option<(usize, f64, u32)>) -> Points {
        match (self.core.generators.len(), side) {
            (0, _) => Points::new(),
            (_, Some(side)) => self.of_box(face, side),
            (_, None) => self.of_segment(face),
        }
    }

    /// The number of the part of the shape that opposes the normal.
    fn part(&self, at: DVec3) -> u32 {
        if let Some((.., part)) = self.core.opposing(self.normal) {
            return part;
        }
        match self.core.generators.first() {
            Some(&generator) => self.core.part_at(match (at - self.core.center).dot(generator) {
                to if to > 0.0 => 1.0,
                _ => 0.0,
            }),
            None => 0,
        }
    }

    /// Both ends of the part of a segment that is over a face.
    fn of_segment(&self, face: usize) -> Points {
        let Clip { solid, core, normal, least } = *self;
        let own = solid.face(face);
        let generator = core.generators[0];
        let (start, way) = (core.center - generator, generator * 2.0);
        let (mut low, mut high) = (0.0f64, 1.0f64);
        let margin = solid.rounding(core.size);
        solid.each_edge(|edge| {
            if let Some(outward) = outward(solid, edge, face, normal) {
                let (height, rise) = (outward.dot(start - edge.a) - margin, outward.dot(way));
                let bound = -height / rise;
                if rise > 0.0 {
                    high = high.min(bound);
                } else if rise < 0.0 {
                    low = low.max(bound);
                } else if height > 0.0 {
                    high = f64::NEG_INFINITY;
                }
            }
        });
        let mut points = Points::new();
        if low <= high {
            for place in [low, high] {
                let at = start + way * place;
                let height = own.height(at) / own.normal.dot(normal);
                let depth = core.radius - height;
                if depth >= least {
                    let (at, part) = (at - normal * height, core.part_at(place));
                    add(&mut points, Point { at, depth, part, kind: Feature::Face, face });
                }
            }
        }
        points
    }

    /// The corners of what a face of the solid and a face of the box that opposes the normal have in common.
    fn of_box(&self, face: usize, (axis, sign, part): (usize, f64, u32)) -> Points {
        let Clip { solid, core, normal, least } = *self;
        let own = solid.face(face);
        let mut points = Points::new();
        let slope = own.normal.dot(normal);
        let along = core.axes[axis].dot(normal) * sign;
        if !(slope > 0.0 && along > FACING) {
            return points;
        }
        // The way from a point to the box's face, against the normal.
        let lower = core.reach(core.axes[axis]);
        let way = |at: DVec3| (core.axes[axis].dot(at - core.center) * sign + lower) / along;
        let mut found = |at: DVec3| {
            let depth = way(at);
            if depth >= least {
                add(&mut points, Point { at, depth, part, kind: Feature::Face, face });
            }
        };
        let margin = solid.rounding(core.size);
        // The sides of the box's face, as planes along the normal: heights of points beyond them.
        let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        let beyond = |k: usize, side: f64, at: DVec3| {
            let on_face = at - normal * way(at);
            side * core.axes[k].dot(on_face - core.center) - core.reach(core.axes[k]) - margin
        };
        solid.each_edge(|edge| {
            if !edge.faces.contains(&(face as u16)) {
                return;
            }
            let (mut low, mut high) = (0.0f64, 1.0f64);
            for (k, side) in [(u, 1.0), (u, -1.0), (v, 1.0), (v, -1.0)] {
                let (a, b) = (beyond(k, side, edge.a), beyond(k, side, edge.b));
                if a > 0.0 && b > 0.0 {
                    high = f64::NEG_INFINITY;
                } else if a > 0.0 {
                    low = low.max(a / (a - b));
                } else if b > 0.0 {
                    high = high.min(a / (a - b));
                }
            }
            if low <= high {
                let at = |place: f64| match place {
                    0.0 => edge.a,
                    1.0 => edge.b,
                    _ => edge.a + (edge.b - edge.a) * place,
                };
                found(at(low));
                found(at(high));
            }
        });
        // The corners of the box's face that lie over the solid's.
        let down = core.center - core.generators[axis] * self.sign_of(axis, sign);
        for (i, j) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
            let corner = down + core.generators[u] * i + core.generators[v] * j;
            let at = corner - normal * (own.height(corner) / slope);
            let mut is_inside = true;
            solid.each_edge(|edge| {
                if let Some(outward) = outward(solid, edge, face, normal) {
                    is_inside &= outward.dot(at - edge.a) <= margin;
                }
            });
            if is_inside {
                found(at);
            }
        }
        points
    }

    /// The sign with which a generator leads to the side of its own axis: axes may be left-handed.
    fn sign_of(&self, axis: usize, sign: f64) -> f64 {
        let along = self.core.generators[axis].dot(self.core.axes[axis]);
        if along < 0.0 { -sign } else { sign }
    }

    /// The points of a pair of edges or of ends: two where edges are parallel.
    pub(super) fn of_edges(&self, pair: &Pair, depth: f64) -> Points {
        let Clip { core, normal, least, .. } = *self;
        let mut points = Points::new();
        let Features::Edges { edge, inside, own: (start, way) } = pair.features else { return points };
        let face = usize::from(edge.faces[0]);
        let along = edge.b - edge.a;
        let (square, own_square) = (along.length_squared(), way.length_squared());
        let is_parallel = along.cross(way).length_squared() <= PARALLEL * square * own_square;
        let place = |at: DVec3| (along.dot(at - edge.a) / square).clamp(0.0, 1.0);
        let places = [place(start), place(start + way)];
        if own_square > 0.0 && is_parallel && places[0] != places[1] {
            for (place, end) in [(places[0], 0.0), (places[1], 1.0)] {
                let at = edge.a + along * place;
                let own_place = way.dot(at - start) / own_square;
                let above = (start + way * own_place.clamp(0.0, 1.0) - at).dot(normal);
                let depth = core.radius - above;
                let is_end = place > 0.0 && place < 1.0;
                let part = match core.opposing(normal) {
                    Some((.., part)) => part,
                    None if is_end => core.part_at(end),
                    None => SIDE,
                };
                if depth >= least {
                    add(&mut points, Point { at, depth, part, kind: Feature::EdgeAb, face });
                }
            }
        }
        if points.is_empty() {
            let kind = if inside { Feature::EdgeAb } else { Feature::VertexA };
            let part = match core.opposing(normal) {
                Some((.., part)) => part,
                None => core.part_at(pair.place),
            };
            add(&mut points, Point { at: pair.on_solid, depth, part, kind, face });
        }
        points
    }
}

/// The direction out of a face across one of its edges, at right angles to the edge and to `normal`; none for the
/// edges of other faces.
fn outward(solid: &Solid, edge: &Edge, face: usize, normal: DVec3) -> Option<DVec3> {
    let [first, second] = edge.faces.map(usize::from);
    let other = match face {
        _ if face == first => second,
        _ if face == second => first,
        _ => return None,
    };
    let across = (edge.b - edge.a).cross(normal);
    let length = across.length();
    if !(length > 0.0) {
        return None;
    }
    // The solid is behind the other face, too: away from it is where that one leads down from this one.
    let own = solid.face(face).normal;
    let down = solid.face(other).normal - own * own.dot(solid.face(other).normal);
    Some(if across.dot(down) < 0.0 { across / -length } else { across / length })
}
