//! The interface of a library to the works on shapes.

use super::shape::{Found, Kind, Placed};

/// A mesh in a library's own structure, asked in one of its ways.
pub(super) trait Rival {
    /// Finds all contacts of all shapes; `ends` are those of their lists. This is what is timed.
    fn contacts(&mut self, kind: Kind, shapes: &[Placed], ends: &mut Vec<u32>, found: &mut Vec<Found>);

    /// Finds where moving shapes first touch, one for each. This is what is timed.
    fn casts(&mut self, kind: Kind, shapes: &[Placed], found: &mut Vec<Found>);
}

/// A library in one configuration.
pub(super) struct Contender<'a> {
    pub(super) library: &'static str,
    pub(super) configuration: String,
    pub(super) rival: Box<dyn Rival + 'a>,
    /// True if contacts are those of every triangle by itself, so that each that touches must be there.
    pub(super) each_triangle: bool,
    /// Whether it can be asked for contacts, or casts, of a kind.
    pub(super) can: fn(Kind, bool) -> bool,
    /// True if it is part of a quick run.
    pub(super) quick: bool,
}

impl Contender<'_> {
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.library, self.configuration)
    }
}

/// What is left of a library's answers: lists, or one for each cast.
#[derive(Default)]
pub(super) struct Answers {
    pub(super) ends: Vec<u32>,
    pub(super) found: Vec<Found>,
}

impl Answers {
    pub(super) fn list(&self, i: usize) -> &[Found] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.found[start..self.ends[i] as usize]
    }
}
