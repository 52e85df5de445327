//! The boxes of brushes in a tree with four children a node: the brushes that a shape may touch, whatever the
//! BSP tree made of them.
//!
//! A leaf of the BSP tree holds one of the brushes that fill it, so a brush that others bury is in no leaf; but a
//! list of contacts is that of a loop over all brushes. The boxes are stored level by level, those of brushes
//! first: box `i` of a level is the box around the boxes `4 i` to `4 i + 3` below it. There are no pointers.

use crate::batch::{BoxTaker, TreeBox};
use crate::geometry::Aabb;
use crate::vectors::{push, reserve};
use crate::{Error, Result};
use arrayvec::ArrayVec;
use glam::DVec3;
use std::ops::ControlFlow;

/// A box: its smallest corner, then its largest, relative to the tree's origin.
pub(super) type BrushBox = [f32; 6];

/// The children of a node.
const WIDTH: usize = 4;
/// The most levels: four to the power of 16 are more than there are brushes.
const LEVELS: usize = 17;

/// The boxes, as they are stored.
#[derive(Clone, Copy, Default)]
pub(super) struct BrushBoxes<'a> {
    /// The brush of each box of the lowest level.
    pub(super) order: &'a [u32],
    pub(super) boxes: &'a [BrushBox],
    /// The number of brushes that have no boxes: all of a blob that stores none.
    pub(super) without: u32,
}

/// The work of a query on the boxes and brushes.
pub(super) trait BoxVisitor {
    /// Returns true if what is in a box may matter.
    fn enters(&self, bounds: &BrushBox) -> bool;

    /// Visits a brush whose box may matter.
    fn brush(&mut self, brush: u32) -> ControlFlow<()>;
}

/// The first box of each level and the number of its boxes, from the lowest level on.
fn levels(count: usize) -> ArrayVec<(usize, usize), LEVELS> {
    let mut levels = ArrayVec::new();
    let (mut start, mut count) = (0, count);
    while count > 0 && levels.try_push((start, count)).is_ok() && count > 1 {
        start += count;
        count = count.div_ceil(WIDTH);
    }
    levels
}

impl BrushBoxes<'_> {
    /// Checks a tree that came as bytes, of so many brushes.
    pub(super) fn check(&self, brushes: usize) -> Result<()> {
        let count = self.order.len();
        if count > brushes {
            return Err(Error::invalid_blob(text!("{count} boxes of brushes are too many")));
        }
        let expected = levels(count).last().map_or(0, |&(start, count)| start + count);
        if self.boxes.len() != expected {
            let boxes = self.boxes.len();
            return Err(Error::invalid_blob(text!("{boxes} boxes of {count} brushes, not {expected}")));
        }
        match self.order.iter().find(|&&brush| brush as usize >= brushes) {
            Some(brush) => Err(Error::invalid_blob(text!("a box of brush {brush}, which is not there"))),
            None => Ok(()),
        }
    }

    /// Visits the brushes whose boxes matter, in any order, until the visitor breaks.
    pub(super) fn visit(&self, visitor: &mut impl BoxVisitor) {
        for brush in 0..self.without {
            if visitor.brush(brush).is_break() {
                return;
            }
        }
        let levels = levels(self.order.len());
        let Some(top) = levels.len().checked_sub(1) else { return };
        let mut pending = ArrayVec::<(usize, usize), { LEVELS * WIDTH }>::new();
        pending.push((top, 0));
        while let Some((level, i)) = pending.pop() {
            let (start, _) = levels[level];
            if !visitor.enters(&self.boxes[start + i]) {
                continue;
            }
            if level == 0 {
                if visitor.brush(self.order[i]).is_break() {
                    return;
                }
                continue;
            }
            let (_, count) = levels[level - 1];
            for child in (WIDTH * i..(WIDTH * i + WIDTH).min(count)).rev() {
                // There is room for all siblings on a path.
                let _ = pending.try_push((level - 1, child));
            }
        }
    }

    /// Hands out all boxes, depth first, for a tree with this origin.
    pub(super) fn hand_out(&self, origin: DVec3, taker: &mut BoxTaker) {
        let levels = levels(self.order.len());
        if let Some(top) = levels.len().checked_sub(1) {
            self.hand_out_below(&levels, (top, 0), origin, taker);
        }
    }

    /// Hands out box `i` of a level, and those below it.
    fn hand_out_below(
        &self,
        levels: &[(usize, usize)],
        (level, i): (usize, usize),
        origin: DVec3,
        taker: &mut BoxTaker,
    ) {
        let [a, b, c, d, e, f] = self.boxes[levels[level].0 + i].map(f64::from);
        let bounds = Aabb::outward(DVec3::new(a, b, c) + origin, DVec3::new(d, e, f) + origin);
        let depth = (levels.len() - 1 - level) as u32;
        let node = TreeBox { bounds, depth, count: u32::from(level == 0) };
        if taker.take(node) && level > 0 {
            for child in WIDTH * i..(WIDTH * i + WIDTH).min(levels[level - 1].1) {
                self.hand_out_below(levels, (level - 1, child), origin, taker);
            }
        }
    }
}

/// The boxes to be stored, and the brushes that they are of.
pub(super) struct BuiltBoxes {
    pub(super) order: Vec<u32>,
    pub(super) boxes: Vec<BrushBox>,
}

impl BuiltBoxes {
    /// The tree of boxes that are given by their corners.
    pub(super) fn build(brushes: impl ExactSizeIterator<Item = (u32, DVec3, DVec3)>) -> Result<BuiltBoxes> {
        let mut items: Vec<(u32, BrushBox)> = reserve(brushes.len(), "brushes")?;
        for (brush, min, max) in brushes {
            let Aabb { min, max } = Aabb::outward(min, max);
            push(&mut items, (brush, [min.x, min.y, min.z, max.x, max.y, max.z]), "brushes")?;
        }
        arrange(&mut items);
        let levels = levels(items.len());
        let total = levels.last().map_or(0, |&(start, count)| start + count);
        let mut order = reserve(items.len(), "brushes")?;
        let mut boxes: Vec<BrushBox> = reserve(total, "brushes")?;
        for (brush, bounds) in items {
            order.push(brush);
            boxes.push(bounds);
        }
        for pair in levels.windows(2) {
            let ((start, count), (_, parents)) = (pair[0], pair[1]);
            for parent in 0..parents {
                let children = start + WIDTH * parent..start + (WIDTH * parent + WIDTH).min(count);
                let union = boxes[children].iter().copied().reduce(around).unwrap_or_default();
                boxes.push(union);
            }
        }
        Ok(BuiltBoxes { order, boxes })
    }
}

/// The box around two.
fn around(a: BrushBox, b: BrushBox) -> BrushBox {
    let low = |i: usize| if b[i] < a[i] { b[i] } else { a[i] };
    let high = |i: usize| if b[i] > a[i] { b[i] } else { a[i] };
    [low(0), low(1), low(2), high(3), high(4), high(5)]
}

/// Brings boxes that are near each other together: along the longest axis of all, those in front first, as many
/// as the largest power of two that leaves any. So each group of four, of sixteen, and so on, is near.
fn arrange(items: &mut [(u32, BrushBox)]) {
    if items.len() <= WIDTH {
        return items.sort_unstable_by_key(|item| item.0);
    }
    let middle = |item: &(u32, BrushBox), axis: usize| f64::from(item.1[axis]) + f64::from(item.1[axis + 3]);
    let mut best = (f64::NEG_INFINITY, 0);
    for axis in 0..3 {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for item in items.iter() {
            (low, high) = (low.min(middle(item, axis)), high.max(middle(item, axis)));
        }
        if high - low > best.0 {
            best = (high - low, axis);
        }
    }
    let axis = best.1;
    let half = (items.len().next_power_of_two() / 2).max(WIDTH);
    let order = |a: &(u32, BrushBox), b: &(u32, BrushBox)| {
        middle(a, axis).total_cmp(&middle(b, axis)).then(a.0.cmp(&b.0))
    };
    if half < items.len() {
        items.select_nth_unstable_by(half, order);
    }
    let (front, back) = items.split_at_mut(half.min(items.len()));
    arrange(front);
    arrange(back);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{round_down, round_up};

    #[test]
    fn levels_end_with_one_box() {
        assert_eq!(&levels(0)[..], &[]);
        assert_eq!(&levels(1)[..], &[(0, 1)]);
        assert_eq!(&levels(4)[..], &[(0, 4), (4, 1)]);
        assert_eq!(&levels(21)[..], &[(0, 21), (21, 6), (27, 2), (29, 1)]);
    }

    /// Finds what touches a box.
    struct Touching([f64; 6], Vec<u32>);

    impl BoxVisitor for Touching {
        fn enters(&self, bounds: &BrushBox) -> bool {
            (0..3).all(|k| f64::from(bounds[k]) <= self.0[k + 3] && f64::from(bounds[k + 3]) >= self.0[k])
        }

        fn brush(&mut self, brush: u32) -> ControlFlow<()> {
            self.1.push(brush);
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn all_that_touch_are_visited() {
        let rng = &mut fastrand::Rng::with_seed(5);
        for count in [0usize, 1, 2, 4, 5, 15, 16, 17, 63, 64, 65, 257, 1000] {
            let mut point = || DVec3::new(rng.f64(), rng.f64(), rng.f64());
            let all: Vec<(u32, DVec3, DVec3)> = (0..count as u32)
                .map(|i| {
                    let (at, size) = (point(), point() * 0.1);
                    (i, at, at + size)
                })
                .collect();
            let built = BuiltBoxes::build(all.iter().copied()).unwrap();
            let tree = BrushBoxes { order: &built.order, boxes: &built.boxes, without: 0 };
            for _ in 0..50 {
                let (at, size) = (point(), point() * 0.2);
                let asked = [at, at + size].map(|corner| corner.to_array()).concat().try_into().unwrap();
                let mut found = Touching(asked, Vec::new());
                tree.visit(&mut found);
                found.1.sort_unstable();
                let expected: Vec<u32> = all
                    .iter()
                    .filter(|(_, low, high)| {
                        let rounded = [low.to_array().map(round_down), high.to_array().map(round_up)];
                        found.enters(&rounded.concat().try_into().unwrap())
                    })
                    .map(|item| item.0)
                    .collect();
                assert_eq!(found.1, expected);
            }
        }
    }
}
