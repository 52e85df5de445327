//! A moving capsule, or sphere, against a triangle.
//!
//! The distance to a triangle is convex along the path. From a time at which they are apart, the direction between
//! the closest points leads to a later time that is not late; repeated, this is Newton's method on a convex function
//! from its left: it converges quadratically, and never beyond the contact.

use super::outcome::{CastOutcome, EdgeRule, TriangleHit};
use super::path::Path;
use super::start::{Motion, largest, slack};
use super::surface::Surface;
use crate::Result;
use crate::arrays::MapEach;
use crate::geometry::{
    Capsule, CapsuleBounds, Feature, Sphere, SphereCast, Triangle, Vec3, capsule_triangle, check_coordinates,
    closest_offset_from, closest_on_segments, part_corners, round_down, sphere_triangle,
};
use glam::DVec3;

/// A capsule that moves along a straight line without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapsuleCast {
    /// Where it is at time 0. A sphere where both ends coincide.
    pub capsule: Capsule,
    /// The whole motion; zero tests for overlap.
    pub displacement: Vec3,
}

impl CapsuleCast {
    /// Checks all numbers; `name` is only called for the error text.
    pub(crate) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        self.capsule.check(|| text!("{}.capsule", name()))?;
        check_coordinates(self.displacement, || text!("{}.displacement", name()))
    }
}

impl From<SphereCast> for CapsuleCast {
    fn from(cast: SphereCast) -> CapsuleCast {
        let SphereCast { origin, radius, displacement } = cast;
        CapsuleCast { capsule: Capsule { a: origin, radius, b: origin }, displacement }
    }
}

/// A cast prepared for many boxes and triangles.
#[derive(Clone, Copy, Debug)]
pub struct CapsuleCastBounds {
    capsule: Capsule,
    pub(crate) path: Path,
    /// From `a` to `b`; zero for a sphere.
    along: DVec3,
    displacement: DVec3,
    /// The length of the displacement.
    length: f64,
    radius: f64,
    /// The largest coordinate of the segment as seen from `a`, or the radius.
    size: f64,
    /// The largest number of the cast.
    largest: f32,
}

/// The closest points of a triangle and the core.
struct Pair {
    /// On the triangle, as seen from `a` at the start.
    point: DVec3,
    /// From there to the core.
    distance: f64,
    /// Unit, from the triangle to the core; zero if unknown.
    direction: DVec3,
    /// True if rounding of the distance does not turn it.
    is_certain: bool,
    feature: Feature,
    round: Round,
}

/// The surface on which a sphere's center touches a part of the triangle, or of the core.
#[derive(Clone, Copy)]
enum Round {
    /// A plane.
    No,
    /// A sphere around a corner.
    Corner,
    /// A cylinder around an edge.
    Edge(DVec3),
}

/// Closest points, as [`CapsuleCastBounds::closest`] compares them.
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

/// A contact at the start.
struct Contact {
    normal: DVec3,
    depth: f64,
    feature: Feature,
}

/// The errors of heights along a unit vector, relative to the largest coordinate: 2^-45; see `docs/exactness.md`.
const ROUNDING: f64 = 1.0 / (1u64 << 45) as f64;
/// The distance at which closest points touch: twice that.
const FINE: f64 = 2.0 * ROUNDING;
/// That at which they do where rounding leaves no better: 2^-26.
const COARSE: f64 = 1.0 / (1u64 << 26) as f64;
/// Distances below this, relative to the largest coordinate, have no direction that can be relied on: 2^-30.
const NEAREST: f64 = 1.0 / (1u64 << 30) as f64;
/// Squared sines below this are those of parallel segments: 2^-40.
const PARALLEL: f64 = 1.0 / (1u64 << 40) as f64;
/// Steps towards a contact; each shortens the gap to a quarter even where the path only grazes.
const STEPS: usize = 64;

impl CapsuleCastBounds {
    /// Prepares a cast.
    pub fn new(cast: &CapsuleCast) -> CapsuleCastBounds {
        let CapsuleCast { capsule: Capsule { a, radius, b }, displacement } = *cast;
        let along = b.as_dvec3() - a.as_dvec3();
        CapsuleCastBounds {
            capsule: cast.capsule,
            path: Path::new(a.min(b), a.max(b), radius, displacement),
            along,
            displacement: displacement.as_dvec3(),
            length: displacement.as_dvec3().length(),
            radius: f64::from(radius),
            size: along.abs().max_element().max(f64::from(radius)),
            largest: largest(&[a, b, displacement], radius),
        }
    }

    #[inline(always)]
    fn is_sphere(&self) -> bool {
        self.along == DVec3::ZERO
    }

    /// The first contact with a triangle, from either side. Contact at exactly 1 counts. A shape that touches at the
    /// start is stopped there if it moves into the triangle, against the normal of their contact, and passes it
    /// otherwise. Without motion it is stopped by what it touches.
    ///
    /// With a rule for edges, a contact there counts only if the rule says so, or the triangle's face is in the way,
    /// too. Then the normal is the face's.
    pub fn cast(&self, triangle: &Triangle, rule: Option<&mut EdgeRule>) -> CastOutcome {
        self.meet(triangle, 1.0, rule)
    }

    /// Returns true if a contact with a triangle that the shape overlaps at the start stops it: it stays, or moves into
    /// the triangle.
    pub fn is_stopped(&self, triangle: &Triangle, normal: Vec3, depth: f32) -> bool {
        let motion = self.motion(triangle);
        motion.is_stopped(normal, depth, self.is_thick(&motion))
    }

    fn motion(&self, triangle: &Triangle) -> Motion {
        let slack = slack(self.largest, triangle);
        Motion { displacement: self.displacement, length: self.length, slack }
    }

    /// A radius smaller than rounding errors cannot tell on which side of a triangle the shape is.
    fn is_thick(&self, motion: &Motion) -> bool {
        self.radius > 2.0 * motion.slack
    }

    /// That contact without a rule, if it is not after `limit`, else none.
    pub fn seek(&self, triangle: &Triangle, limit: f32) -> CastOutcome {
        self.meet(triangle, limit, None)
    }

    #[inline(always)]
    fn meet(&self, triangle: &Triangle, limit: f32, mut rule: Option<&mut EdgeRule>) -> CastOutcome {
        let own = triangle.bounds();
        let enter = self.path.enter(&own, self.path.grow(&own)).filter(|&enter| enter <= limit);
        let Some(enter) = enter else { return CastOutcome::MISS };
        let surface = Surface::new(triangle, self.capsule.a);
        let motion = self.motion(triangle);
        let mut is_near = false;
        // The box test decides as well: nothing touches before its box is reached, for any box around it.
        if enter == 0.0 && self.path.starts_near(&own, motion.slack) {
            let pair = self.closest(&surface, DVec3::ZERO, true);
            let touches = self.touches(triangle);
            let is_thick = self.is_thick(&motion);
            is_near = touches || (is_thick && pair.distance <= self.radius + motion.slack);
            if is_near {
                let stays = self.length == 0.0;
                if stays && !touches {
                    return CastOutcome { hit: None, is_near };
                }
                let found = self.contact(triangle, &surface, &pair, &motion, rule.as_deref_mut());
                let sinks = |found: &Contact| motion.sinks(found.normal, found.depth, is_thick);
                let Some(found) = found.filter(|found| stays || sinks(found)) else {
                    return CastOutcome { hit: None, is_near };
                };
                if touches {
                    return CastOutcome { hit: Some(self.at_start(&pair, &found)), is_near };
                }
            }
        }
        let hit = self.advance(&surface, enter.into(), limit).and_then(|(t, pair)| {
            let normal = self.normal(&surface, &pair);
            let (normal, feature) = match rule {
                Some(rule) => self.smooth(triangle, &surface, &motion, (normal, pair.feature), rule)?,
                None => (normal, pair.feature),
            };
            Some(TriangleHit {
                t: round_down(t).max(enter),
                depth: 0.0,
                point: self.point(&pair),
                normal: normal.as_vec3(),
                feature,
            })
        });
        CastOutcome { hit, is_near }
    }

    /// The decision of overlap queries.
    fn touches(&self, triangle: &Triangle) -> bool {
        let Capsule { a, radius, .. } = self.capsule;
        if self.is_sphere() {
            return sphere_triangle(&Sphere { center: a, radius }, triangle);
        }
        capsule_triangle(&CapsuleBounds::new(&self.capsule), triangle)
    }

    fn point(&self, pair: &Pair) -> Vec3 {
        (self.capsule.a.as_dvec3() + pair.point).as_vec3()
    }

    fn at_start(&self, pair: &Pair, found: &Contact) -> TriangleHit {
        TriangleHit {
            t: 0.0,
            depth: found.depth.max(0.0) as f32,
            point: self.point(pair),
            normal: found.normal.as_vec3(),
            feature: found.feature,
        }
    }

    /// How far the core reaches against a direction, as seen from `a` at the start.
    #[inline(always)]
    fn lowest(&self, direction: DVec3) -> f64 {
        direction.dot(self.along).min(0.0)
    }

    /// The closest points once the core has moved by `offset`; those where the core crosses the face only if it
    /// `may_cross`.
    #[inline(always)]
    fn closest(&self, surface: &Surface, offset: DVec3, may_cross: bool) -> Pair {
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

    /// The time of the first contact after `from`, before which there is none, and the closest points then; `None` if it
    /// is certain to come after `limit`.
    #[inline(always)]
    fn advance(&self, surface: &Surface, from: f64, limit: f32) -> Option<(f64, Pair)> {
        // It is rounded down.
        let is_late = |t: f64| t > 1.0 || round_down(t) > limit;
        let size = self.size.max(surface.size);
        let (error, fine, coarse) = (size * ROUNDING, size * FINE, size * COARSE);
        let mut t = from;
        for _ in 0..STEPS {
            let t0 = t;
            let pair = self.closest(surface, self.displacement * t0, false);
            let gap = pair.distance - self.radius;
            let speed = -pair.direction.dot(self.displacement);
            if gap <= fine {
                let leaves = speed <= 0.0 && (pair.is_certain || pair.distance > size * NEAREST);
                return (!leaves).then_some((t, pair));
            }
            if speed <= 0.0 {
                // Without a direction that can be relied on, it may be.
                return (gap <= coarse && pair.distance <= size * NEAREST).then_some((t, pair));
            }
            // The planes that bound both along this direction meet then.
            let room = self.lowest(pair.direction) - surface.highest(pair.direction) - self.radius;
            let next = (room - error) / speed;
            if is_late(next) {
                return None;
            }
            if next <= t {
                return Some((t, pair));
            }
            t = next;
            // The contact with the parts that are closest now, in closed form. Nearly always these touch first.
            if let Some(root) = self.root(&pair, speed).filter(|root| next < t0 + root && t0 + root <= 1.0) {
                let there = self.closest(surface, self.displacement * (t0 + root), false);
                let speed = -there.direction.dot(self.displacement);
                let room = self.lowest(there.direction) - surface.highest(there.direction) - self.radius;
                let certain = (room - error) / speed;
                if speed > 0.0 && certain > t {
                    if is_late(certain) {
                        return None;
                    }
                    if (there.distance - self.radius).abs() <= fine {
                        return Some((certain, there));
                    }
                    t = certain;
                }
            }
        }
        Some((t, self.closest(surface, self.displacement * t, false)))
    }

    /// The time from a pair of closest points until their parts, extended without end, touch; none if they never do, or if
    /// the plane between them says as much.
    #[inline(always)]
    fn root(&self, pair: &Pair, speed: f64) -> Option<f64> {
        let across = match pair.round {
            Round::No => return None,
            Round::Corner => self.displacement,
            Round::Edge(edge) => {
                self.displacement - edge * (self.displacement.dot(edge) / edge.length_squared())
            }
        };
        let (square, half) = (across.length_squared(), speed * pair.distance);
        let left = (pair.distance - self.radius) * (pair.distance + self.radius);
        let discriminant = half * half - square * left;
        (discriminant >= 0.0).then(|| left / (half + discriminant.sqrt()))
    }

    /// The normal of a contact after the start.
    #[inline(always)]
    fn normal(&self, surface: &Surface, pair: &Pair) -> DVec3 {
        let size = self.size.max(surface.size);
        let normal = match surface.normal {
            _ if pair.is_certain || pair.distance > size * NEAREST => pair.direction,
            Some(normal) => normal,
            None => self.displacement / -self.length,
        };
        if normal.dot(self.displacement) > 0.0 { -normal } else { normal }
    }

    /// The normal of a contact, and the triangle's part, by the rule for edges; none if it does not count.
    fn smooth(
        &self,
        triangle: &Triangle,
        surface: &Surface,
        motion: &Motion,
        (normal, feature): (DVec3, Feature),
        rule: &mut EdgeRule,
    ) -> Option<(DVec3, Feature)> {
        if !motion.goes_into(normal) {
            return None;
        }
        if feature == Feature::Face || rule(normal, &part_corners(triangle, feature)) {
            return Some((normal, feature));
        }
        let face = surface.normal?;
        let face = if face.dot(normal) < 0.0 { -face } else { face };
        motion.goes_into(face).then_some((face, Feature::Face))
    }

    /// The contact at the start.
    fn contact(
        &self,
        triangle: &Triangle,
        surface: &Surface,
        pair: &Pair,
        motion: &Motion,
        mut rule: Option<&mut EdgeRule>,
    ) -> Option<Contact> {
        let depth = |normal: DVec3| self.radius + surface.highest(normal) - self.lowest(normal);
        let alone = Contact {
            normal: if pair.distance > 0.0 { pair.direction } else { DVec3::Z },
            depth: self.radius - pair.distance,
            feature: pair.feature,
        };
        if pair.distance > motion.slack {
            return match rule {
                Some(rule) if self.length > 0.0 => {
                    let of_pair = (pair.direction, pair.feature);
                    let (normal, feature) = self.smooth(triangle, surface, motion, of_pair, rule)?;
                    let depth = if feature == pair.feature { alone.depth } else { depth(normal) };
                    Some(Contact { normal, depth, feature })
                }
                _ => Some(alone),
            };
        }
        // The least translation that separates the core and the triangle, or nearly; of equals the first.
        let mut best: Option<Contact> = None;
        let mut consider = |normal: DVec3, feature: Feature| {
            let depth = depth(normal);
            let is_less = best.as_ref().is_none_or(|best| depth < best.depth - 2.0 * motion.slack);
            let mut counts = || match rule.as_deref_mut() {
                Some(rule) if feature != Feature::Face => rule(normal, &part_corners(triangle, feature)),
                _ => true,
            };
            if is_less && counts() {
                best = Some(Contact { normal, depth, feature });
            }
        };
        if let Some(normal) = surface.normal {
            consider(normal, Feature::Face);
            consider(-normal, Feature::Face);
        }
        for edge in surface.edges {
            let across = edge.cross(self.along);
            let lengths = edge.length_squared() * self.along.length_squared();
            if across.length_squared() > PARALLEL * lengths {
                let normal = across / across.length();
                consider(normal, surface.part(normal));
                consider(-normal, surface.part(-normal));
            }
        }
        if best.is_none() && self.length == 0.0 {
            return Some(alone);
        }
        best
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
