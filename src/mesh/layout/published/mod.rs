//! Published layouts, complete and shipped, for comparison.

mod delta;

pub(crate) use delta::{Delta, DeltaSections};
