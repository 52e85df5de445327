//! Penetration: the shortest translation of a centre out of the solid, to the nearest empty cell. Parts of
//! the cell that brushes fill do not count, nor do gaps that are narrower than the sphere.

use super::super::convex::{Convex, Nearest};
use super::super::tree::{MAX_DEPTH, NodeRef, PlaneRef, Tree};
use super::leaf::LeafSolids;
use super::reach::{Center, SphereVisitor, reach, reach_to, visit_nearest_first};
use super::sweep::{NoStartRule, Sweep};
use super::traverse::{CellPath, NoPath, locate};
use crate::batch::Filter;
use arrayvec::ArrayVec;
use glam::DVec3;
use std::ops::ControlFlow;

/// Looks for the nearest empty cell.
struct NearestEmpty<'a> {
    tree: &'a Tree<'a>,
    filter: &'a Filter,
    center: Center,
    /// The least width of a gap that counts, along the translation.
    width: f64,
    /// The largest squared distance that counts.
    limit: f64,
    reach: f32,
    best: Option<Nearest>,
}

impl SphereVisitor for NearestEmpty<'_> {
    #[inline(always)]
    fn reach(&self) -> f32 {
        self.reach
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: NodeRef, cell: &[PlaneRef]) -> ControlFlow<()> {
        if self.tree.brush_at(leaf, self.filter).is_none() {
            self.visit_cell(cell);
        }
        ControlFlow::Continue(())
    }
}

/// The most brushes that are subtracted from a cell.
const MOST_CUTS: usize = 3;

type Sides = ArrayVec<PlaneRef, { MAX_DEPTH + MOST_CUTS }>;

// Functions with a traversal's stack are never inlined into one another.
impl NearestEmpty<'_> {
    #[inline(never)]
    fn search(mut self) -> Option<Nearest> {
        let (tree, from) = (self.tree, self.center.rounded);
        visit_nearest_first::<CellPath>(tree, from, &mut self);
        self.best
    }

    /// Looks at an empty cell.
    #[inline(always)]
    fn visit_cell(&mut self, cell: &[PlaneRef]) {
        let convex = Convex::new(self.tree.planes, cell);
        let Some(nearest) = convex.nearest(self.center.exact, self.limit) else { return };
        if self.tree.solids.are_cells() {
            return self.take(nearest);
        }
        let at = self.center.exact + nearest.offset;
        // A cell that is nowhere wider than the slack is a crack between brushes, and not empty. Its planes
        // are exact, so rounding adds nothing.
        if !convex.is_wide(f64::from(self.tree.slack) * 0.5, at) {
            return;
        }
        match self.covering(nearest) {
            None => self.take(nearest),
            Some(brush) => self.subtract(brush, &mut cell.iter().copied().collect(), MOST_CUTS),
        }
    }

    /// Subtracts a brush from a cell: looks at the parts in front of each of its faces.
    #[cold]
    fn subtract(&mut self, brush: u32, sides: &mut Sides, cuts: usize) {
        if cuts == 0 {
            return;
        }
        for &face in self.tree.solids.brush(brush) {
            sides.push(face.flipped());
            let convex = Convex::new(self.tree.planes, sides);
            if let Some(nearest) = convex.nearest(self.center.exact, self.limit) {
                match self.covering(nearest) {
                    None => self.take(nearest),
                    Some(another) => self.subtract(another, sides, cuts - 1),
                }
            }
            sides.pop();
        }
    }

    fn take(&mut self, nearest: Nearest) {
        if self.width > 0.0 && is_narrow(self.tree, self.filter, self.center, nearest, self.width) {
            return;
        }
        self.limit = nearest.distance_squared;
        self.reach = reach_to(self.tree, self.center.rounded, nearest.distance_squared);
        self.best = Some(nearest);
    }

    /// A brush that contains a point of an empty cell by more than the tolerance of cells, if there is one.
    /// Fragments that are no thicker than the tolerance were left out of the tree.
    #[inline(never)]
    fn covering(&self, nearest: Nearest) -> Option<u32> {
        let NearestEmpty { tree, filter, center, .. } = *self;
        let at = Center::relative(center.exact + nearest.offset);
        let reach = reach(tree, at.rounded, 0.0);
        let tolerance = f64::from(reach) * 4.0;
        let solids = LeafSolids::new();
        let mut visitor = Covering { tree, filter, point: at.exact, tolerance, reach, solids, found: None };
        visit_nearest_first::<NoPath>(tree, at.rounded, &mut visitor);
        visitor.found
    }
}

/// The search for a brush that a point is inside of by more than a tolerance.
struct Covering<'a> {
    tree: &'a Tree<'a>,
    filter: &'a Filter,
    point: DVec3,
    /// The depth up to which a brush is ignored.
    tolerance: f64,
    reach: f32,
    solids: LeafSolids,
    found: Option<u32>,
}

impl SphereVisitor for Covering<'_> {
    #[inline(always)]
    fn reach(&self) -> f32 {
        self.reach
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: NodeRef, cell: &[PlaneRef]) -> ControlFlow<()> {
        let Covering { tree, filter, point, tolerance, .. } = *self;
        let found = &mut self.found;
        self.solids.each(tree, leaf, cell, filter, |brush, convex| {
            if convex.height(point) >= -tolerance {
                return ControlFlow::Continue(());
            }
            *found = Some(brush);
            ControlFlow::Break(())
        })
    }
}

/// Returns true if the solid begins again, straight on, before there is room for the sphere. Also if it has
/// not ended here, but before, at a narrow gap next to this cell.
#[inline(never)]
fn is_narrow(tree: &Tree, filter: &Filter, center: Center, nearest: Nearest, width: f64) -> bool {
    let Some(normal) = outward(tree, nearest) else { return false };
    let start = center.exact + nearest.offset;
    let reach = f64::from(reach(tree, start.as_vec3(), 0.0));
    // Right at the surface, rounding decides between solid and empty.
    let from = reach * 4.0;
    let sweep = Sweep { center: start, motion: normal, radius: 0.0, reach, from, to: width - from };
    from < width
        && (!is_solid(tree, start - normal * (from * 4.0), filter)
            || sweep.first(tree, filter, &mut NoStartRule).is_some())
}

/// Returns true if a point is in a leaf that is solid to a filter.
fn is_solid(tree: &Tree, point: DVec3, filter: &Filter) -> bool {
    let leaf = locate(tree, |node| {
        let (normal, d) = node.plane().half_space(tree.planes);
        normal.dot(point) > d
    });
    tree.brush_at(leaf, filter).is_some()
}

/// The unit vector out of the solid, from the nearest point of an empty cell.
pub(super) fn outward(tree: &Tree, nearest: Nearest) -> Option<DVec3> {
    let distance = nearest.distance_squared.sqrt();
    match distance > 0.0 {
        true => Some(nearest.offset / distance),
        // On the surface: the plane between the solid and the empty cell, with the solid in front of it.
        false => nearest.plane.map(|plane| -plane.unit_normal(tree.planes)),
    }
}

/// The nearest point that is not inside the solid. If the gap there is narrower than the sphere, a point in a
/// wider gap, unless that is farther by more than the sphere's diameter. `None` if everything is solid.
pub(super) fn penetration(tree: &Tree, center: Center, radius: f64, filter: &Filter) -> Option<Nearest> {
    let nearest = |width: f64, limit: f64| {
        let reach = reach_to(tree, center.rounded, limit);
        NearestEmpty { tree, filter, center, width, limit, reach, best: None }.search()
    };
    let best = nearest(0.0, f64::INFINITY)?;
    let width = 2.0 * radius;
    if !is_narrow(tree, filter, center, best, width) {
        return Some(best);
    }
    let most = best.distance_squared.sqrt() + width;
    nearest(width, most * most).or(Some(best))
}
