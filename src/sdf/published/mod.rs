//! The published tree, complete and shipped, for comparison.

pub(crate) mod kd_tree;
