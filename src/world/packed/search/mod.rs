//! Searches of packed trees: for what a box touches, and for what is nearest.

mod bounds;
mod list;
mod splat;
mod touched;
mod visit;

pub(super) use bounds::{Along, Around, LowerBounds};
pub(super) use list::list;
pub(super) use splat::Splat;
pub(super) use touched::TouchedLeaves;
pub(super) use visit::{visit, visit_nearest_first};
