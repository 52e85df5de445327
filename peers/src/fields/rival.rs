//! The interface of a library to the works on distance fields.

use super::subject::{Slices, Subject};
use anyhow::Result;
use cpu_time::ProcessTime;

/// The configuration that begins with the bound from the node before.
pub(super) const SEEDED: &str = "seeded";

/// The half width of bands, in cells.
pub(super) const HALF_WIDTH: f32 = 3.0;

/// The outcome of one run, everything that the library needs included.
pub(super) struct Run {
    /// Seconds of CPU time for work that does not depend on the nodes.
    pub(super) build: f64,
    /// Seconds of CPU time for the nodes that were asked.
    pub(super) nodes: f64,
    /// In the order of the nodes.
    pub(super) values: Vec<f32>,
}

/// A library that gives distances.
pub(super) trait Rival {
    /// Builds all it needs and answers the nodes of some slices; who does not ask node by node gets all of
    /// them.
    fn run(&mut self, subject: &Subject, slices: Slices) -> Result<Run>;
}

/// A library in one configuration.
pub(super) struct Contender {
    pub(super) library: &'static str,
    pub(super) configuration: &'static str,
    pub(super) rival: Box<dyn Rival>,
    /// True if it tells the inside from the outside.
    pub(super) signs: bool,
    /// True if it asks node by node, so that a part can stand for the whole.
    pub(super) by_node: bool,
    /// True if it is part of a quick run.
    pub(super) quick: bool,
    /// On no larger grid, in nodes a side.
    pub(super) largest: u32,
}

impl Contender {
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.library, self.configuration)
    }

    pub(super) fn is_ours(&self) -> bool {
        self.library == "carom"
    }
}

/// The seconds of CPU time of all threads of this process, because some libraries work on others.
pub(super) fn timed<T>(call: impl FnOnce() -> T) -> (f64, T) {
    let start = ProcessTime::now();
    let result = call();
    (start.elapsed().as_secs_f64().max(1e-9), result)
}
