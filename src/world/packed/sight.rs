//! Filters in a packed tree: beside each box, the groups that one of the objects in it is in, and those that
//! one of them sees. Only kept where objects have different filters.

use crate::Result;
use crate::simd::LANES;
use crate::vectors::{lengthen, make_room};
use crate::world::objects::{GroupFilter, Row};
use bytemuck::{Pod, Zeroable};

/// The groups of the objects in sixteen children, and those that they see; none if there are no objects.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct SightBlock {
    group: [u32; LANES],
    mask: [u32; LANES],
}

impl SightBlock {
    pub(super) const EMPTY: SightBlock = SightBlock { group: [0; LANES], mask: [0; LANES] };

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> GroupFilter {
        GroupFilter { group: self.group[lane % LANES], mask: self.mask[lane % LANES] }
    }

    /// Sets a child's; returns whether it was another.
    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, filter: GroupFilter) -> bool {
        let was = self.get(lane);
        (self.group[lane % LANES], self.mask[lane % LANES]) = (filter.group, filter.mask);
        was != filter
    }

    /// That of all children together.
    #[inline(always)]
    pub(super) fn all(&self) -> GroupFilter {
        let or = |words: &[u32; LANES]| words.iter().fold(0, |all, word| all | word);
        GroupFilter { group: or(&self.group), mask: or(&self.mask) }
    }

    /// A bit for each child in which something may see another, and be seen.
    #[inline(always)]
    pub(super) fn seen(&self, by: GroupFilter) -> u32 {
        let mut seen = 0;
        for lane in 0..LANES {
            let sees = (self.group[lane] & by.mask != 0) & (self.mask[lane] & by.group != 0);
            seen |= u32::from(sees) << lane;
        }
        seen
    }
}

/// Sight blocks of each level of a tree, beside its boxes; only kept if the tree is watched.
#[derive(Default)]
pub(super) struct SightLevels {
    levels: Vec<Vec<SightBlock>>,
    is_watched: bool,
}

impl SightLevels {
    pub(super) fn is_watched(&self) -> bool {
        self.is_watched
    }

    pub(super) fn set_watched(&mut self, is_watched: bool) {
        self.is_watched = is_watched;
    }

    /// The blocks of a level of a tree that is watched.
    #[inline(always)]
    pub(super) fn level(&self, level: usize) -> &[SightBlock] {
        &self.levels[level]
    }

    /// The memory of a level, which may be the next one.
    pub(super) fn memory(&mut self, level: usize) -> Result<&mut Vec<SightBlock>> {
        if self.levels.len() == level {
            make_room(&mut self.levels, 1, "world tree")?;
            self.levels.push(Vec::new());
        }
        Ok(&mut self.levels[level])
    }

    /// Makes a level as long as so many blocks; if it is new and not the lowest, the first of them has the
    /// one block below as its first child.
    pub(super) fn lengthen(&mut self, level: usize, blocks: usize, is_new: bool) -> Result<()> {
        if !self.is_watched {
            return Ok(());
        }
        let below = level.checked_sub(1).filter(|_| is_new).map(|below| self.levels[below][0].all());
        let memory = self.memory(level)?;
        if is_new {
            memory.clear();
        }
        lengthen(memory, blocks, SightBlock::EMPTY, "world tree")?;
        if let Some(filter) = below {
            memory[0].set(0, filter);
        }
        Ok(())
    }

    /// Makes a level as long as so many blocks, for which there is room.
    pub(super) fn resize(&mut self, level: usize, blocks: usize) {
        if self.is_watched {
            self.levels[level].resize(blocks, SightBlock::EMPTY);
        }
    }

    /// From now on it is known who is in which block, if it is not yet. There are so many blocks on each
    /// level, and these slots in the leaves.
    pub(super) fn watch(
        &mut self,
        rows: &[Row],
        slots: &[[u32; LANES]],
        blocks: impl Iterator<Item = usize>,
    ) -> Result<()> {
        if self.is_watched {
            return Ok(());
        }
        let mut height = 0;
        for blocks in blocks {
            let memory = self.memory(height)?;
            memory.clear();
            lengthen(memory, blocks, SightBlock::EMPTY, "world tree")?;
            height += 1;
        }
        for (group, slots) in slots.iter().enumerate() {
            self.set_leaf(rows, group, slots);
        }
        for level in 1..height {
            let (lower, upper) = self.levels.split_at_mut(level);
            for (i, block) in lower[level - 1].iter().enumerate() {
                upper[0][i / LANES].set(i, block.all());
            }
        }
        self.is_watched = true;
        Ok(())
    }

    fn set_leaf(&mut self, rows: &[Row], group: usize, slots: &[u32; LANES]) {
        for (lane, &slot) in slots.iter().enumerate() {
            self.levels[0][group].set(lane, rows[slot as usize].filter());
        }
    }

    /// Notes who is in the leaves from a first one on, of a tree of so many levels, if it is watched.
    pub(super) fn note_leaves(&mut self, rows: &[Row], slots: &[[u32; LANES]], first: usize, height: usize) {
        if !self.is_watched {
            return;
        }
        for (group, slots) in slots.iter().enumerate().skip(first) {
            self.set_leaf(rows, group, slots);
            let mut block = group;
            for level in 1..height {
                let (lower, upper) = self.levels.split_at_mut(level);
                upper[0][block / LANES].set(block, lower[level - 1][block].all());
                block /= LANES;
            }
        }
    }

    /// Notes whom the objects at some places see now, in a tree of so many levels, if it is watched.
    pub(super) fn note(&mut self, rows: &[Row], slots: &[[u32; LANES]], height: usize, places: &[u32]) {
        for &place in if self.is_watched { places } else { &[] } {
            let mut index = place as usize;
            let mut filter = rows[slots[index / LANES][index % LANES] as usize].filter();
            for sights in &mut self.levels[..height] {
                let block = &mut sights[index / LANES];
                if !block.set(index, filter) {
                    break;
                }
                filter = block.all();
                index /= LANES;
            }
        }
    }

    /// Notes that nobody is at a place any more, if the tree is watched. Blocks above stay as they are.
    pub(super) fn clear(&mut self, place: usize) {
        if self.is_watched {
            self.levels[0][place / LANES].set(place, GroupFilter::NOBODY);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.levels.iter().map(Vec::capacity).sum::<usize>() * size_of::<SightBlock>()
    }
}
