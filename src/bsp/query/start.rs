//! Contact at the start of a sphere cast: the sphere is stopped only by what it moves into.
//!
//! As in the engines of the Quake family, a mover may leave a plane that it touches; there, planes are moved out by a
//! skin, and here nothing is. The distance to a convex solid is convex along a line, so what does not come nearer at
//! the start never does. What f32 costs a mover counts as touching.

use super::super::convex::{Convex, Nearest};
use super::super::tree::{Plane, Tree};
use super::collide::contact;
use super::hit::BspContact;
use super::reach::Center;
use super::sweep::{Start, StartRule, Sweep};
use crate::batch::Filter;
use glam::DVec3;

/// The rounding error of a mover, relative to the numbers involved: in its position, and in the direction along which
/// it slides.
pub(super) const SLACK: f64 = 1.0 / 2_097_152.0;

/// The start rule of movers.
pub(super) struct MoverRule<'a> {
    pub(super) tree: &'a Tree<'a>,
    pub(super) filter: &'a Filter,
    /// How far apart still counts as touching.
    pub(super) slack: f64,
    /// The contact with all solids that the centre is in at the start, computed when it is first needed.
    pub(super) inside: Option<BspContact>,
}

impl StartRule for MoverRule<'_> {
    #[inline(always)]
    fn start(&mut self, sweep: &Sweep, convex: &Convex) -> Start {
        // A point needs its distance only where it may touch.
        if sweep.radius > 0.0 || convex.height(sweep.center) <= self.slack {
            match convex.nearest(sweep.center, f64::INFINITY) {
                Some(nearest) => self.near(sweep, convex.planes, nearest),
                None => Start::Leaves,
            }
        } else {
            Start::Apart(None)
        }
    }
}

impl MoverRule<'_> {
    /// What a mover does at the start with a solid that is this near.
    #[inline(always)]
    fn near(&mut self, sweep: &Sweep, planes: &[Plane], nearest: Nearest) -> Start {
        let distance = nearest.distance_squared.sqrt();
        if distance > sweep.radius + self.slack {
            return Start::Apart(Some(nearest));
        }
        let is_inside = nearest.distance_squared == 0.0;
        let normal = match (is_inside, nearest.plane) {
            (true, _) => self.normal_inside(sweep),
            // Nearer than rounding can tell: the plane has the normal.
            (false, Some(plane)) if distance <= sweep.noise() => plane.unit_normal(planes),
            _ => nearest.offset / -distance,
        };
        let approach = -normal.dot(sweep.motion);
        // The distance is convex: it never becomes less than this. Signed, so that a point may be inside by as much.
        let is_near = !is_inside && distance - approach >= sweep.radius - self.slack;
        if approach <= sweep.motion.length() * SLACK || is_near {
            return Start::Leaves;
        }
        match distance <= sweep.radius {
            true => Start::Blocked { offset: nearest.offset, normal },
            false => Start::Apart(Some(nearest)),
        }
    }

    fn normal_inside(&mut self, sweep: &Sweep) -> DVec3 {
        let MoverRule { tree, filter, .. } = *self;
        let find = || contact(tree, Center::relative(sweep.center), sweep.radius as f32, filter);
        self.inside.get_or_insert_with(find).normal.as_dvec3()
    }
}
