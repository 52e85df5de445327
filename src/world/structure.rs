//! The work of every structure: it is told which objects have changed, hands out pairs of boxes that touch,
//! and leads visitors to objects. Boxes decide what it hands out, and never what is an answer: that is for
//! the caller to test.

use super::objects::{GroupFilter, Objects, SlotSet};
use super::pairs::{Finish, PairBuffer, Woken};
use super::threads::Threads;
use crate::Result;
use crate::batch::Found;
use crate::geometry::{Aabb, Vec3};
use crate::simd::LANES;

/// Bytes, levels and what they have cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct StructureStats {
    pub(super) bytes: usize,
    pub(super) depth: usize,
    /// The number of times that it was built anew.
    pub(super) builds: u64,
    /// The number of times that its boxes were fitted to objects that had moved.
    pub(super) refits: u64,
}

/// A box of a structure, for drawing and for measuring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeBox {
    /// The box.
    pub bounds: Aabb,
    /// 0 at the root; of several grids, which of them, the finest first.
    pub depth: u32,
    /// The number of objects that lie directly in it; 0 for an inner node.
    pub objects: u32,
}

/// A query, as a structure sees it.
pub(super) trait Visitor {
    /// A bound that says about how soon a box should be visited, the lower, the sooner; none if no answer can
    /// lie in it.
    fn bound(&self, bounds: &Aabb) -> Option<f64>;
    /// The largest bound of anything that may be an answer still.
    fn limit(&self) -> f32;
    /// A filter that every answer sees: nothing else is looked for.
    fn filter(&self) -> GroupFilter;
    /// Tests an object.
    fn object(&mut self, slot: u32);
    /// A box that every answer touches. If an object lies in several cells, it is visited in the one that
    /// holds the smallest corner that is in both the range and its box, and so once.
    fn range(&self) -> Aabb;
}

/// A box that moves, or a point, as long as something looks along its path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    /// The box at time 0.
    pub(super) start: Aabb,
    /// The displacement in a unit of time.
    pub(super) velocity: Vec3,
    /// From when to when.
    pub(super) times: [f32; 2],
}

/// Decides which objects are answers, where that takes more than that their boxes touch another.
pub(super) trait Sieve {
    /// Moves the answers among the first `count` objects to the front; returns how many they are.
    fn keep(&self, slots: &mut [u32; LANES], count: usize) -> usize;
}

/// A query for a list, as a structure sees it: a visitor for those that know no better.
pub(super) trait Lister: Visitor {
    /// Itself, as a visitor.
    fn visitor(&mut self) -> &mut dyn Visitor;
    /// Itself, as the parts that it is made of.
    fn parts(&mut self) -> ListParts<'_>;
}

/// A query for a list of objects whose boxes touch a range.
pub(super) struct ListParts<'a> {
    /// The range.
    pub(super) range: &'a Aabb,
    /// A filter that every answer sees.
    pub(super) filter: GroupFilter,
    /// A sieve of those whose boxes touch the range, if not all are answers.
    pub(super) sieve: Option<&'a dyn Sieve>,
    /// The list of slots.
    pub(super) found: &'a mut dyn Found<u32>,
}

/// The order in which a structure has listed slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListOrder {
    Ascending,
    /// None, and there are many.
    Many,
    /// None.
    Any,
}

/// One way to find which objects may touch.
pub(super) trait Structure: Send + Sync {
    /// Takes in what has changed: the slots, each once, of objects that are new, have moved, or are gone.
    /// After an error the structure is made anew, and told that everything has.
    fn refresh(&mut self, objects: &Objects, changed: &[u32]) -> Result<()>;

    /// Adds every pair of objects whose boxes touch, each once, in any order.
    fn pairs(&mut self, objects: &Objects, pairs: &mut PairBuffer) -> Result<()>;

    /// Leads a visitor to every object that may be an answer; to each once, if the visitor is strict.
    fn visit(&self, objects: &Objects, visitor: &mut dyn Visitor);

    /// The same, if answers meet a motion, the first ones soon.
    fn visit_along(&self, objects: &Objects, motion: &Motion, visitor: &mut dyn Visitor) {
        let _ = motion;
        self.visit(objects, visitor);
    }

    /// The same, if answers are at most so far from a point, the nearest ones soon.
    fn visit_near(&self, objects: &Objects, point: Vec3, max_distance: f32, visitor: &mut dyn Visitor) {
        let _ = (point, max_distance);
        self.visit(objects, visitor);
    }

    /// Lists the slots of all answers.
    fn list(&self, objects: &Objects, lister: &mut dyn Lister) -> ListOrder {
        self.visit(objects, lister.visitor());
        ListOrder::Any
    }

    /// Its figures.
    fn stats(&self) -> StructureStats;

    /// Hands out its boxes, in an order of its own.
    fn boxes(&self, objects: &Objects, found: &mut dyn FnMut(NodeBox));

    /// Says that the next thing to be asked, after what has changed, is all pairs.
    fn expect_pairs(&mut self) {}

    /// The threads that share the work of finding and sorting pairs.
    fn threads(&self) -> &Threads {
        Threads::none()
    }

    /// In how many parts pairs are found.
    fn parts(&self) -> usize {
        1
    }

    /// Adds every pair of objects whose boxes touch, unless both sleep, to one of the parts, which are then
    /// finished.
    fn pairs_in_parts(&mut self, objects: &Objects, parts: &mut [PairBuffer], finish: &Finish) -> Result<()> {
        parts.iter_mut().try_for_each(|pairs| {
            self.pairs(objects, pairs)?;
            finish.finish(pairs)
        })
    }

    /// Returns true if static objects may be among the pairs that are found.
    fn has_awake_statics(&self, objects: &Objects) -> bool {
        objects.statics() > 1
    }

    /// Objects that have woken since this was last asked.
    fn take_woken(&mut self) -> Option<Woken<'_>> {
        None
    }

    /// Puts objects to sleep before pairs are found, if that is worth it; returns all that sleep then.
    fn put_to_sleep_early(&mut self, objects: &Objects) -> Result<Option<&SlotSet>> {
        let _ = objects;
        Ok(None)
    }

    /// Puts objects to sleep once pairs have been found, if that is worth it; returns all that sleep then.
    fn put_to_sleep(&mut self, objects: &Objects) -> Result<Option<&SlotSet>> {
        let _ = objects;
        Ok(None)
    }
}
