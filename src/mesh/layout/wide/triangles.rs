//! The triangles of a cluster in lanes: a table of vertices, and which of them the corners are.

use crate::simd::Simd;

/// The triangles of a cluster in lanes, their vertices in one table, or in the two of a large cluster.
#[derive(Clone, Copy)]
pub(crate) struct Triangles<S: Simd, const TABLES: usize> {
    /// The coordinates of the vertices, along the axes that were asked for.
    pub(crate) vertices: [[S::F; 3]; TABLES],
    /// Which vertex is which corner; only the lowest four bits count, or five for two tables.
    pub(crate) corners: [S::U; 3],
    /// A bit for each lane that holds a triangle.
    pub(crate) valid: u32,
}

impl<S: Simd, const TABLES: usize> Triangles<S, TABLES> {
    /// Corner `k` of all triangles, along the axes in the order that was asked for.
    #[inline(always)]
    pub(crate) fn corner(&self, simd: S, k: usize) -> [S::F; 3] {
        look_up3(simd, &self.vertices, self.corners[k])
    }
}

/// What the indices name in a table of sixteen, or in two of them.
#[inline(always)]
pub(crate) fn look_up<S: Simd, const TABLES: usize>(simd: S, table: &[S::F; TABLES], index: S::U) -> S::F {
    match TABLES {
        1 => simd.permute(table[0], index),
        _ => simd.permute_two([table[0], table[TABLES - 1]], index),
    }
}

/// The same along three axes.
#[inline(always)]
pub(crate) fn look_up3<S: Simd, const TABLES: usize>(
    simd: S,
    tables: &[[S::F; 3]; TABLES],
    index: S::U,
) -> [S::F; 3] {
    let [first, last] = [tables[0], tables[TABLES - 1]];
    match TABLES {
        1 => [simd.permute(first[0], index), simd.permute(first[1], index), simd.permute(first[2], index)],
        _ => [
            simd.permute_two([first[0], last[0]], index),
            simd.permute_two([first[1], last[1]], index),
            simd.permute_two([first[2], last[2]], index),
        ],
    }
}
