//! The interface of a library to the works on worlds of moving objects.

use crate::work::{Box3, Ray, Work};
use anyhow::Result;

/// A world in a library's own structures. It is never asked for things that it cannot do.
pub(super) trait Rival {
    /// Before its turn; not timed.
    fn turn(&mut self) {}

    /// After each frame; not timed.
    fn after(&mut self) {}

    /// Takes these objects, into an empty world, and can be asked about them then.
    fn begin(&mut self, all: &[Box3]) -> Result<()>;

    /// Lets go of everything; not timed.
    fn clear(&mut self);

    /// Objects have moved; `all` says where all of them are, and stays where it is until the next call.
    fn move_to(&mut self, moved: &[u32], boxes: &[Box3], all: &[Box3]);

    /// Lists the pairs that touch, in any order, and returns their number.
    fn pairs(&mut self) -> usize {
        0
    }

    /// The pairs of the last list, as numbers with the lower object in the upper half, in any order; not
    /// timed.
    fn keys(&mut self) -> Vec<u64> {
        Vec::new()
    }

    /// Lists the pairs that have begun and ended since the last call, in any order, and returns their number.
    fn changes(&mut self) -> usize {
        0
    }

    /// Lists the objects that touch each box, in any order, and writes their numbers.
    fn list_boxes(&mut self, _boxes: &[Box3], _counts: &mut [f32]) {}

    /// The `t` at which each ray meets the first object; infinite if it meets none.
    fn cast_rays(&mut self, _rays: &[Ray], _ts: &mut [f32]) {}

    /// The bytes of the whole world, if they are known.
    fn bytes(&self) -> Option<usize> {
        None
    }
}

/// The clock that is right.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Clock {
    /// CPU time of the thread that asks.
    Thread,
    /// CPU time of all threads.
    Process,
    /// The time that passes, for work that is shared among threads.
    Wall,
}

/// A library in one configuration.
#[derive(Clone, Copy)]
pub(super) struct Contender {
    pub(super) library: &'static str,
    pub(super) configuration: &'static str,
    pub(super) works: &'static [Work],
    pub(super) make: fn() -> Result<Box<dyn Rival>>,
    pub(super) clock: Clock,
    /// True if its boxes have margins, so that it lists pairs that do not touch.
    pub(super) margin: bool,
    /// True if its tree is fitted and not built anew. If everything jumps, it becomes as slow as a loop over
    /// all pairs.
    pub(super) fits: bool,
    /// No more objects, if there is a limit.
    pub(super) limit: usize,
    /// True if it is part of a quick run.
    pub(super) quick: bool,
}

impl Contender {
    /// One that keeps to the rules.
    pub(super) const fn new(
        library: &'static str,
        configuration: &'static str,
        works: &'static [Work],
        make: fn() -> Result<Box<dyn Rival>>,
    ) -> Contender {
        let (clock, limit) = (Clock::Thread, usize::MAX);
        Contender {
            library,
            configuration,
            works,
            make,
            clock,
            margin: false,
            fits: false,
            limit,
            quick: false,
        }
    }

    pub(super) fn name(&self) -> String {
        format!("{} {}", self.library, self.configuration)
    }

    pub(super) fn is_ours(&self) -> bool {
        self.library == "carom"
    }

    pub(super) fn can(&self, work: Work, count: usize) -> bool {
        self.works.contains(&work) && count <= self.limit
    }

    /// Threads that share the work.
    pub(super) fn threads(&self) -> usize {
        if self.clock == Clock::Wall { 2 } else { 1 }
    }
}

/// A pair as a number that sorts as lists do.
pub(super) fn key(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}
