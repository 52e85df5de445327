//! A wide tree as a traversal of two trees sees it.

use super::arena::CLUSTER;
use super::children::{CHILDREN, Children};
use super::node::Node;
use super::tree::Wide;
use crate::arrays::MapEach;
use crate::batch::Filter;
use crate::mesh::layout::vertex_tables::VertexTables;
use crate::mesh::tree::Block;
use crate::mesh::tree::pairs::{BlockCache, Corners, Expanded, LeafLanes, PairMemory, PairTree};
use crate::simd::{ALL_LANES, LANES, Simd, Simd8};
use crate::stack::FixedStack;

/// The sides of eight boxes along an axis, in the user's units, rounded once.
#[inline(always)]
fn side<S: Simd8, const DIRECT: bool>(
    simd: S,
    node: Node<DIRECT>,
    [axis, which]: [usize; 2],
    step: f32,
    origin: f32,
) -> S::F {
    let mut at = node.numbers(simd, 2 * axis + which);
    if !DIRECT {
        // Whole numbers below 2^24, times a power of two.
        at = simd.about_mul_add(at, simd.splat(node.unit(simd, axis)), simd.splat(node.start(simd, axis)));
    }
    simd.about_mul_add(at, simd.splat(simd.uniform(step)), simd.splat(simd.uniform(origin)))
}

/// The children of a node that begins at a line.
#[inline(always)]
fn expand_node<S: Simd, const DIRECT: bool>(
    tree: Wide<'_, S, 1, DIRECT>,
    line: u32,
) -> Expanded<S, Children> {
    let (node, s) = (tree.node(line), tree.simd.lanes8());
    // Those of a direct node are looked up in it.
    let children = if DIRECT { Children { block: line, ..Children::NONE } } else { node.children() };
    let (step, origin) = (tree.frame.grid.step.size, tree.frame.grid.origin);
    let present = node.present(s);
    let leaves = match DIRECT {
        true => s.signs(s.load_integers(node.stored_bytes())),
        false => !((1 << children.inner.min(CHILDREN as u32)) - 1),
    };
    Expanded {
        low: [
            side(s, node, [0, 0], step, origin.x),
            side(s, node, [1, 0], step, origin.y),
            side(s, node, [2, 0], step, origin.z),
        ],
        high: [
            side(s, node, [0, 1], step, origin.x),
            side(s, node, [1, 1], step, origin.y),
            side(s, node, [2, 1], step, origin.z),
        ],
        present,
        leaves: present & leaves,
        children,
    }
}

impl<const VERTEX_TABLES: usize, const DIRECT: bool> PairTree for Wide<'_, (), VERTEX_TABLES, DIRECT> {
    type NodeRef = u32;
    type Children = Children;
    const NO_CHILDREN: Self::Children = Children::NONE;

    #[inline(always)]
    fn pair_root(self) -> Option<u32> {
        self.root_node()
    }

    #[inline(always)]
    fn expand<S: Simd>(self, simd: S, node: &u32) -> Expanded<S, Self::Children> {
        expand_node(self.with(simd), *node)
    }

    #[inline(always)]
    fn child(self, children: &Self::Children, i: u32) -> u32 {
        if DIRECT { self.node(children.block).refs().reference(i) } else { children.reference(i) }
    }

    #[inline(always)]
    fn block_count(self, leaf: &u32) -> usize {
        if VERTEX_TABLES == 1 { 1 } else { self.cluster(*leaf).count().div_ceil(LANES) }
    }

    #[inline(always)]
    fn least_index(self, leaf: &u32) -> u32 {
        self.cluster(*leaf).least_id()
    }

    #[inline(always)]
    fn leaf_lanes<S: Simd>(self, simd: S, leaf: &u32, i: usize, filter: &Filter) -> LeafLanes<S> {
        debug_assert!(leaf & CLUSTER != 0);
        let whole = self.with::<S, VERTEX_TABLES>(simd).cluster(*leaf);
        let (cluster, seen) = match VERTEX_TABLES == 1 || i == 0 {
            true => (whole, whole.seen(filter)),
            false => (whole.second_half(), whole.seen(filter) >> LANES),
        };
        let triangles = cluster.triangles(simd, [0, 1, 2]);
        let corners = if VERTEX_TABLES == 1 {
            let vertices = triangles.vertices.map_each(|VertexTables(tables)| tables[0]);
            Corners::Shared { vertices, corners: triangles.corners }
        } else {
            Corners::Apart([0, 1, 2].map_each(|corner| triangles.corner(simd, corner)))
        };
        LeafLanes { corners, ids: cluster.ids(simd), seen: seen & ALL_LANES }
    }
}

impl PairMemory for Wide<'_, ()> {
    type Stack<T: Copy> = FixedStack<T, 448>;
    const ROOM: usize = 448;
    type NearestStack<T: Copy> = FixedStack<T, 352>;
    const NEAREST_ROOM: usize = 352;
    type Heap<T: Copy> = FixedStack<T, 512>;
    const HEAP: usize = 512;
    type First = BlockCache<2>;
    type Second = BlockCache<7>;
    type NearestFirst = BlockCache<4>;
    type NearestSecond = BlockCache<8>;
}
