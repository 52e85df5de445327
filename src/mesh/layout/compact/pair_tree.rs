//! A compact tree as a traversal of two trees sees it.

use super::{Compact, Range};
use crate::batch::Filter;
use crate::geometry::Aabb;
use crate::mesh::layout::binary_pairs::{Divided, expand};
use crate::mesh::tree::pairs::{Expanded, LeafLanes, PairTree};
use crate::simd::{LANES8, Simd};

impl Divided for Compact<'_> {
    type Subtree = Range;
    const EMPTY: Range = Range { bounds: Aabb::EMPTY, node: 0, first: 0, count: 0 };

    #[inline(always)]
    fn divide(self, range: &Range) -> [Range; 2] {
        range.split(&self.nodes[range.node as usize]).into()
    }

    #[inline(always)]
    fn count(range: &Range) -> u32 {
        range.count
    }

    #[inline(always)]
    fn bounds(range: &Range) -> Aabb {
        range.bounds
    }
}

impl PairTree for Compact<'_> {
    type NodeRef = Range;
    type Children = [Range; LANES8];
    const NO_CHILDREN: [Range; LANES8] = [Self::EMPTY; LANES8];

    fn pair_root(self) -> Option<Range> {
        self.whole()
    }

    #[inline(always)]
    fn expand<S: Simd>(self, simd: S, node: &Range) -> Expanded<S, [Range; LANES8]> {
        expand(simd, self, node)
    }

    #[inline(always)]
    fn child(self, children: &[Range; LANES8], i: u32) -> Range {
        children[i as usize % LANES8]
    }

    fn block_count(self, _: &Range) -> usize {
        1
    }

    fn least_index(self, leaf: &Range) -> u32 {
        let places = leaf.first..leaf.first + leaf.count;
        let ids = self.ids.and_then(|ids| ids.get(places.start as usize..places.end as usize));
        ids.map_or(places.start, |ids| ids.iter().fold(u32::MAX, |least, &id| least.min(id)))
    }

    #[inline(always)]
    fn leaf_lanes<S: Simd>(self, simd: S, leaf: &Range, _: usize, filter: &Filter) -> LeafLanes<S> {
        let triangles = (leaf.first..leaf.first + leaf.count).map(|place| self.triangle(place));
        LeafLanes::gather(simd, triangles, filter)
    }
}
