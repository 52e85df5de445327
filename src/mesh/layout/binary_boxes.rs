//! The boxes of binary trees, for drawing.

use super::binary_pairs::Divided;
use crate::batch::{BoxTaker, TreeBox};

/// Hands out the boxes of a subtree, depth first.
pub(super) fn boxes<T: Divided>(tree: T, root: Option<T::Subtree>, taker: &mut BoxTaker) {
    if let Some(root) = root {
        subtree(tree, &root, 0, taker);
    }
}

/// No deeper than a checked tree.
fn subtree<T: Divided>(tree: T, own: &T::Subtree, depth: u32, taker: &mut BoxTaker) {
    let is_leaf = T::count(own) <= 1;
    let node = TreeBox { bounds: T::bounds(own), depth, count: is_leaf.into() };
    if taker.take(node) && !is_leaf {
        for child in &tree.divide(own) {
            subtree(tree, child, depth + 1, taker);
        }
    }
}
