//! The core of a capsule: its segment, or the point that it is for a sphere, and what of it is closest to a triangle.

use crate::arrays::MapEach;
use crate::geometry::casts::surface::Surface;
use crate::geometry::{Capsule, Feature, closest_offset_from, closest_on_segments};
use glam::DVec3;

/// The core, as seen from the capsule's `a` at the start, and the radius around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Core {
    /// From `a` to `b`; zero for a sphere.
    along: DVec3,
    radius: f64,
    /// The largest coordinate of the segment as seen from `a`, or the radius.
    size: f64,
}

/// The closest points of a triangle and the core.
pub(super) struct Pair {
    /// On the triangle, as seen from `a` at the start.
    pub(super) point: DVec3,
    /// From there to the core.
    pub(super) distance: f64,
    /// Unit, from the triangle to the core; zero if unknown.
    pub(super) direction: DVec3,
    /// True if rounding of the distance does not turn it.
    pub(super) is_certain: bool,
    pub(super) feature: Feature,
    pub(super) round: Round,
}

/// The surface on which a sphere's center touches a part of the triangle, or of the core.
#[derive(Clone, Copy)]
pub(super) enum Round {
    /// A plane.
    No,
    /// A sphere around a corner.
    Corner,
    /// A cylinder around an edge.
    Edge(DVec3),
}

/// Closest points, as [`Core::closest`] compares them.
#[derive(Clone, Copy)]
struct Candidate {
    /// From the triangle to the core.
    offset: DVec3,
    /// On the triangle.
    point: DVec3,
    feature: Feature,
    /// Perpendicular to the edges that cross there.
    across: Option<DVec3>,
    round: Round,
}

/// Distances below this, relative to the largest coordinate, have no direction that can be relied on: 2^-30.
pub(super) const NEAREST: f64 = 1.0 / (1u64 << 30) as f64;
/// Squared sines below this are those of parallel segments: 2^-40.
const PARALLEL: f64 = 1.0 / (1u64 << 40) as f64;

impl Core {
    pub(super) fn new(capsule: &Capsule) -> Core {
        let along = capsule.b.as_dvec3() - capsule.a.as_dvec3();
        let radius = f64::from(capsule.radius);
        Core { along, radius, size: along.abs().max_element().max(radius) }
    }

    #[inline(always)]
    pub(super) fn is_sphere(&self) -> bool {
        self.along == DVec3::ZERO
    }

    #[inline(always)]
    pub(super) fn radius(&self) -> f64 {
        self.radius
    }

    /// The largest coordinate of a triangle or the core.
    #[inline(always)]
    pub(super) fn size(&self, surface: &Surface) -> f64 {
        self.size.max(surface.size)
    }

    /// How far the core reaches against a direction, as seen from `a` at the start.
    #[inline(always)]
    pub(super) fn lowest(&self, direction: DVec3) -> f64 {
        direction.dot(self.along).min(0.0)
    }

    /// The cross product of an edge with the core, unless they are nearly parallel.
    #[inline(always)]
    pub(super) fn across(&self, edge: DVec3) -> Option<DVec3> {
        let across = edge.cross(self.along);
        let lengths = edge.length_squared() * self.along.length_squared();
        (across.length_squared() > PARALLEL * lengths).then_some(across)
    }

    /// The closest points once the core has moved by `offset`; those where the core crosses the face only if it
    /// `may_cross`.
    #[inline(always)]
    pub(super) fn closest(&self, surface: &Surface, offset: DVec3, may_cross: bool) -> Pair {
        let from = |at: DVec3| {
            let (to_triangle, feature) = closest_offset_from(surface.corners.map_each(|corner| corner - at));
            let round = match feature {
                Feature::Face => Round::No,
                Feature::EdgeAb => Round::Edge(surface.edges[0]),
                Feature::EdgeBc => Round::Edge(surface.edges[1]),
                Feature::EdgeCa => Round::Edge(surface.edges[2]),
                _ => Round::Corner,
            };
            Candidate { offset: -to_triangle, point: at + to_triangle, feature, across: None, round }
        };
        let mut best = from(offset);
        if !self.is_sphere() {
            best = nearer(best, from(offset + self.along));
            for (i, [first, edge, second]) in EDGES.into_iter().enumerate() {
                let (start, way) = (surface.corners[i], surface.edges[i]);
                let (s, t, to_edge) = closest_on_segments(self.along, way, start - offset);
                let feature = match t {
                    0.0 => first,
                    1.0 => second,
                    _ => edge,
                };
                let is_inside = s > 0.0 && s < 1.0;
                let mut across = None;
                let round = match (is_inside, feature == edge) {
                    (true, true) => {
                        let normal = self.along.cross(way);
                        let lengths = self.along.length_squared() * way.length_squared();
                        across = (normal.length_squared() > PARALLEL * lengths).then_some(normal);
                        Round::No
                    }
                    (true, false) => Round::Edge(self.along),
                    (false, true) => Round::Edge(way),
                    (false, false) => Round::Corner,
                };
                best = nearer(
                    best,
                    Candidate { offset: -to_edge, point: start + way * t, feature, across, round },
                );
            }
            if may_cross && let Some(point) = self.crossing(surface) {
                let (offset, feature) = (DVec3::ZERO, Feature::Face);
                best = Candidate { offset, point, feature, across: None, round: Round::No };
            }
        }
        let Candidate { offset, point, feature, across, round } = best;
        let distance = offset.length();
        let exact = match feature {
            Feature::Face => surface.normal,
            _ => across.map(|across| across / across.length()),
        };
        let direction = match exact {
            Some(exact) => {
                if exact.dot(offset) < 0.0 {
                    -exact
                } else {
                    exact
                }
            }
            None => offset / if distance > 0.0 { distance } else { 1.0 },
        };
        Pair { point, distance, direction, is_certain: exact.is_some(), feature, round }
    }

    /// The point where the core crosses the face at the start.
    fn crossing(&self, surface: &Surface) -> Option<DVec3> {
        let normal = surface.normal?;
        let [a, b, c] = surface.corners;
        let (height, rise) = (-normal.dot(a), normal.dot(self.along));
        if (height > 0.0) == (height + rise > 0.0) {
            return None;
        }
        let point = self.along * (-height / rise).clamp(0.0, 1.0);
        let [ab, bc, ca] = surface.edges;
        let is_inside = [(a, ab), (b, bc), (c, ca)]
            .iter()
            .all(|&(corner, edge)| normal.dot(edge.cross(point - corner)) >= 0.0);
        is_inside.then_some(point)
    }
}

/// The corners and the edge from one to the other.
const EDGES: [[Feature; 3]; 3] = [
    [Feature::VertexA, Feature::EdgeAb, Feature::VertexB],
    [Feature::VertexB, Feature::EdgeBc, Feature::VertexC],
    [Feature::VertexC, Feature::EdgeCa, Feature::VertexA],
];

/// The nearer of two; of equals the first.
#[inline(always)]
fn nearer(first: Candidate, second: Candidate) -> Candidate {
    if second.offset.length_squared() < first.offset.length_squared() { second } else { first }
}
