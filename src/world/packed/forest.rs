//! The trees of the fast structure, where in them each object is, and how they take in changes.

use super::names::{FRESH, MOVING, NOWHERE, Names, RESTING, index_of};
use super::rebuild::{Rebuild, work_of, work_to_sort};
use super::resting::Resting;
use super::tree::{AT_ONCE, Tree};
use crate::Result;
use crate::simd::LANES;
use crate::vectors::{lengthen, make_room};
use crate::world::objects::{GroupFilter, Objects, SlotSet};
use crate::world::order::Order;
use crate::world::threads::Threads;

/// Returns true if so many fresh objects are so many that they are to be sorted in among those that move.
fn has_many(fresh: usize, moving: &Tree) -> bool {
    fresh > moving.live() / 8 + 4 * LANES
}

/// See the module.
#[derive(Default)]
pub(super) struct Forest {
    trees: [Tree; 3],
    /// By slot, where it is.
    places: Vec<u32>,
    names: Names,
    /// The filter of all objects, if they have the same.
    only: Option<GroupFilter>,
    /// Of the changes that are being taken in: slots that are in no tree yet, and places of the moving and
    /// the fresh tree whose objects have changed.
    newest: Vec<u32>,
    dirty: Vec<u32>,
    dirty_fresh: Vec<u32>,
    rebuild: Rebuild,
    order: Order,
    /// Those that are to be sorted.
    members: Vec<u32>,
    threads: Threads,
}

impl Forest {
    pub(super) fn new(threads: Threads) -> Forest {
        Forest { threads, ..Forest::default() }
    }

    /// The moving, the resting and the fresh tree.
    #[inline(always)]
    pub(super) fn trees(&self) -> &[Tree; 3] {
        &self.trees
    }

    #[inline(always)]
    pub(super) fn moving(&self) -> &Tree {
        &self.trees[MOVING as usize]
    }

    #[inline(always)]
    pub(super) fn resting(&self) -> &Tree {
        &self.trees[RESTING as usize]
    }

    #[inline(always)]
    pub(super) fn names(&self) -> Names {
        self.names
    }

    /// The filter of all objects, if they have the same; if not, trees are watched.
    #[inline(always)]
    pub(super) fn only(&self) -> Option<GroupFilter> {
        self.only
    }

    pub(super) fn threads(&self) -> &Threads {
        &self.threads
    }

    /// The place of an object in the resting tree, if it is there.
    #[inline(always)]
    pub(super) fn resting_place(&self, slot: u32) -> Option<u32> {
        let at = self.places[slot as usize];
        (self.names.tree_of(at) == RESTING).then_some(index_of(at))
    }

    /// Sets a set, which has room, to the objects of the resting tree.
    pub(super) fn list_resting(&self, set: &mut SlotSet) {
        Resting::new(self.resting(), &self.places, self.names).list(set);
    }

    /// Returns true if those that rest are few beside those that move.
    pub(super) fn has_few_resting(&self) -> bool {
        self.resting().live() <= self.moving().live() / 16
    }

    /// Begins to take in so many changes; returns whether each of them does a part of what is to be sorted,
    /// for which there is time unless pairs are asked for next.
    pub(super) fn begin(&mut self, objects: &Objects, changed: usize, expects_pairs: bool) -> Result<bool> {
        let slots = objects.slots();
        self.rebuild.make_room(slots, changed)?;
        lengthen(&mut self.places, slots, NOWHERE, "world tree")?;
        for notes in [&mut self.newest, &mut self.dirty, &mut self.dirty_fresh] {
            notes.clear();
            make_room(notes, changed, "world tree")?;
        }
        self.only = objects.sights().only();
        if self.only.is_none() {
            self.trees.iter_mut().try_for_each(|tree| tree.watch(objects.rows()))?;
            self.rebuild.watch();
        }
        // If much has changed, it takes no more to sort all at once.
        let [moving, _, fresh] = &self.trees;
        let members = moving.live() + fresh.live() + changed;
        let is_stepwise = !expects_pairs && work_to_sort(members) > work_of(changed);
        if !is_stepwise {
            self.rebuild.cancel();
        }
        Ok(is_stepwise)
    }

    /// Notes that an object has changed that stays in the moving tree, if it may; false if it may not, or is
    /// not there.
    #[inline(always)]
    pub(super) fn note_moving(&mut self, slot: u32, names: Names, may_stay: bool) -> bool {
        let at = self.places[slot as usize];
        let is_moving = may_stay & (names.tree_of(at) == MOVING);
        if is_moving {
            self.dirty.push(index_of(at));
        }
        is_moving
    }

    /// Notes that an object is new, has changed or is gone. If `may_leave`, it leaves the moving tree where
    /// it has jumped.
    pub(super) fn note(&mut self, objects: &Objects, slot: u32, may_leave: bool) {
        let at = self.places[slot as usize];
        let is_there = objects.is_live(slot);
        if is_there {
            self.rebuild.note(slot, self.names);
        }
        let leaves = may_leave && is_there && self.jumps(slot, at, objects);
        match (self.names.tree_of(at), is_there) {
            (MOVING, true) if !leaves => self.dirty.push(index_of(at)),
            (FRESH, true) => self.dirty_fresh.push(index_of(at)),
            (_, false) => self.take_out(slot),
            (_, true) => {
                self.take_out(slot);
                self.newest.push(slot);
            }
        }
    }

    /// Returns true if an object, which is at a place, is in the moving tree, but not where its leaf was any
    /// more, which so would grow large.
    fn jumps(&self, slot: u32, at: u32, objects: &Objects) -> bool {
        let (tree, leaf) = (self.moving(), index_of(at) as usize / LANES);
        self.names.tree_of(at) == MOVING
            && tree.height() > 1
            && !tree.level(1)[leaf / LANES].bounds(leaf).touches(&objects.bounds(slot))
    }

    /// Takes an object out of where it is.
    fn take_out(&mut self, slot: u32) {
        let at = std::mem::replace(&mut self.places[slot as usize], NOWHERE);
        self.rebuild.take_out(slot, self.names);
        if let Some(tree) = self.trees.get_mut(self.names.tree_of(at) as usize) {
            tree.remove(index_of(at));
        }
    }

    /// The numbers of noted objects that have moved in the moving tree, and of those in no tree.
    pub(super) fn noted(&self) -> (usize, usize) {
        (self.dirty.len(), self.newest.len())
    }

    /// Takes in all that was noted.
    pub(super) fn refresh(&mut self, objects: &Objects, expects_pairs: bool) -> Result<()> {
        self.watch_noted(objects);
        let rows = objects.rows();
        let [moving, _, fresh] = &mut self.trees;
        let count = fresh.live() + self.newest.len();
        let many = has_many(count, moving);
        let is_good = if count > 0 && (many || expects_pairs) || moving.is_sparse() {
            false
        } else if self.dirty.len() > moving.live() / 8 {
            moving.refit(rows, &self.threads)
        } else {
            moving.refit_some(rows, &self.dirty)
        };
        if !is_good {
            if many || expects_pairs {
                return self.merge_fresh(objects);
            }
            // The fresh ones stay where they are.
            make_room(&mut self.members, moving.live(), "world tree")?;
            self.members.clear();
            self.members.extend(moving.members());
            self.build(MOVING, objects)?;
        }
        let fresh = &mut self.trees[FRESH as usize];
        if !fresh.refit_some(rows, &self.dirty_fresh)
            || self.newest.len() > fresh.live() / 4 + LANES
            || fresh.is_unsorted()
            || fresh.is_sparse()
        {
            return self.build_fresh(objects);
        }
        self.add_newest(objects)
    }

    /// The same, with so many edits, each of which does a part of what is to be sorted.
    pub(super) fn refresh_in_steps(&mut self, objects: &Objects, edits: usize) -> Result<()> {
        self.watch_noted(objects);
        let [moving, _, fresh] = &mut self.trees;
        let count = fresh.live() + self.newest.len();
        let moving_fits = moving.refit_some(objects.rows(), &self.dirty) && !moving.is_sparse();
        let fresh_fits = fresh.refit_some(objects.rows(), &self.dirty_fresh) && !fresh.is_sparse();
        let (wants_moving, wants_fresh) =
            (!moving_fits || has_many(count, moving), !fresh_fits || fresh.is_unsorted());
        self.rebuild.refit(objects);
        self.rebuild.want(wants_moving, wants_fresh);
        let is_little = work_to_sort(count) <= work_of(edits);
        if is_little && self.rebuild.wants_fresh_only() {
            return self.build_fresh(objects);
        }
        self.rebuild_some(objects, edits)?;
        self.add_newest(objects)
    }

    /// Notes whom those objects see now that have changed and stay where they are.
    fn watch_noted(&mut self, objects: &Objects) {
        let [moving, _, fresh] = &mut self.trees;
        moving.watch_some(objects.rows(), &self.dirty);
        fresh.watch_some(objects.rows(), &self.dirty_fresh);
    }

    /// Goes on with the tree that is being built, or begins with one where another has become bad: each edit
    /// does a part of it.
    fn rebuild_some(&mut self, objects: &Objects, edits: usize) -> Result<()> {
        self.rebuild.begin_wanted(self.trees[FRESH as usize].places());
        let now = (&self.trees, &self.places[..], self.names);
        let is_watched = self.only.is_none();
        match self.rebuild.advance(objects, now, &mut self.order, is_watched, work_of(edits))? {
            true => self.take_rebuilt(objects),
            false => Ok(()),
        }
    }

    /// Puts the new tree in the place of the old one. Those that were added to the fresh tree since are added
    /// to the one that is fresh now: so many as there were edits meanwhile, at most.
    fn take_rebuilt(&mut self, objects: &Objects) -> Result<()> {
        let later = self.rebuild.later(&self.trees[FRESH as usize]);
        make_room(&mut self.members, later.clone().count(), "world tree")?;
        self.members.clear();
        self.members.extend(later);
        let target = self.rebuild.put(&mut self.trees, &mut self.places, self.members.len());
        let fresh = &mut self.trees[FRESH as usize];
        if target == FRESH {
            // Few, as this takes few edits.
            for &slot in &self.members {
                let index = fresh.add(objects.rows(), slot)?;
                self.places[slot as usize] = self.names.place(FRESH, index);
            }
            return Ok(());
        }
        fresh.begin(self.members.len(), self.only.is_none())?;
        for members in self.members.chunks(AT_ONCE) {
            fresh.append(objects.rows(), members);
        }
        fresh.end(false);
        for (index, &slot) in self.members.iter().enumerate() {
            self.places[slot as usize] = self.names.place(FRESH, index as u32);
        }
        Ok(())
    }

    /// Adds the newest to the fresh tree, and be its order bad.
    fn add_newest(&mut self, objects: &Objects) -> Result<()> {
        let tree = &mut self.trees[FRESH as usize];
        for slot in self.newest.drain(..) {
            self.places[slot as usize] = self.names.place(FRESH, tree.add(objects.rows(), slot)?);
        }
        Ok(())
    }

    /// Builds a tree over the members, which are in no other.
    fn build(&mut self, tree: u32, objects: &Objects) -> Result<()> {
        self.rebuild.forget(tree, self.members.len());
        let (places, names) = (&mut self.places, self.names);
        let placed = |slot: u32, index| places[slot as usize] = names.place(tree, index);
        let (members, order) = (&mut self.members, &mut self.order);
        let is_watched = objects.sights().only().is_none();
        self.trees[tree as usize].build(objects.rows(), members, order, &self.threads, is_watched, placed)
    }

    /// Moves the fresh and the newest ones to those that move.
    fn merge_fresh(&mut self, objects: &Objects) -> Result<()> {
        let [moving, _, fresh] = &self.trees;
        make_room(&mut self.members, moving.live() + fresh.live() + self.newest.len(), "world tree")?;
        self.members.clear();
        self.members.extend(moving.members().chain(fresh.members()));
        self.members.append(&mut self.newest);
        self.build(MOVING, objects)?;
        self.members.clear();
        self.build(FRESH, objects)
    }

    /// Sorts the fresh and the newest ones.
    fn build_fresh(&mut self, objects: &Objects) -> Result<()> {
        let fresh = &self.trees[FRESH as usize];
        make_room(&mut self.members, fresh.live() + self.newest.len(), "world tree")?;
        self.members.clear();
        self.members.extend(fresh.members());
        self.members.append(&mut self.newest);
        self.build(FRESH, objects)
    }

    /// Leaves nobody in the fresh tree, as is asked for before pairs are found.
    pub(super) fn merge_before_pairs(&mut self, objects: &Objects) -> Result<()> {
        if self.trees[FRESH as usize].live() == 0 { Ok(()) } else { self.merge_fresh(objects) }
    }

    /// Moves some objects of the moving tree to the resting one, and sorts both.
    pub(super) fn rest(&mut self, objects: &Objects, rests: impl Fn(u32) -> bool) -> Result<()> {
        let [moving, resting, _] = &self.trees;
        make_room(&mut self.members, moving.live() + resting.live(), "world tree")?;
        self.members.clear();
        self.members.extend(moving.members().filter(|&slot| rests(slot)));
        self.members.extend(resting.members());
        // Not needed otherwise but while changes are taken in.
        make_room(&mut self.dirty, moving.live(), "world tree")?;
        self.dirty.clear();
        self.dirty.extend(moving.members().filter(|&slot| !rests(slot)));
        self.build(RESTING, objects)?;
        self.members.clear();
        self.members.extend_from_slice(&self.dirty);
        self.build(MOVING, objects)
    }

    /// Makes the moving tree the resting one, without sorting it; those that do rest now, which are few, move
    /// instead, and so do those of which `stays` says so by when they last `moved`, which is known by slot.
    pub(super) fn rest_all_but(
        &mut self,
        objects: &Objects,
        moved: &[u32],
        stays: impl Fn(u32) -> bool,
    ) -> Result<()> {
        self.rebuild.cancel();
        let [moving, resting, _] = &mut self.trees;
        make_room(&mut self.members, moving.live() + resting.live(), "world tree")?;
        make_room(&mut self.dirty, moving.live(), "world tree")?;
        self.members.clear();
        self.members.extend(resting.members());
        std::mem::swap(moving, resting);
        self.names.swap();
        self.dirty.clear();
        let (dirty, members) = (&mut self.dirty, &mut self.members);
        Resting::new(resting, &self.places, self.names).each_that(moved, stays, |slot, index| {
            dirty.push(index);
            members.push(slot);
        });
        self.dirty.iter().for_each(|&index| resting.remove(index));
        resting.refit_some(objects.rows(), &self.dirty);
        self.build(MOVING, objects)
    }

    /// The number of times that trees were built, or sorted.
    pub(super) fn builds(&self) -> u64 {
        self.trees.iter().map(Tree::builds).sum::<u64>() + self.rebuild.builds()
    }

    pub(super) fn bytes(&self) -> usize {
        let notes = [&self.places, &self.newest, &self.members, &self.dirty, &self.dirty_fresh];
        self.trees.iter().map(Tree::bytes).sum::<usize>()
            + self.order.bytes()
            + self.rebuild.bytes()
            + notes.map(Vec::capacity).iter().sum::<usize>() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests;
