//! The shortest way out of the solid: to the nearest empty cell, but for what brushes fill of it.

use super::super::convex::{Convex, Nearest};
use super::super::tree::{MAX_DEPTH, Side, Subtree, Tree};
use super::walk::{Goal, walk};
use super::{Center, LeafSolids, reach, reach_to};
use crate::batch::Filter;
use arrayvec::ArrayVec;
use glam::DVec3;
use std::ops::ControlFlow;

/// Looks for the nearest empty cell.
struct WayOut<'a> {
    tree: &'a Tree<'a>,
    filter: &'a Filter,
    center: Center,
    /// Squared distance that counts.
    limit: f64,
    reach: f32,
    best: Option<Nearest>,
}

impl Goal for WayOut<'_> {
    #[inline(always)]
    fn reach(&self) -> f32 {
        self.reach
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: Subtree, path: &[Side]) -> ControlFlow<()> {
        if self.tree.brush_at(leaf, self.filter).is_none() {
            self.look(path);
        }
        ControlFlow::Continue(())
    }
}

/// How many brushes are cut out of a cell at most, one after the other.
const MOST_CUTS: usize = 3;

type Sides = ArrayVec<Side, { MAX_DEPTH + MOST_CUTS }>;

impl WayOut<'_> {
    /// Looks at an empty cell.
    #[inline(always)]
    fn look(&mut self, path: &[Side]) {
        let convex = Convex::new(self.tree.planes, path);
        let Some(nearest) = convex.nearest(self.center.exact, self.limit) else { return };
        if self.tree.solids.are_cells() {
            return self.take(nearest);
        }
        let at = self.center.exact + nearest.offset;
        // A cell that is nowhere wider than it may be off is a seam, whatever is around it.
        if !convex.is_wide(f64::from(reach(self.tree, at.as_vec3(), 0.0)), at) {
            return;
        }
        match self.covering(nearest) {
            None => self.take(nearest),
            Some(brush) => self.look_beyond(brush, &mut path.iter().copied().collect(), MOST_CUTS),
        }
    }

    /// Looks at what of a cell is in front of each of a brush's faces.
    #[cold]
    fn look_beyond(&mut self, brush: u32, sides: &mut Sides, cuts: usize) {
        if cuts == 0 {
            return;
        }
        for &face in self.tree.solids.brush(brush) {
            sides.push(face.turned());
            let convex = Convex::new(self.tree.planes, sides);
            if let Some(nearest) = convex.nearest(self.center.exact, self.limit) {
                match self.covering(nearest) {
                    None => self.take(nearest),
                    Some(another) => self.look_beyond(another, sides, cuts - 1),
                }
            }
            sides.pop();
        }
    }

    fn take(&mut self, nearest: Nearest) {
        self.limit = nearest.distance_squared;
        self.reach = reach_to(self.tree, self.center.rounded, nearest.distance_squared);
        self.best = Some(nearest);
    }

    /// The brush, if there is one, that a point of an empty cell is inside of by more than cells may be from what they
    /// stand for: where a cell is narrower than that, what a brush fills of it is no thicker, and was left out.
    fn covering(&self, nearest: Nearest) -> Option<u32> {
        let WayOut { tree, filter, center, .. } = *self;
        let at = Center::relative(center.exact + nearest.offset);
        let reach = reach(tree, at.rounded, 0.0);
        let tolerance = f64::from(reach) * 4.0;
        let solids = LeafSolids::new();
        let mut goal = Covering { tree, filter, point: at.exact, tolerance, reach, solids, found: None };
        walk::<false, _>(tree, at.rounded, &mut goal);
        goal.found
    }
}

/// Looks for a brush that a point is deep inside of.
struct Covering<'a> {
    tree: &'a Tree<'a>,
    filter: &'a Filter,
    point: DVec3,
    /// What is not deep.
    tolerance: f64,
    reach: f32,
    solids: LeafSolids,
    found: Option<u32>,
}

impl Goal for Covering<'_> {
    #[inline(always)]
    fn reach(&self) -> f32 {
        self.reach
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: Subtree, path: &[Side]) -> ControlFlow<()> {
        let Covering { tree, filter, point, tolerance, .. } = *self;
        let found = &mut self.found;
        self.solids.each(tree, leaf, path, filter, |brush, convex| {
            if convex.height(point) >= -tolerance {
                return ControlFlow::Continue(());
            }
            *found = Some(brush);
            ControlFlow::Break(())
        })
    }
}

/// The nearest point that is not inside the solid; none if everything is.
pub(super) fn way_out(tree: &Tree, center: Center, filter: &Filter) -> Option<Nearest> {
    let (limit, reach) = (f64::INFINITY, f32::INFINITY);
    let mut goal = WayOut { tree, filter, center, limit, reach, best: None };
    walk::<true, _>(tree, center.rounded, &mut goal);
    goal.best
}
