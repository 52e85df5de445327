//! The interface of a storage to queries: the values at the corners of cells.

use crate::simd::{LANES, Simd};

/// The coordinates of sixteen cells, an axis at a time.
pub(in crate::sdf) type Lanes = [[u32; LANES]; 3];

/// The bits of [`Nodes::signs`].
#[inline(always)]
pub(super) fn sign_bits<S: Simd>(simd: S, values: S::F) -> [u32; 2] {
    let zero = simd.splat(0.0);
    [simd.le(values, zero), simd.lt(values, zero)]
}

/// Decodes values. Cells and nodes must be in the grid. All methods give the same bits for the same block,
/// and [`Nodes::node`] is that of the block whose cell begins at the node.
pub(in crate::sdf) trait Nodes: Copy {
    /// The value at a node.
    fn node(&self, node: [u32; 3]) -> f32;
    /// Returns true if a cell lies in a block of which only the corners are stored.
    fn is_coarse(&self, cell: [u32; 3]) -> bool;
    /// The signs in a row of `count` nodes of a block, as the block decodes them; the row's y and z are from
    /// 0 to 8. The first number has a bit for each value that is not above zero, the second for each that is
    /// below. Bits from `count` on have no meaning.
    fn signs<S: Simd>(&self, simd: S, block: [u32; 3], row: [u32; 2], count: usize) -> [u32; 2];
    /// The values at four nodes of a row, their x ascending.
    fn row(&self, x: [u32; 4], y: u32, z: u32) -> [f32; 4];
    /// The values at a cell's corners, x fastest, then y, then z.
    fn corners(&self, cell: [u32; 3]) -> [f32; 8];
    /// The same for sixteen cells, with a bit for each that [`Nodes::is_coarse`].
    fn corners_in_lanes<S: Simd>(&self, simd: S, cells: &Lanes) -> ([S::F; 8], u32);
}
