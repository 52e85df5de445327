//! The brushes that a shape may touch, at rest or on its way.

use super::core::Core;
use super::solid::{ROUNDING, Solid};
use crate::batch::Filter;
use crate::bsp::brush_boxes::{BoxVisitor, BrushBox};
use crate::bsp::tree::Tree;
use glam::DVec3;
use std::ops::ControlFlow;

/// More than rounding adds to coordinates: 2^-40.
const GROW: f64 = ROUNDING * 32.0;

/// The corners of a box in f64.
fn corners(bounds: &BrushBox) -> (DVec3, DVec3) {
    let [a, b, c, d, e, f] = bounds.map(f64::from);
    (DVec3::new(a, b, c), DVec3::new(d, e, f))
}

/// Visits brushes that a filter accepts, by their boxes.
pub(super) struct Brushes<'a, E, F> {
    pub(super) tree: &'a Tree<'a>,
    pub(super) filter: &'a Filter,
    /// Says whether a box may matter, by its corners.
    pub(super) enters: E,
    /// Looks at a brush.
    pub(super) found: F,
}

impl<E, F> BoxVisitor for Brushes<'_, E, F>
where
    E: Fn(DVec3, DVec3) -> bool,
    F: FnMut(u32, &Solid) -> ControlFlow<()>,
{
    #[inline(always)]
    fn enters(&self, bounds: &BrushBox) -> bool {
        let (low, high) = corners(bounds);
        (self.enters)(low, high)
    }

    fn brush(&mut self, brush: u32) -> ControlFlow<()> {
        let sides = self.tree.solids.brush(brush);
        if sides.is_empty() || !self.filter.accepts(self.tree.solids.attributes[brush as usize]) {
            return ControlFlow::Continue(());
        }
        (self.found)(brush, &Solid::new(self.tree.planes, sides))
    }
}

/// Visits the brushes whose boxes a shape grown by a distance touches.
pub(super) fn each_near(
    tree: &Tree,
    core: &Core,
    distance: f64,
    filter: &Filter,
    found: impl FnMut(u32, &Solid) -> ControlFlow<()>,
) {
    let reach = core.half + (distance + (core.size + distance) * GROW);
    let (low, high) = (core.center - reach, core.center + reach);
    // Brush boxes are as exact as their coordinates, which are no larger than the shape's where they touch.
    let enters = |a: DVec3, b: DVec3| a.cmple(high).all() && b.cmpge(low).all();
    tree.solids.boxes.visit(&mut Brushes { tree, filter, enters, found });
}

/// The time, from 0 to 1, at which a point that moves enters a box, if it does.
pub(super) fn enter(start: DVec3, way: DVec3, low: DVec3, high: DVec3) -> Option<f64> {
    let (mut first, mut last) = (0.0f64, 1.0f64);
    for k in 0..3 {
        if way[k] == 0.0 {
            if start[k] < low[k] || start[k] > high[k] {
                return None;
            }
            continue;
        }
        let (one, other) = ((low[k] - start[k]) / way[k], (high[k] - start[k]) / way[k]);
        first = first.max(one.min(other));
        last = last.min(one.max(other));
    }
    (first <= last).then_some(first)
}

/// The lengths by which boxes grow for a shape on its way: its own half size, and more than rounding.
pub(super) fn grown(core: &Core, slack: f64, way: DVec3) -> DVec3 {
    core.half + (2.0 * slack + (core.size + way.abs().max_element()) * GROW)
}
