//! The stored tree, and its reading: nodes of 8 bytes over a table of planes.
//!
//! Nodes lie depth-first: the front child is the next node. A child that is a leaf takes no node. A tag marks
//! it as empty, or as solid with its content in place of the back child's index. If both children are solid,
//! the front child's content is in the record that follows.

use super::brush_boxes::BrushBoxes;
use crate::batch::Filter;
use crate::geometry::{Vec3, dot};
use crate::mesh::MeshTree;
use bytemuck::{Pod, Zeroable};
use glam::DVec3;

/// A plane `n . x = d`: the three components of `n`, of unit length but for rounding, and `d`.
pub(super) type Plane = [f32; 4];

/// The greatest depth: the size of stacks.
pub(super) const MAX_DEPTH: usize = 1024;

/// The most faces that a brush may have.
pub(super) const MAX_FACES: usize = 1024;

/// A reference to a plane of the table: its number, and bit 31, which is set if it is flipped. Stands for the
/// half-space behind the plane, `n . x <= d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub(super) struct PlaneRef(u32);

const FLIPPED: u32 = 1 << 31;

impl PlaneRef {
    pub(super) fn new(plane: u32, flipped: bool) -> PlaneRef {
        PlaneRef(plane | if flipped { FLIPPED } else { 0 })
    }

    #[inline(always)]
    pub(super) fn number(self) -> u32 {
        self.0 & !FLIPPED
    }

    #[inline(always)]
    pub(super) fn is_flipped(self) -> bool {
        self.0 & FLIPPED != 0
    }

    /// The same plane, facing the other way.
    #[inline(always)]
    pub(super) fn flipped(self) -> PlaneRef {
        PlaneRef(self.0 ^ FLIPPED)
    }

    /// The normal, normalized in f64.
    pub(super) fn unit_normal(self, planes: &[Plane]) -> DVec3 {
        self.half_space(planes).0.normalize()
    }

    /// Normal and distance, exactly those of the table.
    #[inline(always)]
    pub(super) fn half_space(self, planes: &[Plane]) -> (DVec3, f64) {
        let [x, y, z, d] = planes[self.number() as usize];
        let sign = if self.is_flipped() { -1.0 } else { 1.0 };
        (DVec3::new(x.into(), y.into(), z.into()) * sign, f64::from(d) * sign)
    }
}

/// A child: a node, or a leaf that is empty or has content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeRef(u32);

const LEAF: u32 = 1 << 31;

impl NodeRef {
    pub(super) const EMPTY: NodeRef = NodeRef(u32::MAX);

    pub(super) fn node(index: u32) -> NodeRef {
        NodeRef(index)
    }

    pub(super) fn solid(content: u32) -> NodeRef {
        NodeRef(LEAF | content)
    }

    /// A reference from a number that [`NodeRef::number`] gave.
    pub(super) fn from_number(number: u32) -> NodeRef {
        NodeRef(number)
    }

    pub(super) fn number(self) -> u32 {
        self.0
    }

    /// The node's index, if it is one.
    #[inline(always)]
    pub(super) fn index(self) -> Option<usize> {
        (self.0 & LEAF == 0).then_some(self.0 as usize)
    }

    /// The content of a solid leaf: a brush, or the start of its list of brushes, counted from the number of
    /// brushes.
    #[inline(always)]
    pub(super) fn content(self) -> Option<u32> {
        (self.0 & LEAF != 0 && self != NodeRef::EMPTY).then_some(self.0 & !LEAF)
    }
}

/// The kind of a child, as its parent stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Node = 0,
    Empty = 1,
    Solid = 2,
}

impl Kind {
    fn of(child: NodeRef) -> Kind {
        match child {
            NodeRef::EMPTY => Kind::Empty,
            _ if child.index().is_some() => Kind::Node,
            _ => Kind::Solid,
        }
    }

    fn from_bits(bits: u32) -> Option<Kind> {
        [Kind::Node, Kind::Empty, Kind::Solid].into_iter().find(|&kind| kind as u32 == bits)
    }
}

/// A node: bits 0-26 of `word` are the plane, bit 27 is set if it is flipped, bits 28-29 are the kind of the
/// front child, 30-31 that of the back child. `back` is the back child's index or content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Node {
    word: u32,
    back: u32,
}

/// The most planes of a table.
pub(super) const MAX_PLANES: usize = 1 << 27;

impl Node {
    pub(super) fn new(plane: PlaneRef, front: NodeRef, back: NodeRef) -> Node {
        let kinds = (Kind::of(front) as u32) << 28 | (Kind::of(back) as u32) << 30;
        let back = back.index().map(|index| index as u32).or(back.content()).unwrap_or(0);
        Node { word: plane.number() | u32::from(plane.is_flipped()) << 27 | kinds, back }
    }

    /// The record behind a node with two solid children.
    pub(super) fn content(content: u32) -> Node {
        Node { word: content, back: 0 }
    }

    pub(super) fn set_back(&mut self, index: u32) {
        self.back = index;
    }

    #[inline(always)]
    pub(super) fn plane(self) -> PlaneRef {
        PlaneRef::new(self.word & (MAX_PLANES as u32 - 1), self.word >> 27 & 1 != 0)
    }

    /// The kinds of the front and the back child, unless the bits are invalid.
    pub(super) fn kinds(self) -> Option<(Kind, Kind)> {
        Some((Kind::from_bits(self.word >> 28 & 3)?, Kind::from_bits(self.word >> 30)?))
    }

    /// The node as the record that [`Node::content`] makes.
    pub(super) fn as_content(self) -> (u32, u32) {
        (self.word, self.back)
    }

    pub(super) fn back(self) -> u32 {
        self.back
    }
}

/// The tree, and the solids in it.
#[derive(Clone, Copy)]
pub(super) struct Tree<'a> {
    pub(super) nodes: &'a [Node],
    pub(super) planes: &'a [Plane],
    pub(super) root: NodeRef,
    /// True if the labels are those of the inverse tree: leaves stored as solid are empty.
    pub(super) inverse: bool,
    /// True if the surface leaks or its solids touch, so that triangles may lie inside the solid.
    pub(super) has_inner_surface: bool,
    /// The origin of the planes' coordinates.
    pub(super) origin: DVec3,
    /// The tolerance of cells: their largest distance from the solids that they represent.
    pub(super) slack: f32,
    pub(super) solids: Solids<'a>,
}

/// The brushes, or the surface in their place.
#[derive(Clone, Copy, Default)]
pub(super) struct Solids<'a> {
    /// The index of each brush's first face, and the end of the last brush's. Empty if there is a surface:
    /// then solid leaves are cells of brush 0.
    pub(super) starts: &'a [u32],
    pub(super) faces: &'a [PlaneRef],
    /// The attribute bits of each brush.
    pub(super) attributes: &'a [u16],
    /// Lists of brushes: for each its length, then the brushes' numbers.
    pub(super) covers: &'a [u32],
    /// The boxes of brushes.
    pub(super) boxes: BrushBoxes<'a>,
    /// The surface that cells belong to, as in the input. Near it, its own triangles decide.
    pub(super) surface: Option<MeshTree<'a>>,
}

impl<'a> Solids<'a> {
    /// Returns true if a solid leaf is its own cell, and not a list of brushes.
    #[inline(always)]
    pub(super) fn are_cells(&self) -> bool {
        self.surface.is_some()
    }

    /// The faces of a brush.
    #[inline(always)]
    pub(super) fn brush(&self, brush: u32) -> &'a [PlaneRef] {
        &self.faces[self.starts[brush as usize] as usize..self.starts[brush as usize + 1] as usize]
    }

    /// The brushes that a leaf holds and the filter accepts, ascending.
    #[inline(always)]
    pub(super) fn accepted(&self, content: u32, filter: &Filter) -> impl Iterator<Item = u32> {
        let count = self.attributes.len() as u32;
        let (one, list) = match content.checked_sub(count) {
            None => (Some(content), &[][..]),
            Some(start) => {
                let length = self.covers[start as usize] as usize;
                (None, &self.covers[start as usize + 1..][..length])
            }
        };
        let attributes = self.attributes;
        one.into_iter()
            .chain(list.iter().copied())
            .filter(move |&brush| filter.accepts(attributes[brush as usize]))
    }
}

impl Tree<'_> {
    /// Both children of a node: front, back.
    #[inline(always)]
    pub(super) fn children(&self, index: usize, node: Node) -> (NodeRef, NodeRef) {
        let front = match node.word >> 28 & 3 {
            0 => NodeRef(index as u32 + 1),
            1 => NodeRef::EMPTY,
            _ => NodeRef::solid(self.nodes[index + 1].word),
        };
        let back = match node.word >> 30 {
            0 => NodeRef(node.back),
            1 => NodeRef::EMPTY,
            _ => NodeRef::solid(node.back),
        };
        (front, back)
    }

    /// The distance of a point in front of a node's plane, in f32.
    #[inline(always)]
    pub(super) fn height(&self, node: Node, point: Vec3) -> f32 {
        let plane = node.plane();
        let [x, y, z, d] = self.planes[plane.number() as usize];
        let height = dot(Vec3::new(x, y, z), point) - d;
        if plane.is_flipped() { -height } else { height }
    }

    /// The lowest brush of a leaf that the filter accepts; brush 0 for a cell. `None` if the leaf is empty,
    /// or has no brush that the filter accepts.
    #[inline(always)]
    pub(super) fn brush_at(&self, leaf: NodeRef, filter: &Filter) -> Option<u32> {
        if self.inverse {
            // One solid, brush 0: leaves that are empty in the inverse tree are solid.
            let solid = leaf == NodeRef::EMPTY;
            return (solid && filter.accepts(self.solids.attributes[0])).then_some(0);
        }
        self.solids.accepted(leaf.content()?, filter).next()
    }
}
