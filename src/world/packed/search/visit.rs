//! Visits of the objects of a packed tree in about the order of their keys.

use super::bounds::LowerBounds;
use crate::bits::bits;
use crate::simd::{Kernel, LANES, Simd, dispatch};
use crate::stack::{FixedStack, Stack, StackEntry};
use crate::world::packed::tree::{LEVELS, Tree};
use crate::world::packed::watch::Look;
use crate::world::structure::Visitor;

/// A node still to be visited: a level and a block of it, and a lower bound on the keys of what is in it.
type KeyedStack = FixedStack<StackEntry<(u32, u32)>, { LEVELS * LANES + LANES }>;

/// Visits objects in about the order of their keys, as long as the visitor still wants what has such.
pub(in crate::world::packed) fn visit_nearest_first(
    tree: &Tree,
    bounds: &impl LowerBounds,
    seen: impl Look,
    visitor: &mut dyn Visitor,
) {
    dispatch(Ordered { tree, bounds, seen, visitor });
}

/// The visit as a kernel.
struct Ordered<'a, K, L> {
    tree: &'a Tree,
    bounds: &'a K,
    seen: L,
    visitor: &'a mut dyn Visitor,
}

impl<K: LowerBounds, L: Look> Kernel for Ordered<'_, K, L> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        if self.tree.height() == 0 {
            return;
        }
        let lanes = self.bounds.lanes(s);
        let mut limit = self.bounds.limit(self.visitor.limit());
        let mut stack = KeyedStack::default();
        stack.push(StackEntry { key: f32::NEG_INFINITY, node: (self.tree.height() as u32 - 1, 0) });
        while let Some(StackEntry { key, node: (level, index) }) = stack.pop() {
            if key > limit {
                continue;
            }
            let block = &self.tree.level(level as usize)[index as usize];
            let (mut mask, keys) = K::bounds(s, &lanes, block, limit);
            mask &= self.seen.among(self.tree, level as usize, index as usize);
            if mask == 0 {
                continue;
            }
            // The nearest last: the place of a child is how many others are farther.
            let count = mask.count_ones() as usize;
            let key_of = s.to_array(keys);
            let mut order = [StackEntry { key: 0.0, node: (0, 0) }; LANES];
            for lane in bits(mask) {
                let lane = lane as usize % LANES;
                let key = key_of[lane];
                let key_lanes = s.splat(key);
                let farther = s.lt(key_lanes, keys) | s.le(key_lanes, keys) & ((1 << lane) - 1);
                let place = (farther & mask).count_ones() as usize % LANES;
                order[place] =
                    StackEntry { key, node: (level.wrapping_sub(1), index * LANES as u32 + lane as u32) };
            }
            let order = &order[..count.min(LANES)];
            if level > 0 {
                order.iter().for_each(|&entry| stack.push(entry));
                continue;
            }
            for entry in order.iter().rev() {
                let slot = self.tree.slots()[index as usize][entry.node.1 as usize % LANES];
                if slot != 0 && entry.key <= limit {
                    self.visitor.object(slot);
                    limit = self.bounds.limit(self.visitor.limit());
                }
            }
        }
    }
}

/// A node that may hold an answer: how soon it should be visited, its level and its number there.
#[derive(Clone, Copy)]
struct Candidate {
    bound: f64,
    level: u32,
    index: u32,
}

/// Visits objects in about the order of their bounds, asking the visitor about every box.
pub(in crate::world::packed) fn visit(tree: &Tree, seen: impl Look, visitor: &mut dyn Visitor) {
    if tree.height() == 0 {
        return;
    }
    let mut stack = FixedStack::<Candidate, { LEVELS * LANES + LANES }>::default();
    stack.push(Candidate { bound: f64::NEG_INFINITY, level: tree.height() as u32 - 1, index: 0 });
    while let Some(Candidate { level, index, .. }) = stack.pop() {
        let block = &tree.level(level as usize)[index as usize];
        let mut order = [Candidate { bound: 0.0, level: 0, index: 0 }; LANES];
        let mut count = 0;
        let among = seen.among(tree, level as usize, index as usize);
        for lane in 0..LANES {
            let bounds = block.bounds(lane);
            // Of those that are not there.
            if bounds.min.x > bounds.max.x || among >> lane & 1 == 0 {
                continue;
            }
            let Some(bound) = visitor.bound(&bounds) else { continue };
            let child =
                Candidate { bound, level: level.wrapping_sub(1), index: index * LANES as u32 + lane as u32 };
            let mut place = count;
            while place > 0 && order[place - 1].bound < child.bound {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = child;
            count += 1;
        }
        if level > 0 {
            order[..count].iter().for_each(|&child| stack.push(child));
            continue;
        }
        for child in order[..count].iter().rev() {
            visitor.object(tree.slots()[index as usize][child.index as usize % LANES]);
        }
    }
}
