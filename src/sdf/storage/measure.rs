//! What is known about a stored field: how far it is from the input, between which numbers its blocks lie, how steep it is.

use super::blocks::{Blocks, CELLS, nodes_between};
use crate::Result;
use crate::error::reserve;
use crate::geometry::{max, min};
use crate::sdf::Grid;

/// The errors of a storage: the true maxima over all nodes of all blocks, rounded up to f32.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::sdf) struct Errors {
    /// Of blocks that are stored in full.
    pub(in crate::sdf) near: f32,
    /// Of blocks that are reduced to their corners.
    pub(in crate::sdf) far: f32,
}

/// The smallest f32 that is not less.
pub(super) fn up(value: f64) -> f32 {
    let rounded = value as f32;
    if f64::from(rounded) < value { rounded.next_up() } else { rounded }
}

/// Decodes everything: the errors, and the least and the greatest value of every block. `decode` gives the value of a block's
/// node, `is_coarse` says whether the block is reduced to its corners.
pub(in crate::sdf) fn measure(
    grid: &Grid,
    values: &[f32],
    decode: impl Fn([u32; 3], [u32; 3]) -> f32,
    is_coarse: impl Fn([u32; 3]) -> bool,
) -> Result<(Errors, Vec<[f32; 2]>)> {
    let blocks = Blocks::of(grid);
    let mut ranges = reserve(blocks.count(), "ranges")?;
    let (mut near, mut far) = (0.0, 0.0);
    for block in blocks.all() {
        let (mut error, mut least, mut most) = (0.0_f64, f32::INFINITY, f32::NEG_INFINITY);
        for node in nodes_between(blocks.nodes_of(block)) {
            let local = std::array::from_fn(|axis| node[axis] - block[axis] * CELLS);
            let (decoded, value) = (decode(block, local), values[grid.index(node)]);
            error = error.max((f64::from(decoded) - f64::from(value)).abs());
            (least, most) = (min(decoded, least), max(decoded, most));
        }
        let largest = if is_coarse(block) { &mut far } else { &mut near };
        *largest = error.max(*largest);
        ranges.push([least, most]);
    }
    Ok((Errors { near: up(near), far: up(far) }, ranges))
}

/// The greatest length that the gradient of the trilinear interpolant may have: in every cell, the steepest edge along each
/// axis. No two points of the interpolant differ by more than this times their distance.
pub(in crate::sdf) fn slope(grid: &Grid, values: &[f32]) -> Result<f32> {
    let [nx, ny, nz] = grid.dims();
    let mut inverse: [Vec<f64>; 3] = Default::default();
    for (axis, inverse) in inverse.iter_mut().enumerate() {
        let cells = grid.dims()[axis] - 1;
        *inverse = reserve(cells as usize, "slope")?;
        inverse.extend((0..cells).map(|cell| {
            let (low, high) = (grid.coordinate(axis, cell), grid.coordinate(axis, cell + 1));
            let width = f64::from(high) - f64::from(low);
            // Nodes that rounding has put in one place have nothing between them.
            if width > 0.0 { 1.0 / width } else { 0.0 }
        }));
    }
    let (row, layer) = (nx as usize, nx as usize * ny as usize);
    let mut steepest = 0.0_f64;
    for z in 0..nz as usize - 1 {
        for y in 0..ny as usize - 1 {
            let start = z * layer + y * row;
            let rows = [start, start + row, start + layer, start + layer + row]
                .map(|start| &values[start..start + row]);
            for x in 0..row - 1 {
                let difference = |a: f32, b: f32| (f64::from(b) - f64::from(a)).abs();
                let along_x = rows.iter().map(|row| difference(row[x], row[x + 1])).fold(0.0, f64::max);
                let across = |a: usize, b: usize| {
                    difference(rows[a][x], rows[b][x]).max(difference(rows[a][x + 1], rows[b][x + 1]))
                };
                let slope = [
                    along_x * inverse[0][x],
                    across(0, 1).max(across(2, 3)) * inverse[1][y],
                    across(0, 2).max(across(1, 3)) * inverse[2][z],
                ];
                steepest = steepest.max(slope.iter().map(|slope| slope * slope).sum());
            }
        }
    }
    Ok(up(steepest.sqrt() * (1.0 + 1e-12)))
}
