//! Moving spheres: intervals of time, clipped by planes shifted by the radius, × the solids at the leaves.
//!
//! Melax, "Dynamic Plane Shifting BSP Traversal", *Game Programming Gems 2*, 2001. Shifted planes make mitres at
//! edges, so here they only say which leaves may be touched and when at the earliest; when a leaf's solid is touched,
//! its own distance decides.

use super::super::Bsp;
use super::super::convex::Convex;
use super::super::tree::{Node, NodeRef, PlaneRef, Tree};
use super::collide::{BspContact, contact};
use super::reach::{Center, reach};
use super::start::{Inside, SLACK, Start, unit};
use super::traverse::{CellPath, Children, Next, NoPath, Path, Visitor, traverse};
use super::{LeafSolids, NO_BRUSH, Question, surface};
use crate::Result;
use crate::batch::{Batch, Filter, Output, check_coordinates, check_length_of};
use crate::geometry::{SphereCast, Vec3, max_abs};
use glam::DVec3;
use std::ops::ControlFlow;

/// The first contact of a moving sphere or of a ray with the solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BspCastHit {
    /// Time from 0 to 1, 0 if the sphere touches at the start and moves in; for a ray, its parameter. Infinite for a miss.
    pub t: f32,
    /// The point of the solid's surface that is touched; zero for a miss.
    pub point: Vec3,
    /// Unit vector out of the solid at that point, towards the sphere's centre at `t`, or of a face there where the two
    /// are one, as for a ray; zero for a miss. With the centre inside at the start, what [`BspContact`](super::BspContact) says.
    pub normal: Vec3,
    /// The brush that is touched, 0 for a surface, or [`NO_BRUSH`].
    pub brush: u32,
}

impl BspCastHit {
    /// The answer of a cast that touches nothing.
    pub const MISS: BspCastHit =
        BspCastHit { t: f32::INFINITY, point: Vec3::ZERO, normal: Vec3::ZERO, brush: NO_BRUSH };

    /// The answer for what touches at the start.
    pub(super) fn at_start(t: f32, contact: &BspContact) -> BspCastHit {
        BspCastHit { t, point: contact.point, normal: contact.normal, brush: contact.brush }
    }

    /// Whether anything was touched.
    pub fn is_hit(&self) -> bool {
        self.brush != NO_BRUSH
    }
}

/// A moving sphere.
#[derive(Clone, Copy)]
pub(super) struct Sweep {
    pub(super) center: DVec3,
    pub(super) motion: DVec3,
    pub(super) radius: f64,
    /// The radius, padded.
    pub(super) reach: f64,
    /// The time that counts.
    pub(super) from: f64,
    pub(super) to: f64,
    /// For what may leave what it touches at the start: how far from touching counts as touching. None for rays.
    pub(super) slack: Option<f64>,
}

/// The first contact so far.
#[derive(Clone, Copy)]
struct First {
    t: f64,
    /// From the centre at that time to the point that is touched, and the outside there.
    offset: DVec3,
    normal: DVec3,
    brush: u32,
}

/// The part of `enter..leave` in which `height + speed * t` is not below `least`; empty if the first exceeds the
/// second.
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
    /// When a solid is touched first, not later than `limit`.
    #[inline(always)]
    fn touch(&self, solid: &Solid, limit: f64, inside: &mut Inside) -> Option<First> {
        let Solid { brush, convex } = *solid;
        let normal_of = |side: Option<PlaneRef>| side.map_or(DVec3::ZERO, |side| unit(convex.planes, side));
        let mut start = None;
        if let Some(slack) = self.slack {
            // A point needs its distance only where it may touch.
            if self.radius > 0.0 || convex.height(self.center) <= slack {
                let nearest = convex.nearest(self.center, f64::INFINITY)?;
                match self.leaves(convex.planes, &nearest, slack, inside) {
                    Start::Apart => start = Some(nearest),
                    Start::Leaves => return None,
                    Start::Blocked(normal) => {
                        return Some(First { t: 0.0, offset: nearest.offset, normal, brush });
                    }
                }
            }
        }
        if self.radius > 0.0 {
            let nearest = start.or_else(|| convex.nearest(self.center, f64::INFINITY))?;
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

    /// What f64 may be off by.
    #[inline(always)]
    pub(super) fn noise(&self) -> f64 {
        (self.center.abs().element_sum() + self.motion.abs().element_sum()) * 1e-14
    }

    #[inline(always)]
    fn first<P: Path>(&self, tree: &Tree, filter: &Filter) -> (Option<First>, Option<BspContact>) {
        let inside = Inside { tree, filter, sweep: self, contact: None };
        let solids = LeafSolids::new();
        let mut visitor = FirstSolid { tree, filter, sweep: self, solids, first: None, inside };
        traverse::<P, _>(tree, &mut visitor, (self.from, self.to));
        (visitor.first, visitor.inside.contact)
    }

    /// Whether anything is met that a filter accepts.
    pub(super) fn meets(&self, tree: &Tree, filter: &Filter) -> bool {
        let first = match tree.solids.are_cells() {
            true => self.first::<CellPath>(tree, filter).0,
            false => self.first::<NoPath>(tree, filter).0,
        };
        first.is_some()
    }

    /// The first contact with the brushes or cells that a filter accepts. For a ray, what it is inside of at the start
    /// is a contact; for a ball, what it moves into there.
    pub(super) fn hit(&self, tree: &Tree, filter: &Filter) -> BspCastHit {
        let start = self.center + self.motion * self.from;
        let at_start = || contact(tree, Center::relative(start), self.radius as f32, filter);
        if self.slack.is_some() && self.motion == DVec3::ZERO {
            let contact = at_start();
            return if contact.is_hit() { BspCastHit::at_start(0.0, &contact) } else { BspCastHit::MISS };
        }
        let (first, inside) = match tree.solids.are_cells() {
            true => self.first::<CellPath>(tree, filter),
            false => self.first::<NoPath>(tree, filter),
        };
        let Some(First { t, offset, normal, brush }) = first else { return BspCastHit::MISS };
        let at = self.center + self.motion * t;
        // With the centre inside, the way out is that of all that it is in. A ray is inside where it begins so.
        let blocks = |contact: &BspContact| {
            let is_inside = contact.is_hit() && f64::from(contact.depth) >= self.radius;
            let approach = -contact.normal.as_dvec3().dot(self.motion);
            is_inside && (self.slack.is_none() || approach > self.motion.length() * SLACK)
        };
        if t <= self.from
            && let Some(contact) = Some(inside.unwrap_or_else(at_start)).filter(blocks)
        {
            return BspCastHit::at_start(t as f32, &contact);
        }
        BspCastHit {
            t: t as f32,
            point: (at + offset + tree.origin).as_vec3(),
            normal: normal.as_vec3(),
            brush,
        }
    }
}

/// A brush or cell, by its planes.
struct Solid<'a> {
    brush: u32,
    convex: Convex<'a>,
}

/// When the sphere may touch a cell: from and to.
type Interval = (f64, f64);

/// Looks for the brush or cell that is touched first.
struct FirstSolid<'a> {
    tree: &'a Tree<'a>,
    filter: &'a Filter,
    sweep: &'a Sweep,
    solids: LeafSolids,
    first: Option<First>,
    inside: Inside<'a>,
}

impl FirstSolid<'_> {
    /// The time that counts by now.
    #[inline(always)]
    fn limit(&self) -> f64 {
        self.first.map_or(self.sweep.to, |first| first.t)
    }
}

impl Visitor for FirstSolid<'_> {
    type Key = Interval;

    #[inline(always)]
    fn node<P: Path>(
        &self,
        node: Node,
        (enter, leave): Interval,
        children: Children<Interval, P>,
    ) -> Option<Next<Interval>> {
        let Sweep { center, motion, reach, .. } = *self.sweep;
        let (normal, d) = node.plane().half_space(self.tree.planes);
        let (height, speed) = (normal.dot(center) - d, normal.dot(motion));
        let front = clip(height, speed, -reach, enter, leave);
        let back = clip(-height, -speed, -reach, enter, leave);
        let is_met = |interval: Interval| !(interval.0 > interval.1);
        let starts_in_front = if speed == 0.0 { height > 0.0 } else { height + speed * enter > 0.0 };
        match (is_met(front), is_met(back)) {
            (true, true) if starts_in_front => children.front_first(front, back),
            (true, true) => children.back_first(back, front),
            (true, false) => children.front(front),
            (false, true) => children.back(back),
            (false, false) => None,
        }
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: NodeRef, cell: &[PlaneRef]) -> ControlFlow<()> {
        let FirstSolid { tree, filter, sweep, .. } = *self;
        let (first, inside) = (&mut self.first, &mut self.inside);
        self.solids.each(tree, leaf, cell, filter, |brush, convex| {
            let limit = first.map_or(sweep.to, |first| first.t);
            if let Some(found) = sweep.touch(&Solid { brush, convex }, limit, inside)
                && first
                    .is_none_or(|first| found.t < first.t || found.t == first.t && found.brush < first.brush)
            {
                *first = Some(found);
            }
            ControlFlow::Continue(())
        })
    }

    #[inline(always)]
    fn resume(&self, (enter, leave): Interval) -> Option<Interval> {
        let limit = self.limit();
        // What is touched at the start is touched first.
        (!(enter > limit) && limit > self.sweep.from).then_some((enter, leave.min(limit)))
    }
}

/// The largest of a cast's numbers.
fn size(cast: &SphereCast) -> f32 {
    max_abs(cast.origin).max(max_abs(cast.displacement)).max(cast.radius)
}

/// Asks for first contacts.
struct FirstTouch;

impl Question for FirstTouch {
    type Query = SphereCast;
    type Answer = BspCastHit;

    fn check(cast: &SphereCast, i: usize) -> Result<()> {
        check_coordinates(cast.origin, || format!("casts[{i}].origin"))?;
        check_length_of(cast.radius, false, || format!("casts[{i}].radius"))?;
        check_coordinates(cast.displacement, || format!("casts[{i}].displacement"))
    }

    #[inline(always)]
    fn answer(&self, tree: &Tree, cast: &SphereCast, filter: &Filter) -> BspCastHit {
        let center = Center::new(tree, cast.origin);
        let sweep = Sweep {
            center: center.exact,
            motion: cast.displacement.as_dvec3(),
            radius: cast.radius.into(),
            reach: reach(tree, center.rounded, cast.radius).into(),
            from: 0.0,
            to: 1.0,
            slack: Some(f64::from(size(cast)) * SLACK),
        };
        sweep.hit(tree, filter)
    }
}

impl Bsp<'_> {
    /// The first contact of each moving sphere with the solid, exact at edges and corners. The contract, which is
    /// also that of [`Mesh::cast_sphere`](crate::mesh::Mesh::cast_sphere) but for what is inside a solid:
    ///
    /// - A sphere that touches at the start, or overlaps, is stopped only by what it moves into. Let `n` be the unit vector
    ///   to its centre from the nearest point of a brush (of a triangle, where a surface was given). If
    ///   `dot(n, displacement) < 0`, it has `t == 0` and that point and normal; if not, it leaves the brush or slides along
    ///   it, and as the brush is convex, it never touches it again.
    /// - With its centre inside, `n` is the normal of [`Bsp::collide_sphere`], the shortest way out of the solid; what the
    ///   centre is in does not stop motion that leads out, or along. (To a mesh, which is a surface, the inside
    ///   is as empty as the outside.)
    /// - So a mover may go to `t`, take from its displacement what leads against the normal, and ask again: it does not
    ///   stick. It needs no skin around it, because what rounding may come to counts as sliding: motion that comes no
    ///   nearer to what is touched than 2^-21 of the largest number in the cast beyond touching it, or that
    ///   leads in by no more than 2^-21 of its own length.
    /// - Without motion, it is an overlap test: `t == 0`, with the contact of [`Bsp::collide_sphere`], or a miss.
    /// - A sphere that stays farther from the solid than its radius, by however little, does not touch it; one that starts
    ///   apart and comes exactly that near does.
    /// - Contact at exactly `t == 1` counts. Radius 0 casts a segment.
    /// - At the first contact, the sphere touches but does not overlap: its centre is as far from the solid as its
    ///   radius. Among equally early contacts, the brush with the lowest number of those that the tree knows wins.
    ///
    /// # Errors
    /// [`crate::Error::NotFinite`] or [`crate::Error::InvalidArgument`] for a cast, before anything is written.
    pub fn cast_sphere(
        &self,
        casts: &(impl Batch<SphereCast> + ?Sized),
        filter: &Filter,
        hits: &mut (impl Output<BspCastHit> + ?Sized),
    ) -> Result<()> {
        let tree = self.tree();
        let Some(surface) = tree.solids.surface else { return self.ask(&FirstTouch, casts, filter, hits) };
        self.check::<FirstTouch>(casts, hits)?;
        for i in 0..casts.count() {
            hits.write(i, surface::first_contact(&tree, surface, &casts.query(i), filter)?);
        }
        Ok(())
    }
}
