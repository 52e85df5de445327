//! The cooking of one file.

use crate::args::CookArgs;
use crate::input;
use std::path::Path;

/// A file to cook, and how.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) args: &'a CookArgs,
    pub(crate) input: &'a Path,
    pub(crate) output: &'a Path,
    /// True if nobody sees how far it is: it is one of many, or nothing is to be printed.
    pub(crate) hidden: bool,
    /// Threads to build with; 0 for one a core.
    pub(crate) threads: usize,
}

impl Job<'_> {
    /// The name of the input, for messages.
    pub(crate) fn name(&self) -> String {
        input::name(self.input)
    }
}
