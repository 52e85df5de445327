//! Pairs within a packed tree.

use super::leaf::{Leaf, one_by_one};
use crate::Result;
use crate::arrays::array_of;
use crate::bits::bits;
use crate::simd::{ALL_LANES, Kernel, LANES, Simd, dispatch};
use crate::stack::{FixedStack, Stack};
use crate::world::packed::search::Splat;
use crate::world::packed::tree::{LEVELS, Tree};
use crate::world::packed::watch::{Look, Watch};
use crate::world::pairs::{AT_ONCE, PairBuffer};
use std::ops::Range;

/// Adds the pairs of the objects of some leaves of a tree with those that follow them.
pub(in crate::world::packed) fn join_within(
    tree: &Tree,
    groups: Range<usize>,
    watch: impl Watch,
    pairs: &mut PairBuffer,
) -> Result<()> {
    dispatch(SelfJoin { tree, groups, watch, pairs })
}

/// Nodes that are still to be visited: a level and a block of it. Each level leaves no more than fifteen
/// behind.
type NodeStack = FixedStack<(u32, u32), { LEVELS * LANES + LANES }>;

/// Bits of lanes above one.
#[inline(always)]
fn above(lane: usize) -> u32 {
    0xfffe << (lane % LANES) & ALL_LANES
}

/// Leaves what is set in the mask of a block of some level, which is not the lowest, to be visited.
#[inline(always)]
fn push_children(stack: &mut NodeStack, level: u32, block: u32, mask: u32) {
    for lane in bits(mask) {
        stack.push((level - 1, block * LANES as u32 + lane));
    }
}

/// The join as a kernel.
struct SelfJoin<'a, W> {
    tree: &'a Tree,
    groups: Range<usize>,
    watch: W,
    pairs: &'a mut PairBuffer,
}

/// The number of leaves that are found before their objects are compared.
const CANDIDATES: usize = 512;

impl<W: Watch> Kernel for SelfJoin<'_, W> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> Result<()> {
        let (tree, watch, pairs) = (self.tree, self.watch, self.pairs);
        if tree.height() == 0 {
            return Ok(());
        }
        let mut candidates = [0u32; CANDIDATES + LANES];
        let mut lane_numbers = [0; LANES];
        (0..LANES).for_each(|i| lane_numbers[i] = i as u32);
        for group in self.groups {
            let Some(own) = watch.leaf(tree, group) else { continue };
            let seen = watch.look(own);
            within(s, Leaf::new(tree, group), watch, pairs)?;
            if tree.height() < 2 {
                continue;
            }
            let parents = tree.level(1);
            let bounds = Splat::child(s, &parents[group / LANES], group);
            let mut count = 0;
            let mut stack = NodeStack::default();
            stack.push((tree.height() as u32 - 1, 0));
            while let Some((level, index)) = stack.pop() {
                let (level, index) = (level as usize, index as usize);
                let mut mask = bounds.touching(s, &tree.level(level)[index]) & seen.among(tree, level, index);
                // Only what comes later: the group's own ancestor still, the group itself not.
                let first = (group >> (4 * (level - 1))) + usize::from(level == 1);
                let skip = first.saturating_sub(index * LANES);
                mask &= if skip < LANES { ALL_LANES << skip } else { 0 };
                if level > 1 {
                    push_children(&mut stack, level as u32, index as u32, mask);
                    continue;
                }
                let base = (index * LANES) as u32;
                let found = s.compress(mask, s.load_array_u(array_of(|lane| base + lane_numbers[lane])));
                if let Some(room) = candidates.get_mut(count..).and_then(|room| room.first_chunk_mut()) {
                    *room = found;
                }
                count += mask.count_ones() as usize;
                if count > CANDIDATES {
                    for &other in &candidates[..count.min(CANDIDATES + LANES)] {
                        between(s, tree, [group, other as usize], &bounds, watch, pairs)?;
                    }
                    count = 0;
                }
            }
            for &other in &candidates[..count.min(CANDIDATES + LANES)] {
                between(s, tree, [group, other as usize], &bounds, watch, pairs)?;
            }
        }
        Ok(())
    }
}

/// Pairs within a leaf.
#[inline(always)]
fn within<S: Simd>(s: S, leaf: Leaf, watch: impl Watch, pairs: &mut PairBuffer) -> Result<()> {
    pairs.make_room(LANES * AT_ONCE)?;
    let lanes = s.load_array_u(*leaf.slots);
    for (lane, &slot) in leaf.slots.iter().enumerate() {
        let mask = Splat::child(s, leaf.boxes, lane).touching(s, leaf.boxes)
            & above(lane)
            & leaf.seen_by(leaf, lane, watch);
        if mask != 0 {
            pairs.add(slot, &s.compress(mask, lanes), mask.count_ones() as usize);
        }
    }
    Ok(())
}

/// Pairs between two leaves of a tree.
#[inline(always)]
fn between<S: Simd>(
    s: S,
    tree: &Tree,
    [a, b]: [usize; 2],
    a_bounds: &Splat<S>,
    watch: impl Watch,
    pairs: &mut PairBuffer,
) -> Result<()> {
    let (leaves, parents) = (tree.level(0), tree.level(1));
    let in_a = Splat::child(s, &parents[b / LANES], b).touching(s, &leaves[a]);
    if in_a == 0 {
        return Ok(());
    }
    let in_b = a_bounds.touching(s, &leaves[b]);
    if in_b == 0 {
        return Ok(());
    }
    let leaf = |number| Leaf::new(tree, number);
    // One by one those of the leaf that has fewer.
    match in_b.count_ones() < in_a.count_ones() {
        true => one_by_one(s, leaf(b), in_b, leaf(a), watch, pairs),
        false => one_by_one(s, leaf(a), in_a, leaf(b), watch, pairs),
    }
}
