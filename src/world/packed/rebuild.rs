//! Sorting in steps: while edits come one by one, each does a bounded part of what it takes to build the tree
//! that will take the place of one that has become bad. Until then, and while it is built, questions are
//! answered by the old one, to which all edits go; those of objects that are in the new one already go to
//! both.
//!
//! The method is that of Overmars and van Leeuwen, "Worst-case optimal insertion and deletion methods for
//! decomposable searching problems", Information Processing Letters 12(4), 1981: global rebuilding.

use super::names::{FRESH, MOVING, NOWHERE, Names, index_of};
use super::tree::{AT_ONCE, Tree};
use crate::Result;
use crate::vectors::{lengthen, make_room};
use crate::world::objects::Objects;
use crate::world::order::{Order, Steps};

/// The number of objects that each edit goes through, about.
pub(super) const STEP: usize = 1536;
/// The number of times that all objects are gone through to sort them, unless they are clustered; at most.
pub(super) const PASSES: usize = 12;
/// The number of slots that are gone through in the time of an object.
const SLOTS: usize = 4;

/// The place of an object that is collected, but not in the tree yet.
const PENDING: u32 = NOWHERE - 1;

#[derive(Clone, Copy, Default, PartialEq)]
enum Stage {
    /// Nothing is built.
    #[default]
    Idle,
    /// The places of objects in other trees are copied.
    Places,
    /// Objects are collected from the trees they are in.
    Collect,
    /// They are sorted.
    Sort,
    /// The tree is built.
    Fill,
}

/// A tree that is being built.
#[derive(Default)]
pub(super) struct Rebuild {
    stage: Stage,
    /// The tree that it will be: the moving one, with all that are fresh, or the fresh one.
    target: u32,
    /// The number of slots, places or members that a stage has gone through.
    at: usize,
    /// The number of places of the fresh tree that are collected; those that come later stay in it.
    fresh: usize,
    /// By slot, where it will be.
    places: Vec<u32>,
    next: Tree,
    steps: Steps,
    /// The places in the new tree of objects that have changed.
    dirty: Vec<u32>,
    /// True if the moving and the fresh tree have become bad.
    wants_moving: bool,
    wants_fresh: bool,
    /// The number of objects gone through so far, for tests.
    work: usize,
}

/// The number of objects that may be gone through for some edits.
pub(super) fn work_of(edits: usize) -> usize {
    edits.saturating_mul(STEP)
}

/// The number of objects that are gone through to sort some.
pub(super) fn work_to_sort(members: usize) -> usize {
    members.saturating_mul(PASSES)
}

impl Rebuild {
    /// Forgets what has been built.
    pub(super) fn cancel(&mut self) {
        self.stage = Stage::Idle;
    }

    /// The same, because so many objects of a tree are sorted at once.
    pub(super) fn forget(&mut self, tree: u32, members: usize) {
        self.cancel();
        self.wants_moving &= tree != MOVING;
        self.wants_fresh &= tree != FRESH;
        self.work += work_to_sort(members);
    }

    fn is_active(&self) -> bool {
        self.stage != Stage::Idle
    }

    /// Notes that the moving or the fresh tree has become bad.
    pub(super) fn want(&mut self, moving: bool, fresh: bool) {
        self.wants_moving |= moving;
        self.wants_fresh |= fresh;
    }

    /// Returns true if the fresh tree is all that has become bad, and nothing is built.
    pub(super) fn wants_fresh_only(&self) -> bool {
        self.wants_fresh && !self.wants_moving && !self.is_active()
    }

    /// The number of objects gone through so far.
    #[cfg(test)]
    pub(super) fn work(&self) -> usize {
        self.work
    }

    /// From now on, it is known who is in which block of all trees.
    pub(super) fn watch(&mut self) {
        if self.stage == Stage::Fill && !self.next.is_watched() {
            self.cancel();
        }
    }

    pub(super) fn builds(&self) -> u64 {
        self.next.builds()
    }

    pub(super) fn bytes(&self) -> usize {
        self.next.bytes()
            + (self.places.capacity() + self.dirty.capacity()) * size_of::<u32>()
            + self.steps.bytes()
    }

    /// Makes room for notes on all slots, and for so many changes.
    pub(super) fn make_room(&mut self, slots: usize, changed: usize) -> Result<()> {
        self.dirty.clear();
        match self.stage {
            Stage::Idle => return Ok(()),
            Stage::Places => {}
            _ => lengthen(&mut self.places, slots, NOWHERE, "world tree")?,
        }
        make_room(&mut self.dirty, changed, "world tree")
    }

    /// The place of an object in the new tree, if it is there.
    fn place_of(&self, slot: u32, names: Names) -> Option<u32> {
        let place = *self.places.get(slot as usize)?;
        (self.stage == Stage::Fill && names.tree_of(place) == self.target).then_some(index_of(place))
    }

    /// Takes an object out of the new tree, or of those that will be in it.
    pub(super) fn take_out(&mut self, slot: u32, names: Names) {
        if self.is_active() {
            if let Some(index) = self.place_of(slot, names) {
                self.next.remove(index);
            }
            if let Some(place) = self.places.get_mut(slot as usize) {
                *place = NOWHERE;
            }
        }
    }

    /// Notes that an object has changed; there is room for the note.
    pub(super) fn note(&mut self, slot: u32, names: Names) {
        if let Some(index) = self.place_of(slot, names) {
            self.dirty.push(index);
        }
    }

    /// Fits the new tree to objects that have changed.
    pub(super) fn refit(&mut self, objects: &Objects) {
        if !self.dirty.is_empty() {
            self.next.watch_some(objects.rows(), &self.dirty);
            self.next.refit_some(objects.rows(), &self.dirty);
        }
    }

    /// Begins to build.
    fn begin(&mut self, target: u32, fresh: usize) {
        self.places.clear();
        (self.stage, self.target, self.at, self.fresh) = (Stage::Places, target, 0, fresh);
    }

    /// Returns true if a tree's objects are collected.
    fn takes(&self, tree: u32) -> bool {
        tree == FRESH || tree == MOVING && self.target == MOVING
    }

    /// Copies the places of slots that are not copied yet, unless their objects will be collected.
    fn copy_places(&mut self, places: &[u32], names: Names, work: &mut usize) -> Result<()> {
        make_room(&mut self.places, places.len() - self.at, "world tree")?;
        let part = self.at..places.len().min(self.at.saturating_add(work.saturating_mul(SLOTS)));
        *work -= part.len().div_ceil(SLOTS).min(*work);
        self.at = part.end;
        let takes_moving = self.takes(MOVING);
        let will_be = |&place: &u32| match names.tree_of(place) {
            FRESH => NOWHERE,
            MOVING if takes_moving => NOWHERE,
            _ => place,
        };
        self.places.extend(places[part].iter().map(will_be));
        if self.at == places.len() {
            (self.stage, self.at) = (Stage::Collect, 0);
        }
        Ok(())
    }

    /// Collects members of the moving tree, if they are taken, and then those of the fresh one.
    fn collect(&mut self, trees: &[Tree; 3], order: &mut Order, work: &mut usize) -> Result<()> {
        let [moving, _, fresh] = trees;
        let moving = if self.takes(MOVING) { moving.slots().as_flattened() } else { &[] };
        let fresh = &fresh.slots().as_flattened()[..self.fresh];
        let all = moving.len() + fresh.len();
        if self.at == 0 {
            order.clear(all)?;
        }
        let part = self.at..all.min(self.at.saturating_add(*work));
        *work -= part.len();
        self.at = part.end;
        let split = moving.len();
        let first = &moving[part.start.min(split)..part.end.min(split)];
        let second = &fresh[part.start.max(split) - split..part.end.max(split) - split];
        for &slot in first.iter().chain(second) {
            if slot != 0 {
                order.collect(slot);
                self.places[slot as usize] = PENDING;
            }
        }
        if self.at == all {
            self.steps.begin(order)?;
            self.stage = Stage::Sort;
        }
        Ok(())
    }

    /// Appends those members to the tree that are there still.
    fn fill(&mut self, objects: &Objects, order: &Order, names: Names, work: &mut usize) {
        let part = self.at..order.count().min(self.at + AT_ONCE);
        // To place them, to fit boxes to them, and to fit those above.
        *work = work.saturating_sub(3 * part.len());
        let mut members = [0; AT_ONCE];
        for (i, (slot, member)) in order.members(part.clone()).zip(&mut members).enumerate() {
            let place = &mut self.places[slot as usize];
            if *place == PENDING {
                *place = names.place(self.target, (self.at + i) as u32);
                *member = slot;
            }
        }
        self.next.append(objects.rows(), &members[..part.len()]);
        self.at = part.end;
    }

    /// Begins to build a tree in the place of one that has become bad, if there is one and none is being
    /// built; there are so many places in the fresh one.
    pub(super) fn begin_wanted(&mut self, fresh: usize) {
        match (self.wants_moving, self.wants_fresh) {
            _ if self.is_active() => {}
            (true, _) => self.begin(MOVING, fresh),
            (false, true) => self.begin(FRESH, fresh),
            (false, false) => {}
        }
    }

    /// Goes through about as many objects as there is work left for; returns whether the new tree is there.
    pub(super) fn advance(
        &mut self,
        objects: &Objects,
        (trees, places, names): (&[Tree; 3], &[u32], Names),
        order: &mut Order,
        is_watched: bool,
        mut work: usize,
    ) -> Result<bool> {
        let all = work;
        let mut is_done = false;
        while work > 0 && !is_done {
            match self.stage {
                Stage::Idle => break,
                Stage::Places => self.copy_places(places, names, &mut work)?,
                Stage::Collect => self.collect(trees, order, &mut work)?,
                Stage::Sort => {
                    if self.steps.advance(order, objects.rows(), &mut work)? {
                        self.next.begin(order.count(), is_watched)?;
                        (self.stage, self.at) = (Stage::Fill, 0);
                    }
                }
                Stage::Fill if self.at < order.count() => self.fill(objects, order, names, &mut work),
                Stage::Fill => is_done = true,
            }
        }
        self.work += all - work;
        Ok(is_done)
    }

    /// The objects that were added to the fresh tree since.
    pub(super) fn later<'a>(&self, fresh: &'a Tree) -> impl Iterator<Item = u32> + Clone + 'a {
        fresh.slots().as_flattened()[self.fresh..].iter().copied().filter(|&slot| slot != 0)
    }

    /// Puts the new tree, which is there, in the place of the old one; returns which that is. So many objects
    /// were added since.
    pub(super) fn put(&mut self, trees: &mut [Tree; 3], places: &mut Vec<u32>, later: usize) -> u32 {
        self.work += later;
        self.next.end(true);
        self.stage = Stage::Idle;
        std::mem::swap(places, &mut self.places);
        std::mem::swap(&mut trees[self.target as usize], &mut self.next);
        self.wants_moving &= self.target != MOVING;
        self.wants_fresh = false;
        self.target
    }
}
