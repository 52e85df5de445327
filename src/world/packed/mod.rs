//! The fast structure: packed trees of sixteen children a node, one for what moves, one for what rests.
//!
//! Objects are sorted along Hilbert's curve, and boxes fitted to them each frame; in the frame in which that has made leaves
//! large, they are sorted again. Objects that have not moved for a while go to a tree of their own, whose leaves and pairs
//! stay as they are: it costs nothing until they move again. New ones, and those that move again, lie in a third, small
//! one between two lists of pairs, so that adding an object does not sort all others.
//!
//! Sorting to build trees: Lauterbach et al., "Fast BVH construction on GPUs", Computer Graphics Forum 28(2), 2009; the
//! curve: see `hilbert.rs`. Packing: Kamel and Faloutsos, "On packing R-trees", CIKM 1993.

mod join;
mod tree;
mod visit;

use super::meta::Kind;
use super::objects::Objects;
use super::order::Order;
use super::pair_buffer::PairBuffer;
use super::pair_list::PairList;
use super::structure::{NodeBox, Structure, StructureStats};
use super::threads::{Threads, part};
use super::visitor::Visitor;
use crate::Result;
use crate::batch::Found;
use crate::error::{collected, make_room};
use crate::geometry::{Aabb, LARGEST, Vec3};
use crate::simd::{LANES, dispatch};
use join::{CrossJoin, ObjectJoin, SelfJoin};
use rayon::prelude::*;
use std::ops::Range;

use tree::Tree;
pub(super) use visit::Sieve;
use visit::{Around, Ordered, Way};

/// Those that have moved lately.
const MOVING: u32 = 0;
/// Those that have not moved for a while, and of which pairs are kept.
const RESTING: u32 = 1;
/// Those that were added, or woken, since pairs were last asked for.
const FRESH: u32 = 2;
/// Where an object is that is in none.
const NOWHERE: u32 = u32::MAX;

/// A tree's number in the upper two bits, a place in it in the others.
#[inline(always)]
fn place(tree: u32, index: u32) -> u32 {
    tree << 30 | index
}

#[inline(always)]
fn tree_of(place: u32) -> u32 {
    place >> 30
}

#[inline(always)]
fn index_of(place: u32) -> u32 {
    place & 0x3fff_ffff
}

/// Objects that have not moved in so many lists of pairs may go to rest.
const IDLE: u32 = 2;

/// See the module.
pub(super) struct Packed {
    trees: [Tree; 3],
    /// By slot, where it is.
    places: Vec<u32>,
    /// By slot, the list of pairs before which it last moved.
    moved: Vec<u32>,
    /// Lists of pairs so far.
    frame: u32,
    /// The members of the fresh tree, in the order of their places.
    fresh: Vec<u32>,
    /// Whether the next thing to be asked is a list of pairs.
    expects_pairs: bool,
    /// Whether any object has left the resting tree since the last list of pairs.
    have_woken: bool,
    /// How many objects have moved since then.
    moves: usize,
    /// How much was done in vain for objects that had not moved, counted in objects.
    waste: usize,
    /// How many static objects rest.
    resting_statics: usize,
    /// By slot, whether it is one of these.
    is_resting_static: Vec<bool>,
    order: Order,
    members: Vec<u32>,
    dirty: Vec<u32>,
    threads: Threads,
}

impl Packed {
    pub(super) fn new(threads: Threads) -> Packed {
        Packed {
            threads,
            trees: Default::default(),
            places: Vec::new(),
            moved: Vec::new(),
            frame: IDLE,
            fresh: Vec::new(),
            expects_pairs: false,
            // It may take the place of one in which objects rested.
            have_woken: true,
            moves: 0,
            waste: 0,
            resting_statics: 0,
            is_resting_static: Vec::new(),
            order: Order::default(),
            members: Vec::new(),
            dirty: Vec::new(),
        }
    }

    /// Says that the next update is for a list of pairs.
    pub(super) fn expect_pairs(&mut self) {
        self.expects_pairs = true;
    }

    /// Whether static objects may be among the pairs that are found.
    pub(super) fn has_moving_statics(&self, objects: &Objects) -> bool {
        objects.statics() > 1 && objects.statics() > self.resting_statics
    }

    fn rests(&self, slot: u32) -> bool {
        self.places.get(slot as usize).is_some_and(|&at| tree_of(at) == RESTING)
    }

    /// Takes the pairs of those that have left the resting tree out of those at rest.
    pub(super) fn wake(&mut self, list: &mut PairList) -> Result<()> {
        if self.have_woken {
            list.wake(|slot| self.rests(slot))?;
            self.have_woken = false;
        }
        Ok(())
    }

    /// Sees which objects have not moved for a while, and puts them to rest if it has cost more to look at them again and
    /// again than it costs to sort those that rest.
    pub(super) fn put_to_rest(&mut self, objects: &Objects, list: &mut PairList) -> Result<()> {
        let moving = self.trees[MOVING as usize].live();
        self.waste += moving.saturating_sub(self.moves);
        self.moves = 0;
        self.frame = self.frame.saturating_add(1);
        let resting = self.trees[RESTING as usize].live();
        if self.waste < moving + resting + 64 {
            return Ok(());
        }
        self.waste = 0;
        let is_idle = |slot: u32| self.frame - self.moved[slot as usize] > IDLE;
        let idle = self.trees[MOVING as usize].members().filter(|&slot| is_idle(slot)).count();
        if idle < moving / 16 + LANES {
            return Ok(());
        }
        make_room(&mut self.members, moving + resting, "world tree")?;
        self.members.clear();
        self.members.extend(self.trees[MOVING as usize].members().filter(|&slot| is_idle(slot)));
        self.members.extend(self.trees[RESTING as usize].members());
        let stays = self.trees[MOVING as usize].members().filter(|&slot| !is_idle(slot));
        let stays: Vec<u32> = collected(stays, "world tree")?;
        self.build(RESTING, objects)?;
        self.members.clear();
        self.members.extend_from_slice(&stays);
        self.build(MOVING, objects)?;
        self.resting_statics = 0;
        for slot in self.trees[RESTING as usize].members() {
            let is_static = objects.metas[slot as usize].is_static;
            self.is_resting_static[slot as usize] = is_static;
            self.resting_statics += usize::from(is_static);
        }
        list.put_to_rest(|slot| self.rests(slot))
    }

    /// Builds a tree over the members, which are in no other.
    fn build(&mut self, tree: u32, objects: &Objects) -> Result<()> {
        let places = &mut self.places;
        let placed = |slot: u32, index| places[slot as usize] = place(tree, index);
        let (members, order) = (&mut self.members, &mut self.order);
        self.trees[tree as usize].build(&objects.rows, members, order, &self.threads, placed)
    }

    /// Makes room for notes on all slots.
    fn make_room(&mut self, objects: &Objects, changed: usize) -> Result<()> {
        let more = objects.slots().saturating_sub(self.places.len());
        make_room(&mut self.places, more, "world tree")?;
        make_room(&mut self.moved, more, "world tree")?;
        make_room(&mut self.is_resting_static, more, "world tree")?;
        self.places.resize(self.places.len() + more, NOWHERE);
        self.moved.resize(self.moved.len() + more, 0);
        self.is_resting_static.resize(self.is_resting_static.len() + more, false);
        make_room(&mut self.fresh, changed, "world tree")?;
        self.dirty.clear();
        make_room(&mut self.dirty, changed, "world tree")
    }

    /// Takes an object out of where it is.
    fn take_out(&mut self, slot: u32) {
        let at = std::mem::replace(&mut self.places[slot as usize], NOWHERE);
        match tree_of(at) {
            FRESH => {
                let index = index_of(at) as usize;
                self.fresh.swap_remove(index);
                if let Some(&other) = self.fresh.get(index) {
                    self.places[other as usize] = at;
                }
            }
            RESTING => {
                self.trees[RESTING as usize].kill(index_of(at));
                self.have_woken = true;
                let is_static = std::mem::take(&mut self.is_resting_static[slot as usize]);
                self.resting_statics -= usize::from(is_static);
            }
            MOVING => self.trees[MOVING as usize].kill(index_of(at)),
            _ => {}
        }
    }

    fn add_fresh(&mut self, slot: u32) {
        self.places[slot as usize] = place(FRESH, self.fresh.len() as u32);
        self.fresh.push(slot);
    }

    /// Moves the fresh ones to those that move.
    fn merge_fresh(&mut self, objects: &Objects) -> Result<()> {
        let moving = &self.trees[MOVING as usize];
        make_room(&mut self.members, moving.live() + self.fresh.len(), "world tree")?;
        self.members.clear();
        self.members.extend(moving.members());
        self.members.extend_from_slice(&self.fresh);
        self.build(MOVING, objects)?;
        self.fresh.clear();
        self.build_fresh(objects)
    }

    /// Sorts the members of the fresh tree. Their places stay those in the list of them.
    fn build_fresh(&mut self, objects: &Objects) -> Result<()> {
        make_room(&mut self.members, self.fresh.len(), "world tree")?;
        self.members.clear();
        self.members.extend_from_slice(&self.fresh);
        {
            let (members, order) = (&mut self.members, &mut self.order);
            self.trees[FRESH as usize].build(&objects.rows, members, order, &self.threads, |_, _| {})
        }
    }

    fn merge_before_pairs(&mut self, objects: &Objects) -> Result<()> {
        if self.fresh.is_empty() { Ok(()) } else { self.merge_fresh(objects) }
    }

    /// In how many parts pairs are found.
    pub(super) fn parts(&self, threads: &Threads) -> usize {
        // Parts take unlike times.
        threads.for_work(self.trees[MOVING as usize].live()).map_or(1, |pool| 4 * pool.current_num_threads())
    }

    /// Adds every pair of objects whose boxes touch, unless both rest, to one of the parts.
    pub(super) fn pairs_in_parts(
        &mut self,
        objects: &Objects,
        parts: &mut [PairBuffer],
        threads: &Threads,
    ) -> Result<()> {
        self.merge_before_pairs(objects)?;
        let (groups, count) = (self.trees[MOVING as usize].groups(), parts.len());
        let moving = self.trees[MOVING as usize].live();
        match (threads.for_work(moving), parts) {
            (Some(pool), parts) => pool.install(|| {
                parts
                    .par_iter_mut()
                    .enumerate()
                    .try_for_each(|(i, pairs)| self.pairs_of(part(i, count, groups), pairs))
            }),
            (None, [pairs, ..]) => self.pairs_of(0..groups, pairs),
            (None, []) => Ok(()),
        }
    }

    /// Pairs of the objects of some leaves with those that follow them, and with those that rest.
    fn pairs_of(&self, groups: Range<usize>, pairs: &mut PairBuffer) -> Result<()> {
        let [tree, other, _] = &self.trees;
        dispatch(SelfJoin { tree, groups: groups.clone(), pairs })?;
        match tree.live() * 2 > other.live() {
            true => dispatch(CrossJoin { tree, groups, other, pairs }),
            false => dispatch(ObjectJoin { tree, groups, other, pairs }),
        }
    }

    /// Lists the objects whose boxes touch one and that pass the sieve, if there is one; returns whether in order.
    pub(super) fn list_touching(
        &self,
        bounds: &Aabb,
        sieve: Option<&dyn Sieve>,
        found: &mut dyn Found<u32>,
    ) -> bool {
        dispatch(visit::Touching { trees: &self.trees, bounds, sieve, found })
    }

    /// Visits objects that may be met between the parameters `first` and `last` of a way: by a point, whose box is one, or by a
    /// box.
    pub(super) fn visit_way(
        &self,
        start: &Aabb,
        direction: Vec3,
        [first, last]: [f32; 2],
        visitor: &mut dyn Visitor,
    ) {
        // The reciprocals of smaller ones overflow.
        let is_tiny = |x: f32| x != 0.0 && x.abs() < 1.0 / LARGEST / LARGEST;
        if direction.to_array().into_iter().any(is_tiny) {
            return self.trees.iter().for_each(|tree| visit::visit(tree, visitor));
        }
        let keys = &Way { near: start.max, far: start.min, direction, first, last };
        self.trees.iter().for_each(|tree| dispatch(Ordered { tree, keys, visitor: &mut *visitor }));
    }

    /// Visits objects that may be near a point.
    pub(super) fn visit_near(&self, point: Vec3, max_distance: f32, visitor: &mut dyn Visitor) {
        let keys = &Around { point, max_distance };
        self.trees.iter().for_each(|tree| dispatch(Ordered { tree, keys, visitor: &mut *visitor }));
    }
}

impl Structure for Packed {
    fn refresh(&mut self, objects: &Objects, changed: &[u32]) -> Result<()> {
        self.make_room(objects, changed.len())?;
        let mut fresh_changed = false;
        // The notes of all changed slots: those that move are only noted as dirty.
        for &slot in changed {
            let at = self.places[slot as usize];
            let is_there = objects.metas[slot as usize].kind != Kind::Free;
            match (tree_of(at), is_there) {
                (MOVING, true) => self.dirty.push(index_of(at)),
                (FRESH, true) => fresh_changed = true,
                (_, false) => {
                    fresh_changed |= tree_of(at) == FRESH;
                    self.take_out(slot);
                }
                (_, true) => {
                    self.take_out(slot);
                    self.add_fresh(slot);
                    fresh_changed = true;
                }
            }
            self.moved[slot as usize] = self.frame;
        }
        self.moves += self.dirty.len();
        let expects_pairs = std::mem::take(&mut self.expects_pairs);
        let moving = &mut self.trees[MOVING as usize];
        let many = self.fresh.len() > moving.live() / 8 + 4 * LANES;
        let is_good = if !self.fresh.is_empty() && (many || expects_pairs) || moving.is_sparse() {
            false
        } else if self.dirty.len() > moving.live() / 8 {
            moving.refit(&objects.rows, &self.threads)
        } else {
            moving.refit_some(&objects.rows, &self.dirty)
        };
        if !is_good {
            if !(many || expects_pairs) {
                // The fresh ones stay where they are.
                make_room(&mut self.members, moving.live(), "world tree")?;
                self.members.clear();
                self.members.extend(moving.members());
                self.build(MOVING, objects)?;
            } else {
                return self.merge_fresh(objects);
            }
        }
        if fresh_changed { self.build_fresh(objects) } else { Ok(()) }
    }

    fn pairs(&mut self, objects: &Objects, pairs: &mut PairBuffer) -> Result<()> {
        self.merge_before_pairs(objects)?;
        self.pairs_of(0..self.trees[MOVING as usize].groups(), pairs)
    }

    fn visit(&self, _: &Objects, visitor: &mut dyn Visitor) {
        for tree in &self.trees {
            visit::visit(tree, visitor);
        }
    }

    fn stats(&self) -> StructureStats {
        let notes = (self.places.capacity() + self.moved.capacity()) * size_of::<u32>()
            + self.is_resting_static.capacity()
            + (self.fresh.capacity() + self.members.capacity() + self.dirty.capacity()) * size_of::<u32>();
        StructureStats {
            bytes: self.trees.iter().map(Tree::bytes).sum::<usize>() + self.order.bytes() + notes,
            nodes: self.trees.iter().map(Tree::nodes).sum(),
            depth: self.trees.iter().map(Tree::height).max().unwrap_or(0),
            builds: self.trees.iter().map(|tree| tree.builds).sum(),
            refits: self.trees.iter().map(|tree| tree.refits).sum(),
        }
    }

    fn boxes(&self, _: &Objects, found: &mut dyn FnMut(NodeBox)) {
        for tree in &self.trees {
            for level in (1..tree.height()).rev() {
                let depth = (tree.height() - 1 - level) as u32;
                let children =
                    tree.level(level).iter().flat_map(|block| (0..LANES).map(|lane| block.bounds(lane)));
                for (i, bounds) in children.enumerate() {
                    if bounds.min.x > bounds.max.x {
                        continue;
                    }
                    let objects = match level {
                        1 => tree.slots()[i].iter().filter(|&&slot| slot != 0).count() as u32,
                        _ => 0,
                    };
                    found(NodeBox { bounds, depth, objects });
                }
            }
        }
    }
}
