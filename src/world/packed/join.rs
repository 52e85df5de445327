//! Pairs of boxes that touch, in one packed tree or between two. A whole leaf goes down the tree at once, by
//! its box, and meets other leaves; then sixteen objects of one are compared with those of the other that
//! touch the box.

use super::block::{Block, union};
use super::tree::{LEVELS, Tree};
use super::watch::{Look, Watch};
use crate::Result;
use crate::arrays::array_of;
use crate::bits::bits;
use crate::simd::{ALL_LANES, Kernel, LANES, Simd};
use crate::stack::{FixedStack, Stack};
use crate::world::pairs::{AT_ONCE, PairBuffer};
use std::ops::Range;

/// Nodes that are still to be visited: a level and a block of it. Each level leaves no more than fifteen
/// behind.
pub(super) type NodeStack = FixedStack<(u32, u32), { LEVELS * LANES + LANES }>;

/// A box in all lanes.
#[derive(Clone, Copy)]
pub(super) struct Splat<S: Simd> {
    pub(super) min: [S::F; 3],
    pub(super) max: [S::F; 3],
}

#[inline(always)]
pub(super) fn splat<S: Simd>(s: S, block: &Block, lane: usize) -> Splat<S> {
    let lane = lane % LANES;
    Splat {
        min: [s.splat(block.min[0][lane]), s.splat(block.min[1][lane]), s.splat(block.min[2][lane])],
        max: [s.splat(block.max[0][lane]), s.splat(block.max[1][lane]), s.splat(block.max[2][lane])],
    }
}

/// A bit for each child whose box touches.
#[inline(always)]
pub(super) fn touching<S: Simd>(s: S, block: &Block, with: &Splat<S>) -> u32 {
    let min = [s.load_array(block.min[0]), s.load_array(block.min[1]), s.load_array(block.min[2])];
    let max = [s.load_array(block.max[0]), s.load_array(block.max[1]), s.load_array(block.max[2])];
    s.boxes_touch([min, max], [with.min, with.max])
}

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

/// The number of leaves that are found, about, before their children are looked at.
const AHEAD: usize = 112;

/// The leaves of a tree whose boxes touch one, one after another. Whatever is found is written before it is
/// known how much it is: which children are touched, nobody can predict.
pub(super) struct TouchedLeaves<'a, S: Simd, L> {
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
    pub(super) fn new(tree: &'a Tree, bounds: Splat<S>, seen: L) -> Self {
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
    pub(super) fn next(&mut self, s: S) -> Option<(usize, u32)> {
        if self.leaves.is_empty() {
            self.find(s);
        }
        let leaf = self.leaves.pop()? as usize;
        let mask = touching(s, &self.tree.level(0)[leaf], &self.bounds);
        Some((leaf, mask & self.seen.among(self.tree, 0, leaf)))
    }

    /// Finds some more leaves, if there are any.
    #[inline(always)]
    fn find(&mut self, s: S) {
        while self.leaves.len() <= AHEAD
            && let Some(node) = self.stack.pop()
        {
            let (level, index) = (node >> LEVEL_SHIFT, node % (1 << LEVEL_SHIFT));
            let mask = touching(s, &self.tree.level(level as usize)[index as usize], &self.bounds)
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

/// The objects of a leaf, and where it is, by which is found whom they see.
#[derive(Clone, Copy)]
struct Leaf<'a> {
    boxes: &'a Block,
    slots: &'a [u32; LANES],
    tree: &'a Tree,
    number: usize,
}

impl<'a> Leaf<'a> {
    #[inline(always)]
    fn new(tree: &'a Tree, number: usize) -> Self {
        Leaf { boxes: &tree.level(0)[number], slots: &tree.slots()[number], tree, number }
    }

    /// A bit for each of its objects that the one in a lane of another leaf sees.
    #[inline(always)]
    fn seen_by(self, other: Leaf, lane: usize, watch: impl Watch) -> u32 {
        let filter = watch.child(other.tree, 0, other.number, lane);
        watch.look(filter).among(self.tree, 0, self.number)
    }
}

/// The pairs of some objects of one leaf, one by one, with those of another.
#[inline(always)]
fn one_by_one<S: Simd>(
    s: S,
    few: Leaf,
    some: u32,
    many: Leaf,
    watch: impl Watch,
    pairs: &mut PairBuffer,
) -> Result<()> {
    pairs.make_room(LANES * AT_ONCE)?;
    let slots = s.load_array_u(*many.slots);
    for lane in bits(some) {
        let lane = lane as usize % LANES;
        let mask = touching(s, many.boxes, &splat(s, few.boxes, lane)) & many.seen_by(few, lane, watch);
        if mask != 0 {
            pairs.add(few.slots[lane], &s.compress(mask, slots), mask.count_ones() as usize);
        }
    }
    Ok(())
}

/// Pairs within a tree, of the objects of some leaves with those that follow them.
pub(super) struct SelfJoin<'a, W> {
    pub(super) tree: &'a Tree,
    pub(super) groups: Range<usize>,
    pub(super) watch: W,
    pub(super) pairs: &'a mut PairBuffer,
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
            let bounds = splat(s, &parents[group / LANES], group);
            let mut count = 0;
            let mut stack = NodeStack::default();
            stack.push((tree.height() as u32 - 1, 0));
            while let Some((level, index)) = stack.pop() {
                let (level, index) = (level as usize, index as usize);
                let mut mask =
                    touching(s, &tree.level(level)[index], &bounds) & seen.among(tree, level, index);
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
        let mask = touching(s, leaf.boxes, &splat(s, leaf.boxes, lane))
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
    let in_a = touching(s, &leaves[a], &splat(s, &parents[b / LANES], b));
    if in_a == 0 {
        return Ok(());
    }
    let in_b = touching(s, &leaves[b], a_bounds);
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

/// Pairs of the objects of some leaves of a tree with those of another.
pub(super) struct CrossJoin<'a, W> {
    pub(super) tree: &'a Tree,
    pub(super) groups: Range<usize>,
    pub(super) other: &'a Tree,
    pub(super) watch: W,
    pub(super) pairs: &'a mut PairBuffer,
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
                1 => whole(s, leaf.boxes),
                _ => splat(s, &tree.level(1)[group / LANES], group),
            };
            let mut touched = TouchedLeaves::new(other, bounds, watch.look(own));
            while let Some((number, mask)) = touched.next(s) {
                one_by_one(s, Leaf::new(other, number), mask, leaf, watch, pairs)?;
            }
        }
        Ok(())
    }
}

/// The same, for objects so few among those of the other tree that the box of a leaf of them would touch far
/// more than they do: they go down one by one.
pub(super) struct ObjectJoin<'a, W> {
    pub(super) tree: &'a Tree,
    pub(super) groups: Range<usize>,
    pub(super) other: &'a Tree,
    pub(super) watch: W,
    pub(super) pairs: &'a mut PairBuffer,
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
                let mut touched = TouchedLeaves::new(other, splat(s, &leaves[group], lane), seen);
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

/// The box of a leaf without a parent.
#[inline(always)]
fn whole<S: Simd>(s: S, leaf: &Block) -> Splat<S> {
    let [min, max] = union(s, leaf);
    Splat {
        min: [s.splat(min[0]), s.splat(min[1]), s.splat(min[2])],
        max: [s.splat(max[0]), s.splat(max[1]), s.splat(max[2])],
    }
}
