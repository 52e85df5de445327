//! The leaves of a packed tree that a box touches.

use super::splat::Splat;
use crate::simd::{LANES, Simd};
use crate::stack::{FixedStack, Stack};
use crate::world::packed::tree::{LEVELS, Tree};
use crate::world::packed::watch::Look;

/// The number of leaves that are found, about, before their children are looked at.
const AHEAD: usize = 112;

/// The leaves of a tree whose boxes touch one, one after another. Whatever is found is written before it is
/// known how much it is: which children are touched, nobody can predict.
pub(in crate::world::packed) struct TouchedLeaves<'a, S: Simd, L> {
    tree: &'a Tree,
    bounds: Splat<S>,
    seen: L,
    /// Nodes that are not leaves, see [`numbered`].
    stack: FixedStack<u32, { LEVELS * LANES + LANES }>,
    leaves: FixedStack<u32, { AHEAD + LANES }>,
}

/// A node above the leaves as one number: its level, and its number there, of which there are at most 2^22.
const LEVEL_SHIFT: u32 = 28;

#[inline(always)]
fn numbered(level: u32, index: u32) -> u32 {
    level << LEVEL_SHIFT | index
}

impl<'a, S: Simd, L: Look> TouchedLeaves<'a, S, L> {
    #[inline(always)]
    pub(in crate::world::packed) fn new(tree: &'a Tree, bounds: Splat<S>, seen: L) -> Self {
        let (mut stack, mut leaves) = (FixedStack::default(), FixedStack::default());
        match tree.height() {
            0 => {}
            1 => leaves.push(0),
            height => stack.push(numbered(height as u32 - 1, 0)),
        }
        TouchedLeaves { tree, bounds, seen, stack, leaves }
    }

    /// A leaf, and a bit for each child that is touched, of which there may be none.
    #[inline(always)]
    pub(in crate::world::packed) fn next(&mut self, s: S) -> Option<(usize, u32)> {
        if self.leaves.is_empty() {
            self.find(s);
        }
        let leaf = self.leaves.pop()? as usize;
        let mask = self.bounds.touching(s, &self.tree.level(0)[leaf]);
        Some((leaf, mask & self.seen.among(self.tree, 0, leaf)))
    }

    /// Finds some more leaves, if there are any.
    #[inline(always)]
    fn find(&mut self, s: S) {
        while self.leaves.len() <= AHEAD
            && let Some(node) = self.stack.pop()
        {
            let (level, index) = (node >> LEVEL_SHIFT, node % (1 << LEVEL_SHIFT));
            let mask = self.bounds.touching(s, &self.tree.level(level as usize)[index as usize])
                & self.seen.among(self.tree, level as usize, index as usize);
            let mut children = [0; LANES];
            for (lane, child) in children.iter_mut().enumerate() {
                *child = numbered(level - 1, index * LANES as u32 + lane as u32);
            }
            let (found, count) = (s.compress(mask, s.load_array_u(children)), mask.count_ones() as usize);
            match level {
                1 => self.leaves.push_first(count, found),
                _ => self.stack.push_first(count, found),
            }
        }
    }
}
