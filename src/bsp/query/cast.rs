//! Moving spheres: intervals of time, clipped by planes shifted by the radius, × the solids at the leaves.
//!
//! Melax, "Dynamic Plane Shifting BSP Traversal", *Game Programming Gems 2*, 2001. Shifted planes make mitres at
//! edges, so here they only say which leaves may be touched and when at the earliest; when a leaf's solid is touched,
//! its own distance decides.

use super::super::Bsp;
use super::super::convex::Convex;
use super::super::tree::{MAX_DEPTH, Side, Subtree, Tree};
use super::collide::{BspContact, contact};
use super::{Center, LeafSolids, NO_BRUSH, Question, reach, surface};
use crate::Result;
use crate::batch::{Batch, Filter, Output, check_coordinates, check_length_of};
use crate::geometry::{SphereCast, Vec3};
use arrayvec::ArrayVec;
use glam::DVec3;
use std::ops::ControlFlow;

/// The first contact of a moving sphere or of a ray with the solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BspCastHit {
    /// Time from 0 to 1, 0 if the sphere touches at the start; for a ray, its parameter. Infinite for a miss.
    pub t: f32,
    /// The point of the solid's surface that is touched; zero for a miss.
    pub point: Vec3,
    /// Unit vector out of the solid at that point, towards the sphere's centre at `t`, or of a face there where the two
    /// are one, as for a ray; zero for a miss. At the start, what [`BspContact`](super::BspContact) says.
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

/// A ball on its way.
#[derive(Clone, Copy)]
pub(super) struct Path {
    pub(super) center: DVec3,
    pub(super) motion: DVec3,
    pub(super) radius: f64,
    /// The radius, padded.
    pub(super) reach: f64,
    /// The time that counts.
    pub(super) from: f64,
    pub(super) to: f64,
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

/// A side of a plane still to be visited.
struct Pending {
    subtree: Subtree,
    enter: f64,
    leave: f64,
    level: u32,
    step: Side,
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

impl Path {
    /// Visits what the ball may touch, the nearer side of each plane first.
    #[inline(always)]
    fn follow<const CELLS: bool>(&self, tree: &Tree, target: &mut FirstSolid<CELLS>) {
        let mut stack = ArrayVec::<Pending, MAX_DEPTH>::new();
        let mut path = ArrayVec::<Side, MAX_DEPTH>::new();
        let (mut current, mut enter, mut leave) = (tree.root, self.from, self.to);
        loop {
            let mut is_reached = true;
            while let Some(index) = current.index() {
                let node = tree.nodes[index];
                let side = node.side();
                let (normal, d) = side.half_space(tree.planes);
                let (height, speed) = (normal.dot(self.center) - d, normal.dot(self.motion));
                let (front, back) = tree.children(index, node);
                let in_front = clip(height, speed, -self.reach, enter, leave);
                let behind = clip(-height, -speed, -self.reach, enter, leave);
                let is_met = |interval: (f64, f64)| !(interval.0 > interval.1);
                let starts_in_front = if speed == 0.0 { height > 0.0 } else { height + speed * enter > 0.0 };
                let ahead = (front, in_front, side.turned());
                let rear = (back, behind, side);
                let (near, far) = if starts_in_front { (ahead, rear) } else { (rear, ahead) };
                let level = path.len() as u32;
                if is_met(far.1) {
                    let (subtree, (enter, leave), step) = far;
                    stack.push(Pending { subtree, enter, leave, level, step });
                }
                if !is_met(near.1) {
                    is_reached = false;
                    break;
                }
                (current, (enter, leave)) = (near.0, near.1);
                if CELLS {
                    path.push(near.2);
                }
            }
            if is_reached {
                target.leaf(current, &path);
            }
            loop {
                let limit = target.limit();
                let Some(next) = stack.pop() else { return };
                // What is touched at the start is touched first.
                if !(next.enter > limit) && limit > self.from {
                    if CELLS {
                        path.truncate(next.level as usize);
                        path.push(next.step);
                    }
                    (current, enter, leave) = (next.subtree, next.enter, next.leave.min(limit));
                    break;
                }
            }
        }
    }

    /// When a solid is touched first, not later than `limit`.
    fn touch(&self, brush: u32, convex: Convex, limit: f64) -> Option<First> {
        let normal_of = |side: Side| side.half_space(convex.planes).0.normalize();
        if self.radius > 0.0 {
            let (t, nearest) = convex.first_contact(self.center, self.motion, self.radius, limit)?;
            let distance = nearest.distance_squared.sqrt();
            // Nearer than rounding can tell, only the plane says where out is.
            let noise = (self.center.abs().element_sum() + self.motion.abs().element_sum()) * 1e-14;
            let normal = match distance > noise {
                true => nearest.offset / -distance,
                false => nearest.side.map_or(DVec3::ZERO, normal_of),
            };
            return Some(First { t, offset: nearest.offset, normal, brush });
        }
        let (t, through) = convex.first_inside(self.center, self.motion, self.from, limit)?;
        let normal = through.map_or(DVec3::ZERO, normal_of);
        Some(First { t, offset: DVec3::ZERO, normal, brush })
    }

    #[inline(always)]
    fn first<const CELLS: bool>(&self, tree: &Tree, filter: &Filter) -> Option<First> {
        let mut target =
            FirstSolid::<CELLS> { tree, filter, path: self, solids: LeafSolids::new(), first: None };
        self.follow(tree, &mut target);
        target.first
    }

    /// The first contact with the brushes or cells that a filter accepts. What touches at the start is a contact.
    pub(super) fn hit(&self, tree: &Tree, filter: &Filter) -> BspCastHit {
        let first = match tree.solids.are_cells() {
            true => self.first::<true>(tree, filter),
            false => self.first::<false>(tree, filter),
        };
        let Some(First { t, offset, normal, brush }) = first else { return BspCastHit::MISS };
        let at = self.center + self.motion * t;
        if t <= self.from {
            let contact = contact(tree, Center::relative(at), self.radius as f32, filter);
            if contact.is_hit() {
                return BspCastHit::at_start(t as f32, &contact);
            }
        }
        BspCastHit {
            t: t as f32,
            point: (at + offset + tree.origin).as_vec3(),
            normal: normal.as_vec3(),
            brush,
        }
    }
}

/// Looks for the brush or cell that is touched first. Where there are cells, the walk keeps their half-spaces.
struct FirstSolid<'a, const CELLS: bool> {
    tree: &'a Tree<'a>,
    filter: &'a Filter,
    path: &'a Path,
    solids: LeafSolids,
    first: Option<First>,
}

impl<const CELLS: bool> FirstSolid<'_, CELLS> {
    /// The time that counts by now.
    #[inline(always)]
    fn limit(&self) -> f64 {
        self.first.map_or(self.path.to, |first| first.t)
    }

    /// Looks at a leaf.
    #[inline(always)]
    fn leaf(&mut self, leaf: Subtree, path: &[Side]) {
        let FirstSolid { tree, filter, path: ball, .. } = *self;
        let first = &mut self.first;
        let _ = self.solids.each(tree, leaf, path, filter, |brush, convex| {
            let limit = first.map_or(ball.to, |first| first.t);
            if let Some(found) = ball.touch(brush, convex, limit)
                && first
                    .is_none_or(|first| found.t < first.t || found.t == first.t && found.brush < first.brush)
            {
                *first = Some(found);
            }
            ControlFlow::Continue(())
        });
    }
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
        let path = Path {
            center: center.exact,
            motion: cast.displacement.as_dvec3(),
            radius: cast.radius.into(),
            reach: reach(tree, center.rounded, cast.radius).into(),
            from: 0.0,
            to: 1.0,
        };
        path.hit(tree, filter)
    }
}

impl Bsp<'_> {
    /// The first contact of each moving sphere with the solid, exact at edges and corners. The contract, which is
    /// also that of [`Mesh::cast_sphere`](crate::mesh::Mesh::cast_sphere) but for what is inside a solid:
    ///
    /// - A sphere that touches at the start has `t == 0`, however it moves: towards the surface, along it, away from
    ///   it or not at all. Point and normal are those of [`Bsp::collide_sphere`] there.
    /// - So has one that starts with its centre inside the solid, wherever in it; its normal is the shortest way out.
    ///   (To a mesh, which is a surface, the inside is as empty as the outside.)
    /// - A sphere that stays farther from the solid than its radius, by however little, along the surface or away from
    ///   it, does not touch it; one that comes exactly that near does.
    /// - Without motion, it is an overlap test: `t == 0` or a miss.
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
