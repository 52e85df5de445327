//! Binary trees as a traversal of two trees sees them: up to seven nodes are opened at once, and sixteen triangles are a leaf.

use crate::geometry::Aabb;
use crate::mesh::tree::pairs::Expanded;
use crate::simd::{LANES, LANES8, Simd, Simd8};

/// A binary tree whose subtrees know how many triangles they have.
pub(super) trait Divided: Copy {
    /// A subtree with its box.
    type Subtree: Copy;
    /// No subtree.
    const EMPTY: Self::Subtree;
    /// The children of a subtree of at least two triangles.
    fn divide(self, subtree: &Self::Subtree) -> [Self::Subtree; 2];
    /// The number of its triangles.
    fn count(subtree: &Self::Subtree) -> u32;
    /// Its box.
    fn bounds(subtree: &Self::Subtree) -> Aabb;
}

/// Opens the largest nodes below one until there are eight, or all that are left are leaves.
#[inline(always)]
pub(super) fn expand<S: Simd, T: Divided>(
    simd: S,
    tree: T,
    node: &T::Subtree,
) -> Expanded<S, [T::Subtree; LANES8]> {
    let (mut children, mut count) = ([T::EMPTY; LANES8], 1);
    children[0] = *node;
    while count < LANES8 {
        let mut largest = 0;
        for (i, child) in children[..count].iter().enumerate() {
            if T::count(child) >= T::count(&children[largest]) {
                largest = i;
            }
        }
        if T::count(&children[largest]) as usize <= LANES {
            break;
        }
        [children[largest], children[count]] = tree.divide(&children[largest]);
        count += 1;
    }
    let s = simd.lanes8();
    let (mut low, mut high) = ([[0.0; LANES8]; 3], [[0.0; LANES8]; 3]);
    let mut leaves = 0;
    for (i, child) in children.iter().enumerate().take(count) {
        let bounds = T::bounds(child);
        for axis in 0..3 {
            low[axis][i] = bounds.min[axis];
            high[axis][i] = bounds.max[axis];
        }
        leaves |= u32::from(T::count(child) as usize <= LANES) << i;
    }
    Expanded {
        low: [s.load_array(&low[0]), s.load_array(&low[1]), s.load_array(&low[2])],
        high: [s.load_array(&high[0]), s.load_array(&high[1]), s.load_array(&high[2])],
        present: (1 << count) - 1,
        leaves,
        children,
    }
}
