//! A DELTA tree as a traversal of two trees sees it.

use super::{Delta, Reference, sides};
use crate::batch::Filter;
use crate::geometry::Aabb;
use crate::mesh::layout::binary_pairs::{Divided, expand};
use crate::mesh::tree::pairs::{Expanded, LeafLanes, PairTree};
use crate::simd::{LANES8, Simd};

/// A node or a triangle, and how many triangles it has. Nodes lie in depth-first order, so that a subtree is a run of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Subtree {
    root: Reference,
    count: u32,
}

impl Divided for Delta<'_> {
    type Subtree = Subtree;
    const EMPTY: Subtree =
        Subtree { root: Reference { bounds: Aabb::EMPTY, at: 0, is_triangle: true }, count: 0 };

    #[inline(always)]
    fn divide(self, subtree: &Subtree) -> [Subtree; 2] {
        let [left, right] = self.children(&subtree.root);
        let left_count = match (left.is_triangle, right.is_triangle) {
            (true, _) => 1,
            (false, true) => subtree.count - 1,
            // As many nodes as lie between, and one triangle more.
            (false, false) => right.at - left.at + 1,
        };
        [
            Subtree { root: left, count: left_count },
            Subtree { root: right, count: subtree.count - left_count },
        ]
    }

    #[inline(always)]
    fn count(subtree: &Subtree) -> u32 {
        subtree.count
    }

    #[inline(always)]
    fn bounds(subtree: &Subtree) -> Aabb {
        subtree.root.bounds
    }
}

impl Delta<'_> {
    /// The indices of the triangles of a subtree.
    #[inline(always)]
    fn indices(self, subtree: &Subtree) -> impl Iterator<Item = u32> {
        let Subtree { root, count } = *subtree;
        let alone = root.is_triangle && count > 0;
        let nodes = if root.is_triangle { 0..0 } else { root.at as usize..(root.at + count - 1) as usize };
        let below = (2 * nodes.start..2 * nodes.end).filter_map(move |i| {
            let (node, child) = (i / 2, i % 2);
            sides::is_triangle(self.flags[node], child).then(|| self.children[node][child])
        });
        alone.then_some(root.at).into_iter().chain(below)
    }
}

impl PairTree for Delta<'_> {
    type NodeRef = Subtree;
    type Children = [Subtree; LANES8];
    const NO_CHILDREN: [Subtree; LANES8] = [Self::EMPTY; LANES8];

    fn pair_root(self) -> Option<Subtree> {
        self.whole().map(|root| Subtree { root, count: self.corners.len() as u32 })
    }

    #[inline(always)]
    fn expand<S: Simd>(self, simd: S, node: &Subtree) -> Expanded<S, [Subtree; LANES8]> {
        expand(simd, self, node)
    }

    #[inline(always)]
    fn child(self, children: &[Subtree; LANES8], i: u32) -> Subtree {
        children[i as usize % LANES8]
    }

    fn block_count(self, _: &Subtree) -> usize {
        1
    }

    fn least_index(self, leaf: &Subtree) -> u32 {
        self.indices(leaf).fold(u32::MAX, u32::min)
    }

    #[inline(always)]
    fn leaf_lanes<S: Simd>(self, simd: S, leaf: &Subtree, _: usize, filter: &Filter) -> LeafLanes<S> {
        LeafLanes::gather(simd, self.indices(leaf).map(|index| self.triangle(index)), filter)
    }
}
