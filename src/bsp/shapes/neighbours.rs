//! The rule for solids that touch each other or overlap: what one buries of another makes no contact that pushes into
//! it.
//!
//! A point of a solid is no local minimum of the distance to all of them, if another that has the point, too, reaches
//! farther along the normal: it is convex, so it comes nearer at once. Then the contact is the other's. That is the
//! rule of meshes, with "has the point" for "shares the corner": no edges need to meet.

use super::points::Point;
use super::solid::{Solid, contains};
use crate::batch::Filter;
use crate::bsp::brush_boxes::{BoxVisitor, BrushBox};
use crate::bsp::tree::Tree;
use glam::DVec3;
use std::ops::ControlFlow;

/// The rounding of planes and corners, relative to coordinates: 2^-22.
const ROUNDING: f64 = 1.0 / (1u64 << 22) as f64;

/// How much farther than a point a solid must reach, in units of what counts as flush.
const FLUSH_RISE: f64 = 4.0;

/// How far beside a point a face is looked at, in units of what counts as flush.
const BESIDE: f64 = 128.0;

/// The brushes around one.
#[derive(Clone, Copy)]
pub(super) struct Neighbours<'a> {
    pub(super) tree: &'a Tree<'a>,
    pub(super) filter: &'a Filter,
    /// The brush whose contacts are on trial.
    pub(super) own: u32,
    /// True if ways out may be longer than the shape is wide.
    pub(super) any_way: bool,
}

impl Neighbours<'_> {
    /// The distance up to which a solid has a point.
    pub(super) fn flush(&self, point: DVec3) -> f64 {
        2.0 * f64::from(self.tree.slack) + point.abs().max_element() * ROUNDING
    }

    /// Returns true if a normal counts for at least one of the points: of those that are farthest along it, as the others
    /// are no local minima for the solid itself.
    pub(super) fn admit(&self, solid: &Solid, normal: DVec3, points: &[Point]) -> bool {
        let highest = solid.highest(normal);
        let is_farthest =
            |point: &&Point| highest - normal.dot(point.at) <= FLUSH_RISE * self.flush(point.at);
        points.iter().filter(is_farthest).any(|point| !self.is_exceeded(point.at, normal))
    }

    /// The same for a normal of a face, which also counts if it is free right beside the first of the points: so a
    /// ramp counts that begins on a floor.
    pub(super) fn admit_face(&self, solid: &Solid, face: usize, points: &[Point]) -> bool {
        let normal = solid.face(face).normal;
        if self.admit(solid, normal, points) {
            return true;
        }
        let Some(point) = points.first() else { return false };
        let inward = solid.middle(face) - point.at;
        let (length, step) = (inward.length(), BESIDE * self.flush(point.at));
        let beside = point.at + inward * if length > step { step / length } else { 1.0 };
        !self.is_exceeded(beside, normal)
    }

    /// Returns true if another brush has the point, and reaches farther along the normal.
    pub(super) fn is_exceeded(&self, point: DVec3, normal: DVec3) -> bool {
        self.finds(point, |_, planes| {
            let rise = planes.highest(normal) - normal.dot(point);
            rise > FLUSH_RISE * self.flush(point)
        })
    }

    /// Returns true if a brush of a lower number has the point.
    pub(super) fn is_of_lower(&self, point: DVec3) -> bool {
        self.finds(point, |brush, _| brush < self.own)
    }

    /// Returns true if `is_it` says so of another brush that has the point.
    fn finds(&self, point: DVec3, is_it: impl Fn(u32, &Solid) -> bool) -> bool {
        let mut search = Search { of: self, point, flush: self.flush(point), is_it, found: false };
        self.tree.solids.boxes.visit(&mut search);
        search.found
    }
}

struct Search<'a, F> {
    of: &'a Neighbours<'a>,
    point: DVec3,
    flush: f64,
    is_it: F,
    found: bool,
}

impl<F: Fn(u32, &Solid) -> bool> BoxVisitor for Search<'_, F> {
    fn enters(&self, bounds: &BrushBox) -> bool {
        let [a, b, c, d, e, f] = bounds.map(f64::from);
        let (low, high) = (DVec3::new(a, b, c) - self.flush, DVec3::new(d, e, f) + self.flush);
        self.point.cmpge(low).all() && self.point.cmple(high).all()
    }

    fn brush(&mut self, brush: u32) -> ControlFlow<()> {
        let Neighbours { tree, filter, own, .. } = *self.of;
        let sides = tree.solids.brush(brush);
        if brush != own
            && filter.accepts(tree.solids.attributes[brush as usize])
            && contains(tree.planes, sides, self.point, self.flush)
            && (self.is_it)(brush, &Solid::new(tree.planes, sides))
        {
            self.found = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
