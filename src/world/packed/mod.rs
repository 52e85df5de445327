//! The fast structure: packed trees of sixteen children a node, one for what moves, one for what rests.
//!
//! Objects are sorted along Hilbert's curve, and boxes fitted to them each frame; in the frame in which that has made leaves
//! large, they are sorted again. Objects that have not moved for a while go to a tree of their own, whose leaves and pairs
//! stay as they are: it costs nothing until they move again. Where nearly all have not moved, the moving tree becomes the
//! resting one without being sorted. New ones, and those that move again, lie in a third, small
//! one between two lists of pairs, in the order in which they came but for when these become many, so that adding an object does
//! not sort all others. Where edits come one by one, trees are sorted in steps, see `rebuild.rs`.
//!
//! Sorting to build trees: Lauterbach et al., "Fast BVH construction on GPUs", Computer Graphics Forum 28(2), 2009; the
//! curve: see `hilbert.rs`. Packing: Kamel and Faloutsos, "On packing R-trees", CIKM 1993.

mod block;
mod fit;
mod in_steps;
mod join;
mod names;
mod rebuild;
mod sight;
mod sleep;
mod tree;
mod trees;
mod visit;
mod watch;

use super::objects::{GroupFilter, Objects, SlotSet};
use super::pairs::{Finish, PairBuffer, Woken};
use super::structure::{ListOrder, Lister, Motion, NodeBox, Structure, StructureStats, Visitor};
use super::threads::{Threads, Work, part};
use crate::Result;
use crate::geometry::{LARGEST, Vec3};
use crate::simd::{LANES, dispatch};
use crate::vectors::make_room;
use join::{CrossJoin, ObjectJoin, SelfJoin};
use names::{FRESH, MOVING, RESTING, index_of};
use rebuild::{work_of, work_to_sort};
use std::ops::Range;
use watch::{Differing, Everybody, Everything, Seen, Watch};

use tree::Tree;
pub(super) use trees::Packed;
use trees::has_many;
use visit::{Around, Keys, Ordered, Way};

/// After so many updates without a list of pairs, objects that jump out of their leaf are taken out of it.
const LONG_AGO: u32 = 32;

impl Packed {
    /// Pairs of the objects of some leaves with those that follow them, and with those that rest.
    fn pairs_of(&self, objects: &Objects, groups: Range<usize>, pairs: &mut PairBuffer) -> Result<()> {
        match self.only {
            Some(_) => self.pairs_watched(Everybody, groups, pairs),
            None => self.pairs_watched(Differing { sights: objects.sights() }, groups, pairs),
        }
    }

    fn pairs_watched(&self, watch: impl Watch, groups: Range<usize>, pairs: &mut PairBuffer) -> Result<()> {
        let [tree, other, _] = &self.trees;
        dispatch(SelfJoin { tree, groups: groups.clone(), watch, pairs })?;
        match tree.live() * 2 > other.live() {
            true => dispatch(CrossJoin { tree, groups, other, watch, pairs }),
            false => dispatch(ObjectJoin { tree, groups, other, watch, pairs }),
        }
    }

    /// Whether a query sees anybody, and if so, whom, if not all.
    fn seen(&self, filter: GroupFilter) -> Option<Option<GroupFilter>> {
        match self.only {
            Some(only) => only.sees(&filter).then_some(None),
            None => Some((filter != GroupFilter::ALL).then_some(filter)),
        }
    }

    fn visit_ordered(&self, keys: &impl Keys, visitor: &mut dyn Visitor) {
        let Some(seen) = self.seen(visitor.filter()) else { return };
        for tree in &self.trees {
            match seen {
                None => dispatch(Ordered { tree, keys, seen: Everything, visitor: &mut *visitor }),
                Some(filter) => dispatch(Ordered { tree, keys, seen: Seen(filter), visitor: &mut *visitor }),
            }
        }
    }

    /// Notes that an object is new, has changed or is gone.
    fn note_changed(&mut self, slot: u32, is_there: bool, leaves: bool) -> Result<()> {
        let at = self.places[slot as usize];
        if is_there {
            self.rebuild.note(slot, self.names);
        }
        match (self.names.tree_of(at), is_there) {
            (MOVING, true) if !leaves => self.dirty.push(index_of(at)),
            (FRESH, true) => self.dirty_fresh.push(index_of(at)),
            (_, false) => self.take_out(slot)?,
            (_, true) => {
                self.take_out(slot)?;
                self.newest.push(slot);
            }
        }
        Ok(())
    }

    /// Whether an object, which is at a place, is in the moving tree, but not where its leaf was any more, which so would grow
    /// large.
    fn leaves(&self, slot: u32, at: u32, objects: &Objects) -> bool {
        let (tree, leaf) = (&self.trees[MOVING as usize], index_of(at) as usize / LANES);
        self.names.tree_of(at) == MOVING
            && tree.height() > 1
            && !tree.level(1)[leaf / LANES].bounds(leaf).touches(&objects.bounds(slot))
    }

    fn visit_all(&self, visitor: &mut dyn Visitor) {
        let Some(seen) = self.seen(visitor.filter()) else { return };
        for tree in &self.trees {
            match seen {
                None => visit::visit(tree, Everything, visitor),
                Some(filter) => visit::visit(tree, Seen(filter), visitor),
            }
        }
    }
}

impl Structure for Packed {
    fn refresh(&mut self, objects: &Objects, changed: &[u32]) -> Result<()> {
        self.make_room(objects, changed.len())?;
        self.only = objects.sights().only();
        if self.only.is_none() {
            self.trees.iter_mut().try_for_each(|tree| tree.watch(objects.rows()))?;
            self.rebuild.watch();
        }
        let resting = self.trees[RESTING as usize].live();
        let expects_pairs = std::mem::take(&mut self.expects_pairs);
        self.lists_ago = if expects_pairs { 0 } else { self.lists_ago.saturating_add(1) };
        // Where nobody asks for pairs: for these, all that have left would be sorted in again.
        let may_leave = self.lists_ago > LONG_AGO && changed.len() <= LANES;
        // Where much has changed, it takes no more to sort all at once.
        let members = self.trees[MOVING as usize].live() + self.trees[FRESH as usize].live() + changed.len();
        let is_stepwise = !expects_pairs && work_to_sort(members) > work_of(changed.len());
        if !is_stepwise {
            self.rebuild.cancel();
        }
        // The notes of all changed slots: those that move are only noted as dirty, and most do no more.
        let (names, frame, is_plain) = (self.names, self.frame, !is_stepwise && !may_leave);
        for &slot in changed {
            let at = self.places[slot as usize];
            let is_there = objects.is_live(slot);
            if is_plain & is_there & (names.tree_of(at) == MOVING) {
                self.dirty.push(index_of(at));
            } else {
                let leaves = may_leave && is_there && self.leaves(slot, at, objects);
                self.note_changed(slot, is_there, leaves)?;
            }
            self.moved[slot as usize] = frame;
        }
        self.moves += self.dirty.len();
        self.added += self.newest.len();
        let [moving, _, fresh] = &mut self.trees;
        moving.watch_some(objects.rows(), &self.dirty);
        fresh.watch_some(objects.rows(), &self.dirty_fresh);
        // They rested in vain.
        self.rests_early &= self.trees[RESTING as usize].live() >= resting / 4;
        if is_stepwise {
            return self.refresh_in_steps(objects, changed.len());
        }
        let [moving, _, fresh] = &mut self.trees;
        let count = fresh.live() + self.newest.len();
        let many = has_many(count, moving);
        let is_good = if count > 0 && (many || expects_pairs) || moving.is_sparse() {
            false
        } else if self.dirty.len() > moving.live() / 8 {
            moving.refit(objects.rows(), &self.threads)
        } else {
            moving.refit_some(objects.rows(), &self.dirty)
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
        if !self.trees[FRESH as usize].refit_some(objects.rows(), &self.dirty_fresh) {
            return self.build_fresh(objects);
        }
        self.add_newest(objects)
    }

    fn pairs(&mut self, objects: &Objects, pairs: &mut PairBuffer) -> Result<()> {
        self.merge_before_pairs(objects)?;
        self.pairs_of(objects, 0..self.trees[MOVING as usize].groups(), pairs)
    }

    fn visit(&self, _: &Objects, visitor: &mut dyn Visitor) {
        self.visit_all(visitor);
    }

    fn visit_along(&self, _: &Objects, motion: &Motion, visitor: &mut dyn Visitor) {
        let Motion { start, velocity, times: [first, last] } = *motion;
        // The reciprocals of smaller ones overflow.
        let is_tiny = |x: f32| x != 0.0 && x.abs() < 1.0 / LARGEST / LARGEST;
        if velocity.to_array().into_iter().any(is_tiny) {
            return self.visit_all(visitor);
        }
        self.visit_ordered(
            &Way { near: start.max, far: start.min, direction: velocity, first, last },
            visitor,
        );
    }

    fn visit_near(&self, _: &Objects, point: Vec3, max_distance: f32, visitor: &mut dyn Visitor) {
        self.visit_ordered(&Around { point, max_distance }, visitor);
    }

    fn list(&self, _: &Objects, lister: &mut dyn Lister) -> ListOrder {
        let Some(seen) = self.seen(lister.filter()) else { return ListOrder::Ascending };
        let (trees, bounds) = (&self.trees, &lister.range());
        let (sieve, found) = lister.sieve();
        let is_ascending = match seen {
            None => dispatch(visit::Touching { trees, bounds, seen: Everything, sieve, found }),
            Some(filter) => dispatch(visit::Touching { trees, bounds, seen: Seen(filter), sieve, found }),
        };
        if is_ascending { ListOrder::Ascending } else { ListOrder::Many }
    }

    fn expect_pairs(&mut self) {
        self.expects_pairs = true;
    }

    fn threads(&self) -> &Threads {
        &self.threads
    }

    fn parts(&self) -> usize {
        let moving = self.trees[MOVING as usize].live();
        self.threads.if_worth(Work::JoinObjects.is_worth_sharing(moving)).parts(8)
    }

    fn pairs_in_parts(&mut self, objects: &Objects, parts: &mut [PairBuffer], finish: &Finish) -> Result<()> {
        self.merge_before_pairs(objects)?;
        let (groups, count) = (self.trees[MOVING as usize].groups(), parts.len());
        self.threads.if_worth(count > 1).try_share(parts.iter_mut().enumerate(), |(i, pairs)| {
            self.pairs_of(objects, part(i, count, groups), pairs)?;
            finish.finish(pairs)
        })
    }

    fn has_awake_statics(&self, objects: &Objects) -> bool {
        objects.statics() > 1 && objects.statics() > self.resting_statics
    }

    fn take_woken(&mut self) -> Option<Woken<'_>> {
        Packed::take_woken(self)
    }

    fn put_to_sleep_early(&mut self, objects: &Objects) -> Result<Option<&SlotSet>> {
        Ok(self.put_to_rest_early(objects)?.then_some(&self.resting))
    }

    fn put_to_sleep(&mut self, objects: &Objects) -> Result<Option<&SlotSet>> {
        Ok(self.put_to_rest(objects)?.then_some(&self.resting))
    }

    fn stats(&self) -> StructureStats {
        let notes = (self.places.capacity() + self.moved.capacity()) * size_of::<u32>()
            + self.is_resting_static.capacity()
            + self.resting.bytes()
            + [&self.newest, &self.members, &self.dirty, &self.dirty_fresh]
                .map(Vec::capacity)
                .iter()
                .sum::<usize>()
                * size_of::<u32>()
            + self.woken.capacity() * size_of::<u32>()
            + self.woken_pairs.capacity() * size_of::<u64>();
        let heights = self.trees.iter().filter(|tree| tree.live() > 0).map(Tree::height);
        StructureStats {
            bytes: self.trees.iter().map(Tree::bytes).sum::<usize>()
                + self.order.bytes()
                + self.rebuild.bytes()
                + notes,
            // The lowest blocks are the objects' own boxes.
            depth: heights.map(|height| height.saturating_sub(1).max(height.min(1))).max().unwrap_or(0),
            builds: self.trees.iter().map(|tree| tree.builds).sum::<u64>() + self.rebuild.builds(),
            refits: self.trees.iter().map(|tree| tree.refits).sum(),
        }
    }

    fn boxes(&self, _: &Objects, found: &mut dyn FnMut(NodeBox)) {
        for tree in self.trees.iter().filter(|tree| tree.live() > 0) {
            if tree.height() == 1 {
                let mut taken = (0..LANES).filter(|&lane| tree.slots()[0][lane] != 0);
                let first = taken.next().map(|lane| (tree.level(0)[0].bounds(lane), 1));
                let all = taken.fold(first, |all, lane| {
                    all.map(|(bounds, count)| (bounds.union(&tree.level(0)[0].bounds(lane)), count + 1))
                });
                if let Some((bounds, objects)) = all {
                    found(NodeBox { bounds, depth: 0, objects });
                }
            }
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
                    // All of its objects are gone, of some.
                    if level == 1 && objects == 0 {
                        continue;
                    }
                    found(NodeBox { bounds, depth, objects });
                }
            }
        }
    }
}
