//! A moving shape against a solid: when they first touch, where, and the normal there.
//!
//! Cores are polytopes, so the times at which the planes of their Minkowski difference are passed are those of a point
//! that moves through half-spaces (Cyrus and Beck 1978); a box touches at the latest of those by which it enters. What is
//! round advances from there along its closest points, by the planes between them, and so is never late (Newton's
//! method on the distance, which is convex along the way).

use super::axes::{each_axis, widest};
use super::closest::{Pair, closest};
use super::contact::{Relation, along, apart, crossing, relation};
use super::core::Core;
use super::neighbours::Neighbours;
use super::points::Point;
use super::solid::Solid;
use crate::geometry::{CastMotion, Feature, Vec3, max_abs, round_down};
use glam::DVec3;

/// The distance from touching at which it counts as touching for a shape that starts there, relative to the largest
/// coordinate: 2^-21.
const SLACK: f64 = 1.0 / (1u64 << 21) as f64;
/// The radius, in the same way, up to which a shape is a polytope: 2^-40.
const ROUND: f64 = 1.0 / (1u64 << 40) as f64;
/// More than is between shape and solid when they touch: 2^-20.
const MARGIN: f64 = 1.0 / (1u64 << 20) as f64;
/// Enough steps for a shape that barely grazes, which halves its way in each.
const STEPS: usize = 64;

/// A shape that moves along a straight line without turning.
pub(super) struct Moving {
    pub(super) core: Core,
    pub(super) displacement: DVec3,
    length: f64,
    /// The largest number of the cast.
    largest: f64,
    /// The largest coordinate of the tree's origin.
    far: f64,
}

/// A first contact.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    pub(super) t: f32,
    pub(super) depth: f32,
    pub(super) point: DVec3,
    pub(super) normal: DVec3,
    pub(super) kind: Feature,
    pub(super) face: usize,
}

/// The result for a solid.
pub(super) struct Outcome {
    pub(super) hit: Option<Hit>,
    /// True if the shape touches at the start, give or take rounding.
    pub(super) is_near: bool,
}

impl Moving {
    /// A shape with a core at the start, in a tree whose origin is so far away. `largest` is the shape's largest number.
    pub(super) fn new(core: Core, displacement: Vec3, largest: f32, far: f64) -> Moving {
        let largest = largest.max(max_abs(displacement)).into();
        let displacement = displacement.as_dvec3();
        Moving { core, displacement, length: displacement.length(), largest, far }
    }

    /// The rounding errors of its position on the whole way.
    pub(super) fn slack_of_way(&self) -> f64 {
        self.slack(self.core.size + self.length)
    }

    /// The rounding errors of a mover's position, for coordinates of that size.
    fn slack(&self, size: f64) -> f64 {
        self.largest.max(size + self.far) * SLACK
    }

    /// By how much they overlap along a direction at the start.
    fn depth(&self, solid: &Solid, normal: DVec3) -> f64 {
        let Moving { core, .. } = self;
        core.radius + core.reach(normal) + solid.highest(normal) - normal.dot(core.center)
    }

    /// The bound on the rounding of heights.
    fn error(&self, solid: &Solid) -> f64 {
        solid.rounding(self.core.size + self.length)
    }

    /// True if the radius makes it round.
    fn is_round(&self, solid: &Solid) -> bool {
        self.core.radius > solid.size.max(self.core.size) * ROUND
    }

    /// The first contact with a solid.
    #[inline(never)]
    pub(super) fn cast(&self, solid: &Solid, neighbours: Option<&Neighbours>) -> Outcome {
        let Moving { core, displacement, length, .. } = self;
        let mut outcome = Outcome { hit: None, is_near: false };
        let slack = self.slack(solid.size);
        let motion = CastMotion { displacement: *displacement, length: *length, slack };
        let stays = *length == 0.0;
        if let Some(found) = relation(solid, core, core.radius + slack) {
            let error = solid.rounding(core.size);
            let distance = match &found {
                Relation::Apart(pair) if self.is_round(solid) => pair.distance,
                _ => widest(solid, core).map_or(0.0, |axis| axis.gap),
            };
            let touches = distance <= core.radius + error;
            // What is thinner than rounding errors cannot tell on which side of a face it is.
            let is_thick = match core.axes.is_empty() {
                true => core.radius > 2.0 * slack,
                false => core.axes.iter().all(|&axis| core.reach(axis) > 2.0 * slack),
            };
            outcome.is_near = touches || is_thick && distance <= core.radius + slack;
            if outcome.is_near {
                if stays && !touches {
                    return outcome;
                }
                let contact = match &found {
                    Relation::Apart(pair) => {
                        let alone = apart(solid, core, pair, slack);
                        match neighbours {
                            Some(neighbours) if !stays => {
                                let of = (alone.normal, &alone.points[..]);
                                self.smooth(solid, &motion, of, neighbours)
                                    .map(|(normal, point)| (normal, self.depth(solid, normal), point))
                            }
                            _ => Some((alone.normal, alone.depth, alone.points[0])),
                        }
                    }
                    Relation::Crossing => {
                        let found = crossing(solid, core, slack, neighbours);
                        let found = found.or_else(|| crossing(solid, core, slack, None).filter(|_| stays));
                        found.map(|found| (found.normal, found.depth, found.points[0]))
                    }
                };
                let contact =
                    contact.filter(|&(normal, depth, _)| stays || motion.sinks(normal, depth, is_thick));
                let Some((normal, _, point)) = contact else { return outcome };
                if touches {
                    let Point { at, depth, kind, face, .. } = point;
                    let depth = depth.max(0.0) as f32;
                    outcome.hit = Some(Hit { t: 0.0, depth, point: at, normal, kind, face });
                    return outcome;
                }
            }
        }
        if !stays && (neighbours.is_none() || !self.passes(solid, slack)) {
            outcome.hit = match self.is_round(solid) {
                true => self.round(solid, &motion, neighbours),
                false => self.straight(solid, &motion, neighbours),
            };
        }
        outcome
    }

    /// Returns true if the shape never gets deeper than `slack`. What is thinner than that cannot tell.
    fn passes(&self, solid: &Solid, slack: f64) -> bool {
        let Some(core) = self.core.shrunk(slack) else { return false };
        let smaller = Moving { core, ..*self };
        match smaller.first_time(solid) {
            Some(t) if self.is_round(solid) => smaller.advance(solid, t).is_none(),
            Some(_) => false,
            None => true,
        }
    }

    /// The time before which the shape, with its radius along all axes, does not touch; none if it never does.
    fn first_time(&self, solid: &Solid) -> Option<f64> {
        let error = self.error(solid);
        let (mut first, mut last) = (f64::NEG_INFINITY, 1.0f64);
        each_axis(solid, &self.core, |axis| {
            let (gap, speed) = (axis.gap - self.core.radius - error, axis.normal.dot(self.displacement));
            if speed < 0.0 {
                first = first.max(gap / -speed);
            } else if gap > 0.0 {
                last = f64::NEG_INFINITY;
            } else if speed > 0.0 {
                last = last.min(-gap / speed);
            }
        });
        (first <= last && last >= 0.0).then(|| first.max(0.0))
    }

    /// The first contact of a polytope.
    fn straight(&self, solid: &Solid, motion: &CastMotion, neighbours: Option<&Neighbours>) -> Option<Hit> {
        let t = self.first_time(solid)?;
        let core = self.core.moved(self.displacement * t);
        let margin = solid.size.max(core.size) * MARGIN;
        // What touches is nearly as far apart along one direction as along any.
        let mut most = f64::NEG_INFINITY;
        each_axis(solid, &core, |axis| {
            if axis.normal.dot(self.displacement) < 0.0 {
                most = most.max(axis.gap);
            }
        });
        let level = most - 4.0 * self.error(solid);
        let mut found: Option<(DVec3, Point)> = None;
        let mut alone: Option<(DVec3, Point)> = None;
        each_axis(solid, &core, |axis| {
            if found.is_some() || axis.gap < level || axis.normal.dot(self.displacement) >= 0.0 {
                return;
            }
            let contact = along(solid, &core, axis, margin);
            let count = contact.points.len() as f64;
            let at = contact.points.iter().map(|point| point.at).sum::<DVec3>() / count;
            let touched = (contact.normal, Point { at, ..contact.points[0] });
            alone = alone.or(Some(touched));
            let counts = match neighbours {
                Some(neighbours) => {
                    motion.goes_into(contact.normal)
                        && neighbours.admit(solid, contact.normal, &contact.points)
                }
                None => true,
            };
            if counts {
                found = Some(touched);
            }
        });
        let (normal, point) = match neighbours {
            Some(neighbours) => found.or_else(|| self.face(solid, motion, alone?.1, neighbours))?,
            None => found?,
        };
        let Point { at, kind, face, .. } = point;
        Some(Hit { t: round_down(t), depth: 0.0, point: at, normal, kind, face })
    }

    /// The first contact of a shape that is round.
    fn round(&self, solid: &Solid, motion: &CastMotion, neighbours: Option<&Neighbours>) -> Option<Hit> {
        let (t, pair) = self.advance(solid, self.first_time(solid)?)?;
        let core = self.core.moved(self.displacement * t);
        let contact = apart(solid, &core, &pair, 0.0);
        let nearest = Point { at: pair.on_solid, ..contact.points[0] };
        let (normal, point) = match neighbours {
            Some(neighbours) => self.smooth(solid, motion, (contact.normal, &[nearest]), neighbours)?,
            None => (contact.normal, nearest),
        };
        let Point { at, kind, face, .. } = point;
        Some(Hit { t: round_down(t).max(0.0), depth: 0.0, point: at, normal, kind, face })
    }

    /// The time of the first contact after `from`, before which there is none, and the closest points then.
    fn advance(&self, solid: &Solid, from: f64) -> Option<(f64, Pair)> {
        let Moving { core, displacement, .. } = self;
        let error = self.error(solid);
        let enough = 8.0 * error;
        let mut t = from;
        let mut pair = closest(solid, &core.moved(*displacement * t))?;
        for _ in 0..STEPS {
            let normal = pair.offset / pair.distance;
            let (gap, speed) = (pair.distance - core.radius, -normal.dot(*displacement));
            if gap <= enough {
                return (speed > 0.0).then_some((t, pair));
            }
            if !(speed > 0.0) {
                return None;
            }
            // The planes that bound both along this direction meet then.
            let room = (normal.dot(core.center) - core.reach(normal)) - solid.highest(normal) - core.radius;
            let next = (room - error) / speed;
            if next > 1.0 {
                return None;
            }
            if next <= t {
                break;
            }
            t = next;
            pair = closest(solid, &core.moved(*displacement * t))?;
        }
        Some((t, pair))
    }

    /// The normal of a contact by the rule for neighbours, and its point; none if it does not count.
    fn smooth(
        &self,
        solid: &Solid,
        motion: &CastMotion,
        (normal, points): (DVec3, &[Point]),
        neighbours: &Neighbours,
    ) -> Option<(DVec3, Point)> {
        if !motion.goes_into(normal) {
            return None;
        }
        if neighbours.admit(solid, normal, points) {
            return Some((normal, points[0]));
        }
        self.face(solid, motion, points[0], neighbours)
    }

    /// A face at a point that is in the way all the same.
    fn face(
        &self,
        solid: &Solid,
        motion: &CastMotion,
        point: Point,
        neighbours: &Neighbours,
    ) -> Option<(DVec3, Point)> {
        let flush = neighbours.flush(point.at);
        (0..solid.face_count()).find_map(|i| {
            let face = solid.face(i);
            let is_there = face.height(point.at) >= -flush && motion.goes_into(face.normal);
            let counts = is_there && neighbours.admit_face(solid, i, &[point]);
            counts.then_some((face.normal, Point { kind: Feature::Face, face: i, ..point }))
        })
    }
}
