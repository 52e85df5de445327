//! The largest depth of trees.

/// No tree is deeper than this, whatever the input: it bounds the stacks of traversals.
pub(crate) const MAX_DEPTH: usize = 96;
