//! A compact tree as a traversal of two trees sees it: up to seven nodes are opened at once, and sixteen triangles are a leaf.

use super::{Compact, Range};
use crate::batch::Filter;
use crate::geometry::Aabb;
use crate::mesh::tree::pairs::{Expanded, LeafLanes, PAIR_ROOM, PairTree};
use crate::simd::{LANES, LANES8, Simd, Simd8};
use crate::stack::FixedStack;

const EMPTY: Range = Range { bounds: Aabb::EMPTY, node: 0, first: 0, count: 0 };

impl PairTree for Compact<'_> {
    type NodeRef = Range;
    type Children = [Range; LANES8];
    type Stack<T: Copy> = FixedStack<T, PAIR_ROOM>;
    const ROOM: usize = PAIR_ROOM;
    const NO_CHILDREN: [Range; LANES8] = [EMPTY; LANES8];

    fn pair_root(self) -> Option<Range> {
        self.whole()
    }

    #[inline(always)]
    fn expand<S: Simd>(self, simd: S, node: &Range) -> Expanded<S, [Range; LANES8]> {
        let (mut children, mut count) = ([EMPTY; LANES8], 1);
        children[0] = *node;
        while count < LANES8 {
            let Some(largest) = (0..count).max_by_key(|&i| children[i].count) else { break };
            if children[largest].count as usize <= LANES {
                break;
            }
            let parent = children[largest];
            (children[largest], children[count]) = parent.split(&self.nodes[parent.node as usize]);
            count += 1;
        }
        let s = simd.lanes8();
        let (mut low, mut high) = ([[0.0; LANES8]; 3], [[0.0; LANES8]; 3]);
        let mut leaves = 0;
        for (i, child) in children.iter().enumerate().take(count) {
            for axis in 0..3 {
                low[axis][i] = child.bounds.min[axis];
                high[axis][i] = child.bounds.max[axis];
            }
            leaves |= u32::from(child.count as usize <= LANES) << i;
        }
        Expanded {
            low: [s.load_array(&low[0]), s.load_array(&low[1]), s.load_array(&low[2])],
            high: [s.load_array(&high[0]), s.load_array(&high[1]), s.load_array(&high[2])],
            present: (1 << count) - 1,
            leaves,
            children,
        }
    }

    #[inline(always)]
    fn child(self, children: &[Range; LANES8], i: u32) -> Range {
        children[i as usize % LANES8]
    }

    fn block_count(self, _: &Range) -> usize {
        1
    }

    #[inline(always)]
    fn leaf_lanes<S: Simd>(self, simd: S, leaf: &Range, _: usize, filter: &Filter) -> LeafLanes<S> {
        let triangles = (leaf.first..leaf.first + leaf.count).map(|place| self.triangle(place));
        LeafLanes::gather(simd, triangles, filter)
    }
}
