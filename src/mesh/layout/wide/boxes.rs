//! The boxes of a wide tree, for drawing.

use super::arena::CLUSTER;
use super::tree::Wide;
use crate::batch::{BoxTaker, TreeBox};
use crate::geometry::Aabb;

/// Hands out the boxes, depth first.
pub(super) fn boxes<const VERTEX_TABLES: usize, const DIRECT: bool>(
    tree: Wide<(), VERTEX_TABLES, DIRECT>,
    taker: &mut BoxTaker,
) {
    let root = TreeBox { bounds: tree.frame.bounds, depth: 0, count: 0 };
    if tree.frame.triangle_count > 0 && taker.take(root) {
        below(tree, 0, 1, taker);
    }
}

/// The boxes below the node in a line. No deeper than a checked tree.
fn below<const VERTEX_TABLES: usize, const DIRECT: bool>(
    tree: Wide<(), VERTEX_TABLES, DIRECT>,
    line: u32,
    depth: u32,
    taker: &mut BoxTaker,
) {
    let (node, whole) = (tree.node(line), &tree.frame.bounds);
    for (i, reference) in node.references().into_iter().enumerate() {
        let is_leaf = reference & CLUSTER != 0;
        let count = match is_leaf {
            true => tree.cluster(reference).count(),
            false => 0,
        };
        // Boxes on a grid may reach beyond the mesh.
        let Aabb { min, max } = tree.child_bounds(node, i);
        let bounds = Aabb { min: min.max(whole.min), max: max.min(whole.max) };
        if taker.take(TreeBox { bounds, depth, count: count as u32 }) && !is_leaf {
            below(tree, reference, depth + 1, taker);
        }
    }
}
