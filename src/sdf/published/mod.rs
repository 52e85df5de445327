//! The published tree, complete and shipped, for comparison.

pub mod kd_tree;
