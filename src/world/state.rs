//! What lies behind a world's lock: objects, their structure, and the list of pairs.

use super::changes::Changes;
use super::id::ObjectId;
use super::meta::Kind;
use super::objects::Objects;
use super::options::WorldOptions;
use super::packed::Packed;
use super::pair_list::PairList;
use super::pair_sort::Finish;
use super::published::Published;
use super::structure::Structure;
use super::threads::Threads;
use crate::Result;

/// The structure of a world.
#[expect(clippy::large_enum_variant, reason = "a world has one")]
pub(super) enum AnyStructure {
    /// Known by name, because it keeps objects at rest apart and has kernels for some queries.
    Packed(Packed),
    Other(Published),
}

impl AnyStructure {
    fn new(options: &WorldOptions, threads: &Threads) -> AnyStructure {
        match Published::new(options) {
            Some(structure) => AnyStructure::Other(structure),
            None => AnyStructure::Packed(Packed::new(threads.clone())),
        }
    }

    pub(super) fn structure(&self) -> &dyn Structure {
        match self {
            AnyStructure::Packed(packed) => packed,
            AnyStructure::Other(structure) => &**structure,
        }
    }

    fn structure_mut(&mut self) -> &mut dyn Structure {
        match self {
            AnyStructure::Packed(packed) => packed,
            AnyStructure::Other(structure) => &mut **structure,
        }
    }
}

pub(super) struct State {
    pub(super) objects: Objects,
    pub(super) structure: AnyStructure,
    pub(super) list: PairList,
    pub(super) changes: Changes,
    pub(super) threads: Threads,
    /// Whether the structure must be made anew, because something has failed, or never ended, while it changed.
    all_changed: bool,
    options: WorldOptions,
    /// Whether the list is that of the objects as they are.
    has_pairs: bool,
}

impl State {
    pub(super) fn new(options: &WorldOptions, objects: Objects) -> Result<State> {
        let is_empty = objects.len() == 0;
        let threads = Threads::new(options.thread_count)?;
        let mut state = State {
            objects,
            structure: AnyStructure::new(options, &threads),
            list: PairList::default(),
            changes: Changes::new(),
            threads,
            all_changed: !is_empty,
            options: *options,
            has_pairs: false,
        };
        state.make_room_for_notes()?;
        Ok(state)
    }

    /// Makes room for notes on all slots that there are room for.
    pub(super) fn make_room_for_notes(&mut self) -> Result<()> {
        let slots = self.objects.rows.capacity();
        self.changes.make_room(slots)?;
        self.list.make_room(slots)
    }

    /// Notes that an object is new, has moved or is gone; there is room for the note.
    #[inline(always)]
    pub(super) fn note(&mut self, slot: u32) {
        self.changes.note(&mut self.objects.metas, slot);
    }

    /// Notes that something has changed, be it only who sees whom.
    #[inline(always)]
    pub(super) fn note_edit(&mut self) {
        self.has_pairs = false;
    }

    /// Removes an object.
    pub(super) fn remove(&mut self, slot: u32) {
        self.list.note_removed(slot, self.objects.metas[slot as usize].lower);
        self.objects.remove(slot);
        self.note(slot);
        self.has_pairs = false;
    }

    /// Whether the structure has been told of everything.
    #[inline(always)]
    pub(super) fn is_fresh(&self) -> bool {
        self.changes.as_slice().is_empty() && !self.all_changed
    }

    /// Whether the list is that of the objects as they are.
    pub(super) fn has_pairs(&self) -> bool {
        self.has_pairs
    }

    /// Forgets free places and gives back memory, if there is much.
    pub(super) fn compact(&mut self) -> Result<()> {
        let kept = self.objects.kept()?;
        if !kept.forgets {
            return Ok(());
        }
        let slot_of = kept.slot_of(self.objects.slots())?;
        if self.list.is_watched() {
            self.find_pairs()?;
        }
        let mut objects = self.objects.with_slots(&kept)?;
        let (mut changes, slots) = (Changes::new(), objects.rows.capacity());
        changes.make_room(slots)?;
        self.list.renumber(&self.objects, &slot_of, slots)?;
        // Nothing fails from here on.
        objects.take_compounds(&mut self.objects, &slot_of);
        (self.objects, self.changes) = (objects, changes);
        self.structure = AnyStructure::new(&self.options, &self.threads);
        self.all_changed = true;
        // A list that nobody compares with is found anew.
        self.has_pairs &= self.list.is_watched();
        Ok(())
    }

    /// Tells the structure of everything.
    pub(super) fn refresh(&mut self) -> Result<()> {
        if self.is_fresh() {
            return Ok(());
        }
        if self.all_changed {
            self.structure = AnyStructure::new(&self.options, &self.threads);
            self.changes.note_all(&mut self.objects.metas);
        }
        self.all_changed = true;
        self.structure.structure_mut().refresh(&self.objects, self.changes.as_slice())?;
        self.all_changed = false;
        self.changes.clear(&mut self.objects.metas);
        Ok(())
    }

    /// Brings the list of pairs up to date, unless there are more than so many, and than the list had: then nothing is kept, and only
    /// the structure is up to date. Returns whether there is a list.
    pub(super) fn find_some_pairs(&mut self, limit: usize) -> Result<bool> {
        let limit = limit.max(self.list.len());
        match self.find_pairs_below(limit) {
            Ok(()) => Ok(true),
            Err(_) if self.list.is_full() => {
                // Objects may have woken for pairs that are not kept, so that the structure is made anew.
                self.refresh()?;
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
        if self.has_pairs {
            return Ok(());
        }
        if let AnyStructure::Packed(packed) = &mut self.structure {
            packed.expect_pairs();
        }
        self.refresh()?;
        self.all_changed = true;
        let objects = &self.objects;
        let buckets = match &mut self.structure {
            _ if !objects.sights.any_sees() => {
                if let AnyStructure::Packed(packed) = &mut self.structure {
                    packed.wake(&mut self.list)?;
                }
                self.list.clear_found(1, limit)?;
                1
            }
            AnyStructure::Packed(packed) => {
                if self.list.is_reported() {
                    packed.put_to_rest_early(objects, &mut self.list)?;
                }
                packed.wake(&mut self.list)?;
                let (parts, buckets) = (packed.parts(), self.list.buckets(&self.threads));
                self.list.clear_found(parts, limit)?;
                let closer = !objects.are_plain() || packed.has_moving_statics(objects);
                let finish = Finish { objects, closer, buckets };
                packed.pairs_in_parts(objects, &mut self.list.found[..parts], |part| finish.finish(part))?;
                buckets
            }
            AnyStructure::Other(structure) => {
                self.list.clear_found(1, limit)?;
                structure.pairs(objects, &mut self.list.found[0])?;
                let closer = !objects.are_plain() || objects.statics() > 1;
                Finish { objects, closer, buckets: 1 }.finish(&mut self.list.found[0])?;
                1
            }
        };
        self.list.sort(objects.slots(), buckets, &self.threads)?;
        self.all_changed = false;
        self.has_pairs = true;
        self.put_to_rest()
    }

    /// Puts objects to rest that have not moved for a while, if that is worth it.
    pub(super) fn put_to_rest(&mut self) -> Result<()> {
        if let AnyStructure::Packed(packed) = &mut self.structure
            && self.has_pairs
            && !self.all_changed
            && self.list.is_reported()
        {
            (self.all_changed, self.has_pairs) = (true, false);
            packed.put_to_rest(&self.objects, &mut self.list)?;
            (self.all_changed, self.has_pairs) = (false, true);
        }
        Ok(())
    }

    /// The ids of all objects, ascending.
    pub(super) fn ids(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.objects.live().map(|slot| self.objects.id(slot))
    }

    /// Whether a slot holds an object of several volumes.
    pub(super) fn is_compound(&self, slot: u32) -> bool {
        self.objects.metas[slot as usize].kind == Kind::Compound
    }
}
