//! Pairs between two packed trees.

use super::leaf::{Leaf, one_by_one};
use crate::Result;
use crate::simd::{Kernel, LANES, Simd, dispatch};
use crate::world::packed::search::{Splat, TouchedLeaves};
use crate::world::packed::tree::Tree;
use crate::world::packed::watch::Watch;
use crate::world::pairs::{AT_ONCE, PairBuffer};
use std::ops::Range;

/// Adds the pairs of the objects of some leaves of a tree with those of another. Objects that are few among those of the other
/// tree go down it one by one: the box of a leaf of them would touch far more than they do.
pub(in crate::world::packed) fn join_between(
    tree: &Tree,
    groups: Range<usize>,
    other: &Tree,
    watch: impl Watch,
    pairs: &mut PairBuffer,
) -> Result<()> {
    match tree.live() * 2 > other.live() {
        true => dispatch(CrossJoin { tree, groups, other, watch, pairs }),
        false => dispatch(ObjectJoin { tree, groups, other, watch, pairs }),
    }
}

/// Leaves that go down the other tree as wholes.
struct CrossJoin<'a, W> {
    tree: &'a Tree,
    groups: Range<usize>,
    other: &'a Tree,
    watch: W,
    pairs: &'a mut PairBuffer,
}

impl<W: Watch> Kernel for CrossJoin<'_, W> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> Result<()> {
        let (tree, other, watch, pairs) = (self.tree, self.other, self.watch, self.pairs);
        if tree.height() == 0 || other.height() == 0 {
            return Ok(());
        }
        for group in self.groups {
            let Some(own) = watch.leaf(tree, group) else { continue };
            let leaf = Leaf::new(tree, group);
            let bounds = match tree.height() {
                // There is no parent.
                1 => Splat::around(s, leaf.boxes),
                _ => Splat::child(s, &tree.level(1)[group / LANES], group),
            };
            let mut touched = TouchedLeaves::new(other, bounds, watch.look(own));
            while let Some((number, mask)) = touched.next(s) {
                one_by_one(s, Leaf::new(other, number), mask, leaf, watch, pairs)?;
            }
        }
        Ok(())
    }
}

/// Objects that go down the other tree one by one.
struct ObjectJoin<'a, W> {
    tree: &'a Tree,
    groups: Range<usize>,
    other: &'a Tree,
    watch: W,
    pairs: &'a mut PairBuffer,
}

impl<W: Watch> Kernel for ObjectJoin<'_, W> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> Result<()> {
        let (tree, other, watch, pairs) = (self.tree, self.other, self.watch, self.pairs);
        if tree.height() == 0 || other.height() == 0 {
            return Ok(());
        }
        let leaves = tree.level(0);
        for group in self.groups {
            for (lane, &slot) in tree.slots()[group].iter().enumerate() {
                if slot == 0 {
                    continue;
                }
                let seen = watch.look(watch.child(tree, 0, group, lane));
                let mut touched = TouchedLeaves::new(other, Splat::child(s, &leaves[group], lane), seen);
                while let Some((index, mask)) = touched.next(s) {
                    pairs.make_room(AT_ONCE)?;
                    let others = s.compress(mask, s.load_array_u(other.slots()[index]));
                    pairs.add(slot, &others, mask.count_ones() as usize);
                }
            }
        }
        Ok(())
    }
}
