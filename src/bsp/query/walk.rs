//! The walk: all leaves that a sphere reaches, the nearer side of each plane first.

use super::super::tree::{MAX_DEPTH, NodeRef, PlaneRef, Tree};
use crate::geometry::Vec3;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// What is looked for.
pub(super) trait Goal {
    /// How far the sphere reaches by now, padded; may shrink.
    fn reach(&self) -> f32;

    /// Looks at a leaf. `path` is the half-spaces whose common part is the leaf's cell, if the walk keeps it.
    fn leaf(&mut self, leaf: NodeRef, path: &[PlaneRef]) -> ControlFlow<()>;
}

/// A side of a plane still to be visited.
struct Pending {
    subtree: NodeRef,
    /// Distance of the centre from it.
    gap: f32,
    /// How long the path is there, and its last step.
    level: u32,
    step: PlaneRef,
}

/// Visits leaves until the goal has enough. The path is kept if `PATH`.
#[inline(always)]
pub(super) fn walk<const PATH: bool, G: Goal>(tree: &Tree, center: Vec3, goal: &mut G) {
    let mut stack = ArrayVec::<Pending, MAX_DEPTH>::new();
    let mut path = ArrayVec::<PlaneRef, MAX_DEPTH>::new();
    let mut current = tree.root;
    loop {
        while let Some(index) = current.index() {
            let node = tree.nodes[index];
            let height = tree.height(node, center);
            let (front, back) = tree.children(index, node);
            let (side, reach) = (node.plane(), goal.reach());
            let step = if height > reach {
                current = front;
                side.flipped()
            } else if height < -reach {
                current = back;
                side
            } else {
                // Also where the height is not a number, because the coordinates are too large.
                let level = path.len() as u32;
                if height > 0.0 {
                    stack.push(Pending { subtree: back, gap: height, level, step: side });
                    current = front;
                    side.flipped()
                } else {
                    stack.push(Pending { subtree: front, gap: -height, level, step: side.flipped() });
                    current = back;
                    side
                }
            };
            if PATH {
                path.push(step);
            }
        }
        if goal.leaf(current, &path).is_break() {
            return;
        }
        loop {
            let Some(next) = stack.pop() else { return };
            if !(next.gap > goal.reach()) {
                if PATH {
                    path.truncate(next.level as usize);
                    path.push(next.step);
                }
                current = next.subtree;
                break;
            }
        }
    }
}
