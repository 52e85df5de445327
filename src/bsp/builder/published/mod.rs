//! Published methods, complete and shipped, for comparison: bevel planes, and the inverse tree.

pub(super) mod bevel;
pub(super) mod inverse;
