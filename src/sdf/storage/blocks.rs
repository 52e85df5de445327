//! Blocks of 8³ cells. The sparse storages keep a field in blocks, and queries skip blocks that are far from
//! its surface.

use crate::arrays::MapEach;
use crate::sdf::Grid;

/// Cells of a block along an axis.
pub(in crate::sdf) const CELLS: u32 = 8;

/// Nodes of a block along an axis: its cells have all their corners in it.
pub(in crate::sdf) const SIDE: u32 = CELLS + 1;

/// Nodes of a block.
pub(in crate::sdf) const NODES: usize = (SIDE * SIDE * SIDE) as usize;

/// The division of a grid into blocks. The last blocks along an axis may reach beyond the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::sdf) struct Blocks {
    /// Nodes of the grid along each axis.
    nodes: [u32; 3],
    /// Blocks along each axis.
    pub(in crate::sdf) dims: [u32; 3],
}

impl Blocks {
    pub(in crate::sdf) fn of(grid: &Grid) -> Blocks {
        let nodes = grid.dims();
        Blocks { nodes, dims: nodes.map_each(|nodes| (nodes - 1).div_ceil(CELLS)) }
    }

    /// The number of blocks.
    pub(in crate::sdf) fn count(&self) -> usize {
        self.dims.iter().map(|&blocks| blocks as usize).product()
    }

    /// The number of the block with these coordinates, x fastest.
    #[inline(always)]
    pub(in crate::sdf) fn index(&self, [x, y, z]: [u32; 3]) -> usize {
        let [nx, ny, _] = self.dims.map_each(|blocks| blocks as usize);
        (z as usize * ny + y as usize) * nx + x as usize
    }

    /// All blocks in the order of their numbers.
    pub(in crate::sdf) fn all(self) -> impl Iterator<Item = [u32; 3]> {
        // By their numbers, and not by three nested iterators: of these, memcheck says that a branch depends on what has never
        // been written.
        let [nx, ny, _] = self.dims.map_each(|blocks| blocks as usize);
        (0..self.count()).map(move |i| [i % nx, i / nx % ny, i / nx / ny].map_each(|at| at as u32))
    }

    /// The first and the last node of a block along each axis, of those that the grid has.
    pub(in crate::sdf) fn nodes_of(&self, block: [u32; 3]) -> [[u32; 2]; 3] {
        [0, 1, 2].map_each(|axis| {
            let first = block[axis] * CELLS;
            [first, (first + CELLS).min(self.nodes[axis] - 1)]
        })
    }

    /// The rows of a block, with those nodes that the grid has: each with its places in the grid and in the
    /// block, and its number of nodes.
    #[inline]
    pub(super) fn rows(self, block: [u32; 3]) -> impl Iterator<Item = Row> {
        let [[first, last], [y, y_last], [z, z_last]] = self.nodes_of(block);
        let [nx, ny, _] = self.nodes.map_each(|nodes| nodes as usize);
        let start = (z as usize * ny + y as usize) * nx + first as usize;
        let (length, side) = ((last - first) as usize + 1, SIDE as usize);
        let (rows, layers) = ((y_last - y) as usize + 1, (z_last - z) as usize + 1);
        (0..layers).flat_map(move |z| {
            (0..rows).map(move |y| Row {
                at: start + (z * ny + y) * nx,
                place: (z * side + y) * side,
                length,
            })
        })
    }

    /// The block whose decoding defines the value at a node: the block of the cell that begins there.
    #[inline(always)]
    pub(in crate::sdf) fn of_node(&self, node: [u32; 3]) -> [u32; 3] {
        [0, 1, 2].map_each(|axis| (node[axis] / CELLS).min(self.dims[axis] - 1))
    }
}

/// Nodes of a block that differ only in x.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The number of the first in the grid.
    pub(super) at: usize,
    /// Its place in the block.
    pub(super) place: usize,
    pub(super) length: usize,
}

impl Row {
    /// The nodes' elements of an array of the grid's.
    #[inline(always)]
    pub(super) fn of_grid<T>(self, all: &[T]) -> &[T] {
        &all[self.at..self.at + self.length]
    }

    /// The nodes' elements of an array of the block's.
    #[inline(always)]
    pub(super) fn of_block<T>(self, all: &[T]) -> &[T] {
        &all[self.place..self.place + self.length]
    }
}

/// All nodes between two on each axis, both included, x fastest.
pub(in crate::sdf) fn nodes_between([x, y, z]: [[u32; 2]; 3]) -> impl Iterator<Item = [u32; 3]> {
    let range = |[first, last]: [u32; 2]| first..=last;
    range(z).flat_map(move |z| range(y).flat_map(move |y| range(x).map(move |x| [x, y, z])))
}
