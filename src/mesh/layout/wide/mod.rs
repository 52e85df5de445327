//! Layout WIDE: eight children a node, boxes of 8-bit sides, self-contained clusters of triangles.
//!
//! Everything lies in one arena of 64-byte lines; the root is its first line.
//!
//! **Node**, one line: for each axis the eight lower and eight upper sides of the children's boxes, a byte
//! each, then for each axis a word with the node's grid origin (23 bits) and the exponent of the unit of
//! its sides, then a word with the children: `block | inner << 25 | (count - 1) << 28`, where 8 inner
//! children are written as the top bit. The sides count in units of `2^exponent` grid steps from the
//! grid origin, rounded outward. (Quantised wide nodes: Ylitie, Karras, Laine, "Efficient Incoherent Ray
//! Traversal on GPUs Through Compressed Wide BVHs", HPG 2017.)
//!
//! **Block**: a node's children lie together, first the inner nodes, a line each, then the headers of the
//! clusters, one after another, then their fields. So a reference to a child can be made without looking
//! at it, and a cluster's header be read without looking for it.
//!
//! **Cluster**: see [`cluster`].

mod arena;
mod box_tests;
mod check;
mod children;
mod cluster;
mod cluster_triangles;
mod collapse;
mod encode;
mod grid;
mod packet;
mod table;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use arena::LINE;
pub(crate) use box_tests::WideTest;
pub(crate) use check::{Census, census, check};
pub(crate) use encode::{WideParts, encode};
pub(crate) use grid::Grid;

use crate::batch::Filter;
use crate::geometry::{Aabb, Triangle};
use crate::mesh::WidePreset;
use crate::mesh::build::MAX_DEPTH;
use crate::mesh::tree::{LeafPlace, LeafTriangle, TestedBy, Tree, Visitor};
use crate::simd::{CHILDREN, LANES, Nodes, Simd, node_header};
use crate::stack::{FixedStack, Stack, StackEntry};
use arena::{CLUSTER, INSIDE, cluster_block, field};
use arrayvec::ArrayVec;
use children::Children;
use cluster::{Cluster, header_size};
use std::hint::select_unpredictable;
use std::ops::ControlFlow;

/// Lines of zeros behind the arena, so that a whole window can be read from wherever a cluster begins.
pub(crate) const SLACK_LINES: usize = cluster::WINDOW / LINE;
/// Blocks lie below this line.
const MAX_LINES: usize = 1 << 25;
/// Entries of a traversal's stack: seven siblings for each node above, and room for as many as are pushed at once.
const STACK: usize = (CHILDREN - 1) * MAX_DEPTH + CHILDREN;

/// Trees with no more nodes than this on a path need only a small stack, so that several queries can be under way at
/// once.
const SHALLOW: u32 = 18;
/// From so many bytes on, more time is lost in waiting for memory than in keeping several queries under way.
const LARGE: usize = 4 << 20;
const SMALL_STACK: usize = (CHILDREN - 1) * SHALLOW as usize + CHILDREN;

/// The children of a node after a test: a bit for each that passes, and their keys.
#[derive(Clone, Copy)]
pub(crate) struct Tested {
    children: Children,
    mask: u32,
    /// A bit for each that is wholly inside, if the test can tell.
    inside: u32,
    keys: [f32; CHILDREN],
}

/// A checked tree, ready to be read, with clusters whose vertices fill one table or two.
#[derive(Clone, Copy)]
pub(crate) struct Wide<'a, S, const VERTEX_TABLES: usize = 1> {
    pub(crate) simd: S,
    pub(crate) arena: &'a [u8],
    /// A reference, so that a query takes the tree along in a few registers.
    pub(crate) frame: &'a WideFrame,
}

/// What is known about a wide tree besides its arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WideFrame {
    pub(crate) preset: WidePreset,
    pub(crate) grid: Grid,
    pub(crate) bounds: Aabb,
    pub(crate) triangle_count: u32,
    /// How many nodes lie on the longest path.
    pub(crate) depth: u32,
}

impl<'a, T: Copy, const VERTEX_TABLES: usize> Wide<'a, T, VERTEX_TABLES> {
    /// Whether it is shallow enough for small stacks, and has anything in it.
    pub(crate) fn is_shallow(&self) -> bool {
        self.frame.depth <= SHALLOW && self.frame.triangle_count > 0
    }

    /// Whether several queries may be under way at once, and gain from it: always where the tree is large,
    /// because they wait for memory there; else if they gain on small trees too.
    pub(crate) fn interleaves(&self, gains_on_small: bool) -> bool {
        self.frame.depth <= SHALLOW && (gains_on_small || self.arena.len() > LARGE)
    }

    /// The tree, to be read with an instruction set, and with so many tables.
    #[inline(always)]
    pub(crate) fn with<S, const OTHER: usize>(self, simd: S) -> Wide<'a, S, OTHER> {
        Wide { simd, arena: self.arena, frame: self.frame }
    }
}

impl<S: Simd> Wide<'_, S> {
    /// The box of child `i` of a node, rounded outward.
    fn child_bounds(&self, node: &[u8; LINE], i: usize) -> Aabb {
        let WideFrame { grid, mut bounds, .. } = *self.frame;
        for axis in 0..3 {
            let (start, exponent) = node_header(node, axis);
            let unit = f64::from(1u32 << exponent);
            let at = |side: u8| {
                let steps = f64::from(start) + f64::from(side) * unit;
                f64::from(grid.origin[axis]) + steps * f64::from(grid.step.size)
            };
            // One step beyond, which also covers the rounding to f32.
            bounds.min[axis] = ((at(node[16 * axis + i]) as f32) - grid.step.size).next_down();
            bounds.max[axis] = ((at(node[16 * axis + 8 + i]) as f32) + grid.step.size).next_up();
        }
        bounds
    }
}

impl<'a, S: Simd, const VERTEX_TABLES: usize> Wide<'a, S, VERTEX_TABLES> {
    #[inline(always)]
    fn line(&self, line: u32) -> &'a [u8; LINE] {
        field(self.arena, line as usize * LINE)
    }

    /// The cluster that a reference names.
    #[inline(always)]
    pub(crate) fn cluster(&self, reference: u32) -> Cluster<'a, VERTEX_TABLES> {
        Cluster::new(self.arena, self.frame.preset, reference)
    }

    /// The same tree for node tests, to which clusters make no difference.
    #[inline(always)]
    fn nodes(self) -> Wide<'a, S> {
        self.with(self.simd)
    }

    #[inline(always)]
    fn prefetch_reference(&self, reference: u32) {
        let node = reference as usize * LINE;
        let cluster = cluster_block(reference) + header_size(self.frame.preset) * (reference & 7) as usize;
        let at = select_unpredictable(reference & CLUSTER != 0, cluster, node);
        self.simd.prefetch(self.arena, at);
    }
}

impl<S: Simd, const VERTEX_TABLES: usize> Tree for Wide<'_, S, VERTEX_TABLES> {
    type NodeRef = u32;

    #[inline(always)]
    fn is_leaf(self, subtree: &u32) -> bool {
        subtree & CLUSTER != 0
    }

    #[inline(always)]
    fn prefetch(self, subtree: &u32) {
        self.prefetch_reference(*subtree);
    }

    #[inline(always)]
    fn prefetch_children(self, node: &u32) {
        // The nodes and the headers of clusters among the children, most of the time.
        let block = Children::of(self.arena, *node & !INSIDE).block as usize * LINE;
        for line in 0..CHILDREN {
            self.simd.prefetch(self.arena, block + line * LINE);
        }
    }

    #[inline(always)]
    fn prefetch_leaf(self, leaf: &u32) {
        let cluster = self.cluster(*leaf);
        let at = cluster_block(*leaf) + cluster.start();
        self.simd.prefetch(self.arena, at);
        self.simd.prefetch(self.arena, at + LINE);
        self.simd.prefetch(self.arena, at + 2 * LINE);
        if self.frame.preset != WidePreset::Default {
            self.simd.prefetch(self.arena, at + 3 * LINE);
        }
    }

    #[inline(always)]
    fn visit<G: Visitor>(self, leaf: &u32, filter: &Filter, visitor: &mut G) -> ControlFlow<()> {
        let mut cluster = self.cluster(*leaf);
        let mut seen = cluster.seen(filter);
        let whole = G::TAKES_WHOLE_BLOCKS && leaf & INSIDE != 0;
        if VERTEX_TABLES == 1 {
            return match seen {
                0 => ControlFlow::Continue(()),
                _ if whole => visitor.whole_block(self.simd, cluster, seen),
                _ => visitor.block(self.simd, cluster, seen),
            };
        }
        // The halves in the order of the triangles.
        while seen != 0 {
            let half = seen & 0xffff;
            if half != 0 && whole {
                visitor.whole_block(self.simd, cluster, half)?;
            } else if half != 0 {
                visitor.block(self.simd, cluster, half)?;
            }
            (cluster, seen) = (cluster.second_half(), seen >> LANES);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn triangle_at(self, place: LeafPlace) -> Triangle {
        self.cluster(place.leaf).triangle_in(self.simd, place.lane as usize)
    }

    #[inline(always)]
    fn attributes_at(self, place: LeafPlace) -> u16 {
        self.cluster(place.leaf).attributes(place.lane as usize)
    }

    fn for_each(self, mut visit: impl FnMut(LeafTriangle) -> ControlFlow<()>) {
        let mut pending = ArrayVec::<u32, STACK>::new();
        pending.extend((self.frame.triangle_count > 0).then_some(0));
        while let Some(next) = pending.pop() {
            if self.is_leaf(&next) {
                let cluster = self.cluster(next);
                let mut flow = ControlFlow::Continue(());
                cluster.for_each(self.simd, |leaf| {
                    if flow.is_continue() {
                        flow = visit(leaf);
                    }
                });
                if flow.is_break() {
                    return;
                }
            } else {
                let children = Children::of(self.arena, next);
                pending.extend((0..children.count).map(|i| children.reference(i)));
            }
        }
    }

    type Stack<T: Copy> = FixedStack<T, STACK>;

    type SmallStack<T: Copy> = FixedStack<T, SMALL_STACK>;

    type Tested = Tested;

    const UNTESTED: Tested = Tested {
        children: Children { block: 0, inner: 0, count: 0 },
        mask: 0,
        inside: 0,
        keys: [0.0; CHILDREN],
    };

    #[inline(always)]
    fn has_inside(self, tested: &Tested) -> bool {
        tested.mask & tested.inside != 0
    }

    #[inline(always)]
    fn nearest_first(self, tested: &Tested, stack: &mut impl Stack<StackEntry<u32>>) -> Option<u32> {
        let &Tested { children, mask, ref keys, .. } = tested;
        if mask == 0 {
            return None;
        }
        let first = mask.trailing_zeros();
        let rest = mask & (mask - 1);
        let first_child = children.reference(first);
        if rest == 0 {
            return Some(first_child);
        }
        if rest & (rest - 1) == 0 {
            let second = rest.trailing_zeros();
            let second_child = children.reference(second);
            let (first_key, second_key) = (keys[first as usize], keys[second as usize]);
            let swap = second_key < first_key;
            stack.push(StackEntry {
                key: select_unpredictable(swap, first_key, second_key),
                node: select_unpredictable(swap, first_child, second_child),
            });
            return Some(select_unpredictable(swap, second_child, first_child));
        }
        let (nearest, sorted) = self.simd.nodes().farthest_first(mask, keys, children.names());
        stack.push_first(mask.count_ones() as usize - 1, sorted);
        Some(children.reference(nearest))
    }
}

impl<S: Simd, T: WideTest, const VERTEX_TABLES: usize> TestedBy<T> for Wide<'_, S, VERTEX_TABLES> {
    type Prepared = T::Prepared<S>;

    /// Its box is not tested: the children's are, at once.
    #[inline(always)]
    fn root(self, _: &T, _: f32) -> Option<u32> {
        (self.frame.triangle_count > 0).then_some(0)
    }

    #[inline(always)]
    fn prepare(self, test: &T) -> T::Prepared<S> {
        test.prepare(&self.nodes())
    }

    #[inline(always)]
    fn test(self, node: &u32, test: &T::Prepared<S>, limit: f32) -> Tested {
        let line = self.line(*node & !INSIDE);
        let children = Children::from_word(u32::from_le_bytes(*field(line, 60)));
        let (mut mask, keys) = T::test(&self.nodes(), line, test, limit);
        if T::CONTAINS && *node & INSIDE != 0 {
            mask = u32::MAX;
        }
        let inside = if T::CONTAINS { mask >> CHILDREN } else { 0 };
        Tested { children, mask: mask & ((1 << children.count) - 1), inside, keys }
    }

    #[inline(always)]
    fn any_order(self, tested: &Tested, stack: &mut impl Stack<u32>) -> Option<u32> {
        let &Tested { children, mask, inside, ref keys } = tested;
        if mask == 0 {
            return None;
        }
        // Where no test can tell, nothing need be marked, wherever the result has been kept.
        let inside = if T::CONTAINS { inside } else { 0 };
        let nodes = self.simd.nodes();
        // Clusters come last.
        let first = if T::NEAREST { nodes.nearest(mask, keys) } else { mask.ilog2() };
        let others = mask & !(1 << first);
        let all = nodes.all_of(others, children.names(), inside, INSIDE);
        stack.push_first(others.count_ones() as usize, all);
        Some(children.reference(first) + (inside >> first & 1) * INSIDE)
    }
}
