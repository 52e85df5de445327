//! The boxes of a packed tree, for drawing and measuring.

use super::tree::Tree;
use crate::simd::LANES;
use crate::world::structure::NodeBox;

/// Hands out the boxes of a tree, from the root down; those of single objects are not among them.
pub(super) fn boxes(tree: &Tree, found: &mut dyn FnMut(NodeBox)) {
    if tree.live() == 0 {
        return;
    }
    if tree.height() == 1 {
        let mut taken = (0..LANES).filter(|&lane| tree.slots()[0][lane] != 0);
        let first = taken.next().map(|lane| (tree.level(0)[0].bounds(lane), 1));
        let all = taken.fold(first, |all, lane| {
            all.map(|(bounds, count)| (bounds.union(&tree.level(0)[0].bounds(lane)), count + 1))
        });
        if let Some((bounds, objects)) = all {
            found(NodeBox { bounds, depth: 0, objects });
        }
    }
    for level in (1..tree.height()).rev() {
        let depth = (tree.height() - 1 - level) as u32;
        let children = tree.level(level).iter().flat_map(|block| (0..LANES).map(|lane| block.bounds(lane)));
        for (i, bounds) in children.enumerate() {
            if bounds.min.x > bounds.max.x {
                continue;
            }
            let objects = match level {
                1 => tree.slots()[i].iter().filter(|&&slot| slot != 0).count() as u32,
                _ => 0,
            };
            // All of its objects are gone, of some.
            if level == 1 && objects == 0 {
                continue;
            }
            found(NodeBox { bounds, depth, objects });
        }
    }
}
