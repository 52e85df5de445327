//! Which objects rest.

use super::names::{MOVING, RESTING, index_of};
use super::trees::{IDLE, Packed};
use crate::Result;
use crate::simd::LANES;
use crate::vectors::make_room;
use crate::world::objects::Objects;
use crate::world::pairs::Woken;

/// Where there are so many times as many slots as objects, it takes less time to go through the objects.
const FEW: usize = 8;

impl Packed {
    /// Notes which objects rest, once others do.
    fn note_resting(&mut self) {
        let (names, resting) = (self.names, &self.trees[RESTING as usize]);
        if resting.live() > self.places.len() / FEW {
            self.resting.set_to(&self.places, |&place| names.tree_of(place) == RESTING);
        } else {
            self.resting.clear();
            resting.members().for_each(|slot| self.resting.add(slot));
        }
    }

    /// Those that have left the resting tree since this was last asked.
    pub(super) fn take_woken(&mut self) -> Option<Woken<'_>> {
        if !std::mem::take(&mut self.have_woken) {
            return None;
        }
        Some(match std::mem::take(&mut self.wakes_many) {
            true => Woken::AllBut(&self.resting),
            false => Woken::Few { slots: &self.woken, pairs: &mut self.woken_pairs },
        })
    }

    /// Puts objects to rest, before pairs are found, that have not moved since the last list: where nearly all have not, it costs
    /// less than to find their pairs again. Not any more once it was in vain: that of some worlds nearly all move in every
    /// other frame.
    pub(super) fn put_to_rest_early(&mut self, objects: &Objects) -> Result<bool> {
        let (moving, frame) = (self.trees[MOVING as usize].live(), self.frame);
        let is_worth_it = self.rests_early && self.has_few_resting() && moving >= 4 * LANES;
        if !is_worth_it || (self.moves + self.added) * 8 > moving {
            return Ok(false);
        }
        self.rest_all_but(objects, |moved| moved == frame)?;
        Ok(true)
    }

    /// Sees which objects have not moved for a while, and puts them to rest if it has cost more to look at them again and
    /// again than it costs to sort those that rest.
    pub(super) fn put_to_rest(&mut self, objects: &Objects) -> Result<bool> {
        let moving = self.trees[MOVING as usize].live();
        self.waste += moving.saturating_sub(self.moves);
        (self.moves, self.added) = (0, 0);
        self.frame = self.frame.saturating_add(1);
        let resting = self.trees[RESTING as usize].live();
        if self.waste < moving + resting + 64 {
            return Ok(false);
        }
        self.waste = 0;
        let frame = self.frame;
        let is_idle = |moved: u32| frame - moved > IDLE;
        let idle = self.trees[MOVING as usize].members();
        let idle = idle.filter(|&slot| is_idle(self.moved[slot as usize])).count();
        if idle < moving / 16 + LANES {
            return Ok(false);
        }
        if self.has_few_resting() && idle > moving - moving / 4 {
            self.rest_all_but(objects, |moved| !is_idle(moved))?;
            return Ok(true);
        }
        let is_idle = |slot: u32| is_idle(self.moved[slot as usize]);
        make_room(&mut self.members, moving + resting, "world tree")?;
        self.members.clear();
        self.members.extend(self.trees[MOVING as usize].members().filter(|&slot| is_idle(slot)));
        self.members.extend(self.trees[RESTING as usize].members());
        let stays = self.trees[MOVING as usize].members().filter(|&slot| !is_idle(slot));
        // Not needed otherwise but while the structure is told of changes.
        make_room(&mut self.dirty, moving, "world tree")?;
        self.dirty.clear();
        self.dirty.extend(stays);
        self.build(RESTING, objects)?;
        self.members.clear();
        self.members.extend_from_slice(&self.dirty);
        self.build(MOVING, objects)?;
        self.note_resting();
        self.note_resting_statics(objects);
        Ok(true)
    }

    /// Whether those that rest are few beside those that move.
    fn has_few_resting(&self) -> bool {
        let [moving, resting, _] = &self.trees;
        resting.live() <= moving.live() / 16
    }

    /// Makes the moving tree the resting one, without sorting it; those that do rest now, which are few, move instead, and so do
    /// those of which `stays` says so by when they last moved.
    fn rest_all_but(&mut self, objects: &Objects, stays: impl Fn(u32) -> bool) -> Result<()> {
        self.rebuild.cancel();
        let [moving, resting, _] = &mut self.trees;
        make_room(&mut self.members, moving.live() + resting.live(), "world tree")?;
        make_room(&mut self.dirty, moving.live(), "world tree")?;
        self.members.clear();
        self.members.extend(resting.members());
        for slot in resting.members() {
            self.is_resting_static[slot as usize] = false;
        }
        self.have_woken |= !self.members.is_empty();
        self.wakes_many |= self.have_woken;
        std::mem::swap(moving, resting);
        self.names.swap();
        self.dirty.clear();
        if resting.live() > self.places.len() / FEW {
            let names = self.names;
            let chunks = self.moved.chunks(LANES).zip(self.places.chunks(LANES));
            for (chunk, (moved, places)) in chunks.enumerate() {
                // Nobody, of most; found without a branch on each.
                if !moved.iter().fold(false, |any, &moved| any | stays(moved)) {
                    continue;
                }
                for (i, (&moved, &place)) in moved.iter().zip(places).enumerate() {
                    if stays(moved) && names.tree_of(place) == RESTING {
                        self.dirty.push(index_of(place));
                        self.members.push((chunk * LANES + i) as u32);
                    }
                }
            }
        } else {
            for slot in resting.members().filter(|&slot| stays(self.moved[slot as usize])) {
                self.dirty.push(index_of(self.places[slot as usize]));
                self.members.push(slot);
            }
        }
        self.dirty.iter().for_each(|&index| resting.remove(index));
        resting.refit_some(objects.rows(), &self.dirty);
        self.build(MOVING, objects)?;
        self.note_resting();
        self.note_resting_statics(objects);
        Ok(())
    }

    fn note_resting_statics(&mut self, objects: &Objects) {
        self.resting_statics = 0;
        if objects.statics() == 0 {
            return;
        }
        for slot in self.trees[RESTING as usize].members() {
            let is_static = objects.is_static(slot);
            self.is_resting_static[slot as usize] = is_static;
            self.resting_statics += usize::from(is_static);
        }
    }
}
