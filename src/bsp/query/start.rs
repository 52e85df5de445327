//! What a ball that moves does with what it touches at the start: it is stopped only by what it moves into.
//!
//! As in the engines of the Quake family, a mover may leave a plane that it touches; there, planes are moved out by a skin,
//! and here nothing is. The distance to a convex solid is convex along a line, so what does not come nearer at the start
//! never does. What f32 costs a mover counts as touching.

use super::super::convex::Nearest;
use super::super::tree::{Plane, PlaneRef, Tree};
use super::cast::Sweep;
use super::collide::{BspContact, contact};
use super::reach::Center;
use crate::batch::Filter;
use glam::DVec3;

/// By how much a mover may be off through rounding, relative to the numbers involved: to where it was moved, and along
/// what it slides.
pub(super) const SLACK: f64 = 1.0 / 2_097_152.0;

/// What a ball does at the start.
pub(super) enum Start {
    /// It does not touch, or not yet.
    Apart,
    /// It touches, and moves along the solid or away from it.
    Leaves,
    /// It touches, and moves in, against the normal.
    Blocked(DVec3),
}

/// The way out of all solids that the centre is in at the start, found when it is first asked for.
pub(super) struct Inside<'a> {
    pub(super) tree: &'a Tree<'a>,
    pub(super) filter: &'a Filter,
    pub(super) sweep: &'a Sweep,
    pub(super) contact: Option<BspContact>,
}

impl Inside<'_> {
    fn normal(&mut self) -> DVec3 {
        let Inside { tree, filter, sweep, .. } = *self;
        let find = || contact(tree, Center::relative(sweep.center), sweep.radius as f32, filter);
        self.contact.get_or_insert_with(find).normal.as_dvec3()
    }
}

impl Sweep {
    /// What a ball does at the start with a solid that is this near.
    #[inline(always)]
    pub(super) fn leaves(
        &self,
        planes: &[Plane],
        nearest: &Nearest,
        slack: f64,
        inside: &mut Inside,
    ) -> Start {
        let distance = nearest.distance_squared.sqrt();
        if distance > self.radius + slack {
            return Start::Apart;
        }
        let is_inside = nearest.distance_squared == 0.0;
        let normal = match (is_inside, nearest.plane) {
            (true, _) => inside.normal(),
            // Nearer than rounding can tell, only the plane says where out is.
            (false, Some(side)) if distance <= self.noise() => unit(planes, side),
            _ => nearest.offset / -distance,
        };
        let approach = -normal.dot(self.motion);
        // The distance is convex: it never becomes less than this. Signed, so that a point may go in by as much.
        let is_near = !is_inside && distance - approach >= self.radius - slack;
        if approach <= self.motion.length() * SLACK || is_near {
            return Start::Leaves;
        }
        if distance <= self.radius { Start::Blocked(normal) } else { Start::Apart }
    }
}

/// The unit normal of a side.
pub(super) fn unit(planes: &[Plane], side: PlaneRef) -> DVec3 {
    side.half_space(planes).0.normalize()
}
