//! What a hull and a part of a triangle share when they touch, or how deep the hull is below that part: its points over
//! the part, seen along the normal. Nothing is stored: corners of the shared region are looked at twice.

use super::facet::Facet;
use super::normal::Normal;
use crate::arrays::MapEach;
use crate::geometry::{Polytope, PosedHull};
use arrayvec::ArrayVec;
use glam::DVec3;

/// More than is between the triangle and the hull when they touch, relative to the largest coordinate: 2^-20.
const MARGIN: f64 = 1.0 / (1u64 << 20) as f64;
/// More than the rounding of what lies over a part: 2^-36.
const SIDE: f64 = 1.0 / (1u64 << 36) as f64;

/// A half-space: the points no less high along a unit vector than this.
type Side = (DVec3, f64);

/// The hull over a part of a triangle.
pub(super) struct Patch<'a> {
    shape: &'a PosedHull<'a>,
    /// The corners of the part, as the hull that has moved sees them.
    corners: ArrayVec<DVec3, 3>,
    /// How far it has moved.
    offset: DVec3,
    /// Unit, from the triangle to the hull.
    normal: DVec3,
    /// What is over the part.
    sides: ArrayVec<Side, 4>,
    /// True for a corner.
    is_corner: bool,
    /// The largest coordinate.
    size: f64,
}

impl<'a> Patch<'a> {
    /// The hull, which has moved by `offset`, over the part that a normal names.
    pub(super) fn new(
        shape: &'a PosedHull,
        facet: &Facet,
        Normal { direction: normal, part }: Normal,
        offset: DVec3,
        size: f64,
    ) -> Patch<'a> {
        let corners: ArrayVec<DVec3, 3> =
            facet.part(part).iter().map(|&k| facet.surface.corners[k] - offset).collect();
        let size = size.max(facet.surface.size);
        let mut sides = ArrayVec::new();
        match corners[..] {
            [a, b, c] => {
                for (k, (from, opposite)) in [(a, c), (b, a), (c, b)].into_iter().enumerate() {
                    let across = normal.cross(facet.surface.edges[k]).normalize_or_zero();
                    let across = if across.dot(opposite - from) < 0.0 { -across } else { across };
                    sides.push((across, across.dot(from) - SIDE * size));
                }
            }
            [from, to] => {
                let across = normal.cross(to - from).normalize_or_zero();
                let along = across.cross(normal);
                sides.push((along, along.dot(from) - SIDE * size));
                sides.push((-along, -along.dot(to) - SIDE * size));
                sides.push((across, across.dot(from) - MARGIN * size));
                sides.push((-across, -across.dot(from) - MARGIN * size));
            }
            _ => {}
        }
        let is_corner = corners.len() == 1;
        Patch { shape, corners, offset, normal, sides, is_corner, size }
    }

    /// How deep a point of the hull is below the part.
    fn depth(&self, at: DVec3) -> f64 {
        self.normal.dot(self.corners[0] - at)
    }

    /// The middle of the hull's deepest points below the part, on the part, and how deep they are; none if there are none.
    pub(super) fn middle(&self) -> Option<(DVec3, f64)> {
        let mut deepest = f64::NEG_INFINITY;
        self.each(&mut |at| {
            deepest = deepest.max(self.depth(at));
            deepest
        });
        if self.is_corner {
            return Some((self.corners[0] + self.offset, deepest)).filter(|_| deepest > f64::NEG_INFINITY);
        }
        let least = deepest - self.size * MARGIN;
        let (mut sum, mut count) = (DVec3::ZERO, 0);
        self.each(&mut |at| {
            if self.depth(at) >= least {
                sum += at + self.normal * self.depth(at);
                count += 1;
            }
            least
        });
        (count > 0).then(|| (self.on_part(sum / f64::from(count)) + self.offset, deepest))
    }

    /// The point of an edge that is nearest; of a face, the point itself.
    fn on_part(&self, point: DVec3) -> DVec3 {
        let [from, to] = self.corners[..] else { return point };
        let along = to - from;
        let part = (point - from).dot(along) / along.length_squared();
        if part > 0.0 { from + along * part.min(1.0) } else { from }
    }

    /// Hands out the corners of what is over the part, or below: vertices of the hull, points where its edges leave, and
    /// the last points of the hull on the lines through the part's corners. What `visit` returns is a depth: points that
    /// are less deep are left out from there on.
    fn each(&self, visit: &mut impl FnMut(DVec3) -> f64) {
        let hull = self.shape.hull();
        let mut least = f64::NEG_INFINITY;
        let height = |&(normal, least): &Side, at: DVec3| normal.dot(at) - least;
        if !self.is_corner {
            for i in 0..self.shape.vertex_count() {
                let at = self.shape.vertex(i);
                if self.depth(at) >= least && self.sides.iter().all(|side| height(side, at) >= 0.0) {
                    least = visit(at);
                }
            }
        }
        for &corner in &self.corners {
            if let Some(way) = self.last_way(corner, least) {
                least = visit(corner - self.normal * way);
            }
        }
        for edge in hull.edges().iter().filter(|_| !self.is_corner) {
            let [from, to] = [edge.a, edge.b].map_each(|i| self.shape.vertex(i.into()));
            if self.depth(from).max(self.depth(to)) < least {
                continue;
            }
            let (mut begin, mut end) = (0.0f64, 1.0f64);
            for side in &self.sides {
                let (first, last) = (height(side, from), height(side, to));
                let at = first / (first - last);
                match (first >= 0.0, last >= 0.0) {
                    (true, true) => {}
                    (true, false) => end = end.min(at),
                    (false, true) => begin = begin.max(at),
                    (false, false) => end = -1.0,
                }
            }
            if begin > end {
                continue;
            }
            if begin > 0.0 {
                least = visit(from + (to - from) * begin);
            }
            if end < 1.0 {
                least = visit(from + (to - from) * end);
            }
        }
    }

    /// The length of the way from a corner against the normal to the last point of the hull, if the way passes through
    /// it and is not shorter than `least`.
    fn last_way(&self, corner: DVec3, least: f64) -> Option<f64> {
        let hull = self.shape.hull();
        if hull.face_count() == 0 {
            return None;
        }
        let (mut first, mut last) = (f64::NEG_INFINITY, f64::INFINITY);
        // Cuts off what is beyond a plane, grown; returns true if nothing is left.
        let mut cut = |normal: DVec3, foot: DVec3| {
            let below = normal.dot(foot - corner) + SIDE * self.size * normal.length();
            let speed = -normal.dot(self.normal);
            if speed > 0.0 {
                last = last.min(below / speed);
            } else if speed < 0.0 {
                first = first.max(below / speed);
            } else if below < 0.0 {
                return true;
            }
            first > last || last < least
        };
        for (i, plane) in hull.planes().iter().enumerate() {
            if cut(self.shape.world_direction(plane.normal), self.shape.vertex(hull.face(i)[0].into())) {
                return None;
            }
        }
        // A polygon ends at its edges.
        for edge in hull.edges().iter().filter(|_| hull.dimension() == 2) {
            let [from, to] = [edge.a, edge.b].map_each(|i| self.shape.vertex(i.into()));
            let face = self.shape.world_direction(hull.planes()[usize::from(edge.left)].normal);
            if cut((to - from).cross(face.normalize()), from) {
                return None;
            }
        }
        Some(last)
    }
}
