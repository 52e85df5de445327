//! Moving spheres and points: intervals of time, clipped by planes that are shifted by the radius, × the
//! solids at the leaves.
//!
//! Melax, "Dynamic Plane Shifting BSP Traversal", *Game Programming Gems 2*, 2001. Shifted planes make mitres
//! at edges. So here they only give the leaves that may be touched, and lower bounds on the times. The
//! distance to a leaf's solid decides the time at which it is touched.

use super::super::convex::{Convex, Nearest};
use super::super::tree::{Node, NodeRef, PlaneRef, Tree};
use super::hit::BspCastHit;
use super::leaf::LeafSolids;
use super::traverse::{CellPath, Children, Next, NoPath, Path, Visitor, traverse};
use crate::batch::Filter;
use crate::geometry::{round_down, round_up};
use glam::DVec3;
use std::ops::ControlFlow;

/// A moving sphere.
#[derive(Clone, Copy)]
pub(super) struct Sweep {
    pub(super) center: DVec3,
    pub(super) motion: DVec3,
    pub(super) radius: f64,
    /// The radius, padded.
    pub(super) reach: f64,
    /// The interval of time that counts.
    pub(super) from: f64,
    pub(super) to: f64,
}

/// A first contact.
#[derive(Clone, Copy)]
pub(super) struct First {
    pub(super) t: f64,
    /// The offset from the centre at that time to the point that is touched, and the normal there.
    offset: DVec3,
    normal: DVec3,
    brush: u32,
}

impl First {
    /// The contact as an answer.
    pub(super) fn hit(&self, sweep: &Sweep, tree: &Tree) -> BspCastHit {
        let at = sweep.center + sweep.motion * self.t;
        BspCastHit {
            t: self.t as f32,
            point: (at + self.offset + tree.origin).as_vec3(),
            normal: self.normal.as_vec3(),
            brush: self.brush,
        }
    }
}

/// The relation of a sphere to a solid at the start.
pub(super) enum Start {
    /// The sphere does not touch, or not yet. The nearest point, if it is known.
    Apart(Option<Nearest>),
    /// The sphere touches, and moves along the solid or away from it.
    Leaves,
    /// The sphere touches, and moves in, against the normal.
    Blocked { offset: DVec3, normal: DVec3 },
}

/// The rule for touching at the start.
pub(super) trait StartRule {
    fn start(&mut self, sweep: &Sweep, convex: &Convex) -> Start;

    /// Returns true if the rule needs data before it can continue. Then the traversal ends, so that the data
    /// can be computed without a second stack beside the first.
    #[inline(always)]
    fn is_waiting(&self) -> bool {
        false
    }
}

/// No special rule for contact at the start: the rule of rays.
pub(super) struct NoStartRule;

impl StartRule for NoStartRule {
    #[inline(always)]
    fn start(&mut self, _: &Sweep, _: &Convex) -> Start {
        Start::Apart(None)
    }
}

/// The part of `enter..leave` in which `height + speed * t` is not below `least`; empty if the first exceeds
/// the second.
#[inline(always)]
fn clip(height: f64, speed: f64, least: f64, enter: f64, leave: f64) -> (f64, f64) {
    let t = (least - height) / speed;
    if speed > 0.0 {
        (if t > enter { t } else { enter }, leave)
    } else if speed < 0.0 {
        (enter, if t < leave { t } else { leave })
    } else if height < least {
        (f64::INFINITY, f64::NEG_INFINITY)
    } else {
        (enter, leave)
    }
}

impl Sweep {
    /// The first contact with a solid, not later than `limit`.
    #[inline(always)]
    fn touch(&self, solid: &Solid, limit: f64, rule: &mut impl StartRule) -> Option<First> {
        let Solid { brush, convex } = *solid;
        let normal_of =
            |plane: Option<PlaneRef>| plane.map_or(DVec3::ZERO, |plane| plane.unit_normal(convex.planes));
        let nearest = match rule.start(self, &convex) {
            Start::Apart(nearest) => nearest,
            Start::Leaves => return None,
            Start::Blocked { offset, normal } => return Some(First { t: 0.0, offset, normal, brush }),
        };
        if self.radius > 0.0 {
            let nearest = nearest.or_else(|| convex.nearest(self.center, f64::INFINITY))?;
            let (t, nearest) = convex.first_contact(self.center, self.motion, self.radius, limit, nearest)?;
            let distance = nearest.distance_squared.sqrt();
            let normal = match distance > self.noise() {
                true => nearest.offset / -distance,
                false => normal_of(nearest.plane),
            };
            return Some(First { t, offset: nearest.offset, normal, brush });
        }
        let (t, through) = convex.first_inside(self.center, self.motion, self.from, limit)?;
        let through = through.or_else(|| convex.plane_at(self.center + self.motion * t));
        Some(First { t, offset: DVec3::ZERO, normal: normal_of(through), brush })
    }

    /// The rounding error of f64.
    #[inline(always)]
    pub(super) fn noise(&self) -> f64 {
        (self.center.abs().element_sum() + self.motion.abs().element_sum()) * 1e-14
    }

    /// The position of the centre at the start.
    pub(super) fn start(&self) -> DVec3 {
        self.center + self.motion * self.from
    }

    /// The first contact with the brushes or cells that a filter accepts; unspecified if the rule waits.
    #[inline(always)]
    pub(super) fn first(&self, tree: &Tree, filter: &Filter, rule: &mut impl StartRule) -> Option<First> {
        match tree.solids.are_cells() {
            true => self.first_along::<CellPath>(tree, filter, rule),
            false => self.first_along::<NoPath>(tree, filter, rule),
        }
    }

    /// The same with one kind of path. Never inlined, so that there is no stack for both kinds of paths.
    #[inline(never)]
    fn first_along<P: Path>(&self, tree: &Tree, filter: &Filter, rule: &mut impl StartRule) -> Option<First> {
        let solids = LeafSolids::new();
        let mut visitor = FirstSolid { tree, filter, sweep: self, solids, first: None, rule };
        traverse::<P, _>(tree, &mut visitor, (self.from, self.to));
        visitor.first
    }
}

/// A brush or cell, by its planes.
struct Solid<'a> {
    brush: u32,
    convex: Convex<'a>,
}

/// The interval of time in which the sphere may touch a cell.
type Interval = (f64, f64);

/// An interval in f32 around one.
#[inline(always)]
fn around((enter, leave): Interval) -> [f32; 2] {
    [round_down(enter), round_up(leave)]
}

/// Looks for the brush or cell that is touched first.
struct FirstSolid<'a, R> {
    tree: &'a Tree<'a>,
    filter: &'a Filter,
    sweep: &'a Sweep,
    solids: LeafSolids,
    first: Option<First>,
    rule: &'a mut R,
}

impl<R> FirstSolid<'_, R> {
    /// The latest time that still counts.
    #[inline(always)]
    fn limit(&self) -> f64 {
        self.first.map_or(self.sweep.to, |first| first.t)
    }
}

impl<R: StartRule> Visitor for FirstSolid<'_, R> {
    type Key = Interval;
    type Later = [f32; 2];

    #[inline(always)]
    fn node<P: Path>(
        &self,
        node: Node,
        (enter, leave): Interval,
        children: Children<[f32; 2], P>,
    ) -> Option<Next<Interval>> {
        let Sweep { center, motion, reach, .. } = *self.sweep;
        let (normal, d) = node.plane().half_space(self.tree.planes);
        let (height, speed) = (normal.dot(center) - d, normal.dot(motion));
        let front = clip(height, speed, -reach, enter, leave);
        let back = clip(-height, -speed, -reach, enter, leave);
        let is_met = |interval: Interval| !(interval.0 > interval.1);
        let starts_in_front = if speed == 0.0 { height > 0.0 } else { height + speed * enter > 0.0 };
        match (is_met(front), is_met(back)) {
            (true, true) if starts_in_front => children.front_first(front, around(back)),
            (true, true) => children.back_first(back, around(front)),
            (true, false) => children.front(front),
            (false, true) => children.back(back),
            (false, false) => None,
        }
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: NodeRef, cell: &[PlaneRef]) -> ControlFlow<()> {
        let FirstSolid { tree, filter, sweep, .. } = *self;
        let (first, rule) = (&mut self.first, &mut *self.rule);
        self.solids.each(tree, leaf, cell, filter, |brush, convex| {
            let limit = first.map_or(sweep.to, |first| first.t);
            if let Some(found) = sweep.touch(&Solid { brush, convex }, limit, rule)
                && first
                    .is_none_or(|first| found.t < first.t || found.t == first.t && found.brush < first.brush)
            {
                *first = Some(found);
            }
            if rule.is_waiting() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    #[inline(always)]
    fn resume(&self, interval: [f32; 2]) -> Option<Interval> {
        let [enter, leave] = interval.map(f64::from);
        let limit = self.limit();
        // A contact at the start is the first one.
        (!(enter > limit) && limit > self.sweep.from).then_some((enter, leave.min(limit)))
    }
}
