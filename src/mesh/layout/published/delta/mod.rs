//! Layout DELTA: 21 bytes a node, no leaves. The published experiment, faithfully; not the fast path.
//!
//! Jin, Wang and Wang, "Memory-optimized of collision detection algorithm based on bounding-volume hierarchies" (Computer
//! Engineering and Applications 43(16), 2007), on pairs of meshes. Each of the six sides of a node's box is kept by one of its
//! children, three by each, and a child stores the other three: 12 bytes, with two child fields of 4 bytes and a byte of
//! flags. A child field names a node or, where a flag says so, a triangle, which needs no leaf and no box because it is
//! tested itself. So there are `N - 1` nodes for `N` triangles. Where the sides of the children's boxes do not come
//! three and three, the boxes are enlarged until they do.
//!
//! The triangles are an indexed mesh in the user's order: ids need no map, and looking one up no search.

mod check;
mod encode;
mod pair_tree;
mod sections;
mod sides;

pub(crate) use sections::DeltaSections;

use crate::arrays::MapEach;
use crate::batch::Filter;
use crate::geometry::{Aabb, Triangle, Vec3};
use crate::mesh::depth::MAX_DEPTH;
use crate::mesh::layout::binary::{self, Pair};
use crate::mesh::tree::{BoxTest, LeafPlace, LeafTriangle, TestedBy, Tree, TreePart, Visitor};
use crate::stack::{FixedStack, Stack, StackEntry};
use std::ops::ControlFlow;

/// A checked tree, ready to be read. An array for each part of a node, so that every access is aligned.
#[derive(Clone, Copy)]
pub(crate) struct Delta<'a> {
    /// The sides that a node does not have from its parent; of all nodes but the root, whose six are in `bounds`.
    sides: &'a [[f32; 3]],
    /// Two nodes or triangles for each node, which lie in depth-first order.
    children: &'a [[u32; 2]],
    /// For each node, from the lowest bit on: whether the left child keeps x min, x max, y min, y max, z min, z max (or
    /// else the right one does); whether the left child is a triangle, and the right one.
    flags: &'a [u8],
    /// The vertices of each triangle.
    corners: &'a [[u32; 3]],
    /// Filter bits of each triangle; none if no triangle has any.
    attributes: Option<&'a [u16]>,
    positions: &'a [[f32; 3]],
    /// The root's box.
    bounds: Aabb,
}

/// A node or a triangle, with its box.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Reference {
    /// A triangle's own; a node's may be larger than what is in it.
    bounds: Aabb,
    /// Its number.
    at: u32,
    is_triangle: bool,
}

impl Delta<'_> {
    /// The whole tree; `None` if there are no triangles.
    fn whole(self) -> Option<Reference> {
        match self.corners.len() {
            0 => None,
            count => Some(Reference { bounds: self.bounds, at: 0, is_triangle: count == 1 }),
        }
    }

    /// The children of a node.
    #[inline(always)]
    fn children(self, node: &Reference) -> [Reference; 2] {
        let at = node.at as usize;
        let (flags, children) = (self.flags[at], self.children[at]);
        [self.child(&node.bounds, flags, 0, children[0]), self.child(&node.bounds, flags, 1, children[1])]
    }

    #[inline(always)]
    fn child(self, parent: &Aabb, flags: u8, child: usize, at: u32) -> Reference {
        let is_triangle = sides::is_triangle(flags, child);
        let bounds = match is_triangle {
            true => self.corners(at).bounds(),
            false => sides::child_bounds(parent, sides::kept(flags, child), &self.sides[at as usize - 1]),
        };
        Reference { bounds, at, is_triangle }
    }

    /// The corners of a triangle.
    #[inline(always)]
    fn corners(self, triangle: u32) -> Triangle {
        let [a, b, c] =
            self.corners[triangle as usize].map_each(|v| Vec3::from_array(self.positions[v as usize]));
        Triangle { a, b, c }
    }

    /// The attribute bits of a triangle.
    #[inline(always)]
    fn attributes(self, triangle: u32) -> u16 {
        self.attributes.map_or(0, |attributes| attributes[triangle as usize])
    }

    /// A triangle as queries see it.
    #[inline(always)]
    fn triangle(self, index: u32) -> LeafTriangle {
        let place = LeafPlace { leaf: index, lane: 0 };
        LeafTriangle { index, attributes: self.attributes(index), triangle: self.corners(index), place }
    }
}

impl Tree for Delta<'_> {
    type NodeRef = Reference;

    #[inline(always)]
    fn is_leaf(self, node: &Reference) -> bool {
        node.is_triangle
    }

    fn prefetch(self, _: &Reference) {}

    fn prefetch_children(self, _: &Reference) {}

    fn prefetch_leaf(self, _: &Reference) {}

    #[inline(always)]
    fn visit<G: Visitor>(self, leaf: &Reference, filter: &Filter, visitor: &mut G) -> ControlFlow<()> {
        let leaf = self.triangle(leaf.at);
        if filter.accepts(leaf.attributes) { visitor.triangle(&leaf) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn triangle_at(self, place: LeafPlace) -> Triangle {
        self.corners(place.leaf)
    }

    #[inline(always)]
    fn attributes_at(self, place: LeafPlace) -> u16 {
        self.attributes(place.leaf)
    }

    #[inline(never)]
    fn apart<P: TreePart<Self>>(self, part: P) -> P::Output {
        part.run(self)
    }

    fn for_each(self, visit: impl FnMut(LeafTriangle) -> ControlFlow<()>) {
        // Ending early is no failure.
        let _ = (0..self.corners.len() as u32).map(|index| self.triangle(index)).try_for_each(visit);
    }

    /// One sibling for each inner node above, and both children of the deepest.
    type Stack<T: Copy> = FixedStack<T, { MAX_DEPTH + 1 }>;

    type Tested = Pair<Reference>;

    #[inline(always)]
    fn has_any(self, tested: &Self::Tested) -> bool {
        binary::has_any(tested)
    }

    #[inline(always)]
    fn has_inside(self, _: &Self::Tested) -> bool {
        false
    }

    #[inline(always)]
    fn nearest_first(
        self,
        tested: &Pair<Reference>,
        stack: &mut impl Stack<StackEntry<Reference>>,
    ) -> Option<Reference> {
        binary::nearest_first(tested, stack)
    }
}

impl<T: BoxTest> TestedBy<T> for Delta<'_> {
    type Prepared = T;

    fn root(self, test: &T, limit: f32) -> Option<Reference> {
        self.whole().filter(|root| test.key(&root.bounds) <= limit)
    }

    #[inline(always)]
    fn prepare(self, test: &T) -> T {
        *test
    }

    #[inline(always)]
    fn test(self, node: &Reference, test: &T, limit: f32) -> Pair<Reference> {
        binary::test_children(self.children(node), |child| child.bounds, test, limit)
    }

    #[inline(always)]
    fn any_order(self, tested: &Pair<Reference>, stack: &mut impl Stack<Reference>) -> Option<Reference> {
        binary::any_order(tested, stack)
    }
}
