//! The boxes that a tree is made of, for drawing.

use crate::geometry::Aabb;
use std::ops::{Bound, RangeBounds};

/// A box of a tree, for drawing and for measuring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeBox {
    /// The box. The triangles or brushes below it in the tree lie inside.
    pub bounds: Aabb,
    /// 0 at the root.
    pub depth: u32,
    /// The number of triangles, or of brushes, that lie directly in it; 0 for an inner node.
    pub count: u32,
}

/// The taker of boxes, which wants those at some depths.
pub(crate) struct BoxTaker<'a> {
    first: u64,
    end: u64,
    take: &'a mut dyn FnMut(TreeBox),
}

impl<'a> BoxTaker<'a> {
    pub(crate) fn new(depths: &impl RangeBounds<u32>, take: &'a mut dyn FnMut(TreeBox)) -> BoxTaker<'a> {
        let first = match depths.start_bound() {
            Bound::Included(&first) => first.into(),
            Bound::Excluded(&before) => u64::from(before) + 1,
            Bound::Unbounded => 0,
        };
        let end = match depths.end_bound() {
            Bound::Included(&last) => u64::from(last) + 1,
            Bound::Excluded(&end) => end.into(),
            Bound::Unbounded => u64::MAX,
        };
        BoxTaker { first, end, take }
    }

    /// Takes a box if its depth is wanted; returns true if boxes below it are.
    pub(crate) fn take(&mut self, node: TreeBox) -> bool {
        let depth = u64::from(node.depth);
        if self.first <= depth && depth < self.end {
            (self.take)(node);
        }
        depth + 1 < self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The depths of a path of five boxes that are taken, and how many are looked at.
    fn taken(depths: impl RangeBounds<u32>) -> (Vec<u32>, u32) {
        let mut found = Vec::new();
        let mut push = |node: TreeBox| found.push(node.depth);
        let mut taker = BoxTaker::new(&depths, &mut push);
        let node = |depth| TreeBox { bounds: Aabb::EMPTY, depth, count: 0 };
        let seen = (0..5).find(|&depth| !taker.take(node(depth))).map_or(5, |last| last + 1);
        (found, seen)
    }

    #[test]
    fn depths_are_those_of_the_range_and_none_below_is_looked_at() {
        assert_eq!(taken(..), (vec![0, 1, 2, 3, 4], 5));
        assert_eq!(taken(1..3), (vec![1, 2], 3));
        assert_eq!(taken(2..=2), (vec![2], 3));
        assert_eq!(taken((Bound::Excluded(0), Bound::Included(u32::MAX))), (vec![1, 2, 3, 4], 5));
        assert_eq!(taken(..0), (vec![], 1));
        assert_eq!(taken((Bound::Included(3), Bound::Excluded(1))), (vec![], 1));
    }
}
