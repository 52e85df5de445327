//! A tree of sixteen children a node, packed: leaves hold sixteen objects each in sorted order, a node the
//! boxes of sixteen that follow each other a level below, and so children are found by counting and nothing
//! points anywhere.
//!
//! Boxes lie in lanes, a number of sixteen children side by side, so that a box is compared with all children
//! of a node at once. Once objects have moved, boxes are fitted to them again, from below; the order stays
//! until it has become bad.

use super::block::{Block, Union, union};
use super::fit::{FitLeaves, FitUpper};
use super::quality::{Quality, looseness};
use super::sight::{SightBlock, SightLevels};
use crate::Result;
use crate::simd::{Kernel, LANES, Simd, dispatch};
use crate::vectors::{lengthen, make_room};
use crate::world::objects::Row;
use crate::world::order::Order;
use crate::world::threads::{Threads, Work};

/// Levels, at most: 16^8 objects have no names.
pub(super) const LEVELS: usize = 8;

/// So many may be added to a tree before it is sorted again.
const TAIL: usize = 8 * LANES;

/// So many objects are appended at once: those below one block of parents of leaves.
pub(super) const AT_ONCE: usize = LANES * LANES;

/// So many parents of leaves are a part of the work.
const PART: usize = 16;

#[derive(Default)]
pub(super) struct Tree {
    /// Level 0 are the leaves; the last of `height` levels is one block. Their memory is kept.
    levels: Vec<Vec<Block>>,
    /// By leaf, the objects in it: 0 for none.
    slots: Vec<[u32; LANES]>,
    height: usize,
    sights: SightLevels,
    /// The number of places in leaves that are taken, by objects or those removed.
    len: usize,
    dead: usize,
    /// The number of the last ones that were added since the others were sorted.
    tail: usize,
    quality: Quality,
    builds: u64,
    refits: u64,
}

impl Tree {
    pub(super) fn height(&self) -> usize {
        self.height
    }

    /// The blocks of a level below the height.
    #[inline(always)]
    pub(super) fn level(&self, level: usize) -> &[Block] {
        &self.levels[level]
    }

    /// The sight blocks of a level of a tree that is watched.
    #[inline(always)]
    pub(super) fn sights(&self, level: usize) -> &[SightBlock] {
        self.sights.level(level)
    }

    /// The number of times that it was built, or sorted.
    pub(super) fn builds(&self) -> u64 {
        self.builds
    }

    /// The number of times that all boxes were fitted to objects that had moved.
    pub(super) fn refits(&self) -> u64 {
        self.refits
    }

    /// By leaf, the objects in it.
    #[inline(always)]
    pub(super) fn slots(&self) -> &[[u32; LANES]] {
        &self.slots[..self.groups()]
    }

    /// The number of leaves.
    #[inline(always)]
    pub(super) fn groups(&self) -> usize {
        self.len.div_ceil(LANES)
    }

    /// The number of places in leaves that are taken.
    pub(super) fn places(&self) -> usize {
        self.len
    }

    /// The number of objects.
    pub(super) fn live(&self) -> usize {
        self.len - self.dead
    }

    /// Returns true if it is worth sorting again because of those removed.
    pub(super) fn is_sparse(&self) -> bool {
        self.dead > self.len / 4 + LANES
    }

    /// The objects.
    pub(super) fn members(&self) -> impl Iterator<Item = u32> + '_ {
        self.slots().as_flattened().iter().copied().filter(|&slot| slot != 0)
    }

    /// Sorts some objects and builds the tree over them. `placed` learns where each lies.
    pub(super) fn build(
        &mut self,
        rows: &[Row],
        members: &mut [u32],
        order: &mut Order,
        threads: &Threads,
        is_watched: bool,
        mut placed: impl FnMut(u32, u32),
    ) -> Result<()> {
        self.clear();
        order.sort(rows, members, threads)?;
        let groups = members.len().div_ceil(LANES);
        lengthen(&mut self.slots, groups, [0; LANES], "world tree")?;
        let mut count = groups;
        let mut height = 0;
        while count > 0 {
            let level = memory(&mut self.levels, height)?;
            level.clear();
            lengthen(level, count, Block::EMPTY, "world tree")?;
            height += 1;
            count = if count == 1 { 0 } else { count.div_ceil(LANES) };
        }
        for (group, chunk) in self.slots.iter_mut().zip(members.chunks(LANES)) {
            *group = [0; LANES];
            group[..chunk.len()].copy_from_slice(chunk);
        }
        for (place, &slot) in members.iter().enumerate() {
            placed(slot, place as u32);
        }
        (self.len, self.height) = (members.len(), height);
        self.builds += 1;
        self.fit(rows, threads);
        self.quality.set_sorted(self.looseness());
        self.sights.set_watched(false);
        if is_watched { self.watch(rows) } else { Ok(()) }
    }

    /// Begins to be built over at most so many objects, which are appended in sorted order. Until
    /// [`Tree::end`] it is a tree of those that are there already, of its full height, in which objects may
    /// move and be removed.
    pub(super) fn begin(&mut self, count: usize, is_watched: bool) -> Result<()> {
        self.clear();
        self.quality.reset();
        self.sights.set_watched(is_watched);
        let mut blocks = count.div_ceil(LANES);
        renew(&mut self.slots, blocks)?;
        while blocks > 0 {
            renew(memory(&mut self.levels, self.height)?, blocks)?;
            if is_watched {
                renew(self.sights.memory(self.height)?, blocks)?;
            }
            self.height += 1;
            blocks = if blocks == 1 { 0 } else { blocks.div_ceil(LANES) };
        }
        Ok(())
    }

    /// Appends up to [`AT_ONCE`] objects, so many but for the last, of which those that are 0 are not there.
    pub(super) fn append(&mut self, rows: &[Row], members: &[u32]) {
        let first = self.groups();
        for chunk in members.chunks(LANES) {
            let mut group = [0; LANES];
            group[..chunk.len()].copy_from_slice(chunk);
            self.slots.push(group);
        }
        self.len += members.len();
        self.dead += members.iter().filter(|&&slot| slot == 0).count();
        let mut blocks = self.groups();
        for level in 0..self.height {
            // There is room.
            self.levels[level].resize(blocks, Block::EMPTY);
            self.sights.resize(level, blocks);
            blocks = blocks.div_ceil(LANES);
        }
        if let [leaves, upper @ ..] = &mut self.levels[..self.height] {
            let parents = upper.first_mut().map_or(&mut [][..], |level| &mut level[first / LANES..]);
            dispatch(FitLeaves { rows, slots: &self.slots[first..], leaves: &mut leaves[first..], parents });
        }
        // All that were appended are in one block of parents.
        let mut block = first / LANES;
        for level in 1..self.height.saturating_sub(1) {
            let (lower, upper) = self.levels.split_at_mut(level + 1);
            let [min, max] = dispatch(Union { block: &lower[level][block] });
            upper[0][block / LANES].set(block, min, max);
            block /= LANES;
        }
        self.sights.note_leaves(rows, &self.slots[..self.len.div_ceil(LANES)], first, self.height);
    }

    /// All are there, in sorted order or in any.
    pub(super) fn end(&mut self, is_sorted: bool) {
        self.builds += u64::from(is_sorted);
        self.tail = if is_sorted { 0 } else { self.len };
        self.quality.set_sorted(self.looseness());
    }

    /// Empties it.
    pub(super) fn clear(&mut self) {
        (self.len, self.dead, self.height, self.tail) = (0, 0, 0, 0);
    }

    /// From now on it is known who is in which block, if it is not yet.
    pub(super) fn watch(&mut self, rows: &[Row]) -> Result<()> {
        let blocks = self.levels[..self.height].iter().map(Vec::len);
        self.sights.watch(rows, &self.slots[..self.len.div_ceil(LANES)], blocks)
    }

    pub(super) fn is_watched(&self) -> bool {
        self.sights.is_watched()
    }

    /// Notes whom the objects at some places see now, if it is watched.
    pub(super) fn watch_some(&mut self, rows: &[Row], places: &[u32]) {
        self.sights.note(rows, &self.slots, self.height, places);
    }

    /// Adds an object after all others, wherever it is; returns its place. The work grows with the height
    /// only, but the more have been added so, the worse is the order.
    pub(super) fn add(&mut self, rows: &[Row], slot: u32) -> Result<u32> {
        let place = self.len;
        let leaves = place / LANES + 1;
        if self.slots.len() < leaves {
            make_room(&mut self.slots, 1, "world tree")?;
            self.slots.push([0; LANES]);
        }
        let (mut count, mut level) = (leaves, 0);
        loop {
            let is_new = level >= self.height;
            let below = level.checked_sub(1).filter(|_| is_new);
            let root = below.map(|below| dispatch(Union { block: &self.levels[below][0] }));
            let blocks = memory(&mut self.levels, level)?;
            if is_new {
                blocks.clear();
            }
            lengthen(blocks, count, Block::EMPTY, "world tree")?;
            if let Some([min, max]) = root {
                blocks[0].set(0, min, max);
            }
            self.sights.lengthen(level, count, is_new)?;
            level += 1;
            if count == 1 {
                break;
            }
            count = count.div_ceil(LANES);
        }
        if place.is_multiple_of(LANES) {
            self.slots[leaves - 1] = [0; LANES];
        }
        self.slots[leaves - 1][place % LANES] = slot;
        self.height = level;
        self.len += 1;
        self.tail += 1;
        let place = place as u32;
        dispatch(FitSome { tree: self, rows, places: &[place] });
        self.watch_some(rows, &[place]);
        Ok(place)
    }

    /// Returns true if it is worth sorting again because of those added.
    pub(super) fn is_unsorted(&self) -> bool {
        self.tail > (self.len - self.tail) / 16 + TAIL
    }

    /// Fits all boxes to the objects; returns whether the order is still good.
    pub(super) fn refit(&mut self, rows: &[Row], threads: &Threads) -> bool {
        if !self.quality.is_worth_fitting() {
            return false;
        }
        self.refits += 1;
        self.fit(rows, threads);
        self.quality.set(self.looseness());
        self.quality.judge()
    }

    fn fit(&mut self, rows: &[Row], threads: &Threads) {
        let (groups, height) = (self.groups(), self.height);
        let slots = &self.slots[..groups];
        if let [leaves, upper @ ..] = &mut self.levels[..height] {
            let parents = upper.first_mut().map_or(&mut [][..], |level| &mut level[..]);
            if !Work::FitBoxes.is_worth_sharing(self.len) {
                dispatch(FitLeaves { rows, slots, leaves, parents });
            } else {
                let leaves = leaves.chunks_mut(PART * LANES);
                let parts = slots.chunks(PART * LANES).zip(leaves).zip(parents.chunks_mut(PART));
                threads.share(parts, |((slots, leaves), parents)| {
                    dispatch(FitLeaves { rows, slots, leaves, parents });
                });
            }
        }
        dispatch(FitUpper { levels: &mut self.levels[..height] });
    }

    /// Fits the boxes above one place to its object.
    #[inline(always)]
    fn fit_one<S: Simd>(&mut self, s: S, rows: &[Row], place: usize) {
        let (mut index, slot) = (place, self.slots[place / LANES][place % LANES]);
        let row = &rows[slot as usize];
        let (mut min, mut max) = (row.min, row.max);
        for level in 0..self.height {
            let block = &mut self.levels[level][index / LANES];
            let bounds = block.bounds(index);
            if level > 0 && bounds.min.to_array() == min && bounds.max.to_array() == max {
                return;
            }
            block.set(index, min, max);
            if level + 1 < self.height {
                [min, max] = union(s, block);
            }
            index /= LANES;
        }
    }

    /// Fits the boxes above some places to their objects; returns whether the order is still good.
    pub(super) fn refit_some(&mut self, rows: &[Row], places: &[u32]) -> bool {
        dispatch(FitSome { tree: self, rows, places });
        if !self.quality.note_fitted(places.len(), self.len) {
            return true;
        }
        self.quality.set(self.looseness());
        self.quality.is_good()
    }

    /// Removes the object at a place. Boxes around it stay as they are.
    pub(super) fn remove(&mut self, place: u32) {
        let place = place as usize;
        self.slots[place / LANES][place % LANES] = 0;
        self.levels[0][place / LANES].set(place, [f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        self.sights.clear(place);
        self.dead += 1;
    }

    /// The size of the boxes of leaves; 0 of a tree that is a single one.
    fn looseness(&self) -> f32 {
        if self.height < 2 { 0.0 } else { looseness(&self.levels[1], self.groups()) }
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let blocks: usize = self.levels.iter().map(Vec::capacity).sum();
        blocks * size_of::<Block>() + self.sights.bytes() + self.slots.capacity() * size_of::<[u32; LANES]>()
    }
}

/// The memory of a level, which may be the next one.
fn memory(levels: &mut Vec<Vec<Block>>, level: usize) -> Result<&mut Vec<Block>> {
    if levels.len() == level {
        make_room(levels, 1, "world tree")?;
        levels.push(Vec::new());
    }
    Ok(&mut levels[level])
}

/// Empties a vector and makes room for so many elements, and some more, so that it lasts; what it held is not
/// copied.
fn renew<T>(vector: &mut Vec<T>, count: usize) -> Result<()> {
    vector.clear();
    if vector.capacity() < count {
        *vector = Vec::new();
        make_room(vector, count + count / 2, "world tree")?;
    }
    Ok(())
}

struct FitSome<'a> {
    tree: &'a mut Tree,
    rows: &'a [Row],
    places: &'a [u32],
}

impl Kernel for FitSome<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        for &place in self.places {
            self.tree.fit_one(s, self.rows, place as usize);
        }
    }
}
