//! What lies behind a world's lock: objects, their structure, and the list of pairs.

use super::all_pairs::AllPairs;
use super::bounding::Ball;
use super::changes::Changes;
use super::grid::Grid;
use super::halving::Halving;
use super::hierarchy::Hierarchy;
use super::id::ObjectId;
use super::meta::Kind;
use super::multi_grid::MultiGrid;
use super::object_bsp::ObjectBsp;
use super::objects::Objects;
use super::options::{Placement, StructureKind, WorldOptions};
use super::packed::Packed;
use super::pair_list::PairList;
use super::pair_sort::Finish;
use super::structure::Structure;
use super::threads::Threads;
use crate::Result;
use crate::geometry::Aabb;

/// The structure of a world.
pub(super) enum AnyStructure {
    /// Known by name, because it keeps objects at rest apart and has kernels for some queries.
    Packed(Box<Packed>),
    Other(Box<dyn Structure>),
}

impl AnyStructure {
    fn new(options: &WorldOptions, threads: &Threads) -> AnyStructure {
        let structure: Box<dyn Structure> = match options.structure {
            StructureKind::Auto => return AnyStructure::Packed(Box::new(Packed::new(threads.clone()))),
            StructureKind::AllPairs => Box::new(AllPairs),
            StructureKind::SphereTree => Box::new(Hierarchy::<Ball>::new(options.build)),
            StructureKind::BoxTree => Box::new(Hierarchy::<Aabb>::new(options.build)),
            StructureKind::Bsp => Box::new(ObjectBsp::new(options.placement)),
            StructureKind::Quadtree => Box::new(Halving::quadtree(options)),
            StructureKind::Octree => Box::new(Halving::octree(options)),
            StructureKind::MultiGrid => Box::new(MultiGrid::new(options.cell_size)),
            StructureKind::Grid => match options.placement {
                Placement::Single => Box::new(MultiGrid::single(options.cell_size)),
                Placement::Every => Box::new(Grid::new(options.cell_size)),
            },
        };
        AnyStructure::Other(structure)
    }

    pub(super) fn structure(&self) -> &dyn Structure {
        match self {
            AnyStructure::Packed(packed) => packed.as_ref(),
            AnyStructure::Other(structure) => structure.as_ref(),
        }
    }

    fn structure_mut(&mut self) -> &mut dyn Structure {
        match self {
            AnyStructure::Packed(packed) => packed.as_mut(),
            AnyStructure::Other(structure) => structure.as_mut(),
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

    /// Brings the list of pairs up to date.
    pub(super) fn find_pairs(&mut self) -> Result<()> {
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
            AnyStructure::Packed(packed) => {
                if self.list.is_reported() {
                    packed.put_to_rest_early(objects, &mut self.list)?;
                }
                packed.wake(&mut self.list)?;
                let (parts, buckets) = (packed.parts(), self.list.buckets(&self.threads));
                self.list.clear_found(parts)?;
                let closer = !objects.are_plain() || packed.has_moving_statics(objects);
                let finish = Finish { objects, closer, buckets };
                packed.pairs_in_parts(objects, &mut self.list.found[..parts], |part| finish.finish(part))?;
                buckets
            }
            AnyStructure::Other(structure) => {
                self.list.clear_found(1)?;
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
