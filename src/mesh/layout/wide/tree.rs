//! A wide tree where it lies in memory, and what is known about it.

use super::arena::{CLUSTER, LINE};
use super::children::CHILDREN;
use super::cluster::{Cluster, WINDOW, header_size};
use super::grid::{Grid, Step};
use super::node::Node;
use crate::geometry::Aabb;
use crate::mesh::depth::MAX_DEPTH;
use crate::mesh::layout::info::Info;
use crate::mesh::layout::kind::WidePreset;
use crate::simd::Simd;
use std::hint::select_unpredictable;

/// Lines of zeros behind the arena, so that a whole window can be read from wherever a cluster begins.
pub(super) const SLACK_LINES: usize = WINDOW / LINE;
/// Blocks lie below this line.
pub(super) const MAX_LINES: usize = 1 << 25;
/// Entries of a traversal's stack: seven siblings for each node above, and room for as many as are pushed at once.
pub(super) const STACK: usize = (CHILDREN - 1) * MAX_DEPTH + CHILDREN;

/// Trees with no more nodes than this on a path need only a small stack, so that several queries can be under way at
/// once.
const SHALLOW: u32 = 18;
/// From so many bytes on, more time is lost in waiting for memory than in keeping several queries under way.
const LARGE: usize = 4 << 20;
pub(super) const SMALL_STACK: usize = (CHILDREN - 1) * SHALLOW as usize + CHILDREN;

/// A checked tree, ready to be read, with clusters whose vertices fill one table or two and nodes of one line or two.
#[derive(Clone, Copy)]
pub(crate) struct Wide<'a, S, const VERTEX_TABLES: usize = 1, const DIRECT: bool = false> {
    pub(super) simd: S,
    pub(super) arena: &'a [u8],
    /// A reference, so that a query takes the tree along in a few registers.
    pub(super) frame: &'a WideFrame,
}

/// A tree whose instruction set is still to be chosen.
pub(crate) type WideTree<'a> = Wide<'a, (), 1>;

/// The same with large clusters.
pub(crate) type LargeWideTree<'a> = Wide<'a, (), 2>;

/// The same with nodes that need no decoding.
pub(crate) type DirectWideTree<'a> = Wide<'a, (), 1, true>;

/// The facts about a wide tree besides its arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WideFrame {
    pub(super) preset: WidePreset,
    /// Bytes of a cluster's header.
    header_size: usize,
    pub(super) grid: Grid,
    pub(super) bounds: Aabb,
    pub(super) triangle_count: u32,
    /// The number of nodes on the longest path.
    pub(super) depth: u32,
}

impl WideFrame {
    /// The frame that INFO describes.
    pub(super) fn new(info: &Info) -> WideFrame {
        let &Info { preset, bounds, triangle_count, depth, grid_step, .. } = info;
        let grid = Grid { origin: bounds.min, step: Step::new(grid_step) };
        let preset = preset.of_tree();
        WideFrame { preset, header_size: header_size(preset), grid, bounds, triangle_count, depth }
    }
}

impl<'a, T: Copy, const VERTEX_TABLES: usize, const DIRECT: bool> Wide<'a, T, VERTEX_TABLES, DIRECT> {
    /// The root, at the first line; `None` if there are no triangles.
    #[inline(always)]
    pub(super) fn root_node(&self) -> Option<u32> {
        (self.frame.triangle_count > 0).then_some(0)
    }

    /// The node that begins at a line.
    #[inline(always)]
    pub(super) fn node(&self, line: u32) -> Node<'a, DIRECT> {
        Node::at(self.arena, line)
    }

    /// The cluster that a reference names.
    #[inline(always)]
    pub(crate) fn cluster(&self, reference: u32) -> Cluster<'a, VERTEX_TABLES, DIRECT> {
        Cluster::new(self.arena, self.frame.header_size, reference)
    }

    /// Returns true if it is shallow enough for small stacks, so that several queries may be under way at once.
    pub(super) fn is_shallow(&self) -> bool {
        self.frame.depth <= SHALLOW
    }

    /// Returns true if it is so large that queries wait for memory.
    pub(super) fn is_large(&self) -> bool {
        self.arena.len() > LARGE
    }

    /// The tree, to be read with an instruction set, and with so many tables.
    #[inline(always)]
    pub(crate) fn with<S, const OTHER: usize>(self, simd: S) -> Wide<'a, S, OTHER, DIRECT> {
        Wide { simd, arena: self.arena, frame: self.frame }
    }
}

impl<S, const VERTEX_TABLES: usize, const DIRECT: bool> Wide<'_, S, VERTEX_TABLES, DIRECT> {
    /// The box of child `i` of a node, rounded outward.
    pub(super) fn child_bounds(&self, node: Node<DIRECT>, i: usize) -> Aabb {
        let WideFrame { grid, mut bounds, .. } = *self.frame;
        for axis in 0..3 {
            let at =
                |side: usize| f64::from(grid.origin[axis]) + node.side(side, i) * f64::from(grid.step.size);
            // One step beyond, which also covers the rounding to f32.
            bounds.min[axis] = ((at(2 * axis) as f32) - grid.step.size).next_down();
            bounds.max[axis] = ((at(2 * axis + 1) as f32) + grid.step.size).next_up();
        }
        bounds
    }
}

impl<'a, S: Simd, const VERTEX_TABLES: usize, const DIRECT: bool> Wide<'a, S, VERTEX_TABLES, DIRECT> {
    /// The same tree for node tests, to which clusters make no difference.
    #[inline(always)]
    pub(super) fn nodes(self) -> Wide<'a, S, 1, DIRECT> {
        self.with(self.simd)
    }

    /// The byte where the block of a node's children begins.
    #[inline(always)]
    pub(super) fn block_of(&self, node: Node<DIRECT>) -> usize {
        match DIRECT {
            true => self.at(node.refs().reference(0)),
            false => node.children().block as usize * LINE,
        }
    }

    /// The byte where a node begins, or a cluster's header.
    #[inline(always)]
    fn at(&self, reference: u32) -> usize {
        let node = reference as usize * LINE;
        let cluster = Cluster::<VERTEX_TABLES, DIRECT>::header_at(self.frame.header_size, reference);
        select_unpredictable(reference & CLUSTER != 0, cluster, node)
    }

    #[inline(always)]
    pub(super) fn prefetch_reference(&self, reference: u32) {
        // Of what is no reference, nothing.
        let at = select_unpredictable(reference == u32::MAX, 0, self.at(reference));
        self.simd.prefetch(self.arena, at);
        if DIRECT {
            self.simd.prefetch(self.arena, at + LINE);
        }
    }
}
