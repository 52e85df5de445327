//! Layout COMPACT: 8 bytes a node, 8 bytes a leaf, children implicit, boxes derived.
//!
//! "Collision data compression" (2013), which improves on Gomez, "Compressed Axis-Aligned Bounding Box
//! Trees" (Game Programming Gems 2, 2001). A node over `n` triangles from `first` on, stored at `k`:
//! its left child has `n * split / 256 + 1` triangles and lies at `k + 1`, its right child lies at
//! `k + left`. A child over one triangle is that triangle. Each of the six sides of a node's box is
//! inherited by one child and moved in, in 256ths of the box, for the other.

mod check;
mod encode;
mod pair_tree;
mod sections;
mod table;

pub(crate) use sections::CompactSections;

use crate::arrays::MapEach;
use crate::batch::Filter;
use crate::geometry::{Aabb, Triangle, Vec3};
use crate::mesh::depth::MAX_DEPTH;
use crate::mesh::layout::binary::{self, Pair};
use crate::mesh::split_ratio;
use crate::mesh::tree::{BoxTest, LeafPlace, LeafTriangle, TestedBy, Tree, TreePart, Visitor};
use crate::stack::{FixedStack, Stack, StackEntry};
use bytemuck::{Pod, Zeroable};
use std::ops::ControlFlow;

/// The number of consecutive leaves that share a page of vertices: no more than 65,535 vertices a page.
const PAGE_TRIANGLES: usize = 65_536 / 3;

/// An inner node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Node {
    /// A bit a side, `MIN_X = 1, MIN_Y, MIN_Z, MAX_X, MAX_Y, MAX_Z = 32`: set where the left child's
    /// side moves in, clear where the right child's does.
    flags: u8,
    /// Ratio of the left child's triangles to all, in 256ths.
    split: u8,
    /// The distances by which the minima move in.
    min: [u8; 3],
    /// The distances by which the maxima move in.
    max: [u8; 3],
}

impl Node {
    /// The boxes of both children, exactly as every reader derives them.
    #[inline(always)]
    fn child_bounds(&self, bounds: &Aabb) -> (Aabb, Aabb) {
        let (mut left, mut right) = (*bounds, *bounds);
        let step = (bounds.max - bounds.min) * (1.0 / 256.0);
        for axis in 0..3 {
            let low = moved_in(bounds.min[axis], f32::from(self.min[axis]) * step[axis], self.min[axis]);
            let high = moved_in(bounds.max[axis], -(f32::from(self.max[axis]) * step[axis]), self.max[axis]);
            if self.flags & (1 << axis) != 0 {
                left.min[axis] = low;
            } else {
                right.min[axis] = low;
            }
            if self.flags & (8 << axis) != 0 {
                left.max[axis] = high;
            } else {
                right.max[axis] = high;
            }
        }
        (left, right)
    }
}

/// A side that moves by `offset`; not at all for a stored 0, even where the step overflows.
#[inline(always)]
fn moved_in(side: f32, offset: f32, stored: u8) -> f32 {
    if stored == 0 { side } else { side + offset }
}

/// A leaf: one triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Leaf {
    /// Filter bits.
    attributes: u16,
    /// Indices into the vertices of the leaf's page.
    vertices: [u16; 3],
}

/// The place of a page's vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Page {
    /// Index of its first vertex among all positions.
    first_vertex: u32,
    /// The number of its vertices.
    vertex_count: u32,
}

/// A checked tree, ready to be read.
#[derive(Clone, Copy)]
pub(crate) struct Compact<'a> {
    nodes: &'a [Node],
    leaves: &'a [Leaf],
    pages: &'a [Page],
    positions: &'a [[f32; 3]],
    /// Cooked order to the user's order.
    ids: Option<&'a [u32]>,
    bounds: Aabb,
}

/// `count` triangles from `first` on, with the node at `node` if there are at least two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    bounds: Aabb,
    node: u32,
    first: u32,
    count: u32,
}

impl Range {
    /// The children's ranges, their boxes still to be set.
    #[inline(always)]
    fn split(&self, node: &Node) -> (Range, Range) {
        let left = split_ratio::left_count(self.count, node.split);
        let (left_bounds, right_bounds) = node.child_bounds(&self.bounds);
        (
            Range { bounds: left_bounds, node: self.node + 1, first: self.first, count: left },
            Range {
                bounds: right_bounds,
                node: self.node + left,
                first: self.first + left,
                count: self.count - left,
            },
        )
    }
}

impl Tree for Compact<'_> {
    type NodeRef = Range;

    #[inline(always)]
    fn is_leaf(self, range: &Range) -> bool {
        range.count == 1
    }

    fn prefetch(self, _: &Range) {}

    fn prefetch_children(self, _: &Range) {}

    fn prefetch_leaf(self, _: &Range) {}

    #[inline(always)]
    fn visit<G: Visitor>(self, leaf: &Range, filter: &Filter, visitor: &mut G) -> ControlFlow<()> {
        let leaf = self.triangle(leaf.first);
        if filter.accepts(leaf.attributes) { visitor.triangle(&leaf) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn triangle_at(self, place: LeafPlace) -> Triangle {
        self.triangle(place.leaf).triangle
    }

    #[inline(always)]
    fn attributes_at(self, place: LeafPlace) -> u16 {
        self.triangle(place.leaf).attributes
    }

    #[inline(never)]
    fn apart<P: TreePart<Self>>(self, part: P) -> P::Output {
        part.run(self)
    }

    fn for_each(self, visit: impl FnMut(LeafTriangle) -> ControlFlow<()>) {
        // Ending early is no failure.
        let _ = (0..self.leaves.len() as u32).map(|place| self.triangle(place)).try_for_each(visit);
    }

    /// One sibling for each inner node above, and both children of the deepest.
    type Stack<T: Copy> = FixedStack<T, { MAX_DEPTH + 1 }>;

    type Tested = Pair<Range>;

    #[inline(always)]
    fn has_any(self, tested: &Self::Tested) -> bool {
        binary::has_any(tested)
    }

    #[inline(always)]
    fn has_inside(self, _: &Self::Tested) -> bool {
        false
    }

    #[inline(always)]
    fn nearest_first(self, tested: &Pair<Range>, stack: &mut impl Stack<StackEntry<Range>>) -> Option<Range> {
        binary::nearest_first(tested, stack)
    }
}

impl<T: BoxTest> TestedBy<T> for Compact<'_> {
    type Prepared = T;

    fn root(self, test: &T, limit: f32) -> Option<Range> {
        self.whole().filter(|range| test.key(&range.bounds) <= limit)
    }

    #[inline(always)]
    fn prepare(self, test: &T) -> T {
        *test
    }

    #[inline(always)]
    fn test(self, range: &Range, test: &T, limit: f32) -> Pair<Range> {
        let (left, right) = range.split(&self.nodes[range.node as usize]);
        binary::test_children([left, right], |range| range.bounds, test, limit)
    }

    #[inline(always)]
    fn any_order(self, tested: &Pair<Range>, stack: &mut impl Stack<Range>) -> Option<Range> {
        binary::any_order(tested, stack)
    }
}

impl Compact<'_> {
    /// All triangles, if there are any.
    fn whole(self) -> Option<Range> {
        let count = self.leaves.len() as u32;
        (count > 0).then_some(Range { bounds: self.bounds, node: 0, first: 0, count })
    }

    /// The triangle at `place` in cooked order.
    #[inline(always)]
    fn triangle(self, place: u32) -> LeafTriangle {
        let leaf = &self.leaves[place as usize];
        let page = self.pages[place as usize / PAGE_TRIANGLES].first_vertex as usize;
        let [a, b, c] = leaf.vertices.map_each(|v| Vec3::from_array(self.positions[page + usize::from(v)]));
        let index = self.ids.map_or(place, |ids| ids[place as usize]);
        let place = LeafPlace { leaf: place, lane: 0 };
        LeafTriangle { index, attributes: leaf.attributes, triangle: Triangle { a, b, c }, place }
    }
}
