//! Every node's value as it is.

use super::blocks::CELLS;
use super::nodes::{Lanes, Nodes, sign_bits};
use crate::arrays::{MapEach, array_of, lane_of};
use crate::simd::{LANES, Simd};

/// The values, x fastest.
#[derive(Clone, Copy)]
pub(in crate::sdf) struct Dense<'a> {
    values: &'a [f32],
    /// The offsets of the next row and of the next layer.
    row: usize,
    layer: usize,
}

impl<'a> Dense<'a> {
    /// A view of `values`, one a node.
    #[inline(always)]
    pub(in crate::sdf) fn new(values: &'a [f32], [x, y, _]: [u32; 3]) -> Dense<'a> {
        Dense { values, row: x as usize, layer: x as usize * y as usize }
    }

    #[inline(always)]
    fn index(&self, [x, y, z]: [u32; 3]) -> usize {
        z as usize * self.layer + y as usize * self.row + x as usize
    }

    #[inline(always)]
    fn pair(&self, at: usize) -> [f32; 2] {
        let pair = &self.values[at..at + 2];
        [pair[0], pair[1]]
    }
}

impl Nodes for Dense<'_> {
    #[inline(always)]
    fn node(&self, node: [u32; 3]) -> f32 {
        self.values[self.index(node)]
    }

    #[inline(always)]
    fn is_coarse(&self, _: [u32; 3]) -> bool {
        false
    }

    #[inline(always)]
    fn signs<S: Simd>(&self, simd: S, block: [u32; 3], [y, z]: [u32; 2], count: usize) -> [u32; 2] {
        let [x0, y0, z0] = block.map_each(|block| block * CELLS);
        let at = self.index([x0, y0 + y, z0 + z]);
        let values = match self.values[at..].first_chunk::<LANES>() {
            Some(&row) => row,
            // At the end of the grid.
            None => {
                let row = &self.values[at..at + count];
                array_of(|k| row.get(k).copied().unwrap_or(0.0))
            }
        };
        sign_bits(simd, simd.load_array(values))
    }

    #[inline(always)]
    fn row(&self, x: [u32; 4], y: u32, z: u32) -> [f32; 4] {
        let start = self.index([x[0], y, z]);
        if x[3] - x[0] == 3 {
            let row = &self.values[start..start + 4];
            return [row[0], row[1], row[2], row[3]];
        }
        x.map_each(|node| self.values[start + (node - x[0]) as usize])
    }

    #[inline(always)]
    fn corners(&self, cell: [u32; 3]) -> [f32; 8] {
        let at = self.index(cell);
        let [a, b] = self.pair(at);
        let [c, d] = self.pair(at + self.row);
        let [e, f] = self.pair(at + self.layer);
        let [g, h] = self.pair(at + self.layer + self.row);
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    fn corners_in_lanes<S: Simd>(&self, simd: S, cells: &Lanes) -> ([S::F; 8], u32) {
        let mut rows = [[0.0; 8]; LANES];
        for (lane, row) in rows.iter_mut().enumerate() {
            *row = self.corners(lane_of(cells, lane));
        }
        (simd.transpose(&rows), 0)
    }
}
