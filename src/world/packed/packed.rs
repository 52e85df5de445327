//! The packed structure as a world asks it.

use super::activity::{Activity, is_idle};
use super::boxes::boxes;
use super::forest::Forest;
use super::join::{join_between, join_within};
use super::search::{Along, Around, LowerBounds, list, visit, visit_nearest_first};
use super::tree::Tree;
use super::watch::{Differing, Everybody, Everything, Seen, Watch};
use crate::Result;
use crate::geometry::Vec3;
use crate::simd::LANES;
use crate::world::objects::{GroupFilter, Objects, SlotSet};
use crate::world::pairs::{Finish, PairBuffer, Woken};
use crate::world::structure::{
    ListOrder, ListParts, Lister, Motion, NodeBox, Structure, StructureStats, Visitor,
};
use crate::world::threads::{Threads, Work, part};
use std::ops::Range;

/// See [`super`].
pub(in crate::world) struct Packed {
    forest: Forest,
    activity: Activity,
}

impl Packed {
    pub(in crate::world) fn new(threads: Threads) -> Packed {
        Packed { forest: Forest::new(threads), activity: Activity::new() }
    }

    /// Pairs of the objects of some leaves with those that follow them, and with those that rest.
    fn pairs_of(&self, objects: &Objects, groups: Range<usize>, pairs: &mut PairBuffer) -> Result<()> {
        match self.forest.only() {
            Some(_) => self.pairs_watched(Everybody, groups, pairs),
            None => self.pairs_watched(Differing { sights: objects.sights() }, groups, pairs),
        }
    }

    fn pairs_watched(&self, watch: impl Watch, groups: Range<usize>, pairs: &mut PairBuffer) -> Result<()> {
        let [tree, other, _] = self.forest.trees();
        join_within(tree, groups.clone(), watch, pairs)?;
        join_between(tree, groups, other, watch, pairs)
    }

    /// The filter of those that a query sees, if not all; nothing if it sees nobody.
    fn seen(&self, filter: GroupFilter) -> Option<Option<GroupFilter>> {
        match self.forest.only() {
            Some(only) => only.sees(&filter).then_some(None),
            None => Some((filter != GroupFilter::ALL).then_some(filter)),
        }
    }

    fn visit_ordered(&self, bounds: &impl LowerBounds, visitor: &mut dyn Visitor) {
        let Some(seen) = self.seen(visitor.filter()) else { return };
        for tree in self.forest.trees() {
            match seen {
                None => visit_nearest_first(tree, bounds, Everything, visitor),
                Some(filter) => visit_nearest_first(tree, bounds, Seen(filter), visitor),
            }
        }
    }

    fn visit_all(&self, visitor: &mut dyn Visitor) {
        let Some(seen) = self.seen(visitor.filter()) else { return };
        for tree in self.forest.trees() {
            match seen {
                None => visit(tree, Everything, visitor),
                Some(filter) => visit(tree, Seen(filter), visitor),
            }
        }
    }

    /// Lets all objects of the moving tree sleep but those of which `stays` says so by when they last moved,
    /// and wakes others.
    fn sleep_all_but(&mut self, objects: &Objects, stays: impl Fn(u32) -> bool) -> Result<()> {
        self.activity.wake_all(self.forest.resting());
        self.forest.rest_all_but(objects, self.activity.moved(), stays)?;
        self.set_sleeping(objects);
        Ok(())
    }

    /// Sets which objects sleep, once those of the resting tree are others.
    fn set_sleeping(&mut self, objects: &Objects) {
        let forest = &self.forest;
        self.activity.set_sleeping(objects, forest.resting(), |set| forest.list_resting(set));
    }
}

impl Structure for Packed {
    fn refresh(&mut self, objects: &Objects, changed: &[u32]) -> Result<()> {
        let Packed { forest, activity } = self;
        let expects_pairs = activity.begin(objects.slots())?;
        let is_stepwise = forest.begin(objects, changed.len(), expects_pairs)?;
        let may_leave = activity.is_without_lists() && changed.len() <= LANES;
        let were = forest.resting().live();
        // Those that move are only noted as dirty, and most do no more.
        let (names, is_plain) = (forest.names(), !is_stepwise && !may_leave);
        for &slot in changed {
            if !forest.note_moving(slot, names, is_plain & objects.is_live(slot)) {
                if let Some(place) = forest.resting_place(slot) {
                    activity.wake(slot, forest.resting(), place)?;
                }
                forest.note(objects, slot, may_leave);
            }
            activity.note_moved(slot);
        }
        activity.note_update(forest.noted(), [were, forest.resting().live()]);
        match is_stepwise {
            true => forest.refresh_in_steps(objects, changed.len()),
            false => forest.refresh(objects, expects_pairs),
        }
    }

    fn pairs(&mut self, objects: &Objects, pairs: &mut PairBuffer) -> Result<()> {
        self.forest.merge_before_pairs(objects)?;
        self.pairs_of(objects, 0..self.forest.moving().groups(), pairs)
    }

    fn visit(&self, _: &Objects, visitor: &mut dyn Visitor) {
        self.visit_all(visitor);
    }

    fn visit_along(&self, _: &Objects, motion: &Motion, visitor: &mut dyn Visitor) {
        match Along::new(motion) {
            Some(along) => self.visit_ordered(&along, visitor),
            None => self.visit_all(visitor),
        }
    }

    fn visit_near(&self, _: &Objects, point: Vec3, max_distance: f32, visitor: &mut dyn Visitor) {
        self.visit_ordered(&Around::new(point, max_distance), visitor);
    }

    fn list(&self, _: &Objects, lister: &mut dyn Lister) -> ListOrder {
        let ListParts { range: bounds, filter, sieve, found } = lister.parts();
        let Some(seen) = self.seen(filter) else { return ListOrder::Ascending };
        let trees = self.forest.trees();
        let is_ascending = match seen {
            None => list(trees, bounds, Everything, sieve, found),
            Some(filter) => list(trees, bounds, Seen(filter), sieve, found),
        };
        if is_ascending { ListOrder::Ascending } else { ListOrder::Many }
    }

    fn stats(&self) -> StructureStats {
        let trees = self.forest.trees();
        let heights = trees.iter().filter(|tree| tree.live() > 0).map(Tree::height);
        StructureStats {
            bytes: self.forest.bytes() + self.activity.bytes(),
            // The lowest blocks are the objects' own boxes.
            depth: heights.map(|height| height.saturating_sub(1).max(height.min(1))).max().unwrap_or(0),
            builds: self.forest.builds(),
            refits: trees.iter().map(Tree::refits).sum(),
        }
    }

    fn boxes(&self, _: &Objects, found: &mut dyn FnMut(NodeBox)) {
        self.forest.trees().iter().for_each(|tree| boxes(tree, found));
    }

    fn expect_pairs(&mut self) {
        self.activity.expect_pairs();
    }

    fn threads(&self) -> &Threads {
        self.forest.threads()
    }

    fn parts(&self) -> usize {
        let moving = self.forest.moving().live();
        self.threads().if_worth(Work::JoinObjects.is_worth_sharing(moving)).parts(8)
    }

    fn pairs_in_parts(&mut self, objects: &Objects, parts: &mut [PairBuffer], finish: &Finish) -> Result<()> {
        self.forest.merge_before_pairs(objects)?;
        let (groups, count) = (self.forest.moving().groups(), parts.len());
        self.threads().if_worth(count > 1).try_share(parts.iter_mut().enumerate(), |(i, pairs)| {
            self.pairs_of(objects, part(i, count, groups), pairs)?;
            finish.finish(pairs)
        })
    }

    fn has_awake_statics(&self, objects: &Objects) -> bool {
        self.activity.has_awake_statics(objects)
    }

    fn take_woken(&mut self) -> Option<Woken<'_>> {
        self.activity.take_woken()
    }

    /// If nearly all have not moved since the last list, this costs less than to find their pairs again.
    fn put_to_sleep_early(&mut self, objects: &Objects) -> Result<Option<&SlotSet>> {
        if !self.forest.has_few_resting() || !self.activity.should_sleep_early(self.forest.moving().live()) {
            return Ok(None);
        }
        let frame = self.activity.frame();
        self.sleep_all_but(objects, |moved| moved == frame)?;
        Ok(Some(self.activity.sleeping()))
    }

    fn put_to_sleep(&mut self, objects: &Objects) -> Result<Option<&SlotSet>> {
        let moving = self.forest.moving().live();
        if !self.activity.end_list(moving, self.forest.resting().live()) {
            return Ok(None);
        }
        let (frame, moved) = (self.activity.frame(), self.activity.moved());
        let rests = |slot: u32| is_idle(frame, moved[slot as usize]);
        let idle = self.forest.moving().members().filter(|&slot| rests(slot)).count();
        if idle < moving / 16 + LANES {
            return Ok(None);
        }
        if self.forest.has_few_resting() && idle > moving - moving / 4 {
            self.sleep_all_but(objects, |moved| !is_idle(frame, moved))?;
        } else {
            self.forest.rest(objects, rests)?;
            self.set_sleeping(objects);
        }
        Ok(Some(self.activity.sleeping()))
    }
}
