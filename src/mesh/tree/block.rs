//! A leaf's triangles in lanes: tables of vertices, and which of them the corners are.

use super::{LeafPlace, LeafTriangle};
use crate::geometry::Vec3;
use crate::simd::{LANES, Simd};

/// Up to sixteen triangles of a leaf, over the vertices of as many tables of sixteen.
pub(crate) trait Block<const VERTEX_TABLES: usize>: Copy {
    /// Its triangles in lanes, with the coordinates along `axes`.
    fn triangles<S: Simd>(&self, simd: S, axes: [usize; 3]) -> Triangles<S, VERTEX_TABLES>;
    /// The triangles' indices in lanes.
    fn ids<S: Simd>(&self, simd: S) -> S::U;
    /// The triangles one by one, for those lanes whose bit is set.
    fn each<S: Simd>(&self, simd: S, lanes: u32, visit: impl FnMut(usize, LeafTriangle));
    /// The index of the triangle in `lane`.
    fn id(&self, lane: usize) -> u32;
    /// The place of the triangle in `lane`.
    fn place(&self, lane: usize) -> LeafPlace;
    /// The triangle in `lane`, without lanes.
    fn triangle(&self, lane: usize) -> LeafTriangle;
    /// The triangle at a place of the same tree.
    fn triangle_at(&self, place: LeafPlace) -> LeafTriangle;
    /// Whether any of the leaf's triangles is degenerate.
    fn has_degenerate(&self) -> bool;
}

/// Triangles in lanes, their vertices in one table of sixteen or in two.
#[derive(Clone, Copy)]
pub(crate) struct Triangles<S: Simd, const VERTEX_TABLES: usize> {
    /// The coordinates of the vertices, along the requested axes.
    pub(crate) vertices: [[S::F; 3]; VERTEX_TABLES],
    /// Which vertex is which corner; only the lowest four bits count, or five for two tables.
    pub(crate) corners: [S::U; 3],
    /// A bit for each lane that holds a triangle.
    pub(crate) valid: u32,
}

/// The corners of triangles as plain numbers.
pub(crate) struct Corners<const VERTEX_TABLES: usize> {
    positions: [[[f32; LANES]; 3]; VERTEX_TABLES],
    corners: [[u32; LANES]; 3],
}

impl<const VERTEX_TABLES: usize> Corners<VERTEX_TABLES> {
    /// Those of the triangle in a lane, along the requested axes.
    #[inline(always)]
    pub(crate) fn of(&self, lane: usize) -> [Vec3; 3] {
        let lane = lane % LANES;
        let [a, b, c] = &self.corners;
        [self.position(a[lane]), self.position(b[lane]), self.position(c[lane])]
    }

    #[inline(always)]
    fn position(&self, vertex: u32) -> Vec3 {
        let vertex = vertex as usize;
        let [x, y, z] = &self.positions[vertex / LANES % VERTEX_TABLES];
        let i = vertex % LANES;
        Vec3::new(x[i], y[i], z[i])
    }
}

impl<S: Simd, const VERTEX_TABLES: usize> Triangles<S, VERTEX_TABLES> {
    /// The corners as plain numbers.
    #[inline(always)]
    pub(crate) fn plain_corners(&self, simd: S) -> Corners<VERTEX_TABLES> {
        let mut positions = [[[0.0; LANES]; 3]; VERTEX_TABLES];
        for (positions, &[x, y, z]) in positions.iter_mut().zip(&self.vertices) {
            *positions = [simd.to_array(x), simd.to_array(y), simd.to_array(z)];
        }
        let [a, b, c] = self.corners;
        Corners { positions, corners: [simd.to_array_u(a), simd.to_array_u(b), simd.to_array_u(c)] }
    }

    /// Corner `k` of all triangles, along the requested axes in their order.
    #[inline(always)]
    pub(crate) fn corner(&self, simd: S, k: usize) -> [S::F; 3] {
        look_up3(simd, &self.vertices, self.corners[k])
    }
}

/// What the indices name in a table of sixteen, or in two of them.
#[inline(always)]
pub(crate) fn look_up<S: Simd, const VERTEX_TABLES: usize>(
    simd: S,
    table: &[S::F; VERTEX_TABLES],
    index: S::U,
) -> S::F {
    match VERTEX_TABLES {
        1 => simd.permute(table[0], index),
        _ => simd.permute_two([table[0], table[VERTEX_TABLES - 1]], index),
    }
}

/// The same along three axes.
#[inline(always)]
pub(crate) fn look_up3<S: Simd, const VERTEX_TABLES: usize>(
    simd: S,
    tables: &[[S::F; 3]; VERTEX_TABLES],
    index: S::U,
) -> [S::F; 3] {
    let [first, last] = [tables[0], tables[VERTEX_TABLES - 1]];
    match VERTEX_TABLES {
        1 => [simd.permute(first[0], index), simd.permute(first[1], index), simd.permute(first[2], index)],
        _ => [
            simd.permute_two([first[0], last[0]], index),
            simd.permute_two([first[1], last[1]], index),
            simd.permute_two([first[2], last[2]], index),
        ],
    }
}
