//! The boxes that a tree is built over: of triangles, or of pieces of them.

use crate::geometry::{Aabb, Triangle};
use crate::mesh::MeshInput;

/// A part of a triangle: what lies in its box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(super) triangle: u32,
    pub(super) bounds: Aabb,
}

/// The triangles of a mesh, or pieces of them that together contain every triangle, in the order of the triangles.
#[derive(Clone, Copy)]
pub(crate) struct Primitives<'a> {
    input: &'a MeshInput<'a>,
    pieces: Option<&'a [Piece]>,
}

impl<'a> Primitives<'a> {
    /// All triangles.
    pub(crate) fn triangles(input: &'a MeshInput<'a>) -> Primitives<'a> {
        Primitives { input, pieces: None }
    }

    /// Pieces of them.
    pub(crate) fn pieces(input: &'a MeshInput<'a>, pieces: &'a [Piece]) -> Primitives<'a> {
        Primitives { input, pieces: Some(pieces) }
    }

    /// The mesh.
    pub(crate) fn input(self) -> &'a MeshInput<'a> {
        self.input
    }

    /// The number of primitives.
    pub(crate) fn count(self) -> usize {
        self.pieces.map_or_else(|| self.input.triangle_count(), <[Piece]>::len)
    }

    /// The box of a primitive.
    #[inline(always)]
    pub(crate) fn bounds(self, primitive: u32) -> Aabb {
        match self.pieces {
            None => self.input.triangle(primitive as usize).bounds(),
            Some(pieces) => pieces[primitive as usize].bounds,
        }
    }

    /// The number of its triangle.
    #[inline(always)]
    pub(crate) fn number(self, primitive: u32) -> u32 {
        self.pieces.map_or(primitive, |pieces| pieces[primitive as usize].triangle)
    }

    /// Its triangle.
    #[inline(always)]
    pub(crate) fn triangle(self, primitive: u32) -> Triangle {
        self.input.triangle(self.number(primitive) as usize)
    }
}
