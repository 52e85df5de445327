//! Contact at the start of a sphere cast: the sphere is stopped only by solids that it moves into.
//!
//! As in the engines of the Quake family, a mover may leave a plane that it touches. There, planes are moved
//! out by a skin; here, they are not. The distance to a convex solid is convex along a line, so if it does
//! not decrease at the start, it never does. Distances within a mover's rounding errors in f32 count as
//! touching.

use super::super::convex::{Convex, Nearest};
use super::super::tree::Plane;
use super::hit::BspContact;
use super::sweep::{Start, StartRule, Sweep};

/// The rounding error of a mover, relative to the numbers involved: in its position, and in the direction
/// along which it slides.
pub(super) const SLACK: f64 = 1.0 / 2_097_152.0;

/// The start rule of movers.
pub(super) struct MoverRule {
    /// The distance up to which a solid counts as touched.
    pub(super) slack: f64,
    /// The contact with all solids that the centre is in at the start, if it is known.
    pub(super) inside: Option<BspContact>,
    /// True if `inside` is needed, and not known.
    pub(super) is_waiting: bool,
}

impl StartRule for MoverRule {
    #[inline(always)]
    fn is_waiting(&self) -> bool {
        self.is_waiting
    }

    #[inline(always)]
    fn start(&mut self, sweep: &Sweep, convex: &Convex) -> Start {
        // A point needs its distance only if it may touch.
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

impl MoverRule {
    /// The start of a mover with a solid that is this near.
    #[inline(always)]
    fn near(&mut self, sweep: &Sweep, planes: &[Plane], nearest: Nearest) -> Start {
        let distance = nearest.distance_squared.sqrt();
        if distance > sweep.radius + self.slack {
            return Start::Apart(Some(nearest));
        }
        let is_inside = nearest.distance_squared == 0.0;
        let normal = match (is_inside, nearest.plane) {
            (true, _) => match self.inside {
                Some(contact) => contact.normal.as_dvec3(),
                None => {
                    self.is_waiting = true;
                    return Start::Leaves;
                }
            },
            // Too near for a direction: the plane has the normal.
            (false, Some(plane)) if distance <= sweep.noise() => plane.unit_normal(planes),
            _ => nearest.offset / -distance,
        };
        let approach = -normal.dot(sweep.motion);
        // The distance is convex: it never becomes less than this. Signed, so that a point may be inside by
        // the same length.
        let is_near = !is_inside && distance - approach >= sweep.radius - self.slack;
        if approach <= sweep.motion.length() * SLACK || is_near {
            return Start::Leaves;
        }
        match distance <= sweep.radius {
            true => Start::Blocked { offset: nearest.offset, normal },
            false => Start::Apart(Some(nearest)),
        }
    }
}
