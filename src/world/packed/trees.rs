//! The trees of the fast structure, and which of them an object is in.

use super::names::{FRESH, MOVING, NOWHERE, Names, RESTING, index_of};
use super::rebuild::Rebuild;
use super::tree::Tree;
use super::visit::Touching;
use super::watch::Everything;
use crate::Result;
use crate::batch::Found;
use crate::simd::{LANES, dispatch};
use crate::vectors::{lengthen, make_room, push};
use crate::world::objects::{GroupFilter, Objects, SlotSet};
use crate::world::order::Order;
use crate::world::pairs::pack;
use crate::world::threads::Threads;

/// Objects that have not moved in so many lists of pairs may go to rest.
pub(super) const IDLE: u32 = 2;

/// Whether so many fresh objects are so many that they are to be sorted in among those that move.
pub(super) fn has_many(fresh: usize, moving: &Tree) -> bool {
    fresh > moving.live() / 8 + 4 * LANES
}

/// See [`super`].
pub(in crate::world) struct Packed {
    pub(super) trees: [Tree; 3],
    /// By slot, where it is.
    pub(super) places: Vec<u32>,
    pub(super) names: Names,
    /// By slot, the list of pairs before which it last moved.
    pub(super) moved: Vec<u32>,
    /// Lists of pairs so far.
    pub(super) frame: u32,
    /// Those that are in no tree yet.
    pub(super) newest: Vec<u32>,
    /// Whether the next thing to be asked is a list of pairs.
    pub(super) expects_pairs: bool,
    /// How many updates ago it was one.
    pub(super) lists_ago: u32,
    /// Whether any object has left the resting tree since the last list of pairs.
    pub(super) have_woken: bool,
    /// How many objects of the moving tree have moved since then, and how many were added.
    pub(super) moves: usize,
    pub(super) added: usize,
    /// Whether objects go to rest in the first frame in which they do not move.
    pub(super) rests_early: bool,
    /// How much was done in vain for objects that had not moved, counted in objects.
    pub(super) waste: usize,
    /// How many static objects rest.
    pub(super) resting_statics: usize,
    /// By slot, whether it is one of these.
    pub(super) is_resting_static: Vec<bool>,
    /// Which objects rest.
    pub(super) resting: SlotSet,
    pub(super) order: Order,
    pub(super) rebuild: Rebuild,
    pub(super) members: Vec<u32>,
    pub(super) dirty: Vec<u32>,
    pub(super) dirty_fresh: Vec<u32>,
    /// Those that have left the resting tree since the last list, and the pairs that they may have had there; not kept where
    /// there are so many that it takes less time to go through all pairs.
    pub(super) woken: Vec<u32>,
    pub(super) woken_pairs: Vec<u64>,
    pub(super) wakes_many: bool,
    pub(super) threads: Threads,
    /// Whom all objects see, if they have the same filter.
    pub(super) only: Option<GroupFilter>,
}

/// Makes pairs of one object with those that are found.
struct Partners<'a> {
    slot: u32,
    pairs: &'a mut Vec<u64>,
    result: Result<()>,
}

impl Found<u32> for Partners<'_> {
    fn push(&mut self, slot: u32) {
        if slot != self.slot && self.result.is_ok() {
            self.result = push(self.pairs, pack(self.slot, slot), "world tree");
        }
    }

    fn push_all(&mut self, slots: &[u32]) {
        slots.iter().for_each(|&slot| self.push(slot));
    }
}

impl Packed {
    pub(in crate::world) fn new(threads: Threads) -> Packed {
        Packed {
            threads,
            trees: Default::default(),
            places: Vec::new(),
            names: Names::default(),
            moved: Vec::new(),
            frame: IDLE,
            newest: Vec::new(),
            dirty_fresh: Vec::new(),
            woken: Vec::new(),
            woken_pairs: Vec::new(),
            wakes_many: true,
            expects_pairs: false,
            lists_ago: 0,
            // It may take the place of one in which objects rested.
            have_woken: true,
            moves: 0,
            added: 0,
            rests_early: true,
            waste: 0,
            resting_statics: 0,
            is_resting_static: Vec::new(),
            resting: SlotSet::default(),
            order: Order::default(),
            rebuild: Rebuild::default(),
            members: Vec::new(),
            dirty: Vec::new(),
            only: None,
        }
    }

    /// Builds a tree over the members, which are in no other.
    pub(super) fn build(&mut self, tree: u32, objects: &Objects) -> Result<()> {
        self.rebuild.forget(tree, self.members.len());
        let (places, names) = (&mut self.places, self.names);
        let placed = |slot: u32, index| places[slot as usize] = names.place(tree, index);
        let (members, order) = (&mut self.members, &mut self.order);
        let is_watched = objects.sights().only().is_none();
        self.trees[tree as usize].build(objects.rows(), members, order, &self.threads, is_watched, placed)
    }

    /// Makes room for notes on all slots.
    pub(super) fn make_room(&mut self, objects: &Objects, changed: usize) -> Result<()> {
        let slots = objects.slots();
        self.rebuild.make_room(slots, changed)?;
        lengthen(&mut self.places, slots, NOWHERE, "world tree")?;
        lengthen(&mut self.moved, slots, 0, "world tree")?;
        lengthen(&mut self.is_resting_static, slots, false, "world tree")?;
        self.resting.make_room(slots)?;
        for slots in [&mut self.newest, &mut self.dirty, &mut self.dirty_fresh] {
            slots.clear();
            make_room(slots, changed, "world tree")?;
        }
        Ok(())
    }

    /// Takes an object out of where it is.
    pub(super) fn take_out(&mut self, slot: u32) -> Result<()> {
        let at = std::mem::replace(&mut self.places[slot as usize], NOWHERE);
        self.rebuild.take_out(slot, self.names);
        match self.names.tree_of(at) {
            FRESH => self.trees[FRESH as usize].remove(index_of(at)),
            RESTING => {
                self.note_woken(slot, index_of(at))?;
                self.trees[RESTING as usize].remove(index_of(at));
                self.have_woken = true;
                self.resting.remove(slot);
                let is_static = std::mem::take(&mut self.is_resting_static[slot as usize]);
                self.resting_statics -= usize::from(is_static);
            }
            MOVING => self.trees[MOVING as usize].remove(index_of(at)),
            _ => {}
        }
        Ok(())
    }

    /// Notes the pairs of one that is about to leave the resting tree: all whose boxes touch what its box was there.
    fn note_woken(&mut self, slot: u32, index: u32) -> Result<()> {
        let tree = &self.trees[RESTING as usize];
        if !self.have_woken {
            // Those were asked for.
            self.woken.clear();
            self.woken_pairs.clear();
        }
        self.wakes_many |= self.woken.len() > tree.live() / 64 + LANES;
        if self.wakes_many {
            return Ok(());
        }
        push(&mut self.woken, slot, "world tree")?;
        let bounds = &tree.level(0)[index as usize / LANES].bounds(index as usize);
        let mut found = Partners { slot, pairs: &mut self.woken_pairs, result: Ok(()) };
        let trees = std::slice::from_ref(tree);
        dispatch(Touching { trees, bounds, seen: Everything, sieve: None, found: &mut found });
        found.result
    }

    /// Adds the newest to the fresh tree.
    pub(super) fn add_newest(&mut self, objects: &Objects) -> Result<()> {
        let tree = &mut self.trees[FRESH as usize];
        if self.newest.len() > tree.live() / 4 + LANES || tree.is_unsorted() || tree.is_sparse() {
            return self.build_fresh(objects);
        }
        self.add_all_newest(objects)
    }

    /// The same, and be its order bad.
    pub(super) fn add_all_newest(&mut self, objects: &Objects) -> Result<()> {
        let tree = &mut self.trees[FRESH as usize];
        for slot in self.newest.drain(..) {
            self.places[slot as usize] = self.names.place(FRESH, tree.add(objects.rows(), slot)?);
        }
        Ok(())
    }

    /// Moves the fresh and the newest ones to those that move.
    pub(super) fn merge_fresh(&mut self, objects: &Objects) -> Result<()> {
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
    pub(super) fn build_fresh(&mut self, objects: &Objects) -> Result<()> {
        let fresh = &self.trees[FRESH as usize];
        make_room(&mut self.members, fresh.live() + self.newest.len(), "world tree")?;
        self.members.clear();
        self.members.extend(fresh.members());
        self.members.append(&mut self.newest);
        self.build(FRESH, objects)
    }

    pub(super) fn merge_before_pairs(&mut self, objects: &Objects) -> Result<()> {
        if self.trees[FRESH as usize].live() == 0 { Ok(()) } else { self.merge_fresh(objects) }
    }
}
