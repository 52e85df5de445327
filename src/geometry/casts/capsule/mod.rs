//! A moving capsule, or sphere, against a triangle: its core, a segment or a point, comes as near as the radius.

mod advance;
mod closest;
mod normals;

use super::outcome::{CastOutcome, EdgeRule, TriangleHit};
use super::path::Path;
use super::start::{Motion, largest, slack};
use super::surface::Surface;
use crate::Result;
use crate::geometry::{
    Capsule, CapsuleBounds, Sphere, SphereCast, Triangle, Vec3, capsule_triangle, check_coordinates,
    round_down, sphere_triangle,
};
use advance::first_contact;
use closest::{Core, Pair};
use glam::DVec3;
use normals::{Contact, normal, smooth};

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
    core: Core,
    displacement: DVec3,
    /// The length of the displacement.
    length: f64,
    /// The largest number of the cast.
    largest: f32,
}

impl CapsuleCastBounds {
    /// Prepares a cast.
    pub fn new(cast: &CapsuleCast) -> CapsuleCastBounds {
        let CapsuleCast { capsule: Capsule { a, radius, b }, displacement } = *cast;
        CapsuleCastBounds {
            capsule: cast.capsule,
            path: Path::new(a.min(b), a.max(b), radius, displacement),
            core: Core::new(&cast.capsule),
            displacement: displacement.as_dvec3(),
            length: displacement.as_dvec3().length(),
            largest: largest(&[a, b, displacement], radius),
        }
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
        self.core.radius() > 2.0 * motion.slack
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
            let pair = self.core.closest(&surface, DVec3::ZERO, true);
            let touches = self.touches(triangle);
            let is_thick = self.is_thick(&motion);
            is_near = touches || (is_thick && pair.distance <= self.core.radius() + motion.slack);
            if is_near {
                let stays = self.length == 0.0;
                if stays && !touches {
                    return CastOutcome { hit: None, is_near };
                }
                let rule = rule.as_deref_mut();
                let found = Contact::at_start(&self.core, triangle, &surface, &pair, &motion, rule);
                let sinks = |found: &Contact| motion.sinks(found.normal, found.depth, is_thick);
                let Some(found) = found.filter(|found| stays || sinks(found)) else {
                    return CastOutcome { hit: None, is_near };
                };
                if touches {
                    return CastOutcome { hit: Some(self.at_start(&pair, &found)), is_near };
                }
            }
        }
        let first = first_contact(&self.core, self.displacement, &surface, enter.into(), limit);
        let hit = first.and_then(|(t, pair)| {
            let normal = normal(&self.core, &motion, &surface, &pair);
            let (normal, feature) = match rule {
                Some(rule) => smooth(triangle, &surface, &motion, (normal, pair.feature), rule)?,
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
        if self.core.is_sphere() {
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
}
