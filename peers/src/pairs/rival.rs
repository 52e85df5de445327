//! The interface of a library to the works on two meshes.

use super::place::Place;
use crate::work::Work;

/// Two meshes in a library's own structures, ready to be asked.
pub(super) trait Rival {
    /// Puts the second mesh there. Not timed, also where the library must build its structure anew.
    fn place(&mut self, place: &Place);

    /// Answers one of the works: the length of the sorted list of pairs that it makes, 1 or 0, the distance.
    fn ask(&mut self, work: Work) -> f64;

    /// The triangles of both meshes that the library cannot take.
    fn left_out(&self) -> Option<[Vec<u8>; 2]> {
        None
    }
}

/// A library in one configuration.
pub(super) struct Contender<'a> {
    pub(super) library: &'static str,
    pub(super) configuration: &'static str,
    pub(super) works: &'static [Work],
    pub(super) rival: Box<dyn Rival + 'a>,
    /// True if its arithmetic is exact, so that its answers may not differ at all.
    pub(super) exact: bool,
    /// True if it is part of a quick run.
    pub(super) quick: bool,
}

impl Contender<'_> {
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.library, self.configuration)
    }

    pub(super) fn is_ours(&self) -> bool {
        self.library == "carom"
    }
}
