//! Published rules of building, complete and shipped, for comparison.

pub(super) mod median;
