//! Notes of when objects have moved: those that sleep, that may go to sleep, and that have woken.
//!
//! An object that has not moved in a while goes to the resting tree, with its pairs. That is worth it once as
//! much was done in vain for such objects as it takes.

use super::search::list;
use super::tree::Tree;
use super::watch::Everything;
use crate::Result;
use crate::batch::Found;
use crate::simd::LANES;
use crate::vectors::{lengthen, push};
use crate::world::objects::{Objects, SlotSet};
use crate::world::pairs::{Woken, pack};

/// Objects that have not moved in so many lists of pairs may go to sleep.
const IDLE: u32 = 2;

/// After so many updates without a list of pairs, objects that jump out of their leaf are taken out of it.
const LONG_AGO: u32 = 32;

/// See the module.
pub(super) struct Activity {
    /// By slot, the list of pairs before which it last moved.
    moved: Vec<u32>,
    /// Lists of pairs so far.
    frame: u32,
    /// True if the next thing to be asked is a list of pairs, and the number of updates since it was one.
    expects_pairs: bool,
    lists_ago: u32,
    /// The numbers of objects of the moving tree that have moved, and that were added, since the last list of
    /// pairs.
    moves: usize,
    added: usize,
    /// True if objects go to sleep in the first frame in which they do not move.
    sleeps_early: bool,
    /// The work in vain for objects that had not moved, counted in objects.
    waste: usize,
    /// The objects that sleep, how many of them are static, and by slot whether it is one of these.
    sleeping: SlotSet,
    statics: usize,
    is_static: Vec<bool>,
    /// True if any have woken since that was last asked.
    have_woken: bool,
    /// True if there are so many that it takes less time to go through all pairs; if not, they are here, and
    /// the pairs that they may have had with others that slept. Kept until others wake.
    wakes_many: bool,
    woken: Vec<u32>,
    woken_pairs: Vec<u64>,
}

/// Makes pairs of one object with those that are found.
struct PairsOf<'a> {
    slot: u32,
    pairs: &'a mut Vec<u64>,
    result: Result<()>,
}

impl Found<u32> for PairsOf<'_> {
    fn push(&mut self, slot: u32) {
        if slot != self.slot && self.result.is_ok() {
            self.result = push(self.pairs, pack(self.slot, slot), "world tree");
        }
    }

    fn push_all(&mut self, slots: &[u32]) {
        slots.iter().for_each(|&slot| self.push(slot));
    }
}

impl Activity {
    pub(super) fn new() -> Activity {
        Activity {
            moved: Vec::new(),
            frame: IDLE,
            expects_pairs: false,
            lists_ago: 0,
            moves: 0,
            added: 0,
            sleeps_early: true,
            waste: 0,
            sleeping: SlotSet::default(),
            statics: 0,
            is_static: Vec::new(),
            // It may take the place of one in which objects slept.
            have_woken: true,
            wakes_many: true,
            woken: Vec::new(),
            woken_pairs: Vec::new(),
        }
    }

    /// Says that the next thing to be asked is a list of pairs.
    pub(super) fn expect_pairs(&mut self) {
        self.expects_pairs = true;
    }

    /// Begins an update, with room for notes on so many slots; returns whether the next thing to be asked is
    /// a list of pairs.
    pub(super) fn begin(&mut self, slots: usize) -> Result<bool> {
        lengthen(&mut self.moved, slots, 0, "world tree")?;
        lengthen(&mut self.is_static, slots, false, "world tree")?;
        self.sleeping.make_room(slots)?;
        let expects_pairs = std::mem::take(&mut self.expects_pairs);
        self.lists_ago = if expects_pairs { 0 } else { self.lists_ago.saturating_add(1) };
        Ok(expects_pairs)
    }

    /// Returns true if nobody has asked for pairs in a long time. If somebody does, all that have left their
    /// leaves would be sorted in again for these.
    pub(super) fn is_without_lists(&self) -> bool {
        self.lists_ago > LONG_AGO
    }

    /// Notes that an object has moved.
    #[inline(always)]
    pub(super) fn note_moved(&mut self, slot: u32) {
        self.moved[slot as usize] = self.frame;
    }

    /// Notes that an object wakes, which is at a place of the resting tree still. Its pairs may be all whose
    /// boxes touch its box there.
    pub(super) fn wake(&mut self, slot: u32, resting: &Tree, place: u32) -> Result<()> {
        if !self.have_woken {
            self.woken.clear();
            self.woken_pairs.clear();
        }
        self.have_woken = true;
        self.sleeping.remove(slot);
        self.statics -= usize::from(std::mem::take(&mut self.is_static[slot as usize]));
        self.wakes_many |= self.woken.len() > resting.live() / 64 + LANES;
        if self.wakes_many {
            return Ok(());
        }
        push(&mut self.woken, slot, "world tree")?;
        let bounds = &resting.level(0)[place as usize / LANES].bounds(place as usize);
        let mut found = PairsOf { slot, pairs: &mut self.woken_pairs, result: Ok(()) };
        let trees = std::slice::from_ref(resting);
        list(trees, bounds, Everything, None, &mut found);
        found.result
    }

    /// Notes how much an update has changed: so many objects of the moving tree have moved and so many were
    /// added, and there were and are so many in the resting tree.
    pub(super) fn note_update(&mut self, (moves, added): (usize, usize), [were, are]: [usize; 2]) {
        self.moves += moves;
        self.added += added;
        // Nearly all slept in vain.
        self.sleeps_early &= are >= were / 4;
    }

    /// Those that have woken since this was last asked.
    pub(super) fn take_woken(&mut self) -> Option<Woken<'_>> {
        if !std::mem::take(&mut self.have_woken) {
            return None;
        }
        Some(match std::mem::take(&mut self.wakes_many) {
            true => Woken::AllBut(&self.sleeping),
            false => Woken::Few { slots: &self.woken, pairs: &mut self.woken_pairs },
        })
    }

    /// Returns true if static objects may be among pairs of which not both sleep.
    pub(super) fn has_awake_statics(&self, objects: &Objects) -> bool {
        objects.statics() > 1 && objects.statics() > self.statics
    }

    /// Returns true if so few of the objects that move have moved since the last list that the others should
    /// sleep before the next. Not any more once it was in vain: that of some worlds nearly all move in every
    /// other frame.
    pub(super) fn should_sleep_early(&self, moving: usize) -> bool {
        self.sleeps_early && moving >= 4 * LANES && (self.moves + self.added) * 8 <= moving
    }

    /// Notes that a list of pairs has been found, with so many objects that move and that sleep; returns
    /// whether it has cost more to look at idle ones again and again than it costs to sort those that sleep,
    /// so that idle ones should be looked for.
    pub(super) fn end_list(&mut self, moving: usize, sleeping: usize) -> bool {
        self.waste += moving.saturating_sub(self.moves);
        (self.moves, self.added) = (0, 0);
        self.frame = self.frame.saturating_add(1);
        let is_enough = self.waste >= moving + sleeping + 64;
        if is_enough {
            self.waste = 0;
        }
        is_enough
    }

    /// By slot, the list of pairs before which it last moved, or was added.
    #[inline(always)]
    pub(super) fn moved(&self) -> &[u32] {
        &self.moved
    }

    /// Lists of pairs so far: one that has [`Activity::moved`] before this has moved since the last list.
    #[inline(always)]
    pub(super) fn frame(&self) -> u32 {
        self.frame
    }

    /// Notes that all of the resting tree wake.
    pub(super) fn wake_all(&mut self, resting: &Tree) {
        for slot in resting.members() {
            self.is_static[slot as usize] = false;
        }
        self.have_woken |= resting.live() > 0;
        self.wakes_many |= self.have_woken;
    }

    /// Sets which objects sleep: those that `list` lists, which are those of the resting tree.
    pub(super) fn set_sleeping(
        &mut self,
        objects: &Objects,
        resting: &Tree,
        list: impl FnOnce(&mut SlotSet),
    ) {
        list(&mut self.sleeping);
        self.statics = 0;
        if objects.statics() == 0 {
            return;
        }
        for slot in resting.members() {
            let is_static = objects.is_static(slot);
            self.is_static[slot as usize] = is_static;
            self.statics += usize::from(is_static);
        }
    }

    /// The objects that sleep.
    pub(super) fn sleeping(&self) -> &SlotSet {
        &self.sleeping
    }

    pub(super) fn bytes(&self) -> usize {
        (self.moved.capacity() + self.woken.capacity()) * size_of::<u32>()
            + self.is_static.capacity()
            + self.sleeping.bytes()
            + self.woken_pairs.capacity() * size_of::<u64>()
    }
}

/// Returns true if an object that last moved before a list of pairs is idle in the frame.
#[inline(always)]
pub(super) fn is_idle(frame: u32, moved: u32) -> bool {
    frame - moved > IDLE
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of 100 objects, of which so many have moved.
    fn list(activity: &mut Activity, moves: usize) -> bool {
        activity.note_update((moves, 0), [0, 0]);
        activity.end_list(100, 0)
    }

    #[test]
    fn idle_objects_are_looked_for_once_that_has_cost_as_much_as_sorting() {
        let mut activity = Activity::new();
        assert_eq!([0; 4].map(|_| list(&mut activity, 10)), [false, true, false, true]);
        assert_eq!([0; 4].map(|_| list(&mut activity, 100)), [false; 4]);
    }

    #[test]
    fn objects_wake_once() {
        let mut activity = Activity::new();
        activity.begin(100).unwrap();
        assert!(matches!(activity.take_woken(), Some(Woken::AllBut(_))));
        assert!(activity.take_woken().is_none());
        activity.wake_all(&Tree::default());
        assert!(activity.take_woken().is_none());
    }

    #[test]
    fn objects_do_not_sleep_early_once_that_was_in_vain() {
        let mut activity = Activity::new();
        assert!(activity.should_sleep_early(100) && !activity.should_sleep_early(10));
        activity.note_update((13, 0), [0, 0]);
        assert!(!activity.should_sleep_early(100));
        activity.end_list(100, 0);
        assert!(activity.should_sleep_early(100));
        activity.note_update((0, 0), [100, 24]);
        assert!(!activity.should_sleep_early(100));
    }
}
