//! The state behind a world's lock: objects, their structure, and the list of pairs.

use super::any_structure::AnyStructure;
use super::objects::{Kept, ObjectId, Objects};
use super::options::WorldOptions;
use super::pairs::{Finish, PairList};
use super::structure::Structure;
use super::threads::Threads;
use crate::Result;

pub(super) struct State {
    pub(super) objects: Objects,
    pub(super) list: PairList,
    structure: Guarded<AnyStructure>,
    threads: Threads,
    options: WorldOptions,
}

/// A value that counts as broken from when a change of it begins until that has succeeded, so that it does if
/// the change fails, or never ends.
struct Guarded<T> {
    value: T,
    is_whole: bool,
}

impl<T> Guarded<T> {
    fn change<R>(&mut self, change: impl FnOnce(&mut T) -> Result<R>) -> Result<R> {
        self.is_whole = false;
        let result = change(&mut self.value)?;
        self.is_whole = true;
        Ok(result)
    }
}

impl State {
    pub(super) fn new(options: &WorldOptions, objects: Objects) -> Result<State> {
        let threads = Threads::new(options.thread_count)?;
        // It has not been told of objects that are there already.
        let structure = Guarded { value: AnyStructure::new(options, &threads), is_whole: objects.len() == 0 };
        let mut state = State { objects, list: PairList::default(), structure, threads, options: *options };
        state.make_room_for_removals()?;
        Ok(state)
    }

    /// Makes room for objects, and for notes on their removal.
    pub(super) fn make_room(&mut self, count: usize) -> Result<()> {
        self.objects.make_room(count)?;
        self.make_room_for_removals()
    }

    fn make_room_for_removals(&mut self) -> Result<()> {
        self.list.make_room(self.objects.capacity())
    }

    /// Removes an object.
    pub(super) fn remove(&mut self, slot: u32) {
        self.list.note_removed(slot, self.objects.lower(slot));
        self.objects.remove(slot);
    }

    /// The structure, which may have to be brought up to date.
    #[inline(always)]
    pub(super) fn structure(&self) -> &dyn Structure {
        &*self.structure.value
    }

    /// Returns true if the structure has been told of everything.
    #[inline(always)]
    pub(super) fn is_up_to_date(&self) -> bool {
        self.objects.changed().is_empty() && self.structure.is_whole
    }

    /// Tells the structure of everything.
    pub(super) fn bring_up_to_date(&mut self) -> Result<()> {
        if self.is_up_to_date() {
            return Ok(());
        }
        if !self.structure.is_whole {
            self.structure.value = AnyStructure::new(&self.options, &self.threads);
            self.objects.note_all();
        }
        let objects = &self.objects;
        self.structure.change(|structure| structure.refresh(objects, objects.changed()))?;
        self.objects.forget_changes();
        Ok(())
    }

    /// Forgets free places and gives back memory, if there is much.
    pub(super) fn compact(&mut self) -> Result<()> {
        let kept = Kept::of(&self.objects)?;
        if !kept.forgets {
            return Ok(());
        }
        let slot_of = kept.slot_of(self.objects.slots())?;
        if self.list.is_watched() {
            self.find_pairs()?;
        }
        let mut objects = kept.take(&self.objects)?;
        self.list.renumber(&self.objects, &slot_of, objects.capacity())?;
        // Nothing fails from here on.
        objects.take_compounds(&mut self.objects, &slot_of);
        self.objects = objects;
        self.structure.value = AnyStructure::new(&self.options, &self.threads);
        self.structure.is_whole = false;
        Ok(())
    }

    /// Brings the list of pairs up to date, unless there are more than so many, and than the list had: then
    /// nothing is kept, and only the structure is up to date. Returns whether there is a list.
    pub(super) fn find_some_pairs(&mut self, limit: usize) -> Result<bool> {
        let limit = limit.max(self.list.len());
        match self.find_pairs_below(limit) {
            Ok(()) => Ok(true),
            Err(_) if self.list.is_full() => {
                // Objects may have woken for pairs that are not kept, so that the structure is made anew.
                self.bring_up_to_date()?;
                self.list.give_back();
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Brings the list of pairs up to date.
    pub(super) fn find_pairs(&mut self) -> Result<()> {
        self.find_pairs_below(usize::MAX)
    }

    fn find_pairs_below(&mut self, limit: usize) -> Result<()> {
        if self.list.is_current() {
            return Ok(());
        }
        self.structure.value.expect_pairs();
        self.bring_up_to_date()?;
        let (objects, list) = (&self.objects, &mut self.list);
        self.structure.change(|structure| find_pairs(objects, &mut **structure, list, limit))?;
        self.put_to_sleep()
    }

    /// Puts objects to sleep that have not moved for a while, if that is worth it.
    pub(super) fn put_to_sleep(&mut self) -> Result<()> {
        if !self.list.is_current() || !self.structure.is_whole || !self.list.is_reported() {
            return Ok(());
        }
        let (objects, list) = (&self.objects, &mut self.list);
        self.structure.change(|structure| match structure.put_to_sleep(objects)? {
            Some(sleeping) => list.put_to_sleep(sleeping),
            None => Ok(()),
        })
    }

    /// The ids of all objects, ascending.
    pub(super) fn ids(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.objects.live().map(|slot| self.objects.id(slot))
    }
}

/// Makes the list of all pairs, with a structure that is up to date.
fn find_pairs(
    objects: &Objects,
    structure: &mut dyn Structure,
    list: &mut PairList,
    limit: usize,
) -> Result<()> {
    let any_sees = objects.sights().any_sees();
    if any_sees
        && list.is_reported()
        && let Some(sleeping) = structure.put_to_sleep_early(objects)?
    {
        list.put_to_sleep(sleeping)?;
    }
    if let Some(woken) = structure.take_woken() {
        list.wake(woken)?;
    }
    let (parts, buckets) = match any_sees {
        true => (structure.parts(), list.buckets(structure.threads())),
        false => (1, 1),
    };
    let found = list.begin(parts, limit)?;
    if any_sees {
        let closer = !objects.are_plain() || structure.has_awake_statics(objects);
        structure.pairs_in_parts(objects, found, &Finish { objects, closer, buckets })?;
    }
    list.sort(objects.slots(), buckets, structure.threads())
}
